import Foundation
import HomeworkTestKit
import Testing

@Suite struct `The embedded app` {
  private static let folder = ThisPackage.root.appending(path: "Examples/EmbeddedApp")

  @Test func `is killed after any answer, and goes on with the next question`() throws {
    // Beside this package's own build, which holds its lock while tests run.
    let scratch = ThisPackage.root.appending(path: ".build/embedded-app").path
    let command = ["swift", "build", "--package-path", Self.folder.path, "--scratch-path", scratch]
    var build = try run("/usr/bin/env", command, seconds: 600)
    // Of a package at a path SwiftPM does not notice files that came or went since its last build: then from nothing.
    if build.status != 0 {
      try? FileManager.default.removeItem(atPath: scratch)
      build = try run("/usr/bin/env", command, seconds: 600)
    }
    try #require(build.status == 0, "\(build.errors.suffix(1000)) \(build.output.suffix(1000))")
    let app = scratch + "/debug/EmbeddedApp"
    let all = [
      "A half of a half? a quarter: correct", "The lower number is the … denominator: correct", "3/4 + 1/4? 1: correct",
      "100 %, best of 1",
    ]
    for answers in 1...3 {
      let directory = try TemporaryDirectory()
      let path = directory.path("x.sqlite")
      let killed = try run(app, [path, "--die-after", "\(answers)"])
      #expect(killed.status == SIGKILL)
      let next = try run(app, [path])
      #expect(next.status == 0)
      #expect(next.output == (["Going on with question \(answers + 1)"] + all[answers...]).map { $0 + "\n" }.joined())
      // The next time it is another attempt.
      #expect(try run(app, [path]).output.hasSuffix("100 %, best of 2\n"))
    }
    let refused = try run(app, [Self.folder.path])
    #expect(refused.status == 1 && refused.output.contains("is a directory"))
  }

  /// The code of the article stands in the app, line by line, wherever it is indented to.
  @Test func `is what the getting-started article shows`() throws {
    let article = try text(
      of: ThisPackage.root.appending(path: "Sources/HomeworkStore/HomeworkStore.docc/GettingStarted.md"))
    let app = try trimmed(text(of: Self.folder.appending(path: "Sources/EmbeddedApp/EmbeddedApp.swift")))
    let blocks = article.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    #expect(blocks.count == 8)
    for block in blocks { #expect(app.contains(trimmed(block)), "\(block)") }
  }

  private func trimmed(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
  }

  private func text(of file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }
}
