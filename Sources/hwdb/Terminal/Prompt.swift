import HomeworkAPI
import HomeworkFormats
import HomeworkSystem

/// Asks the user for confirmation, if a terminal is present.
enum Prompt {
  static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Asks a yes/no question. No answer means no.
  static func confirm(_ question: String) -> Bool {
    Output.tell("\(question) [y/N] ")
    return ["y", "yes"].contains(readLine()?.lowercased())
  }

  /// Asks the user to repeat a name before something is permanently deleted, and returns the answer.
  ///
  /// - Parameters:
  ///   - invocation: the command line; if `--yes` gives the name, it is not asked for.
  ///   - command: the command as it is typed.
  static func name(_ invocation: Invocation, _ command: String, _ question: String) throws(CommandFailure) -> String {
    if let given = invocation.value("yes") { return given }
    guard isPossible else {
      throw .usage("\(command) asks only on a terminal: add --yes \(invocation.operands[0])")
    }
    Output.tell("\(question) ")
    return readLine()?.trimmedAtEnds ?? ""
  }
}
