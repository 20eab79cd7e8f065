import HomeworkAPI
import HomeworkModel
import HomeworkStore

extension Operations {
  static let events: [Operation] = [
    Operation(ofClient: Methods.eventsSubscribe) { given, context, client in
      let store = try context.store
      let since = given.map(Int64.init)
      let (from, newest) = try store.readAndWait { tx in
        let newest = try tx.eventRange().newest
        // Fails now if the events after `since` are no longer kept.
        if let since { _ = try tx.events(since: since, limit: 1) }
        return (since ?? newest, newest)
      }
      let request = client.asksForEvents()
      return ClientReply(from) {
        client.subscribe(to: EventFeed(store: store, client: client, since: from, newest: newest), asked: request)
      }
    },
    Operation(ofClient: Methods.eventsUnsubscribe) { _, _, client in
      client.unsubscribe()
      return ClientReply(())
    },
  ]
}
