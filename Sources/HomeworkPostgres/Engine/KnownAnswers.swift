import HomeworkSystem

/// Answers about one library that were read before, and hold as long as nobody writes to it.
final class KnownAnswers: Sendable {
  /// A query and its values.
  struct Question: Hashable {
    fileprivate let sql: SQL.Key, bytes: [UInt8], starts: [Int]

    init(_ sql: SQL, _ values: ValueList) { (self.sql, bytes, starts) = (sql.key, values.bytes, values.starts) }
  }

  /// Which state of a library the answers are about. A server that has lost commits may come to the same count of
  /// changes by others, but not within the same millisecond.
  struct State: Equatable { let change: Int64, changedAtMs: Int64 }

  private struct Memory {
    var state: State?
    /// Whether nobody had written when it was looked last, so that it is worth asking whether that is still so.
    var isLikely = false
    var answers: [Question: PostgresAnswer] = [:]
    var byteCount = 0
  }

  private let memory = Guarded(Memory())

  /// The bytes of all answers together, and of one.
  private static let mostBytes = 4 << 20, mostBytesOfOne = 1 << 16

  /// Whether the answer is most likely known.
  func expects(_ question: Question) -> Bool {
    memory.withLock { $0.isLikely && $0.answers[question] != nil }
  }

  /// Notes in which state the library is, and forgets what was so in another.
  func look(_ state: State) {
    memory.withLock { memory in
      memory.isLikely = memory.state == state
      if !memory.isLikely { memory = Memory(state: state) }
    }
  }

  /// Returns the answer that holds in this state.
  func answer(to question: Question, in state: State) -> PostgresAnswer? {
    memory.withLock { $0.state == state ? $0.answers[question] : nil }
  }

  func add(_ answer: PostgresAnswer, to question: Question, in state: State) {
    let byteCount = answer.byteCount
    guard byteCount <= Self.mostBytesOfOne else { return }
    memory.withLock { memory in
      guard memory.state == state else { return }
      if memory.byteCount + byteCount > Self.mostBytes { (memory.answers, memory.byteCount) = ([:], 0) }
      memory.byteCount += byteCount
      memory.answers[question] = answer
    }
  }

  func removeAll() { memory.withLock { $0 = Memory() } }
}

/// What one transaction sees of a library, of which some may be known from others before it.
final class Snapshot {
  private let connection: PostgresConnection
  private let known: KnownAnswers?
  private let looked: PostgresAnswer
  private var seen: KnownAnswers.State??

  /// Asks how the library is, with the first statement of a transaction.
  init(_ connection: PostgresConnection, of library: Int64, knowing known: KnownAnswers?) throws(PostgresError) {
    (self.connection, self.known) = (connection, known)
    looked = try connection.ask("SELECT change, changed_at_ms FROM hwdb.library WHERE id = ?", library)
  }

  /// How the library is; `nil` if it is gone.
  var state: KnownAnswers.State? {
    get throws(PostgresError) {
      if let seen { return seen }
      try connection.wait()
      let state = try looked.rows { KnownAnswers.State(change: $0.int64(0), changedAtMs: $0.int64(1)) }.first
      if let state { known?.look(state) }
      seen = state
      return state
    }
  }

  /// Returns the answer to a query whose values are bound.
  func answer(to sql: SQL) throws(PostgresError) -> PostgresAnswer {
    guard let known else { return try connection.answer(to: sql) }
    let question = KnownAnswers.Question(sql, connection.values.list)
    if seen != nil || known.expects(question), let state = try state,
      let answer = known.answer(to: question, in: state)
    {
      return answer
    }
    // Travels with the look, unless that was waited for.
    let answer = try connection.answer(to: sql)
    if let state = try state { known.add(answer, to: question, in: state) }
    return answer
  }
}
