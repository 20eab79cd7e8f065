internal import CHomeworkLinux
import HomeworkProcess
import HomeworkReports
import HomeworkSystem

/// Processes that a program started and moved to their own process groups. They are found as its descendants or, if it
/// ended by itself, as orphans that this process has adopted, or by a mark in their environment.
package enum OrphanProcesses {
  static let variable = "HWDB_SCENARIO_DIRECTORY"

  /// A process and its start time, which distinguishes it from a later process with the same number.
  package struct Process: Hashable {
    package let pid: Int32
    let start: [UInt8]
  }

  static func end(mark: String) {
    let wanted = Array("\(variable)=\(mark)".utf8)
    for pid in all {
      guard pid != getpid(), let environment = content(of: pid, "environ") else { continue }
      let isOurs = environment.split(separator: 0).contains { $0.elementsEqual(wanted) }
      if isOurs { _ = HomeworkSystem.kill(pid, SIGKILL) }
    }
  }

  /// Sends a signal; 0 does nothing.
  package static func send(_ signal: Int32, to family: Set<Process>) {
    for process in family where isAlive(process) { _ = HomeworkSystem.kill(process.pid, signal) }
  }

  /// Ends the orphans of programs that have ended; a running program holds its own descendants.
  ///
  /// - Returns: the numbers of the processes that cannot be ended.
  static func endOrphans() -> [Int32] {
    var left: [Int32] = []
    func orphans() -> Set<Process> {
      ChildProcess.withGroups { groups in
        let children = all.compactMap(status).filter { $0.parent == getpid() }.map(\.process)
        return Set(children.filter { !groups.contains($0.pid) && !left.contains($0.pid) })
      }
    }
    while case let found = orphans(), !found.isEmpty {
      left += end(found)
      for orphan in found { waitpid(orphan.pid, nil, WNOHANG) }
    }
    return left
  }

  /// Returns the numbers of the processes that cannot be ended.
  ///
  /// - Parameter send: sends a signal to them.
  package static func end(_ family: Set<Process>, by send: (Int32, Set<Process>) -> Void = send) -> [Int32] {
    send(SIGKILL, family)
    var left = family
    let deadline = ContinuousClock.now.advanced(by: .seconds(10))
    while ContinuousClock.now < deadline {
      left = left.filter(isAlive)
      // A process that writes to a busy disk takes a while to die; one of another user never does.
      if left.allSatisfy({ HomeworkSystem.kill($0.pid, 0) != 0 && errno == EPERM }) { break }
      usleep(5000)
    }
    return left.map(\.pid).sorted()
  }

  private static func isAlive(_ process: Process) -> Bool {
    status(of: process.pid).map { $0.process == process && !$0.isCorpse } ?? false
  }

  /// A process whose parent has not reaped it is not alive.
  static func isAlive(_ pid: Int32) -> Bool {
    status(of: pid).map { !$0.isCorpse } ?? (HomeworkSystem.kill(pid, 0) == 0 || errno == EPERM)
  }

  /// Waits for a process to end; returns false if it still runs then.
  static func hasEnded(_ pid: Int32, until deadline: ContinuousClock.Instant) -> Bool {
    while isAlive(pid) {
      guard ContinuousClock.now < deadline else { return false }
      usleep(5000)
    }
    return true
  }

  /// Returns all descendants of a living process.
  package static func descendants(of pid: Int32) -> Set<Process> {
    let statuses = all.compactMap(status)
    var (family, found): (Set<Process>, Set<Int32>) = ([], [pid])
    // A child may have a smaller number than its parent.
    while case let next = statuses.filter({ found.contains($0.parent) && !found.contains($0.process.pid) }),
      !next.isEmpty
    {
      family.formUnion(next.map(\.process))
      found.formUnion(next.map(\.process.pid))
    }
    return family
  }

  /// The numbers of all processes; empty without /proc.
  private static var all: [Int32] { Files.names(in: "/proc").compactMap { Int32($0) } }

  private static func status(of pid: Int32) -> (process: Process, parent: Int32, isCorpse: Bool)? {
    // The name, in parentheses, may contain any character.
    guard let bytes = content(of: pid, "stat"), let end = bytes.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
    guard fields.count > 19, let parent = Int32(String(decoding: fields[1], as: UTF8.self)) else { return nil }
    return (Process(pid: pid, start: Array(fields[19])), parent, fields[0].elementsEqual("Z".utf8))
  }

  /// Returns `nil` for another user's processes.
  private static func content(of pid: Int32, _ name: String) -> [UInt8]? {
    let descriptor = open("/proc/\(pid)/\(name)", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while case let count = read(descriptor, &chunk, chunk.count), count > 0 { bytes += chunk.prefix(count) }
    return bytes
  }
}
