/// Every error of a store, classified by what a caller can do about it. A call that throws has changed nothing.
public enum StoreError: Error, Hashable, Sendable {
  case notFound(Entity, String)
  /// All faults in the input, by path.
  case invalid([Fault])
  /// A quiz has at most one attempt in progress: resume this one, finish it or abandon it.
  case attemptAlreadyOpen(Attempt.ID)
  /// A quiz is not replaced while an attempt at it is open.
  case quizInUse(Attempt.ID)
  /// The attempt is already completed or abandoned.
  case attemptOver(Attempt.ID, Attempt.State)
  /// Questions are settled in order: the current one has this index, from 0.
  case wrongQuestion(current: Int)
  case everyQuestionSettled(Attempt.ID)
  case questionsLeft(Int)
  /// The attempt's time limit has passed, and no more answers are accepted: finish it.
  case timeUp(Attempt.ID)
  /// The attempt's last answer is not counted although the learner asks for it.
  case notAcceptable(Attempt.ID, NotAcceptable)
  /// No questions match the selection, for this reason.
  case nothingToPractise(String)
  /// The quiz was edited meanwhile: look at this revision first.
  case quizRevised(Quiz.ID)
  /// The generation of a quiz failed and may not be retried yet.
  case tooEarly(retryAfterSeconds: Int)
  /// Several ids begin or end with the given text: up to 20 of them.
  case ambiguousId(String, candidates: [String])
  /// Several titles contain the given text: up to 20 of them, each with the end of its id.
  case ambiguousTitle(String, candidates: [String])
  /// Several learners' names contain the given text: up to 20 of them.
  case ambiguousName(String, candidates: [String])
  /// The entity to import already exists here.
  case alreadyThere(Entity, String)
  /// Another learner has this name.
  case nameTaken(String)
  /// The attempt is played on another copy of the library: take it over first.
  case attemptElsewhere(Attempt.ID)
  /// The other database is no copy of this library.
  case otherLibrary
  /// The other copy speaks another version of what copies tell each other.
  case otherSchema(found: Int, known: Int)
  /// Another connection held its lock for longer than the limit.
  case busy
  /// The caller gave up before its write began.
  case cancelled
  /// A request id was reused with another request.
  case requestReused(String)
  /// Some of the requested events are trimmed or have not happened yet; the available range is given.
  case historyGone(oldest: Int64, newest: Int64)
  case unavailable(Unavailability)
  /// A hook of this store's own program refused the commit, or failed after it.
  case stoppedByHook(String)
  /// A schema rule was broken that the code should have checked first: a bug in this program.
  case inconsistent(String)

  /// The kind of entity that was looked up.
  public enum Entity: String, Hashable, Sendable {
    case homework, quiz, attempt, learner

    /// The command that lists them.
    fileprivate var listing: String {
      switch self {
      case .homework, .quiz: "list"
      case .attempt, .learner: "\(rawValue) list"
      }
    }
  }

  /// The reason why an answer is not counted. Indexes of questions are from 0.
  public enum NotAcceptable: Hashable, Sendable {
    /// The library's settings do not allow it.
    case notAllowed
    case nothingSettled
    /// A later question is settled.
    case isNotLast(lastIndex: Int)
    case isNotTyped(Int)
    case isNotWrong(Int, Outcome)
  }

  /// The reason why a file or a server's database cannot be used as a store.
  public enum Unavailability: Hashable, Sendable {
    case notADatabase(path: String)
    /// A database of another program.
    case foreign(path: String)
    /// The file was written by a newer version of this program.
    case newerSchema(found: Int, known: Int)
    /// An older version of this program wrote it, and it was to be neither upgraded nor written.
    case olderSchema(found: Int, known: Int)
    /// A version of this program before its first release wrote it, with another schema.
    case development(database: String)
    case cannotOpen(path: String, String)
    /// The database is unusable until the user follows the advice.
    case unusable(database: String, String, advice: String)
    /// The database's server is unreachable now, but may be reachable in a moment.
    case unreachable(database: String, String)
    /// The file was deleted, moved or replaced while open: its writes would be lost when the process ends. The first
    /// write refused for this reason may be in the open file; later ones are not begun.
    case displaced(path: String)
    /// The latest writes are in a log whose database is missing.
    case logAlone(path: String)
    /// The log beside the database belongs to another database, which was there before.
    case foreignLog(path: String)
    /// The file has several names (hard links), each of which would have a log of its own.
    case severalNames(path: String)
    case corrupt(String)
    case diskFull
    /// The system does not let this process's files grow so large.
    case fileTooLarge
    case outOfMemory
    case readOnly
    case inputOutput(String)
  }
}

