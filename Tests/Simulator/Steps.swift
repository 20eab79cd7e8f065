import HomeworkModel

/// An operation of a library or of its world, by the word that a `.steps` file has for it.
enum Verb: String, CaseIterable {
  case add, edit, delete, undo, undoDeletion, undoRegrading, complete, reopen
  case setQuiz, changeQuestion, addQuestion, removeQuestion, moveQuestion, updateQuiz, regrade, generate, settings
  case addLearner, editLearner, findLearner, erase, export, `import`
  case start, review, settle, accept, extend, finish, abandon, take
  case sync, give, giveAgain, backup, restore
  case check, observe, repair, vacuum, checkpoint, endErasures, restart, clock, foreign

  /// True if it is a call of a write transaction, so that several can share one and each can have a request id.
  var isCall: Bool {
    let others: [Verb] = [
      .findLearner, .erase, .export, .sync, .give, .giveAgain, .backup, .restore, .check, .observe, .repair, .vacuum,
      .checkpoint, .endErasures, .restart, .clock, .foreign,
    ]
    return !others.contains(self)
  }

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

  let name: String, kind: Kind, isOptional: Bool

  /// Arguments of every step: `fault` strikes a disk operation of it, and `request` makes a call repeatable.
  static let common = list("?fault=dies|power|full|eio|killed ?at=#1,2,3,4,6,9,14,22 ?request=@r")

  /// Reads parameters such as `homework=@h ?note=n1|n2`: `?` is optional, `@h` existing homework, `+h` new homework,
  /// `#1,2` numbers, and `a|b` words.
  static func list(_ text: String) -> [Parameter] {
    text.split(separator: " ").map { word in
      let pair = word.split(separator: "=").map(String.init)
      let rest = String(pair[1].dropFirst())
      let kind: Kind =
        switch pair[1].first {
        case "@": .existing(Thing(rawValue: rest)!)
        case "+": .new(Thing(rawValue: rest)!)
        case "#": .number(rest.split(separator: ",").compactMap { Int($0) })
        default:
          pair[1] == "QUIZ"
            ? .questions : pair[1] == "COPY" ? .copy : .word(pair[1].split(separator: "|").map(String.init))
        }
      return Parameter(name: pair[0].replacing("?", with: ""), kind: kind, isOptional: pair[0].hasPrefix("?"))
    }
  }

  /// A disk's misbehaviour: the process dies, power is lost, the disk is full, or it fails once; or SIGKILL ends a
  /// process that has done the same until then.
  enum Fault: String, CaseIterable {
    case dies, power, full, eio, killed
  }
}

extension Verb {
  static let questionTypes = ["mcq", "fill", "card", "lost"]
  private static let fields = """
    ?subject=Maths|none ?text=short|none ?note=n1|n2|none ?due=2041-01-05|2041-02-30|none ?collections=A|A,B|none \
    ?picture=p1|p2|none
    """
  private static let arguments: [Verb: [Parameter]] = [
    .add: "homework=+h title=Rivers|Leaves|Verbs|- \(fields) ?quiz=QUIZ ?uncaptured=yes",
    .edit: "homework=@h ?title=Rivers|Leaves|Verbs|- \(fields)",
    .delete: "homework=@h ?also=@h",
    .complete: "homework=@h ?learner=@l", .reopen: "homework=@h ?learner=@l",
    .setQuiz: "homework=@h quiz=QUIZ", .updateQuiz: "homework=@h quiz=QUIZ",
    .changeQuestion: "homework=@h place=#0,1,2,7 ?key=#0,1 ?wording=#1,2",
    .addQuestion: "homework=@h quiz=QUIZ ?place=#0,1,2,7",
    .removeQuestion: "homework=@h place=#0,1,2,7",
    .moveQuestion: "homework=@h place=#0,1,2,7 to=#0,1,2,7",
    .regrade: "homework=@h place=#0,1,2,7 ?key=#0,1 ?neverLower=yes ?dry=yes",
    .generate: "homework=@h state=none|pending|ready|rateLimited|network",
    .settings: "accepts=yes|no",
    .addLearner: "learner=+l name=Ada|Ben|ada|Cleo|-",
    .editLearner: "learner=@l ?name=Ada|Ben|ada|Cleo|- ?default=yes",
    .findLearner: "name=Ada|Ben|ada|Cleo",
    .erase: "learner=@l", .export: "learner=@l document=+d", .import: "document=@d learner=+l",
    .start: """
    attempt=+t homework=@h ?learner=@l ?practice=yes ?only=wrong|due|0|1,0|9 ?shuffle=questions|options|both \
    ?limit=#1000,60000,0
    """,
    .review: "attempt=+t ?learner=@l ?limit=#1,3,0",
    .settle:
      "attempt=@t answer=right|wrong|skip|blank ?place=#0,1,2,7 ?elapsed=#500,90000,31536000000,31536000001 ?typed=yes",
    .accept: "attempt=@t ?place=#0,1,2,7", .extend: "attempt=@t by=#31536000000,60000,0",
    .finish: "attempt=@t", .abandon: "attempt=@t", .take: "attempt=@t",
    .sync: "with=COPY ?cut=#1,3,8 ?file=yes", .give: "to=COPY",
    .backup: "backup=+b", .restore: "backup=@b",
    .clock: "by=back|before1970|century|day|minute|right|year",
    .foreign: "does=title|row|index|trigger|grading",
  ].mapValues(Parameter.list)

  var parameters: [Parameter] { Self.arguments[self] ?? [] }

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
  var kinds: String { acts.count == 1 || !acts[0].verb.isCall ? acts[0].verb.rawValue : "together" }

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
      // After a cut of a sync, calls may come before it goes on.
      let calls = acts[0].verb == .sync && acts[0].has("cut") ? acts.dropFirst() : acts[...]
      if acts.count > 1, let alone = calls.first(where: { !$0.verb.isCall }) {
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
