import HomeworkModel
import HomeworkMotion
import HomeworkPlay

/// The laws' questions about the facts on disk.
extension Snapshot {
  /// Returns whether the fact that triggered `cue` is here, from no later than the cue's start.
  func hasTrigger(of cue: Cue) -> Bool {
    let trigger = cue.trigger
    switch trigger.fact {
    // Screen events are not saved.
    case .screen, .inputRejected: return true
    case .attemptFinished:
      return trigger.attemptId.flatMap(attempt)?.finishedAt.map { World.sessionMs(of: $0) <= cue.startMs } ?? false
    case .answerSettled, .revisited:
      guard let attempt = trigger.attemptId.flatMap(attempt), let index = trigger.questionIndex,
        attempt.answers.indices.contains(index)
      else { return false }
      return World.sessionMs(of: attempt.answers[index].answeredAt) <= cue.startMs
    case .homeworkAdded, .homeworkCompleted, .homeworkDeleted, .collectionCompleted, .achievementUnlocked,
      .milestoneReached, .generationChanged:
      return events.contains { event in
        Fact(event.kind) == trigger.fact && World.sessionMs(of: event.at) <= cue.startMs
          && event.detail.name == trigger.collection ?? trigger.name
          && (trigger.homeworkId == nil || event.homeworkId == trigger.homeworkId)
      }
    }
  }

  /// The first stored or derived value that differs from a recomputation from settled answers.
  var derivedDifference: String? {
    for other in others.values { if let difference = other.derivedDifference { return difference } }
    for homework in homework {
      for stored in homework.attempts {
        let attempt = stored.attempt
        for (answer, right) in zip(attempt.answers, attempt.recomputed.answers) where answer != right {
          return "question \(answer.index + 1) is stored at streak position \(answer.streakPosition ?? 0), "
            + "not \(right.streakPosition ?? 0)"
        }
        let graded = attempt.graded(by: stored.gradings)
        for (answer, right) in zip(attempt.answers, graded.answers) where answer.outcome != right.outcome {
          return "question \(answer.index + 1) is \(answer.outcome.rawValue), but was graded \(right.outcome.rawValue)"
        }
        let standing = attempt.standings.last ?? Standing()
        let counted = Snapshot.Counted(answers: standing.settled, correct: standing.correct, streak: standing.streak)
        guard stored.counted == counted else {
          return "counted up to the last answer is \(stored.counted) where the answers give \(counted)"
        }
        guard attempt.state != .completed || stored.credit == attempt.credit else {
          return "the ledger credits \((stored.credit ?? 0).counted("star")) instead of \(attempt.credit ?? 0)"
        }
      }
      let (found, progress) = (homework.homework.progress, HomeworkProgress(of: homework.attempts.map(\.attempt)))
      let stored = (found.bestScore, found.completionPercentage, found.totalAttempts)
      let rebuilt = (progress.bestScore, progress.completionPercentage, progress.totalAttempts)
      guard stored == rebuilt, found.bestTotal == progress.bestTotal else {
        return "the progress of \"\(homework.homework.title)\" is \(stored) instead of \(rebuilt)"
      }
    }
    return nil
  }

  /// Returns what was present before and is lost.
  func loss(since before: Snapshot) -> String? {
    func content(_ snapshot: Snapshot) -> [[String]] {
      snapshot.homework.map { [$0.homework.title, $0.homework.generation.state] + $0.homework.collections + $0.quiz }
    }
    guard content(self) == content(before) else { return "homework or quiz is not what it was" }
    guard events.starts(with: before.events) else { return "an event is not what it was" }
    guard starsTotal >= before.starsTotal, finishedAttempts >= before.finishedAttempts,
      Set(achievements).isSuperset(of: before.achievements)
    else { return "what was earned is gone" }
    for attempt in before.homework.flatMap(\.attempts) {
      guard let now = stored(attempt.attempt.id) else { return "an attempt is gone" }
      guard now.attempt.answers.starts(with: attempt.attempt.answers) else {
        return "a settled answer is not what it was"
      }
      if attempt.attempt.state != .inProgress, now != attempt { return "an attempt that is over is not what it was" }
    }
    return nil
  }

  /// Returns an acknowledged action that is missing.
  func missing(_ done: Acknowledged, since before: Snapshot, atMs: Int) -> String? {
    switch done {
    case .shown: return self == before ? nil : "what is of the screen alone has changed facts"
    case .started(let id):
      return attemptInProgress?.id == id && attempt(id)?.answers.isEmpty == true ? nil : "the attempt is not there"
    case .abandoned(let id): return attempt(id)?.state == .abandoned ? nil : "the attempt is still open"
    case .settled(let answer, let id):
      var wanted = answer
      (wanted.elapsedMs, wanted.answeredAt) = (0, World.time(ofSessionMs: atMs))
      let answers = attempt(id)?.answers ?? []
      return answers.count == answer.index + 1 && answers.last == wanted ? nil : "the answer is not there"
    case .finished(let id, let total):
      let attempt = attempt(id)
      guard attempt?.state == .completed, attempt?.finishedAt == World.time(ofSessionMs: atMs) else {
        return "the attempt is not completed"
      }
      return starsTotal == total && finishedAttempts == before.finishedAttempts + 1
        ? nil : "the ledger is not what was acknowledged"
    }
  }
}
