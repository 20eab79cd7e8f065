import HomeworkAPI
import HomeworkModel
import HomeworkStore
import HomeworkSystem

extension Operations {
  static let homework: [Operation] = [
    Operation(preparing: Methods.homeworkAdd) { addition, _ in
      let draft = addition.draft(try Picture(at: addition.imagePath))
      return { tx in
        let homework = try tx.addHomework(draft)
        return Reply { homework }
      }
    },
    Operation(reading: Methods.homeworkGet) { id, tx in
      try tx.homework(tx.homeworkId(matching: id))
    },
    Operation(reading: Methods.pictureGet) { search, tx in
      switch (search.homeworkId, search.digest) {
      case (let homework?, nil):
        let id = try tx.homeworkId(matching: homework)
        guard let picture = try tx.picture(of: id) else { throw RPCError(.notFound, "homework \(id) has no picture") }
        return picture
      case (nil, let digest?):
        guard let picture = try tx.picture(digest: digest) else {
          throw RPCError(.notFound, "no picture has the digest \(digest.prefix(80))")
        }
        return picture
      default: throw RPCError.fault("homeworkId", "give either homeworkId or digest")
      }
    },
    Operation(reading: Methods.homeworkList) { listing, tx in
      guard listing.due == nil || listing.dueOn == nil else {
        throw RPCError.fault("dueOn", "give either due or dueOn")
      }
      return try tx.homeworkList(filter(listing), limit: listing.limit ?? 50, after: listing.after)
    },
    Operation(writing: Methods.homeworkDelete) { ids, tx in
      // Each of them is looked for in all homework, while the writer waits.
      let sought = ids.count { Homework.ID($0) == nil }
      guard sought <= 20 else {
        throw RPCError.fault("homeworkIds", "has \(sought) titles or parts of ids: give at most 20, or ids")
      }
      let found = try ids.map { text in
        let homework = try tx.homework(tx.homeworkId(matching: text))
        try RPCError.requireWhole(text, of: homework.title, homework.id)
        return homework.id
      }
      return try tx.deleteHomework(found).map(\.id)
    },
    Operation(writing: Methods.homeworkUndelete) { _, tx in try tx.undo() },
    Operation(writing: Methods.homeworkComplete) { id, tx in try tx.completeHomework(tx.homeworkId(matching: id)) },
    Operation(writing: Methods.homeworkReopen) { id, tx in try tx.reopenHomework(tx.homeworkId(matching: id)) },
    Operation(reading: Methods.progressGet) { id, tx in try tx.homework(tx.homeworkId(matching: id)).progress },
  ]

  static let quizzes: [Operation] =
    [
      Operation(writing: Methods.quizSet) { setting, tx in
        try tx.setQuiz(setting.quiz, for: tx.homeworkId(matching: setting.homeworkId))
      },
      Operation(reading: Methods.quizGet) { search, tx in
        switch (search.homeworkId, search.quizId, search.attemptId) {
        case (let homework?, nil, nil):
          let id = try tx.homeworkId(matching: homework)
          guard let quiz = try tx.quiz(for: id) else { throw StoreError.notFound(.quiz, "of homework \(id)") }
          return quiz
        case (nil, let id?, nil):
          guard let quiz = try tx.quiz(id) else { throw StoreError.notFound(.quiz, id.text) }
          return quiz
        case (nil, nil, let attempt?): return try tx.quiz(ofAttempt: tx.attemptId(matching: attempt))
        default: throw RPCError.fault("homeworkId", "give one of homeworkId, quizId and attemptId")
        }
      },
      Operation(writing: Methods.quizEdit) { editing, tx in
        try tx.editQuiz(
          tx.homeworkId(matching: editing.homeworkId), editing.edits, expecting: editing.quizId)
      },
      Operation(writing: Methods.quizRegrade) { regrading, tx in
        try tx.regrade(
          tx.homeworkId(matching: regrading.homeworkId), regrading.correction, expecting: regrading.quizId)
      },
      Operation(reading: Methods.quizHistory) { id, tx in try tx.quizHistory(tx.homeworkId(matching: id)) },
    ] + interchange

  private static func filter(_ listing: ListHomeworkParams) -> HomeworkFilter {
    HomeworkFilter(
      subject: listing.subject, collection: listing.collection, status: listing.status,
      due: listing.due.map(due) ?? listing.dueOn.map { .today($0) },
      search: listing.search, note: listing.note)
  }

  private static func due(_ word: ListHomeworkParams.Due) -> HomeworkFilter.Due {
    let today = WrittenTime.local(secondsSince1970: time(nil), "%Y-%m-%d")
    return switch word {
    case .today: .today(today)
    case .week: .week(from: today)
    case .overdue: .overdue(on: today)
    }
  }
}
