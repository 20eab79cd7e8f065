import HomeworkModel
import HomeworkSystem

/// Counts the calls by which a program changes its files, or writes to the runner, over all of its threads and
/// processes.
///
/// `strace` prints a call as it begins, and has it wait a moment, so that a kill can strike before any of them. It is
/// not asked to strike itself: it would count the calls of each thread apart.
struct CallCounter {
  enum Call: Hashable { case file, saved, other }

  private let root: String
  private let output: String
  /// The calls since the last action began.
  private(set) var calls: [Call] = []
  /// The threads whose present call was counted as it began.
  private var begun: Set<Int> = []
  /// The number of the call before which to strike.
  var strikesAt: Int?
  /// True once it was time to strike, and if that call was over before it was seen.
  private(set) var hasStruck = false, isTooLate = false

  /// - Parameters:
  ///   - directory: the program's data directory.
  ///   - output: the pipe to which the program writes lines.
  init(_ directory: String, output: String) {
    (root, self.output) = ("/" + Paths.resolved(directory).split(separator: "/").joined(separator: "/"), output)
  }

  mutating func begin(strikingAt number: Int?) { (calls, strikesAt, hasStruck, isTooLate) = ([], number, false, false) }

  /// Takes what `strace` has printed of a call, and returns whether it is time to strike.
  ///
  /// - Parameter isComplete: false for the beginning of a line.
  mutating func take(_ line: [UInt8], isComplete: Bool) -> Bool {
    guard let space = line.firstIndex(of: 32), let thread = Int(String(decoding: line[..<space], as: UTF8.self)),
      let start = line[space...].firstIndex(where: { $0 != 32 })
    else { return false }
    let isUnfinished = isComplete && line.suffix(DiskRecorder.unfinished.count).elementsEqual(DiskRecorder.unfinished)
    let isOver = isComplete && !isUnfinished
    if begun.contains(thread) {
      if isOver { begun.remove(thread) }
      return false
    }
    if line[start...].starts(with: Array("<... ".utf8)) { return false }
    var beginning = isUnfinished ? Array(line.dropLast(DiskRecorder.unfinished.count)) : line
    if isOver, let end = line.lastIndex(of: UInt8(ascii: ")")) { beginning = Array(line[..<end]) }
    guard let call = SystemCall(beginning + Array(") = 1".utf8)), let kind = kind(call) else { return false }
    if !isOver { begun.insert(thread) }
    calls.append(kind)
    guard calls.count == strikesAt else { return false }
    (hasStruck, isTooLate) = (true, isOver)
    return true
  }

  private func kind(_ call: SystemCall) -> Call? {
    guard Strace.changes.contains(call.name) else { return nil }
    if call[0].path == output { return call[1].text.contains("\"saved\"") ? .saved : .other }
    let paths = call.arguments.indices.map { index in
      let (text, directory) = (call[index].text, index > 0 ? call[index - 1].path : nil)
      return call[index].path ?? (text.hasPrefix("/") ? text : directory.map { Paths.path(of: text, in: $0) } ?? text)
    }
    return paths.contains { $0.hasPrefix(root + "/") } ? .file : nil
  }
}
