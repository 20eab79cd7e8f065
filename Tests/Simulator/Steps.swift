import HomeworkModel

/// An operation of a library or of its world, by the word that a `.steps` file has for it.
enum Verb: String, CaseIterable {
  case add, edit, delete, undo, undoDeletion, undoRegrading, complete, reopen
  case setQuiz, changeQuestion, addQuestion, removeQuestion, moveQuestion, updateQuiz, regrade, generate, settings
  case addLearner, editLearner, findLearner, erase, export, `import`
  case start, review, settle, accept, extend, finish, abandon, take
  case sync, give, giveAgain, backup, restore
  case check, repair, vacuum, checkpoint, endErasures, restart, clock, foreign

  /// True if it is a call of a write transaction, so that several can share one and each can have a request id.
  var isCall: Bool {
    switch self {
    case .findLearner, .erase, .export, .sync, .give, .giveAgain, .backup, .restore, .check, .repair, .vacuum,
      .checkpoint,
      .endErasures, .restart, .clock, .foreign:
      false
    default: true
    }
  }
}

extension Verb {
  /// True if it is for a learner who can be chosen.
  var takesLearner: Bool { [.complete, .reopen, .start, .review].contains(self) }
}

/// A thing that one step creates and others refer to, by a name such as `h1`.
enum Thing: String, CaseIterable {
  case homework = "h"
  case attempt = "t"
  case learner = "l"
  case document = "d"
  case backup = "b"
  case request = "r"
}

/// An argument of a verb.
struct Parameter {
  enum Kind {
    case existing(Thing), new(Thing)
    case word([String])
    /// Numbers to draw; a file may have others.
    case number([Int])
    /// Questions such as `mcq0,fill1`: the type, and which of two answers is right.
    case questions
    case copy
  }

  let name: String, kind: Kind
  var isOptional = false

  static func optional(_ name: String, _ kind: Kind) -> Parameter {
    Parameter(name: name, kind: kind, isOptional: true)
  }

  /// Arguments of every step: `fault` strikes a disk operation of it, and `request` makes a call repeatable.
  static let common: [Parameter] = [
    .optional("fault", .word(Fault.allCases.map(\.rawValue))), .optional("at", .number([1, 2, 3, 4, 6, 9, 14, 22])),
    .optional("request", .existing(.request)),
  ]

  /// A disk's misbehaviour: the process dies, power is lost, the disk is full, or it fails once.
  enum Fault: String, CaseIterable {
    case dies, power, full, eio
  }
}

extension Verb {
  private static let titles = ["Rivers", "Leaves", "Verbs", "-"]
  private static let names = ["Ada", "Ben", "ada", "Cleo"]
  private static let minute = 60_000, year = 31_536_000_000
  static let questionTypes = ["mcq", "fill", "card", "lost"]

