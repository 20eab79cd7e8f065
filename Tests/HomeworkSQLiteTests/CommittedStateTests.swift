import HomeworkEngine
import HomeworkSQLite
import HomeworkTestKit
import Testing

/// What tells, without a lock, whether anything was written.
@Suite struct `The committed state of a database` {
  private enum Step: CaseIterable {
    case write, otherWrites, rollBack, read
    /// Moves the log into the file, and empties it.
    case emptyLog
    /// Nobody has the file open for a moment, so that log and index are made anew.
    case reopen, writeAlone
  }

  private struct Bench {
    let directory: TemporaryDirectory
    var own: Connection?, other: Connection?

    init() throws {
      directory = try TemporaryDirectory()
      try connection().execute("CREATE TABLE t (number); INSERT INTO t VALUES (0)")
      try open()
    }

    mutating func open() throws {
      (own, other) = (try connection(), try connection())
      _ = try number()
    }

    private func connection() throws -> Connection {
      let connection = try Connection(path: directory.path("x.sqlite"), access: .create, busyTimeoutMs: 0)
      try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
      return connection
    }

    func number() throws -> Int { try #require(own).number("SELECT number FROM t") }

    mutating func take(_ step: Step) throws {
      let add = "UPDATE t SET number = number + 1"
      switch step {
      case .write: try own?.execute(add)
      case .otherWrites: try other?.execute(add)
      case .rollBack: try own?.execute("BEGIN IMMEDIATE; \(add); ROLLBACK")
      case .read: _ = try number()
      case .emptyLog: _ = try own?.checkpoint(.truncate)
      case .reopen, .writeAlone:
        (own, other) = (nil, nil)
        if step == .writeAlone { try connection().execute(add) }
        try open()
      }
    }
  }

  /// Every way of up to four steps.
  @Test func `is another after each change, whoever made it, and the same where there is none`() throws {
    var bench = try Bench()
    for length in 1...4 {
      for number in 0..<power(Step.allCases.count, length) {
        var (rest, met) = (number, [(state: CommittedState, content: Int)]())
        for _ in 0..<length {
          let step = Step.allCases[rest % Step.allCases.count]
          rest /= Step.allCases.count
          let before = try (#require(bench.own).committedState, bench.number())
          try bench.take(step)
          let state = try #require(bench.own).committedState
          let content = try bench.number()
          // Who reads first after somebody else finds what is the newest by then.
          #expect(try #require(bench.own).committedState == state)
          guard let state else {
            Issue.record("\(step): no state")
            return
          }
          if step == .read || step == .rollBack { #expect(state == before.0 && content == before.1) }
          for earlier in met where earlier.state == state { #expect(earlier.content == content, "\(number)") }
          met.append((state, content))
        }
      }
    }
  }

  @Test func `is not known before the first read, nor of a database in memory`() throws {
    let bench = try Bench()
    let late = try Connection(path: bench.directory.path("x.sqlite"), access: .readOnly)
    #expect(late.committedState == nil)
    #expect(try late.number("SELECT number FROM t") == 0)
    #expect(try late.committedState == #require(bench.own).committedState)
    let memory = try Connection(path: ":memory:", access: .create)
    #expect(try memory.number("SELECT 1") == 1)
    #expect(memory.committedState == nil)
  }

  private func power(_ base: Int, _ exponent: Int) -> Int { (0..<exponent).reduce(1) { result, _ in result * base } }
}
