import HomeworkJSON
import HomeworkModel
import HomeworkRPC
import HomeworkStore

extension Operations {
  static let events: [Operation] = [
    Operation(
      ofClient: "events.subscribe", "Tells this connection what happens in the store, each fact once and in order.",
      [.optional("since", .integer, "the number of the last event that was seen; from now on unless given")],
      gives: .object(["sequence": .integer], required: ["sequence"])
    ) { parameters, context, client in
      let store = try context.store
      let since = parameters.int("since").map(Int64.init)
      let (from, newest) = try store.read { (tx) throws(StoreError) in
        let newest = try tx.eventRange().newest
        // Refused now, where what comes after it is not kept.
        if let since { _ = try tx.events(since: since, limit: 1) }
        return (since ?? newest, newest)
      }
      return ClientReply(value: ["sequence": .int(from)]) {
        client.subscribe(to: EventFeed(store: store, client: client, since: from, newest: newest))
      }
    },
    Operation(ofClient: "events.unsubscribe", "Tells it no more.", gives: .object([:], required: [])) {
      _, _, client in
      client.unsubscribe()
      return ClientReply(value: [:])
    },
  ]

  /// What a client is told without asking, for the OpenRPC document: method, summary, parameters.
  static let notifications: [(method: String, summary: String, params: Schema)] = [
    ("events.event", "A fact of the store, numbered without gaps.", .shape("Event")),
    (
      "events.cue", "A cue of one of this connection's sessions, of a fact that others brought about; never again.",
      .object(
        ["sequence": .integer, "sessionId": .string, "cue": .shape("Cue")], required: ["sequence", "sessionId", "cue"])
    ),
    (
      "events.overrun", "Too much was waiting to be read: the connection is closed. Subscribe again with this number.",
      .object(["lastSequence": .integer], required: ["lastSequence"])
    ),
  ]
}

extension Event {
  var json: JSONValue {
    object([
      "sequence": .int(sequence), "kind": .string(kind.rawValue), "at": JSONValue(at),
      "homeworkId": JSONValue(homeworkId?.text), "attemptId": JSONValue(detail.attemptId?.text),
      "questionIndex": JSONValue(detail.questionIndex), "outcome": JSONValue(detail.outcome?.rawValue),
      "streakPosition": JSONValue(detail.streakPosition), "name": JSONValue(detail.name),
    ])
  }
}
