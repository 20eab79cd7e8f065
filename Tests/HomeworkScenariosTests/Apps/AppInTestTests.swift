import Foundation
import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkReports
import HomeworkScenarios
import HomeworkStore
import HomeworkTestKit
import HomeworkTesting
import Testing

/// A typical app, and typical mistakes in one.
private final class QuizScreen: ScenarioApp {
  enum Mistake: CaseIterable {
    /// Shows the result of an answer before it saves the answer.
    case celebratesFirst
    /// Opened after a kill, shows what the kill has cut off.
    case celebratesAgain
    case forgetsConfetti
    /// Swallows the store's errors.
    case hidesRefusals
    /// Starts another attempt in each life.
    case beginsAnew
  }

  let live: LiveAttempt
  private let test: TestEnvironment
  private let mistake: Mistake?

  init(_ test: TestEnvironment, _ mistake: Mistake? = nil) async throws {
    (self.test, self.mistake) = (test, mistake)
    live = try await test.open()
    if mistake == .celebratesAgain { test.show(CueChanges(started: live.report.suppressed)) }
    if mistake == .beginsAnew, live.attemptId != nil {
      try await live.abandon()
      try await live.start(test.homework)
    }
  }

  func perform(_ step: ScenarioStep) async throws {
    switch (step, mistake) {
    case (.answer(let response), .celebratesFirst): try await celebrateFirst(response)
    case (_, .hidesRefusals): do { test.show(try await live.perform(step, of: test.homework)) } catch {}
    case (_, .forgetsConfetti):
      var cues = try await live.perform(step, of: test.homework)
      cues.started.removeAll { $0.animation.rawValue == "A4" }
      test.show(cues)
    default: test.show(try await live.perform(step, of: test.homework))
    }
  }

  private func celebrateFirst(_ response: Response) async throws {
    guard let id = live.attemptId, let question = try await test.store.read({ try $0.currentQuestion(of: id) })
    else { return }
    var ahead = live.session
    let answer = SettledAnswer(
      questionIndex: ahead.questionIndex, outcome: response == question.correctResponse ? .correct : .wrong,
      movesStreak: true)
    test.show(try ahead.receive(.settled(answer), atMs: ahead.nowMs))
    try await live.settle(response)
  }
}

@Suite struct `An app in a test` {
  private static let script = """
    scenario "killed before the sixth answer is saved"
    quiz mcq 6

    start
    answer correct x5
    wait 100ms
    kill before commit
    answer correct
    resume
    expect question 6
    finish
    expect error conflict
    """

  private func tests(_ text: String, named name: String = "x.scenario") throws -> (TemporaryDirectory, [ScenarioTest]) {
    let directory = TemporaryDirectory()
    try directory.write(text, to: name)
    return (directory, ScenarioTest.all(in: directory.path("")))
  }

  @Test(arguments: ScenarioTest.all(in: "../../../Examples/scenarios"))
  func `that shows its attempt's cues plays every example`(_ scenario: ScenarioTest) async throws {
    try await scenario.test { try await QuizScreen($0) }
  }

  /// The cases of the test above that are cancelled: were all of them, it would pass.
  @Test func `that needs no process of its own plays all but 29 examples`() async {
    var skipped: [String] = []
    for scenario in ScenarioTest.all(in: "../../../Examples/scenarios") {
      if let reason = await scenario.play(by: { try await QuizScreen($0) }).skipped {
        skipped.append("\(scenario.name): \(reason)")
      }
    }
    #expect(skipped.count == 29, "\(skipped)")
  }

  @Test(arguments: ScenarioTest.all(in: "../../../Examples/animations/flame-and-trophy.scenario"))
  func `plays its own animations`(_ scenario: ScenarioTest) async throws {
    try await scenario.test { try await QuizScreen($0) }
    try await scenario.test()
  }

  @Test func `can supply a catalogue for scripts that name none`() async throws {
    let directory = TemporaryDirectory()
    let animations = ThisPackage.root.appendingPathComponent("Examples/animations/celebrations.tokens.json").path
    try directory.write(
      "scenario \"own\"\nquiz mcq 3\nstart\nanswer correct x3\nexpect running flame\n", to: "own.scenario")
    let own = ScenarioTest.all(in: directory.path(""), animations: [animations])
    #expect(await own[0].play(by: { try await QuizScreen($0) }).issues.map(\.description) == [])
    let without = ScenarioTest.all(in: directory.path("own.scenario"))
    #expect(await without[0].play().issues.first?.line == 5)
    let missing = ScenarioTest.all(
      in: directory.path(""), animations: ["nowhere.json"], from: directory.path("x.swift"))
    #expect(await missing[0].play().issues.map(\.message) == ["it does not exist: check the path"])
  }

