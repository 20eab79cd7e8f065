import EmbeddedApp
import HomeworkPlay
import HomeworkTesting
import Testing

@Suite struct `The app` {
  @Test(arguments: ScenarioTest.all(in: "Scenarios"))
  func `keeps what it promises`(_ scenario: ScenarioTest) async throws {
    try await scenario.test { try await ScreenOnStage($0) }
  }
}

/// The app's own screen, moved by a script in place of a person.
final class ScreenOnStage: ScenarioApp {
  private let (stage, screen): (ScenarioStage, QuizScreen)
  var live: LiveAttempt { screen.live }

  init(_ stage: ScenarioStage) async throws {
    self.stage = stage
    screen = QuizScreen(try await stage.open()) { stage.show($0) }
  }

  func perform(_ step: ScenarioStep) async throws {
    switch step {
    case .start: try await screen.start(stage.homework)
    case .answer(let response): _ = try await screen.answer(response)
    case .finish: _ = try await screen.finish()
    case .accept, .abandon, .screen, .follow: stage.show(try await live.perform(step, of: stage.homework))
    }
  }
}
