import HomeworkModel
import HomeworkMotion
import HomeworkPlay

/// The laws' questions about exchanges between copies of a library.
extension Snapshot {
  /// Returns whether the fact that triggered `cue` came from another copy.
  func isOfAnotherCopy(_ cue: Cue) -> Bool {
    let trigger = cue.trigger
    let facts = events.filter { event in
      event.fact == trigger.fact && event.detail.attemptId == trigger.attemptId
        && (trigger.questionIndex == nil || event.detail.questionIndex == trigger.questionIndex)
        && (trigger.homeworkId == nil || event.homeworkId == trigger.homeworkId)
        && event.detail.name == trigger.collection ?? trigger.name
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
      guard let own = self.homework.first(where: { $0.homework.id == homework.homework.id }) else { continue }
      let (title, attempts) = (own.homework.title, own.attempts.map(\.attempt))
      for attempt in homework.attempts.map(\.attempt) {
        guard let found = attempts.first(where: { $0.id == attempt.id }) else {
          return "an attempt at \"\(title)\" is missing"
        }
        if !found.answers.starts(with: attempt.answers) {
          // Where two copies have gone on with it, the other line of answers is kept as practice.
          let lines = attempts.filter { $0.terms.isPractice && $0.id != attempt.id }.map(\.answers)
          guard lines.contains(where: { $0.hasSameGiven(attempt.answers) }) else {
            return "an answer to \"\(title)\" is missing"
          }
        } else if attempt.state == .completed, found.state != .completed, found.answers == attempt.answers {
          return "the end of an attempt at \"\(title)\" is missing"
        }
      }
    }
    return nil
  }

  /// Returns a deleted assignment that is still present without a later change.
  ///
  /// - Parameter events: the events of all copies.
  func returned(in events: [Event]) -> String? {
    let returned = homework.first { homework in
      let attempts = homework.attempts.map(\.attempt.id)
      let own = events.filter { event in
        event.homeworkId == homework.homework.id || event.detail.attemptId.map(attempts.contains) == true
      }
      let deleted = own.filter { $0.kind == .homeworkDeleted }.map(\.at).max()
      let used = own.filter { $0.kind != .homeworkDeleted && $0.origin == nil }.map(\.at).max()
      return deleted.map { deleted in used.map { $0 < deleted } ?? true } ?? false
    }
    return returned.map { "\"\($0.homework.title)\" was deleted, and is here again" }
  }

  /// The credit of each attempt here.
  var credits: [Attempt.ID: Int] {
    var credits: [Attempt.ID: Int] = [:]
    for stored in homework.flatMap(\.attempts) { credits[stored.attempt.id] = stored.credit }
    return credits
  }

  /// Returns what counts more than once.
  ///
  /// - Parameter credits: the credit of each attempt that any copy has had.
  func doubled(_ credits: [Attempt.ID: Int]) -> String? {
    let attempts = homework.flatMap(\.attempts).map(\.attempt.id)
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

extension Event {
  /// The fact by which it triggers a cue.
  fileprivate var fact: Fact? {
    switch kind {
    case .answerSettled: .answerSettled
    case .attemptFinished: .attemptFinished
    default: Fact(kind)
    }
  }
}

extension [Answer] {
  /// Returns whether it begins with the same answers; their place in a streak may be another one.
  fileprivate func hasSameGiven(_ other: Self) -> Bool {
    count >= other.count
      && zip(self, other).allSatisfy {
        ($0.response, $0.outcome, $0.answeredAt) == ($1.response, $1.outcome, $1.answeredAt)
      }
  }
}
