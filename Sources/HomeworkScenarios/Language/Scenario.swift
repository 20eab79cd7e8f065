package import HomeworkAPI
import HomeworkFormats
import HomeworkModel
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
    scenario.statements.removeAll {
      // Without `expect error`, the refusal before it would be a failure.
      if case .expect(let expectation) = $0.body { if case .error = expectation { false } else { true } } else { false }
    }
    return scenario
  }

  /// The copies of the library that play it, the first of which begins; empty for a script of one.
  var copies: [String] {
    statements.reduce(into: []) { names, statement in
      if case .copy(let name) = statement.body, !names.contains(name) { names.append(name) }
    }
  }

  var learners: [String] {
    statements.compactMap {
      if case .action(let action, _) = $0.body, action.kind == .learner { action.name } else { nil }
    }
  }
}

/// The settings of a scenario, before the first action.
public struct ScenarioSetup: Sendable {
  var quiz: QuizSource?
  /// The profiles of the script, and those of the command line.
  var profiles: [ProfileName] = [], commandLineProfiles: [ProfileName] = []
  var animations: [AnimationFile] = []
  /// True if a file that it names cannot be read.
  var hasUnreadAnimations = false
  public internal(set) var environment = SessionEnvironment()
}

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
    /// The last request is sent again, by its id.
    case `repeat`
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

/// An action of a user, or of the program that embeds the library, as the protocol of programs under test has it.
///
/// An answer is right or wrong, or else typed: the letter or number of an option, or a text.
package typealias Action = AppAct

extension Action {
  package init(_ kind: AppAction, _ fill: (inout Self) -> Void = { _ in }) {
    self.init { $0.kind = kind }
    fill(&self)
  }

  var saves: Bool { ![.leave, .revisit, .event, .learner].contains(kind) }

  /// True if it grades answers anew, which were shown before: it starts no cue.
  var isGrading: Bool { [.accept, .regrade].contains(kind) }

  /// True if it belongs to an attempt, whose state shows it.
  var isOfAttempt: Bool { ![.add, .complete, .delete, .generation, .regrade, .extend].contains(kind) }

  /// The action as words after "to".
  var infinitivePhrase: String {
    switch kind {
    case .learner: "switch learners"
    case .take: "take over the attempt"
    case .event: "report \(word)"
    case .generation: "change the generation"
    case .regrade: "correct the key"
    case .extend: "give more time"
    case .accept: "have an answer counted"
    case .add: "add homework"
    default: word
    }
  }

  /// The word in the language and in the trace.
  var word: String { kind == .event ? "screen event \(name ?? "")" : kind.rawValue }
}
