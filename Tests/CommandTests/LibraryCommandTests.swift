import Foundation
import HomeworkTestKit
import Testing

@Suite struct `The command line on a directory of libraries` {
  private let place: TemporaryDirectory

  init() throws { place = try TemporaryDirectory() }

  private func hwdb(_ words: String..., environment: [String: String] = [:]) throws -> CommandResult {
    try run(
      ThisPackage.binary("hwdb"), words,
      environment: ["HWDB_DATABASE": "libraries/"].merging(environment) { $1 }, directory: place.url.path)
  }

  @Test func `backs up all libraries but the damaged one, and names it`() throws {
    for name in ["a", "b", "c"] {
      #expect(try hwdb("library", "create", name).status == 0)
      #expect(try hwdb("add", "of \(name)", "--library", name).status == 0)
    }
    try Data("no database".utf8).write(to: URL(fileURLWithPath: place.path("libraries/b.sqlite")))
    let backup = try hwdb("database", "backup", "copies/")
    #expect(backup.status == 5)
    #expect(backup.output.split(separator: "\n").count == 2)
    #expect(backup.errors.contains("hwdb: library b: "))
    #expect(backup.errors.split(separator: "\n").count == 1)
    for name in ["a", "c"] {
      let copy = try hwdb("list", "--database", "copies/\(name).sqlite")
      #expect(copy.output.contains("of \(name)"))
    }
    #expect(!FileManager.default.fileExists(atPath: place.path("copies/b.sqlite")))
    // Only the named library is copied.
    let one = try hwdb("database", "backup", "one/", environment: ["HWDB_LIBRARY": "c"])
    #expect(one.status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path("one")) == ["c.sqlite"])
    // A file contains one library, under its own name.
    #expect(try hwdb("database", "backup", "file/", "--database", "copies/a.sqlite").status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path("file")) == ["a.sqlite"])
  }

  @Test func `uses the option's library, else the variable's unless it is empty`() throws {
    for name in ["a", "b"] {
      #expect(try hwdb("library", "create", name).status == 0)
      #expect(try hwdb("add", "of \(name)", environment: ["HWDB_LIBRARY": name]).status == 0)
    }
    #expect(try hwdb("list", "--library", "b", environment: ["HWDB_LIBRARY": "a"]).output.contains("of b"))
    let none = try hwdb("list", environment: ["HWDB_LIBRARY": ""])
    #expect(none.status == 4)
    #expect(none.errors.contains("name one of a, b"))
    #expect(try hwdb("list", "--library", "").status == 1)
  }

  @Test func `exports to standard output what it can import again`() throws {
    #expect(try hwdb("library", "create", "a").status == 0)
    #expect(try hwdb("add", "Page 1").status == 0)
    let words = "exec \"$@\" > copy.sqlite"
    let export = try run(
      "/bin/bash", ["-c", words, "bash", ThisPackage.binary("hwdb"), "library", "export", "a"],
      environment: ["HWDB_DATABASE": "libraries/", "TMPDIR": place.url.path], directory: place.url.path)
    #expect(export.status == 0)
    #expect(try hwdb("library", "import", "copy.sqlite", "--as", "b").status == 0)
    #expect(try hwdb("list", "--library", "b").output.contains("Page 1"))
    // No temporary files are left.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: place.url.path).sorted() == ["copy.sqlite", "libraries"])
  }

  @Test func `creates the directory only for library create`() throws {
    for words in [
      ["list"], ["add", "Page 1"], ["library", "list"], ["database", "info"], ["library", "export", "a"],
    ] {
      let result = try run(
        ThisPackage.binary("hwdb"), words, environment: ["HWDB_DATABASE": "libraries/"], directory: place.url.path)
      #expect(result.status == 5, "\(words)")
      #expect(result.errors.contains("hwdb library create makes it"), "\(words): \(result.errors)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.url.path) == [])
  }

  @Test func `deletes a library only if its name is repeated`() throws {
    #expect(try hwdb("library", "create", "a").status == 0)
    let unasked = try hwdb("library", "delete", "a")
    #expect(unasked.status == 2)
    #expect(unasked.errors == "hwdb: library delete asks only on a terminal: add --yes a\n")
    #expect(try hwdb("library", "delete", "a", "--yes", "b").status == 1)
    #expect(try hwdb("library", "list").output.hasPrefix("a "))
    #expect(try hwdb("library", "delete", "a", "--yes", "a").output == "Deleted: a\n")
    #expect(try hwdb("library", "list").output == "No libraries\n")
  }

  @Test func `completes library names`() throws {
    for name in ["class-3b", "class-4a"] { #expect(try hwdb("library", "create", name).status == 0) }
    #expect(try hwdb("complete-words", "--", "list", "--library", "class-3").output == "class-3b\t\n")
    #expect(try hwdb("complete-words", "--", "library", "delete", "").output == "class-3b\t\nclass-4a\t\n")
    let named = try hwdb(
      "complete-words", "--", "list", "--database", "libraries/", "--library", "class-4",
      environment: ["HWDB_DATABASE": "elsewhere/"])
    #expect(named.output == "class-4a\t\n")
  }
}
