import HomeworkModel
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Testing

/// One attempt over the due questions of several assignments.
@Suite final class `A review` {
  private let directory = TemporaryDirectory()
  private let path: String
  private let store: Store
  private let homework: [Homework]
  private let clock: Clock

  private final class Clock: Sendable {
    static let start: Int64 = 1_767_225_600_000
    let ms = Guarded<Int64>(start)

    var now: Timestamp { Timestamp(millisecondsSince1970: ms.withLock { $0 }) }
    func goOn(toDay day: Int64) { ms.withLock { $0 = Self.start + day * 86_400_000 } }
  }

  init() throws {
    let clock = Clock()
    self.clock = clock
    path = directory.path("x.sqlite")
    store = try Store.openAndWait(path: path, options: StoreOptions(clock: { clock.now }))
    let drafts = ["a", "b", "c"].map { title in
      HomeworkDraft(title: title, quiz: QuizDraft(questions: Array(repeating: mcq, count: 4)))
    }
    homework = try store.writeAndWait { tx in try drafts.map { try tx.addHomework($0) } }
    _ = try store.play([.correct, .wrong, .skipped, .correct], of: homework[0])
    _ = try store.play([.wrong, .wrong, .correct, .correct], of: homework[1])
  }

  private func review(atMost limit: Int = 200, _ options: AttemptOptions = AttemptOptions()) throws -> Attempt {
    try store.writeAndWait { try $0.startReview(atMost: limit, options) }
  }

  /// Answers a question right or wrong, in any order of its options.
  private func settle(_ isCorrect: Bool, in id: Attempt.ID) throws -> AnswerResult {
    try store.writeAndWait { tx in
      let question = try #require(try tx.currentQuestion(of: id))
      return try tx.settle(isCorrect ? question.correctResponse : question.wrongResponse, in: id)
    }
  }

  @Test(arguments: [1, 3, 200]) func `asks the due questions of all homework, longest overdue first`(
    _ limit: Int
  ) throws {
    for day in 1...20 as ClosedRange<Int64> {
      clock.goOn(toDay: day)
      let due = try store.readAndWait { try $0.dueQuestions(at: clock.now, limit: limit) }
      let asked = try review(atMost: limit)
      #expect(asked.order?.map(\.questionId) == due.map(\.questionId) && asked.questionCount == due.count)
      #expect(asked.homeworkId == nil && asked.quizId == nil && asked.terms.isPractice && due.count >= min(limit, 4))
      #expect(limit == 1 || Set(due.map(\.homeworkId)).count == 2)
      let quiz = try store.readAndWait { try $0.quiz(ofAttempt: asked.id) }
      #expect(quiz.questions.map(\.id) == due.map(\.questionId) && quiz.homeworkId == nil)
      // Its quiz cannot be found by its own id.
      #expect(try store.readAndWait { try $0.quiz(quiz.id) } == nil)
      _ = try store.writeAndWait { try $0.abandonAttempt(asked.id) }
    }
    #expect(try store.checkAndWait() == [])
  }

  @Test(
    arguments: [.questions([]), .questions([7, 7]), .wrong, .due(.usual, atMost: 1)] as [AttemptOptions.Selection])
  func `is practice on due questions, whatever its options`(_ only: AttemptOptions.Selection) throws {
    clock.goOn(toDay: 20)
    let due = try store.readAndWait { try $0.dueQuestions(at: clock.now) }
    let asked = try review(AttemptOptions(only: only, isPractice: false))
    #expect(asked.order?.map(\.questionId) == due.map(\.questionId) && asked.terms.isPractice && due.count > 1)
  }

