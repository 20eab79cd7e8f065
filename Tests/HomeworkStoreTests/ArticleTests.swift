import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

/// The code of the article about observed values, verbatim.
@Suite struct `The article about observed values` {
  @Test func `shows code that works`() async throws {
    let store = try makeStore()
    var shown: [[String]] = []
    _ = try await store.write { try $0.addHomework(HomeworkDraft(title: "Fractions")) }
    let adding = Task { try await store.write { try $0.addHomework(HomeworkDraft(title: "Rivers")) } }
    for try await titles in store.observe({ try $0.homeworkList().items.map(\.title) }) {
      shown.append(titles)
      if titles.count == 2 { break }
    }
    _ = try await adding.value
    #expect(shown.last == ["Rivers", "Fractions"] && shown.count <= 2)
  }

  @Test func `shows only code from this file`() throws {
    let page = ThisPackage.root.appending(path: "Sources/HomeworkStore/HomeworkStore.docc/ObservedValues.md")
    func trimmed(_ text: String) -> String {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }
    let code = try trimmed(String(contentsOfFile: #filePath, encoding: .utf8))
    let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
    #expect(blocks.count == 1)
    for block in blocks { #expect(code.contains(trimmed(block.components(separatedBy: "```")[0])), "\(block)") }
  }
}
