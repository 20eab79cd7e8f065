import HomeworkModel
package import HomeworkMotion

extension CueReport {
  /// The animation and its variant, such as `A1 newStreak`.
  package var name: String { variant.map { "\(animation.rawValue) \($0)" } ?? animation.rawValue }
}

extension String {
  /// The text in quotation marks, as the scenario language and YAML parse it.
  package var quoted: String {
    "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
  }
}