  var parameters: [Parameter] {
    func homework(_ others: Parameter...) -> [Parameter] {
      [Parameter(name: "homework", kind: .existing(.homework))] + others
    }
    func attempt(_ others: Parameter...) -> [Parameter] {
      [Parameter(name: "attempt", kind: .existing(.attempt))] + others
    }
    func with(_ name: String, _ kind: Parameter.Kind) -> Parameter { Parameter(name: name, kind: kind) }
    let flag = Parameter.Kind.word(["yes"]), place = Parameter.Kind.number([0, 1, 2, 7])
    let fields: [Parameter] = [
      .optional("subject", .word(["Maths", "none"])), .optional("text", .word(["short", "none"])),
      .optional("note", .word(["n1", "n2", "none"])), .optional("due", .word(["2041-01-05", "2041-02-30", "none"])),
      .optional("collections", .word(["A", "A,B", "none"])), .optional("picture", .word(["p1", "p2", "none"])),
    ]
    let learner = Parameter.optional("learner", .existing(.learner))
    switch self {
    case .add:
      return [with("homework", .new(.homework)), with("title", .word(Self.titles))] + fields + [
        .optional("quiz", .questions), .optional("uncaptured", flag),
      ]
    case .edit: return homework(.optional("title", .word(Self.titles))) + fields
    case .delete: return homework(.optional("also", .existing(.homework)))
    case .undo, .undoDeletion, .undoRegrading, .check, .repair, .vacuum, .checkpoint, .endErasures, .restart: return []
    case .complete, .reopen: return homework(learner)
    case .setQuiz, .updateQuiz: return homework(with("quiz", .questions))
    case .changeQuestion:
      return homework(
        with("place", place), .optional("key", .number([0, 1])), .optional("wording", .number([1, 2])))
    case .addQuestion: return homework(with("quiz", .questions), .optional("place", place))
    case .removeQuestion: return homework(with("place", place))
    case .moveQuestion: return homework(with("place", place), with("to", place))
    case .regrade:
      return homework(
        with("place", place), .optional("key", .number([0, 1])), .optional("neverLower", flag), .optional("dry", flag))
    case .generate:
      return homework(with("state", .word(["none", "pending", "ready", "rateLimited", "network"])))
    case .settings: return [with("accepts", .word(["yes", "no"]))]
    case .addLearner: return [with("learner", .new(.learner)), with("name", .word(Self.names + ["-"]))]
    case .editLearner:
      return [
        with("learner", .existing(.learner)), .optional("name", .word(Self.names + ["-"])), .optional("default", flag),
      ]
    case .findLearner: return [with("name", .word(Self.names))]
    case .erase: return [with("learner", .existing(.learner))]
    case .export: return [with("learner", .existing(.learner)), with("document", .new(.document))]
    case .import: return [with("document", .existing(.document)), with("learner", .new(.learner))]
    case .start:
      return [
        with("attempt", .new(.attempt)), with("homework", .existing(.homework)), learner,
        .optional("practice", flag), .optional("only", .word(["wrong", "due", "0", "1,0", "9"])),
        .optional("shuffle", .word(["questions", "options", "both"])),
        .optional("limit", .number([1000, Self.minute, 0])),
      ]
    case .review: return [with("attempt", .new(.attempt)), learner, .optional("limit", .number([1, 3, 0]))]
    case .settle:
      return attempt(
        with("answer", .word(["right", "wrong", "skip", "blank"])), .optional("place", place),
        .optional("elapsed", .number([500, 90_000, Self.year, Self.year + 1])), .optional("typed", flag))
    case .accept: return attempt(.optional("place", place))
    case .extend: return attempt(with("by", .number([Self.year, Self.minute, 0])))
    case .finish, .abandon, .take: return attempt()
    case .sync:
      return [with("with", .copy), .optional("cut", .number([1, 3, 8])), .optional("file", flag)]
    case .give: return [with("to", .copy)]
    case .giveAgain: return []
    case .backup: return [with("backup", .new(.backup))]
    case .restore: return [with("backup", .existing(.backup))]
    case .clock: return [with("by", .word(Array(Self.jumps.keys).sorted()))]
    case .foreign: return [with("does", .word(Foreign.allCases.map(\.rawValue)))]
    }
  }

  /// The jumps of a clock in milliseconds.
  static let jumps: [String: Int64] = [
    "minute": 60_000, "day": 86_400_000, "year": 31_622_400_000, "back": -3_600_000, "century": 3_155_760_000_000,
    "before1970": -2_500_000_000_000, "right": 0,
  ]

  /// What another program does to the file, within its constraints.
  enum Foreign: String, CaseIterable {
    case title, row, index, trigger, grading
  }
}

/// One call or action with its arguments.
struct Act: Hashable {
  var verb: Verb
  var arguments: [String: String] = [:]

  subscript(_ name: String) -> String? { arguments[name] }
  func number(_ name: String) -> Int? { arguments[name].flatMap(Int.init) }
  func has(_ name: String) -> Bool { arguments[name] != nil }

  /// What a request asks for, whatever strikes it.
  var asked: String {
    var plain = self
    for name in ["request", "fault", "at"] { plain.arguments[name] = nil }
    return plain.text
  }

  var text: String {
    let order = (verb.parameters + Parameter.common).map(\.name)
    return ([verb.rawValue] + order.compactMap { name in arguments[name].map { "\(name)=\($0)" } })
      .joined(separator: " ")
  }
}

