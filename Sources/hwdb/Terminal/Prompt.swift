import HomeworkAPI
import HomeworkFormats
import HomeworkSystem

/// Asks a person, where one is there.
enum Prompt {
  static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// No answer is a no.
  static func confirm(_ question: String) -> Bool {
    Output.tell("\(question) [y/N] ")
    return ["y", "yes"].contains(readLine()?.lowercased())
  }

  /// Returns the name that a person gives once more before something goes for good.
  ///
  /// - Parameters:
  ///   - invocation: asks nobody where `--yes` gives the name.
  ///   - command: as it is typed.
  static func name(_ invocation: Invocation, _ command: String, _ question: String) throws(CommandFailure) -> String {
    if let given = invocation.value("yes") { return given }
    guard isPossible else {
      throw .usage("\(command) asks only on a terminal: add --yes \(invocation.operands[0])")
    }
    Output.tell("\(question) ")
    return readLine()?.trimmedAtEnds ?? ""
  }
}
