import HomeworkAPI
package import HomeworkModel
public import HomeworkMotion
package import HomeworkReports

/// One scenario: its settings, and its statements in order.
public struct Scenario: Sendable {
  public let name: String
  /// The file name given by the caller, used in messages.
  public let file: String
  public let line: Int
  public internal(set) var setup = ScenarioSetup()
  /// The lines that say the setup, as written.
  var settings: [String] = []
  public internal(set) var statements: [Statement] = []
}

extension Scenario {
  /// The statements without expectations.
  public var withoutExpectations: Scenario {
    var scenario = self
    scenario.statements.removeAll { if case .expect = $0.body { true } else { false } }
    return scenario
  }

  /// Those who play, as far as they are named.
  var learners: [String] {
    statements.compactMap { if case .action(.learner(let name), _) = $0.body { name } else { nil } }
  }
}

/// The settings of a scenario, before the first action.
public struct ScenarioSetup: Sendable {
  var quiz: QuizSource?
  /// As the script names them, and those given beside it.
  var profiles: [ProfileName] = [], given: [ProfileName] = []
  var animations: [AnimationFile] = []
  /// A file that it names cannot be read.
  var hasUnreadAnimations = false
  public internal(set) var environment = SessionEnvironment()
}

/// Where the quiz of a script comes from.
enum QuizSource: Sendable {
  /// So many questions of each kind, in order, made up by the runner.
  case generated([(kind: QuestionKind, count: Int)])
  /// A quiz file, by the name used in the script, with its text.
  case file(name: String, text: String)
}

public struct Statement: Sendable {
  package var line: Int
  /// As written, without its comment: failures quote it.
  package var text: String
  package var body: Body

  package enum Body: Sendable {
    case action(Action, times: Int)
    case wait(milliseconds: Int)
    case kill(mode: KillMode?, point: KillPoint)
    case resume
    /// Kill and resume in one.
    case restart
    case expect(Expectation)
  }
}

/// What a person, or the program that embeds the library, does.
package enum Action: Hashable, Sendable {
  case start(AttemptOptions = AttemptOptions())
  case skip, finish, leave, abandon
  case answer(GivenAnswer)
  /// Looks back at a settled question, from 0.
  case revisit(question: Int)
  case addHomework(title: String, collection: String?)
  case complete(title: String)
  case delete(title: String)
  /// Of the first homework.
  case generation(state: String, reason: String?, retrySeconds: Int?)
  /// Of so many things at once.
  case screenEvent(ScreenEvent, count: Int, number: Int?)
  /// Hands the screen on to somebody else, who goes on with an attempt of their own.
  case learner(name: String)

  /// Whether it changes what is on disk.
  var saves: Bool { ![.leave, .revisit, .event, .learner].contains(appAction) }

  /// Whether it begins an attempt.
  var isStart: Bool { appAction == .start }

  /// Whether it is of an attempt, whose state tells of it.
  var isOfAttempt: Bool { ![.add, .complete, .delete, .generation].contains(appAction) }

  /// As it follows "to".
  var deed: String {
    switch appAction {
    case .learner: "switch learners"
    case .event: "report \(name)"
    case .generation: "change the generation"
    case .add: "add homework"
    default: name
    }
  }

  /// The word of the language and of the trace.
  var name: String {
    if case .screenEvent(let event, _, _) = self { "screen event \(event.rawValue)" } else { appAction.rawValue }
  }
}

package enum GivenAnswer: Hashable, Sendable {
  case correct, wrong
  /// A letter or number of an option, or a text.
  case typed(String)
}
