import HomeworkModel

/// An operation of a library or of its world, by the word that a `.steps` file has for it.
enum Verb: String, CaseIterable {
  case add, edit, delete, undo, undoDeletion, undoRegrading, complete, reopen
  case setQuiz, changeQuestion, addQuestion, removeQuestion, moveQuestion, updateQuiz, regrade, generate, settings
  case addLearner, editLearner, findLearner, erase, export, `import`
  case start, review, settle, accept, extend, finish, abandon, take
  case sync, give, giveAgain, backup, restore
  case check, observe, repair, vacuum, checkpoint, endErasures, restart, clock, foreign

  /// By verb: whether it is a call of a write transaction, so that several can share one and each can have a request id,
  /// or something that happens to a copy; how often it is drawn, so that each follows each other one within minutes;
  /// the verbs that it needs to take effect, after `<`; and its arguments, as in `Parameter.list`.
  private static let table: [Verb: String] = [
    .add: "call 4 homework=+h title=Rivers|Leaves|Verbs|- \(fields) ?quiz=QUIZ ?uncaptured=yes ?learner=@l",
    .edit: "call 4 homework=@h ?title=Rivers|Leaves|Verbs|- \(fields)",
    .delete: "call 4 homework=@h ?also=@h",
    .undo: "call 4 <delete", .undoDeletion: "call 3 <delete", .undoRegrading: "call 3 <regrade,undo",
    .complete: "call 2 homework=@h ?learner=@l", .reopen: "call 2 homework=@h ?learner=@l",
    .setQuiz: "call 3 homework=@h quiz=QUIZ", .updateQuiz: "call 2 homework=@h quiz=QUIZ",
    .changeQuestion: "call 4 homework=@h index=#0,1,2,7 ?key=#0,1 ?wording=#1,2",
    .addQuestion: "call 2 homework=@h quiz=QUIZ ?index=#0,1,2,7",
    .removeQuestion: "call 2 homework=@h index=#0,1,2,7",
    .moveQuestion: "call 2 homework=@h index=#0,1,2,7 to=#0,1,2,7",
    .regrade: "call 4 homework=@h index=#0,1,2,7 ?key=#0,1 ?neverLower=yes ?dry=yes",
    .generate: "call 2 homework=@h state=none|pending|ready|rateLimited|network",
    .settings: "call 2 accepts=yes|no",
    .addLearner: "call 3 learner=+l name=Ada|Ben|ada|Cleo|-",
    .editLearner: "call 2 learner=@l ?name=Ada|Ben|ada|Cleo|- ?default=yes",
    .findLearner: "world 3 <addLearner name=Ada|Ben|ada|Cleo",
    .erase: "world 2 learner=@l", .export: "world 3 learner=@l document=+d",
    .import: "call 3 <export,erase document=@d learner=+l",
    .start: """
    call 8 attempt=+t homework=@h ?learner=@l ?practice=yes ?only=wrong|due|0|1,0|9 ?shuffle=questions|options|both \
    ?limit=#1000,60000,0
    """,
    .review: "call 2 <clock attempt=+t ?learner=@l ?limit=#1,3,0",
    .settle: """
    call 16 attempt=@t answer=right|wrong|skip|blank ?index=#0,1,2,7 \
    ?elapsed=#500,90000,31536000000,31536000001 ?typed=yes
    """,
    .accept: "call 2 <settings attempt=@t ?index=#0,1,2,7", .extend: "call 3 attempt=@t by=#31536000000,60000,0",
    .finish: "call 8 attempt=@t", .abandon: "call 2 attempt=@t", .take: "call 2 <give attempt=@t",
    .sync: "world 8 with=COPY ?cut=#1,3,8 ?file=yes", .give: "world 3 to=COPY ?early=yes",
    .giveAgain: "world 2 <give", .backup: "world 2 backup=+b", .restore: "world 2 <backup backup=@b",
    .check: "world 2", .observe: "world 2", .repair: "world 2", .vacuum: "world 1", .checkpoint: "world 2",
    .endErasures: "world 1 <erase,addLearner", .restart: "world 2",
    .clock: "world 2 by=back|before1970|century|day|minute|right|year",
    .foreign: "world 4 <regrade,undo does=title|row|index|trigger|grading",
  ]
  private static let fields = """
    ?subject=Maths|none ?text=short|none ?note=n1|n2|none ?due=2041-01-05|2041-02-30|none ?collections=A|A,B|none \
    ?picture=p1|p2|none
    """
  private typealias Row = (isCall: Bool, weight: Int, needs: [Verb], parameters: [Parameter])
  private static let rows = table.mapValues { text -> Row in
    let words = text.split(separator: " ")
    let needs = words.filter { $0.hasPrefix("<") }.flatMap { $0.dropFirst().split(separator: ",") }
    return (
      words[0] == "call", Int(words[1])!, needs.map { Verb(rawValue: String($0))! },
      words.dropFirst(2).filter { !$0.hasPrefix("<") }.map(Parameter.init)
    )
  }
  private var row: Row { Self.rows[self]! }

  var isCall: Bool { row.isCall }
  var weight: Int { row.weight }
  var needs: [Verb] { row.needs }
  var parameters: [Parameter] { row.parameters }
  /// True if it is for a learner who can be chosen.
  var takesLearner: Bool { parameters.contains { $0.name == "learner" && $0.isOptional } }

  static let questionTypes = ["mcq", "fill", "card", "lost"]

