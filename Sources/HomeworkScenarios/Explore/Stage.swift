package import HomeworkMotion
package import HomeworkPlay

/// The actions of sequences.
package enum ExploredAction: String, CaseIterable, Sendable {
  case correct, wrong, skip, finish, leave, revisit, abandon, start
  /// The second learner continues: starts, answers correctly, or finishes, whichever is next.
  case other

  /// The learner who acts: 0 for the first, 1 for the second.
  package var player: Int { self == .other ? 1 : 0 }

  /// True if it changes what is on disk.
  var saves: Bool { self != .leave && self != .revisit }
}

/// A place to play sequences: an action can be undone, and the next one tried in its place.
package protocol Stage: AnyObject {
  associatedtype Life: StageLife

  /// The quiz as a setting of the language.
  var quiz: String { get }
  var questionCount: Int { get }
  /// The actions before a sequence begins. The second learner takes no time.
  var beginning: [ExploredAction] { get }
  /// True if whole sequences are judged, because no shorter one was judged on such a stage.
  var judgesAll: Bool { get }
  /// The times after a finish at which a process dies; `nil` to die whenever anything starts or ends.
  var momentsOfResults: [Int]? { get }

  func actions(after done: [ExploredAction]) -> [ExploredAction]
  /// Returns the time of the action after this many others.
  func time(ofStep step: Int) -> Int
  /// Starts a process, which opens the attempt in progress.
  func open(_ player: Int, atMs: Int) throws -> Life
  /// - Throws: the program's refusal, or a failure.
  func play(_ action: ExploredAction, on life: Life, step: Int) throws -> (done: Acknowledged, cues: CueChanges)
  /// Plays an action that dies at its commit, without any report.
  ///
  /// - Returns: whether it reached its commit.
  func die(in action: ExploredAction, on life: Life, step: Int, isCommitted: Bool) -> Bool
  /// Returns all facts on disk, as each learner sees them.
  func facts() throws -> [Snapshot]
  /// Returns whether a process has nothing to show of the last action.
  func isUntouched(_ life: Life, atMs: Int) -> Bool
  func rehearse<Result>(_ body: () throws -> Result) throws -> Result
}

/// One process on a stage.
package protocol StageLife {
  var session: Session { get }
  /// The cues that its resume report lists as suppressed; `nil` without a report.
  var reported: [CueID]? { get }
  func copy() -> Self
}

extension LiveAttempt: StageLife {
  package var reported: [CueID]? { report.suppressed.map(\.id) }
}

extension Stage {
  package var gapMs: Int { 600 }
}
