import HomeworkAPI
import HomeworkFormats
import HomeworkSystem

/// Asks before something is deleted or replaced: on a terminal; elsewhere the command needs `--yes`.
enum Prompt {
  static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Asks a yes/no question. No answer means no.
  ///
  /// - Throws: `CommandFailure` unless the answer is yes.
  static func confirm(_ invocation: Invocation, _ question: String) throws(CommandFailure) {
    let answer = try answer(invocation, "\(question) [y/N]", yes: "--yes") ?? ""
    guard invocation.has("yes") || ["y", "yes"].contains(answer.lowercased()) else {
      throw .refused(RPCError(.cancelled, "nothing was changed"))
    }
  }

  /// Asks the user to repeat a name before something is permanently deleted; `--yes NAME` repeats it without a prompt.
  static func name(_ invocation: Invocation, _ question: String) throws(CommandFailure) -> String {
    try answer(invocation, question, yes: "--yes \(invocation.operands[0])") ?? ""
  }

  private static func answer(
    _ invocation: Invocation, _ question: String, yes: String
  ) throws(CommandFailure) -> String? {
    if let name = invocation.value("yes") { return name }
    guard canAsk else {
      throw .usage(
        "\(invocation.command.name) cannot ask for confirmation without a terminal: add \(yes)",
        form: "\(invocation.command.name) \(invocation.operands.map(Invocation.quoted).joined(separator: " ")) \(yes)")
    }
    Output.writeError("\(question) ")
    return readLine()?.trimmedAtEnds
  }
}

extension Option {
  static let yes = Option("yes", "do not ask for confirmation")
}
