package import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkService

/// One command: its words, operands and options, and its help.
package struct Command: Sendable {
  /// The words of the command, such as `["scenario", "run"]`.
  package let words: [String]
  /// `FILE…`, as in the synopsis; empty for none.
  let operands: String
  package let operandCounts: ClosedRange<Int>
  private let makeOptions: @Sendable () -> [Option]
  let summary: String
  let example: String
  let run: @Sendable (Invocation) throws -> Void

  init(
    _ words: String, _ operands: String = "", _ operandCounts: ClosedRange<Int> = 0...0,
    options: @autoclosure @escaping @Sendable () -> [Option] = [],
    _ summary: String, example: String, run: @escaping @Sendable (Invocation) throws -> Void
  ) {
    self.words = words.split(separator: " ").map(String.init)
    self.operands = operands
    self.operandCounts = operandCounts
    makeOptions = options
    self.summary = summary
    self.example = example
    self.run = run
  }

  var name: String { words.joined(separator: " ") }

  /// Made when they are needed, since they follow from the parameters of methods.
  package var options: [Option] { makeOptions() }

  /// How the command is typed: `attempt start ID [OPTION]…`.
  var form: String {
    ([name, operands] + (options.isEmpty ? [] : ["[OPTION]…"])).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// True if its last operand is a text or title, which may have several words.
  var takesText: Bool {
    ["TITLE", "ID", "RESPONSE", "LEARNER", "NAME", "COMMAND"].contains {
      operands == $0 || operands.hasSuffix(" \($0)") || operands == "[\($0)]"
    }
  }

  /// True if `--socket` and `--database` name two different things.
  var takesTwoLibraries: Bool { ["daemon start", "sync"].contains(name) }

  /// True if it has a use for an option of every command.
  func uses(_ option: String) -> Bool {
    let (group, isApart) = (words[0], ["help", "completion", "app", "motion"].contains(words[0]))
    return switch option {
    case "learner": !isApart && !["learner", "database", "sync", "daemon", "scenario", "picture"].contains(group)
    case "database": name == "motion list" || !isApart && name != "daemon stop"
    case "socket": name == "motion list" || !isApart
    default: true
    }
  }
}

extension Option {
  package static let profile = Option(
    "profile", "PROFILE", "one of the five designs to show, also beside --animations",
    choices: ProfileName.designs.map(\.rawValue))
  package static let animations = Option(
    "animations", "FILE", "a file of your own animations, shown instead of the five designs", repeats: true)

  /// The options of every command.
  package static let global = [
    Option("database", "PATH", "the file or postgresql:// address; $HWDB_DATABASE by default"),
    Option("learner", "NAME", "the learner, by name or id; $HWDB_LEARNER by default"),
    Option("socket", "PATH", "use the daemon at this socket; $HWDB_SOCKET by default"),
    Option("json", "print one JSON document"),
    Option("quiet", "do not print what was done"),
    Option("color", "WHEN", "auto, always or never; $NO_COLOR is respected", choices: ["auto", "always", "never"]),
    Option("help", "explain the command; also -h"),
  ]
}

/// A parsed command line.
package struct Invocation: Sendable {
  package let command: Command
  package let operands: [String]
  let options: [String: [String]]

  func value(_ name: String) -> String? { options[name]?.last }

  func values(_ name: String) -> [String] { options[name] ?? [] }

  package func has(_ name: String) -> Bool { options[name] != nil }

  /// Returns the same call with one more option.
  func with(_ name: String, _ value: String) -> Invocation {
    Invocation(command: command, operands: operands, options: options.merging([name: [value]]) { $1 })
  }

  /// True if an option or operand leaves something out of a list.
  var isFiltered: Bool {
    !operands.isEmpty || !options.keys.allSatisfy { name in Option.global.contains { $0.name == name } }
  }

  /// The call as it is typed in a shell.
  var typed: String {
    let words = options.sorted { $0.key < $1.key }.flatMap { name, values in
      values.flatMap { $0.isEmpty ? ["--\(name)"] : ["--\(name)", Self.quoted($0)] }
    }
    return printable((["hwdb", command.name] + operands.map(Self.quoted) + words).joined(separator: " "))
  }

  /// Returns a word with quotes, if a shell needs them.
  static func quoted(_ word: String) -> String {
    word.allSatisfy { $0.isLetter || $0.isNumber || "/._-+,@".contains($0) }
      ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }

  func number(_ name: String) throws(CommandFailure) -> Int64? {
    guard let text = value(name) else { return nil }
    guard let number = Int64(text) else { throw .usage("--\(name) \(text) is not a number: write --\(name) 50") }
    return number
  }

  /// Returns the case that an option's value names. An unknown word is rejected as in the protocol.
  func word<Word: CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, as parameter: String
  ) throws(CommandFailure) -> Word? {
    guard let text = value(name) else { return nil }
    return try Self.word(text, as: parameter)
  }

  static func word<Word: CaseIterable & RawRepresentable<String> & Sendable>(
    _ text: String, as parameter: String
  ) throws(CommandFailure) -> Word {
    var reader = ShapeReader()
    guard let word = reader.read(parameter, .string(text), Shape<Word>.word) else {
      throw .refused(RPCError(.invalidParams, reader.faults))
    }
    return word
  }
}

