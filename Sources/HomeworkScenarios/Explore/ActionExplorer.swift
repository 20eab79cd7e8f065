import HomeworkModel
package import HomeworkMotion
public import HomeworkReports
import HomeworkSystem

/// Explores every sequence, up to a length, of all actions of two learners on one homework, with a kill at every point.
/// Live attempts on a store in memory play them, from the start of an attempt and late in two others.
///
/// Short sequences come first, and each is judged at its last action, because the actions before it have been judged.
/// Sequences with the same beginning share work: the store rolls back one action, and the next one is tried in its
/// place.
public struct ActionExplorer: Sendable {
  private let longest: Int
  private let onProgress: (@Sendable (_ done: Int, _ all: Int) -> Void)?
  package var faults = SeededFaults()
  /// Told of each way in which it can stand after a sequence.
  package var onState: (@Sendable (ExploredState) -> Void)?

  /// - Parameter longest: the length of the longest sequences, from 1.
  public init(upTo longest: Int, onProgress: (@Sendable (_ done: Int, _ all: Int) -> Void)? = nil) {
    self.longest = longest
    self.onProgress = onProgress
  }

  /// Sequences of one length that begin alike.
  private struct Part {
    var answersBefore: Int
    var length: Int
    var first: [ExploredAction]
  }

  public func explore() -> SequenceExploration {
    // Length 0 is what comes before all of them, judged action by action.
    let parts = (0...longest).flatMap(parts)
    return SequenceExploration(upTo: longest, parts: parts, onProgress: onProgress, explore: walk)
  }

  private func parts(of length: Int) -> [Part] {
    var first: [[ExploredAction]] = [[]]
    // Enough of them that no processor waits long for the last one.
    for _ in 0..<max(0, min(2, length - 2)) {
      first = first.flatMap { start in ExploredAction.allCases.map { start + [$0] } }
    }
    return ActionStage.answersBefore.flatMap { answers in
      first.map { Part(answersBefore: answers, length: length, first: $0) }
    }
  }

  private func walk(_ part: Part) -> PartResult {
    do {
      let stage = try ActionStage(answersBefore: part.answersBefore, faults)
      var walk = ActionWalk(stage, length: part.length, onState: onState)
      walk.play(part.first)
      return walk.result
    } catch {
      let violation = Violation(law: .nothingLost, detail: "the store cannot be made: \(error)", script: "")
      return PartResult(violation: violation)
    }
  }
}

extension ActionExplorer {
  /// Returns some of the explored sequences and kills, chosen by `seed`, as scripts to play with a database and a
  /// process.
  public func samples(_ count: Int, seed: UInt64) throws -> [String] {
    var random = SplitMix64(seed: seed)
    func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
    let stages = try ActionStage.answersBefore.map { try ActionStage(answersBefore: $0) }
    return (0..<count).map { _ in
      let stage = stages[below(stages.count)]
      var (actions, attempt) = (stage.beginning, SampledAttempt(stage))
      for _ in 0...below(longest) {
        let possible = ExploredAction.allCases.filter(attempt.allows)
        actions.append(possible[below(possible.count)])
        attempt.take(actions[actions.count - 1])
      }
      let first = stage.beginning.count
      let after = ActionDeath.after(
        step: first + below(actions.count - first), waitedMs: below(ActionStage.gapMs))
      let last = actions[actions.count - 1]
      let deaths = last.saves ? [after, .beforeCommit, .afterCommit] : [after]
      return ActionScript(actions, deaths[below(deaths.count)], on: stage, isOfBoth: false).text
    }
  }

  /// As far as it says what can be done next.
  private struct SampledAttempt {
    private let count: Int
    private var settled: Int
    private var isOpen = true

    init(_ stage: ActionStage) {
      count = stage.questionCount
      settled = stage.beginning.count { $0 == .correct }
    }

    /// What is over is not on screen any more, once somebody died or had the screen meanwhile.
    func allows(_ action: ExploredAction) -> Bool {
      switch action {
      case .correct, .wrong, .skip: isOpen && settled < count
      case .finish: isOpen && settled == count
      case .revisit: isOpen && settled > 0
      case .leave, .abandon: isOpen
      case .start: !isOpen
      case .other: true
      }
    }

    mutating func take(_ action: ExploredAction) {
      switch action {
      case .correct, .wrong, .skip: settled += 1
      case .finish, .abandon: isOpen = false
      case .start: (isOpen, settled) = (true, 0)
      case .leave, .revisit, .other: break
      }
    }
  }
}

/// One way in which it can stand after a sequence: what a learner's process shows, and what is on disk.
package struct ExploredState: Hashable, Sendable {
  /// Actions that were not refused, those of the beginning included.
  package let done: [ExploredAction]
  package let player: Int
  /// At the time of the next action.
  package let shown: Session
  package let facts: Snapshot

  package init(done: [ExploredAction], player: Int, shown: Session, facts: Snapshot) {
    (self.done, self.player, self.shown, self.facts) = (done, player, shown, facts)
  }
}
