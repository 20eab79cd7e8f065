import HomeworkAPI
import HomeworkModel
import HomeworkStore
import HomeworkSystem

/// The implementation of each method.
package enum Operations {
  package static let all: [Operation] =
    server + copies + learners + homework + edits + quizzes + attempts + sessions + events
    + scenarios
    + motion
    + database

  package static func named(_ name: String) -> Operation? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  private static let server: [Operation] = [
    Operation(Methods.serverInfo) { _, context in
      ServerInfo {
        ($0.name, $0.version, $0.database) = ("hwdb", Service.version, context.service.database)
        ($0.pid, $0.limits) = (Int(getpid()), limits(context))
      }
    },
    Operation(Methods.serverStatistics) { _, context in
      let activity = try context.store.activity
      return ServerReport {
        ($0.server, $0.memoryBytes) = (
          context.service.server.withLock { $0?.statistics.figures }, residentBytes
        )
        $0.writer = WriterFigures {
          ($0.commits, $0.writes, $0.largestGroup) = (activity.commits, activity.writes, activity.largestGroup)
          ($0.waiting, $0.framesInLog) = (activity.waitingWrites, activity.framesInLog)
          ($0.checkpoints, $0.blockedCheckpoints) = (activity.checkpoints, activity.blockedCheckpoints)
          $0.lastCheckpointError = activity.lastCheckpointError?.description
        }
      }
    },
    Operation(Methods.serverPing) { _, _ in },
    Operation(Methods.discover) { _, _ in OpenRPC.document },
  ]

  private static func limits(_ context: Context) -> [String: Int] {
    let limits = context.service.server.withLock { $0?.limits } ?? SocketServer.Limits()
    return [
      "messageBytes": limits.message, "batch": SocketServer.largestBatch, "connections": limits.connections,
      "unreadBytes": limits.output, "sessions": Client.maximumSessions, "importBytes": ImportedFile.largest,
      "pictureBytes": Picture.largestByteCount,
    ]
  }

  /// The resident memory, by proc_pid_statm(5); 0 if it cannot be read.
  private static var residentBytes: Int {
    let text = (try? Files.bytes(of: "/proc/self/statm", upTo: 4096)).map { String(decoding: $0, as: UTF8.self) }
    let pages = text?.split(separator: " ")
    return (pages.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
