import HomeworkAPI
import HomeworkModel
import HomeworkTestKit
import Testing

@Suite struct `Reviewing an attempt` {
  private let bench: Bench
  private let homework: JSONValue

  init() throws {
    bench = try Bench()
    homework = try #require(try bench.call("homework.add", ["title": "Halves", "quiz": everyKind])["id"])
  }

  /// Plays an attempt with these responses; `nil` is a skip.
  private func attempt(_ responses: [String?]) throws -> JSONValue {
    let id = try #require(try bench.call("attempt.start", ["homeworkId": homework])["id"])
    for response in responses {
      let settling: JSONValue = ["attemptId": id, "response": .string(response ?? "")]
      _ = try response == nil ? bench.call("attempt.skip", ["attemptId": id]) : bench.call("attempt.answer", settling)
    }
    return id
  }

  private func review(_ id: JSONValue) throws -> [JSONValue] {
    try #require(try bench.call("attempt.get", ["attemptId": id, "review": true])["answers"]?.array)
  }

  @Test func `returns for each answer the question, the response, the correct answer and the explanation`() throws {
    let id = try attempt(["2", " FOUR ", "an orange"])
    let answers = try review(id)
    #expect(answers.map { $0["question"] } == ["A half of a half?", "Half of 8 is __", "What is a half?"])
    #expect(answers.map { $0["options"] } == [["a quarter", "one"], nil, nil])
    #expect(answers.map { $0["correctIndex"] } == [0, nil, nil])
    #expect(answers.map { $0["response"] } == ["B", " FOUR ", "an orange"])
    #expect(answers.map { $0["responseText"] } == ["one", " FOUR ", "an orange"])
    #expect(answers.map { $0["outcome"] } == ["wrong", "correct", "wrong"])
    #expect(answers.map { $0["correctAnswer"] } == ["a quarter", "4", "one of two equal parts"])
    #expect(answers.map { $0["explanation"] } == ["", "", ""])
    // A client reads the same values from it.
    let reply = try bench.call("attempt.get", ["attemptId": id, "review": true])
    let read = try Shapes.reviewedAttempt.read(reply)
    #expect(read.reviews.count == 3 && read.attempt.answers.count == 3)
    #expect(try Shapes.reviewedAttempt.text(of: read).value == reply)
  }

  @Test func `shows the answer of a skipped question, and nothing of an open one`() throws {
    let answers = try review(try attempt([nil, nil]))
    #expect(answers.count == 2)
    for (answer, right) in zip(answers, ["a quarter", "4"] as [JSONValue]) {
      #expect(answer["outcome"] == "skipped" && answer["correctAnswer"] == right)
      #expect(answer["response"] == nil && answer["responseText"] == nil)
    }
  }

  @Test func `keeps the wording that was played after the quiz is replaced`() throws {
    let id = try attempt(["A", "4", "x"])
    let before = try review(id)
    _ = try bench.call("attempt.finish", ["attemptId": id])
    let other: JSONValue = [["type": "fillBlank", "question": "Other?", "correctAnswer": "other"]]
    _ = try bench.call("quiz.set", ["homeworkId": homework, "quiz": other])
    #expect(try review(id) == before)
    #expect(try review(try attempt(["other"]))[0]["question"] == "Other?")
  }

  @Test func `is returned only on request`() throws {
    let id = try attempt(["A"])
    let plain = try bench.call("attempt.get", ["attemptId": id])
    #expect(try bench.call("attempt.get", ["attemptId": id, "review": false]) == plain)
    for name in ["question", "options", "correctIndex", "responseText", "correctAnswer", "explanation"] {
      #expect(plain["answers"]?.array?[0][name] == nil)
    }
    #expect(bench.refusal(of: "attempt.get", ["attemptId": id, "review": "yes"]) != nil)
  }
}
