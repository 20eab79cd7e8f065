import Foundation
import HomeworkModel
import HomeworkPostgres
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Testing

/// A store in a file and one on PostgreSQL, with the same times and ids: the same operations give the same results.
final class Sides {
  let directory = TemporaryDirectory()
  let server: PostgresServer
  let url: String
  let file: Store, served: Store

  init(on server: PostgresServer? = nil) throws {
    self.server = try server ?? .shared()
    url = try self.server.createDatabase()
    file = try Store.openAndWait(path: directory.path("x.sqlite"), options: Counted().options)
    served = try Store.openAndWait(postgres: url, options: Counted().options)
  }

  /// Does the same to both, and expects equal results.
  @discardableResult
  func both<Value: Equatable>(_ body: (Store) throws -> Value) throws -> Value {
    let (one, other) = (Self.outcome { try body(file) }, Self.outcome { try body(served) })
    #expect(one == other)
    return try one.get()
  }

  /// Writes the same to both.
  func write(_ body: (WriteTransaction) throws -> Void) throws {
    _ = try both { store in
      try store.writeAndWait(body)
      return true
    }
  }

  @discardableResult
  func write<Value: Equatable>(_ body: (WriteTransaction) throws -> Value) throws -> Value {
    try both { try $0.writeAndWait(body) }
  }

  @discardableResult
  func read<Value: Equatable>(_ body: (ReadTransaction) throws -> Value) throws -> Value {
    try both { try $0.readAndWait(body) }
  }

  static func outcome<Value>(_ body: () throws -> Value) -> Result<Value, StoreError> {
    Result { try body() }.mapError { $0 as? StoreError ?? .inconsistent("\($0)") }
  }
}

/// Returns the library with this name in a test's database.
func library(_ name: String, at url: String) throws -> PostgresLibrary {
  PostgresLibrary(try PostgresURL("\(url)&schema=\(name)"))
}

/// A test's own library on PostgreSQL.
struct Served {
  let server: PostgresServer
  let url: String
  let library: PostgresLibrary

  init(on server: PostgresServer? = nil, settings: String = "") throws {
    self.server = try server ?? .shared()
    url = try self.server.createDatabase() + settings
    library = PostgresLibrary(try PostgresURL(url))
    _ = try library.open()
  }

  /// Returns a store with its own connections, like another process's.
  func open(_ options: StoreOptions = StoreOptions()) throws -> Store {
    try Store.openAndWait(postgres: url, options: options)
  }

  /// Runs statements behind the store's back, without triggers.
  @discardableResult
  func strike(_ statements: String...) throws -> String {
    try Self.strike(server, url, statements)
  }

  @discardableResult
  static func strike(_ server: PostgresServer, _ url: String, _ statements: [String]) throws -> String {
    let script = (["SET session_replication_role = replica"] + statements).joined(separator: "; ")
    return try server.execute(script, database: databaseName(of: url))
  }
}

func databaseName(of url: String) -> String {
  String(url.split(separator: "?")[0].split(separator: "/").last!)
}

/// Times a second apart, and ids that count.
final class Counted: Sendable {
  private let state: Guarded<(ticks: Int64, draws: UInt64)>

  init(from draws: UInt64 = 0) { state = Guarded((0, draws)) }

  /// Sets the clock forward.
  func advance(milliseconds: Int64) { state.withLock { $0.ticks += milliseconds } }

  var options: StoreOptions {
    StoreOptions(
      clock: {
        self.state.withLock {
          $0.ticks += 1000
          return Timestamp(millisecondsSince1970: 1_767_225_600_000 + $0.ticks)
        }
      },
      identifiers: {
        self.state.withLock {
          $0.draws += 1
          return (0, $0.draws << 20)
        }
      })
  }
}

let mcq = QuestionDraft(
  prompt: "1/2 + 1/4?", body: .mcq(options: ["3/4", "2/6"], correctIndex: 0), explanation: "2/4 + 1/4")
let fillBlank = QuestionDraft(
  prompt: "The lower number?", body: .fillBlank(correctAnswer: "denominator", acceptedAnswers: ["the denominator"]))
let shortAnswer = QuestionDraft(
  prompt: "Why?", body: .shortAnswer(correctAnswer: "half", keyConcepts: [["half", "1/2"]]))

extension WriteTransaction {
  /// Answers an attempt's next questions, MCQs, and finishes it.
  func answer(_ outcomes: [Outcome], in attempt: Attempt.ID, finishes: Bool = true) throws {
    for outcome in outcomes {
      let response: Response =
        switch outcome {
        case .correct: .choice(0)
        case .wrong: .choice(1)
        case .skipped: .skip
        }
      _ = try settle(response, in: attempt, elapsedMs: 100)
    }
    if finishes { _ = try finishAttempt(attempt) }
  }
}
