import HomeworkCommandLine
import HomeworkService

extension CommandTable {
  static let general: [Command] = [
    Command("help", "[COMMAND]", 0...2, "explains a command", example: "hwdb help scenario run") { invocation in
      guard !invocation.operands.isEmpty else { return Output.write(Help.overview) }
      let (command, rest) = try find(invocation.operands)
      guard rest.isEmpty else { throw CommandFailure.usage("\"\(rest[0])\" is too much: hwdb help \(command.name)") }
      Output.write(Help.text(of: command))
    }
  ]
}

enum Help {
  static var overview: String {
    let width = CommandTable.all.map(\.name.count).max() ?? 0
    let commands = CommandTable.all.map { "  hwdb \($0.name.padded(to: width))  \($0.summary)\n" }.joined()
    return "hwdb \(Service.version) keeps homework, quizzes, attempts and progress.\n\n\(commands)\n"
      + "Every command takes:\n\(Option.global.explained)\nhwdb help COMMAND explains one.\n"
  }

  static func text(of command: Command) -> String {
    var text = "hwdb \(command.synopsis)\n\n  \(command.summary)\n"
    if !command.options.isEmpty { text += "\n\(command.options.explained)" }
    return text + "\nExample:\n  \(command.example)\n"
  }
}
