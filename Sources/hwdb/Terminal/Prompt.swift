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

  /// Reads a line, without showing it on a terminal.
  static func secret(_ question: String) -> String {
    guard isPossible else { return readLine() ?? "" }
    Output.tell("\(question) ")
    var shown = termios()
    tcgetattr(STDIN_FILENO, &shown)
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
      Output.tell("\n")
    }
    return readLine() ?? ""
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
