/// The limits for written texts, in bytes of UTF-8, so that no call's work delays the others: a single character may
/// have any number of bytes.
package enum TextLimits {
  /// A learner's answer.
  package static let response = 16 << 10
  /// All answers of a question that a response is compared with.
  package static let answers = 64 << 10
  /// Each text of a quiz, in characters.
  package static let quizText = 64 << 10
  /// A learner's name.
  package static let name = 1000
  /// The fault of a text with U+0000, which PostgreSQL cannot hold: no engine takes it.
  static let nullMessage = "has the character U+0000: leave it out"
  /// The number of collections per assignment.
  package static let collections = 100

  /// Returns the fault of a response that is too long, or that has a control character other than a tab and the ends of
  /// lines: a terminal would obey it wherever the response is shown.
  ///
  /// - Parameter typed: the texts in the response.
  package static func fault(inResponse text: String?, typed: [String]) -> Fault? {
    if let text, text.utf8.count > response {
      return Fault(path: "response", message: "has \(text.utf8.count) bytes, more than \(response): shorten it")
    }
    let control = typed.lazy.flatMap(\.unicodeScalars).first {
      $0.properties.generalCategory == .control && !["\t", "\n", "\r"].contains($0)
    }
    return control.map {
      let code = String($0.value, radix: 16, uppercase: true)
      return Fault(path: "response", message: "has the control character U+\(code): leave it out")
    }
  }
}
