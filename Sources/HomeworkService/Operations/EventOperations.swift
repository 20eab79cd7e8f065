import HomeworkAPI
import HomeworkModel
import HomeworkStore

extension Operations {
  static let events: [Operation] = [
    Operation(ofClient: Methods.eventsSubscribe) { given, context, client in
      let (library, name) = (try context.library, try context.libraryName)
      let store = library.value.store
      let since = given.map(Int64.init)
      let (from, newest) = try store.readAndWait { tx in
        let newest = try tx.eventRange().newest
        // Fails now if the events after `since` are no longer kept.
        if let since { _ = try tx.events(since: since, limit: 1) }
        return (since ?? newest, newest)
      }
      let request = try client.asksForEvents(of: library.name)
      return ClientReply(from) {
        client.subscribe(
          to: EventFeed(library: library, name: name, client: client, since: from, newest: newest), asked: request)
      }
    },
    Operation(ofClient: Methods.eventsUnsubscribe) { _, context, client in
      client.unsubscribe(from: context.scope.library)
      return ClientReply(())
    },
  ]
}
