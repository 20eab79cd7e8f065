package import HomeworkMotion
package import HomeworkPlay

/// What sequences of actions are made of.
package enum ExploredAction: String, CaseIterable, Sendable {
  case correct, wrong, skip, finish, leave, revisit, abandon, start
  /// The second learner plays on: begins, answers correctly, or finishes, whichever is next.
  case other

  /// By 0 the first learner, by 1 the second.
  package var player: Int { self == .other ? 1 : 0 }

  /// Whether it changes what is on disk.
  var saves: Bool { self != .leave && self != .revisit }
}

/// Where sequences are played: what one of them did is taken back, and the next is tried in its place.
package protocol Stage: AnyObject {
  associatedtype Life: StageLife

  /// As the language has it.
  var quiz: String { get }
  var questionCount: Int { get }
  /// What is played before a sequence begins: the second learner takes no time.
  var beginning: [ExploredAction] { get }
  /// Whether all of a sequence is judged, since no shorter one was judged on such a stage.
  var judgesAll: Bool { get }
  /// When a process dies after a finish; `nil` where it does whenever anything begins or ends.
  var momentsOfResults: [Int]? { get }

  func actions(after done: [ExploredAction]) -> [ExploredAction]
  /// When the action is played that comes after so many.
  func time(ofStep step: Int) -> Int
  /// A process starts: it opens what is in progress.
  func open(_ player: Int, atMs: Int) throws -> Life
  /// - Throws: what the program refuses, and what went wrong.
  func play(_ action: ExploredAction, on life: Life, step: Int) throws -> (done: Acknowledged, cues: CueChanges)
  /// Plays an action that dies at its commit. Nobody is told anything.
  ///
  /// - Returns: whether it came so far.
  func die(in action: ExploredAction, on life: Life, step: Int, isCommitted: Bool) -> Bool
  /// All that is on disk, as each learner sees it.
  func facts() throws -> [Snapshot]
  /// Whether a process has nothing to show of what was done last.
  func isUntouched(_ life: Life, atMs: Int) -> Bool
  func rehearse<Result>(_ body: () throws -> Result) throws -> Result
}

/// One process on a stage.
package protocol StageLife {
  var session: Session { get }
  /// Cues that its resume report gives as suppressed; `nil` where there is no report.
  var reported: [CueID]? { get }
  func copy() -> Self
}

extension LiveAttempt: StageLife {
  package var reported: [CueID]? { report.suppressed.map(\.id) }
}

extension Stage {
  package var gapMs: Int { 600 }
}
