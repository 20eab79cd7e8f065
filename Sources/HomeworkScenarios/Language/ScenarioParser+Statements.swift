import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkReports

extension Statement.Body {
  /// - Parameter catalogue: the animations and events that the statement may mention.
  init(
    keyword word: ScriptWords.Word, words: inout ScriptWords, known catalogue: @autoclosure () -> Catalogue?
  ) throws(LineMistake) {
    guard !word.isQuoted, let keyword = StatementWord(rawValue: word.text) else {
      let known = StatementWord.allCases.map(\.rawValue) + Setting.allCases.map(\.rawValue) + ["scenario"]
      throw .unknown(word, among: known, "a statement")
    }
    switch keyword {
    case .start, .accept, .finish, .leave, .abandon, .take, .skip, .revisit, .answer, .add, .complete, .delete, .screen,
      .generation, .regrade, .extend, .learner:
      let action = try Action(keyword, &words, known: catalogue())
      self = .action(action, times: keyword.repeats ? try words.times() : 1)
    case .copy: self = .copy(name: try words.quoted("the copy's name in quotation marks"))
    case .sync: self = .sync(with: words.isEmpty ? nil : try words.quoted("the other copy's name in quotation marks"))
    case .repeat: self = .repeat
    case .wait: self = .wait(milliseconds: try words.duration())
    case .resume: self = .resume
    case .restart: self = .restart
    case .kill:
      let mode = words.first.flatMap { KillMode(rawValue: $0.text) }
      if mode != nil { _ = words.next() }
      self = .kill(mode: mode, point: try Self.killPoint(&words))
    case .expect: self = .expect(try Expectation(words: &words, known: catalogue()))
    }
  }

  private static func killPoint(_ words: inout ScriptWords) throws(LineMistake) -> KillPoint {
    guard let word = words.next() else { return .now }
    let point: KillPoint
    switch word.text {
    case "before": point = .beforeCommit
    case "after":
      if words.first?.text != "commit", let time = words.realTime() { return .within(microseconds: time) }
      point = .afterCommit
    case "at":
      if words.take("part") { return .atPart(try words.number("a part of an exchange", 1...1_000_000)) }
      if words.take("call") { return .atCall(try words.number("a call of the program", 1...1_000_000)) }
      try words.require("write", "write kill at write 3, kill at call 3 or kill at part 3")
      return .atWrite(try words.number("a write of the file", 1...1_000_000))
    default:
      throw .unknown(word, among: KillMode.allCases.map(\.rawValue) + ["before", "after", "at"], "a way to be killed")
    }
    try words.require("commit", "write kill \(word.text) commit")
    return point
  }
}

extension Action {
  fileprivate init(
    _ keyword: StatementWord, _ words: inout ScriptWords, known catalogue: @autoclosure () -> Catalogue?
  ) throws(LineMistake) {
    // Only a screen event has another name as an action.
    self.init(AppAction(rawValue: keyword.rawValue) ?? .event)
    switch keyword {
    case .start:
      let options = try Self.options(&words)
      self.options = options == AttemptOptions() ? nil : options
    case .answer: try addAnswer(&words)
    case .revisit: questionIndex = try words.number("a question", 1...200) - 1
    case .add:
      try words.require("homework", "write add homework \"TITLE\"")
      name = try words.quoted("the homework's title in quotation marks")
      collection = words.take("in") ? try words.quoted("the collection's name in quotation marks") : nil
    case .complete, .delete: name = try words.quoted("the homework's title in quotation marks")
    case .screen:
      // As a setting, `screen` with a size is parsed elsewhere.
      try words.require("event", "write screen event NAME")
      name = try words.name(among: catalogue()?.screenEvents.map(\.rawValue), "a screen event")
      count = words.take("of") ? try words.number("how many things", 1...100_000) : 1
      number = words.take("with") ? try words.number("a number", -1_000_000...1_000_000) : nil
    case .generation: try addGeneration(&words)
    case .regrade:
      questionIndex = try words.number("a question", 1...200) - 1
      try words.require("as", "write regrade 2 as C")
      response = try words.some("the right answer, an option or a text,").text
    case .extend: milliseconds = try words.duration()
    case .learner:
      let column = words.column
      let name = try words.quoted("the learner's name in quotation marks")
      if let fault = Learner.faults(inName: name).first {
        throw LineMistake(column: column, message: "the name \(fault.message)")
      }
      self.name = name
    default: break
    }
  }

