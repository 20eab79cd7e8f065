import HomeworkModel
import HomeworkStore
import Testing

@Suite struct `Pictures in a store` {
  let first: Picture
  let second: Picture

  init() throws {
    first = try Picture([0xFF, 0xD8, 0xFF, 1])
    second = try Picture([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
  }

  @Test func `read back unchanged`() throws {
    let store = try makeStore()
    let homework = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t", picture: first)) }
    #expect(homework.picture == first.info)
    #expect(try store.readAndWait { try $0.homework(homework.id) } == homework)
    #expect(try store.readAndWait { try $0.picture(of: homework.id) } == first)
    #expect(try store.writeAndWait { tx in try tx.picture(of: tx.addHomework(HomeworkDraft(title: "none")).id) } == nil)
  }

  @Test func `are stored once, and deleted with the last assignment that shows them`() throws {
    let store = try makeStore()
    let homework = try (0..<3).map { number in
      try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "\(number)", picture: first)) }
    }
    let plain = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "plain")) }.id
    #expect(try store.infoAndWait().pictures == 1)
    _ = try store.writeAndWait { try $0.updateHomework(homework[0].id, HomeworkChange(picture: .set(second))) }
    #expect(try store.infoAndWait().pictures == 2)
    _ = try store.writeAndWait { try $0.updateHomework(homework[1].id, HomeworkChange(picture: .set(second))) }
    #expect(try store.readAndWait { try $0.picture(of: homework[2].id) } == first)
    #expect(
      try store.writeAndWait { try $0.updateHomework(homework[2].id, HomeworkChange(picture: .clear)) }.picture == nil)
    #expect(try store.infoAndWait().pictures == 1)
    _ = try store.writeAndWait { try $0.deleteHomework([homework[0].id]) }
    #expect(try store.readAndWait { try $0.picture(of: homework[1].id) } == second)
    _ = try store.writeAndWait { try $0.deleteHomework([homework[1].id]) }
    // It may be restored until the next deletion.
    #expect(try store.infoAndWait().pictures == 1)
    _ = try store.writeAndWait { try $0.deleteHomework([plain]) }
    #expect(try store.infoAndWait().pictures == 0)
  }

  @Test func `stay if an edit does not mention them`() throws {
    let store = try makeStore()
    let homework = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "t", picture: first)) }
    #expect(
      try store.writeAndWait { try $0.updateHomework(homework.id, HomeworkChange(title: "u")) }.picture == first.info)
  }
}
