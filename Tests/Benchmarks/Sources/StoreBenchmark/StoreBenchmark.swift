import CLimit
import Foundation
import HomeworkModel
import HomeworkStore
import Measure

/// The store against SQLite's plain C interface: the same schema, pragmas and work, in turn, in one run.
///
///     StoreBenchmark [--json] [--quick] [--only WORDS] [--keep DIRECTORY]
///
/// `--quick` leaves out the file of a million homework, `--keep` reuses the files of an earlier run.
@main struct StoreBenchmark {
  static func main() throws {
    let kept = value(of: "--keep")
    let directory =
      kept.map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.temporaryDirectory.appending(path: "hwdb-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { if kept == nil { try? FileManager.default.removeItem(at: directory) } }
    let files = Files(directory)
    var figures = try writes(files) + reads(files)
    figures += try concurrency(files) + learners(files) + exchanges(files)
    if !CommandLine.arguments.contains("--quick") { figures += try scale(files) }
    try report("HomeworkStore against the plain C interface of SQLite, prepared statements", figures)
  }

  /// Returns whether a figure's name contains the words of `--only`.
  static func isWanted(_ name: String) -> Bool {
    value(of: "--only").map { name.contains($0) } ?? true
  }

  static let limitName = "C"

  /// Compares the operations per second of both.
  static func compare(
    _ name: String, _ operations: Int, rounds: Int = 7, goal: Double, store: @escaping () throws -> Void,
    limit: @escaping () throws -> Void
  ) throws -> Figure? {
    guard isWanted(name) else { return nil }
    let times = try alternate(rounds: rounds, [store, limit])
    let rates = times.map { Double(operations) / $0.seconds }
    return Figure(name, rates[0], "op/s", against: (limitName, rates[1]), goal: .atLeast(goal))
  }
}

/// Databases of the store's schema, created once and copied.
struct Files {
  let directory: URL

  init(_ directory: URL) { self.directory = directory }

  func path(_ name: String) -> String { directory.appending(path: name).path }

  /// Creates a file of homework, each with a quiz of ten MCQs, added a millisecond apart.
  func made(_ name: String, homework count: Int) throws -> String {
    let path = path(name)
    guard !FileManager.default.fileExists(atPath: path) else { return path }
    try fill(path, homework: count)
    return path
  }

  /// Fills a file and closes it, so that everything is in the file itself.
  private func fill(_ path: String, homework count: Int) throws {
    let clock = SteppingClock()
    var options = StoreOptions()
    options.durability = .normal
    options.clock = { clock.next() }
    let store = try Store.openAndWait(path: path, options: options)
    for start in stride(from: 0, to: count, by: 10_000) {
      for part in stride(from: start, to: min(count, start + 10_000), by: 100) {
        // A hundred per transaction, so that a page has several times to sort by.
        try store.writeAndWait { tx in
          for number in part..<min(count, part + 100) { _ = try tx.addHomework(sample(number)) }
        }
      }
    }
  }

  func copy(_ path: String, _ name: String) throws -> String {
    let target = self.path(name)
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: target + suffix) }
    try FileManager.default.copyItem(atPath: path, toPath: target)
    return target
  }
}

final class SteppingClock: @unchecked Sendable {
  private let lock = NSLock()
  private var now: Int64 = 1_767_225_600_000

  func next() -> Timestamp {
    lock.withLock {
      now += 1
      return Timestamp(millisecondsSince1970: now)
    }
  }
}

func sample(_ number: Int) -> HomeworkDraft {
  HomeworkDraft(
    title: "Homework \(number) about fractions", subject: "Mathematics",
    text: "Read pages 12 to 14 and do the exercises at the end.",
    quiz: QuizDraft(
      questions: (0..<10).map { question in
        QuestionDraft(
          prompt: "What is \(question)/8 + \(number % 8)/8 in lowest terms?",
          body: .mcq(options: ["three quarters", "one half", "five eighths", "one"], correctIndex: 0),
          explanation: "Add the numerators, then divide both by what they share.")
      }))
}
