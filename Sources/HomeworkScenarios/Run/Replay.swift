import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkPlay

extension PlayState {
  /// Sends the session everything committed after so many events, like a process that lived on.
  mutating func receive(_ after: Snapshot, since count: Int) -> CueChanges {
    let events = Array(after.events.dropFirst(count))
    var changes = CueChanges()
    // A session refuses only impossible events, and these were committed. Playing again keeps what was shown.
    for event in events where event.origin == nil && event.isShown(to: after.learnerId) {
      let atMs = World.sessionMs(of: event.at)
      // Answers given on another copy of the library are loaded and not shown.
      if event.kind == .answerSettled, let index = event.detail.questionIndex, index != session.questionIndex,
        var attempt = event.detail.attemptId.flatMap(after.attempt)
      {
        (attempt.state, attempt.finishedAt) = (.inProgress, nil)
        attempt.answers.removeSubrange(min(index, attempt.answers.count)...)
        load(attempt, atMs: atMs)
      }
      if let begun = after.attempt(begunBy: event), let shown = try? receive(.started(begun), atMs: atMs) {
        changes.append(shown)
      }
      if let more = try? receive(event, among: events, credit: after.credit(of: event), atMs: atMs) {
        changes.append(more)
      }
    }
    return changes
  }
}

extension Snapshot {
  /// Returns what a process shows that lives from the beginning, or from a start at other facts, to the last fact here.
  func replayed(
    in environment: SessionEnvironment, hasQuiz: Bool, since start: (facts: Snapshot, atMs: Int)? = nil
  ) -> (play: PlayState, cues: CueChanges) {
    // Data from before the script begins is not shown.
    let first = hasQuiz ? events.firstIndex { $0.kind == .homeworkAdded } : nil
    var play = PlayState(resuming: start?.facts.attemptInProgress, environment: environment, atMs: start?.atMs ?? 0)
    let cues = play.receive(self, since: start?.facts.events.count ?? first.map { $0 + 1 } ?? 0)
    return (play, cues)
  }

  /// Returns the attempt that was started, as far as a session needs it.
  fileprivate func attempt(begunBy event: Event) -> Attempt? {
    guard event.kind == .attemptStarted, event.homeworkId != nil, var attempt = event.detail.attemptId.flatMap(attempt)
    else { return nil }
    (attempt.answers, attempt.state, attempt.finishedAt) = ([], .inProgress, nil)
    return attempt
  }

  /// Returns the credit for the attempt that an event finishes, without later gradings, which are not shown.
  fileprivate func credit(of event: Event) -> Credit {
    guard event.kind == .attemptFinished, let stored = event.detail.attemptId.flatMap(stored),
      let credit = stored.credit
    else { return Credit(total: starsTotal) }
    let own = events.filter { $0.detail.attemptId == stored.attempt.id }
    let before = own.prefix { $0.kind != .attemptFinished }.filter {
      $0.kind == .answerRegraded || $0.kind == .answerAccepted
    }
    let graded = before.compactMap { event in event.detail.questionIndex.map { ($0, event.detail.outcome ?? .wrong) } }
    let outcomes = Dictionary(graded) { _, last in last }
    let earned = stored.attempt.played(before: stored.gradings).with(outcomes: outcomes).streak.stars
    return Credit(earned: earned, total: starsTotal - credit + earned)
  }
}
