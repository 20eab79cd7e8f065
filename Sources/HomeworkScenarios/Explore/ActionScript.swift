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
  private(set) var text: String
  private let questionCount: Int
  /// The number of settled questions in the first learner's attempt, and in the second's if it is open.
  private var settled = 0
  private var settledByOther: Int?

  /// - Parameter isOfBoth: true if only the second learner sees the violation.
  init(_ actions: [ExploredAction], _ death: ActionDeath?, on target: ExplorationTarget, isOfBoth: Bool) {
    questionCount = target.questionCount
    let own = actions.dropFirst(target.beginning.count)
    let name = own.map(\.rawValue).joined(separator: " ")
    text = "scenario \"\(name.isEmpty ? "the beginning" : name)\"\n  \(target.quiz)\n\n"
    let hasBoth = isOfBoth || own.contains(.other) || actions.last == .other
    var (atScreen, lines) = (0, [String]())
    let steps = actions.indices.filter { hasBoth || actions[$0] != .other }
    for (index, step) in steps.enumerated() {
      let action = actions[step]
      if action.player != atScreen {
        atScreen = action.player
        lines.append("learner \"\(atScreen == 0 ? "Learner 1" : ExplorationTarget.second)\"")
      }
      let statement = statement(action)
      let nextMs =
        steps.dropFirst(index + 1).first.map(target.time) ?? target.time(ofStep: step) + ExplorationTarget.gapMs
      var waitMs = nextMs - target.time(ofStep: step)
      func wait(_ ms: Int) -> [String] { ms > 0 ? ["wait \(ms)ms"] : [] }
      switch death {
      case .beforeCommit where step == steps.last: lines += ["kill before commit", statement, "resume", statement]
      case .afterCommit where step == steps.last: lines += ["kill after commit", statement, "resume"]
      case .after(step, let waitedMs):
        let waited = waitedMs ?? waitMs
        lines += [statement] + wait(waited) + ["kill", "resume"]
        waitMs -= waited
      default: lines.append(statement)
      }
      lines += wait(waitMs)
    }
    text += lines.map { "  \($0)\n" }.joined()
  }

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
