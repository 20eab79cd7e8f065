import Wire

/// Every operation there is.
enum Operations {
  static let all: [Operation] = server + homework + edits + quizzes + attempts + scenarios + motion + database

  static func named(_ name: String) -> Operation? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  private static let server: [Operation] = [
    Operation(
      "server.info", "Versions, limits and the database.",
      gives: .object(
        ["name": .string, "version": .string, "database": .string, "pid": .integer, "limits": .map(.integer)],
        required: ["name", "version", "database", "pid", "limits"])
    ) { _, context in
      [
        "name": "hwdb", "version": .string(Service.version), "database": .string(context.database),
        "pid": .int(Int64(ProcessIdentity.pid)),
        "limits": [
          "messageBytes": .int(Int64(LineFramer.defaultLimit)), "batch": .int(Int64(Dispatcher.largestBatch)),
        ],
      ]
    },
    Operation("server.ping", "Answers.", gives: .object([:], required: [])) { _, _ in [:] },
    Operation("rpc.discover", "This protocol as an OpenRPC document.", gives: .map(.any)) { _, _ in OpenRPC.document },
  ]
}
