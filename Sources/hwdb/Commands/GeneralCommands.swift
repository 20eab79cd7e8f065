import HomeworkAPI
import HomeworkService

extension CommandTable {
  static let general: [Command] = [
    Command(
      "help", "[GROUP | COMMAND]", 0...2, "lists the commands of a group, or explains a command",
      example: "hwdb help scenario run"
    ) { invocation in
      guard !invocation.operands.isEmpty else { return Output.write(Help.overview) }
      if invocation.operands.count == 1, let help = Help.text(ofGroup: invocation.operands[0]) {
        return Output.write(help)
      }
      Output.write(Help.text(of: try find(invocation.operands).0))
    }
  ]

  /// Reads `hwdb`, `hwdb attempt` and `hwdb attempt --help` as a call of `help`, which is never an error: it leaves
  /// unknown words out.
  static func help(on words: [String]) -> Invocation {
    let known = (try? find(words))?.0.words ?? words.prefix(1).filter { Help.text(ofGroup: $0) != nil }
    return Invocation(command: general[0], operands: known, options: [:])
  }
}

enum Help {
  /// The overview, which fits a screen of 24 lines and 80 columns.
  static var overview: String {
    let groups = CommandGroup.all.map { group in
      let names = group.words.map { word in
        CommandTable.all.contains { $0.words == [word] } ? word : "\(word) …"
      }
      return "  \(group.name.padded(to: 11))\(names.joined(separator: ", "))\n"
    }
    return "hwdb \(Service.version) keeps quizzes, attempts and progress, and crash-tests quiz apps.\n\n"
      + "\(groups.joined())\nOptions of every command:\n\(Option.global.explained)"
      + "hwdb help GROUP lists a group's commands; hwdb help COMMAND explains one.\n"
  }

  /// Returns the help of a group, or of the commands that begin with a word; `nil` if there are none.
  static func text(ofGroup word: String) -> String? {
    let group = CommandGroup.all.first { $0.name == word }
    let members = group?.commands ?? CommandTable.all.filter { $0.words.count > 1 && $0.words[0] == word }
    guard !members.isEmpty, !CommandTable.all.contains(where: { $0.words == [word] }) else { return nil }
    let lines = explained(members.map { ("hwdb \($0.name) \($0.operands)".trimmedAtEnd, $0.summary) })
    let title = group.map { "\(word): \($0.summary)" } ?? "hwdb \(word) COMMAND"
    return "\(title)\n\n\(lines)\nhwdb help \(members[0].name) explains that command.\n"
  }

  static func text(of command: Command) -> String {
    var text = "hwdb \(command.form)\n\n  \(inLines(command.summary, indent: 2))\n"
    if !command.options.isEmpty { text += "\n\(command.options.explained)" }
    return text + "\nExample:\n  \(command.example)\n"
  }
}
