import Foundation
import HomeworkTestKit
import Testing

@Suite struct `The modules` {
  /// The modules of this package that each module may import, as in the map of ARCHITECTURE.md.
  private static let mayImport: [String: Set<String>] = [
    "HomeworkSystem": [], "HomeworkModel": [], "HomeworkMigrations": ["CHomeworkEmbedded"],
    "HomeworkStore": ["CHomeworkSQLite", "CHomeworkSQLiteShim", "HomeworkModel", "HomeworkMigrations"],
    "HomeworkPostgres": ["CHomeworkPostgres", "HomeworkModel", "HomeworkStore", "HomeworkMigrations"],
    "HomeworkMotion": ["CHomeworkEmbedded", "HomeworkModel"],
    "HomeworkPlay": ["HomeworkModel", "HomeworkStore", "HomeworkMotion"],
    // An Anki package contains a database, which is read in place.
    "HomeworkFormats": [
      "CHomeworkEmbedded", "CHomeworkExpat", "CHomeworkSQLite", "CHomeworkSQLiteShim", "HomeworkModel",
    ],
    "HomeworkReports": ["CHomeworkEmbedded", "HomeworkModel", "HomeworkMotion"],
    "HomeworkAPI": [
      "CHomeworkGetopt", "CHomeworkLinux", "HomeworkModel", "HomeworkMotion", "HomeworkFormats", "HomeworkReports",
    ],
    "HomeworkProcess": ["CHomeworkLinux"],
    "HomeworkService": [
      "CHomeworkLinux", "HomeworkModel", "HomeworkStore", "HomeworkPostgres", "HomeworkMotion", "HomeworkPlay",
      "HomeworkFormats", "HomeworkReports", "HomeworkAPI", "HomeworkProcess",
    ],
    "HomeworkScenarios": [
      "CHomeworkFaults", "CHomeworkLinux", "HomeworkModel", "HomeworkStore", "HomeworkMotion", "HomeworkPlay",
      "HomeworkFormats", "HomeworkReports", "HomeworkAPI", "HomeworkProcess",
    ],
    "HomeworkTesting": ["HomeworkScenarios"],
    "hwdb": [
      "CHomeworkCurses", "HomeworkModel", "HomeworkMotion", "HomeworkFormats", "HomeworkReports", "HomeworkAPI",
      "HomeworkProcess", "HomeworkService", "HomeworkScenarios",
    ],
    "HomeworkWeb": ["CHomeworkEmbedded", "CHomeworkLinux", "CHomeworkWebSockets"],
    "hwdbd": ["HomeworkModel", "HomeworkAPI", "HomeworkService", "HomeworkWeb"],
  ]
  /// The toolchain's modules, mostly imported through `HomeworkSystem`. Modules that decide rather than act need no
  /// locks. No module imports Foundation: its language tables make a program four times as large, and one import is
  /// enough.
  private static func platform(for module: String) -> Set<String> {
    switch module {
    case "HomeworkSystem": ["CDispatch", "Dispatch", "Glibc", "Musl", "Darwin"]
    case "HomeworkMigrations": []
    // For tests of apps only: no shipped program contains it.
    case "HomeworkTesting": ["Testing"]
    case "HomeworkModel", "HomeworkMotion", "HomeworkFormats": ["HomeworkSystem"]
    default: ["HomeworkSystem", "Synchronization"]
    }
  }

  /// The words that may precede `import`.
  private static let kindsOfImport: Set<Substring> = [
    "package", "public", "internal", "@_exported", "@preconcurrency",
  ]

  @Test func `import only what the map allows`() throws {
    var seen: Set<String> = []
    let migrations = try ThisPackage.files(in: "Migrations", withExtension: "swift")
    for file in try ThisPackage.files(in: "Sources", withExtension: "swift") + migrations {
      let name = try #require(module(of: file))
      seen.insert(name)
      let allowed = try #require(Self.mayImport[name], "\(name) is not on the map").union(Self.platform(for: name))
      for line in try text(of: file).split(separator: "\n") {
        let words = line.split(separator: " ").drop { Self.kindsOfImport.contains($0) }
        guard words.first == "import", let imported = words.dropFirst().first else { continue }
        #expect(allowed.contains(String(imported)), "\(file.lastPathComponent): \(line)")
      }
    }
    #expect(seen == Set(Self.mayImport.keys))
  }

