import HomeworkAPI

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
    // The command determines the options, and the options determine the operands. So if the command is not at the
    // front, scan with the options of all commands first.
    let front = try? CommandTable.find(arguments.prefix { !$0.hasPrefix("-") }).0
    let everything = GetOpt.scan(arguments, for: Option.global + (front?.options ?? Option.ofAnyCommand))
    let words = everything.compactMap { if case .operand(let word) = $0 { word } else { nil } }
    guard !words.isEmpty else {
      // A mistake in an option is a better error than a missing command.
      _ = try parse(arguments, Option.global)
      throw .usage("no command: see hwdb help")
    }
    if case .unknown = everything.first(where: \.isOperandOrUnknown) {
      // A word after an unknown option may be its value, not a command.
      _ = try parse(arguments, Option.global + Option.ofAnyCommand)
    }
    if words.count == 1, everything.contains(where: \.isHelp), let help = CommandTable.help(ofGroup: words[0]) {
      return help
    }
    let (command, _) = try CommandTable.find(words)
    let read = try parse(arguments, command.options + Option.global)
    let rest = Array(read.operands.dropFirst(command.words.count))
    guard command.operandCounts.contains(rest.count) || read.options["help"] != nil else {
      let problem =
        rest.count < command.operandCounts.lowerBound
        ? "\(command.operands) is missing" : "unexpected argument \"\(rest[command.operandCounts.upperBound])\""
      throw .usage("\(problem): hwdb \(command.synopsis)")
    }
    return Invocation(command: command, operands: rest, options: read.options)
  }

  private static func parse(_ arguments: [String], _ known: [Option]) throws(CommandFailure) -> ParsedArguments {
    do {
      return try ParsedArguments(arguments, options: known, help: "hwdb help")
    } catch {
      throw .usage(error.message)
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

  fileprivate var isHelp: Bool { if case .option(let option, _) = self { option.name == "help" } else { false } }
}
