import HomeworkModel
import HomeworkStore
import Testing

@Suite struct `A library's name` {
  private func fault(of text: String) -> String? {
    do throws(StoreError) {
      return try LibraryName(text).text == text ? nil : "another name"
    } catch .invalid(let faults) {
      return faults.map(\.description).joined()
    } catch {
      return "\(error)"
    }
  }

  /// Every ASCII text of up to two characters, checked against the documented rule.
  @Test func `consists of a few characters, and begins with a letter or digit`() {
    let ascii = (0..<128).map { String(UnicodeScalar(UInt8($0))) }
    let texts = [""] + ascii + ascii.flatMap { first in ascii.map { first + $0 } }
    #expect(texts.count == 1 + 128 + 128 * 128)
    for text in texts {
      let isName = text.wholeMatch(of: /[a-z0-9][a-z0-9\-_.]*/.asciiOnlyWordCharacters()) != nil
      #expect((fault(of: text) == nil) == isName, "\(text.debugDescription)")
    }
  }

  @Test func `has at most 64 characters`() {
    for count in 1...64 { #expect(fault(of: String(repeating: "a", count: count)) == nil) }
    #expect(
      fault(of: String(repeating: "a", count: 65))
        == "library: has 65 characters: write 1 to 64 of a-z, 0-9, \"-\", \"_\" and \".\", a letter or a digit first")
  }

  @Test func `never leads outside the directory`() {
    for text in ["../x", "..", ".", ".x", "/x", "x/y", "x/../y", "a\0b", "~", "a b", "é", "а", "x\n", "-x", "_x"] {
      #expect(fault(of: text)?.contains("is no name") == true, "\(text.debugDescription)")
    }
  }

  @Test func `is lower case, so that no file system confuses two names`() {
    #expect(fault(of: "Class-3B") == "library: \"Class-3B\" is not all lower case: write class-3b")
    // Not valid in lower case, either.
    #expect(fault(of: "É")?.contains("is no name") == true)
  }

  @Test func `has no ending that the files beside a database have`() {
    let token = String(repeating: "0", count: 32)
    for end in [".sqlite", "-wal", "-shm", "-journal", ".lock", ".backup", ".scenario", ".partial-\(token)"] {
      #expect(fault(of: "a" + end)?.contains("as files of the program do") == true, "\(end)")
      #expect(fault(of: "a" + end + "s") == nil, "\(end)")
    }
    #expect(fault(of: "a.sqlite") == "library: \"a.sqlite\" ends in .sqlite, as files of the program do: write a")
    #expect(fault(of: "a-wal.sqlite")?.contains("write another name") == true)
  }

  @Test func `is reported under the parameter that gave it`() {
    #expect(throws: StoreError.self) { try LibraryName("", parameter: "name") }
    do throws(StoreError) { _ = try LibraryName("", parameter: "name") } catch {
      #expect(error.description.hasPrefix("name: is empty: write 1 to 64"))
    }
  }
}
