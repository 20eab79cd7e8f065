import HomeworkModel
import HomeworkMotion
import HomeworkPlay

/// The laws' questions about exchanges between copies of a library.
extension Snapshot {
  /// Returns whether the fact that triggered `cue` came from another copy.
  func isOfAnotherCopy(_ cue: Cue) -> Bool {
    let trigger = cue.trigger
    let facts = events.filter { event in
      event.fact == trigger.fact && event.attemptId == trigger.attemptId
        && (trigger.questionIndex == nil || event.questionIndex == trigger.questionIndex)
        && (trigger.homeworkId == nil || event.homeworkId == trigger.homeworkId)
        && event.name == trigger.collection ?? trigger.name
    }
    return !facts.isEmpty && facts.allSatisfy { $0.origin != nil }
  }

  /// Returns a fact of another copy that is missing here, after this one has got everything.
  func missing(of other: Snapshot) -> String? {
    for (name, snapshot) in other.others {
      if let own = others[name], let missing = own.missing(of: snapshot) { return missing }
    }
    for homework in other.homework {
      // `returned` judges deletions.
      guard let own = self.homework.first(where: { $0.id == homework.id }) else { continue }
      for attempt in homework.attempts {
        guard let found = own.attempts.first(where: { $0.id == attempt.id }) else {
          return "an attempt at \"\(own.title)\" is missing"
        }
        if !found.answers.starts(with: attempt.answers) {
          // Where two copies have gone on with it, the other line of answers is kept as practice.
          let lines = own.attempts.filter { $0.isPractice && $0.id != attempt.id }.map(\.answers)
          guard lines.contains(where: { $0.hasSameGiven(attempt.answers) }) else {
            return "an answer to \"\(own.title)\" is missing"
          }
        } else if attempt.state == .completed, found.state != .completed, found.answers == attempt.answers {
          return "the end of an attempt at \"\(own.title)\" is missing"
        }
      }
    }
    return nil
  }

  /// Returns an assignment that was deleted, and is here although nothing was done with it since.
  ///
  /// - Parameter events: the events of all copies.
  func returned(in events: [EventSnapshot]) -> String? {
    for homework in homework {
      let attempts = Set(homework.attempts.map(\.id))
      var (deletedMs, usedMs) = (Int.min, Int.min)
      for event in events {
        let isAboutIt = event.homeworkId == homework.id || event.attemptId.map(attempts.contains) == true
        if isAboutIt, event.kind == .homeworkDeleted {
          deletedMs = max(deletedMs, event.atMs)
        } else if isAboutIt, event.origin == nil {
          usedMs = max(usedMs, event.atMs)
        }
      }
      if deletedMs > usedMs { return "\"\(homework.title)\" was deleted, and is here again" }
    }
    return nil
  }

  /// The credit of each attempt here.
  var credits: [Attempt.ID: Int] {
    var credits: [Attempt.ID: Int] = [:]
    for attempt in homework.flatMap(\.attempts) { credits[attempt.id] = attempt.credit }
    return credits
  }

  /// Returns what counts more than once.
  ///
  /// - Parameter credits: the credit of each attempt that any copy has had.
  func doubled(_ credits: [Attempt.ID: Int]) -> String? {
    let attempts = homework.flatMap(\.attempts).map(\.id)
    if Set(attempts).count < attempts.count { return "an attempt is here twice" }
    if Set(milestones).count < milestones.count { return "a milestone is here twice" }
    if Set(achievements).count < achievements.count { return "an achievement is here twice" }
    let all = credits.merging(self.credits) { $1 }
    let stars = all.values.reduce(0, +)
    guard starsTotal == stars, finishedAttempts == all.count else {
      return "\(starsTotal.counted("star")) of \(finishedAttempts.counted("attempt")) are counted, "
        + "where \(all.count.counted("attempt")) earned \(stars.counted("star"))"
    }
    return nil
  }
}

extension Snapshot.EventSnapshot {
  /// The fact by which it triggers a cue.
  fileprivate var fact: Fact? {
    switch kind {
    case .answerSettled: .answerSettled
    case .attemptFinished: .attemptFinished
    default: Fact(kind)
    }
  }
}

extension [Snapshot.AnswerSnapshot] {
  /// Returns whether it begins with the same answers; their place in a streak may be another one.
  fileprivate func hasSameGiven(_ other: Self) -> Bool {
    count >= other.count
      && zip(self, other).allSatisfy {
        ($0.response, $0.outcome, $0.answeredAtMs) == ($1.response, $1.outcome, $1.answeredAtMs)
      }
  }
}
