import HomeworkModel
import HomeworkStore
import HomeworkSystem
import Testing

@Suite struct `A rehearsal` {
  private struct Refused: Error {}

  /// Returns the whole database, as the bytes of a file.
  private func image(_ store: Store) throws -> [UInt8] { try store.file().exclusively { try $0.image() } }

  @Test func `shows its changes, and leaves none behind`() throws {
    let store = try makeStore()
    let (homework, _) = try store.play([.correct, .wrong])
    let before = try image(store)
    let inside = try store.rehearse {
      _ = try store.play([.correct, .correct], of: homework)
      return try store.readAndWait { try $0.attempts(of: homework.id).count }
    }
    #expect(inside == 2)
    #expect(try image(store) == before)
  }

  @Test func `inside a rehearsal rolls back its own part first`() throws {
    let store = try makeStore()
    func titles() throws -> [String] { try store.readAndWait { try $0.homeworkList().items.map(\.title) } }
    func add(_ title: String) throws { _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: title)) } }
    try add("a")
    try store.rehearse {
      try add("b")
      for title in ["c", "d"] {
        try store.rehearse {
          try add(title)
          #expect(try titles() == [title, "b", "a"])
        }
        #expect(try titles() == ["b", "a"])
      }
      // A throwing rehearsal is rolled back, too.
      #expect(throws: Refused.self) {
        try store.rehearse {
          try add("e")
          throw Refused()
        }
      }
      #expect(try titles() == ["b", "a"])
    }
    #expect(try titles() == ["a"])
    try add("f")
    #expect(try titles() == ["f", "a"])
  }

  @Test func `has commits with hooks, and a refused commit restores the state before it`() throws {
    let calls = Guarded((will: 0, did: 0, refuses: false))
    let hooks = CommitHooks(
      willCommit: {
        let refuses = calls.withLock { state in
          state.will += 1
          return state.refuses
        }
        if refuses { throw Refused() }
      }, didCommit: { calls.withLock { $0.did += 1 } })
    let store = try makeStore(hooks: hooks)
    try store.rehearse {
      _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "kept")) }
      calls.withLock { $0.refuses = true }
      let before = try image(store)
      #expect(throws: StoreError.self) {
        try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "refused")) }
      }
      #expect(try image(store) == before)
      calls.withLock { $0.refuses = false }
    }
    let (will, did, _) = calls.withLock { $0 }
    #expect(will == 2 && did == 1)
  }

  @Test func `numbers events like the following writes, and wakes observers`() async throws {
    let store = try makeStore()
    _ = try store.play([.correct])
    let newest = try store.readAndWait { try $0.eventRange().newest }
    var values = store.observe { try $0.homeworkList().items.map(\.title) }.makeAsyncIterator()
    #expect(try await values.next() == ["Fractions"])
    try store.rehearse { _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "rehearsed")) } }
    #expect(try store.readAndWait { try $0.eventRange().newest } == newest)
    _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "next")) }
    #expect(try store.readAndWait { try $0.events(since: newest) }.first?.sequence == newest + 1)
    #expect(try await values.next() == ["next", "Fractions"])
  }
}
