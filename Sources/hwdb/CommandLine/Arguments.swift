import HomeworkAPI
import HomeworkModel

/// Reads a command line against the table of commands.
package enum Arguments {
  /// Rejects arguments that are not UTF-8, because the standard library would replace their invalid bytes.
  static func requireUTF8() throws(CommandFailure) {
    for index in 0..<Int(CommandLine.argc) {
      guard let bytes = CommandLine.unsafeArgv[index], String(validatingCString: bytes) == nil else { continue }
      throw .usage("\"\(CommandLine.arguments[index])\" is not UTF-8: write it in a UTF-8 locale, or rename the file")
    }
  }

  package static func read(_ arguments: [String]) throws(CommandFailure) -> Invocation {
    let everything = items(of: arguments)
    let words = everything.compactMap { if case .operand(let word) = $0 { word } else { nil } }
    if everything.contains(where: { $0.isFlag("help") }) { return CommandTable.help(on: words) }
    guard !words.isEmpty else {
      // A mistake in an option is a better answer than help.
      _ = try parse(arguments, Option.global, nil)
      return CommandTable.help(on: [])
    }
    if case .unknown = everything.first(where: \.isOperandOrUnknown) {
      // A word after an unknown option may be its value, not a command.
      _ = try parse(arguments, Option.global + Option.ofAnyCommand, nil)
    }
    if words.count == 1, Help.text(ofGroup: words[0]) != nil { return CommandTable.help(on: words) }
    let (command, _) = try CommandTable.find(words)
    let read = try parse(arguments, command.options + Option.global, command)
    let rest = Array(read.operands.dropFirst(command.words.count))
    guard command.operandCounts.contains(rest.count) else { throw wrongCount(of: rest, command) }
    try check(read.options, of: command)
    return Invocation(command: command, operands: rest, options: read.options)
  }

  /// True if output and errors are to be JSON, also on a command line with a mistake.
  static func wantJSON(_ arguments: [String]) -> Bool { items(of: arguments).contains { $0.isFlag("json") } }

  /// The command determines the options, and the options determine the operands. So if the command is not at the front,
  /// this scans with the options of all commands.
  private static func items(of arguments: [String]) -> [GetOpt.Item] {
    let front = try? CommandTable.find(arguments.prefix { !$0.hasPrefix("-") }).0
    return GetOpt.scan(arguments, for: Option.global + (front?.options ?? Option.ofAnyCommand))
  }

  private static func wrongCount(of operands: [String], _ command: Command) -> CommandFailure {
    let most = command.operandCounts.upperBound
    guard operands.count > most else {
      let missing = command.operands.split(separator: " ").dropFirst(operands.count).first ?? ""
      return .usage("\(missing) is missing", form: command.form)
    }
    // A text whose words were not quoted.
    let unexpected = "unexpected argument \"\(excerpt(operands[most]))\""
    guard most > 0, command.takesText else {
      let search = "\(command.name) --search \"\(operands.joined(separator: " "))\""
      return .usage(unexpected, form: command.name == "list" ? excerpt(search) : command.form)
    }
    let quoted = operands.prefix(most - 1) + ["\"\(operands[(most - 1)...].joined(separator: " "))\""]
    return .usage(
      "\(unexpected): put a text of several words in quotes",
      form: excerpt("\(command.name) \(quoted.joined(separator: " "))"))
  }

  /// Rejects options that the command would ignore. A flag is never silently less than what it says.
  private static func check(_ options: [String: [String]], of command: Command) throws(CommandFailure) {
    for option in Option.global {
      guard let value = options[option.name]?.last else { continue }
      guard command.uses(option.name) else {
        throw .usage("--\(option.name) has no effect on \(command.name): leave it out", form: command.form)
      }
      guard !value.isEmpty || option.value == nil else {
        throw .usage("--\(option.name) is empty: write \(option.form)", form: command.form)
      }
    }
    guard options["json"] == nil || options["output"] == nil else {
      throw .usage("--json prints to standard output: leave --output out", form: command.form)
    }
    guard options["socket"] == nil || options["database"] == nil || command.takesTwoLibraries else {
      throw .usage("--socket and --database name two libraries: give one of them", form: command.form)
    }
  }

  private static func parse(
    _ arguments: [String], _ known: [Option], _ command: Command?
  ) throws(CommandFailure) -> ParsedArguments {
    do {
      return try ParsedArguments(arguments, options: known, help: "hwdb help \(command?.name ?? "")".trimmedAtEnd)
    } catch {
      let form = error.option.map { "\(command?.name ?? "COMMAND") \($0)" }
      throw .usage(error.message, form: form ?? command?.form ?? "COMMAND [OPTION]…")
    }
  }
}

extension Option {
  /// Each name once: an option means the same in every command.
  fileprivate static let ofAnyCommand: [Option] = {
    var seen = Set(global.map(\.name))
    return CommandTable.all.flatMap(\.options).filter { seen.insert($0.name).inserted }
  }()
}

extension GetOpt.Item {
  fileprivate var isOperandOrUnknown: Bool {
    switch self {
    case .operand, .unknown: true
    case .option, .missingValue, .unwantedValue: false
    }
  }

  fileprivate func isFlag(_ name: String) -> Bool {
    if case .option(let option, _) = self { option.name == name } else { false }
  }
}