  @Test func `changes only itself and the due questions`() throws {
    func seen() throws -> [AnyHashable] {
      try store.readAndWait { tx in
        let listed = try tx.homeworkList().items
        return [
          listed.map(\.progress), listed.map(\.openAttemptId), listed.map(\.completedAt), try tx.earned(),
          try tx.statistics(), try tx.collections(), try tx.overview().cells, try tx.quizHistory(homework[0].id).count,
        ]
      }
    }
    let before = try seen()
    clock.goOn(toDay: 3)
    let due = try store.readAndWait { try $0.dueQuestions(at: clock.now) }
    let asked = try review()
    #expect(try store.readAndWait { try $0.overview() }.cells.map { AnyHashable($0) }.count == 2)
    for (index, question) in due.enumerated() {
      let result = try settle(index > 0, in: asked.id)
      #expect(result.answer.homeworkId == question.homeworkId && result.attempt.homeworkId == nil)
      let again = try store.readAndWait { try $0.answerResult(of: asked.id, at: index) }
      #expect(again.answer == result.answer)
    }
    let finished = try store.writeAndWait { try $0.finishAttempt(asked.id) }
    #expect(finished.progress == nil && finished.starsTotal == 0 && finished.attempt.score.correct == due.count - 1)
    #expect(try seen() == before)
    let answers = try store.readAndWait { try $0.attempt(asked.id) }.answers
    #expect(answers.map(\.homeworkId) == due.map(\.homeworkId) && answers.map(\.questionId) == due.map(\.questionId))
    let events = try store.readAndWait { try $0.events(since: 0) }.filter { $0.detail.attemptId == asked.id }
    #expect(events.map(\.kind).filter { $0 != .answerSettled } == [.attemptStarted, .attemptFinished])
    #expect(events.filter { $0.kind == .answerSettled }.map(\.homeworkId) == due.map(\.homeworkId))
    #expect(events.filter { $0.kind != .answerSettled }.allSatisfy { $0.homeworkId == nil })
    #expect(try store.readAndWait { try $0.dueQuestions(at: clock.now) } == [])
    #expect(throws: StoreError.nothingToPractise("no question is due")) { try review() }
    // A question answered wrong in the review counts as last answered wrong.
    let wrong = try store.writeAndWait { try $0.startAttempt(due[0].homeworkId, AttemptOptions(only: .wrong)) }
    #expect(wrong.order?.map(\.questionId) == [due[0].questionId])
    // The question answered wrong is due first, and only once.
    clock.goOn(toDay: 4)
    #expect(try store.readAndWait { try $0.dueQuestions(at: clock.now) }.map(\.questionId) == [due[0].questionId])
    #expect(try store.readAndWait { try $0.overview() }.hardest[0].settled == 2)
    #expect(try store.checkAndWait() == [])
  }

