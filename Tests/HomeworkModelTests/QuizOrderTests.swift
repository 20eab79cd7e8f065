import HomeworkModel
import Testing

@Suite struct `The order of a quiz` {
  private let counts = [4, 0, 2, 26, 3, 0, 1]

  @Test func `is the quiz's own without shuffling, for all or selected questions`() {
    let own = QuizOrder(optionCounts: counts, seed: 9)
    #expect(own.questions == Array(0..<7))
    #expect(own.options == counts.map { Array(0..<$0) })
    let some = QuizOrder(optionCounts: counts, asking: [4, 1])
    #expect(some.questions == [4, 1] && some.options == [[0, 1, 2], []])
    #expect(QuizOrder(optionCounts: counts, asking: [], shuffling: .both).questions == [])
  }

  @Test func `contains every question and option once, for every kind of shuffling and seed`() {
    for seed in 0..<200 as Range<UInt64> {
      for shuffle in QuizOrder.Shuffle.allCases {
        let order = QuizOrder(optionCounts: counts, shuffling: shuffle, seed: seed)
        #expect(order == QuizOrder(optionCounts: counts, shuffling: shuffle, seed: seed))
        #expect(order.questions.sorted() == Array(0..<7))
        #expect(shuffle != .options || order.questions == Array(0..<7))
        for (index, options) in zip(order.questions, order.options) {
          #expect(options.sorted() == Array(0..<counts[index]))
          #expect(shuffle != .questions || options == options.sorted())
        }
      }
    }
  }

  @Test func `of a question's options does not depend on the other questions`() {
    for seed in 0..<50 as Range<UInt64> {
      let all = QuizOrder(optionCounts: counts, shuffling: .options, seed: seed)
      for order in [
        QuizOrder(optionCounts: counts, shuffling: .both, seed: seed),
        QuizOrder(optionCounts: counts, asking: [6, 3, 0], shuffling: .both, seed: seed),
        QuizOrder(optionCounts: counts + [5, 5], shuffling: .options, seed: seed),
      ] {
        for (index, options) in zip(order.questions, order.options) where index < counts.count {
          #expect(options == all.options[index])
        }
      }
    }
  }

  /// Orders are identified by their seeds, and printed on paper, so they must never change.
  @Test func `of a seed never changes`() {
    let order = QuizOrder(optionCounts: [4, 4, 4, 0], shuffling: .both, seed: 7)
    #expect(order.questions == [2, 3, 0, 1])
    #expect(order.options == [[3, 1, 0, 2], [], [3, 2, 0, 1], [0, 2, 3, 1]])
    #expect(QuizOrder(optionCounts: [3, 3], shuffling: .options, seed: .max).options == [[0, 1, 2], [1, 0, 2]])
  }

  @Test func `takes each possible value about equally often`() {
    var questions: [[Int]: Int] = [:], options: [[Int]: Int] = [:]
    for seed in 0..<6000 as Range<UInt64> {
      let order = QuizOrder(optionCounts: [3, 3, 3], shuffling: .both, seed: seed)
      questions[order.questions, default: 0] += 1
      options[order.options[0], default: 0] += 1
    }
    for counts in [questions, options] {
      #expect(counts.count == 6 && counts.values.allSatisfy { (850...1150).contains($0) }, "\(counts)")
    }
  }

  @Test func `keeps the correct option correct`() {
    let quiz = QuizDraft(questions: [
      QuestionDraft(prompt: "A", body: .mcq(options: ["w", "x", "right", "y"], correctIndex: 2)),
      QuestionDraft(prompt: "B", body: .fillBlank(correctAnswer: "right", acceptedAnswers: [])),
      QuestionDraft(prompt: "C", body: .mcq(options: ["right", "z"], correctIndex: 0)),
    ])
    var seen: Set<Int> = []
    for seed in 0..<100 as Range<UInt64> {
      let shuffled = quiz.shuffled(.both, seed: seed)
      #expect(Set(shuffled.questions.map(\.prompt)) == ["A", "B", "C"])
      for question in shuffled.questions {
        guard case .mcq(let options, let index) = question.body else { continue }
        #expect(options[index] == "right")
        if question.prompt == "A" { seen.insert(index) }
      }
    }
    #expect(seen == [0, 1, 2, 3])
  }
}
