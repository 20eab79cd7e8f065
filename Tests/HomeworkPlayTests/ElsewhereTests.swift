import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkStore
import Testing

@Suite struct `An attempt that is played on another copy` {
  private let home: Store, tablet: Store
  private let attempt: Attempt.ID

  init() async throws {
    (home, tablet) = (try Store.inMemory(), try Store.inMemory())
    let question = QuestionDraft(prompt: "2 + 2?", body: .mcq(options: ["4", "5"], correctIndex: 0))
    attempt = try home.writeAndWait { tx in
      let quiz = QuizDraft(questions: Array(repeating: question, count: 6))
      return try tx.startAttempt(tx.addHomework(HomeworkDraft(title: "Sums", quiz: quiz)).id).id
    }
    try await home.sync(with: tablet)
  }

  private func answer(_ count: Int) throws {
    for _ in 0..<count { try home.writeAndWait { [attempt] in _ = try $0.settle(.choice(0), in: attempt) } }
  }

  @Test func `shows what was answered there, and celebrates nothing`() async throws {
    let live = try LiveAttempt.openAndWait(attempt, in: tablet)
    #expect(throws: StoreError.attemptElsewhere(attempt)) { try live.settleAndWait(.choice(0)) }
    try answer(5)
    try await home.sync(with: tablet)
    let cues = try live.followAndWait()
    #expect(cues.started.isEmpty && live.session.questionIndex == 5 && live.session.streak.stars == 1)
  }

  @Test func `is taken over, and celebrated from then on`() async throws {
    try answer(4)
    try await home.sync(with: tablet)
    let live = try LiveAttempt.openAndWait(attempt, in: tablet)
    #expect(try live.homeAndWait() != nil)
    try live.takeOverAndWait()
    #expect(try live.homeAndWait() == nil)
    #expect(try !live.settleAndWait(.choice(0)).cues.started.isEmpty)
    try await home.sync(with: tablet)
    #expect(throws: StoreError.attemptElsewhere(attempt)) { try answer(1) }
  }
}
