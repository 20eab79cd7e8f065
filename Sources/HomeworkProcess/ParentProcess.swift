internal import CHomeworkLinux
import HomeworkSystem

/// The process that started this one and waits for its answers: without it, they are useless.
package enum ParentProcess {
  /// The environment variable that passes its pid to its children.
  package static let variable = "HWDB_PARENT"

  /// Makes this process end when its parent does, for any reason.
  package static func endWithIt() {
    _ = endWithParent()
    // The parent may have ended before this call.
    if let parent = Surroundings.environment[variable], parent != String(getppid()) { _exit(0) }
  }

  /// Makes this process end when its parent does, if that has started it as a part of itself.
  package static func endWithIt(ifPartOf variables: [String: String]) {
    if variables[variable] == String(getppid()) { endWithIt() }
  }

  /// Lowers this process's priority below that of others, including its parent.
  package static func giveWay() { giveWayToOthers(10) }

  /// Makes this process end at the end of standard input, which must not be read any more.
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
