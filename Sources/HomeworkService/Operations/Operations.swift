import HomeworkAPI
import HomeworkModel
import HomeworkStore
import Synchronization

/// The implementation of each method.
package enum Operations {
  package static let all: [Operation] =
    server + libraries + learners + homework + edits + quizzes + attempts + sessions + events + scenarios + motion
    + database

  package static func named(_ name: String) -> Operation? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  private static let server: [Operation] = [
    Operation(Methods.serverInfo) { _, context in
      ServerInfo(
        name: "hwdb", version: Service.version, database: context.database, pid: Int(ProcessIdentity.pid),
        limits: limits(context))
    },
    Operation(Methods.serverStatistics) { _, context in
      let activity = try context.service.libraries.activity(of: context.scope.library)
      let libraries = context.service.libraries.figures
      return ServerReport(
        server: context.server?.statistics.figures, memoryBytes: Int(ProcessIdentity.residentBytes),
        writer: WriterFigures(
          commits: activity.commits, writes: activity.writes, largestGroup: activity.largestGroup,
          waiting: activity.waitingWrites, framesInLog: activity.framesInLog, checkpoints: activity.checkpoints,
          blockedCheckpoints: activity.blockedCheckpoints,
          lastCheckpointError: activity.lastCheckpointError?.description),
        libraries: LibraryFigures(
          open: libraries.open, inUse: libraries.inUse, most: context.service.libraries.limit,
          opened: libraries.opened, closed: libraries.closed))
    },
    Operation(Methods.serverPing) { _, _ in },
    Operation(Methods.discover) { _, _ in OpenRPC.document },
  ]

  private static func limits(_ context: Context) -> [String: Int] {
    let limits = context.server?.limits ?? SocketServer.Limits()
    return [
      "messageBytes": limits.message, "batch": SocketServer.largestBatch, "connections": limits.connections,
      "unreadBytes": limits.output,
      "sessions": Client.mostSessions, "subscriptions": Client.mostSubscriptions,
      "libraries": context.service.libraries.limit, "importBytes": ImportedFile.largest,
      "pictureBytes": Picture.largestByteCount,
    ]
  }
}