  /// The jumps of a clock in milliseconds.
  static let jumps: [String: Int64] = [
    "minute": 60_000, "day": 86_400_000, "year": 31_622_400_000, "back": -3_600_000, "century": 3_155_760_000_000,
    "before1970": -2_500_000_000_000, "right": 0,
  ]
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

  /// Arguments of every step: `fault` strikes a disk operation of it (the process dies, power is lost, the disk is full
  /// or fails once, or SIGKILL ends a process that has done the same until then), and `request` makes a call repeatable.
  static let common = "?fault=dies|power|full|eio|killed ?at=#1,2,3,4,6,9,14,22 ?request=@r".split(separator: " ")
    .map(Parameter.init)

  /// Reads `?note=n1|n2`, for example: `?` is optional, `@h` existing homework, `+h` new homework, `#1,2` numbers, and
  /// `a|b` words.
  init(_ text: Substring) {
    let pair = text.split(separator: "="), rest = String(pair[1].dropFirst())
    kind =
      switch pair[1].first {
      case "@": .existing(Thing(rawValue: rest)!)
      case "+": .new(Thing(rawValue: rest)!)
      case "#": .number(rest.split(separator: ",").compactMap { Int($0) })
      case "Q": .questions
      case "C" where rest == "OPY": .copy
      default: .word(pair[1].split(separator: "|").map(String.init))
      }
    (name, isOptional) = (pair[0].replacing("?", with: ""), pair[0].hasPrefix("?"))
  }
}

/// One call or action with its arguments.
struct Act: Hashable {
  var verb: Verb
  var arguments: [String: String] = [:]

  subscript(_ name: String) -> String? { arguments[name] }
  func number(_ name: String) -> Int? { arguments[name].flatMap(Int.init) }
  func has(_ name: String) -> Bool { arguments[name] != nil }
  /// The copy that it is about besides its own.
  var other: Int? { (self["with"] ?? self["to"]).flatMap { Step.names.firstIndex(of: $0) } }

  func without(_ names: String...) -> Act {
    var plain = self
    for name in names { plain.arguments[name] = nil }
    return plain
  }

  /// What a request asks for, whatever strikes it.
  var asked: String { without("request", "fault", "at").text }

  var text: String {
    let order = (verb.parameters + Parameter.common).map(\.name)
    return ([verb.rawValue] + order.compactMap { name in arguments[name].map { "\(name)=\($0)" } })
      .joined(separator: " ")
  }
}

/// One line of a history: what happens on which copy. Several calls share one write, which catches their refusals.
struct Step: Hashable {
  static let names = ["a", "b", "c"]
  var copy: Int
  var acts: [Act]

  var text: String { "\(Self.names[copy]) \(acts.map(\.text).joined(separator: " ; "))" }
  var kinds: String { acts.count == 1 || !acts[0].verb.isCall ? acts[0].verb.rawValue : "together" }
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
      guard let copy = names.firstIndex(of: first) else {
        throw fail("\"\(excerpt(first))\" is no copy: begin the line with a, b or c")
      }
      var acts: [Act] = []
      for part in words.dropFirst().split(separator: ";", omittingEmptySubsequences: false) {
        acts.append(try Act(Array(part), fail))
      }
      // After a cut of a sync, calls may come before it goes on.
      let calls = acts[0].has("cut") ? acts.dropFirst() : acts[...]
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
    verb = try Self.find(first, "step", Verb.allCases, fail) { $0.rawValue }
    let parameters = verb.parameters + Parameter.common
    for word in words.dropFirst() {
      let pair = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2 else { throw fail("\"\(excerpt(word))\" has no value: write NAME=VALUE") }
      let parameter = try Self.find(pair[0], "argument of \(verb.rawValue)", parameters, fail) { $0.name }
      if let wanted = parameter.refusal(of: pair[1]) {
        throw fail("\(pair[0])=\(excerpt(pair[1])) is not possible: give \(wanted)")
      }
      guard arguments.updateValue(pair[1], forKey: pair[0]) == nil else { throw fail("\(pair[0]) is given twice") }
    }
    if let missing = parameters.first(where: { !$0.isOptional && !has($0.name) }) {
      throw fail("\(verb.rawValue) lacks \(missing.name)=…")
    }
  }

  private static func find<Value>(
    _ word: String, _ what: String, _ values: [Value], _ fail: (String) -> StepsError, name: (Value) -> String
  ) throws(StepsError) -> Value {
    if let found = values.first(where: { name($0) == word }) { return found }
    let names = values.map(name), meant = suggestion(for: word, among: names).map { "did you mean \($0)?" }
    throw fail("no \(what) \"\(excerpt(word))\": \(meant ?? "use \(names.joined(separator: ", "))")")
  }
}

extension Parameter {
  /// What is wanted instead of a value; `nil` if the value is possible.
  fileprivate func refusal(of value: String) -> String? {
    switch kind {
    case .existing(let thing), .new(let thing):
      value.hasPrefix(thing.rawValue) && Int(value.dropFirst()) != nil ? nil : "a name such as \(thing.rawValue)1"
    case .word(let words): words.contains(value) ? nil : words.joined(separator: " or ")
    case .number: Int(value) == nil ? "a whole number" : nil
    case .questions: PlainQuestion.list(value) == nil ? "questions such as mcq0,fill1,card0" : nil
    case .copy: Step.names.contains(value) ? nil : "a, b or c"
    }
  }
}
