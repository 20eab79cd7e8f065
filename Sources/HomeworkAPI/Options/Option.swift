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

  /// The option as it is written: `--name VALUE`.
  package var form: String { "--\(name)\(value.map { " \($0)" } ?? "")" }

  fileprivate func checked(_ value: String) throws(UsageMistake) -> String {
    guard choices.isEmpty || choices.contains(value) else {
      throw UsageMistake(
        "--\(name) \(excerpt(value)) is not allowed: write one of \(choices.joined(separator: ", "))", meaning: self)
    }
    return value
  }
}

/// A mistake in a command line, and the correction.
package struct UsageMistake: Error {
  package let message: String
  /// The option that was meant, as it is written.
  package let option: String?

  package init(_ message: String, meaning option: Option? = nil) {
    (self.message, self.option) = (message, option?.form)
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
        throw UsageMistake(
          "--\(option.name) needs a value: write \(option.form)", meaning: option)
      case .unwantedValue(let option, let value):
        throw UsageMistake("--\(option.name) takes no value: remove =\(excerpt(value))", meaning: option)
      case .unknown(let word): throw Self.unknown(word, known, help)
      }
    }
  }

  private static func unknown(_ word: String, _ known: [Option], _ help: String) -> UsageMistake {
    let typed = excerpt(String(word.prefix { $0 != "=" }))
    let name = typed.drop { $0 == "-" }
    let begun = known.map(\.name).filter { !name.isEmpty && $0.hasPrefix(name) }
    guard begun.count < 2 else {
      return UsageMistake("\(typed) is ambiguous: write one of --\(begun.joined(separator: ", --"))")
    }
    let meant = suggestion(for: String(name), among: known.map(\.name))
    return UsageMistake(
      "\(typed) is not an option: " + (meant.map { "did you mean --\($0)?" } ?? "see \(help)"),
      meaning: known.first { $0.name == meant })
  }
}

extension [Option] {
  /// A line for each, with what it does.
  package var explained: String { HomeworkAPI.explained(map { ($0.form + ($0.repeats ? "…" : ""), $0.summary) }) }
}

/// Returns terms with their explanations, in 80 columns.
package func explained(_ terms: [(term: String, summary: String)]) -> String {
  let width = Swift.min(terms.map(\.term.count).max() ?? 0, 36)
  return terms.map { term, summary in
    let start =
      term.count > width
      ? "\n" + String(repeating: " ", count: width + 4) : String(repeating: " ", count: width + 2 - term.count)
    return "  \(term)\(start)\(inLines(summary, indent: width + 4))\n"
  }.joined()
}

/// Returns a text broken between words so that no line has more than 80 columns, of which the first are an indent.
package func inLines(_ text: String, indent: Int) -> String {
  var lines = [""]
  for word in text.split(separator: " ") {
    let line = lines[lines.count - 1]
    if line.isEmpty || indent + line.count + 1 + word.count <= 80 {
      lines[lines.count - 1] += (line.isEmpty ? "" : " ") + word
    } else {
      lines.append(String(word))
    }
  }
  return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
}
