import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkStore
import HomeworkSystem
import Testing

@Suite struct `A resume report` {
  private static let gaps = [0, 250, 5000]

  /// The report is the same whether or not the previous process still exists, for every sequence of answers and every kind
  /// of pause between them.
  @Test(arguments: gaps)
  func `derives from disk what the dead process would have reported, for every sequence up to seven`(
    gapMs: Int
  ) throws {
    let clock = TestClock()
    let store = try Store.inMemory(options: StoreOptions(clock: { clock.now }))
    let environment = SessionEnvironment(catalogue: .designs([.mcqStreak, .homework, .diet]))
    for length in 1...7 {
      for bits in 0..<(1 << length) {
        let homework = try store.writeAndWait { try $0.addHomework(.quiz(of: length)) }
        clock.restart()
        let live = try LiveAttempt.openAndWait(
          homework: homework.id, in: store, environment: environment, clock: clock.play)
        try live.startAndWait(homework.id)
        let id = try #require(live.attemptId)
        for index in 0..<length {
          if index > 0 { clock.wait(ms: gapMs) }
          try live.settleAndWait(typed: bits >> index & 1 == 1 ? "A" : "B")
        }
        try compare(id, live, in: store, environment)
        let again = try LiveAttempt.openAndWait(id, in: store, environment: environment, clock: clock.play)
        clock.wait(ms: gapMs)
        try again.finishAndWait()
        let results = try LiveAttempt.openAndWait(id, in: store, environment: environment)
        #expect(results.report.suppressed.contains { $0.animation == .a2 } == (again.session.streak.stars > 0))
        #expect(results.session.stage == .over && results.session.results == nil)
      }
    }
  }

  private func compare(
    _ id: Attempt.ID, _ live: LiveAttempt, in store: Store, _ environment: SessionEnvironment
  ) throws {
    let fromDisk = try LiveAttempt.openAndWait(id, in: store, environment: environment).report
    let fromMemory = try LiveAttempt.openAndWait(id, in: store, environment: environment, after: live).report
    #expect(fromDisk.kept == fromMemory.kept)
    #expect(fromDisk.suppressed == fromMemory.suppressed)
    #expect(fromDisk.lost == fromMemory.lost)
    #expect(fromDisk.suppressed.allSatisfy { $0.ending.disposition == .suppressed && $0.ending.reason == .killResume })
  }

  @Test func `of a fresh attempt, or after a close, contains nothing lost or suppressed`() throws {
    let store = try Store.inMemory()
    let homework = try store.writeAndWait { try $0.addHomework(.quiz(of: 6)) }
    let live = try LiveAttempt.openAndWait(homework: homework.id, in: store)
    #expect(live.report.kept.isEmpty && live.report.lost.isEmpty && live.report.suppressed.isEmpty)
    try live.startAndWait(homework.id)
    for _ in 0..<5 { try live.settleAndWait(.choice(0)) }
    live.close()
    let next = try LiveAttempt.openAndWait(homework: homework.id, in: store, after: live)
    #expect(next.report.lost.isEmpty && next.report.suppressed.isEmpty)
    #expect(next.report.kept.contains { $0.name == .streak && $0.value == .number(5) })
  }

  /// A player switches to another process and back: the first process's state is outdated.
  @Test(arguments: [false, true]) func `includes what another process has shown since`(isClosed: Bool) throws {
    let clock = TestClock()
    let store = try Store.inMemory(options: StoreOptions(clock: { clock.now }))
    let homework = try store.writeAndWait { try $0.addHomework(.quiz(of: 6)) }
    let first = try LiveAttempt.openAndWait(homework: homework.id, in: store, clock: clock.play)
    try first.startAndWait(homework.id)
    let id = try #require(first.attemptId)
    if isClosed { first.close() } else { first.end() }
    let other = try LiveAttempt.openAndWait(id, in: store, clock: clock.play)
    for _ in 0..<5 { try other.settleAndWait(.choice(0)) }
    let fromDisk = try LiveAttempt.openAndWait(id, in: store).report
    #expect(fromDisk.suppressed.contains { $0.animation == .a1 })
    #expect(try LiveAttempt.openAndWait(id, in: store, after: first).report == fromDisk)
    #expect(try LiveAttempt.openAndWait(id, in: store, after: other).report == fromDisk)
  }

