import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkTestKit
import Testing

@Suite struct `A request with an id` {
  private let id: JSONValue = "0190a3b2-0000-7000-8000-000000000001"

  @Test func `gets the first reply again and changes nothing`() throws {
    let bench = try Bench()
    let asked: JSONValue = ["title": "once", "requestId": id]
    let first = try bench.call("homework.add", asked)
    #expect(try bench.call("homework.add", asked) == first)
    #expect(try bench.titles() == ["once"])
    // A null counts as omitted, and the order of parameters does not matter.
    #expect(try bench.call("homework.add", ["requestId": id, "subject": .null, "title": "once"]) == first)
  }

  @Test func `settles a question once, including its cues`() throws {
    let bench = try Bench()
    let homework = try #require(bench.call("homework.add", ["title": "t", "quiz": everyKind])["id"])
    let attempt = try #require(bench.call("attempt.start", ["homeworkId": homework])["id"])
    let asked: JSONValue = ["attemptId": attempt, "response": "A", "requestId": id]
    let first = try bench.call("attempt.answer", asked)
    #expect(first["cues"]?.array?.isEmpty == false)
    #expect(try bench.call("attempt.answer", asked) == first)
    #expect(try bench.call("attempt.get", ["attemptId": attempt])["answers"]?.array?.count == 1)
  }

  @Test func `is a conflict with other parameters or another method`() throws {
    let bench = try Bench()
    _ = try bench.call("homework.add", ["title": "once", "requestId": id])
    #expect(bench.refusal(of: "homework.add", ["title": "twice", "requestId": id])?.name == .conflict)
    let homework = try #require(bench.call("homework.list")["items"]?.array?.first?["id"])
    #expect(bench.refusal(of: "homework.complete", ["homeworkId": homework, "requestId": id])?.name == .conflict)
    #expect(try bench.titles() == ["once"])
  }

  @Test func `is not remembered if it was refused`() throws {
    let bench = try Bench()
    #expect(bench.refusal(of: "homework.add", ["title": " ", "requestId": id])?.name == .invalid)
    _ = try bench.call("homework.add", ["title": "now", "requestId": id])
    #expect(try bench.titles() == ["now"])
  }

  @Test func `needs a UUID, and a method that writes`() throws {
    let bench = try Bench()
    #expect(bench.refusal(of: "homework.add", ["title": "t", "requestId": "once"])?.name == .invalidParams)
    #expect(bench.refusal(of: "homework.list", ["requestId": id])?.name == .invalidParams)
    #expect(try bench.titles() == [])
  }

  /// A reply about two learners is stored under one of them. It is removed when either of them is erased.
  @Test(arguments: ["Ana", "Ben"], ["quiz.regrade", "homework.undelete", "learner.update"])
  func `is forgotten with each learner in its reply`(_ erased: String, _ method: String) throws {
    let bench = try Bench()
    let (learner, other) = (try #require(Self.typed[erased]), try #require(Self.typed.first { $0.key != erased }))
    for name in ["Ana", "Ben"] { _ = try bench.call("learner.add", ["name": .string(name)]) }
    let homework = try #require(bench.call("homework.add", ["title": "t", "quiz": Self.quiz])["id"])
    for (name, response) in Self.typed {
      let attempt = try #require(
        bench.call("attempt.start", ["homeworkId": homework, "learnerId": .string(name)])["id"])
      _ = try bench.call("attempt.answer", ["attemptId": attempt, "response": .string(response)])
      _ = try bench.call("attempt.finish", ["attemptId": attempt])
    }
    let corrected: JSONValue = [
      "type": "fillBlank", "question": "q", "correctAnswer": "a",
      "acceptedAnswers": .array(Self.typed.values.map { .string($0.lowercased()) }),
    ]
    let regrading: JSONValue = ["homeworkId": homework, "index": 0, "question": corrected]
    if method == "homework.undelete" { _ = try bench.call("quiz.regrade", regrading) }
    let params: JSONValue =
      switch method {
      case "quiz.regrade": regrading
      case "homework.undelete": [:]
      // Changes nothing, so that no event says whom it concerns.
      default: ["learnerId": .string(erased), "name": .string(erased)]
      }
    let reply = try bench.call(method, params.with("requestId", id))
    for secret in [erased, learner] where method != "learner.update" || secret == erased {
      #expect(JSONText(reply).text.contains("\"\(secret)\""))
    }
    let ofOther: JSONValue = ["title": "of the other", "learnerId": .string(other.key)]
    let otherId: JSONValue = "0190a3b2-0000-7000-8000-000000000002"
    let kept = try bench.call("homework.add", ofOther.with("requestId", otherId))

    _ = try bench.call("learner.erase", ["learnerId": .string(erased), "name": .string(erased)])
    for secret in [erased, learner] { #expect(try bench.bytes(of: secret) == []) }
    #expect(try bench.bytes(of: other.value) != [])
    #expect(try bench.call("homework.add", ofOther.with("requestId", otherId)) == kept)
  }

  /// The answer that each learner types. The quiz accepts it in lower case.
  private static let typed = ["Ana": "Typed-By-Ana", "Ben": "Typed-By-Ben"]
  private static let quiz: JSONValue = [
    "topic": "t", "questions": [["type": "fillBlank", "question": "q", "correctAnswer": "a"]],
  ]
}

extension Bench {
  /// Returns the names of the database's files that contain these bytes.
  fileprivate func bytes(of text: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.url.path).filter {
      try Data(contentsOf: directory.url.appending(path: $0)).range(of: Data(text.utf8)) != nil
    }
  }
}
