@_exported public import HomeworkScenarios
public import Testing

/// Scenarios as Swift Testing cases. Use it only in test targets, never in an app.
///
///     @Test(arguments: ScenarioTest.all(in: "Scenarios"))
///     func `The app keeps what it promises`(_ scenario: ScenarioTest) async throws {
///       try await scenario.test { try await AppInTest($0) }
///     }
extension ScenarioTest {
  /// Plays the scenario with an app's own code, and records each failure at its line of the script.
  ///
  /// A script that cannot be played in a test, such as one with a kill at a write of a file, cancels its test case with
  /// the reason; before Swift 6.3, it is a known issue.
  ///
  /// - Parameter launch: opens the app as after its launch; called for each life.
  public func test(by launch: @escaping @Sendable (TestEnvironment) async throws -> any ScenarioApp) async throws {
    try record(await play(by: launch))
  }

  /// Plays the scenario with a live attempt and no app: judges only what the script expects of quiz and animations.
  public func test() async throws { try record(await play()) }

  private func record(_ result: ScenarioResult) throws {
    for issue in result.issues { Issue.record(Comment(rawValue: issue.message), sourceLocation: issue.location) }
    guard let reason = result.skipped else { return }
    let location = SourceLocation(script: file, line: line, column: 1)
    #if compiler(>=6.3)
      try Test.cancel("skipped: \(reason)", sourceLocation: location)
    #else
      withKnownIssue("Skipped") { Issue.record("skipped: \(reason)", sourceLocation: location) }
    #endif
  }
}

extension ScenarioTest: CustomTestStringConvertible {
  public var testDescription: String { name }
}

extension ScenarioIssue {
  /// The location for Swift Testing.
  public var location: SourceLocation { SourceLocation(script: file, line: line, column: column) }
}

extension SourceLocation {
  /// Returns the file id, with the folder's name in place of the module's.
  fileprivate init(script file: String, line: Int, column: Int) {
    let parts = file.split(separator: "/").suffix(2)
    let id = parts.count == 2 ? parts.joined(separator: "/") : "Scenarios/\(file)"
    self.init(fileID: id, filePath: file, line: line, column: column)
  }
}
