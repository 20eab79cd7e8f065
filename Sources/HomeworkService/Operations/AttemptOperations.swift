import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkStore

extension Operations {
  static let attempts: [Operation] = [
    Operation(writing: Methods.attemptStart) { starting, tx in
      try tx.startAttempt(tx.homeworkId(matching: starting.homeworkId), starting.options)
    },
    resuming, listing, due,
    Operation(writing: Methods.reviewStart) { starting, tx in
      try tx.startReview(
        for: starting.retention ?? .usual, atMost: starting.limit ?? QuizDraft.questionCounts.upperBound,
        dueBy: localDay(tx.now, starting.utcOffsetMinutes).end, starting.options)
    },
    Operation(reading: Methods.attemptGet) { asked, tx in
      let attempt = try tx.attempt(tx.attemptId(matching: asked.attemptId))
      guard asked.isReview else { return ReviewedAttempt(attempt) }
      return ReviewedAttempt(attempt, in: try tx.quiz(ofAttempt: attempt.id), try tx.regraded(attempt.id))
    },
    Operation(reading: Methods.attemptQuestion) { id, tx in
      let attempt = try tx.attempt(tx.attemptId(matching: id))
      let (index, questions) = (attempt.answers.count, attempt.questions(of: try tx.quiz(ofAttempt: attempt.id)))
      guard attempt.state == .inProgress else { throw StoreError.attemptOver(attempt.id, attempt.state) }
      guard questions.indices.contains(index) else { throw StoreError.everyQuestionSettled(attempt.id) }
      return PosedQuestion(questions[index], index: index, count: questions.count)
    },
    Operation(preparing: Methods.attemptAnswer) { settling, _ in transaction(settling) },
    Operation(preparing: Methods.attemptSkip) { settling, _ in transaction(settling) },
    Operation(preparing: Methods.attemptFinish) { id, _ in
      { tx in
        let result = try tx.finishAttempt(tx.attemptId(matching: id))
        return Reply { reply(to: result) }
      }
    },
    Operation(writing: Methods.attemptTake) { text, tx in try tx.takeAttempt(tx.attemptId(matching: text)) },
    Operation(writing: Methods.attemptExtend) { more, tx in
      try tx.extendAttempt(tx.attemptId(matching: more.attemptId), byMs: more.byMs)
    },
    Operation(writing: Methods.attemptAbandon) { id, tx in try tx.abandonAttempt(tx.attemptId(matching: id)) },
  ]

  private static func transaction(_ settling: AnswerQuestionParams) -> Transaction<AnsweredQuestion> {
    { tx in
      let settlement = try tx.settle(
        typed: settling.response, in: tx.attemptId(matching: settling.attemptId), at: settling.questionIndex,
        elapsedMs: settling.elapsedMs ?? 0)
      return Reply(
        make: { reply(to: settlement) }, settles: (settlement.attempt.id, settlement.answer.index))
    }
  }

  /// Returns the reply to a repeated answer.
  ///
  /// - Parameter celebrates: false if answers were graded anew since, of which nothing is celebrated.
  static func text(of result: AnswerResult, celebrates: Bool) -> JSONText {
    var reply = reply(to: result)
    if !celebrates { reply.cues = [] }
    return Methods.attemptAnswer.result.text(of: reply)
  }

  private static func reply(to result: AnswerResult) -> AnsweredQuestion {
    AnsweredQuestion {
      ($0.attempt, $0.answer) = (result.attempt, AnsweredQuestion.Settled(result))
      $0.cues = result.cues().map { $0.report(atMs: 0).withoutPhases }
    }
  }

  private static func reply(to result: FinishResult) -> Finish {
    Finish {
      ($0.attempt, $0.progress, $0.starsTotal) = (result.attempt, result.progress, result.starsTotal)
      ($0.achievements, $0.milestones) = (result.achievements, result.milestones)
      $0.cues = result.cues().map { $0.report(atMs: 0) }
    }
  }
}

extension AnsweredQuestion.Settled {
  init(_ result: AnswerResult) {
    self.init(
      answer: result.answer, correctAnswer: result.correctAnswer, explanation: result.explanation,
      picture: result.picture)
  }
}

/// Lookups of attempts by something other than their id.
extension Operations {
  static let resuming = Operation(reading: Methods.attemptResume) { search, tx in
    switch (search.homeworkId, search.attemptId) {
    case (let homework?, nil):
      let id = try tx.homeworkId(matching: homework)
      guard let attempt = try tx.openAttempt(id) else {
        throw StoreError.notFound(.attempt, "in progress of homework \(id)")
      }
      return attempt
    case (nil, let text?):
      let attempt = try tx.attempt(tx.attemptId(matching: text))
      guard attempt.state == .inProgress else {
        throw RPCError(.notFound, "attempt \(attempt.id) is \(attempt.state.rawValue): start another one")
      }
      return attempt
    case (nil, nil), (_?, _?):
      throw RPCError.fault("homeworkId", "give either homeworkId or attemptId")
    }
  }

  /// Returns today where the learner is.
  private static func localDay(_ now: Timestamp, _ utcOffsetMinutes: Int?) throws -> LocalDay {
    if let utcOffsetMinutes, !LocalDay.utcOffsetsMinutes.contains(utcOffsetMinutes) {
      throw RPCError.fault("utcOffsetMinutes", "must be between -1080 and 1080, is \(utcOffsetMinutes)")
    }
    return LocalDay(of: now, utcOffsetMinutes: utcOffsetMinutes)
  }

  /// Reads all of the learner's answers.
  static let due = Operation(Methods.reviewDue) { asked, context in
    let today = try localDay(context.store.clock(), asked.utcOffsetMinutes)
    if let next = asked.next, !(1...365).contains(next) {
      throw RPCError.fault("next", "must be between 1 and 365, is \(next)")
    }
    return try context.read(isCancelled: context.isCancelled) { tx in
      try tx.dueReviews(on: today, next: asked.next, for: asked.retention ?? .usual)
    }
  }

  static let listing = Operation(reading: Methods.attemptList) { listing, tx in
    var id: Homework.ID?
    if let text = listing.homeworkId { id = try tx.homework(try tx.homeworkId(matching: text)).id }
    return try tx.attemptList(of: id, state: listing.state, limit: listing.limit ?? 50, after: listing.after)
  }
}
