import HomeworkMotion
import HomeworkPlay
import HomeworkTesting
import Testing

/// An app that celebrates before it saves, which only shows when it is killed in between.
final class HastyScreen: ScenarioApp {
  let live: LiveAttempt
  private let test: TestEnvironment

  init(_ test: TestEnvironment) async throws {
    self.test = test
    live = try await test.open()
  }

  func perform(_ step: ScenarioStep) async throws {
    if case .answer(let response) = step {
      var ahead = live.session
      let answer = SettledAnswer(questionIndex: ahead.questionIndex, outcome: .correct, movesStreak: true)
      test.show(try ahead.receive(.settled(answer), atMs: ahead.nowMs))
      try await live.settle(response)
    } else {
      test.show(try await live.perform(step, of: test.homework))
    }
  }
}

@Suite struct `An app that celebrates before it saves` {
  @Test func `is reported at the line of the script`() async throws {
    let scenario = ScenarioTest.all(in: "Scenarios")[1]
    try await withKnownIssue {
      try await scenario.test { try await HastyScreen($0) }
    } matching: { issue in
      // `answer correct x4` of the second script, and the answer that was shown and is gone.
      issue.sourceLocation?.filePath == scenario.file && [17, 19, 20, 21, 22].contains(issue.sourceLocation?.line)
    }
    let issues = await scenario.play { try await HastyScreen($0) }.issues
    #expect(issues.first?.line == 17)
    #expect(
      issues.first?.message
        == "law 1, saved before shown, is broken: dotSettle was shown before anything was on disk, in line 17: "
        + "save first, then celebrate")
  }
}
