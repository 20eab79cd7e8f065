import HomeworkModel
import Testing

private let id = Question.ID(atMs: 0, random: (0, 0))
private let four = ["w", "x", "y", "z"]

private func question(_ body: Question.Body, _ prompt: String = "?") -> Question {
  Question(id: id, prompt: prompt, body: body)
}

/// All orders of the numbers below `count`.
private func orders(_ count: Int) -> [[Int]] {
  guard count > 0 else { return [[]] }
  return orders(count - 1).flatMap { order in
    (0...order.count).map { index in Array(order[..<index]) + [count - 1] + Array(order[index...]) }
  }
}

@Suite struct `Types of questions` {
  static let bodies: [Question.Body] = [
    .mcq(options: four, correctIndex: 2), .multi(options: four, correctIndexes: [0, 3]),
    .fillBlank(correctAnswer: "?", acceptedAnswers: ["??"]),
    .shortAnswer(correctAnswer: "half", keyConcepts: [["half"]]),
    .numeric(NumericKey(-2.5, tolerance: .absolute(0.5), unit: "kg")), .numeric(NumericKey(0)),
    .gaps([.fillBlank(correctAnswer: "a; b", acceptedAnswers: []), .mcq(options: four, correctIndex: 3)]),
    .gaps([.mcq(options: four, correctIndex: 1)]), .ordering(four), .ordering(["a", "b"]), .card(back: "back"),
  ]

  @Test(arguments: bodies)
  func `grade their correct and wrong response, also as typed`(body: Question.Body) throws {
    let question = question(body)
    for (response, outcome) in [
      (question.correctResponse, Outcome.correct), (question.wrongResponse, .wrong), (.skip, .skipped),
    ] {
      #expect(question.grade(response) == outcome, "\(response)")
      guard let text = Question.text(of: response) else { continue }
      #expect(question.response(from: text) == response, "\(text)")
      #expect(!question.words(of: text).isEmpty)
    }
    #expect(!question.correctAnswer.isEmpty && !question.wantedResponse.isEmpty)
  }

  /// A response of another type never fits.
  @Test(arguments: bodies)
  func `take only responses of their own`(body: Question.Body) {
    let responses: [Response] = [
      .choice(0), .choices([0, 1, 2, 3]), .choices([1, 0]), .text("1"), .texts(["a"]), .texts(["a", "b"]), .known(true),
    ]
    let fitting = responses.filter { question(body).grade($0) != nil }.count
    #expect(fitting == (body.kind == .multi ? 2 : 1))
    #expect(question(body).grade(.choice(4)) == nil && question(body).grade(.choices([])) == nil)
  }

  @Test func `with several correct options want exactly these, of all choices and keys`() {
    func indexes(_ set: Int) -> [Int] { (0..<4).filter { set >> $0 & 1 == 1 } }
    for key in 1..<16 where indexes(key).count > 1 {
      let question = question(.multi(options: four, correctIndexes: indexes(key)))
      for chosen in 1..<16 {
        #expect(question.grade(.choices(indexes(chosen).reversed())) == (chosen == key ? .correct : .wrong))
      }
    }
    #expect(question(Self.bodies[1]).grade(.choices([0, 0, 3])) == nil)
    for typed in ["A,D", "d a", "AD", "1, 4", "4;1"] {
      #expect(question(Self.bodies[1]).response(from: typed) == .choices([0, 3]), "\(typed)")
    }
    for typed in ["", "A,E", "A,x1", "5"] where !typed.isEmpty {
      #expect(question(Self.bodies[1]).response(from: typed) == nil, "\(typed)")
    }
  }

  @Test func `to order want exactly one order, and never show it`() {
    for count in 2...5 {
      let items = Array(four + ["v"])[..<count].map(\.self)
      let body = Question.Body.ordering(items)
      #expect(body.options != items && body.options.sorted() == items.sorted() && body.itemsInOrder == items)
      #expect(body == .ordering(items))
      for order in orders(count) {
        let outcome: Outcome = order.map { body.options[$0] } == items ? .correct : .wrong
        #expect(question(body).grade(.choices(order)) == outcome)
        // In another order of display the same items are correct.
        let moved = body.withOptions(in: order)
        #expect(moved.itemsInOrder == items && question(moved).grade(question(moved).correctResponse) == .correct)
      }
    }
    #expect(question(.ordering(four)).grade(.choices([0, 1, 2])) == nil)
  }

  @Test(arguments: orders(4))
  func `keep their correct options in any order of display`(order: [Int]) {
    let moved = Question.Body.multi(options: four, correctIndexes: [0, 3]).withOptions(in: order)
    #expect(moved.correctIndexes.map { moved.options[$0] }.sorted() == ["w", "z"])
    #expect(moved.correctIndexes == moved.correctIndexes.sorted())
  }

