import HomeworkModel
package import HomeworkMotion
public import HomeworkReports

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
  package var makeStage: @Sendable (SequenceActions, _ place: Int) throws -> any Stage = Self.stage
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

  package static func stage(_ actions: SequenceActions, at place: Int) throws -> any Stage {
    switch actions {
    case .answers: RulesStage(questionCount: place)
    case .all: try ActionStage(answersBefore: place)
    }
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
    do { return walk(part, on: try makeStage(actions, part.place)) } catch {
      return PartResult(
        violation: Violation(law: .nothingLost, detail: "the store cannot be made: \(error)", script: ""))
    }
  }

  private func walk(_ part: Part, on stage: some Stage) -> PartResult {
    var walk = ActionWalk(stage, length: part.length, onState: onState)
    walk.play(part.first)
    return walk.result
  }
}

extension SequenceExplorer {
  /// Returns some of the explored sequences and kills, chosen by `seed`, as scripts to play with a database and a
  /// process.
  public func samples(_ count: Int, seed: UInt64) throws -> [String] {
    var random = SplitMix64(seed: seed)
    let places = actions == .all ? ActionStage.answersBefore : Array(1...longest)
    let stages = try places.map { try Self.stage(actions, at: $0) }
    return (0..<count).map { _ in
      let stage = stages[Int(random.next() % UInt64(stages.count))]
      return sample(on: stage, by: &random)
    }
  }

  private func sample(on stage: some Stage, by random: inout SplitMix64) -> String {
    func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
    var (actions, attempt) = (stage.beginning, SampledAttempt(stage))
    for _ in 0...below(longest) {
      let possible = stage.actions(after: actions).filter(attempt.allows)
      guard !possible.isEmpty else { break }
      actions.append(possible[below(possible.count)])
      attempt.take(actions[actions.count - 1])
    }
    let first = stage.beginning.count
    let after = ActionDeath.after(step: first + below(actions.count - first), waitedMs: below(stage.gapMs))
    let last = actions[actions.count - 1]
    let deaths = last.saves ? [after, .beforeCommit, .afterCommit] : [after]
    return ActionScript(actions, deaths[below(deaths.count)], on: stage, isOfBoth: false).text
  }

  /// The part of an attempt's state that determines the possible actions.
  private struct SampledAttempt {
    private let count: Int
    private var settled: Int
    private var isOpen = true

    init(_ stage: some Stage) {
      count = stage.questionCount
      settled = stage.beginning.count { $0 == .correct }
    }

    /// Returns whether an action is possible. A finished attempt is no longer on screen if a process died or another
    /// learner took the screen since.
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

extension SequenceExploration {
  /// Plays scripts with a database, and adds the laws that they break.
  public mutating func play(_ scripts: [String], by runner: ScenarioRunner) {
    for script in scripts {
      // Our own scripts can be parsed.
      guard violation == nil,
        let scenario = try? ScenarioParser.parse(ScenarioSource(name: "sample", text: script)).first
      else { continue }
      let report = runner.run(scenario)
      sampled += 1
      if let broken = report.laws.first(where: { !$0.held }), let law = Law(rawValue: broken.law) {
        violation = Violation(law: law, detail: broken.detail ?? "", script: script)
      } else if report.outcome != .passed {
        violation = Violation(law: .nothingLost, detail: report.complaints.first ?? "", script: script)
      }
    }
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
