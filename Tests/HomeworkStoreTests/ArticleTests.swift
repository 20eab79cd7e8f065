import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

/// The code of the article about values and tables, verbatim.
@Suite struct `The article about values and tables` {
  @Test func `shows code that works`() async throws {
    let store = try makeStore()
    var shown: [[String]] = []
    let homework = try await store.write { tx in
      try tx.sql("CREATE TABLE IF NOT EXISTS app_note (homework TEXT NOT NULL, text TEXT NOT NULL) STRICT")
      let homework = try tx.addHomework(HomeworkDraft(title: "Fractions"))
      try tx.sql("INSERT INTO app_note VALUES (?, ?)", homework.id.text, "bring a ruler")
      return homework
    }
    let notes = try await store.read { tx in
      try tx.sql("SELECT text FROM app_note WHERE homework = ?", homework.id.text) { $0.text(0) }
    }
    #expect(notes == ["bring a ruler"])
    let adding = Task { try await store.write { try $0.addHomework(HomeworkDraft(title: "Rivers")) } }
    for try await titles in store.observe({ try $0.homeworkList().items.map(\.title) }) {
      shown.append(titles)
      if titles.count == 2 { break }
    }
    _ = try await adding.value
    #expect(shown.last == ["Rivers", "Fractions"] && shown.count <= 2)
  }

  @Test func `shows only code from this file`() throws {
    let page = ThisPackage.root.appending(path: "Sources/HomeworkStore/HomeworkStore.docc/ValuesAndTables.md")
    func trimmed(_ text: String) -> String {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }
    let code = try trimmed(String(contentsOfFile: #filePath, encoding: .utf8))
    let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
    #expect(blocks.count == 4)
    for block in blocks { #expect(code.contains(trimmed(block.components(separatedBy: "```")[0])), "\(block)") }
  }
}