  @Test(arguments: [
    ("9.81", true), ("9,81", true), ("9.80", true), ("9.79", true), ("9.83", true), ("9.84", false), ("9.7", false),
    ("+9.81", true), ("−9.81", false), ("981e-2", true), ("0.981 · 10^1", true), ("9.81 m/s²", true),
    ("9.81m/s²", true), ("9.81 m/s2", true), ("9.81 m/s^2", true), ("9.81m / s2", true), ("9.81 m/s3", nil),
    ("9.81 m", nil), ("", nil), ("nine", nil), ("nan", nil), ("inf", nil), ("0x9", nil), ("9.8.1", nil),
    ("9 81/100", nil),
    ("981/100", true), ("981 / 100", true), ("1/0", nil), ("9..81", nil),
  ])
  func `about numbers accept what is within the tolerance`(typed: String, isRight: Bool?) {
    let key = NumericKey(9.81, tolerance: .absolute(0.02), unit: "m/s²")
    #expect(question(.numeric(key)).grade(.text(typed)) == isRight.map { $0 ? .correct : .wrong })
  }

  @Test(arguments: ["1000", "1,000", "1.000", "1 000", "1'000", "1,000.0", "1.000,0", "1\u{202F}000", "1e3"])
  func `about numbers read thousands in any writing`(typed: String) {
    #expect(question(.numeric(NumericKey(1000))).grade(.text(typed)) == .correct)
    #expect(question(.numeric(NumericKey(2000))).grade(.text(typed)) == .wrong)
  }

  @Test func `about numbers have an exact or a relative tolerance`() {
    func grade(_ typed: String, _ key: NumericKey) -> Outcome? { question(.numeric(key)).grade(.text(typed)) }
    #expect(grade("0.3", NumericKey(0.1 + 0.2)) == .correct)
    #expect(grade("0.3000001", NumericKey(0.3)) == .wrong)
    #expect(grade("-95", NumericKey(-100, tolerance: .percent(5))) == .correct)
    #expect(grade("-94.9", NumericKey(-100, tolerance: .percent(5))) == .wrong)
    for key in [
      NumericKey(3), NumericKey(-0.5, tolerance: .absolute(1e-3), unit: "km h"),
      NumericKey(1e30, tolerance: .percent(5)),
      NumericKey(2, tolerance: .percent(1.5), unit: "kg"),
    ] { #expect(NumericKey(written: key.written) == key, "\(key.written)") }
  }

  @Test func `with gaps are correct if all are`() {
    let gaps = question(
      .gaps([
        .fillBlank(correctAnswer: "Paris", acceptedAnswers: ["Lutetia"]),
        .mcq(options: ["Seine", "B"], correctIndex: 0),
      ]), "{1} lies on the {2}.")
    for (first, isFirst) in [("paris", true), ("Lutetia.", true), ("Lyon", false), ("", false)] {
      for (second, isSecond) in [("A", true), ("seine", true), ("1", true), ("B", false), ("2", false), ("", false)] {
        #expect(gaps.grade(.texts([first, second])) == (isFirst && isSecond ? .correct : .wrong), "\(first) \(second)")
      }
    }
    #expect(gaps.response(from: "Paris; Seine") == .texts(["Paris", "Seine"]))
    #expect(gaps.response(from: #"["a;b","c"]"#) == .texts(["a;b", "c"]))
    #expect(gaps.response(from: "Paris") == nil && gaps.response(from: "a;b;c") == nil)
    #expect(gaps.words(of: #"["x","A"]"#) == "x; Seine")
    #expect(gaps.shownPrompt == "(1) ____ lies on the (2) ____.")
  }

  @Test func `move the streak if their answer is chosen`() {
    #expect(Self.bodies.map(\.isChosen) == [true, true, false, false, false, false, false, true, true, true, false])
  }

  @Test(
    arguments: [
      (.multi(options: four, correctIndexes: [1]), "correctIndexes: needs at least 2"),
      (.multi(options: four, correctIndexes: [1, 1]), "correctIndexes[1]: 1 must be after the one before"),
      (.multi(options: four, correctIndexes: [1, 4]), "correctIndexes[1]: 4 is not one of 4 options"),
      (.multi(options: [], correctIndexes: [0, 1]), "options: needs at least 2"),
      (.numeric(NumericKey(1, tolerance: .absolute(-1))), "tolerance: must be 0 or more"),
      (.numeric(NumericKey(1, tolerance: .absolute(.nan))), "tolerance: must be 0 or more"),
      (.numeric(NumericKey(1, tolerance: .percent(101))), "tolerancePercent: must be between 0 and 100"),
      (.numeric(NumericKey(.infinity)), "correctAnswer: must be a finite number"),
      (.numeric(NumericKey(1, unit: "2m")), "unit: must begin with a letter"),
      (.gaps([]), "gaps: needs 1 to 20, has 0"), (.gaps([.card(back: "x")]), "gaps[0]: must be typed or chosen"),
      (.gaps([.mcq(options: ["a"], correctIndex: 0)]), "gaps[0].options: needs at least 2"),
      (.gaps([.fillBlank(correctAnswer: "a", acceptedAnswers: [])]), "text: must contain {1} once, and has it 0 times"),
      (.ordering(["a"]), "items: needs at least 2"), (.ordering(Array(repeating: "a", count: 13)), "items: has 13"),
      (.ordering(items: ["a", "b"], correctOrder: [0, 0]), "items: need an order"),
      (.card(back: " "), "back: must not"),
    ] as [(Question.Body, String)])
  func `are refused with the fault's path`(body: Question.Body, fault: String) {
    let faults = QuizDraft(questions: [QuestionDraft(prompt: "?", body: body)]).faults.map(\.description)
    #expect(faults.contains { $0.hasPrefix("questions[0].\(fault)") }, "\(faults)")
  }
}
