package import HomeworkModel
public import HomeworkRPC

extension Shapes {
  static let serverInfo = Shape<ServerInfo>.object(
    Field("name", .string, \.name, "`hwdb`."), Field("version", .string, \.version, "Of the program."),
    Field("database", .string, \.database, "The path of its database."),
    Field("pid", .count, \.pid, "Its process."),
    Field("limits", .map(.count), \.limits, "What it takes at most: bytes of a message, requests of a batch, …"),
    make: ServerInfo.init)

  package static let serverReport = Shape<ServerReport>(
    "ServerStatistics", "What a server and its store have done since they began.",
    Field(optional: "server", server, \.server, "The server; left out in process."),
    Field("memoryBytes", .count, \.memoryBytes, "Memory that the process has."),
    Field("writer", writer, \.writer, "What writes to the database, to all libraries unless one is named."),
    Field("libraries", libraries, \.libraries, "Those that are open."), make: ServerReport.init)

  private static let server = Shape<ServerFigures>.object(
    Field("uptimeMs", .count, \.uptimeMs, "How long it runs."),
    Field("connections", .count, \.connections, "Open now."), Field("accepted", .count, \.accepted, "Ever opened."),
    Field("refused", .count, \.refused, "Turned away."),
    Field("methods", .map(method), \.methods, "By name."), make: ServerFigures.init)
  private static let method = Shape<ServerFigures.Method>.object(
    Field("calls", .count, \.calls, "How many."), Field("errors", .count, \.errors, "Those refused."),
    Field("totalMs", .number, \.totalMs, "The time that all of them took."),
    Field("p50Ms", .number, \.p50Ms, "The median of the time that they took."),
    Field("p99Ms", .number, \.p99Ms, "What one in a hundred exceeded."),
    Field("maxMs", .number, \.maxMs, "The longest."),
    make: ServerFigures.Method.init)
  private static let writer = Shape<WriterFigures>.object(
    Field("commits", .count, \.commits, "Transactions."), Field("writes", .count, \.writes, "Writes in them."),
    Field("largestGroup", .count, \.largestGroup, "Most writes of one transaction."),
    Field("waiting", .count, \.waiting, "Writes that wait now."),
    Field("framesInLog", .count, \.framesInLog, "Pages in the write-ahead log."),
    Field("checkpoints", .count, \.checkpoints, "Times that the log was moved into the database."),
    Field("blockedCheckpoints", .count, \.blockedCheckpoints, "Those that a reader held up."),
    Field(optional: "lastCheckpointError", .string, \.lastCheckpointError, "Why the last one failed."),
    make: WriterFigures.init)

  private static let libraries = Shape<LibraryFigures>.object(
    Field("open", .count, \.open, "Open now."), Field("inUse", .count, \.inUse, "By calls, sessions or subscriptions."),
    Field("most", .count, \.most, "Open at a time, unless more are in use."),
    Field("opened", .count, \.opened, "How often one was opened."),
    Field("closed", .count, \.closed, "How often one was closed for others."), make: LibraryFigures.init)

  static let library = Shape<LibraryInfo>(
    "Library", "A library as its file stands.",
    Field("name", .string, \.name, "How it is called."),
    Field("fileBytes", .count, \.fileBytes, "The size of its file."),
    Field("changedAt", .time, \.changedAt, "When that was changed."), make: LibraryInfo.init)

  package static let databaseInfo = Shape<StoreInfo>(
    "DatabaseInfo", "What the database is, how large, and what is in it.",
    Field(optional: "path", .string, \.path, "Its file."),
    Field("schemaVersion", .count, \.schemaVersion, "Of its schema."),
    Field("sqliteVersion", .string, \.sqliteVersion, "Of the library that reads it."),
    Field("fileBytes", .count, \.fileBytes, "Size of the file."),
    Field("logBytes", .count, \.logBytes, "Size of its write-ahead log."),
    Field("freeBytes", .count, \.freeBytes, "Space in the file that is not used."),
    Field("homework", .count, \.homework, "Homework in it."), Field("quizzes", .count, \.quizzes, "Quizzes in it."),
    Field("questions", .count, \.questions, "Questions in it."),
    Field("attempts", .count, \.attempts, "Attempts in it."), Field("answers", .count, \.answers, "Answers in it."),
    Field("pictures", .count, \.pictures, "Pictures in it."),
    Field("oldestEvent", .integer, \.events.oldest, "The oldest event that is kept."),
    Field("newestEvent", .integer, \.events.newest, "The newest; 0 for none.")
  ) {
    StoreInfo(
      path: $0, schemaVersion: $1, sqliteVersion: $2, fileBytes: $3, logBytes: $4, freeBytes: $5, homework: $6,
      quizzes: $7, questions: $8, attempts: $9, answers: $10, pictures: $11,
      events: EventRange(oldest: $12, newest: $13))
  }

  static let finding = Shape<Inconsistency>.object(
    Field("kind", .word, \.kind, "What is damaged."), Field("place", .string, \.place, "Where."),
    Field("detail", .string, \.detail, "What is stored, and what should be."), make: Inconsistency.init)
}

/// Who serves, and within which limits.
public struct ServerInfo: Hashable, Sendable {
  public let name: String, version: String, database: String
  public let pid: Int
  public let limits: [String: Int]

  package init(name: String, version: String, database: String, pid: Int, limits: [String: Int]) {
    (self.name, self.version, self.database, self.pid, self.limits) = (name, version, database, pid, limits)
  }
}

/// What a server and its store have done since they began.
public struct ServerReport: Hashable, Sendable {
  /// `nil` in process.
  public let server: ServerFigures?
  public let memoryBytes: Int
  public let writer: WriterFigures
  public let libraries: LibraryFigures

  package init(server: ServerFigures?, memoryBytes: Int, writer: WriterFigures, libraries: LibraryFigures) {
    (self.server, self.memoryBytes, self.writer, self.libraries) = (server, memoryBytes, writer, libraries)
  }
}

/// What a server has open of its libraries.
public struct LibraryFigures: Hashable, Sendable {
  public let open: Int, inUse: Int, most: Int, opened: Int, closed: Int

  package init(open: Int, inUse: Int, most: Int, opened: Int, closed: Int) {
    (self.open, self.inUse, self.most, self.opened, self.closed) = (open, inUse, most, opened, closed)
  }
}

/// What the writer of a store has done since it was opened.
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
