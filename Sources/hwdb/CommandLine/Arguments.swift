import HomeworkService

/// Reads a command line against the table of commands.
package enum Arguments {
  /// Refuses bytes that are no text, before the standard library's own reading of them puts something else in their
  /// place.
  static func requireUTF8() throws(CommandFailure) {
    for index in 0..<Int(CommandLine.argc) {
      guard let bytes = CommandLine.unsafeArgv[index], String(validatingCString: bytes) == nil else { continue }
      throw .usage("\"\(CommandLine.arguments[index])\" is not UTF-8: write it in a UTF-8 locale, or rename the file")
    }
  }

  package static func read(_ arguments: [String]) throws(CommandFailure) -> Invocation {
    // Which options there are the command says, and which words are operands the options say: first with those of all.
    let everything = GetOpt.scan(arguments, for: Option.global + Option.ofAnyCommand)
    let words = everything.compactMap { if case .operand(let word) = $0 { word } else { nil } }
    guard !words.isEmpty else {
      // A mistake tells more than that nothing was asked for.
      _ = try parse(arguments, Option.global)
      throw .usage("no command: see hwdb help")
    }
    let (command, _) = try CommandTable.find(words)
    let (operands, options) = try parse(arguments, command.options + Option.global)
    let rest = Array(operands.dropFirst(command.words.count))
    guard command.operandCounts.contains(rest.count) || options["help"] != nil else {
      let problem =
        rest.count < command.operandCounts.lowerBound
        ? "\(command.operands) is missing" : "\"\(rest[command.operandCounts.upperBound])\" is too much"
      throw .usage("\(problem): hwdb \(command.synopsis)")
    }
    return Invocation(command: command, operands: rest, options: options)
  }

  private static func parse(
    _ arguments: [String], _ known: [Option]
  ) throws(CommandFailure) -> ([String], [String: [String]]) {
    var operands: [String] = []
    var options: [String: [String]] = [:]
    for item in GetOpt.scan(arguments, for: known) {
      switch item {
      case .operand(let word): operands.append(word)
      case .option(let option, let value): options[option.name, default: []].append(try option.checked(value ?? ""))
      case .missingValue(let option):
        throw .usage("--\(option.name) needs a value: write --\(option.name) \(option.value ?? "")")
      case .unwantedValue(let option, let value): throw .usage("--\(option.name) takes no value: remove =\(value)")
      case .unknown(let word): throw .usage(unknown(word, known))
      }
    }
    return (operands, options)
  }

  private static func unknown(_ word: String, _ known: [Option]) -> String {
    let typed = word.prefix { $0 != "=" }
    let name = typed.drop { $0 == "-" }
    let begun = known.map(\.name).filter { !name.isEmpty && $0.hasPrefix(name) }
    guard begun.count < 2 else { return "\(typed) begins several: write one of --\(begun.joined(separator: ", --"))" }
    let meant = Presentation.suggestion(for: String(name), among: known.map(\.name))
    return "\(typed) is not an option here: " + (meant.map { "did you mean --\($0)?" } ?? "see hwdb help")
  }
}

extension Option {
  /// Each name once: the same means the same wherever it is.
  fileprivate static let ofAnyCommand: [Option] = {
    var seen = Set(global.map(\.name))
    return CommandTable.all.flatMap(\.options).filter { seen.insert($0.name).inserted }
  }()

  fileprivate func checked(_ value: String) throws(CommandFailure) -> String {
    guard choices.isEmpty || choices.contains(value) else {
      throw .usage("--\(name) \(value) is not possible: write one of \(choices.joined(separator: ", "))")
    }
    return value
  }
}
