/// The point at which a life of a sequence died.
enum ActionDeath: Hashable, Sendable {
  /// The time after an action; by default when the next action comes.
  case after(step: Int, waitedMs: Int? = nil)
  /// Inside the last action.
  case beforeCommit, afterCommit
}

/// A sequence with a death, as a scenario that reproduces it.
///
/// A script has one screen, which learners hand to each other: a learner who returns to it has left it before. So if
/// both show something at the same time, the script reproduces only the facts.
struct ActionScript {
  private(set) var lines: [String]
  private let questionCount: Int
  /// The number of settled questions in the first learner's attempt, and in the second's if it is open.
  private var settled = 0
  private var settledByOther: Int?

  /// - Parameter isOfBoth: true if only the second learner sees the violation.
  init(_ actions: [ExploredAction], _ death: ActionDeath?, on stage: ActionStage, isOfBoth: Bool) {
    questionCount = stage.questionCount
    let beginning = stage.beginning.count
    let name = actions.dropFirst(beginning).map(\.rawValue).joined(separator: " ")
    lines = ["scenario \"\(name.isEmpty ? "the beginning" : name)\"", "  \(stage.quiz)", ""]
    let hasBoth = isOfBoth || actions.dropFirst(beginning).contains(.other) || actions.last == .other
    var atScreen = 0
    let steps = actions.indices.filter { hasBoth || actions[$0] != .other }
    for (index, step) in steps.enumerated() {
      let action = actions[step]
      if action.player != atScreen {
        atScreen = action.player
        lines.append("  learner \"\(atScreen == 0 ? "Learner 1" : ActionStage.second)\"")
      }
      let nextMs = steps.dropFirst(index + 1).first.map(stage.time) ?? stage.time(ofStep: step) + ActionStage.gapMs
      add(
        statement(action), waitMs: nextMs - stage.time(ofStep: step), death, step: step, isLast: step == steps.last)
    }
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  private mutating func add(_ statement: String, waitMs: Int, _ death: ActionDeath?, step: Int, isLast: Bool) {
    func wait(_ ms: Int) -> [String] { ms > 0 ? ["  wait \(ms)ms"] : [] }
    switch death {
    case .beforeCommit where isLast:
      lines += ["  kill before commit", "  \(statement)", "  resume", "  \(statement)"] + wait(waitMs)
    case .afterCommit where isLast: lines += ["  kill after commit", "  \(statement)", "  resume"] + wait(waitMs)
    case .after(step, let waitedMs):
      let waited = waitedMs ?? waitMs
      lines += ["  \(statement)"] + wait(waited) + ["  kill", "  resume"] + wait(waitMs - waited)
    default: lines += ["  \(statement)"] + wait(waitMs)
    }
  }

  /// Returns the action as a statement of the language.
  private mutating func statement(_ action: ExploredAction) -> String {
    switch action {
    case .correct, .wrong:
      settled += 1
      return "answer \(action.rawValue)"
    case .skip:
      settled += 1
      return "skip"
    case .revisit: return "revisit \(max(1, settled))"
    case .start:
      settled = 0
      return "start"
    case .finish, .leave, .abandon: return action.rawValue
    case .other:
      guard let count = settledByOther else {
        settledByOther = 0
        return "start"
      }
      settledByOther = count < questionCount ? count + 1 : nil
      return count < questionCount ? "answer correct" : "finish"
    }
  }
}
