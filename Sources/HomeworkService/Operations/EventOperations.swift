import HomeworkAPI
import HomeworkModel
import HomeworkStore

extension Operations {
  static let events: [Operation] = [
    Operation(Methods.eventsSubscribe) { since, context in
      let (store, client) = (try context.store, context.client)
      let since = since.map(Int64.init)
      let (from, newest) = try store.readAndWait { tx in
        let newest = try tx.eventRange().newest
        // Fails now if the events after `since` are no longer kept.
        if let since { _ = try tx.events(since: since, limit: 1) }
        return (since ?? newest, newest)
      }
      let request = client.asksForEvents()
      context.afterReply {
        client.subscribe(to: EventFeed(store: store, client: client, since: from, newest: newest), asked: request)
      }
      return from
    },
    Operation(Methods.eventsUnsubscribe) { _, context in context.client.unsubscribe() },
  ]
}
