import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkService
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `A refused call` {
  @Test(
    arguments: [
      ("homework.add", [:], ["title: is missing"]),
      ("homework.add", ["title": .null], ["title: is missing"]),
      ("homework.add", ["title": 5], ["title: must be of type string"]),
      (
        "homework.add", ["titel": "x", "title": "x"], ["titel: is not a parameter of homework.add: did you mean title?"]
      ),
      (
        "homework.add", ["title": true, "collections": ["a", 1]],
        ["collections[1]: must be of type string", "title: must be of type string"]
      ),
      (
        "homework.add", ["titel": "x", "collections": ["a", 1], "note": 5],
        [
          "collections[1]: must be of type string", "note: must be of type string",
          "titel: is not a parameter of homework.add: did you mean title?", "title: is missing",
        ]
      ),
      ("homework.list", ["status": "sarted"], ["status: \"sarted\" is not one of new, started, completed"]),
      ("homework.delete", ["homeworkIds": "x"], ["homeworkIds: must be an array"]),
      ("quiz.import", [:], ["text: give either text or path"]),
      ("quiz.import", ["text": "", "path": "/x"], ["text: give either text or path"]),
      ("quiz.import", ["path": "x.json"], ["path: must be an absolute path, not \"x.json\""]),
      ("attempt.resume", [:], ["homeworkId: give either homeworkId or attemptId"]),
      ("scenario.run", ["text": "", "files": ["a": 1]], ["files.a: must be of type string"]),
    ] as [(String, JSONValue, [String])])
  func `names each faulty parameter by its path`(method: String, params: JSONValue, faults: [String]) throws {
    let error = try Bench().refusal(of: method, params)
    #expect(error?.name == .invalidParams)
    #expect(error?.faults == faults)
  }

  @Test func `suggests the method that was probably meant`() throws {
    let error = try Bench().refusal(of: "homework.lst")
    #expect(error?.message == "there is no method \"homework.lst\": did you mean homework.list?")
  }

  @Test func `changes nothing`() throws {
    let bench = try Bench()
    let id = try #require(bench.call("homework.add", ["title": "kept"])["id"])
    let unknown: JSONValue = "01900000-0000-7000-8000-000000000000"
    #expect(bench.refusal(of: "homework.delete", ["homeworkIds": [id, unknown]])?.name == .notFound)
    #expect(bench.refusal(of: "homework.add", ["title": "x", "quiz": ["questions": []]])?.name == .invalid)
    #expect(bench.refusal(of: "quiz.set", ["homeworkId": id, "quiz": []])?.name == .invalid)
    #expect(try bench.titles() == ["kept"])
    #expect(try bench.call("homework.get", ["homeworkId": id])["questionCount"] == 0)
  }

  /// Every case except those within `unavailable`, which are all alike.
  @Test func `has one name per kind of store error`() throws {
    let id = try #require(Attempt.ID("01900000-0000-7000-8000-000000000000"))
    let expected: [(StoreError, RPCError.Name)] = [
      (.notFound(.homework, id.text), .notFound), (.invalid([]), .invalid), (.attemptAlreadyOpen(id), .conflict),
      (.quizInUse(id), .conflict), (.attemptOver(id, .abandoned), .conflict), (.wrongQuestion(current: 3), .conflict),
      (.everyQuestionSettled(id), .conflict), (.questionsLeft(3), .conflict),
      (.ambiguousId("0190", candidates: []), .conflict), (.busy, .busy), (.tooEarly(retryAfterSeconds: 1), .tooEarly),
      (.unavailable(.diskFull), .databaseUnavailable), (.stoppedByHook(""), .internal), (.inconsistent(""), .internal),
    ]
    for (error, name) in expected { #expect(RPCError(error).name == name, "\(error)") }
  }
}

@Suite struct `An import` {
  @Test func `names file, line and column of broken JSON`() throws {
    let error = try Bench().refusal(of: "quiz.import", ["text": "[1,", "name": "a.json"])
    #expect(error?.name == .invalid)
    #expect(error?.message.hasPrefix("a.json:1:") == true)
  }

  @Test func `takes its title from the topic, otherwise from the file`() throws {
    let bench = try Bench()
    for (topic, name) in [(everyKind, "/x/1.json"), (everyKind["questions"] ?? .null, "/x/second.quiz.json")] {
      _ = try bench.call("quiz.import", ["text": text(of: topic), "name": .string(name)])
    }
    #expect(try bench.titles() == ["second", "Fractions"])
  }

  @Test func `stores nothing in a dry run`() throws {
    let bench = try Bench()
    let report = try bench.call("quiz.import", ["text": text(of: everyKind), "dryRun": true])
    #expect(report["added"] == 3 && report["homework"] == [])
    #expect(try bench.titles() == [])
  }

  @Test func `reports what it leaves out, or rejects it if strict`() throws {
    let bench = try Bench()
    let quiz: JSONValue = """
      {"topic": "T", "level": 3, "questions": [
        {"type": "fillBlank", "question": "x", "correctAnswer": "y", "hint": "z"}]}
      """
    let both = JSONValue.string("{\"quizzes\": [\(quiz.string ?? "")], \"more\": 1}")
    let several = try bench.call("quiz.import", ["text": both, "dryRun": true])
    #expect(
      several["left"]?.array?.map { $0["path"] } == ["more", "quizzes[0].level", "quizzes[0].questions[0].hint"])
    let report = try bench.call("quiz.import", ["text": quiz])
    #expect(report["leftOut"] == 2)
    #expect(report["left"]?.array?.map { $0["path"] } == ["level", "questions[0].hint"])
    let error = bench.refusal(of: "quiz.import", ["text": quiz, "strict": true])
    #expect(error?.faults.first == "level: is not a key of a quiz: remove it, or correct its name")
    #expect(try bench.titles().count == 1)
  }

  @Test func `reads a file by its absolute path`() throws {
    let bench = try Bench()
    let path = JSONValue.string(bench.directory.path("q.json"))
    #expect(bench.refusal(of: "quiz.import", ["path": path])?.name == .notFound)
    try bench.directory.write(text(of: everyKind).string ?? "", to: "q.json")
    #expect(try bench.call("quiz.import", ["path": path])["titles"] == ["Fractions"])
    #expect(bench.refusal(of: "quiz.import", ["path": .string(bench.directory.url.path)])?.name == .invalid)
  }
}
