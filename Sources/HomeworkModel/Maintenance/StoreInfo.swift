/// The description of a store.
public struct StoreInfo: Hashable, Sendable {
  /// The path, `nil` in memory; the schema version, from 1; and SQLite's version.
  public var path: String?, schemaVersion: Int, sqliteVersion: String
  /// The server's version, if the store is in a PostgreSQL database. `fileBytes` is then the size of the whole
  /// database, with all libraries.
  public var postgresVersion: String?
  /// The sizes in bytes of the file, of its write-ahead log, and of its unused pages, which `vacuum` frees.
  public var fileBytes: Int, logBytes: Int, freeBytes: Int
  /// The number of rows of each kind.
  public var homework: Int, quizzes: Int, questions: Int, attempts: Int, answers: Int, pictures: Int
  /// The range of the events kept.
  public var events: EventRange

  package init(
    path: String?, schemaVersion: Int, sqliteVersion: String, postgresVersion: String? = nil, fileBytes: Int,
    logBytes: Int, freeBytes: Int, homework: Int, quizzes: Int, questions: Int, attempts: Int, answers: Int,
    pictures: Int, events: EventRange
  ) {
    (self.path, self.schemaVersion, self.sqliteVersion) = (path, schemaVersion, sqliteVersion)
    self.postgresVersion = postgresVersion
    (self.fileBytes, self.logBytes, self.freeBytes) = (fileBytes, logBytes, freeBytes)
    (self.homework, self.quizzes, self.questions) = (homework, quizzes, questions)
    (self.attempts, self.answers, self.pictures, self.events) = (attempts, answers, pictures, events)
  }
}

/// The numbers of the oldest and the newest event kept.
public struct EventRange: Hashable, Sendable {
  /// Both are 0 if there are no events.
  public var oldest: Int64, newest: Int64

  package init(oldest: Int64, newest: Int64) { (self.oldest, self.newest) = (oldest, newest) }
}
