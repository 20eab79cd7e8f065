import Foundation
import HomeworkTestKit
import Testing

@Suite struct `The documents` {
  private static let root = ThisPackage.root

  @Test func `are complete and within their lengths`() throws {
    let top = try FileManager.default.contentsOfDirectory(atPath: Self.root.path).filter { !$0.hasPrefix(".") }
    #expect(top.filter { $0.contains(".md") || $0 == "LICENSE" }.sorted() == ["CHANGELOG.md", "LICENSE", "README.md"])
    let pages = try FileManager.default.contentsOfDirectory(atPath: Self.root.path + "/Documentation")
    let expected = [
      "ARCHITECTURE.md", "CONTRIBUTING.md", "EVIDENCE.md", "FORMATS.md", "GUIDE.md", "POSTGRESQL.md", "SCENARIOS.md",
      "SECURITY.md", "SYNC.md", "TESTING-YOUR-APP.md", "pictures",
    ]
    #expect(pages.sorted() == expected)
    for (page, limit) in [("README.md", 130), ("Documentation/ARCHITECTURE.md", 150)] {
      let lines = try text(page).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      #expect(lines.count <= limit, "\(page) has \(lines.count) lines")
    }
    let beginning = try text("README.md").split(separator: "\n", omittingEmptySubsequences: false).prefix(25)
    for command in ["make demo", "make test"] {
      #expect(beginning.contains { $0.contains("`\(command)`") }, "README names \(command) too late")
    }
  }

