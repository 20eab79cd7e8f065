import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkReports

extension Scenario {
  /// Returns the mode and point of each kill in the script, in order.
  func kills(default mode: KillMode) -> [(mode: KillMode, point: KillPoint)] {
    statements.compactMap {
      switch $0.body {
      case .kill(let own, let point): (own ?? mode, point)
      case .restart: (mode, .now)
      case .action, .wait, .copy, .sync, .resume, .expect: nil
      }
    }
  }

  /// Returns whether a database in memory does not suffice.
  func needsDatabase(default mode: KillMode) -> Bool {
    mode != .simulated || kills(default: mode).contains { $0.mode != .simulated } || reasonForFile(default: mode) != nil
  }

  /// Returns the reason why only a file suffices, and no server; `nil` if any database does.
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

extension ScenarioRun {
  /// Fails the run if a field leaked or was forgotten. For a program under test law 4 judges that.
  mutating func reportFields(after: [String: String]) {
    guard let before = survival?.before else { return }
    var fields = SurvivalTable.fields.compactMap {
      FieldReport($0.name.rawValue, $0.kind, before: before[$0.name.rawValue], after: after[$0.name.rawValue])
    }
    if let app {
      let own = (app.capabilities?.fields ?? []).compactMap {
        FieldReport($0.name, $0.kind == .kept ? .persisted : .ephemeral, before: before[$0.name], after: after[$0.name])
      }
      report.states.append(fields + own)
      // Law 4 judges fields of the survival table by the program's reports.
      laws.look(at: Observation(fields: survival?.isKnown == true ? own : own.filter { $0.verdict == .leaked }))
      fields = []
    } else {
      report.states.append(fields)
    }
    for field in fields where field.verdict == .leaked || field.verdict == .forgotten {
      let isLeaked = field.verdict == .leaked
      report.fail(
        line: line, statement: statement?.text,
        expected: "\(field.field) \(isLeaked ? "to be lost" : "to be kept")",
        found: "\(field.verdict.rawValue): \(field.before ?? "nothing") before, \(field.after ?? "nothing") after")
    }
  }
}

extension PlayState {
  /// Sends the session everything committed after so many events, like a process that lived on.
  mutating func tell(_ after: Snapshot, since count: Int) -> CueChanges {
    let events = Array(after.events.dropFirst(count))
    var changes = CueChanges()
    // A session refuses only impossible events, and these were committed. Playing again keeps what was shown.
    for event in events where event.origin == nil && event.isShown(to: after.learnerId) {
      let atMs = World.sessionMs(of: event.at)
      // Answers given on another copy of the library are taken up, and not shown.
      if event.kind == .answerSettled, let index = event.detail.questionIndex, index != session.questionIndex,
        var attempt = event.detail.attemptId.flatMap(after.attempt)
      {
        (attempt.state, attempt.finishedAt) = (.inProgress, nil)
        attempt.answers.removeSubrange(min(index, attempt.answers.count)...)
        takeUp(attempt, atMs: atMs)
      }
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
  /// Returns what a process shows that lives from the beginning, or from a start at other facts, to the last fact here.
  func replayed(
    in environment: SessionEnvironment, hasQuiz: Bool, since start: (facts: Snapshot, atMs: Int)? = nil
  ) -> (play: PlayState, told: CueChanges) {
    // Data from before the script begins is not shown.
    let given = hasQuiz ? events.firstIndex { $0.kind == .homeworkAdded } : nil
    var play = PlayState(
      resuming: start?.facts.attemptInProgress, environment: environment, atMs: start?.atMs ?? 0)
    let told = play.tell(self, since: start?.facts.events.count ?? given.map { $0 + 1 } ?? 0)
    return (play, told)
  }

  /// Returns the attempt that was started, as far as a session needs it.
  fileprivate func attempt(begunBy event: Event) -> Attempt? {
    guard event.kind == .attemptStarted, event.homeworkId != nil,
      var attempt = event.detail.attemptId.flatMap(attempt)
    else { return nil }
    (attempt.answers, attempt.state, attempt.finishedAt) = ([], .inProgress, nil)
    return attempt
  }

  /// Returns the credit for the attempt that an event finishes, as it was then: later gradings are not shown.
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
