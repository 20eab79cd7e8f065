package import HomeworkModel

/// Parameters that a call may have besides those of its method.
public struct CallScope: Hashable, Sendable {
  /// The learner, by name or id; the default learner by default.
  public var learner: String?

  /// The library, if there are several.
  public var library: String?

  public init(learner: String? = nil, library: String? = nil) {
    (self.learner, self.library) = (learner, library)
  }
}

extension MethodDescription {
  package static let library = Schema.Member(
    name: "library", schema: .string(), isRequired: false, summary: "the library's name; required if there are several")
  static let learnerId = Schema.Member(
    name: "learnerId", schema: .string(), isRequired: false,
    summary: "the learner: a name, an id, or a unique part of one; the default learner by default")
}

extension JSONText {
  /// Returns an object with one more member.
  package func with(_ key: String, _ text: String) -> JSONText {
    with(key, JSONText(JSONValue.string(text)))
  }

  /// Returns an object with one more member.
  package func with(_ key: String, _ value: JSONText) -> JSONText {
    var writer = JSONWriter(capacity: bytes.count + value.bytes.count + key.utf8.count + 8)
    writer.write(json: Array(bytes.dropLast()))
    if bytes.count > 2 { writer.write(json: ",") }
    writer.write(key)
    writer.write(json: ":")
    writer.write(json: value.bytes)
    writer.write(json: "}")
    return JSONText(writer.bytes)
  }
}
