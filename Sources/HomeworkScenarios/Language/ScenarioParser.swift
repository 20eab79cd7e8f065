import HomeworkAPI
package import HomeworkModel
public import HomeworkMotion
import HomeworkReports

/// A script and the files that it uses, as text, so that parsing needs no file system.
public struct ScenarioSource: Sendable {
  /// The size limit of a script, and of each file that it names, in bytes: their texts may have 2^20 characters.
  package static let mostBytes = 4 << 20

  public let name: String
  public let text: String
  /// The quiz and animation files, by their names in the script.
  public let files: [String: String]
  /// Animations and designs for all scenarios, besides their own.
  public let animations: [AnimationFile], profiles: [ProfileName]
  /// The names of the scenarios to read; `nil` for all. The others are passed over, with their mistakes.
  package var only: Set<String>?

  public init(
    name: String, text: String, files: [String: String] = [:], animations: [AnimationFile] = [],
    profiles: [ProfileName] = []
  ) {
    (self.name, self.text, self.files) = (name, text, files)
    (self.animations, self.profiles) = (animations, profiles)
  }
}

/// The mistakes in a script, by place.
public struct ScenarioMistakes: Error, CustomStringConvertible {
  /// The first 20 mistakes.
  public let mistakes: [ScenarioIssue]
  /// The number of mistakes beyond those.
  public let more: Int

  init(mistakes: [ScenarioIssue], more: Int = 0) {
    self.mistakes = Array(mistakes.prefix(Faults.most))
    self.more = mistakes.count - self.mistakes.count + more
  }

  /// The mistakes as a test's issues; the last one counts those beyond the first 20.
  var issues: [ScenarioIssue] {
    guard more > 0, let last = mistakes.last else { return mistakes }
    return mistakes + [ScenarioIssue(file: last.file, line: last.line, message: "and \(more) more")]
  }

  public var description: String { faults.text(separator: "\n") }

  /// The mistakes, each with its place as the path.
  package var faults: Faults {
    Faults(
      mistakes.map { Fault(path: "\(excerpt($0.file, most: 100)):\($0.line):\($0.column)", message: $0.message) },
      more: more)
  }
}

/// Parses the scenario language and reports up to 20 mistakes at once.
public enum ScenarioParser {
  public static func parse(_ source: ScenarioSource) throws(ScenarioMistakes) -> [Scenario] {
    do { _ = try Catalogue(files: source.animations) } catch {
      let found = error as? AnimationMistakes
      throw ScenarioMistakes(
        mistakes: (found?.mistakes ?? []).map {
          ScenarioIssue(
            file: $0.file, line: $0.line, column: $0.column, message: "\(Fault(path: $0.path, message: $0.message))")
        }, more: found?.more ?? 0)
    }
    var reader = ScriptReader(source: source)
    for (index, line) in lines(of: source.text).enumerated() { reader.read(line, number: index + 1) }
    return try reader.finish()
  }

  /// Returns the files that a script uses in `quiz "…"` and `animations "…"`, each once.
  public static func files(in text: String) -> [String] {
    var names: [String] = []
    for line in lines(of: text) {
      var words = ScriptWords(line)
      guard words.take("quiz") || words.take("animations") else { continue }
      while let word = words.next() { if word.isQuoted, !names.contains(word.text) { names.append(word.text) } }
    }
    return names
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }
}

struct LineMistake: Error {
  let column: Int
  let message: String
}

/// Collects scenarios and mistakes line by line.
private struct ScriptReader {
  let source: ScenarioSource
  private var scenarios: [Scenario] = []
  /// The line of each name.
  private var names: [String: Int] = [:]
  private var mistakes: [ScenarioIssue] = []
  /// The number of mistakes that are not kept.
  private var furtherMistakes = 0
  /// True once statements outside any scenario were reported, which happens only once.
  private var hasComplainedOfNoScenario = false
  /// False in a scenario that is passed over.
  private var isWanted = true

  init(source: ScenarioSource) { self.source = source }

