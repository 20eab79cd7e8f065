import Foundation
import HomeworkTestKit
import Testing

/// The real Makefile and scripts, with stand-ins for the programs that they call.
@Suite struct `The gate` {
  /// Each call of each target fails once, an eighth of them in one run.
  @Test(arguments: ["test"] + (Sampling.isAll ? ["test-all", "torture", "fuzz", "sanitize", "demo", "storm"] : []))
  func `fails if any program that it starts fails`(target: String) throws {
    let gate = try Gate()
    let sound = try gate.run("make \(target)")
    #expect(sound.status == 0, "\(sound.output)\(sound.errors)")
    let mandatory = try gate.mandatoryCalls()
    try #require(!mandatory.isEmpty)
    for call in Sampling.part(mandatory, oneIn: 8) {
      let result = try gate.run("make \(target)", failing: call, how: "ends with 3")
      #expect(result.status != 0, "make \(target) ends with 0 although this failed: \(call)")
    }
  }

  @Test(
    arguments: Sampling.part(
      Gate.waysToGoWrong.flatMap { how in ["scenarios", "commands", "torture", "rest"].map { (how, $0) } }, oneIn: 5))
  func `fails if any of the four runs goes wrong`(how: String, run: String) throws {
    let gate = try Gate()
    let result = try gate.run("scripts/run-tests", failing: ".build/tests-\(run).jsonl", how: how, in: ["CI": "true"])
    #expect(result.status != 0, "\(run) \(how)\n\(result.output)")
    #expect(try gate.mandatoryCalls().count { $0.contains("--event-stream-output-path") } == 4)
  }

  @Test func `is all of make test-all in CI, where no test may be skipped`() throws {
    let gate = try Gate()
    let all = try gate.run("bash .ci/run")
    #expect(all.status == 0 && all.output.contains("not finished for want of time: nothing\n"), "\(all)")
    let calls = try gate.mandatoryCalls()
    _ = try gate.run("make test-all")
    #expect(try gate.mandatoryCalls() == calls)
    for run in ["rest", "chosen"] {
      let left = try gate.run("bash .ci/run", failing: ".build/tests-\(run).jsonl", how: "leaves a test out")
      #expect(left.status != 0, "\(run)")
    }
  }

  @Test func `names in CI what its time did not allow, and fails if what it allowed fails`() throws {
    let gate = try Gate()
    let parts = "test-exhaustive test-postgres test-browser test-clients test-packages docs test-simulator"
    let short = try gate.run("bash .ci/run", in: ["MINUTES": "0"])
    #expect(short.status == 0 && short.output.contains("not finished for want of time: \(parts)\n"), "\(short)")
    let wrong = try gate.run("bash .ci/run", failing: ".build/tests-chosen.jsonl", how: "records a failure")
    let failed = "failed: test-postgres test-browser test-clients test-packages test-simulator\n"
    #expect(wrong.status != 0 && wrong.output.hasSuffix(failed), "\(wrong)")
  }

  /// If a test that says so in `make test` says it there, too, it would never run.
  @Test func `counts the tests that stand in make test-all, where none may be left to it`() throws {
    let gate = try Gate()
    let (run, how) = (".build/tests-rest.jsonl", "leaves a test to test-all")
    let result = try gate.run("scripts/run-tests", failing: run, how: how, in: ["CI": "true"])
    #expect(result.status == 0 && result.output.hasSuffix("10 passed, 0 failed, 0 skipped; 3 stand in make test-all\n"))
    #expect(try gate.run("scripts/run-tests", failing: run, how: how, in: ["HWDB_TEST_ALL": "1"]).status == 1)
  }

  @Test(.enabled(if: Machine.hasNamespaces, "there can be no mount namespace"))
  func `names a part of the machine that tests need`() throws {
    let gate = try Gate()
    func run(_ mount: String) throws -> CommandResult {
      try gate.run("mkdir -p n; exec unshare -rm sh -c '\(mount) && TMPDIR=$PWD/n scripts/run-tests'")
    }
    let withoutProcesses = try run("mount -t tmpfs none /proc")
    #expect(withoutProcesses.status == 1 && withoutProcesses.errors.contains("There is no /proc"))
    let withoutPrograms = try run("mount -t tmpfs -o noexec none n")
    #expect(withoutPrograms.status == 0, "\(withoutPrograms)")
    #expect(withoutPrograms.output.contains("n: it is mounted noexec, and tests start programs there.\n"))
  }

  /// `make` itself adds only a line saying that the target failed.
  @Test(arguments: [
    ("rm bin/swift", "Swift 6.2 or later is needed and not on the path: install it from https://www.swift.org/install"),
    ("rm bin/apt-get bin/pkg-config", "These Debian packages are missing, and there is no apt-get: "),
    (
      "printf '#!/bin/sh\\necho E: no network; exit 100' > bin/apt-get; rm bin/pkg-config",
      "The packages cannot be installed (E: no network): check the network, then run: "
    ),
  ])
  func `reports in one line what a machine lacks`(loss: String, line: String) throws {
    let gate = try Gate()
    let tools = "for p in bash sh env id make mkdir touch ls sed; do ln -s $(command -v $p) bin/; done"
    // As called by a user, without a surrounding make.
    let alone = "unset MAKEFLAGS MAKELEVEL MFLAGS"
    let result = try gate.run("\(tools); \(loss); \(alone); PATH=$PWD/bin make --no-print-directory demo")
    let lines = result.errors.split(separator: "\n")
    #expect(result.status != 0 && lines.count == 2 && lines[0].hasPrefix(line), "\(result.output)\(result.errors)")
  }