  /// Parses `start shuffled options by 7 only wrong practice limit 10min`.
  private static func options(_ words: inout ScriptWords) throws(LineMistake) -> AttemptOptions {
    var options = AttemptOptions()
    while !words.isEmpty {
      switch try words.oneOf(StartWord.allCases, "shuffled, only, practice or limit") {
      case .shuffled:
        options.shuffle = words.first.flatMap { QuizOrder.Shuffle(rawValue: $0.text) }
        if options.shuffle != nil { _ = words.next() }
        options.shuffle = options.shuffle ?? .both
        if words.take("by") { options.seed = UInt64(try words.number("a seed", 0...Int.max)) }
      case .only:
        options.only = words.take("wrong") ? .wrong : words.take("due") ? .due(.usual) : nil
        guard options.only == nil else { continue }
        var indexes: [Int] = []
        repeat { indexes.append(try words.number("wrong, due or a question", 1...200) - 1) } while words.take(",")
        options.only = .questions(indexes)
      case .practice: options.isPractice = true
      case .limit: options.timeLimitMs = try words.duration()
      }
    }
    return options
  }

  private mutating func addAnswer(_ words: inout ScriptWords) throws(LineMistake) {
    let column = words.column
    guard let word = words.next() else {
      throw LineMistake(
        column: column, message: "the answer is missing here: correct, wrong, skip, \"text\" or an option")
    }
    let isWord = !word.isQuoted
    switch word.text {
    case "correct" where isWord: isRight = true
    case "wrong" where isWord: isRight = false
    case "skip" where isWord: kind = .skip
    default:
      let isOption = Question.letters.contains(word.text.uppercased()) || (1...26).contains(Int(word.text) ?? 0)
      guard isOption || word.isQuoted else {
        throw .unknown(word, among: ["correct", "wrong", "skip"], "an answer, an option or a text in quotation marks")
      }
      response = word.text
    }
  }

  /// Parses `generation failed because rateLimited retry 300s`.
  private mutating func addGeneration(_ words: inout ScriptWords) throws(LineMistake) {
    enum State: String, CaseIterable { case none, pending, ready, failed }
    state = try words.oneOf(State.allCases, "none, pending, ready or failed").rawValue
    reason = words.take("because") ? try words.oneOf(GenerationFailure.allCases, "a reason").rawValue : nil
    retryAfterSeconds = words.take("retry") ? try words.duration() / 1000 : nil
  }
}

extension ScriptWords {
  /// Takes `350us` or `2ms`, in microseconds of the real clock; returns `nil` if there is no number.
  fileprivate mutating func realTime() -> Int? {
    guard let word = first, let unit = ["us": 1, "ms": 1000, "s": 1_000_000][String(word.text.drop(while: \.isNumber))]
    else { return nil }
    guard let number = Int(word.text.prefix(while: \.isNumber)), (0...60_000_000 / unit).contains(number) else {
      return nil
    }
    _ = next()
    return number * unit
  }

  mutating func times() throws(LineMistake) -> Int {
    guard let word = first else { return 1 }
    guard word.text.first == "x", let times = Int(word.text.dropFirst()), (1...1_000_000).contains(times) else {
      throw LineMistake(column: word.column, message: "\"\(excerpt(word.text))\" is not a number of times: write x4")
    }
    _ = next()
    return times
  }
}
