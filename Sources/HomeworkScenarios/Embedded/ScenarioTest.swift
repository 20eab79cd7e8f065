import HomeworkMotion
public import HomeworkReports
import HomeworkSystem

/// A scenario of a file, as the argument of a test that plays it with an app in this process.
///
///     @Test(arguments: ScenarioTest.all(in: "Scenarios"))
///     func `The app keeps its answers`(_ scenario: ScenarioTest) async {
///       for issue in await scenario.play(by: { try await AppInTest($0) }).issues { … }
///     }
///
/// With Swift Testing, the module `HomeworkTesting` records each issue at its line of the script.
public struct ScenarioTest: Sendable, Identifiable, CustomStringConvertible {
  /// The name in the script; for a file that cannot be read, the file's name.
  public let name: String
  /// The absolute path of the script.
  public let file: String
  public let line: Int
  private let content: Result<Scenario, ScenarioMistakes>

  /// The file and the name, which are unique and do not change when lines are moved.
  public var id: String { "\(file): \(name)" }
  public var description: String { name }

  private init(_ scenario: Scenario) {
    (name, file, line, content) = (scenario.name, scenario.file, scenario.line, .success(scenario))
  }

  private init(_ file: String, _ issues: [ScenarioIssue]) {
    (name, self.file) = (file.split(separator: "/").last.map(String.init) ?? file, file)
    (line, content) = (issues.first?.line ?? 1, .failure(ScenarioMistakes(mistakes: issues)))
  }

  /// Returns every scenario of the `*.scenario` files in a folder, by name, or of one file.
  ///
  /// A file that cannot be read, and a folder without such files, become a scenario that fails, so that no test passes
  /// because its scripts are missing.
  ///
  /// - Parameters:
  ///   - path: the folder or file, relative to the folder of the test's source file.
  ///   - animations: files of the app's own animations, relative to the same folder.
  ///   - source: the test's source file.
  public static func all(in path: String, animations: [String] = [], from source: String = #filePath) -> [ScenarioTest]
  {
    let resolved = Self.path(path, besides: source)
    var names: [AnimationFile] = []
    for file in animations.map({ Self.path($0, besides: source) }) {
      do throws(ScenarioIssue) { names.append(AnimationFile(name: file, text: try text(of: file))) } catch {
        return [ScenarioTest(file, [error])]
      }
    }
    guard Files.isDirectory(resolved) else { return scenarios(of: resolved, names) }
    let files = Files.names(in: resolved, containing: ".scenario").filter { $0.hasSuffix(".scenario") }.sorted()
    guard !files.isEmpty else {
      return [ScenarioTest(resolved, [ScenarioIssue(file: resolved, message: "the folder has no .scenario file")])]
    }
    return files.flatMap { scenarios(of: Paths.path(of: $0, in: resolved), names) }
  }

  private static func scenarios(of file: String, _ animations: [AnimationFile]) -> [ScenarioTest] {
    let script: String
    var files: [String: String] = [:]
    do throws(ScenarioIssue) {
      script = try text(of: file)
      for name in ScenarioParser.files(in: script) {
        let path = path(name, besides: file)
        // The parser reports a missing file at the line that names it.
        if Files.exists(path) { files[name] = try text(of: path) }
      }
    } catch { return [ScenarioTest(file, [error])] }
    do throws(ScenarioMistakes) {
      let source = ScenarioSource(name: file, text: script, files: files, animations: animations)
      return try ScenarioParser.parse(source).map(ScenarioTest.init)
    } catch { return [ScenarioTest(file, error.issues)] }
  }

  private static func path(_ name: String, besides file: String) -> String {
    name.hasPrefix("/") ? name : Paths.path(of: name, in: Paths.directory(of: file))
  }

  private static func text(of file: String) throws(ScenarioIssue) -> String {
    let bytes: [UInt8]
    do throws(UnreadableFile) {
      bytes = try Files.bytes(of: file, upTo: ScenarioSource.mostBytes, called: "it")
    } catch {
      throw ScenarioIssue(file: file, message: error.description)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ScenarioIssue(file: file, message: "it is not UTF-8")
    }
    return text
  }

  // MARK: Playing

  /// Plays the scenario with an app's own code, killing and reopening it as the script says, and compares it with a run
  /// without kills.
  ///
  /// Every failed expectation and every broken law is an issue. A kill drops the app: nothing that it does later is
  /// seen or saved.
  ///
  /// - Parameter launch: opens the app as after its launch; called for each life.
  public func play(
    by launch: @escaping @Sendable (TestEnvironment) async throws -> any ScenarioApp
  ) async -> ScenarioResult { await play { world in try EmbeddedProgram(world, launch) } }

  /// Plays the scenario with a live attempt and no app: only what the script expects of quiz and animations.
  public func play() async -> ScenarioResult { await play(making: nil) }

  private func play(making program: ScenarioRunner.MakeProgram?) async -> ScenarioResult {
    switch content {
    case .failure(let error): return ScenarioResult(report: nil, issues: error.issues)
    case .success(let scenario):
      var runner = ScenarioRunner(mode: .simulated, worker: [])
      runner.makeProgram = program
      return await withCheckedContinuation { continuation in
        // The run waits for the app on a thread that runs no code of the app.
        Threads.start { [runner] in
          let report = runner.run(scenario)
          continuation.resume(returning: ScenarioResult(report: report, issues: ScenarioIssue.all(of: report)))
        }
      }
    }
  }
}

/// The result of one scenario.
public struct ScenarioResult: Sendable {
  /// The full report, with cues and kills; `nil` if the script cannot be read.
  public let report: ScenarioReport?
  /// The issues, in the order of the script. It is empty if the scenario passed or was skipped.
  public let issues: [ScenarioIssue]
  /// The reason why it was skipped: it needs something that an app in a test cannot do.
  public var skipped: String? { report?.skipped }
}

/// A mistake in a script, or a failure at its place there.
public struct ScenarioIssue: Error, Hashable, Sendable, CustomStringConvertible {
  /// The absolute path.
  public let file: String
  /// The line, from 1.
  public let line: Int, column: Int
  public let message: String

  init(file: String, line: Int = 1, column: Int = 1, message: String) {
    (self.file, self.line, self.column, self.message) = (file, line, column, message)
  }

  /// The issue in the format of compilers.
  public var description: String { "\(file):\(line):\(column): \(message)" }

  static func all(of report: ScenarioReport) -> [ScenarioIssue] {
    let failures = report.failures.map { failure in
      var lines = [failure.statement ?? "expected \(failure.expected)", "found \(failure.found)"]
      if let statement = failure.statement, statement != "expect \(failure.expected)" {
        lines.insert("expected \(failure.expected)", at: 1)
      }
      if let hint = failure.hint { lines.append(hint) }
      if !failure.lastCues.isEmpty { lines += ["the last cues:"] + failure.lastCues.map { "  \($0)" } }
      return ScenarioIssue(file: report.file, line: failure.line, message: lines.joined(separator: "\n"))
    }
    let laws = report.laws.filter { !$0.held }.map { law in
      ScenarioIssue(file: report.file, line: law.line ?? report.line, message: law.words)
    }
    return (failures + laws).sorted { $0.line < $1.line }
  }
}
