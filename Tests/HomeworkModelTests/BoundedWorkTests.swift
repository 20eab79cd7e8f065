import Foundation
import HomeworkModel
import HomeworkTestKit
import Testing

@Suite struct `Work on a text` {
  private func question(_ body: Question.Body) -> Question {
    Question(id: Question.ID(atMs: 0, random: (0, 0)), prompt: "?", body: body)
  }

  @Test func `folds in linear time`() {
    for letter in ["ж", "é", "ß", "\u{301}", "a\u{345}"] {
      let ratio = ProcessorTime.growth(from: 20_000) { _ = Folding.caseless(String(repeating: letter, count: $0)) }
      #expect(ratio < 10, "\(letter)")
    }
  }

  @Test func `compares two texts with one typo allowed in linear time`() {
    let ratio = ProcessorTime.growth(from: 4000) { count in
      let answer = String(repeating: "я", count: count)
      #expect(question(.fillBlank(correctAnswer: answer + "x", acceptedAnswers: [])).isAlmost(answer + "y"))
    }
    #expect(ratio < 10)
    let near = question(.fillBlank(correctAnswer: "photon", acceptedAnswers: []))
    for (typed, isAlmost) in [
      ("photon", false), ("photom", true), ("phton", true), ("photonn", true), ("pohton", true), ("hpoton", true),
      ("photno", true), ("photxx", false), ("phto", false), ("tophon", false), ("", false), ("nohtop", false),
    ] {
      #expect(near.isAlmost(typed) == isAlmost, "\(typed)")
    }
  }

  /// Each phrase repeatedly begins to match the text.
  @Test func `searches for a long phrase in linear time`() {
    let ratio = ProcessorTime.growth(from: 1000) { count in
      let text = String(repeating: "a ", count: count)
      let concepts = [[String(repeating: "a ", count: count / 2) + "b", "a c"]]
      #expect(question(.shortAnswer(correctAnswer: "a", keyConcepts: concepts)).grade(.text(text + "a b")) == .correct)
      #expect(question(.shortAnswer(correctAnswer: "a", keyConcepts: concepts)).grade(.text("b " + text)) == .wrong)
    }
    #expect(ratio < 10)
  }

  /// All texts of up to seven words and phrases of up to three, from two different words.
  @Test func `finds a phrase anywhere`() {
    func texts(_ most: Int) -> [[String]] {
      (1...most).reduce(into: [[[String]]]([[[]]])) { all, _ in
        all.append(all.last!.flatMap { [$0 + ["a"], $0 + ["b"]] })
      }.flatMap(\.self).filter { !$0.isEmpty }
    }
    for phrase in texts(3) {
      let asked = question(.shortAnswer(correctAnswer: "a", keyConcepts: [[phrase.joined(separator: " ")]]))
      for text in texts(7) {
        let isThere = text.indices.contains { text[$0...].starts(with: phrase) }
        #expect(asked.grade(.text(text.joined(separator: " "))) == (isThere ? .correct : .wrong), "\(phrase) \(text)")
      }
    }
  }
}

@Suite struct `A size limit` {
  @Test func `applies to a learner's name, with characters of any length`() {
    #expect(Learner.faults(inName: "e" + String(repeating: "\u{301}", count: 499)).isEmpty)
    #expect(Learner.faults(inName: "e" + String(repeating: "\u{301}", count: 500)).map(\.path) == ["name"])
    #expect(Learner.faults(inName: String(repeating: "é", count: 100)).isEmpty)
    #expect(Learner.faults(inName: String(repeating: "é", count: 101)).map(\.path) == ["name"])
  }

  @Test func `applies to all answers of a question together`() {
    func faults(_ body: Question.Body) -> [String] {
      QuizDraft(questions: [QuestionDraft(prompt: "?", body: body)]).faults.map(\.path)
    }
    let half = String(repeating: "ж", count: TextLimits.answers / 4)
    #expect(faults(.fillBlank(correctAnswer: half, acceptedAnswers: [half])) == [])
    #expect(faults(.shortAnswer(correctAnswer: half, keyConcepts: [[half]])) == [])
    #expect(faults(.fillBlank(correctAnswer: half, acceptedAnswers: [half, "x"])) == ["questions[0].correctAnswer"])
    let many = Array(repeating: Array(repeating: "ab", count: 200), count: 200)
    #expect(faults(.shortAnswer(correctAnswer: "a", keyConcepts: many)) == ["questions[0].correctAnswer"])
  }

  @Test func `applies to an assignment's collections, by their number`() {
    func faults(_ count: Int) -> [String] {
      HomeworkDraft(title: "x", collections: (0..<count).map(String.init)).faults.map(\.path)
    }
    #expect(faults(100) == [])
    #expect(faults(101) == ["collections"])
    #expect(faults(40_000) == ["collections"])
  }
}
