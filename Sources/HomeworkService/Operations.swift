import HomeworkJSON
import HomeworkModel
import HomeworkRPC
import HomeworkStore
import Synchronization

/// Every operation there is.
enum Operations {
  static let all: [Operation] =
    server + homework + edits + quizzes + attempts + sessions + events + scenarios + motion + database

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
        "limits": limits(context.server.withLock { $0?.limits } ?? SocketServer.Limits()),
      ]
    },
    Operation(
      "server.stats", "What the server and its store have done since they began.", gives: .shape("ServerStatistics")
    ) {
      _, context in
      try statistics(context)
    },
    Operation("server.ping", "Answers.", gives: .object([:], required: [])) { _, _ in [:] },
    Operation("rpc.discover", "This protocol as an OpenRPC document.", gives: .map(.any)) { _, _ in OpenRPC.document },
  ]

  private static func limits(_ limits: SocketServer.Limits) -> JSONValue {
    [
      "messageBytes": .int(Int64(limits.message)), "batch": .int(Int64(SocketServer.largestBatch)),
      "connections": .int(Int64(limits.connections)), "sessions": .int(Int64(Client.mostSessions)),
    ]
  }

  private static func statistics(_ context: Context) throws -> JSONValue {
    let activity = try context.store.activity
    return object([
      "server": context.server.withLock { $0?.statistics.json }, "memoryBytes": .int(ProcessIdentity.residentBytes),
      "writer": object([
        "commits": JSONValue(activity.commits), "writes": JSONValue(activity.writes),
        "largestGroup": JSONValue(activity.largestGroup), "waiting": JSONValue(activity.waitingWrites),
        "framesInLog": JSONValue(activity.framesInLog), "checkpoints": JSONValue(activity.checkpoints),
        "blockedCheckpoints": JSONValue(activity.blockedCheckpoints),
        "lastCheckpointError": JSONValue(activity.lastCheckpointError?.description),
      ]),
    ])
  }
}

extension Schemas {
  static let serverStatistics = Schema.object(
    [
      "server": .object(
        [
          "uptimeMs": .integer, "connections": .integer, "accepted": .integer, "refused": .integer,
          "methods": .map(
            .object(
              [
                "calls": .integer, "errors": .integer, "p50Ms": .number, "p99Ms": .number, "maxMs": .number,
              ], required: ["calls", "errors", "p50Ms", "p99Ms", "maxMs"])),
        ], required: ["uptimeMs", "connections", "accepted", "refused", "methods"]),
      "memoryBytes": .integer,
      "writer": .object(
        [
          "commits": .integer, "writes": .integer, "largestGroup": .integer, "waiting": .integer,
          "framesInLog": .integer, "checkpoints": .integer, "blockedCheckpoints": .integer,
          "lastCheckpointError": .string,
        ],
        required: [
          "commits", "writes", "largestGroup", "waiting", "framesInLog", "checkpoints", "blockedCheckpoints",
        ]),
    ], required: ["memoryBytes", "writer"])
}