  /// Every file can use this library without an import. `HomeworkModel/Text/TextSearch.swift` provides the functions
  /// needed from it; a regular expression, or a call in a file that does not import `HomeworkModel`, links all of it:
  /// 1.3 MB in each program.
  @Test(arguments: ["hwdb", "hwdbd"])
  func `do not link the standard library's regular expressions`(program: String) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: ThisPackage.binary(program)))
    // The linker names of all its symbols begin like this.
    let isUsed = bytes.range(of: Data("17_StringProcessing".utf8)) != nil
    #expect(!isUsed, "to find its callers: nm -uA .build/release/*.build/*.o | grep 17_StringProcessing")
  }

  /// Building the package beside this one proves that the modules do not clash with its names.
  @Test func `are all imported beside modules with common names`() throws {
    let manifest = try text(of: ThisPackage.root.appendingPathComponent("Package.swift"))
    let neighbour = ThisPackage.root.appendingPathComponent("Tests/Neighbour")
    let itsManifest = try text(of: neighbour.appendingPathComponent("Package.swift"))
    let imports = try text(of: neighbour.appendingPathComponent("Sources/Neighbour/Neighbour.swift"))
    let products = manifest.matches(of: /\.library\(\s*name: "(\w+)",\s*targets: \[([^\]]*)\]/)
    #expect(products.count > 6)
    for product in products {
      #expect(itsManifest.contains("\"\(product.output.1)\""), "Tests/Neighbour depends on no \(product.output.1)")
      for target in product.output.2.matches(of: /"(Homework\w+)"/).map(\.output.1) {
        #expect(imports.contains("import \(target)\n"), "Tests/Neighbour does not import \(target)")
      }
    }
  }

  /// A file with a test or a program's entry point counts as used. So does one that declares a type or function if its
  /// name occurs elsewhere, and an extension if one of its members does.
  @Test(arguments: ["Sources", "Tests"]) func `have no unused file`(folder: String) throws {
    let files = try ThisPackage.files(in: folder, withExtension: "swift").filter {
      $0.lastPathComponent != "Package.swift"
    }
    let texts = try Dictionary(uniqueKeysWithValues: files.map { ($0, try text(of: $0)) })
    let mentioned = texts.mapValues(words)
    for (file, text) in texts where !text.contains("@main") && !text.contains("@Test") {
      let lines = text.split(separator: "\n").filter { !$0.hasPrefix("private ") }
      var names = lines.compactMap { declaredName($0, indent: "") }
      if names.isEmpty { names = lines.compactMap { declaredName($0, indent: "  ") } }
      // Initializers have no name to look for.
      guard !names.isEmpty else { continue }
      let isUsed = mentioned.contains { other, words in other != file && !words.isDisjoint(with: names) }
      #expect(isUsed, "\(file.lastPathComponent) declares \(names), which no other file mentions")
    }
  }

  @Test func `have no file longer than 400 lines, and no function longer than 60`() throws {
    var functions = 0
    for folder in ["Sources", "Tests", "Migrations", "Examples"] {
      for kind in ["swift", "c", "h"] {
        for file in try ThisPackage.files(in: folder, withExtension: kind) where !file.path.contains("/.build") {
          let lines = try text(of: file).split(separator: "\n", omittingEmptySubsequences: false)
          #expect(lines.count <= 401, "\(file.lastPathComponent) has \(lines.count - 1) lines")
          for (index, line) in lines.enumerated() {
            guard let indent = beginning(of: line, in: kind) else { continue }
            functions += 1
            let length = lines[index...].firstIndex { $0.hasPrefix(indent + "}") }.map { $0 - index + 1 } ?? 0
            #expect(length <= 60, "\(file.lastPathComponent):\(index + 1) has a function of \(length) lines")
          }
        }
      }
    }
    #expect(functions > 5000)
  }

  /// Returns the indentation of a line with which a function begins that has a body of several lines; `nil` for others.
  private func beginning(of line: Substring, in kind: String) -> Substring? {
    let isSwift = kind == "swift"
    guard line.hasSuffix("{") || isSwift && line.hasSuffix("("), !line.contains("//") else { return nil }
    let isFunction = isSwift ? line.contains(/^ *([@a-zA-Z()]+ )*(func|init)\b/) : line.contains(/^[a-z][^;=]*\)/)
    guard isFunction else { return nil }
    return line.prefix { $0 == " " }
  }

  @Test func `have no folder with more than a dozen files`() throws {
    var files: [String: Int] = [:]
    for file in try Self.sources() { files[file.deletingLastPathComponent().path, default: 0] += 1 }
    for (folder, count) in files { #expect(count <= 12, "\(folder) has \(count) files: it wants folders by concept") }
  }

  /// A file is identified by its module and its own name, in any folder.
  @Test func `have no two files with the same name`() throws {
    let files = Dictionary(grouping: try Self.sources(), by: \.lastPathComponent)
    for (name, declarations) in files where name != "Package.swift" {
      #expect(declarations.count == 1, "\(name) is in \(declarations.map(\.path))")
    }
  }

  /// `Session+Event.swift` and `SessionEvent.swift`, or `Shapes+Quiz.swift` and `Shape.swift`, are easily confused.
  @Test func `have no extension file named almost like a type`() throws {
    let names = Set(try Self.sources().map { $0.deletingPathExtension().lastPathComponent })
    for name in names where name.contains("+") {
      let parts = name.split(separator: "+").map(String.init)
      let twins = [parts.joined(), parts.reversed().joined(), parts[0] + "s", String(parts[0].dropLast())]
      for twin in twins { #expect(!names.contains(twin), "\(name).swift beside \(twin).swift") }
    }
  }

  private static func sources() throws -> [URL] {
    try ["Sources", "Tests", "Migrations"].flatMap { try ThisPackage.files(in: $0, withExtension: "swift") }
  }

  /// Returns the name in `struct Name` and the like, indented by exactly `indent`.
  private func declaredName(_ line: Substring, indent: String) -> String? {
    guard line.hasPrefix(indent), line.dropFirst(indent.count).first?.isWhitespace == false else { return nil }
    let words = line.split { " <:({".contains($0) }.map(String.init)
    let kinds: Set<String> = ["struct", "class", "enum", "protocol", "func", "let", "var", "typealias"]
    guard let index = words.firstIndex(where: kinds.contains), words.count > index + 1 else { return nil }
    // `struct` may be preceded by `public`, `static` and attributes, but not by text.
    guard words[..<index].allSatisfy({ $0.first?.isLowercase == true || $0.hasPrefix("@") }) else { return nil }
    return words[index + 1]
  }

  private func words(of text: String) -> Set<String> {
    Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
  }

  private func text(of file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

  private func module(of file: URL) -> String? {
    guard file.deletingLastPathComponent().lastPathComponent != "Migrations" else { return "HomeworkMigrations" }
    let parts = file.pathComponents
    return parts.lastIndex(of: "Sources").map { parts[$0 + 1] }
  }
}
