import HomeworkAPI
import HomeworkModel
import HomeworkService
import HomeworkTestKit
import Testing

@Suite struct `A long-running call` {
  @Test(arguments: ["database.check", "database.backup", "quiz.export"])
  func `ends when it is cancelled, and changes nothing`(method: String) throws {
    let bench = try Bench()
    _ = try bench.call("homework.add", ["title": "before", "quiz": everyKind])
    _ = try bench.call("homework.add", ["title": "after", "quiz": everyKind])
    let copy: JSONValue = ["path": .string(bench.directory.path("copy.sqlite"))]
    let params = method == "database.backup" ? copy : [:]
    guard case .failure(let refusal) = bench.service.call(method, params, isCancelled: { true }) else {
      Issue.record("the call completed although it was cancelled")
      return
    }
    #expect(refusal.name == .cancelled)
    #expect(try bench.titles() == ["after", "before"])
    // The next call on the same connections is not cancelled.
    _ = try bench.call(method, params)
  }
}
