import Foundation
import HomeworkTestKit
import Testing

/// The real Makefile and scripts, with stand-ins for the programs that they start.
@Suite struct `The gate` {
  /// Each call of each target fails once. How the test bundle can go wrong is tried below.
  @Test(arguments: [
    "make test", "bash .ci/run", "make test-postgres", "make apart", "make torture", "make fuzz", "make sanitize",
    "make lint", "make demo", "make storm",
  ])
  func `fails if any program that it starts fails`(command: String) throws {
    let gate = try Gate()
    let sound = try gate.run(command)
    #expect(sound.status == 0, "\(sound.output)\(sound.errors)")
    let calls = try gate.calls()
    let mandatory = calls.filter { call in !Gate.optional.contains { call.hasPrefix($0) } }
    try #require(!mandatory.isEmpty)
    for call in mandatory {
      let result = try gate.run(command, failing: call, how: "ends with 3")
      #expect(result.status != 0, "\(command) ends with 0 although this failed: \(call)")
    }
  }

  @Test(arguments: [
    "ends with 3", "is killed", "prints no closing line", "closes as failed", "runs one test fewer",
    "runs a test with no case", "records a failure", "leaves a test out",
  ])
  func `fails if any of the four runs goes wrong`(how: String) throws {
    let gate = try Gate()
    _ = try gate.run("make tests", in: ["CI": "true"])
    let runs = try gate.calls().filter { $0.contains("--event-stream-output-path") }
    #expect(runs.count == 4)
    for run in runs {
      let result = try gate.run("make tests", failing: run, how: how, in: ["CI": "true"])
      #expect(result.status != 0, "a run \(how): \(run)\n\(result.output)")
    }
  }

  @Test func `names what is left out, and only CI refuses it`() throws {
    let gate = try Gate()
    _ = try gate.run("make tests")
    let run = try #require(try gate.calls().first { $0.contains("tests-commands") })
    let result = try gate.run("make tests", failing: run, how: "leaves a test out")
    #expect(result.status == 0)
    #expect(result.output.contains("CommandTests.B/does(): there is no such machine"))
    #expect(result.output.contains("5 passed, 0 failed, 3 skipped"))
  }
}

/// A folder with the Makefile, in which every program is a stand-in.
private struct Gate {
  private let directory: TemporaryDirectory

  /// Calls that may fail: what follows from them is looked for. If a library is missing it is installed; without the
  /// packages of the clients tests are left out; without a triple `swift symbolgraph-extract` fails.
  static let optional = [
    "bin/pkg-config", "bin/python3 -c", "bin/python3 -m venv", ".build/python/bin/pip", "bin/swift -print-target-info",
  ]

  init() throws {
    directory = try TemporaryDirectory()
    for folder in ["bin", "scripts", "Clients/python", "Clients/typescript", ".ci"] {
      try FileManager.default.createDirectory(atPath: directory.path(folder), withIntermediateDirectories: true)
    }
    for file in ["Makefile", "scripts/run-tests", ".ci/run", "Clients/python/test-requirements.txt"] {
      try FileManager.default.copyItem(
        atPath: ThisPackage.root.appendingPathComponent(file).path, toPath: directory.path(file))
    }
    let programs = ["swift", "docc", "node", "tsc", "nc", "jq", "apt-get", "pkg-config", "python3"].map { "bin/\($0)" }
    let bundles = ["release", "thread/debug", "address/debug"].map { ".build/\($0)/hwdbPackageTests.xctest" }
    let built = [
      ".build/release/hwdb-torture", "Fuzz/.build/release/fuzz", ".build/python/bin/python", ".build/python/bin/pip",
      "scripts/demo", "Examples/postgres/storm",
    ]
    let standIn = try String(contentsOfFile: Self.standIn, encoding: .utf8)
    let python = try HomeworkTestKit.run(
      "/usr/bin/env", ["python3", "-c", "import os, sys; print(os.path.realpath(sys.executable), end='')"])
    for file in programs + bundles + built {
      let path = directory.path(file)
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try "#!\(python.output) -SE\n\(standIn)".write(toFile: path, atomically: false, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
  }

  private static let standIn = ThisPackage.root.appendingPathComponent("Tests/TidyTests/Gate/stand-in.py").path

  func run(
    _ command: String, failing call: String = "", how: String = "", in more: [String: String] = [:]
  ) throws
    -> CommandResult
  {
    try? FileManager.default.removeItem(atPath: directory.path("calls"))  // There is none before the first command.
    let environment = [
      "PATH": "\(directory.path("bin")):/usr/bin:/bin", "GATE_ROOT": directory.path(""), "GATE_FAILS": call,
      "GATE_HOW": how, "GATE_CALLS": directory.path("calls"), "TMPDIR": directory.path(""),
    ]
    return try HomeworkTestKit.run(
      "/bin/bash", ["-c", command], environment: environment.merging(more) { $1 }, directory: directory.path(""))
  }

  /// The calls of the last command, each once.
  func calls() throws -> [String] {
    let lines = try String(contentsOfFile: directory.path("calls"), encoding: .utf8).split(separator: "\n")
    return Set(lines.map(String.init)).sorted()
  }
}
