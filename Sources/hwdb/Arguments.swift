import Service

/// Reads a command line against the table of commands.
enum Arguments {
  static func read(_ arguments: [String]) throws(CommandFailure) -> Invocation {
    // Options before the command are the global ones; the command says which others there are.
    let words = operandsOnly(arguments)
    guard !words.isEmpty else { throw .usage("no command: see hwdb help") }
    let (command, _) = try CommandTable.find(words)
    let known = command.options + Option.global
    let (operands, options) = try parse(arguments, known)
    let rest = Array(operands.dropFirst(command.words.count))
    guard command.operandCounts.contains(rest.count) || options["help"] != nil else {
      let problem =
        rest.count < command.operandCounts.lowerBound
        ? "\(command.operands) is missing" : "\"\(rest[command.operandCounts.upperBound])\" is too much"
      throw .usage("\(problem): hwdb \(command.synopsis)")
    }
    return Invocation(command: command, operands: rest, options: options)
  }

  /// The words that are neither options nor their values, for finding the command.
  private static func operandsOnly(_ arguments: [String]) -> [String] {
    let taking = Set((Option.global + CommandTable.all.flatMap(\.options)).filter { $0.value != nil }.map(\.name))
    var words: [String] = []
    var isValue = false
    for argument in arguments {
      if argument == "--" { break }
      if isValue {
        isValue = false
      } else if argument.hasPrefix("--") {
        isValue = taking.contains(String(argument.dropFirst(2)))
      } else {
        words.append(argument)
      }
    }
    return words
  }

  /// Options as `--name value` or `--name=value`, before and after operands; all after `--` are operands.
  private static func parse(
    _ arguments: [String], _ known: [Option]
  ) throws(CommandFailure) -> ([String], [String: [String]]) {
    var operands: [String] = []
    var options: [String: [String]] = [:]
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" { return (operands + rest, options) }
      guard argument.hasPrefix("--") else {
        operands.append(argument)
        continue
      }
      let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = known.first(where: { $0.name == name }) else {
        let meant = Presentation.suggestion(for: name, among: known.map(\.name))
        throw .usage("--\(name) is not an option here: " + (meant.map { "did you mean --\($0)?" } ?? "see hwdb help"))
      }
      switch (option.value, parts.count) {
      case (nil, 1): options[name, default: []].append("")
      case (nil, _): throw .usage("--\(name) takes no value: remove =\(parts[1])")
      case (_?, 2): options[name, default: []].append(try option.checked(String(parts[1])))
      case (let wanted?, _):
        guard let value = rest.popFirst() else { throw .usage("--\(name) needs a value: write --\(name) \(wanted)") }
        options[name, default: []].append(try option.checked(value))
      }
    }
    return (operands, options)
  }
}

extension Option {
  fileprivate func checked(_ value: String) throws(CommandFailure) -> String {
    guard choices.isEmpty || choices.contains(value) else {
      throw .usage("--\(name) \(value) is not possible: write one of \(choices.joined(separator: ", "))")
    }
    return value
  }
}
