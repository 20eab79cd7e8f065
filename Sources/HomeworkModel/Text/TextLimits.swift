/// The limits for written texts, in bytes of UTF-8, so that no call's work delays the others: a single character may
/// have any number of bytes.
package enum TextLimits {
  /// A learner's answer.
  package static let response = 16 << 10
  /// All answers of a question that a response is compared with.
  package static let answers = 64 << 10
  /// A learner's name.
  package static let name = 1000
  /// The number of collections per assignment.
  package static let collections = 100

  /// Returns the fault of a response that is too long.
  package static func fault(inResponse text: String?) -> Fault? {
    guard let text, text.utf8.count > response else { return nil }
    return Fault(path: "response", message: "has \(text.utf8.count) bytes, more than \(response): shorten it")
  }
}
