import HomeworkSystem

/// Asks a person, where one is there.
enum Prompt {
  static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// No answer is a no.
  static func confirm(_ question: String) -> Bool {
    Output.tell("\(question) [y/N] ")
    return ["y", "yes"].contains(readLine()?.lowercased())
  }

  /// What is typed; nothing for none.
  static func answer(_ question: String) -> String {
    Output.tell("\(question) ")
    return readLine() ?? ""
  }
}
