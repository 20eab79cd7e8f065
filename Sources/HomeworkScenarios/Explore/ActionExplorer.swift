package import HomeworkMotion
public import HomeworkReports
import HomeworkSystem
import Synchronization

/// Every sequence up to a length of all that two learners can do at one homework, with a kill at every point of each: the
/// live attempt itself plays it, over a store in memory. It begins at the start of an attempt, and late in two others.
///
/// The shortest come first, and each is judged at its last action, since those before it were the last of shorter ones.
/// Sequences that begin alike are played together: the store takes back what one did, and the next goes on from there.
public struct ActionExplorer: Sendable {
  private let longest: Int
  private let onProgress: (@Sendable (_ done: Int, _ all: Int) -> Void)?
  package var faults = SeededFaults()
  /// Told of each way in which it can stand after a sequence.
  package var onState: (@Sendable (ExploredState) -> Void)?

  /// - Parameter longest: actions of the longest sequences, from 1.
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
    let results = Mutex([Int: ActionWalk.Result]())
    let idle = Mutex([Int: [IdleStage]]())
    DispatchQueue.concurrentPerform(iterations: parts.count) { index in
      let isNeeded = results.withLock { !$0.contains { $0.key < index && $0.value.violation != nil } }
      let result = isNeeded ? walk(parts[index], idle) : ActionWalk.Result()
      let done = results.withLock { results in
        results[index] = result
        return results.count
      }
      onProgress?(done, parts.count)
    }
    let all = results.withLock { results in parts.indices.compactMap { results[$0] } }
    return SequenceExploration(
      upTo: longest, sequences: all.reduce(0) { $0 + $1.sequences }, points: all.reduce(0) { $0 + $1.points },
      steps: all.reduce(0) { $0 + $1.steps }, violation: all.lazy.compactMap(\.violation).first)
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

  /// A stage that no thread uses.
  private struct IdleStage: @unchecked Sendable {  // whoever takes it out of the list has it alone
    let stage: ActionStage
  }

  private func walk(_ part: Part, _ idle: borrowing Mutex<[Int: [IdleStage]]>) -> ActionWalk.Result {
    do {
      let answers = part.answersBefore
      let found = idle.withLock { $0[answers]?.popLast() }
      let stage = try found?.stage ?? ActionStage(answersBefore: answers, faults)
      var walk = ActionWalk(stage, length: part.length, onState: onState)
      walk.play(part.first)
      let left = IdleStage(stage: stage)
      idle.withLock { $0[answers, default: []].append(left) }
      return walk.result
    } catch {
      var result = ActionWalk.Result()
      result.violation = Violation(law: .nothingLost, detail: "the store cannot be made: \(error)", script: "")
      return result
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
