import Foundation
import HomeworkModel
import HomeworkScenarios
import HomeworkStore

/// Two processes on one file: one is stopped before each of its steps, while the other does all of its part, or as much
/// as it can before it has to wait for the first.
///
/// Afterwards commits continue until a frame wrongly counted as moved would be missed.
public final class Interleaving {
  /// The argument that makes an executable the other process.
  public static let argument = "beside"

  /// A process's part.
  public enum Part: String, CaseIterable, Sendable {
    case write, move, empty
    /// Moves the log with SQLite's own checkpoint.
    case movePlainly
    /// Opens the file, writes, and closes it.
    case visit
    /// Closes the file: the last process to close it moves the log.
    case leave
  }

  public struct Outcome: Sendable {
    /// The number of steps of the stopped process when undisturbed, and the steps after which something was lost or
    /// damaged.
    public var steps = 0
    public var wrong: [String] = []
  }

  private let bench: Bench
  private let other: Process
  private let patienceMs: Int32
  private var number = 0
  private var answers = Data()
  private var missing = 0
  private let (toOther, fromOther) = (Pipe(), Pipe())

  /// - Parameters:
  ///   - worker: an executable that calls `serve`.
  ///   - patienceMs: how long the stopped process waits for the other.
  public init(worker: String, patienceMs: Int32 = 20) throws {
    bench = try Bench()
    self.patienceMs = patienceMs
    other = Process()
    other.executableURL = URL(fileURLWithPath: worker)
    other.arguments = [Self.argument]
    (other.standardInput, other.standardOutput) = (toOther, fromOther)
    try other.run()
  }

  deinit {
    try? toOther.fileHandleForWriting.close()
    other.waitUntilExit()
  }

  /// Runs the other process: answers each line of `PART PATH` with the number of rows it has committed in this file.
  public static func serve() {
    var actor: Actor?
    while let words = readLine()?.split(separator: " ").map(String.init), words.count == 2 {
      if actor?.path != words[1] { actor = Actor(words[1]) }
      var answer = ""
      do {
        if let part = Part(rawValue: words[0]) { try actor?.take(part) }
        answer = "\(actor?.committed ?? 0)"
      } catch {
        answer = "\(error)".replacingOccurrences(of: "\n", with: " ")
      }
      FileHandle.standardOutput.write(Data("\(answer)\n".utf8))
    }
  }

  /// Stops `part` before each of its steps, while the other process does `disturbance`.
  ///
  /// - Parameter isMoved: whether the whole log has been moved into the file beforehand.
  public func run(_ part: Part, disturbedBy disturbance: [Part], isMoved: Bool) throws -> Outcome {
    var outcome = Outcome()
    repeat {
      do {
        let path = "\(bench.path)/\(number)"
        number += 1
        guard let committed = try play(part, disturbance, at: outcome.steps + 1, isMoved: isMoved, path) else { break }
        outcome.steps += 1
        try judge(path, committed)
      } catch {
        outcome.steps += 1
        _ = try? committed()
        outcome.wrong.append("\(part), disturbed by \(disturbance) at step \(outcome.steps): \(error)")
      }
    } while true
    return outcome
  }

  /// Returns the number of rows committed; `nil` if there are fewer steps.
  private func play(
    _ part: Part, _ disturbance: [Part], at stop: Int, isMoved: Bool, _ path: String
  ) throws -> Int? {
    let disk = FaultyDisk()
    let own = Actor(path, on: disk)
    try own.make()
    ask(Array(repeating: .write, count: 6) + (isMoved ? [.move] : []) + (part == .leave ? [.leave] : []), path)
    _ = try committed()
    var steps = 0
    var failure: (any Error)?
    disk.setStep {
      steps += 1
      guard steps == stop else { return }
      self.ask(disturbance, path)
      do { _ = try self.committed(withinMs: self.patienceMs) } catch { failure = error }
    }
    defer { disk.setStep(nil) }
    try own.take(part)
    if let failure { throw failure }
    guard steps >= stop else { return nil }
    // Write beyond the earlier frames, so that frames wrongly counted as moved are never moved.
    ask(Array(repeating: .write, count: 12) + [.move, .write, .leave], path)
    return own.committed + (try committed())
  }

  private func ask(_ parts: [Part], _ path: String) {
    toOther.fileHandleForWriting.write(Data(parts.map { "\($0) \(path)\n" }.joined().utf8))
    missing += parts.count
  }

  /// Returns the number of rows that the other process has committed, once it has done all its parts or the time is up.
  private func committed(withinMs limit: Int32 = 10_000) throws -> Int {
    var (committed, refusal) = (0, "")
    while missing > 0 {
      var watched = pollfd(fd: fromOther.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&watched, 1, limit) > 0 else { break }
      let bytes = fromOther.fileHandleForReading.availableData
      guard !bytes.isEmpty else { throw Wrong("the other process ended") }
      answers += bytes
      while let end = answers.firstIndex(of: 10) {
        let answer = String(decoding: answers[..<end], as: UTF8.self)
        answers = Data(answers[(end + 1)...])
        missing -= 1
        if let count = Int(answer) { committed = count } else { refusal = answer }
      }
    }
    guard refusal.isEmpty else { throw Wrong(refusal) }
    return committed
  }

  private func judge(_ path: String, _ committed: Int) throws {
    let connection = try Connection(path: path, access: .readWrite)
    let structure = try connection.first("PRAGMA integrity_check") { $0.text(0) } ?? ""
    guard structure == "ok" else { throw Wrong(structure) }
    let found = try connection.number("SELECT count(*) FROM t")
    guard found == committed else { throw Wrong("\(found) rows of \(committed)") }
  }
}

/// One of the two processes: it never waits for locks.
private final class Actor {
  let path: String
  private let disk: FaultyDisk?
  private var connection: Connection?
  private(set) var committed = 0

  init(_ path: String, on disk: FaultyDisk? = nil) {
    (self.path, self.disk) = (path, disk)
  }

  private func open() throws -> Connection {
    let connection = try Connection(path: path, access: .create, busyTimeoutMs: 0, disk: disk?.vfs)
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
    return connection
  }

  private func opened() throws -> Connection {
    let opened = try connection ?? open()
    connection = opened
    return opened
  }

  func make() throws {
    try opened().execute("CREATE TABLE t (id INTEGER PRIMARY KEY, filling); CREATE INDEX i ON t (filling)")
  }

  func take(_ part: Interleaving.Part) throws {
    do {
      switch part {
      case .write: try write(opened())
      case .move: _ = try opened().checkpoint()
      case .empty: _ = try opened().emptyLog()
      case .movePlainly: try opened().execute("PRAGMA wal_checkpoint")
      case .visit: try write(open())
      case .leave: connection = nil
      }
    } catch StoreError.busy {
      // The error of a program that has waited long enough.
    }
  }

  private func write(_ connection: Connection) throws {
    try connection.execute("INSERT INTO t (filling) VALUES (randomblob(700))")
    committed += 1
  }
}
