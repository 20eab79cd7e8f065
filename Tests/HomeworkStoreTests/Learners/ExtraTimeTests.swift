import HomeworkModel
import HomeworkStore
import Testing

@Suite struct `A learner's extra time and number` {
  private let now = Timestamp(millisecondsSince1970: 1_767_225_600_000)
  private let question = QuestionDraft(prompt: "?", body: .mcq(options: ["a", "b"], correctIndex: 0))

  private func store() throws -> Store {
    let now = now
    return try Store.inMemory(options: StoreOptions(clock: { now }))
  }

  @Test(arguments: Learner.ExtraTime.allCases) func `lengthen the time limit of attempts that start afterwards`(
    extraTime: Learner.ExtraTime
  ) throws {
    let store = try store()
    try store.writeAndWait { tx in
      let homework = try tx.addHomework(HomeworkDraft(title: "t", quiz: QuizDraft(questions: [question])))
      let (ada, ben) = (try tx.addLearner("Ada"), try tx.addLearner("Ben"))
      func limitMs(_ learner: Learner, _ limitMs: Int?) throws -> Int64? {
        try tx.use(learner.id)
        let attempt = try tx.startAttempt(homework.id, AttemptOptions(timeLimitMs: limitMs))
        _ = try tx.abandonAttempt(attempt.id)
        return attempt.terms.deadline.map { $0.millisecondsSince1970 - now.millisecondsSince1970 }
      }
      try tx.use(ada.id)
      let before = try tx.startAttempt(homework.id, AttemptOptions(timeLimitMs: 1000))
      let changed = try tx.updateLearner(ada.id, extraTime: extraTime, number: "007")
      #expect(changed.extraTime == extraTime && changed.number == "007")
      #expect(try tx.attempt(before.id).terms.deadline == before.terms.deadline)
      _ = try tx.abandonAttempt(before.id)
      #expect(try limitMs(ada, 1000) == 1000 + Int64(extraTime.rawValue) * 10)
      #expect(try limitMs(ada, nil) == nil)
      #expect(try limitMs(ben, 1000) == 1000)
      // Other values stay.
      #expect(try tx.updateLearner(ada.id, name: "Ada B.").extraTime == extraTime)
      let none = try tx.updateLearner(ada.id, extraTime: .some(nil), number: .some(nil))
      #expect(none.extraTime == nil && none.number == nil && none.name == "Ada B.")
      #expect(try limitMs(ada, 1000) == 1000)
      #expect(throws: StoreError.self) { try tx.updateLearner(ada.id, number: "a\nb") }
    }
  }

  @Test func `go to other copies and libraries with the learner`() async throws {
    let (home, tablet, other) = (try makeStore(), try makeStore(), try makeStore())
    try home.writeAndWait { tx in
      let ada = try tx.addLearner("Ada")
      _ = try tx.updateLearner(ada.id, extraTime: .half, number: "7")
    }
    try await tablet.sync(with: home)
    func ada(_ store: Store) throws -> Learner? {
      try store.readAndWait { try $0.learners().first { $0.name == "Ada" } }
    }
    let id = try #require(try ada(home)?.id)
    #expect(try ada(tablet) == ada(home) && ada(tablet)?.extraTime == .half)
    try tablet.writeAndWait { _ = try $0.updateLearner(id, extraTime: .double, number: .some(nil)) }
    try await tablet.sync(with: home)
    #expect(try ada(home)?.extraTime == .double && ada(home)?.number == nil)
    let document = try home.readAndWait { try $0.exportLearner(id) }
    _ = try other.writeAndWait { try $0.importLearner(document) }
    #expect(try ada(other)?.extraTime == .double)
    // Documents of earlier versions have neither.
    let earlier = document.replacing("\"extraTime\":100,", with: "").replacing(",\"extraTime\":100", with: "")
    #expect(earlier != document)
    let third = try makeStore()
    _ = try third.writeAndWait { try $0.importLearner(earlier) }
    #expect(try ada(third)?.extraTime == nil)
    for store in [home, tablet, other, third] {
      let found = try store.checkAndWait()
      #expect(found == [])
    }
  }
}
