import Foundation
import HomeworkJSON
import HomeworkStore
import HomeworkFormats
import HomeworkScenarios
import HomeworkRPC

/// What libFuzzer calls with each input. `$FUZZ` names what reads it. A trap is a find; an error is an answer.
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
  case wire, scenario, quiz, database

  func read(_ bytes: Data) {
    switch self {
    case .wire: wire(bytes)
    case .scenario: scenario(String(decoding: bytes, as: UTF8.self))
    case .quiz: quiz(bytes)
    case .database: database(bytes)
    }
  }

  /// What is read is written as it was read.
  private func wire(_ bytes: Data) {
    var framer = LineFramer(limit: 1 << 16)
    for line in framer.take([UInt8](bytes)) + [framer.finish() ?? []] {
      guard let value = try? JSONValue(parsing: line) else { continue }
      let again = try? JSONValue(parsing: value.encoded())
      precondition(again == value, "what was written is read as something else")
    }
  }

  /// What is formatted means the same.
  private func scenario(_ text: String) {
    guard let scenarios = try? ScenarioParser.parse(ScenarioSource(name: "f", text: text)) else { return }
    let formatted = ScenarioFormatter.format(text)
    let again = try? ScenarioParser.parse(ScenarioSource(name: "f", text: formatted))
    precondition(again?.count == scenarios.count, "what was formatted is read as something else")
  }

  /// What is taken fits the rules of a quiz, and is exported.
  private func quiz(_ bytes: Data) {
    guard let found = try? QuizImporter.read(bytes) else { return }
    for format in QuizExporter.formats { _ = QuizExporter.text(of: found.quizzes, as: format) }
  }

  /// Bytes as a file: refused, or read and checked.
  private func database(_ bytes: Data) {
    let path = "/dev/shm/hwdb-fuzz-\(getpid()).sqlite"
    defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) } }
    for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
    guard (try? bytes.write(to: URL(fileURLWithPath: path))) != nil, let store = try? Store.open(path: path) else {
      return
    }
    _ = try? store.homeworkList()
    _ = try? store.statistics()
    _ = try? store.check()
  }
}
