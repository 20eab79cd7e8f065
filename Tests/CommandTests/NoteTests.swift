import HomeworkModel
import HomeworkTestKit
import Testing

@Suite struct `An assignment's note` {
  @Test func `is added, shown, changed, restored and removed`() throws {
    let terminal = Terminal()
    let id = try terminal.add("Fractions", "--note", "page 12")
    func note() throws -> String? { try terminal.json(terminal.hwdb("show", id, "--json"))["note"]?.string }
    #expect(try note() == "page 12")
    #expect(try terminal.hwdb("show", id).output.contains("page 12"))
    #expect(try terminal.json(terminal.hwdb("list", "--json"))["items"]?.array?.first?["note"]?.string == "page 12")
    #expect(try terminal.hwdb("edit", id, "--note", "page 13").status == 0)
    #expect(try terminal.hwdb("edit", id, "--subject", "Mathematics").status == 0)
    #expect(try note() == "page 13")
    #expect(try terminal.hwdb("delete", id, "--yes").status == 0)
    #expect(try terminal.hwdb("undo").status == 0)
    #expect(try note() == "page 13")
    #expect(try terminal.hwdb("database", "check").status == 0)
    #expect(try terminal.hwdb("edit", id, "--note", "").status == 0)
    #expect(try note() == nil)
  }

  @Test func `is matched by words in any order and case`() throws {
    let terminal = Terminal()
    for (title, note) in [("Fractions", "page 12, twice"), ("Verbs", "page 13"), ("Rivers", "")] {
      _ = try terminal.add(title, "--note", note)
    }
    func listed(_ words: String) throws -> [String?] {
      let list = try terminal.json(terminal.hwdb("list", "--note", words, "--json"))
      return try #require(list["items"]?.array).map { $0["title"]?.string }
    }
    #expect(try listed("page") == ["Verbs", "Fractions"])
    #expect(try listed("TWICE page") == ["Fractions"])
    #expect(try listed("14") == [])
  }
}
