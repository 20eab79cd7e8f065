import HomeworkModel

/// `--name VALUE`, or `--name` alone.
package struct Option: Hashable, Sendable {
  package let name: String
  /// The placeholder of its value; `nil` if it takes none.
  package let value: String?
  package let summary: String
  package var repeats = false
  /// The only values that it takes; empty for any.
  package var choices: [String] = []

  /// One that takes no value.
  package init(_ name: String, _ summary: String) {
    (self.name, value, self.summary) = (name, nil, summary)
  }

  package init(_ name: String, _ value: String, _ summary: String, repeats: Bool = false, choices: [String] = []) {
    (self.name, self.value, self.summary, self.repeats, self.choices) = (name, value, summary, repeats, choices)
  }

  package var synopsis: String {
    "[--\(name)\(value.map { " \($0)" } ?? "")]\(repeats ? "…" : "")"
  }

  fileprivate func checked(_ value: String) throws(UsageMistake) -> String {
    guard choices.isEmpty || choices.contains(value) else {
      throw UsageMistake("--\(name) \(value) is not allowed: write one of \(choices.joined(separator: ", "))")
    }
    return value
  }
}

/// A mistake in a command line, and the correction.
package struct UsageMistake: Error {
  package let message: String

  package init(_ message: String) {
    self.message = message
  }
}

/// The words of a command line, read by the options that it may have.
package struct ParsedArguments: Sendable {
  package private(set) var operands: [String] = []
  /// By name, as often as they were given.
  package private(set) var options: [String: [String]] = [:]

  /// - Parameter help: where all options are explained, `hwdb help`.
  package init(_ words: [String], options known: [Option], help: String) throws(UsageMistake) {
    for item in GetOpt.scan(words, for: known) {
      switch item {
      case .operand(let word): operands.append(word)
      case .option(let option, let value): options[option.name, default: []].append(try option.checked(value ?? ""))
      case .missingValue(let option):
        throw UsageMistake("--\(option.name) needs a value: write --\(option.name) \(option.value ?? "")")
      case .unwantedValue(let option, let value):
        throw UsageMistake("--\(option.name) takes no value: remove =\(value)")
      case .unknown(let word): throw Self.unknown(word, known, help)
      }
    }
  }

  private static func unknown(_ word: String, _ known: [Option], _ help: String) -> UsageMistake {
    let typed = word.prefix { $0 != "=" }
    let name = typed.drop { $0 == "-" }
    let begun = known.map(\.name).filter { !name.isEmpty && $0.hasPrefix(name) }
    guard begun.count < 2 else {
      return UsageMistake("\(typed) is ambiguous: write one of --\(begun.joined(separator: ", --"))")
    }
    let meant = suggestion(for: String(name), among: known.map(\.name))
    return UsageMistake("\(typed) is not an option: " + (meant.map { "did you mean --\($0)?" } ?? "see \(help)"))
  }
}

extension [Option] {
  /// A line for each, with what it does.
  package var explained: String {
    let names = map { "--\($0.name)\($0.value.map { " \($0)" } ?? "")" }
    let width = names.map(\.count).max() ?? 0
    return zip(names, self).map { name, option in
      "  \(name)\(String(repeating: " ", count: width - name.count))  \(option.summary)\n"
    }
    .joined()
  }
}
