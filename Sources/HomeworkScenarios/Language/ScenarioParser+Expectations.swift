package import HomeworkAPI
import HomeworkModel
package import HomeworkMotion

package enum Expectation: Sendable {
  /// A state that the program reports, in its own words.
  case stateEquals(AppStateName, String)
  case progress(ProgressExpectation)
  case flag(name: FlagName, isSet: Bool)
  /// Fields of the survival table, or of the program's own, by name.
  case kept([String])
  case lost([String])
  case cue(CueExpectation)
  case nothingRunning
  case noAnimation(AnimationName, ever: Bool)
  case noAttemptOpen
  case error(name: String)
  case due(Int)
  /// It is judged from here on after every statement, and at every point at which the script is killed.
  indirect case always(Expectation)

  /// True if it concerns an attempt, which `start` must have made.
  var needsAttempt: Bool {
    switch self {
    case .always(let expectation): expectation.needsAttempt
    case .stateEquals(let name, _): name != .total
    default: false
    }
  }
}

package struct ProgressExpectation: Sendable { var best: Int?, completion: Int?, attempts: Int? }

package struct CueExpectation: Sendable {
  var disposition: Disposition
  var animation: AnimationName
  var variant: String?
  var atMs: Int?
  var reason: Reason?
  var times: Int?
  var count: (from: Int, to: Int)?
  var ever = false
}

/// Facts that are set once and never reset.
package enum FlagName: String, CaseIterable, Sendable { case firstCapture = "first-capture" }

extension Expectation {
  init(words: inout ScriptWords, known: @autoclosure () -> Catalogue?) throws(LineMistake) {
    func number(_ name: AppStateName, _ wanted: String, _ range: ClosedRange<Int>) throws(LineMistake) -> Self {
      .stateEquals(name, String(try words.number(wanted, range)))
    }
    let word = try words.oneOf(ExpectationWord.allCases, "something to expect")
    switch word {
    case .question: self = try number(.question, "a question", 1...201)
    case .streak: self = try number(.streak, "a streak position", 0...10)
    case .stars: self = try number(.stars, "a number of stars", 0...Int.max)
    case .total: self = try number(.total, "a number of stars", 0...Int.max)
    case .score: self = try number(.score, "a score", 0...200)
    case .percentage: self = try number(.percentage, "a percentage", 0...100)
    case .grade: self = .stateEquals(.grade, try words.oneOf(Grade.allCases, "a grade").rawValue)
    case .state: self = .stateEquals(.state, try words.oneOf(Attempt.State.allCases, "a state").rawValue)
    case .bar: self = .stateEquals(.bar, try Self.bar(&words).words)
    case .progress: self = .progress(try Self.progress(&words))
    case .flag:
      let name = try words.oneOf(FlagName.allCases, "a flag")
      self = .flag(name: name, isSet: try words.oneOf(SetOrNot.allCases, "set or unset") == .set)
    case .kept: self = .kept(try Self.fields(&words))
    case .lost: self = .lost(try Self.fields(&words))
    case .played, .reduced, .suppressed, .interrupted, .capped, .running:
      self = .cue(try Self.cue(Disposition(rawValue: word.rawValue) ?? .running, &words, known()))
    case .nothing:
      try words.require("running", "write expect nothing running")
      self = .nothingRunning
    case .no:
      if words.take("attempt") {
        try words.require("open", "write expect no attempt open")
        self = .noAttemptOpen
      } else {
        self = .noAnimation(try Self.animation(&words, known()), ever: words.take("ever"))
      }
    case .due: self = .due(try words.number("a number of questions", 0...Int.max))
    case .always:
      let column = words.column
      let expectation = try Expectation(words: &words, known: known())
      switch expectation {
      case .error, .always:
        throw LineMistake(column: column, message: "an error is of one action: write expect error NAME after it")
      default: self = .always(expectation)
      }
    case .error: self = .error(name: try words.oneOf(RefusalName.allCases, "an error").rawValue)
    }
  }

