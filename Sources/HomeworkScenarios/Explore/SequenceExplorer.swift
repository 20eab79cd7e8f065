package import HomeworkMotion
public import HomeworkReports
import HomeworkSystem

/// Explores every sequence of actions, up to a length, with a kill at every point.
///
/// Sequences of correct and wrong answers are played by the rules alone, without a database, so that all of them can be
/// tried: each is one attempt with its finish and its results. Sequences of all actions of two learners on one homework
/// are played by live attempts on a store in memory, from the start of an attempt and late in two others.
///
/// Short sequences come first. Sequences with the same beginning share work: the stage undoes one action, and the next
/// one is tried in its place.
public struct SequenceExplorer: Sendable {
  private let longest: Int
  private let actions: SequenceActions
  private let onProgress: (@Sendable (_ done: Int, _ all: Int) -> Void)?
  /// The function that creates the stage for sequences that begin at a place.
  package var makeStage: @Sendable (SequenceActions, _ place: Int) throws -> ActionStage = { kind, place in
    try ActionStage(kind, at: place)
  }
  /// The runner that replays the script of a violation to shorten it.
  package var runner = ScenarioRunner(worker: [])
  /// Called with each state after a sequence.
  package var onState: (@Sendable (ExploredState) -> Void)?

  /// - Parameters:
  ///   - longest: the length of the longest sequences, from 1.
  ///   - actions: the actions that they consist of.
  public init(
    upTo longest: Int, of actions: SequenceActions = .answers,
    onProgress: (@Sendable (_ done: Int, _ all: Int) -> Void)? = nil
  ) {
    (self.longest, self.actions, self.onProgress) = (longest, actions, onProgress)
  }

  /// Sequences of one length with the same beginning.
  private struct Part {
    /// The number of answers before them, or, if they consist of answers, in them.
    var place: Int
    var length: Int
    var first: [ExploredAction]
  }

  public func explore() -> SequenceExploration {
    let results = Parts.explored(parts, onProgress: { onProgress?($0, $1) }, breaks: { $0.violation != nil }, explore)
    var found = SequenceExploration(
      upTo: longest, sequences: results.reduce(0) { $0 + $1.sequences }, points: results.reduce(0) { $0 + $1.points },
      steps: results.reduce(0) { $0 + $1.steps }, violation: results.lazy.compactMap(\.violation).first)
    found.violation = found.violation.map { Explorer(runner, mode: .simulated).shrunk($0) }
    return found
  }

  private var parts: [Part] {
    // Enough parts that no processor waits long for the last one.
    func beginnings(of all: [ExploredAction], _ depth: Int) -> [[ExploredAction]] {
      (0..<max(0, depth)).reduce([[]]) { first, _ in first.flatMap { start in all.map { start + [$0] } } }
    }
    switch actions {
    case .answers:
      return (1...longest).flatMap { length in
        // The finish is one more action.
        beginnings(of: [.correct, .wrong], min(2, length)).map { Part(place: length, length: length + 1, first: $0) }
      }
    case .all:
      // Length 0 is the beginning itself, judged action by action.
      return (0...longest).flatMap { length in
        ActionStage.answersBefore.flatMap { answers in
          beginnings(of: ExploredAction.allCases, min(2, length - 2))
            .map { Part(place: answers, length: length, first: $0) }
        }
      }
    }
  }

  private func explore(_ part: Part) -> PartResult {
    do {
      var walk = ActionWalk(try makeStage(actions, part.place), length: part.length, onState: onState)
      walk.play(part.first)
      return walk.result
    } catch {
      return PartResult(
        violation: Violation(law: .nothingLost, detail: "the store cannot be made: \(error)", script: ""))
    }
  }
}

/// The result of all sequences with the same beginning.
struct PartResult: Sendable {
  var sequences = 0, points = 0, steps = 0
  var violation: Violation?
}

enum Parts {
  /// Explores the parts of a space in parallel, and returns the results in order. Parts after one that breaks a law are
  /// left out.
  ///
  /// - Parameter jobs: the number of parts at a time; by default the number of processors.
  static func explored<Part: Sendable, Found: Sendable>(
    _ parts: [Part], jobs: Int? = nil, onProgress: @Sendable (_ done: Int, _ all: Int) -> Void,
    breaks: @Sendable (Found) -> Bool,
    _ explore: @Sendable (Part) -> Found
  ) -> [Found] {
    let results = Guarded((found: [Int: Found](), next: 0, done: 0, broken: Int.max))
    DispatchQueue.concurrentPerform(iterations: min(jobs ?? Surroundings.processors, max(1, parts.count))) { _ in
      while true {
        let (index, isWanted) = results.withLock { results in
          defer { results.next += 1 }
          return (results.next, results.broken > results.next)
        }
        guard index < parts.count else { return }
        let found = isWanted ? explore(parts[index]) : nil
        let done = results.withLock { results in
          results.found[index] = found
          results.done += 1
          if let found, breaks(found) { results.broken = min(results.broken, index) }
          return results.done
        }
        onProgress(done, parts.count)
      }
    }
    return results.withLock { results in parts.indices.compactMap { results.found[$0] } }
  }
}

/// A state after a sequence: the session of one learner's process, and the facts on disk.
package struct ExploredState: Hashable, Sendable {
  /// The actions that were not refused, including those of the beginning.
  package let done: [ExploredAction]
  package let player: Int
  /// The session at the time of the next action.
  package let shown: Session
  package let facts: Snapshot

  package init(done: [ExploredAction], player: Int, shown: Session, facts: Snapshot) {
    (self.done, self.player, self.shown, self.facts) = (done, player, shown, facts)
  }
}
