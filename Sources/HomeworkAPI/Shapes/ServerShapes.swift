package import HomeworkModel

extension Shapes {
  static let serverInfo = Shape<ServerInfo>.object(
    Field("name", .string, \.name, "`hwdb`."), Field("version", .string, \.version, "The version of the program."),
    Field("database", .string, \.database, "The path of the database."),
    Field("pid", .count, \.pid, "The process id."),
    Field("limits", .map(.count), \.limits, "Limits, such as the bytes of a message and the requests of a batch."),
    make: ServerInfo.init)

  package static let serverReport = Shape<ServerReport>(
    "ServerStatistics", "Counters of a server and its store since the start.",
    Field(optional: "server", server, \.server, "The server; omitted in process."),
    Field("memoryBytes", .count, \.memoryBytes, "The memory of the process."),
    Field("writer", writer, \.writer, "The writer of the database; of all libraries unless the call names one."),
    Field("libraries", libraries, \.libraries, "The open libraries."), make: ServerReport.init)

  private static let server = Shape<ServerFigures>.object(
    Field("uptimeMs", .count, \.uptimeMs, "The time since the start."),
    Field("connections", .count, \.connections, "Open connections."),
    Field("accepted", .count, \.accepted, "Connections accepted since the start."),
    Field("refused", .count, \.refused, "Connections refused since the start."),
    Field("methods", .map(method), \.methods, "The counters of each method, by name."), make: ServerFigures.init)
  private static let method = Shape<ServerFigures.Method>.object(
    Field("calls", .count, \.calls, "The number of calls."),
    Field("errors", .count, \.errors, "The number of calls that returned an error."),
    Field("totalMs", .number, \.totalMs, "The total time of the calls."),
    Field("p50Ms", .number, \.p50Ms, "The median time of a call."),
    Field("p99Ms", .number, \.p99Ms, "The 99th percentile of the time of a call."),
    Field("maxMs", .number, \.maxMs, "The longest time of a call."),
    make: ServerFigures.Method.init)
  private static let writer = Shape<WriterFigures>.object(
    Field("commits", .count, \.commits, "Committed transactions."),
    Field("writes", .count, \.writes, "Writes in committed transactions."),
    Field("largestGroup", .count, \.largestGroup, "Largest number of writes in one transaction."),
    Field("waiting", .count, \.waiting, "Writes waiting for a transaction."),
    Field("framesInLog", .count, \.framesInLog, "Pages in the write-ahead log."),
    Field("checkpoints", .count, \.checkpoints, "Checkpoints of the write-ahead log."),
    Field("blockedCheckpoints", .count, \.blockedCheckpoints, "Checkpoints blocked by a reader."),
    Field(
      optional: "lastCheckpointError", .string, \.lastCheckpointError, "The error of the last checkpoint, if it failed."
    ),
    make: WriterFigures.init)

  private static let libraries = Shape<LibraryFigures>.object(
    Field("open", .count, \.open, "Open libraries."),
    Field("inUse", .count, \.inUse, "Libraries in use by calls, sessions or subscriptions."),
    Field("most", .count, \.most, "How many libraries are kept open; more only while in use."),
    Field("opened", .count, \.opened, "Libraries opened since the start."),
    Field("closed", .count, \.closed, "Libraries closed to make room for others."), make: LibraryFigures.init)

  static let library = Shape<LibraryInfo>(
    "Library", "A library and its file.",
    Field("name", .string, \.name, "The name."),
    Field("fileBytes", .count, \.fileBytes, "The size of the file in bytes."),
    Field("changedAt", .time, \.changedAt, "When the file was last changed."), make: LibraryInfo.init)

  package static let databaseInfo = Shape<StoreInfo>(
    "DatabaseInfo", "The database's file, schema and contents.",
    Field(optional: "path", .string, \.path, "The path of the file."),
    Field("schemaVersion", .count, \.schemaVersion, "The version of the schema."),
    Field("sqliteVersion", .string, \.sqliteVersion, "The version of SQLite."),
    Field(optional: "postgresVersion", .string, \.postgresVersion, "The version of the server, on PostgreSQL."),
    Field("fileBytes", .count, \.fileBytes, "The size of the file in bytes."),
    Field("logBytes", .count, \.logBytes, "The size of the write-ahead log in bytes."),
    Field("freeBytes", .count, \.freeBytes, "Unused bytes in the file."),
    Field("homework", .count, \.homework, "The number of homework."),
    Field("quizzes", .count, \.quizzes, "The number of quizzes."),
    Field("questions", .count, \.questions, "The number of questions."),
    Field("attempts", .count, \.attempts, "The number of attempts."),
    Field("answers", .count, \.answers, "The number of answers."),
    Field("pictures", .count, \.pictures, "The number of pictures."),
    Field("oldestEvent", .count, \.events.oldest, "The number of the oldest event kept."),
    Field("newestEvent", .count, \.events.newest, "The number of the newest event; 0 if there is none.")
  ) {
    StoreInfo(
      path: $0, schemaVersion: $1, sqliteVersion: $2, postgresVersion: $3, fileBytes: $4, logBytes: $5, freeBytes: $6,
      homework: $7, quizzes: $8, questions: $9, attempts: $10, answers: $11, pictures: $12,
      events: EventRange(oldest: $13, newest: $14))
  }

  static let finding = Shape<Inconsistency>.object(
    Field("kind", .word, \.kind, "What is damaged."), Field("place", .string, \.place, "Where it is."),
    Field("detail", .string, \.detail, "What is stored, and what it should be."), make: Inconsistency.init)
}

/// The server, and its limits.
public struct ServerInfo: Hashable, Sendable {
  public let name: String, version: String, database: String
  public let pid: Int
  public let limits: [String: Int]

  package init(name: String, version: String, database: String, pid: Int, limits: [String: Int]) {
    (self.name, self.version, self.database, self.pid, self.limits) = (name, version, database, pid, limits)
  }
}

/// The counters of a server and its store since the start.
public struct ServerReport: Hashable, Sendable {
  /// The counters of the server; `nil` in process.
  public let server: ServerFigures?
  public let memoryBytes: Int
  public let writer: WriterFigures
  public let libraries: LibraryFigures

  package init(server: ServerFigures?, memoryBytes: Int, writer: WriterFigures, libraries: LibraryFigures) {
    (self.server, self.memoryBytes, self.writer, self.libraries) = (server, memoryBytes, writer, libraries)
  }
}

/// The counters of open libraries.
public struct LibraryFigures: Hashable, Sendable {
  public let open: Int, inUse: Int, most: Int, opened: Int, closed: Int

  package init(open: Int, inUse: Int, most: Int, opened: Int, closed: Int) {
    (self.open, self.inUse, self.most, self.opened, self.closed) = (open, inUse, most, opened, closed)
  }
}

/// The counters of a store's writer since it was opened.
public struct WriterFigures: Hashable, Sendable {
  public let commits: Int, writes: Int, largestGroup: Int, waiting: Int
  public let framesInLog: Int, checkpoints: Int, blockedCheckpoints: Int
  public let lastCheckpointError: String?

  package init(
    commits: Int, writes: Int, largestGroup: Int, waiting: Int, framesInLog: Int, checkpoints: Int,
    blockedCheckpoints: Int, lastCheckpointError: String?
  ) {
    (self.commits, self.writes, self.largestGroup, self.waiting) = (commits, writes, largestGroup, waiting)
    (self.framesInLog, self.checkpoints) = (framesInLog, checkpoints)
    (self.blockedCheckpoints, self.lastCheckpointError) = (blockedCheckpoints, lastCheckpointError)
  }
}
