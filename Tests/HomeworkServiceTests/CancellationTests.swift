import HomeworkAPI
import HomeworkModel
import HomeworkService
import HomeworkSystem
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

  /// A cancelled call ends when it next asks, so the work between two questions is what a client waits for. The
  /// writing of a document asks nothing, and grows with its thousand questions and answers.
  @Test(.inTestAll) func `asks within 100 ms of its work whether it is cancelled`() throws {
    let bench = try Bench()
    let quiz = JSONValue.array(
      (0..<200).map {
        [
          "type": "mcq", "question": .string("What is \($0) and \($0)?"), "options": [.string("\(2 * $0)"), "none"],
          "correctIndex": 0,
        ]
      })
    for page in 0..<5 {
      let homework = try bench.call("homework.add", ["title": .string("Page \(page)"), "quiz": quiz])
      let attempt = try bench.call("attempt.start", ["homeworkId": #require(homework["id"])])
      for index in 0..<200 {
        let answer: JSONValue = [
          "attemptId": try #require(attempt["id"]), "questionIndex": .int(Int64(index)), "response": "A",
        ]
        _ = try bench.call("attempt.answer", answer)
      }
      _ = try bench.call("attempt.finish", ["attemptId": #require(attempt["id"])])
    }
    let learner = try #require(try bench.call("learner.list")["items"]?.array?.first?["id"])
    let cases: [(String, JSONValue)] = [
      ("database.check", [:]), ("database.backup", ["path": .string(bench.directory.path("copy.sqlite"))]),
      ("quiz.export", [:]), ("quiz.export", ["format": "worksheet"]), ("learner.export", ["learnerId": learner]),
      ("overview.get", [:]), ("review.due", [:]), ("sync.give", ["known": [:]]),
    ]
    for (method, params) in cases {
      let polls = Guarded<(count: Int, last: Double, longest: Double)>((0, ProcessorTime.ofThread, 0))
      @Sendable func poll() -> Bool {
        polls.withLock { polls in
          let now = ProcessorTime.ofThread
          polls = (polls.count + 1, now, max(polls.longest, now - polls.last))
          return false
        }
      }
      _ = try bench.service.call(method, params, isCancelled: poll).get()
      _ = poll()
      let (count, _, longest) = polls.withLock { $0 }
      #expect(count > 0 && longest < 0.1, "\(method) \(params): \(count) polls, \(longest) s between two")
    }
  }
}
