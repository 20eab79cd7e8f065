import HomeworkAPI
package import HomeworkModel

/// The OpenRPC document, generated from the declarations of the calls.
package enum OpenRPC {
  package static var document: JSONValue {
    [
      "openrpc": "1.3.2",
      "info": ["title": "hwdb", "version": .string(Service.version), "description": .string(framing)],
      "servers": [
        [
          "name": "hwdbd", "url": "unix:${XDG_RUNTIME_DIR}/hwdb/hwdb.sock",
          "summary": "The user's own daemon at its default socket.",
        ]
      ],
      "methods": .array(Operations.all.map { method($0.method) }),
      "x-notifications": [
        notification(Notifications.event), notification(Notifications.cue), notification(Notifications.overrun),
      ],
      "components": ["schemas": .object(schemas), "errors": .object(errors)],
    ]
  }

  private static let framing =
    "JSON-RPC 2.0 over a Unix socket. Each request, batch, reply and notification is one line of UTF-8 that ends in "
    + "LF. Parameters are by name. Replies come in the order of the requests."

  private static func method(_ method: MethodDescription) -> JSONValue {
    [
      "name": .string(method.name), "summary": .string(method.summary), "paramStructure": "by-name",
      "params": .array(
        method.parameters.map {
          [
            "name": .string($0.name), "summary": .string($0.summary), "required": .bool($0.isRequired),
            "schema": $0.schema.json,
          ]
        }),
      "result": ["name": "result", "schema": method.result.json],
      "errors": .array(
        RPCError.Name.allCases.filter(method.errors.contains).map {
          ["$ref": .string("#/components/errors/\($0.rawValue)")]
        }),
      "examples": [example(of: method)],
    ]
  }

  private static func example(of method: MethodDescription) -> JSONValue {
    // Our own example text is valid JSON.
    guard case .object(let members)? = try? method.example.value else { return .null }
    return [
      "name": .string(method.name), "summary": "Example parameters.",
      "params": .array(
        members.sorted { $0.key < $1.key }.map { ["name": .string($0.key), "value": $0.value] }),
    ]
  }

  private static func notification<Content>(_ notification: ServerNotification<Content>) -> JSONValue {
    [
      "name": .string(notification.method), "summary": .string(notification.summary), "paramStructure": "by-name",
      "params": notification.content.schema.json,
    ]
  }

  private static var schemas: [String: JSONValue] {
    var found: [String: JSONValue] = [:]
    for method in Operations.all.map(\.method) {
      method.result.components(into: &found)
      for parameter in method.parameters { parameter.schema.components(into: &found) }
    }
    Notifications.event.content.schema.components(into: &found)
    Notifications.cue.content.schema.components(into: &found)
    return found
  }

  private static var errors: [String: JSONValue] {
    Dictionary(
      uniqueKeysWithValues: RPCError.Name.allCases.map { name in
        (
          name.rawValue,
          [
            "code": .int(Int64(name.code)), "message": .string(name.meaning),
            "data": ["name": .string(name.rawValue)],
          ]
        )
      })
  }
}

extension RPCError.Name {
  private static let list = "data.faults lists up to 20, and data.moreFaults counts the others."

  /// The error's meaning, and how a program can respond.
  fileprivate var meaning: String {
    switch self {
    case .parseError: "The line is not JSON: send one JSON value per line."
    case .invalidRequest: "The JSON is not a JSON-RPC 2.0 request."
    case .methodNotFound: "The method does not exist: this document lists all of them."
    case .invalidParams: "Parameters are unknown, missing or of the wrong type: \(Self.list)"
    case .internal: "An internal error occurred: see the daemon's log."
    case .notFound: "The requested object does not exist."
    case .invalid: "Parameters have invalid values: \(Self.list)"
    case .conflict: "The current state does not allow the call: data gives the reason."
    case .databaseUnavailable: "The database is locked, damaged or of a newer version, or the disk is full."
    case .tooLarge: "The request is too large: send less at once."
    case .busy: "Too many calls are waiting: try again later."
    case .cancelled: "The call was cancelled or took too long; nothing has changed."
    case .tooEarly: "It is too early: try again after data.retryAfterSeconds."
    case .historyGone: "Older events than data.oldestSequence are gone: read the current state again."
    case .timeUp: "The time limit of the attempt is over: finish it."
    }
  }
}
