/// What a file is and how large.
public struct StoreInfo: Hashable, Sendable {
  /// `nil` in memory; the version of the schema, from 1; and that of the library that serves the file.
  public let path: String?, schemaVersion: Int, sqliteVersion: String
  /// Of the file, of the write-ahead log beside it, and of pages that nothing uses: `vacuum` gives those back.
  public let fileBytes: Int, logBytes: Int, freeBytes: Int
  /// Rows of each kind.
  public let homework: Int, quizzes: Int, questions: Int, attempts: Int, answers: Int, pictures: Int
  /// The numbers of the events kept.
  public let events: EventRange

  package init(
    path: String?, schemaVersion: Int, sqliteVersion: String, fileBytes: Int, logBytes: Int, freeBytes: Int,
    homework: Int, quizzes: Int, questions: Int, attempts: Int, answers: Int, pictures: Int, events: EventRange
  ) {
    (self.path, self.schemaVersion, self.sqliteVersion) = (path, schemaVersion, sqliteVersion)
    (self.fileBytes, self.logBytes, self.freeBytes) = (fileBytes, logBytes, freeBytes)
    (self.homework, self.quizzes, self.questions) = (homework, quizzes, questions)
    (self.attempts, self.answers, self.pictures, self.events) = (attempts, answers, pictures, events)
  }
}

/// The numbers of the events that are still kept.
public struct EventRange: Hashable, Sendable {
  /// 0 both where nothing has happened yet.
  public let oldest: Int64, newest: Int64

  package init(oldest: Int64, newest: Int64) { (self.oldest, self.newest) = (oldest, newest) }
}
