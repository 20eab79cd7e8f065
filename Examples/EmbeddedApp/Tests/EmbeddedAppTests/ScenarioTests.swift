import EmbeddedApp
import HomeworkPlay
import HomeworkTesting
import Testing

@Suite struct `The app` {
  @Test(arguments: ScenarioTest.all(in: "Scenarios"))
  func `keeps what it promises`(_ scenario: ScenarioTest) async throws {
    try await scenario.test { try await ScreenInTest($0) }
  }
}

/// The app's own screen, moved by a script in place of a person.
final class ScreenInTest: ScenarioApp {
  private let (test, screen): (TestEnvironment, QuizScreen)
  var live: LiveAttempt { screen.live }

  init(_ test: TestEnvironment) async throws {
    self.test = test
    screen = QuizScreen(try await test.open()) { test.show($0) }
  }

  func perform(_ step: ScenarioStep) async throws {
    switch step {
    case .start: try await screen.start(test.homework)
    case .answer(let response): _ = try await screen.answer(response)
    case .finish: _ = try await screen.finish()
    case .accept, .abandon, .screen, .follow: test.show(try await live.perform(step, of: test.homework))
    }
  }
}
