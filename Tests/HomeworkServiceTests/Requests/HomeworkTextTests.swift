import HomeworkAPI
import HomeworkJSON
import HomeworkModel
import HomeworkRPC
import HomeworkService
import HomeworkStore
import Testing

@Suite struct `Homework written straight from its columns` {
  private let store: Store
  private let service: Service

  init() throws {
    let store = try Store.inMemory()
    self.store = store
    service = Service(database: "") { () throws(StoreError) in store }
  }

  /// Every homework that has some of what may be left out, and all the rest.
  private func fill() throws -> [Homework.ID] {
    let names = ["Übungen", "a \"quoted\" \\ name", "tab\tand\u{1}more", "plain"]
    let quiz = QuizDraft(
      questions: [QuestionDraft(prompt: "1?", body: .mcq(options: ["1", "2"], correctIndex: 0), explanation: "")])
    return try store.writeAndWait { tx in
      try (0..<256).map { bits in
        func has(_ bit: Int) -> Bool { bits & 1 << bit != 0 }
        let title = names[bits % 4] + " \(bits)"
        let picture = has(2) ? try Picture([0xFF, 0xD8, 0xFF, UInt8(bits % 3)]) : nil
        let id = try tx.addHomework(
          HomeworkDraft(
            title: title, subject: has(0) ? names[bits / 4 % 4] : nil, collections: has(1) ? names : [],
            picture: picture, text: has(3) ? "line\nline, 5 € and 🎉" : nil, dueOn: has(4) ? "2026-12-01" : nil,
            quiz: has(5) ? quiz : nil)
        ).id
        if has(5), has(6) {
          let attempt = try tx.startAttempt(id).id
          _ = try tx.settle(.choice(0), in: attempt)
          _ = try tx.finishAttempt(attempt)
        }
        if has(5), has(7) { _ = try tx.startAttempt(id) }
        if has(5) { return id }
        if has(6) { _ = try tx.completeHomework(id) }
        switch bits % 4 {
        case 0: _ = try tx.updateGeneration(id, .pending)
        case 1: _ = try tx.updateGeneration(id, .failed(.network, retryAfterSeconds: nil))
        case 2: _ = try tx.updateGeneration(id, .failed(.rateLimited, retryAfterSeconds: 60))
        default: break
        }
        return id
      }
    }
  }

  private func text(_ method: String, _ params: JSONValue) throws -> String {
    try service.call(method, params).get().text
  }

  @Test func `is what its shape says, one by one and in pages`() throws {
    for id in try fill() {
      let value = try service.call(Methods.homeworkGet, id.text)
      #expect(try text("homework.get", ["homeworkId": .string(id.text)]) == Shapes.homework.text(of: value).text)
    }
    let page = Shapes.page(Shapes.homework)
    for limit in [1, 50, 255, 256, 257] {
      var (after, pages) = (String?.none, 0)
      repeat {
        let value = try service.call(Methods.homeworkList, HomeworkListing(limit: limit, after: after))
        var params: [String: JSONValue] = ["limit": .int(Int64(limit))]
        if let after { params["after"] = .string(after) }
        #expect(try text("homework.list", .object(params)) == page.text(of: value).text)
        (after, pages) = (value.next, pages + 1)
      } while after != nil
      #expect(pages == (256 + limit - 1) / limit)
    }
  }

  @Test func `is refused as it is when it is read`() throws {
    for params: JSONValue in [["limit": 0], ["after": "x"], ["search": " "], ["subject": "none"]] {
      #expect(service.call("homework.list", params).map(\.text) == service.listed(params))
    }
    let unknown = "0190a3b2-7f3c-7000-8000-000000000001"
    #expect(throws: RPCError.self) { try text("homework.get", ["homeworkId": .string(unknown)]) }
  }
}

extension Service {
  fileprivate func listed(_ params: JSONValue) -> Result<String, RPCError> {
    let listing = HomeworkListing(
      subject: params["subject"]?.string, search: params["search"]?.string, limit: params["limit"]?.int,
      after: params["after"]?.string)
    return Result { () throws(RPCError) in
      Shapes.page(Shapes.homework).text(of: try call(Methods.homeworkList, listing)).text
    }
  }
}
