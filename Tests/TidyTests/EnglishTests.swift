import Foundation
import HomeworkTestKit
import Testing

/// Phrases that native readers find odd must not occur in documents, help and errors.
@Suite struct `The project's English` {
  private static let patterns = expressions([
    #"\b([Nn]obody|[Ww]hoever|[Ww]hatever)\b"#, #"\b[Tt]old\b"#, #"\b[Aa] homework\b"#, #"\b[Hh]omeworks\b"#,
    #"\bthat is none\b"#, #"\b[Ii]n vain\b"#, #"\b[Tt]hereof\b"#, #"\b[Ss]peaks? of\b"#, #"\bas it (was|is)[.;!?]"#,
    // "Where" is for places: "the line where it starts".
    #"\b[Ww]here (there|one|that) |\b[Ww]here it (?!is\b|was\b|starts\b|resumed\b|can be killed\b)"#,
  ])
  private static let inComments = expressions([
    #"\b([Aa] homework|[Hh]omeworks|[Nn]obody|[Ww]hoever|that is none|in vain|thereof)\b"#,
    #"^ *(///?|#) (What|Those|Who) "#,
  ])

  /// Compiled once, not for each of thousands of texts.
  private static func expressions(_ patterns: [String]) -> [NSRegularExpression] {
    // The patterns are constants of this file.
    // swift-format-ignore: NeverUseForceTry
    patterns.map { try! NSRegularExpression(pattern: $0, options: .anchorsMatchLines) }
  }

  @Test func `of documents contains none of the patterns`() throws {
    for page in try `The documents`.pages() {
      let text = try String(contentsOf: page, encoding: .utf8)
      expectNone(in: text, of: Self.patterns, page.lastPathComponent)
    }
  }

  @Test func `of help and errors contains none of the patterns`() throws {
    var count = 0
    for file in try ThisPackage.files(in: "Sources", withExtension: "swift") {
      for literal in literals(of: try String(contentsOf: file, encoding: .utf8)) {
        count += 1
        expectNone(in: literal, of: Self.patterns, file.lastPathComponent)
      }
    }
    #expect(count > 5000)
  }

  /// Comments of code say more than documents, so fewer patterns are certain. "Homework" is uncountable there, too.
  @Test func `of comments contains none of the patterns of comments`() throws {
    let files = try ["Sources", "Tests/Fuzz", "Tests/Benchmarks", "Examples"].flatMap {
      try ThisPackage.files(in: $0, withExtension: "swift")
    }
    let others = try ["c", "py", "js"].flatMap { try ThisPackage.files(in: "Examples", withExtension: $0) }
    for file in files + others {
      let mark = file.pathExtension == "py" ? "#" : "//"
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where line.contains(mark) {
        expectNone(in: String(line), of: Self.inComments, file.lastPathComponent)
      }
    }
    #expect(files.count > 200 && others.count > 10)
  }

  @Test func `is checked by patterns that match`() {
    let wrong = [
      "nobody has it", "is told", "a homework", "two homeworks", "that is none", "in vain", "one thereof",
      "speaks of it", "stays as it is.", "where there is none", "where it fails",
    ]
    for text in wrong { #expect(!hits(in: text, of: Self.patterns).isEmpty, "\(text)") }
    for comment in [
      "  /// What waits.", "// Those that wait.", "let a = 1  // nobody waits", "// two homeworks", "  # Who waits.",
    ] {
      #expect(!hits(in: comment, of: Self.inComments).isEmpty, "\(comment)")
    }
    #expect(hits(in: "The line where it starts, as it is read.", of: Self.patterns).isEmpty)
    #expect(literals(of: "let a = \"is told\" // \"b\"\nlet c = \"\"\"\n  nobody\n  \"\"\"") == ["is told", "nobody"])
  }

  private func expectNone(in text: String, of patterns: [NSRegularExpression], _ file: String) {
    for hit in hits(in: text, of: patterns) { Issue.record("\(file): \(hit)") }
  }

  /// Returns each match with its context.
  private func hits(in text: String, of patterns: [NSRegularExpression]) -> [String] {
    let whole = text as NSString
    return patterns.flatMap { pattern in
      pattern.matches(in: text, range: NSRange(location: 0, length: whole.length)).map {
        let start = max(0, $0.range.location - 40)
        return whole.substring(with: NSRange(location: start, length: min(whole.length - start, 100)))
      }
    }
  }

  /// Returns the string literals of a Swift file: those within a line, and the lines between `"""`.
  private func literals(of text: String) -> [String] {
    var isLong = false
    return text.split(separator: "\n").flatMap { line -> [String] in
      let line = line.trimmingCharacters(in: .whitespaces)
      if isLong, line.hasPrefix("\"\"\"") {
        isLong = false
        return []
      }
      if isLong { return [line] }
      guard !line.hasPrefix("//") else { return [] }
      isLong = line.hasSuffix("\"\"\"")
      let code = line.components(separatedBy: " // ").first ?? line
      return code.matches(of: /"((?:[^"\\]|\\.)+)"/).map {
        String($0.1.replacing(/\\\((?:[^()]|\([^()]*\))*\)/, with: ""))  // without code
      }
    }
  }
}