  mutating func read(_ line: Substring, number: Int) {
    if !isWanted, !line.drop(while: \.isWhitespace).hasPrefix("scenario") { return }
    var words = ScriptWords(line)
    if let column = words.openQuote {
      return note(LineMistake(column: column, message: "a quotation mark is never closed: add \" at its end"), number)
    }
    guard let keyword = words.next() else { return }
    do throws(LineMistake) {
      if keyword.text == "scenario" && !keyword.isQuoted {
        let name = try words.quoted("the scenario's name in quotation marks")
        try words.end()
        isWanted = source.only?.contains(name) ?? true
        if let line = names[name] {
          throw LineMistake(
            column: keyword.column,
            message: "\"\(excerpt(name))\" is already the name of the scenario in line \(line): rename one")
        }
        names[name] = number
        var scenario = Scenario(name: name, file: source.name, line: number)
        (scenario.setup.animations, scenario.setup.commandLineProfiles) = (source.animations, source.profiles)
        if !source.animations.isEmpty || !source.profiles.isEmpty { try scenario.setup.show(from: keyword.column) }
        scenarios.append(scenario)
        return
      }
      guard var scenario = scenarios.popLast() else {
        guard !hasComplainedOfNoScenario else { return }
        hasComplainedOfNoScenario = true
        throw LineMistake(
          column: keyword.column, message: "this is before the first scenario: start with scenario \"NAME\"")
      }
      defer { scenarios.append(scenario) }
      if !keyword.isQuoted, let setting = Setting(rawValue: keyword.text),
        // `screen 390x844` sets its size; after the first action, other words are of an event.
        setting != .screen || words.first?.text.first?.isNumber == true
          || scenario.statements.isEmpty && words.first?.text != "event"
      {
        guard scenario.statements.isEmpty else {
          throw LineMistake(
            column: keyword.column,
            message: "\"\(keyword.text)\" comes after the first action: move it before line "
              + "\(scenario.statements[0].line)")
        }
        try scenario.setup.apply(setting, words: &words, files: source.files)
        scenario.settings.append(line.prefix(words.endColumn - 1).trimmed)
      } else {
        let body = try Statement.Body(keyword: keyword, words: &words, known: scenario.setup.knownNames)
        let text = line.prefix(words.endColumn - 1).trimmed
        scenario.statements.append(Statement(line: number, text: text, body: body))
      }
      try words.end()
    } catch { note(error, number) }
  }

  mutating func finish() throws(ScenarioMistakes) -> [Scenario] {
    if scenarios.isEmpty && mistakes.isEmpty {
      note(LineMistake(column: 1, message: "there is no scenario in this file: start with scenario \"NAME\""), 1)
    }
    for (line, message) in scenarios.flatMap(\.misplacedStatements) {
      note(LineMistake(column: 1, message: message), line)
    }
    guard mistakes.isEmpty else {
      throw ScenarioMistakes(
        mistakes: mistakes.sorted { ($0.line, $0.column) < ($1.line, $1.column) }, more: furtherMistakes)
    }
    return scenarios.filter { source.only?.contains($0.name) ?? true }
  }

  private mutating func note(_ mistake: LineMistake, _ line: Int) {
    // A file that a line names may have several mistakes.
    for message in mistake.message.split(separator: "\n") {
      guard mistakes.count < Faults.most else {
        furtherMistakes += 1
        continue
      }
      mistakes.append(ScenarioIssue(file: source.name, line: line, column: mistake.column, message: String(message)))
    }
  }
}

extension Scenario {
  /// Statements that are impossible in any run, found by parsing alone.
  var misplacedStatements: [(line: Int, message: String)] {
    var found = misplacedCopies
    var (hasStarted, hasAction, hasSaved, hasKill) = (false, false, false, false)
    for statement in statements {
      switch statement.body {
      case .action(let action, _):
        hasAction = true
        hasSaved = hasSaved || action.saves
        hasStarted = hasStarted || action.kind == .start
      case .kill, .restart: hasKill = true
      case .resume where !hasKill: found.append((statement.line, "resume without a kill before it: add kill"))
      case .expect(let expectation) where expectation.needsAttempt && !hasStarted:
        found.append(
          (statement.line, "\"\(excerpt(statement.text, most: 200))\" needs an attempt: move it after start"))
      case .repeat where !hasSaved: found.append((statement.line, "there is no action that saves before repeat"))
      case .expect(.error) where !hasAction:
        found.append((statement.line, "there is no action before \"\(excerpt(statement.text, most: 200))\""))
      case .repeat, .wait, .copy, .sync, .resume, .expect: break
      }
    }
    return found
  }

  /// Statements about copies of the library that are impossible in any run.
  private var misplacedCopies: [(line: Int, message: String)] {
    var found: [(Int, String)] = []
    let copies = copies
    var present: String?
    for statement in statements {
      switch statement.body {
      case .copy(let name):
        if present == nil, statement.line != statements[0].line {
          found.append((statements[0].line, "no copy selected: add copy \(excerpt(name).quoted) before this line"))
        }
        present = name
      case .sync(let name):
        let others = copies.filter { $0 != present }
        if others.isEmpty {
          found.append((statement.line, "there is no other copy: name two, with copy \"NAME\" before their actions"))
        } else if let name, !others.contains(name) {
          let known = others.prefix(20).map { excerpt($0).quoted }.joined(separator: " or ")
          found.append((statement.line, "\(excerpt(name).quoted) is not another copy: write sync \(known)"))
        } else if name == nil, others.count > 1 {
          found.append((statement.line, "there are several other copies: write sync \(excerpt(others[0]).quoted)"))
        }
      case .action, .repeat, .wait, .kill, .resume, .restart, .expect: break
      }
    }
    return found
  }
}

extension StringProtocol {
  package var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
