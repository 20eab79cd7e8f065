import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkReports

extension Scenario {
  /// How and where each kill of the script is done, in order.
  func kills(default mode: KillMode) -> [(mode: KillMode, point: KillPoint)] {
    statements.compactMap {
      switch $0.body {
      case .kill(let own, let point): (own ?? mode, point)
      case .restart: (mode, .now)
      case .action, .wait, .resume, .expect: nil
      }
    }
  }

  /// Whether memory is not enough.
  func needsDatabase(default mode: KillMode) -> Bool {
    mode != .simulated || kills(default: mode).contains { $0.mode != .simulated } || reasonForFile(default: mode) != nil
  }

  /// Why only a file will do, and no server; `nil` if anything will.
  func reasonForFile(default mode: KillMode) -> String? {
    for (mode, point) in kills(default: mode) {
      if case .atWrite = point {
        return "kill \(point.words) counts writes to a file: use kill before commit, or --database FILE"
      }
      if mode == .powerLoss { return "kill power-loss needs a file: use --database FILE" }
    }
    return nil
  }
}

extension PlayState {
  /// Tells the session everything that was committed after so many events, as a process that lived on would have.
  mutating func tell(_ after: Snapshot, since count: Int) -> CueChanges {
    let recorded = after.events.dropFirst(count)
    let events = recorded.enumerated().map { $1.event(number: $0) }
    var changes = CueChanges()
    // A session refuses only what its attempt cannot be, and this was committed. Playing again leaves what was shown.
    for (event, atMs) in zip(events, recorded.map(\.atMs)) where event.isShown(to: after.learnerId) {
      if let begun = after.attempt(begunBy: event), let shown = try? tell(.started(begun), atMs: atMs) {
        changes.append(shown)
      }
      if let more = try? tell(event, among: events, credit: after.credit(of: event), atMs: atMs) {
        changes.append(more)
      }
    }
    return changes
  }
}

extension Snapshot {
  /// All cues that facts tell of, as a process shows them that lives from the beginning until the last fact; and when
  /// that was.
  func replayed(in world: World) -> (shown: [Cue], atMs: Int) {
    // What is there before the script begins is shown to nobody.
    let given = world.quiz == nil ? nil : events.firstIndex { $0.kind == .homeworkAdded }
    var play = PlayState(resuming: nil, environment: world.environment, atMs: 0)
    let told = play.tell(self, since: given.map { $0 + 1 } ?? 0)
    var book = CueBook(told.started)
    book.note(started: [], changed: told.changed)
    return (book.cues, play.session.nowMs)
  }

  /// The attempt that was started, as far as a session looks at it.
  fileprivate func attempt(begunBy event: Event) -> Attempt? {
    guard event.kind == .attemptStarted, let attempt = event.detail.attemptId.flatMap(attempt),
      let homeworkId = event.homeworkId
    else {
      return nil
    }
    return Attempt(
      id: attempt.id, homeworkId: homeworkId, quizId: Identifier(atMs: 0, random: (0, 0)), learnerId: learnerId,
      questionCount: attempt.questionCount, startedAt: event.at)
  }

  /// What the ledger says of an event's attempt.
  fileprivate func credit(of event: Event) -> Credit {
    Credit(earned: event.detail.attemptId.flatMap(attempt)?.credit ?? 0, total: starsTotal)
  }
}

extension KillPoint {
  var words: String {
    switch self {
    case .now: "now"
    case .beforeCommit: "before commit"
    case .afterCommit: "after commit"
    case .atWrite(let number): "at write \(number)"
    case .within(let microseconds): "after \(microseconds)us"
    }
  }

  /// Whether what was being done is on disk by then; `nil` where that is not known.
  var isAfterCommit: Bool? {
    switch self {
    case .now, .beforeCommit: false
    case .afterCommit: true
    case .atWrite, .within: nil
    }
  }
}
