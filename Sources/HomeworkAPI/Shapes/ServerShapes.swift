package import HomeworkModel

extension Shapes {
  static let serverInfo = Shape<ServerInfo>.object(
    ServerInfo {
      ($0.name, $0.version, $0.database, $0.pid) = ("", "", "", 0)
      $0.limits = [:]
    }
  ) {
    Field("name", \.name, "`hwdb`.")
    Field("version", \.version, "The version of the program.")
    Field("database", \.database, "The path of the database.")
    Field("pid", \.pid, "The process id.")
    Field("limits", \.limits, .map(.count), "Limits, such as the bytes of a message and the requests of a batch.")
  }

  package static let serverReport = Shape<ServerReport>(
    "ServerStatistics", "Counters of a server and its store since the start.", ServerReport()
  ) {
    Field("server", \.server, server, "The server; omitted in process.")
    Field("memoryBytes", \.memoryBytes, "The memory of the process.")
    Field("writer", \.writer, writer, "The writer of the database.")
  }

  private static let server = Shape<ServerFigures>.object(
    ServerFigures()
  ) {
    Field("uptimeMs", \.uptimeMs, "The time since the start.")
    Field("connections", \.connections, "Open connections.")
    Field("accepted", \.accepted, "Connections accepted since the start.")
    Field("refused", \.refused, "Connections refused since the start.")
    Field("methods", \.methods, .map(method), "The counters of each method, by name.")
  }
  private static let method = Shape<ServerFigures.Method>.object(
    ServerFigures.Method()
  ) {
    Field("calls", \.calls, "The number of calls.")
    Field("errors", \.errors, "The number of calls that returned an error.")
    Field("totalMs", \.totalMs, "The total time of the calls.")
    Field("p50Ms", \.p50Ms, "The median time of a call.")
    Field("p99Ms", \.p99Ms, "The 99th percentile of the time of a call.")
    Field("maxMs", \.maxMs, "The longest time of a call.")
  }
  private static let writer = Shape<WriterFigures>.object(WriterFigures()) {
    Field("commits", \.commits, "Committed transactions.")
    Field("writes", \.writes, "Writes in committed transactions.")
    Field("largestGroup", \.largestGroup, "Largest number of writes in one transaction.")
    Field("waiting", \.waiting, "Writes waiting for a transaction.")
    Field("framesInLog", \.framesInLog, "Pages in the write-ahead log.")
    Field("checkpoints", \.checkpoints, "Checkpoints of the write-ahead log.")
    Field("blockedCheckpoints", \.blockedCheckpoints, "Checkpoints blocked by a reader.")
    Field("lastCheckpointError", \.lastCheckpointError, "The error of the last checkpoint, if it failed.")
  }

  package static let databaseInfo = Shape<StoreInfo>(
    "DatabaseInfo", "The database's file, schema and contents.",
    StoreInfo(
      path: nil, schemaVersion: 0, sqliteVersion: "", fileBytes: 0, logBytes: 0, freeBytes: 0, homework: 0, quizzes: 0,
      questions: 0, attempts: 0, answers: 0, pictures: 0, events: EventRange(oldest: 0, newest: 0))
  ) {
    Field("path", \.path, "The path of the file.")
    Field("schemaVersion", \.schemaVersion, "The version of the schema.")
    Field("sqliteVersion", \.sqliteVersion, "The version of SQLite.")
    Field("postgresVersion", \.postgresVersion, "The version of the server, on PostgreSQL.")
    Field("fileBytes", \.fileBytes, "The size of the file in bytes.")
    Field("logBytes", \.logBytes, "The size of the write-ahead log in bytes.")
    Field("freeBytes", \.freeBytes, "Unused bytes in the file.")
    Field("homework", \.homework, "The number of homework.")
    Field("quizzes", \.quizzes, "The number of quizzes.")
    Field("questions", \.questions, "The number of questions.")
    Field("attempts", \.attempts, "The number of attempts.")
    Field("answers", \.answers, "The number of answers.")
    Field("pictures", \.pictures, "The number of pictures.")
    Field("oldestEvent", \.events.oldest, "The number of the oldest event kept.")
    Field("newestEvent", \.events.newest, "The number of the newest event; 0 if there is none.")
  }

  package static let finding = Shape<Inconsistency>.object(Inconsistency(kind: .value, place: "", detail: "")) {
    Field("kind", \.kind, .word, "What is damaged.")
    Field("place", \.place, "Where it is.")
    Field("detail", \.detail, "What is stored, and what it should be.")
  }
}

/// The server, and its limits.
public struct ServerInfo: Hashable, DefaultInitializable {
  public var name = "", version = "", database = "", pid = 0, limits: [String: Int] = [:]

  public init() {}
}

/// The counters of a server and its store since the start.
public struct ServerReport: Hashable, DefaultInitializable {
  /// The counters of the server; `nil` in process.
  public var server: ServerFigures?
  public var memoryBytes = 0, writer = WriterFigures()

  public init() {}
}

/// The counters of a store's writer since it was opened.
public struct WriterFigures: Hashable, DefaultInitializable {
  public var commits = 0, writes = 0, largestGroup = 0, waiting = 0
  public var framesInLog = 0, checkpoints = 0, blockedCheckpoints = 0, lastCheckpointError: String?

  public init() {}
}
