import Foundation
import HomeworkTestKit
import Testing

@Suite struct `The embedded files` {
  @Test func `include every file beside the sources`() throws {
    let list = try text(of: ThisPackage.root.appendingPathComponent("Sources/C/CHomeworkEmbedded/CHomeworkEmbedded.c"))
    let names = list.matches(of: /#embed "(?:..\/)+([^"]+)"/).map { String($0.output.1) }
    #expect(names.count >= 10)
    // schema.sql is for people.
    let statements = try ThisPackage.files(in: "Migrations", withExtension: "sql").filter {
      $0.lastPathComponent != "schema.sql"
    }
    #expect(!statements.isEmpty)
    for file in statements { #expect(names.contains { file.path.hasSuffix("/\($0)") }, "\(file.path)") }
    for kind in ["json", "html", "css", "js", "txt"] {
      for file in try ThisPackage.files(in: "Sources", withExtension: kind) {
        let name = file.lastPathComponent
        #expect(names.contains { file.path.hasSuffix("/\($0)") }, "\(name) is embedded nowhere")
        #expect(list.contains("{\"\(name)\", ") || list.contains("{\"web/\(name)\", "), "\(name) cannot be asked for")
      }
    }
  }
}

@Suite struct `The texts` {
  @Test func `contain no unfinished work and no path of a machine`() throws {
    let unwanted = ["TO" + "DO", "FIX" + "ME", "/wo" + "rk/", "/ho" + "me/", "/ro" + "ot/", "/tmp/" + "hw-"]
    let files = try Self.written()
    #expect(files.count > 100)
    for file in files {
      let text = try text(of: file)
      for word in unwanted { #expect(!text.contains(word), "\(file.path) holds \(word)") }
    }
  }

  @Test func `have lines of at most 120 characters`() throws {
    for kind in ["swift", "h", "css", "js"] {
      for file in try ThisPackage.files(in: "Sources", withExtension: kind) {
        let lines = try text(of: file).split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where line.count > 120 {
          Issue.record("\(file.lastPathComponent):\(index + 1) has \(line.count) characters")
        }
      }
    }
  }

  /// Returns all files that are not build products.
  static func written() throws -> [URL] {
    let names = try FileManager.default.contentsOfDirectory(atPath: ThisPackage.root.path)
    var files: [URL] = []
    // Other folders that begin with a dot do not belong to the package.
    for name in names where !name.hasPrefix(".") || [".ci", ".swift-format", ".gitignore"].contains(name) {
      let url = ThisPackage.root.appendingPathComponent(name)
      let inside = FileManager.default.enumerator(at: url, includingPropertiesForKeys: [.isRegularFileKey])
      files += ([url] + (inside?.allObjects ?? []).compactMap { $0 as? URL }).filter {
        (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true && !$0.path.contains("/.build/")
      }
    }
    let kinds: Set<String> = ["swift", "c", "h", "modulemap", "sql", "scenario", "json", "md", ""]
    return files.filter { kinds.contains($0.pathExtension) }.sorted { $0.path < $1.path }
  }
}

private func text(of file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

@Suite struct `A file that a person names` {
  /// They open what no person names, write, or take a lock.
  private static let others: Set = [
    "Files.swift", "HwdbMain.swift", "OutputFile.swift", "NamedFile.swift", "ServerLog.swift", "ListeningSocket.swift",
    "UnixSocket+Client.swift", "PartialFile.swift", "ChildProcess.swift", "ScenarioDirectory.swift",
    "OrphanProcesses.swift", "AppProcess.swift",
  ]

  @Test func `is opened by one reader, with a limit`() throws {
    var opening: Set<String> = []
    for file in try ThisPackage.files(in: "Sources", withExtension: "swift") {
      let (name, text) = (file.lastPathComponent, try text(of: file))
      if text.contains(/(open|openat|creat|fopen|freopen)\([^\n]*(O_|", ")/) { opening.insert(name) }
      for call in text.matches(of: /Files\.bytes\([^\n]*/) {
        #expect(call.output.contains("upTo: "), "\(name): \(call.output)")
      }
    }
    #expect(opening == Self.others.union(["ReadingFiles.swift"]))
  }
}

@Suite struct `A loop that waits` {
  /// A `where` filters the rounds of a loop and ends none: it asks each time, however soon the answer is yes.
  @Test func `ends as soon as what it waits for is there`() throws {
    for folder in ["Sources", "Tests"] {
      for file in try ThisPackage.files(in: folder, withExtension: "swift") {
        let waits = try text(of: file).matches(of: /for _ in [^\n]* where [^\n]*\{\s*usleep/)
        #expect(waits.isEmpty, "\(file.lastPathComponent): write waitWhile { … }, or while")
      }
    }
  }
}

@Suite struct `The embedded library` {
  /// Members of well-known protocols, which mean the same everywhere.
  private static let known = [
    "description", "<", "makeAsyncIterator", "next", "encode", "init(from", "sqlValue", "sqlKind", "init(stringL",
    "init(integerL",
    "init(booleanL", "init(arrayL", "init(dictionaryL",
  ]

  /// Examples of a main type compile in a package that sees only public declarations.
  @Test func `has compiled examples of its main types`() throws {
    let folder = ThisPackage.root.appendingPathComponent("Tests/Neighbour/Sources/Neighbour")
    let compiled = try String(contentsOf: folder.appendingPathComponent("DocExamples.swift"), encoding: .utf8)
      .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let main = [
      "Store.swift", "LiveAttempt.swift", "Session.swift", "Catalogue.swift", "QuizImporter.swift",
      "QuizExporter.swift", "Worksheet.swift", "ScenarioRunner.swift", "DaemonClient.swift", "JSONValue.swift",
    ]
    // Files whose examples are statements and values of an app, or tests, which the embedded app contains.
    let elsewhere = ["ScenarioTest.swift", "RecordedIssues.swift", "Shape.swift", "Service.swift"]
    var shown: Set<String> = []
    for file in try ThisPackage.files(in: "Sources", withExtension: "swift") where file.path.contains("/Homework") {
      let name = file.lastPathComponent
      guard !elsewhere.contains(name), !file.path.contains("/HomeworkStore/SQLite/") else { continue }
      for match in try String(contentsOf: file, encoding: .utf8).matches(of: /\/\/\/ {5}(\S[^\n]*|  +\S[^\n]*)/) {
        let line = match.output.1.trimmingCharacters(in: .whitespaces)
        // Items of a parameter list are indented equally far.
        guard line.contains(/[(={}]/) else { continue }
        shown.insert(name)
        #expect(compiled.contains { $0.hasSuffix(line) }, "\(name) shows what is compiled nowhere: \(line)")
      }
    }
    #expect(shown.isSuperset(of: main), "without an example: \(Set(main).subtracting(shown))")
  }

  @Test func `documents everything public`() throws {
    var count = 0
    for folder in ["Sources/HomeworkModel", "Sources/HomeworkStore"] {
      for file in try ThisPackage.files(in: folder, withExtension: "swift") {
        let lines = try String(contentsOf: file, encoding: .utf8).split(
          separator: "\n", omittingEmptySubsequences: false
        )
        .map { $0.trimmingCharacters(in: .whitespaces) }
        for (index, line) in lines.enumerated() where line.hasPrefix("public ") && !line.hasPrefix("public import") {
          guard !Self.known.contains(where: { line.contains(" \($0)") }) else { continue }
          let above = lines[..<index].last { !$0.hasPrefix("@") } ?? ""
          #expect(above.hasPrefix("///"), "\(file.lastPathComponent):\(index + 1): \(line)")
          count += 1
        }
      }
    }
    #expect(count > 150)
  }
}
