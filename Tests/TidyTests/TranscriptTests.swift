import Foundation
import HomeworkTestKit
import Testing

@Suite struct `The pages' transcripts` {
  /// A shell runs the lines after `$ `, including continuation lines after `> `, in a directory with nothing but the
  /// examples, which the steps of a tutorial share. The other lines are the output, in which `…` matches anything.
  /// Later commands keep the exports of earlier ones. The first page is read in a clone, with only the variables that
  /// it sets itself.
  /// The page about programs under test explores several of them, which takes as long as all others.
  @Test(
    arguments: [("README.md", true), ("Documentation/GUIDE.md", false), ("Examples/animations/README.md", false)]
      + (Sampling.isAll ? [("Examples/apps/README.md", true)] : []))
  func `match the program's output`(page: String, isTutorial: Bool) throws {
    let isFirst = page == "README.md"
    let readme = try String(contentsOf: ThisPackage.root.appendingPathComponent(page), encoding: .utf8)
    let shared = TemporaryDirectory()
    let blocks = readme.components(separatedBy: "```console\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
    #expect(!blocks.isEmpty)
    var exports = ""
    for (index, block) in blocks.enumerated() {
      guard Machine.hasTracing || !block.contains("--power-loss") else {
        print("\(page) loses no power here: strace is not installed, or the kernel forbids tracing")
        continue
      }
      let directory = isTutorial ? shared : TemporaryDirectory()
      if index == 0 || !isTutorial {
        try FileManager.default.createSymbolicLink(
          atPath: directory.path("Examples"),
          withDestinationPath: ThisPackage.root.appendingPathComponent("Examples").path)
        try FileManager.default.createDirectory(atPath: directory.path(".build"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
          atPath: directory.path(".build/release"), withDestinationPath: ThisPackage.binaries().path)
      }
      var commands: [(line: String, expected: [String])] = []
      for line in block.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
        if line.hasPrefix("$ ") {
          commands.append((String(line.dropFirst(2)), []))
        } else if line.hasPrefix("> "), let last = commands.last, last.expected.isEmpty {
          commands[commands.count - 1].line = last.line + "\n" + line.dropFirst(2)
        } else if !commands.isEmpty {
          commands[commands.count - 1].expected.append(line)
        }
      }
      for (line, expected) in commands {
        var environment = ["HOME": directory.url.path, "TZ": "UTC", "PATH": "/usr/bin:/bin"]
        if !isFirst {
          environment["HWDB_DATABASE"] = directory.path("hwdb.sqlite")
          environment["PATH"] = "\(try ThisPackage.binaries().path):/usr/bin:/bin"
        }
        if line.hasPrefix("export ") { exports += line + "\n" }
        let result = try run(
          "/bin/bash", ["-c", "exec 2>&1; \(exports)\(line)"], environment: environment,
          directory: directory.url.path)
        let printed = result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        #expect(printed.count == expected.count, "\(line) prints \(printed)")
        for (one, other) in zip(printed, expected) { #expect(matches(one, other), "\(line): \(one) is not \(other)") }
      }
    }
  }

  /// Returns whether `text` matches `pattern`, in which `…` matches anything.
  private func matches(_ text: String, _ pattern: String) -> Bool {
    let parts = pattern.components(separatedBy: "…")
    guard parts.count > 1, let first = parts.first, let last = parts.last else { return text == pattern }
    guard text.hasPrefix(first), text.hasSuffix(last), text.count >= first.count + last.count else { return false }
    var rest = text.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.range(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}
