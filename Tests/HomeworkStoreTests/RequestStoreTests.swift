import HomeworkModel
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Testing

@Suite struct `A write with a request id` {
  static let id = "0190a3b2-0000-7000-8000-000000000001"

  private func add(_ title: String, _ store: Store, id: String = Self.id) throws -> String {
    let request = try #require(Request(id: id, parameters: title))
    let kept = try store.writeAndWait { tx in
      try tx.once(request) { .whole(try tx.addHomework(HomeworkDraft(title: title)).id.text) }
    }
    guard case .whole(let reply) = kept else { return "" }
    return reply
  }

  /// Killed between commit and reply: the caller has no reply, and asks the next process.
  @Test func `is done once despite a crash between commit and reply`() throws {
    struct Killed: Error {}
    let directory = try TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let store = try makeStore(path: path, hooks: CommitHooks(didCommit: { throw Killed() }))
    #expect(throws: StoreError.self) { try add("t", store) }
    let next = try makeStore(path: path)
    let id = try add("t", next)
    #expect(try next.readAndWait { try $0.homeworkList() }.items.map(\.id.text) == [id])
    #expect(try add("t", next) == id)
  }

  @Test func `is a new one with another id, and refused with other parameters`() throws {
    let store = try makeStore()
    _ = try add("t", store)
    #expect(throws: StoreError.requestReused(Self.id)) { try add("u", store) }
    _ = try add("u", store, id: "0190a3b2-0000-7000-8000-000000000002")
    #expect(try store.readAndWait { try $0.homeworkList() }.items.map(\.title) == ["u", "t"])
    #expect(Request(id: "not a uuid", parameters: "") == nil)
    #expect(Request(id: Self.id.uppercased(), parameters: "") == Request(id: Self.id, parameters: ""))
  }

  @Test func `is remembered for 24 hours`() throws {
    let now = Guarded<Int64>(0)
    let store = try Store.inMemory(
      options: StoreOptions(clock: { Timestamp(millisecondsSince1970: now.withLock { $0 }) }))
    let first = try add("t", store)
    now.withLock { $0 = Request.memoryMs }
    #expect(try add("t", store) == first)
    now.withLock { $0 += 1 }
    #expect(try add("t", store) != first)
  }

  @Test func `is not remembered if it failed`() throws {
    let store = try makeStore()
    #expect(throws: StoreError.self) { try add(" ", store) }
    #expect(try add("t", store) == store.readAndWait { try $0.homeworkList() }.items.first?.id.text)
  }
}
