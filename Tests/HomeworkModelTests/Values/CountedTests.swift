import HomeworkModel
import Testing

@Suite struct `A counted noun` {
  @Test func `is singular for one, and plural for any other number`() {
    #expect([0, 1, 2, -1].map { $0.counted("star") } == ["0 stars", "1 star", "2 stars", "-1 stars"])
    #expect([0, 1, 2].map { $0.counted("quiz", plural: "quizzes") } == ["0 quizzes", "1 quiz", "2 quizzes"])
  }

  @Test func `is used in errors`() {
    #expect("\(StoreError.questionsLeft(1))" == "1 question is not settled yet: answer or skip it first")
    #expect("\(StoreError.questionsLeft(2))" == "2 questions are not settled yet: answer or skip them first")
  }
}