  private enum SetOrNot: String, CaseIterable { case set, unset }

  private static func bar(_ words: inout ScriptWords) throws(LineMistake) -> [Dot] {
    let column = words.column
    var dots: [Dot] = []
    repeat {
      let dot = try words.oneOf(Dot.allCases, "empty, green or star")
      // A group without xN is one dot, followed by a comma or the end.
      let times = words.first?.text == "," ? 1 : try words.times()
      dots += Array(repeating: dot, count: min(times, Streak.cycle + 1))
    } while words.take(",")
    guard dots.count == Streak.cycle else {
      throw LineMistake(column: column, message: "a bar has ten dots, not \(dots.count)")
    }
    return dots
  }

  private static func progress(_ words: inout ScriptWords) throws(LineMistake) -> ProgressExpectation {
    enum Part: String, CaseIterable { case best, completion, attempts }
    var progress = ProgressExpectation()
    repeat {
      switch try words.oneOf(Part.allCases, "best, completion or attempts") {
      case .best: progress.best = try words.number("a score", 0...200)
      case .completion: progress.completion = try words.number("a percentage", 0...100)
      case .attempts: progress.attempts = try words.number("a number of attempts", 0...Int.max)
      }
    } while !words.isEmpty
    return progress
  }

  private static func fields(_ words: inout ScriptWords) throws(LineMistake) -> [String] {
    var fields: [String] = []
    repeat {
      // A quoted name is one of the program's own fields.
      if let word = words.first, word.isQuoted, FieldName(rawValue: word.text) == nil {
        fields.append(try words.quoted("a field"))
      } else {
        fields.append(try words.oneOf(FieldName.allCases, "a field of the survival table").rawValue)
      }
    } while words.take(",")
    return fields
  }

  private static func animation(_ words: inout ScriptWords, _ known: Catalogue?) throws(LineMistake) -> AnimationName {
    if let word = words.first, let message = known?.elsewhere(AnimationName(rawValue: word.text)) {
      throw LineMistake(column: word.column, message: message)
    }
    return AnimationName(rawValue: try words.name(among: known?.names.map(\.rawValue), "an animation"))
  }

  private static func cue(
    _ disposition: Disposition, _ words: inout ScriptWords, _ known: Catalogue?
  ) throws(LineMistake) -> CueExpectation {
    enum Part: String, CaseIterable { case at, because, times, from, ever }
    let animation = try Self.animation(&words, known)
    var cue = CueExpectation(disposition: disposition, animation: animation)
    let variants = known?[animation]?.variants.compactMap(\.name) ?? []
    if let word = words.first, Part(rawValue: word.text) == nil, !variants.isEmpty {
      guard variants.contains(word.text) else {
        let words = variants + Part.allCases.map(\.rawValue)
        throw .unknown(word, among: words, "a variant of \(animation.rawValue)")
      }
      cue.variant = words.next()?.text
    }
    while !words.isEmpty {
      switch try words.oneOf(Part.allCases, "at, because, times, from or ever") {
      case .at: cue.atMs = try words.duration()
      case .because: cue.reason = try words.oneOf(Reason.allCases, "a reason")
      case .times: cue.times = try words.number("a number of times", 0...Int.max)
      case .from:
        let from = try words.number("a count", 0...Int.max)
        try words.require("to", "write from N to N")
        cue.count = (from, try words.number("a count", 0...Int.max))
      case .ever: cue.ever = true
      }
    }
    return cue
  }
}

extension Catalogue {
  /// Returns the design that has an animation missing here; `nil` if it is not missing, or no design has it.
  func elsewhere(_ name: AnimationName) -> String? {
    let design = ProfileName.designs.first { Catalogue.designs([$0]).names.contains(name) }
    guard let design, !names.contains(name) else { return nil }
    return "\(name.rawValue) is an animation of \(design.rawValue), which this scenario does not show: add "
      + "\(design.rawValue) to its profile"
  }
}