/// Describes the problem, then the remedy.
extension StoreError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notFound(let entity, let text): "no \(entity.rawValue) \(excerpt(text)): run hwdb \(entity.listing)"
    case .invalid(let faults): Faults(faults).text()
    case .attemptAlreadyOpen(let id): "attempt \(id) is open already: resume, finish or abandon it first"
    case .quizInUse(let id): "attempt \(id) is being played: finish or abandon it before the quiz is replaced"
    case .attemptOver(let id, let state): "attempt \(id) is \(state.rawValue): start another one"
    case .wrongQuestion(let current): "question \(current + 1) is the next one: settle that first"
    case .everyQuestionSettled(let id): "every question of attempt \(id) is settled: finish it"
    case .questionsLeft(1): "1 question is not settled yet: answer or skip it first"
    case .questionsLeft(let count): "\(count) questions are not settled yet: answer or skip them first"
    case .timeUp(let id): "the time of attempt \(id) is up: finish it"
    case .notAcceptable(let id, let reason): reason.description(of: id)
    case .nothingToPractise(let reason): "nothing to practise: \(reason)"
    case .quizRevised(let id): "the quiz was edited meanwhile: look at quiz \(id), and edit that"
    case .tooEarly(let seconds): "too early to try again: wait \(seconds) s"
    case .ambiguousId(let text, let candidates):
      "\"\(excerpt(text))\" fits several ids: give more of one of \(candidates.joined(separator: ", "))"
    case .ambiguousTitle(let text, let candidates):
      "\"\(excerpt(text))\" is in several titles: give the id of one of \(candidates.joined(separator: ", "))"
    case .ambiguousName(let text, let candidates):
      "\"\(excerpt(text))\" is in several names: give the whole of one of \(candidates.joined(separator: ", "))"
    case .alreadyThere(let entity, let text): "\(entity.rawValue) \(text) is here already: nothing was imported"
    case .nameTaken(let name): "there is a learner \(excerpt(name)) already: give another name"
    case .attemptElsewhere(let id):
      "attempt \(id) is played on another copy of the library: take it over with hwdb attempt resume --take"
    case .otherLibrary: "the other database is no copy of this library: give one of its copies, or a new file"
    case .otherSchema(let found, let known):
      "the other copy is of version \(found) and this one of version \(known): "
        + "use the same version of hwdb for both"
    case .cancelled: "it was cancelled, and has changed nothing: ask again"
    case .requestReused(let id): "request \(excerpt(id)) was made before with other parameters: give a new requestId"
    case .historyGone(let oldest, let newest):
      "these events are no longer kept: read the current state, then follow from \(newest) (\(oldest) is the oldest)"
    case .busy: "the database is locked by another process: try again"
    case .unavailable(let reason): reason.description
    case .stoppedByHook(let reason): "the commit was stopped: \(reason)"
    case .inconsistent(let detail): "a rule of the database broke (\(detail)): please report this"
    }
  }
}

extension StoreError.NotAcceptable {
  fileprivate func description(of id: Attempt.ID) -> String {
    switch self {
    case .notAllowed:
      "this library keeps answers as they are graded: allow it with hwdb database settings --accept-answers on"
    case .nothingSettled: "no question of attempt \(id) is answered yet: answer one first"
    case .isNotLast(let last):
      "only the last answer can be counted, and question \(last + 1) is the last one answered: play the quiz again"
    case .isNotTyped(let index):
      "the answer to question \(index + 1) is not a typed one: only a wrong typed answer can be counted"
    case .isNotWrong(let index, .skipped): "question \(index + 1) was skipped: only a wrong typed answer can be counted"
    case .isNotWrong(let index, _): "the answer to question \(index + 1) counts already: go on with the quiz"
    }
  }
}

extension StoreError.Unavailability {
  package var description: String {
    switch self {
    case .notADatabase(let path): "\(path) is not a database: give another path"
    case .foreign(let path): "\(path) is a database of another program, left as it is: give another path"
    case .newerSchema(let found, let known):
      "the database has schema \(found), this program knows up to \(known): update hwdb; if it is running, restart it"
    case .olderSchema(let found, let known):
      "the database has schema \(found), and this program needs \(known): open it once with hwdb, which upgrades it, "
        + "or allow the upgrade (StoreOptions.migration)"
    case .development(let database):
      "\(database) was written by a development version of hwdb: export its quizzes with the program that wrote it "
        + "(hwdb export), and import them into a new database (hwdb import)"
    case .cannotOpen(let path, let message): "\(path) cannot be opened (\(message)): check the path and its permissions"
    case .unusable(let database, let message, let advice): "\(database) cannot be used (\(message)): \(advice)"
    case .unreachable(let database, let message): "\(database) cannot be reached (\(message)): try again in a moment"
    case .displaced(let path):
      "\(path) was deleted, moved or replaced while it was open: put it back, or save what was in it with "
        + "database backup and start again"
    case .logAlone(let path):
      "\(path)-wal has the latest writes, but its database is missing: put \(path) back, or move the log away"
    case .foreignLog(let path):
      "\(path)-wal is not the log of \(path), which was replaced: move \(path)-wal away to use the file as it is, "
        + "or put the earlier file back"
    case .severalNames(let path):
      "\(path) has several names (hard links), and writes through one would destroy those through another: "
        + "delete the other names, or give each a copy of its own (cp)"
    case .corrupt(let message): "the database is damaged (\(message)): restore a backup"
    case .diskFull: "the disk is full: make room and try again"
    case .fileTooLarge: "the database may not grow any larger (file size limit): raise ulimit -f and try again"
    case .outOfMemory: "out of memory: end other programs, or ask for less, and try again"
    case .readOnly: "the database is read-only: check its permissions"
    case .inputOutput(let message): "the database cannot be read or written (\(message)): check the disk"
    }
  }
}

extension StoreError {
  /// Returns the error for an impossible value in a row: another program changed the file, or the storage is corrupt.
  package static func damaged(_ what: String, _ found: String) -> StoreError {
    .unavailable(.corrupt("\"\(found.prefix(80))\" is no \(what)"))
  }
}