/// One line of a history: what happens on which copy. Several calls share one write, which catches their refusals.
struct Step: Hashable {
  var copy: Int
  var acts: [Act]

  var text: String { "\(Self.name(of: copy)) \(acts.map(\.text).joined(separator: " ; "))" }
  var kinds: String { acts.count == 1 ? acts[0].verb.rawValue : "together" }

  static func name(of copy: Int) -> String { ["a", "b", "c"][copy] }
}

// MARK: Files

/// A mistake in a `.steps` file.
struct StepsError: Error, CustomStringConvertible {
  let line: Int, what: String

  var description: String { "line \(line): \(what)" }
}

extension Step {
  /// Reads a history, of which each line is a step, empty, or a comment.
  static func read(_ text: String) throws(StepsError) -> [Step] {
    var steps: [Step] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.prefix { $0 != "#" }.split(separator: " ").map(String.init)
      guard let first = words.first else { continue }
      func fail(_ what: String) -> StepsError { StepsError(line: index + 1, what: what) }
      guard let copy = (0..<3).first(where: { name(of: $0) == first }) else {
        throw fail("\"\(excerpt(first))\" is no copy: begin the line with a, b or c")
      }
      let parts = words.dropFirst().split(separator: ";", omittingEmptySubsequences: false)
      var acts: [Act] = []
      for part in parts { acts.append(try Act(Array(part), fail)) }
      if acts.count > 1, let alone = acts.first(where: { !$0.verb.isCall }) {
        throw fail("\(alone.verb.rawValue) cannot share a write: give it a line of its own")
      }
      steps.append(Step(copy: copy, acts: acts))
    }
    return steps
  }
}

extension Act {
  fileprivate init(_ words: [String], _ fail: (String) -> StepsError) throws(StepsError) {
    guard let first = words.first else { throw fail("a step is missing: write what happens, such as undo") }
    guard let verb = Verb(rawValue: first) else {
      throw fail(Self.unknown("step", first, among: Verb.allCases.map(\.rawValue)))
    }
    let parameters = verb.parameters + Parameter.common
    self.init(verb: verb)
    for word in words.dropFirst() {
      let pair = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2 else { throw fail("\"\(excerpt(word))\" has no value: write NAME=VALUE") }
      guard let parameter = parameters.first(where: { $0.name == pair[0] }) else {
        throw fail(Self.unknown("argument of \(verb.rawValue)", pair[0], among: parameters.map(\.name)))
      }
      if let wanted = parameter.refusal(of: pair[1]) {
        throw fail("\(pair[0])=\(excerpt(pair[1])) is not possible: give \(wanted)")
      }
      guard arguments.updateValue(pair[1], forKey: pair[0]) == nil else { throw fail("\(pair[0]) is given twice") }
    }
    if let missing = parameters.first(where: { !$0.isOptional && !has($0.name) }) {
      throw fail("\(verb.rawValue) lacks \(missing.name)=…")
    }
  }

  private static func unknown(_ what: String, _ word: String, among known: [String]) -> String {
    let meant = suggestion(for: word, among: known).map { "did you mean \($0)?" }
    return "no \(what) \"\(excerpt(word))\": \(meant ?? "use \(known.joined(separator: ", "))")"
  }
}

extension Parameter {
  /// What is wanted instead of a value; `nil` if the value is possible.
  fileprivate func refusal(of value: String) -> String? {
    switch kind {
    case .existing(let thing), .new(let thing):
      let isName = value.hasPrefix(thing.rawValue) && Int(value.dropFirst()) != nil
      return isName ? nil : "a name such as \(thing.rawValue)1"
    case .word(let words): return words.contains(value) ? nil : words.joined(separator: " or ")
    case .number: return Int(value) == nil ? "a whole number" : nil
    case .questions: return PlainQuestion.list(value) == nil ? "questions such as mcq0,fill1,card0" : nil
    case .copy: return ["a", "b", "c"].contains(value) ? nil : "a, b or c"
    }
  }
}