  /// A refused call changes nothing, but tells the time of the client.
  @Test func `of a client that disappears counts from its last call, even if that was refused`() throws {
    let store = try Store.inMemory()
    let homework = try store.writeAndWait { try $0.addHomework(.quiz(of: 2)) }
    let live = try LiveAttempt(in: store, environment: SessionEnvironment(), after: nil, clock: .ofClient) { tx in
      try tx.openAttempt(homework.id)
    }
    try live.startAndWait(homework.id, atMs: 0)
    #expect(try live.settleAndWait(.choice(0), atMs: 0).cues.started.map(\.animation) == [.dotSettle])
    #expect(throws: StoreError.self) { try live.finishAndWait(atMs: 60_000) }
    let report = try LiveAttempt.openAndWait(homework: homework.id, in: store, after: live).report
    #expect(report.suppressed.isEmpty, "the dot had settled a minute before")
  }

  /// Their results are left when they begin something else, not when another learner does.
  @Test(arguments: [false, true]) func `has results that nothing says were left`(isSame: Bool) throws {
    let clock = TestClock()
    let store = try Store.inMemory(options: StoreOptions(clock: { clock.now }))
    let (homework, ada) = try store.writeAndWait { tx in
      (try tx.addHomework(.quiz(of: 5)), try tx.addLearner("Ada"))
    }
    let live = try LiveAttempt.openAndWait(homework: homework.id, by: ada.id, in: store, clock: clock.play)
    try live.startAndWait(homework.id)
    let id = try #require(live.attemptId)
    for _ in 0..<5 { try live.settleAndWait(.choice(0)) }
    try live.finishAndWait()
    clock.wait(ms: 60_000)
    let next = try store.writeAndWait { tx in
      if isSame { try tx.use(ada.id) }
      return try tx.startAttempt(homework.id)
    }
    #expect((next.learnerId == ada.id) == isSame)
    let lost = try LiveAttempt.openAndWait(id, in: store).report.lost
    #expect(lost.contains { $0.name == .results } == !isSame, "\(lost)")
  }

  @Test func `includes state of the screen that this process still has`() throws {
    let store = try Store.inMemory()
    let homework = try store.writeAndWait { try $0.addHomework(.quiz(of: 2)) }
    let live = try LiveAttempt.openAndWait(homework: homework.id, in: store)
    try live.startAndWait(homework.id)
    try live.showAndWait(.draft("one quar"))
    let next = try LiveAttempt.openAndWait(homework: homework.id, in: store, after: live)
    #expect(next.report.lost.contains { $0.name == .draft && $0.value == .text("one quar") })
    // Only once: the next session does not have it.
    #expect(try LiveAttempt.openAndWait(homework: homework.id, in: store, after: next).report.lost.isEmpty)
  }
}

@Suite struct `A live attempt` {
  /// Nothing new was committed, but the time has passed.
  @Test func `counts a cue as played if it ended while the session waited`() throws {
    let store = try Store.inMemory()
    let homework = try store.writeAndWait { try $0.addHomework(.quiz(of: 6)) }
    let live = try LiveAttempt.openAndWait(homework: homework.id, in: store)
    try live.startAndWait(homework.id, atMs: 0)
    for _ in 0..<5 { try live.settleAndWait(.choice(0), atMs: 0) }
    #expect(try live.followAndWait(atMs: 5000) == CueChanges())
    #expect(live.session.nowMs == 5000)
    #expect(throws: SessionError.timeWentBack(nowMs: 5000)) { try live.followAndWait(atMs: 4999) }
    #expect(throws: SessionError.timeWentBack(nowMs: 5000)) { try live.settleAndWait(.choice(0), atMs: 4999) }
    let id = try #require(live.attemptId)
    #expect(try LiveAttempt.openAndWait(id, in: store, after: live).report.suppressed.isEmpty)
  }