  @Test func `exists once per learner, beside other attempts`() throws {
    let ada = try store.writeAndWait { try $0.addLearner("Ada") }
    clock.goOn(toDay: 3)
    let open = try store.writeAndWait { try $0.startAttempt(homework[0].id) }
    let asked = try review()
    #expect(try store.readAndWait { try $0.openReview() } == asked)
    #expect(throws: StoreError.attemptAlreadyOpen(asked.id)) { try review() }
    #expect(throws: StoreError.nothingToPractise("no question is due")) {
      try store.writeAndWait { tx in
        try tx.use(ada.id)
        _ = try tx.startReview()
      }
    }
    #expect(try store.readAndWait { try $0.attemptList() }.items.map(\.id).contains(asked.id))
    #expect(try store.readAndWait { try $0.openAttempt(homework[0].id) }?.id == open.id)
    _ = try store.writeAndWait { try $0.abandonAttempt(asked.id) }
    #expect(try store.readAndWait { try $0.openReview() } == nil)
    _ = try review()
  }

  @Test(arguments: [0, -1, .min]) func `without questions is refused`(_ limit: Int) throws {
    clock.goOn(toDay: 3)
    #expect(throws: StoreError.invalid([Fault(path: "limit", message: "must be at least 1, is \(limit)")])) {
      try review(atMost: limit)
    }
    #expect(try store.readAndWait { try $0.openReview() } == nil)
  }

  /// At each number of answers, in a reopened store, with the questions in every kind of order.
  @Test(arguments: [nil] + QuizOrder.Shuffle.allCases)
  func `keeps its wording and order, whatever happens to the quizzes`(_ shuffle: QuizOrder.Shuffle?) throws {
    clock.goOn(toDay: 3)
    let asked = try review(AttemptOptions(shuffle: shuffle, seed: shuffle.map { _ in 7 }))
    let words = try store.readAndWait { try $0.quiz(ofAttempt: asked.id) }.questions
    var result: AnswerResult?
    for index in 0..<asked.questionCount {
      if index == 1 {
        var edited = mcq
        edited.prompt = "in other words"
        _ = try store.writeAndWait { try $0.editQuiz(homework[0].id, [.change(at: 1, to: edited), .remove(at: 0)]) }
      }
      if index == 3 { _ = try store.writeAndWait { try $0.deleteHomework([homework[1].id]) } }
      let reopened = try Store.openAndWait(path: path, options: StoreOptions(clock: { [clock] in clock.now }))
      #expect(try reopened.readAndWait { try $0.openReview() }?.order == asked.order)
      result = try settle(true, in: asked.id)
      #expect(result?.answer.outcome == .correct && result?.answer.questionId == asked.order?[index].questionId)
      #expect(try reopened.readAndWait { try $0.quiz(ofAttempt: asked.id) }.questions == words)
    }
    #expect(result?.attempt.score.correct == asked.questionCount)
    let answers = try store.readAndWait { try $0.attempt(asked.id) }.answers
    #expect(Set(answers.map(\.homeworkId)) == [homework[0].id, nil])
    _ = try store.writeAndWait { try $0.finishAttempt(asked.id) }
    #expect(try store.checkAndWait() == [])
    _ = try store.writeAndWait { try $0.undoDeletion() }
    #expect(try store.readAndWait { try $0.attempt(asked.id) }.answers.allSatisfy { $0.homeworkId != nil })
    #expect(try store.checkAndWait() == [])
  }

  /// The review is then unreadable, but all homework is readable.
  @Test func `with a missing question is named by a check, and kept by a repair`() throws {
    clock.goOn(toDay: 3)
    let asked = try review()
    for _ in 0..<3 { _ = try settle(false, in: asked.id) }
    let connection = try Connection(path: path, access: .readWrite)
    try connection.executeUnseen(
      """
      DELETE FROM question WHERE position = 1 AND quiz = (SELECT id FROM quiz WHERE homework IS NULL);
      DELETE FROM ledger
      """)
    let report = try store.repairAndWait()
    #expect(report.found.map(\.kind) == [.reference, .questionCount, .credit, .credit], "\(report.found)")
    #expect(report.found[0].detail.contains("attempt \(asked.id), position 1 refers to question"))
    #expect(report.left.map(\.kind) == [.reference], "\(report.left)")
    #expect(try connection.number("SELECT count(*) FROM answer WHERE attempt = ?", asked.id) == 3)
  }

  @Test func `asks an edited question once, in its newest words`() throws {
    var edited = mcq
    edited.prompt = "in other words"
    for _ in 0..<2 {
      edited.prompt += "!"
      let revised = try store.writeAndWait { try $0.editQuiz(homework[0].id, [.change(at: 1, to: edited)]) }
      let day = Int64(revised.revision) * 20
      clock.goOn(toDay: day)
      let asked = try review()
      let ids = try #require(asked.order).map(\.questionId)
      #expect(Set(ids).count == ids.count && ids.count == 8)
      let words = try store.readAndWait { try $0.quiz(ofAttempt: asked.id) }.questions
      #expect(words.filter { $0.id == revised.questions[1].id }.map(\.prompt) == [edited.prompt])
      for _ in ids { _ = try settle(false, in: asked.id) }
      _ = try store.writeAndWait { try $0.finishAttempt(asked.id) }
    }
    #expect(try store.readAndWait { try $0.overview() }.hardest[0].settled == 3)
  }

  @Test func `moves to another library with its learner, and is erased with them`() throws {
    clock.goOn(toDay: 3)
    let asked = try review(AttemptOptions(shuffle: .both, seed: 9))
    for index in 0..<asked.questionCount { _ = try settle(index % 2 == 0, in: asked.id) }
    _ = try store.writeAndWait { try $0.finishAttempt(asked.id) }
    clock.goOn(toDay: 9)
    let open = try review(atMost: 2)
    _ = try settle(true, in: open.id)
    let me = try store.readAndWait { try $0.learner().id }
    let document = try store.readAndWait { try $0.exportLearner(me) }
    let target = try makeStore()
    _ = try target.writeAndWait { tx in
      _ = try tx.updateLearner(tx.learner().id, name: "Somebody else")
      _ = try tx.importLearner(document)
    }
    for store in [store, target] {
      #expect(
        try store.readAndWait { tx in
          try tx.use(me)
          return try tx.attemptList().items.filter { $0.homeworkId == nil }.map(\.id)
        } == [open.id, asked.id])
    }
    #expect(
      try target.readAndWait { try $0.attempt(asked.id) } == store.readAndWait { try $0.attempt(asked.id) })
    #expect(
      try target.readAndWait { try $0.quiz(ofAttempt: open.id) }
        == store.readAndWait { try $0.quiz(ofAttempt: open.id) })
    #expect(try target.checkAndWait() == [])
    for store in [store, target] {
      _ = try store.eraseLearnerAndWait(me)
      #expect(try store.checkAndWait() == [])
    }
    let kept = try Connection(path: path, access: .readWrite).number("SELECT count(*) FROM quiz WHERE homework IS NULL")
    #expect(kept == 0)
  }

  @Test func `is refused in a document if its answers do not match`() throws {
    clock.goOn(toDay: 3)
    let asked = try review()
    for _ in 0..<asked.questionCount { _ = try settle(true, in: asked.id) }
    let document = try store.readAndWait { try $0.exportLearner(try $0.learner().id) }
    let other = "01a20094-ab9d-7355-9c43-6e9f1fe690db"
    for (beginning, old, new) in [
      ("\"kind\":\"attempt\"", asked.id.text, other), (asked.id.text, "\"quiz\":\"", "\"quiz\":\"1"),
      ("\"answers\":[", "\"question\":\"", "\"question\":\"1"),
    ] {
      // Replaced once only, so that references to it are broken.
      let range = try #require(document.range(of: old, in: beginning), "\(old)")
      var wrong = document
      wrong.replaceSubrange(range, with: new)
      let target = try makeStore()
      #expect(throws: StoreError.self, "\(old)") { try target.writeAndWait { try $0.importLearner(wrong) } }
      #expect(try target.readAndWait { try $0.learners().count } == 1)
      #expect(try target.readAndWait { try $0.homeworkList() }.items == [])
    }
  }

}

extension String {
  /// Returns the first place of a text after another one.
  fileprivate func range(of text: String, in beginning: String) -> Range<String.Index>? {
    guard let start = firstRange(of: beginning)?.upperBound else { return nil }
    return self[start...].firstRange(of: text)
  }
}
