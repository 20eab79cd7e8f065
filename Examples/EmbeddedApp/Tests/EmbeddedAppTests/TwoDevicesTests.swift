import EmbeddedApp
import HomeworkModel
import HomeworkPlay
import HomeworkStore
import Testing

@Suite struct `Two devices of one learner` {
  @Test func `continue the same attempt, and are equal afterwards`() async throws {
    let devices = TwoDevices(tablet: try .inMemory(), laptop: try .inMemory())
    let question = QuestionDraft(prompt: "2 × 3?", body: .mcq(options: ["6", "5"], correctIndex: 0))
    let homework = try await devices.tablet.write { tx in
      try tx.addHomework(HomeworkDraft(title: "Times tables", quiz: QuizDraft(questions: [question, question])))
    }
    let onTablet = try await LiveAttempt.open(homework: homework.id, in: devices.tablet)
    try await onTablet.start(homework.id)
    try await onTablet.settle(.choice(0))
    try await devices.meet()

    let live = try #require(try await devices.continueOnLaptop(homework.id))
    #expect(live.session.questionIndex == 1)
    let screen = QuizScreen(live) { _ in }
    _ = try await screen.answer(.choice(0))
    _ = try await screen.finish()
    #expect(try await devices.meet().received.answers == 1)

    for store in [devices.tablet, devices.laptop] {
      let progress = try await store.read { try $0.homework(homework.id).progress }
      #expect(progress.totalAttempts == 1 && progress.completionPercentage == 100)
    }
    #expect(try await devices.meet().parts == 0)
  }
}