  @Test func `link only to existing files`() throws {
    for page in try Self.pages() {
      for link in try String(contentsOf: page, encoding: .utf8).matches(of: /\]\(([^)#]+)/).map(\.1)
      where !link.contains("://") {
        let target = page.deletingLastPathComponent().appendingPathComponent(String(link)).path
        #expect(FileManager.default.fileExists(atPath: target), "\(page.lastPathComponent) links to \(link)")
      }
    }
  }

  /// Checks `Examples/apps`, `HomeworkModel/Attempts/Streak.swift`, whose folder is in `Sources`, and `Streak.swift`
  /// alone.
  @Test func `name only paths that exist`() throws {
    let modules = try FileManager.default.contentsOfDirectory(atPath: Self.root.path + "/Sources")
    let tests = try FileManager.default.contentsOfDirectory(atPath: Self.root.path + "/Tests")
    let top: Set = ["Sources", "Tests", "Examples", "Documentation", "Clients", "Migrations", "scripts"]
    let files = Set(
      try ["Sources", "Tests", "Migrations", "Examples"].flatMap {
        try ThisPackage.files(in: $0, withExtension: "swift").map(\.lastPathComponent)
      })
    var seen = 0
    for page in try Self.pages() {
      let text = try String(contentsOf: page, encoding: .utf8)
      for match in text.matches(of: /(?:^|[^A-Za-z0-9_.\/-])([A-Za-z]+)\/([A-Za-z0-9_+.\/-]*[A-Za-z0-9_])(…|\*)?/) {
        let folder = String(match.1)
        // `hwdb/hwdb.sqlite` is a user's path.
        let isOurs = modules.contains(folder) && !match.2.hasPrefix("hwdb")
        guard isOurs || top.contains(folder) || tests.contains(folder), match.3 == nil else { continue }
        seen += 1
        let parent = isOurs ? "Sources/" : tests.contains(folder) ? "Tests/" : ""
        let path = Self.root.appendingPathComponent("\(parent)\(folder)/\(match.2)").path
        #expect(FileManager.default.fileExists(atPath: path), "\(page.lastPathComponent) names \(match.0)")
      }
      for match in text.matches(of: /`([A-Za-z0-9_+]+\.swift)`/) {
        seen += 1
        #expect(files.contains(String(match.1)), "\(page.lastPathComponent) names \(match.1)")
      }
    }
    #expect(seen > 60)
  }

  @Test func `have a picture of the modules as they are`() throws {
    let result = try run(Self.root.path + "/scripts/house", ["--check"])
    #expect(result.status == 0, "\(result.errors)")
  }

  /// The first block of ARCHITECTURE has a line for each target, with its name and purpose. A target uses only targets
  /// below it.
  @Test func `have a map of all targets in their order`() throws {
    let page = try text("Documentation/ARCHITECTURE.md")
    let block = try #require(page.components(separatedBy: "```\n").dropFirst().first)
    let map = block.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    #expect(map.count <= 24 && Set(map).count == map.count, "the map fits a screen")
    let manifest = try text("Package.swift")
    var targets: [String: [String]] = [:]
    for match in manifest.matches(of: /(?s)(module|executable)\(\s*"(\w+)"(.*?)(?=\n    [a-z.\/])/) {
      let uses = match.3.matches(of: /"((?:Homework|hwdb)\w*)"/).map { String($0.1) }
      targets[String(match.2)] = uses
    }
    targets["HomeworkMigrations"] = []
    #expect(Set(map) == Set(targets.keys))
    for (name, uses) in targets {
      let index = try #require(map.firstIndex(of: name), "\(name) is not on the map")
      for other in uses {
        let below = map.firstIndex(of: other) ?? -1
        #expect(below > index, "\(name) uses \(other), which is not below it")
      }
    }
    let ofC = manifest.matches(of: /(?:shim|header)\("(C\w+)"/)
    #expect(ofC.count > 8)
    for match in ofC {
      #expect(page.contains(match.1), "ARCHITECTURE does not mention \(match.1)")
    }
  }

  /// `Writer` is declared, and so is `Writer.perform`, in a file that has or extends that type.
  @Test func `of the architecture names only what is declared`() throws {
    var sources: [Substring: [String]] = [:]
    for file in try ThisPackage.files(in: "Sources", withExtension: "swift") {
      let source = try String(contentsOf: file, encoding: .utf8)
      for match in source.matches(of: /(?:extension|struct|class|enum|protocol) (?:[A-Z]\w*\.)*([A-Z]\w*)/) {
        sources[match.1, default: []].append(source)
      }
    }
    var seen = 0
    for match in try text("Documentation/ARCHITECTURE.md").matches(of: /`([A-Z]\w+)(?:\.([a-z]\w+))?`/)
    where !match.1.hasPrefix("Homework") && match.1 != "SeededBug" && match.2 != "swift" {
      seen += 1
      let isDeclared = sources[match.1]?.contains { source in
        match.2.map { member in
          ["func", "var", "let"].contains { source.contains("\($0) \(member)") }
            || member == "init" && source.contains("init(")
        } ?? true
      }
      #expect(isDeclared == true, "ARCHITECTURE names \(match.0)")
    }
    #expect(seen > 60)
  }

  /// The words of each question are in the name and the first comment of the file that answers it, and in two others at
  /// most.
  @Test func `lead from fifteen questions to their answers by names and first lines alone`() throws {
    let root = Self.root.path + "/Sources/"
    var beginnings: [String: String] = [:]
    for file in try ThisPackage.files(in: "Sources", withExtension: "swift") {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      let comment = lines.drop { !$0.hasPrefix("//") }.prefix { $0.hasPrefix("//") }.prefix(5)
      let name = String(file.path.dropFirst(root.count))
      beginnings[name] = "\(name) \(comment.map { $0.drop { "/ ".contains($0) } }.joined(separator: " "))".lowercased()
    }
    let rows = try text("Documentation/CONTRIBUTING.md").matches(of: /\n\| [A-Z][^|]*\? \| ([^|]+) \| `([^`]+)` \|/)
    #expect(rows.count == 15)
    for row in rows {
      let words = row.1.lowercased().components(separatedBy: ", ")
      let found = beginnings.filter { _, text in words.allSatisfy(text.contains) }.keys.sorted()
      #expect(found.contains(String(row.2)) && found.count <= 3, "\(row.1) leads to \(found)")
    }
  }

  static func pages() throws -> [URL] { try `The texts`.written().filter { $0.pathExtension == "md" } }

  private func text(_ file: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(file), encoding: .utf8)
  }
}