/// Commands for one purpose: `hwdb help` names them, and `hwdb help GROUP` explains each in a line.
struct CommandGroup: Sendable {
  let name: String, summary: String, commands: [Command]

  /// The first words of its commands.
  var words: [String] {
    var seen: Set<String> = []
    return commands.map { $0.words[0] }.filter { seen.insert($0).inserted }
  }

  static let all = [
    CommandGroup(
      name: "homework", summary: "adds, lists and edits homework", commands: CommandTable.homework),
    CommandGroup(
      name: "quiz", summary: "imports, exports, shows and edits quizzes",
      commands: CommandTable.quizzes + CommandTable.quizEdits),
    CommandGroup(
      name: "attempt", summary: "plays quizzes; each answer is saved before the next question",
      commands: CommandTable.play + CommandTable.reviews + CommandTable.attempts),
    CommandGroup(
      name: "learner", summary: "manages learners, and shows what they have achieved",
      commands: CommandTable.learners + [CommandTable.overview]),
    CommandGroup(
      name: "scenario", summary: "crash-tests a program with scripts that kill it",
      commands: CommandTable.scenarios + CommandTable.apps),
    CommandGroup(
      name: "motion", summary: "shows and checks animations, with full and reduced motion",
      commands: CommandTable.motion),
    CommandGroup(
      name: "database", summary: "checks, repairs, backs up and restores databases; syncs copies",
      commands: CommandTable.database + CommandTable.copies),
    CommandGroup(
      name: "daemon", summary: "runs your own daemon, which programs call over a socket",
      commands: CommandTable.daemon + CommandTable.completion + CommandTable.general),
  ]
}

package enum CommandTable {
  package static let all = CommandGroup.all.flatMap(\.commands)

  /// The command that `words` begin with, the longest first, and the words that are left.
  static func find(_ words: some Collection<String>) throws(CommandFailure) -> (Command, rest: [String]) {
    let matching = (all + [completeWords, manual]).filter { words.starts(with: $0.words) }
    if let command = matching.max(by: { $0.words.count < $1.words.count }) {
      return (command, Array(words.dropFirst(command.words.count)))
    }
    throw unknown(words.first ?? "", words.dropFirst().first)
  }

  private static func unknown(_ first: String, _ second: String?) -> CommandFailure {
    let isGroup = all.contains { $0.words.first == first }
    let (word, group) = isGroup ? (second ?? "", "\(first) ") : (first, "")
    let candidates = isGroup ? all.filter { $0.words.first == first }.flatMap { $0.words.dropFirst() } : all.map(\.name)
    let meant =
      synonym(of: word, after: group) ?? (isGroup ? all.first { $0.words == [word] }?.name : nil)
      ?? (suggestion(for: isGroup ? word : "\(first) \(second ?? "")", among: candidates)
      ?? suggestion(for: word, among: candidates + (isGroup ? [] : all.compactMap(\.words.first)))).map { group + $0 }
    let form =
      all.first { $0.name == meant }?.form ?? meant.map { $0.hasPrefix("-") ? $0 : "\($0) COMMAND" }
      ?? group + "COMMAND"
    return .usage(
      "\"\(excerpt(group + word))\" is not a command: "
        + (meant.map { "did you mean \($0)?" } ?? "see hwdb help\(isGroup ? " \(first)" : "")"), form: form)
  }

  /// Returns our command for a word that other programs use.
  private static func synonym(of word: String, after group: String) -> String? {
    guard word != "version" || !group.isEmpty else { return "--version" }
    let words = alike.first { $0.contains(word) } ?? []
    return words.map { group + $0 }.first { name in all.contains { $0.name == name } }
  }

  /// Words that programs use for the same thing, ours and others'.
  private static let alike = [
    "list ls ll dir", "delete erase abandon rm del remove", "add new create insert set start",
    "show cat view get info open", "edit mv rename update change", "complete done finish", "play begin run start test",
    "progress status", "undo restore",
  ].map { $0.split(separator: " ").map(String.init) }
}
