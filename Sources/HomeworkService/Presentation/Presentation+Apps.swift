public import HomeworkAPI
import HomeworkJSON
public import HomeworkReports
import HomeworkScenarios

/// Programs under test, and the language for editors.
extension Presentation {
  /// Returns what is wrong with how a program under test speaks the protocol.
  public static func checked(_ app: AppUnderTest) -> RunReport { AppCheck.run(app) }

  /// Returns how a transcript of a program under test is judged, without the program.
  ///
  /// - Throws: what is wrong with it.
  public static func replayed(transcript: String) throws -> RunReport {
    try ScenarioRunner.replay(transcript: transcript)
  }

  /// A JSON Schema of every message of the protocol of programs under test.
  public static var appSchema: String {
    var writer = JSONWriter(.pretty)
    writer.write(AppShapes.document)
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  /// A TextMate grammar of the scenario language.
  public static var grammar: String { ScenarioGrammar.text }
}
