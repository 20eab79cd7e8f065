import HomeworkModel
package import HomeworkMotion

extension CueReport {
  /// `A1 newStreak`.
  package var name: String { variant.map { "\(animation.rawValue) \($0)" } ?? animation.rawValue }
}

extension String {
  /// In quotation marks, as the language of scenarios and YAML read it back.
  package var quoted: String {
    "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
  }
}
