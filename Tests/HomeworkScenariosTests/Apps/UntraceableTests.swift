import Foundation
import HomeworkReports
import HomeworkScenarios
import HomeworkTestKit
import Testing

@Suite(.enabled(if: Strace.problem == nil, "strace is not installed, or the kernel forbids tracing"))
struct `A program that cannot be traced` {
  private let directory = TemporaryDirectory()
  private let quiz = "python3 '\(ThisPackage.root.path)/Examples/apps/quiz.py'"

  init() throws {
    try directory.write("scenario \"a\"\nquiz mcq 5\nstart\nkill power-loss\nresume\n", to: "a.scenario")
  }

  private func hwdb(_ words: [String], below launcher: [String] = [], path: String? = nil) throws -> CommandResult {
    let program = ["--app", quiz, directory.path("a.scenario")]
    let command = try launcher + [ThisPackage.binary("hwdb")] + words + program
    return try run("/usr/bin/env", command, environment: path.map { ["PATH": $0] } ?? [:])
  }

  @Test func `is skipped without strace, and not explored`() throws {
    let skipped = try hwdb(["scenario", "run"], path: "/nowhere")
    #expect(skipped.status == 0 && skipped.output.contains("run sudo apt-get install strace"), "\(skipped)")
    let refused = try hwdb(["scenario", "explore", "--power-loss"], path: "/nowhere")
    #expect(refused.status == 2 && refused.errors.contains("run sudo apt-get install strace"), "\(refused)")
  }

  /// Its kills are drawn from a seed then, which the report says.
  @Test func `is killed at instants without strace`() throws {
    try directory.write(
      "scenario \"a\"\nquiz mcq 5\nstart\nkill at call 1\nanswer correct\nresume", to: "call.scenario")
    let program = "PATH=/usr/bin:/bin exec python3 -S '\(ThisPackage.root.path)/Examples/apps/quiz.py'"
    func hwdb(_ words: String...) throws -> CommandResult {
      try run(ThisPackage.binary("hwdb"), words + ["--app", program], environment: ["PATH": "/nowhere"])
    }
    let skipped = try hwdb("scenario", "run", directory.path("call.scenario"))
    #expect(skipped.status == 0 && skipped.output.contains("kill at call 1 needs strace"), "\(skipped)")
    try directory.write("scenario \"a\"\nquiz mcq 5\nstart", to: "start.scenario")
    let explored = try hwdb("scenario", "explore", directory.path("start.scenario"))
    #expect(
      explored.status == 0 && explored.output.contains("kills are timed, not exact: install strace"), "\(explored)")
  }

  /// Has the kernel refuse ptrace to a command, by seccomp.
  private static let forbidden = """
    import ctypes, os, struct, sys
    number = {"x86_64": 101, "aarch64": 117}[os.uname().machine]
    rules = [(0x20, 0, 0, 0), (0x15, 0, 1, number), (0x06, 0, 0, 0x50001), (0x06, 0, 0, 0x7FFF0000)]
    code = b"".join(struct.pack("HBBI", *rule) for rule in rules)
    code = ctypes.create_string_buffer(code, len(code))
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(rules), ctypes.addressof(code)))
    libc = ctypes.CDLL(None)
    assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, program) == 0
    os.execv(sys.argv[1], sys.argv[1:])
    """

  enum Obstacle: CaseIterable { case tracedRunner, kernel }

  @Test(arguments: Obstacle.allCases) func `is skipped where the runner must not trace`(obstacle: Obstacle) throws {
    try directory.write(Self.forbidden, to: "forbidden.py")
    let launcher =
      obstacle == .kernel ? ["python3", directory.path("forbidden.py")] : ["strace", "-f", "-qqq", "-o", "/dev/null"]
    let result = try hwdb(["scenario", "run"], below: launcher)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    let reasons = result.output.split(separator: "\n").filter { $0.contains("skipped: ") }
    #expect(reasons.count == 1 && reasons[0].contains("cannot trace a program here"), "\(result)")
    #expect(reasons.first?.contains("allow ptrace") == true, "\(result)")
  }

  @Test func `says so if it is traced already`() throws {
    try directory.write("#!/bin/sh\nexec strace -o /dev/null \(quiz)\n", to: "traced")
    let report = try played("sh '\(directory.path("traced"))'")
    #expect(report.outcome == .error && report.errorOutput?.contains("strace") == true, "\(report)")
  }

  /// Below strace a program keeps its user, so that it does not do what it does alone.
  @Test func `is not judged for a part that would run as another user`() throws {
    var other = "/bin/su"
    if geteuid() == 0 {
      other = directory.path("other")
      try Data(contentsOf: URL(filePath: "/bin/true")).write(to: URL(filePath: other))
      try #require(chown(other, 65_534, 65_534) == 0 && chmod(other, 0o4755) == 0)
    }
    let report = try played("'\(other)' --version >/dev/null; exec \(quiz)")
    #expect(report.outcome == .passed, "\(report.failures) \(report.laws)")
    let words = (report.power?.unjudged ?? []).map(\.words)
    #expect(words.count == 1 && words[0].contains("\(other) runs as another user, which strace prevents"), "\(words)")
  }

  private func played(_ command: String) throws -> ScenarioReport {
    let text = try String(contentsOfFile: directory.path("a.scenario"), encoding: .utf8)
    var runner = ScenarioRunner(mode: .process, worker: [])
    runner.app = AppUnderTest(command: command)
    return try runner.run(ScenarioParser.parse(ScenarioSource(name: "a", text: text))).scenarios[0]
  }
}
