import Foundation
import HomeworkAPI
import HomeworkFormats
import HomeworkModel
import HomeworkScenarios
import HomeworkStore

/// libFuzzer's entry point, called with each input. `$FUZZ` names the reader. A trap is a defect; an error is not.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.read(Data(bytes: start ?? UnsafePointer(bitPattern: 1)!, count: count))
  return 0
}

/// libFuzzer's own entry, for a program whose `main` the package manager gives.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@_cdecl("fuzz_main")
func main(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
  var (count, arguments) = (count, arguments)
  return runDriver(&count, &arguments, { fuzz($0, $1) })
}

private let target = Target(rawValue: ProcessInfo.processInfo.environment["FUZZ"] ?? "") ?? .wire

private enum Target: String {
  case wire, scenario, quiz, steps, database

  func read(_ bytes: Data) {
    switch self {
    case .wire: wire(bytes)
    case .scenario: scenario(String(decoding: bytes, as: UTF8.self))
    case .quiz: quiz(bytes)
    case .steps: steps(bytes)
    case .database: database(bytes)
    }
  }

  /// A message that can be read is written the same.
  private func wire(_ bytes: Data) {
    var framer = LineFramer(limit: 1 << 16)
    for line in framer.take([UInt8](bytes)) + [framer.finish() ?? []] {
      guard let value = try? JSONValue(parsing: line) else { continue }
      let again = try? JSONValue(parsing: value.encoded())
      precondition(again == value, "what was written is read as something else")
    }
  }

  /// Formatting does not change a script's meaning.
  private func scenario(_ text: String) {
    guard let scenarios = try? ScenarioParser.parse(ScenarioSource(name: "f", text: text)) else { return }
    let formatted = ScenarioFormatter.format(text)
    let again = try? ScenarioParser.parse(ScenarioSource(name: "f", text: formatted))
    precondition(again?.count == scenarios.count, "what was formatted is read as something else")
  }

  /// Imported quizzes are valid, and can be exported.
  private func quiz(_ bytes: Data) {
    guard let found = try? QuizImporter.read(bytes) else { return }
    for format in QuizExporter.formats { _ = QuizExporter.text(of: found.quizzes, as: format) }
  }

  /// Reading is linear: an input sixteen times as long takes at most sixty-four times the processor time, while a
  /// quadratic reader would take 256 times.
  private func steps(_ bytes: Data) {
    guard (4...256).contains(bytes.count) else { return }
    func spent(_ size: Int) -> Double {
      var text = Data(capacity: size)
      while text.count < size { text += bytes }
      let start = clock_gettime_nsec()
      for format in [nil, QuizFormat.gift, .aiken, .csv, .tsv, .moodleXML, .qti, .markdown, .openTriviaQA, .blackboard]
      {
        _ = try? QuizImporter.read(text, as: format)
      }
      return clock_gettime_nsec() - start
    }
    let small = spent(4096)
    let large = spent(65_536)
    // Below ten milliseconds noise is larger than what is measured.
    precondition(large < 1e7 || large < 64 * small, "\(large / 65_536) ns a byte of 64 KiB, \(small / 4096) of 4 KiB")
  }

  private func clock_gettime_nsec() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// Bytes as a file: refused, or read and checked.
  private func database(_ bytes: Data) {
    let path = "/dev/shm/hwdb-fuzz-\(getpid()).sqlite"
    defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) } }
    for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
    guard (try? bytes.write(to: URL(fileURLWithPath: path))) != nil, let store = try? Store.openAndWait(path: path)
    else {
      return
    }
    _ = try? store.readAndWait { try $0.statistics() }
    _ = try? store.readAndWait { try $0.attemptList() }
    for homework in (try? store.readAndWait { try $0.homeworkList() }.items) ?? [] {
      _ = try? store.readAndWait { try $0.quiz(for: homework.id) }
      _ = try? store.readAndWait { try $0.picture(of: homework.id) }
      let open = homework.openAttemptId.flatMap { id in try? store.readAndWait { try $0.attempt(id) } }
      guard let attempt = open ?? (try? store.writeAndWait { try $0.startAttempt(homework.id) }) else { continue }
      for _ in attempt.questionIndex...attempt.questionCount {
        _ = try? store.writeAndWait { try $0.settle(.choice(0), in: attempt.id) }
      }
      _ = try? store.writeAndWait { try $0.finishAttempt(attempt.id) }
    }
    _ = try? store.writeAndWait { try $0.undoDeletion() }
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      _ = try? await store.repair()
      done.signal()
    }
    done.wait()
  }
}