  @Test func `shows other clients' commits, each fact once and in order`() throws {
    let store = try Store.inMemory()
    let homework = try store.writeAndWait { try $0.addHomework(.quiz(of: 6)) }
    let attempt = try store.writeAndWait { try $0.startAttempt(homework.id) }
    let live = try LiveAttempt.openAndWait(attempt.id, in: store, clock: .standing(atMs: 0))
    for index in 0..<6 {
      _ = try store.writeAndWait { try $0.settle(.choice(0), in: attempt.id) }
      let cues = try live.followAndWait(atMs: index * 3000)
      #expect(cues.started.contains { $0.animation == .a1 } == (index >= 4))
      #expect(try live.followAndWait(atMs: index * 3000) == CueChanges())
    }
    #expect(live.session.questionIndex == 6)
    #expect(throws: StoreError.everyQuestionSettled(attempt.id)) { try live.settleAndWait(.choice(0), atMs: 20_000) }
  }

  /// In a class, the others answer meanwhile.
  @Test(arguments: [499, 500, 501, 1000, 1700])
  func `shows its own answer, however many events of others came before it`(count: Int) throws {
    let store = try Store.inMemory()
    let homework = try store.writeAndWait { try $0.addHomework(.quiz(of: 2)) }
    let attempt = try store.writeAndWait { try $0.startAttempt(homework.id) }
    let live = try LiveAttempt.openAndWait(attempt.id, in: store, clock: .standing(atMs: 0))
    try store.writeAndWait { tx in for _ in 0..<count { _ = try tx.addHomework(HomeworkDraft(title: "another")) } }
    #expect(try live.settleAndWait(.choice(0), atMs: 1000).cues.started.contains { $0.animation == .dotSettle })
    #expect(live.session.questionIndex == 1)
  }

  @Test func `refuses everything once another session opens its attempt, and saves nothing`() throws {
    let store = try Store.inMemory()
    let homework = try store.writeAndWait { try $0.addHomework(.quiz(of: 3)) }
    let live = try LiveAttempt.openAndWait(homework: homework.id, in: store)
    try live.startAndWait(homework.id)
    let next = try LiveAttempt.openAndWait(homework: homework.id, in: store, after: live)
    #expect(throws: LiveAttemptError.ended) { try live.settleAndWait(.choice(0)) }
    #expect(throws: LiveAttemptError.ended) { try live.finishAndWait() }
    #expect(throws: LiveAttemptError.ended) { try live.abandonAndWait() }
    #expect(throws: LiveAttemptError.ended) { try live.showAndWait(.leave) }
    #expect(throws: LiveAttemptError.ended) { try live.followAndWait() }
    #expect(try store.readAndWait { try $0.openAttempt(homework.id) }?.answers.isEmpty == true)
    try next.settleAndWait(.choice(0))
  }

