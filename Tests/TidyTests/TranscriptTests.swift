import Foundation
import HomeworkTestKit
import Testing

@Suite struct `The pages' transcripts` {
  /// One shell runs the lines after `$ `, including continuation lines after `> `, of all blocks from top to bottom, as
  /// a reader does, in a directory with nothing but the examples and the programs. The other lines are the output, in
  /// which `…` matches anything. README is read in a clone, and GUIDE after it, with only the variables that they set.
  ///
  /// The page about programs under test explores several of them, which takes as long as all others.
  @Test(
    arguments: [["README.md", "Documentation/GUIDE.md"], ["Examples/animations/README.md"]]
      + (Sampling.isAll ? [["Examples/apps/README.md"]] : []))
  func `match the program's output`(pages: [String]) throws {
    let directory = TemporaryDirectory()
    try FileManager.default.createSymbolicLink(
      atPath: directory.path("Examples"),
      withDestinationPath: ThisPackage.root.appendingPathComponent("Examples").path)
    try FileManager.default.createDirectory(atPath: directory.path(".build"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: directory.path(".build/release"), withDestinationPath: ThisPackage.binaries().path)
    var environment = ["HOME": directory.url.path, "TZ": "UTC", "PATH": "/usr/bin:/bin"]
    let isFirst = pages.first == "README.md"
    if !isFirst {
      environment["HWDB_DATABASE"] = directory.path("hwdb.sqlite")
      environment["PATH"] = "\(try ThisPackage.binaries().path):/usr/bin:/bin"
    }
    let steps = try pages.flatMap(Self.steps)
    try #require(!steps.isEmpty)
    let mark = "-- 7f3a --\n"
    let script = steps.map { "\($0.command)\necho '\(mark.dropLast())'\n" }.joined()
    let result = try run(
      "/bin/bash", ["-c", "exec 2>&1\n\(script)"], environment: environment, directory: directory.url.path,
      seconds: 600)
    let outputs = result.output.components(separatedBy: mark)
    #expect(outputs.count == steps.count + 1, "\(result.output.suffix(1000))")
    for (step, output) in zip(steps, outputs) {
      let printed = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
      #expect(printed.count == step.expected.count, "\(step.command) prints \(printed)")
      for (one, other) in zip(printed, step.expected) {
        #expect(matches(one, other), "\(step.command): \(one) is not \(other)")
      }
    }
    if isFirst {
      let left = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
      #expect(left.sorted() == [".build", "Examples", "try"], "all that the pages make is in try")
    }
  }

  /// The blocks before "Several daemons", in one shell, on a server of the test's own. What they print is not on the page.
  @Test(.onPostgres) func `of PostgreSQL's page run in order`() throws {
    let (server, directory) = (try PostgresServer(fsync: false), TemporaryDirectory())
    let page = try String(
      contentsOf: ThisPackage.root.appendingPathComponent("Documentation/POSTGRESQL.md"), encoding: .utf8)
    let start = try #require(page.components(separatedBy: "## Several daemons").first)
    let blocks = start.components(separatedBy: "```sh\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    #expect(blocks.count == 2)
    try FileManager.default.copyItem(
      atPath: ThisPackage.root.appendingPathComponent("Examples/quizzes/rivers.json").path,
      toPath: directory.path("rivers.json"))
    let result = try run(
      "/bin/bash", ["-ec", blocks.joined().replacingOccurrences(of: "ada@db.example/", with: "hwdb@/")],
      environment: [
        "PATH": "\(try ThisPackage.binaries().path):/usr/bin:/bin", "PGHOST": server.socketDirectory, "PGUSER": "hwdb",
      ], directory: directory.url.path)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    #expect(result.output.hasSuffix("1 assignment, 1 learner sent\n"), "\(result.output)")
  }

  /// Returns the commands of a page's console blocks, each with the lines that it should print.
  private static func steps(of page: String) throws -> [(command: String, expected: [String])] {
    let text = try String(contentsOf: ThisPackage.root.appendingPathComponent(page), encoding: .utf8)
    var steps: [(command: String, expected: [String])] = []
    for block in text.components(separatedBy: "```console\n").dropFirst() {
      let lines = block.components(separatedBy: "\n```")[0].components(separatedBy: "\n")
      guard Machine.hasTracing || !lines.contains(where: { $0.contains("--power-loss") }) else {
        print("\(page) loses no power here: strace is not installed, or the kernel forbids tracing")
        continue
      }
      for line in lines {
        if line.hasPrefix("$ ") {
          steps.append((String(line.dropFirst(2)), []))
        } else if line.hasPrefix("> "), let last = steps.last, last.expected.isEmpty {
          steps[steps.count - 1].command = last.command + "\n" + line.dropFirst(2)
        } else if !steps.isEmpty {
          steps[steps.count - 1].expected.append(line)
        }
      }
    }
    return steps
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
