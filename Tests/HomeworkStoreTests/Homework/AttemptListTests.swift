import HomeworkModel
import HomeworkStore
import Testing

@Suite struct `A list of attempts` {
  /// Every limit, while attempts are started and homework is deleted between pages.
  @Test func `neither repeats nor skips remaining attempts`() throws {
    for limit in 1...6 {
      let store = try makeStore()
      let homework = try (0..<4).map { number in
        try store.writeAndWait {
          try $0.addHomework(HomeworkDraft(title: "\(number)", quiz: QuizDraft(questions: [mcq])))
        }.id
      }
      var all: [Attempt.ID] = []
      for round in 0..<3 {
        for id in homework {
          let attempt = try store.writeAndWait { try $0.startAttempt(id) }
          if round < 2 { _ = try store.writeAndWait { try $0.abandonAttempt(attempt.id) } }
          all.insert(attempt.id, at: 0)
        }
      }
      let gone = Set(try store.readAndWait { try $0.attempts(of: homework[0]) }.map(\.id))
      var listed: [Attempt.ID] = []
      var cursor: String?
      repeat {
        let page = try store.readAndWait { try $0.attemptList(limit: limit, after: cursor) }
        listed += page.items.map(\.id)
        cursor = page.next
        if listed.count == limit { _ = try store.writeAndWait { try $0.deleteHomework([homework[0]]) } }
        _ = try store.writeAndWait { tx in
          try tx.startAttempt(
            tx.addHomework(HomeworkDraft(title: "new", quiz: QuizDraft(questions: [mcq]))).id)
        }
      } while cursor != nil
      #expect(listed.filter { !gone.contains($0) } == all.filter { !gone.contains($0) })
      #expect(
        try store.readAndWait { try $0.attemptList(of: homework[1], limit: limit) }.items.first?.state == .inProgress)
      #expect(try store.readAndWait { try $0.attemptList(of: homework[1], state: .abandoned) }.items.count == 2)
    }
  }

  @Test func `rejects an invalid limit or cursor`() throws {
    let store = try makeStore()
    for limit in [0, 501, -1] {
      #expect(throws: StoreError.self) { try store.readAndWait { try $0.attemptList(limit: limit) } }
    }
    #expect(throws: StoreError.self) { try store.readAndWait { try $0.attemptList(after: "nowhere") } }
  }
}