  /// Each at the line of the script where a user would have seen it.
  @Test(arguments: [
    (QuizScreen.Mistake.celebratesFirst, 5, "law 1, saved before shown, is broken"),
    (.celebratesAgain, 9, "law 2, at most once, is broken"), (.forgetsConfetti, 5, "law 3, accounted, is broken"),
    (.hidesRefusals, 12, "expect error conflict"), (.beginsAnew, 9, "law 4, nothing lost, is broken"),
  ])
  private func `with a mistake fails at the right file and line`(
    _ mistake: QuizScreen.Mistake, line: Int, says: String
  ) async throws {
    let (directory, tests) = try tests(Self.script)
    let scenario = try #require(tests.first)
    #expect(await scenario.play(by: { try await QuizScreen($0) }).issues == [])
    let result = await scenario.play(by: { try await QuizScreen($0, mistake) })
    #expect(
      result.issues.contains {
        $0.file == directory.path("x.scenario") && $0.line == line && $0.message.contains(says)
      }, "\(result.issues)")
    // A Swift Testing test reports the same place.
    try await withKnownIssue {
      try await scenario.test { try await QuizScreen($0, mistake) }
    } matching: { issue in
      issue.sourceLocation?.filePath == directory.path("x.scenario")
        && result.issues.contains { $0.line == issue.sourceLocation?.line }
    }
  }

  @Test func `with an unreadable script fails at the mistake`() async throws {
    let (directory, tests) = try tests("scenario \"mine\"\nquiz mcq 4\nstart\nanser correct\n")
    let issues = await tests[0].play(by: { try await QuizScreen($0) }).issues
    #expect(
      issues.map(\.description) == [
        "\(directory.path("x.scenario")):4:1: \"anser\" is not a statement: did you mean answer?"
      ])
    let (_, none) = try self.tests("", named: "x.txt")
    #expect(await none[0].play().issues.map(\.message) == ["the folder has no .scenario file"])
    let (_, empty) = try self.tests("# nothing\n")
    #expect(
      await empty[0].play().issues.map(\.message) == ["there is no scenario in this file: start with scenario \"NAME\""]
    )
    let nowhere = ScenarioTest.all(in: directory.path("nowhere"))
    #expect(await nowhere[0].play().issues.map(\.message) == ["it does not exist: check the path"])
  }

  @Test func `skips scripts that a test cannot play, with the reason`() async throws {
    let reasons = [
      ("kill process", "kill process needs a process of its own: an app in a test can only be dropped"),
      (
        "kill at write 1",
        "kill at write 1 counts writes to a file, which an app in a test does not have: use kill before commit"
      ),
    ]
    for (kill, reason) in reasons {
      let (_, tests) = try tests("scenario \"x\"\nquiz mcq 2\nstart\n\(kill)\nanswer correct\nresume\n")
      let result = await tests[0].play(by: { try await QuizScreen($0) })
      #expect(result.skipped == reason && result.issues == [])
    }
    let (_, tests) = try tests("scenario \"x\"\nadd homework \"Page 42\"\n")
    #expect(
      await tests[0].play(by: { try await QuizScreen($0) }).skipped == "it has no quiz to play: write quiz mcq 10")
  }

  /// A task that outlives its app does not affect the next life.
  @Test func `that is dead saves and shows nothing`() async throws {
    final class Stubborn: ScenarioApp {
      let live: LiveAttempt
      private let test: TestEnvironment

      init(_ test: TestEnvironment) async throws {
        self.test = test
        live = try await test.open()
      }

      func perform(_ step: ScenarioStep) async throws {
        do { test.show(try await live.perform(step, of: test.homework)) } catch {
          // Try again, ignoring the error.
          test.show(try await live.perform(step, of: test.homework))
        }
      }
    }
    let (_, tests) = try tests(Self.script)
    let result = await tests[0].play(by: { try await Stubborn($0) })
    #expect(result.issues.map(\.description) == [])
    #expect(result.report?.kills.count == 1)
  }
}
