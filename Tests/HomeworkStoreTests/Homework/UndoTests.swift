import HomeworkModel
import HomeworkStore
import HomeworkSystem
import Testing

@Suite struct `Undoing a deletion` {
  /// Adds an assignment with everything that one can have.
  private func full(_ store: Store) throws -> Homework.ID {
    let quiz = QuizDraft(
      topic: "T \u{1F642} \"quoted\"", subtopic: "é", confidence: 0.1 + 0.2, questions: [mcq, fillBlank, shortAnswer])
    let draft = try HomeworkDraft(
      title: "Côte", subject: "Geo", collections: ["A", "É"], picture: Picture([0xFF, 0xD8, 0xFF]), text: "a\nb\\c",
      dueOn: "2026-12-01", quiz: quiz)
    let id = try store.writeAndWait { try $0.addHomework(draft) }.id
    let attempt = try store.writeAndWait { try $0.startAttempt(id) }
    for response in [Response.choice(0), .text("denominator"), .skip] {
      _ = try store.writeAndWait { try $0.settle(response, in: attempt.id, elapsedMs: 70) }
    }
    _ = try store.writeAndWait { try $0.finishAttempt(attempt.id) }
    _ = try store.writeAndWait { tx in try tx.abandonAttempt(tx.startAttempt(id).id) }
    _ = try store.writeAndWait { try $0.setQuiz(quiz, for: id) }
    let open = try store.writeAndWait { try $0.startAttempt(id) }
    _ = try store.writeAndWait { try $0.settle(.choice(1), in: open.id) }
    _ = try store.writeAndWait { try $0.completeHomework(id) }
    return id
  }

  @Test func `restores everything that belonged to it`() throws {
    let store = try makeStore()
    let other = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "stays")) }
    let id = try full(store)
    let before = (
      try store.readAndWait { try $0.homework(id) }, try store.readAndWait { try $0.quiz(for: id) },
      try store.readAndWait { try $0.attempts(of: id) }, try store.readAndWait { try $0.picture(of: id) },
      try store.readAndWait { try $0.earned() }
    )
    _ = try store.writeAndWait { try $0.deleteHomework([id]) }
    // New rows take the numbers of the deleted ones.
    _ = try full(store)
    #expect(try store.writeAndWait { try $0.undoDeletion() }.map(\.id) == [id])
    #expect(try store.readAndWait { try $0.homework(id) } == before.0)
    #expect(try store.readAndWait { try $0.quiz(for: id) } == before.1)
    #expect(try store.readAndWait { try $0.attempts(of: id) } == before.2)
    #expect(try store.readAndWait { try $0.picture(of: id) } == before.3)
    #expect(try store.readAndWait { try $0.earned() }.starsTotal == before.4.starsTotal)
    #expect(try store.checkAndWait() == [])
    #expect(try store.readAndWait { try $0.homeworkList(HomeworkFilter(search: "cote")) }.items.count == 2)
    // An attempt in progress continues.
    let open = try #require(store.readAndWait { try $0.homework(id) }.openAttemptId)
    #expect(try store.writeAndWait { try $0.settle(.text("x"), in: open) }.attempt.questionIndex == 2)
    // A second undo does nothing.
    #expect(try store.writeAndWait { try $0.undoDeletion() } == [])
    #expect(try store.readAndWait { try $0.homework(other.id) } == other)
    let last = try store.readAndWait { tx in try tx.events(since: 0) }
    #expect(last.contains { $0.kind == .homeworkRestored && $0.homeworkId == id })
  }

  @Test func `covers exactly the last deletion, completely`() throws {
    let store = try makeStore()
    let ids = try (0..<4).map { number in
      try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "\(number)")) }.id
    }
    _ = try store.writeAndWait { try $0.deleteHomework([ids[0]]) }
    _ = try store.writeAndWait { try $0.deleteHomework([ids[1], ids[2]]) }
    // Refused and empty deletions do not count.
    #expect(throws: StoreError.self) { try store.writeAndWait { try $0.deleteHomework([ids[3], ids[0]]) } }
    #expect(try store.writeAndWait { try $0.deleteHomework([]) } == [])
    #expect(try store.writeAndWait { try $0.undoDeletion() }.map(\.title) == ["1", "2"])
    #expect(try store.readAndWait { try $0.homeworkList() }.items.map(\.title) == ["3", "2", "1"])
  }

  @Test func `is possible for 30 days, which also keeps the picture`() throws {
    let now = Guarded<Int64>(0)
    let day: Int64 = 86_400_000
    let store = try Store.inMemory(
      options: StoreOptions(clock: { Timestamp(millisecondsSince1970: now.withLock { $0 }) }))
    let picture = try Picture([0xFF, 0xD8, 0xFF])
    let id = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t", picture: picture)) }.id
    _ = try store.writeAndWait { try $0.deleteHomework([id]) }
    now.withLock { $0 += 30 * day }
    #expect(try store.writeAndWait { try $0.undoDeletion() }.map(\.picture) == [picture.info])
    _ = try store.writeAndWait { try $0.deleteHomework([id]) }
    #expect(try store.infoAndWait().pictures == 1)
    now.withLock { $0 += 30 * day + 1 }
    #expect(try store.writeAndWait { try $0.undoDeletion() } == [])
    #expect(try store.infoAndWait().pictures == 0)
  }
}
