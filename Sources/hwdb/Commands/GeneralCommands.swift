import HomeworkCommandLine
import HomeworkService

extension CommandTable {
  static let general: [Command] = [
    Command("help", "[COMMAND]", 0...2, "explains a command", example: "hwdb help scenario run") { invocation in
      guard !invocation.operands.isEmpty else { return Output.write(Help.overview) }
      if invocation.operands.count == 1, let help = Help.text(ofGroup: invocation.operands[0]) {
        return Output.write(help)
      }
      let (command, rest) = try find(invocation.operands)
      guard rest.isEmpty else {
        throw CommandFailure.usage("unexpected argument \"\(rest[0])\": hwdb help \(command.name)")
      }
      Output.write(Help.text(of: command))
    }
  ]

  /// `hwdb attempt --help`, as `hwdb help attempt`.
  static func help(ofGroup word: String) -> Invocation? {
    guard Help.text(ofGroup: word) != nil, let help = general.first else { return nil }
    return Invocation(command: help, operands: [word], options: [:])
  }
}

enum Help {
  static var overview: String {
    let width = CommandTable.all.map(\.name.count).max() ?? 0
    let commands = CommandTable.all.map { "  hwdb \($0.name.padded(to: width))  \($0.summary)\n" }.joined()
    return "hwdb \(Service.version) keeps homework, quizzes, attempts and progress.\n\n\(commands)\n"
      + "Options of every command:\n\(Option.global.explained)\nhwdb help COMMAND explains a command.\n"
  }

  /// What the commands are about that begin with the same word.
  static let groups = [
    "attempt": "plays a quiz step by step; each answer is saved before its line appears",
    "daemon": "runs your own daemon, which programs call over a socket",
    "database": "checks, repairs, backs up and restores the database",
    "library": "manages the libraries in a directory, such as one for each class; each is a file",
    "learner": "manages learners: each has their own attempts, progress and stars",
    "motion": "shows and checks animations, with full and reduced motion",
    "quiz": "sets, shows and edits the quiz of a homework",
    "scenario": "runs scripts that kill the program and check what it keeps and shows",
  ]

  /// `nil` where no command goes on after the word.
  static func text(ofGroup word: String) -> String? {
    let members = CommandTable.all.filter { $0.words.count > 1 && $0.words[0] == word }
    guard !members.isEmpty, !CommandTable.all.contains(where: { $0.words == [word] }) else { return nil }
    let synopses = members.map { ([$0.name, $0.operands].filter { !$0.isEmpty }).joined(separator: " ") }
    let width = synopses.map(\.count).max() ?? 0
    let lines = zip(synopses, members).map { "  hwdb \($0.padded(to: width))  \($1.summary)\n" }.joined()
    let about = groups[word].map { "  \($0)\n\n" } ?? ""
    return "hwdb \(word) COMMAND\n\n\(about)\(lines)\nhwdb help \(members[0].name) explains that command.\n"
  }

  static func text(of command: Command) -> String {
    var text = "hwdb \(command.synopsis)\n\n  \(command.summary)\n"
    if !command.options.isEmpty { text += "\n\(command.options.explained)" }
    return text + "\nExample:\n  \(command.example)\n"
  }
}