  @Test func `rejects a time that went back, before anything is saved`() throws {
    let store = try Store.inMemory()
    let homework = try store.writeAndWait { try $0.addHomework(.quiz(of: 3)) }
    let live = try LiveAttempt.openAndWait(homework: homework.id, in: store, clock: .standing(atMs: 0))
    try live.startAndWait(homework.id, atMs: 500)
    #expect(throws: SessionError.timeWentBack(nowMs: 500)) { try live.settleAndWait(.choice(0), atMs: 499) }
    #expect(throws: SessionError.timeTooLate) { try live.settleAndWait(.choice(0), atMs: Session.latestMs + 1) }
    #expect(try store.readAndWait { try $0.openAttempt(homework.id) }?.answers.isEmpty == true)
    #expect(throws: LiveAttemptError.notStarted) {
      let other = try store.writeAndWait { try $0.addHomework(.quiz(of: 1)) }
      try LiveAttempt.openAndWait(homework: other.id, in: store).settleAndWait(.choice(0))
    }
  }

  @Test func `saves the time from a question's appearance until it is settled`() throws {
    let store = try Store.inMemory()
    let homework = try store.writeAndWait { try $0.addHomework(.quiz(of: 3)) }
    let live = try LiveAttempt.openAndWait(homework: homework.id, in: store, clock: .standing(atMs: 0))
    try live.startAndWait(homework.id, atMs: 100)
    #expect(try live.settleAndWait(.choice(0), atMs: 1100).value.answer.elapsedMs == 1000)
    #expect(try live.settleAndWait(.skip, atMs: 1350).value.answer.elapsedMs == 250)
  }

  @Test func `continues with the current state after an older backup is restored`() throws {
    let clock = TestClock()
    let store = try Store.inMemory(options: StoreOptions(clock: { clock.now }))
    let homework = try store.writeAndWait { try $0.addHomework(.quiz(of: 3)) }
    let live = try LiveAttempt.openAndWait(homework: homework.id, in: store, clock: clock.play)
    try live.startAndWait(homework.id)
    try live.settleAndWait(.choice(0))
    // As after a restore: the events after its place are gone.
    try store.writeAndWait { tx in try tx.execute("DELETE FROM event") }
    _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "later")) }
    _ = try live.followAndWait()
    #expect(live.session.questionIndex == 1)
    try live.settleAndWait(.choice(0))
    #expect(live.session.questionIndex == 2)
  }

  @Test func `that reopens after missing too many events keeps its environment`() throws {
    let store = try Store.inMemory()
    let homework = try store.writeAndWait { try $0.addHomework(.quiz(of: 3)) }
    let id = try store.writeAndWait { try $0.startAttempt(homework.id) }.id
    var environment = SessionEnvironment()
    environment.motion = .reduced
    let live = try LiveAttempt.openAndWait(id, in: store, environment: environment)
    try store.writeAndWait { tx in _ = try tx.settle(.choice(0), in: id) }
    try store.writeAndWait { tx in try tx.execute("DELETE FROM event") }
    _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "later")) }
    _ = try live.followAndWait()
    #expect(live.session.questionIndex == 1 && live.session.environment == environment && live.session.cues.isEmpty)
  }

  @Test(.timeLimit(.minutes(1))) func `can be followed until it ends in any way`() async throws {
    let store = try Store.inMemory()
    let homework = try await store.write { try $0.addHomework(.quiz(of: 1)) }
    for ends in [{ $0.close() }, { _ = $0.end() }] as [(LiveAttempt) -> Void] {
      let live = try await LiveAttempt.open(homework: homework.id, in: store)
      let others = Task { for try await _ in live.follow() {} }
      ends(live)
      try await others.value
      for try await _ in live.follow() { Issue.record("it had already ended") }
    }
  }

  @Test func `has asynchronous forms with the same effect`() async throws {
    let store = try Store.inMemory()
    let homework = try await store.write { try $0.addHomework(.quiz(of: 1)) }
    let live = try await LiveAttempt.open(homework: homework.id, in: store)
    let others = Task {
      for try await cues in live.follow() { return cues }; return CueChanges()
    }
    try await live.start(homework.id)
    #expect(try await live.settle(.choice(0)).cues.started.map(\.animation) == [.dotSettle])
    let finished = try await live.finish()
    #expect(finished.value.attempt.state == .completed)
    #expect(finished.cues.started.contains { $0.animation == .a2 && $0.ending.reason == .noStars })
    live.close()
    others.cancel()
    _ = try? await others.value
  }
}

/// A clock that runs only on request.
final class TestClock: Sendable {
  private let ms = Guarded<(store: Int64, start: Int64)>((1_767_225_600_000, 1_767_225_600_000))

  var now: Timestamp { Timestamp(millisecondsSince1970: ms.withLock { $0.store }) }
  var play: PlayClock { PlayClock { [self] in ms.withLock { Int($0.store - $0.start) } } }

  func wait(ms more: Int) { ms.withLock { $0.store += Int64(more) } }
  func restart() { ms.withLock { $0.start = $0.store } }
}

extension HomeworkDraft {
  static func quiz(of count: Int) -> HomeworkDraft {
    let body = Question.Body.mcq(options: ["right", "wrong"], correctIndex: 0)
    let questions = (0..<count).map { QuestionDraft(prompt: "Question \($0)?", body: body) }
    return HomeworkDraft(title: "Quiz", quiz: QuizDraft(questions: questions))
  }
}
