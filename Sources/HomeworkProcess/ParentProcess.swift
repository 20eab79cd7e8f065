internal import CHomeworkLinux
import HomeworkSystem

/// The process that started this one and waits for its answers: without it, nobody wants them.
package enum ParentProcess {
  /// Its pid, in the environment of those that it starts.
  package static let variable = "HWDB_PARENT"

  /// Has this process end with its parent, however that ends.
  package static func endWithIt() {
    _ = endWithParent()
    // It may have ended before it could be asked for.
    if let parent = Surroundings.environment[variable], parent != String(getppid()) { _exit(0) }
  }

  /// Has this process give way to others, its parent among them.
  package static func giveWay() { giveWayToOthers(10) }

  /// Has this process end where standard input does, of which nothing more is to be read.
  package static func endWithInput() {
    Threads.start {
      var byte: UInt8 = 0
      while true {
        let count = read(STDIN_FILENO, &byte, 1)
        if count == 0 || count < 0 && errno != EINTR { _exit(0) }
      }
    }
  }
}
