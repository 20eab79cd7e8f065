import HomeworkAPI
import HomeworkFormats
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
  /// The lines of the settings, as written.
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

  /// The copies of the library that play it, the first of which begins; empty for a script of one.
  var copies: [String] {
    statements.reduce(into: []) { names, statement in
      if case .copy(let name) = statement.body, !names.contains(name) { names.append(name) }
    }
  }

  /// The named learners.
  var learners: [String] {
    statements.compactMap { if case .action(.learner(let name), _) = $0.body { name } else { nil } }
  }
}

/// The settings of a scenario, before the first action.
public struct ScenarioSetup: Sendable {
  var quiz: QuizSource?
  /// The profiles named by the script, and those given beside it.
  var profiles: [ProfileName] = [], given: [ProfileName] = []
  var animations: [AnimationFile] = []
  /// True if a file that it names cannot be read.
  var hasUnreadAnimations = false
  public internal(set) var environment = SessionEnvironment()
}

/// The source of a script's quiz.
enum QuizSource: Sendable {
  /// Generated questions: the number of each kind, in order.
  case generated([(kind: QuestionKind, count: Int)])
  /// A quiz file, by the name used in the script, with its text.
  case file(name: String, text: String)

  /// The types of its questions; none if the file cannot be read.
  var kinds: [QuestionKind] {
    switch self {
    case .generated(let parts): parts.map(\.kind)
    case .file(_, let text): (try? QuizJSON.quiz(from: Array(text.utf8)))?.questions.map(\.body.kind) ?? []
    }
  }
}

public struct Statement: Sendable {
  package var line: Int
  /// The statement as written, without its comment, as quoted in failures.
  package var text: String
  package var body: Body

  package enum Body: Sendable {
    case action(Action, times: Int)
    case wait(milliseconds: Int)
    /// The statements after it are played on this copy of the library.
    case copy(name: String)
    /// The present copy exchanges with another one what each lacks; without a name, with the only other one.
    case sync(with: String?)
    case kill(mode: KillMode?, point: KillPoint)
    case resume
    /// A kill followed by a resume.
    case restart
    case expect(Expectation)
  }
}

/// An action of a user, or of the program that embeds the library.
package enum Action: Hashable, Sendable {
  case start(AttemptOptions = AttemptOptions())
  case skip, finish, leave, abandon
  /// Has the last answer counted, a wrong typed one.
  case accept
  /// Continues the attempt that is played on another copy of the library.
  case take
  case answer(GivenAnswer)
  /// Revisits a settled question, from 0.
  case revisit(question: Int)
  case addHomework(title: String, collection: String?)
  case complete(title: String)
  case delete(title: String)
  /// Changes the generation of the first homework.
  case generation(state: String, reason: String?, retrySeconds: Int?)
  /// Corrects the key of a question, from 0, of the first homework, and grades earlier answers anew.
  case regrade(question: Int, key: String)
  /// Gives the attempt in progress more time.
  case extend(milliseconds: Int)
  /// Reports a screen event of this many items.
  case screenEvent(ScreenEvent, count: Int, number: Int?)
  /// Hands the screen to another learner, who continues with their own attempt.
  case learner(name: String)

  /// True if it changes what is on disk.
  var saves: Bool { ![.leave, .revisit, .event, .learner].contains(appAction) }

  /// True if it grades answers anew, which were shown before: it starts no cue.
  var isGrading: Bool { [.accept, .regrade].contains(appAction) }

  /// True if it starts an attempt.
  var isStart: Bool { appAction == .start }

  /// True if it belongs to an attempt, whose state shows it.
  var isOfAttempt: Bool { ![.add, .complete, .delete, .generation, .regrade, .extend].contains(appAction) }

  /// The action as words after "to".
  var deed: String {
    switch appAction {
    case .learner: "switch learners"
    case .take: "take over the attempt"
    case .event: "report \(name)"
    case .generation: "change the generation"
    case .regrade: "correct the key"
    case .extend: "give more time"
    case .accept: "have an answer counted"
    case .add: "add homework"
    default: name
    }
  }

  /// The word in the language and in the trace.
  var name: String {
    if case .screenEvent(let event, _, _) = self { "screen event \(event.rawValue)" } else { appAction.rawValue }
  }
}

package enum GivenAnswer: Hashable, Sendable {
  case correct, wrong
  /// The letter or number of an option, or a text.
  case typed(String)
}