  @Test func `names skipped tests, and only CI rejects them`() throws {
    let gate = try Gate()
    let result = try gate.run("scripts/run-tests", failing: ".build/tests-commands.jsonl", how: "leaves a test out")
    #expect(result.status == 0)
    #expect(result.output.contains("CommandTests.B/does(): there is no such machine"))
    #expect(result.output.contains("8 passed, 0 failed, 5 skipped"))
  }
}

/// A folder with the Makefile in which every program is a stand-in.
private struct Gate {
  private let directory = TemporaryDirectory()

  /// Calls that may fail, because their failure is handled: a missing library is installed; without a browser or the
  /// clients' packages their tests are left out, which fails in CI; without a triple `swift symbolgraph-extract` fails.
  private static let optional = [
    "bin/apt-get update", "bin/apt-get install --yes --no-install-recommends chromium", "bin/pkg-config",
    "bin/python3 -c", "bin/python3 -m venv", ".build/python/bin/pip", "bin/swift -print-target-info",
  ]

  static let waysToGoWrong = [
    "ends with 3", "is killed", "prints no closing line", "closes as failed", "runs one test fewer",
    "runs a test with no case", "records a failure", "leaves a test out",
  ]

  init() throws {
    for folder in ["bin", "scripts", "Clients/python", ".ci"] {
      try FileManager.default.createDirectory(atPath: directory.path(folder), withIntermediateDirectories: true)
    }
    let scripts = [
      "run-tests", "build-tests", "document", "fuzz", "install-browser", "install-clients", "install-dependencies",
      "install-packagers", "sanitize",
    ]
    .map { "scripts/\($0)" }
    for file in ["Makefile", ".ci/run", "Clients/python/test-requirements.txt"] + scripts {
      try FileManager.default.copyItem(
        atPath: ThisPackage.root.appendingPathComponent(file).path, toPath: directory.path(file))
    }
    let programs = [
      "swift", "docc", "node", "go", "nc", "jq", "apt-get", "debootstrap", "dpkg-shlibdeps", "lintian", "pkg-config",
      "python3",
    ]
    .map { "bin/\($0)" }
    let bundles = ["release", "thread/debug", "address/debug"].map { ".build/\($0)/hwdbPackageTests.xctest" }
    let built = [
      ".build/release/hwdb-torture", "Tests/Fuzz/.build/release/fuzz",
      ".build/python/bin/python", ".build/python/bin/pip",
      "scripts/demo", "scripts/link", "scripts/wheel", "scripts/package", "Examples/postgres/storm",
    ]
    let python = try HomeworkTestKit.run(
      "/usr/bin/env", ["python3", "-c", "import os, sys; print(os.path.realpath(sys.executable), end='')"]
    ).output
    let bundle = ThisPackage.root.appendingPathComponent("Tests/TidyTests/Gate/bundle.py").path
    for file in bundles {
      try write("#!\(python) -SE\n\(String(contentsOfFile: bundle, encoding: .utf8))", at: file)
    }
    for file in programs + built { try write(Self.program(python: python), at: file) }
  }

  /// Returns a stand-in that records its call and exits with 3 if this call is to fail. The real Python runs the script
  /// under test.
  private static func program(python: String) -> String {
    """
    #!/bin/sh
    call="${0#"$GATE_ROOT"/} $*"
    case "$call" in "bin/python3 "*scripts/run-tests*) exec \(python) "$@" ;; esac
    echo "$call" >> "$GATE_CALLS"
    case "$call" in */fuzz\\ *) echo "stat::number_of_executed_units: 7" ;; esac
    [ "$call" != "$GATE_FAILS" ] || exit 3
    """
  }

  private func write(_ script: String, at file: String) throws {
    let path = directory.path(file)
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try script.write(toFile: path, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  /// Runs a command in which the call fails that is `call` or has it as an argument.
  func run(
    _ command: String, failing call: String = "", how: String = "", in more: [String: String] = [:]
  ) throws -> CommandResult {
    try? FileManager.default.removeItem(atPath: directory.path("calls"))  // missing before the first command
    let environment = [
      "PATH": "\(directory.path("bin")):/usr/bin:/bin", "GATE_ROOT": directory.path(""), "GATE_FAILS": call,
      "GATE_HOW": how, "CI": "", "GATE_CALLS": directory.path("calls"), "TMPDIR": directory.path(""),
    ]
    return try HomeworkTestKit.run(
      "/bin/bash", ["-c", command], environment: environment.merging(more) { $1 }, directory: directory.path(""))
  }

  /// Returns the calls of the last command that must not fail, each once.
  func mandatoryCalls() throws -> [String] {
    let lines = try String(contentsOfFile: directory.path("calls"), encoding: .utf8).split(separator: "\n")
    return Set(lines.map(String.init)).filter { call in !Self.optional.contains { call.hasPrefix($0) } }.sorted()
  }
}
