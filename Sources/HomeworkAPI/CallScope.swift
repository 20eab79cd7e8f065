package import HomeworkJSON
import HomeworkRPC

/// What a call may say beside the parameters of its method.
public struct CallScope: Hashable, Sendable {
  /// The learner whom it is about, by name or id: the default one unless given.
  public var learner: String?

  /// The library, where there are several.
  public var library: String?

  public init(learner: String? = nil, library: String? = nil) {
    (self.learner, self.library) = (learner, library)
  }
}

extension MethodDescription {
  package static let library = Schema.Member(
    name: "library", schema: .string(), isRequired: false, summary: "its name; needed where there are several")
  static let learnerId = Schema.Member(
    name: "learnerId", schema: .string(), isRequired: false,
    summary: "whom it is about: a name, an id, or a unique part of one; the default learner unless given")
}

extension JSONText {
  /// An object with one member more.
  package func with(_ key: String, _ text: String) -> JSONText {
    var writer = JSONWriter(capacity: bytes.count + text.utf8.count + key.utf8.count + 8)
    writer.write(json: Array(bytes.dropLast()))
    if bytes.count > 2 { writer.write(json: ",") }
    writer.write(key)
    writer.write(json: ":")
    writer.write(text)
    writer.write(json: "}")
    return JSONText(writer.bytes)
  }
}
