import HomeworkAPI
import HomeworkModel
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
}
