import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkReports

/// The values that change while a script is played.
extension ScenarioRun {
  struct Present {
    var nowMs = 0
    var serial = 0
    var statement: Statement?
    var line = 0
  }

  struct Shown {
    var book = CueBook()
    /// The name of the learner at the screen, and of the learner at the time of each cue's report.
    var learner: String?
    var viewers: [CueID: String?] = [:]
    var lastAction = LastAction()
    /// True if the last action was refused, and the statement after it has not been checked.
    var isRefusalPending = false
  }

  struct LastAction {
    var atMs = 0
    /// The cues that it started, ended or cut off.
    var touched: Set<CueID> = []
    var refusal: Refusal?
    var line = 0
  }

  /// The present process, or the one that died last.
  struct ProcessRun {
    var isAlive = false
    /// False after a kill, until an attempt is on screen again.
    var hasScreen = true
    var armed: (point: KillPoint, mode: KillMode, line: Int)?
    /// The cues that the last kill suppressed, which expectations see after `resume`.
    var cutOff: Set<CueID> = []
    /// The cues of the action in which the program was killed: it reports them when it is next opened.
    var possiblyUnreported: Set<CueID> = []
    /// The screen-only cues that it showed when killed in an action that may not have been done.
    var unsaved: Set<CueID> = []
    var survival: Survival?
    /// The facts and the time at the last resume.
    var started: (facts: Snapshot, atMs: Int)?
    /// The last action that saves, which may be repeated, and whether it is done, if that is known.
    var request: (action: Action, isDone: Bool?)?
    /// The actions that were never acknowledged, which may be gone after a kill, and whether they were replied to; and
    /// whether one of them was gone, so that later actions may be refused.
    var pending = (actions: [(action: Action, isReplied: Bool)](), areSomeGone: false)
  }

  /// The fields of the survival table right before a kill, and right after the next resume.
  struct Survival {
    var before: [String: String]
    var after: [String: String]?
    /// The action in which the process died, and whether it is known that it died with it or without it.
    var action: Action?
    var isKnown: Bool
  }

  var nowMs: Int {
    get { present.nowMs }
    set { present.nowMs = newValue }
  }
  var toleranceMs: Int { laws.can.toleranceMs }
  var expected: Account? { account ?? model }

  // MARK: Notes

  mutating func note(_ new: CueChanges) -> Set<CueID> {
    let repeatedBefore = shown.book.repeated.count
    shown.book.note(new)
    laws.noteLine(of: new.started)
    laws.check(Observation(again: Array(shown.book.repeated.dropFirst(repeatedBefore))))
    for cue in new.started { shown.viewers[cue.id] = .some(shown.learner) }
    return Set((new.started + new.changed).map(\.id))
  }

  /// Judges law 1 for a program that reports its saves, or whose commits are visible.
  mutating func noteEarly(_ cues: [Cue], _ action: Action) {
    var seen = Observation(action: action.word, atMs: nowMs, line: present.line, early: cues)
    if !laws.can.hasFacts { seen.earlyWords = "was started before \"saved\"" }
    laws.check(seen)
  }

  /// Notes when a life may have shown what a bridge never passed on.
  mutating func noteUnreportedTime(_ death: Death) {
    guard let unreportedMs = death.unreportedMs else { return }
    nowMs = max(nowMs, unreportedMs.upperBound)
    delivery.miss(unreportedMs)
  }
}
