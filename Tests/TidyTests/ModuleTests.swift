import Foundation
import TestKit
import Testing

@Suite struct `The modules` {
  /// The map of ARCHITECTURE.md: what each module may import of this package.
  private static let mayImport: [String: Set<String>] = [
    "SQLite": ["CSQLite", "CSQLiteShim"], "Homework": [], "Motion": ["Homework"], "Interchange": ["Homework"],
    "HomeworkStore": ["Homework", "SQLite", "Migrations"],
    "Scenarios": ["HomeworkStore", "Homework", "Motion", "Interchange"], "Wire": [],
    "Service": ["Scenarios", "HomeworkStore", "Homework", "Motion", "Interchange", "Wire"],
    "hwdb": ["Service", "Wire"], "hwdbd": ["Service", "Wire"], "Migrations": [],
  ]
  /// What the toolchain brings.
  private static let platform: Set<String> = ["Foundation", "Synchronization"]

  @Test func `import only what the map allows`() throws {
    var seen: Set<String> = []
    for file in try ThisPackage.files(in: "Sources", withExtension: "swift") {
      let name = try #require(module(of: file))
      seen.insert(name)
      let allowed = try #require(Self.mayImport[name], "\(name) is not on the map").union(Self.platform)
      for line in try text(of: file).split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let place = words.firstIndex(of: "import"), place <= 1, words.count > place + 1 else { continue }
        #expect(allowed.contains(String(words[place + 1])), "\(file.lastPathComponent): \(line)")
      }
    }
    #expect(seen == Set(Self.mayImport.keys).subtracting(["Migrations"]))
  }

  @Test func `have no file that nobody uses`() throws {
    let files = try ThisPackage.files(in: "Sources", withExtension: "swift")
    let texts = try Dictionary(uniqueKeysWithValues: files.map { ($0, try text(of: $0)) })
    for (file, text) in texts where !text.contains("@main") {
      let names = text.split(separator: "\n").compactMap(declaredName)
      // An extension of one type holds the second story of that type.
      guard !names.isEmpty else { continue }
      let isUsed = texts.contains { other, otherText in
        other != file && names.contains { otherText.contains($0) }
      }
      #expect(isUsed, "\(file.lastPathComponent) declares \(names), which no other file mentions")
    }
  }

  @Test func `have no file longer than 400 lines`() throws {
    for folder in ["Sources", "Tests", "Migrations"] {
      for file in try ThisPackage.files(in: folder, withExtension: "swift") {
        #expect(try text(of: file).split(separator: "\n").count <= 400, "\(file.lastPathComponent)")
      }
    }
  }

  /// `struct Name` and the like, at the left margin.
  private func declaredName(_ line: Substring) -> String? {
    let words = line.split { " <:({".contains($0) }.map(String.init)
    let kinds: Set<String> = ["struct", "class", "enum", "protocol", "func", "let", "var"]
    guard let place = words.firstIndex(where: kinds.contains), !line.hasPrefix(" "), words.count > place + 1 else {
      return nil
    }
    return words[place + 1]
  }

  private func module(of file: URL) -> String? {
    let parts = file.pathComponents
    return parts.lastIndex(of: "Sources").map { parts[$0 + 1] }
  }
}

@Suite struct `The migrations` {
  @Test func `are all listed, embedded and small`() throws {
    let list = try text(of: ThisPackage.root.appendingPathComponent("Migrations/Migrations.swift"))
    let manifest = try text(of: ThisPackage.root.appendingPathComponent("Package.swift"))
    let files = try ThisPackage.files(in: "Migrations", withExtension: "sql")
    #expect(!files.isEmpty)
    for file in files {
      let name = file.deletingPathExtension().lastPathComponent
      #expect(list.contains("\"\(name)\""))
      #expect(manifest.contains(".embedInCode(\"\(file.lastPathComponent)\")"))
      #expect(try Data(contentsOf: file).count < 10_000)
    }
  }
}

@Suite struct `The texts` {
  @Test func `hold no unfinished business and no path of a machine`() throws {
    let unfinished = ["TO" + "DO", "FIX" + "ME", "/wo" + "rk/", "/ho" + "me/"]
    for (folder, suffix) in [("Sources", "swift"), ("Tests", "swift"), ("Examples", "scenario"), (".", "md")] {
      for file in try ThisPackage.files(in: folder, withExtension: suffix) where !file.path.contains("/.build/") {
        let text = try text(of: file)
        for word in unfinished { #expect(!text.contains(word), "\(file.lastPathComponent) holds \(word)") }
      }
    }
  }
}

private func text(of file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }
