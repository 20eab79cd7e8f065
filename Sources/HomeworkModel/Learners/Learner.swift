/// A person who plays. Attempts, progress, completion, stars and statistics belong to a learner; homework belongs to
/// the library.
public struct Learner: Identifiable, Hashable, Sendable {
  /// The learner's id, and the time when the learner was added.
  public var id: Identifier<Learner>, createdAt: Timestamp
  /// The name, 1 to 100 characters, unique in the library without regard to case; and whether this is the default
  /// learner.
  public var name: String, isDefault: Bool

  /// Creates a learner from its parts, without checking them.
  package init(id: ID, name: String, isDefault: Bool, createdAt: Timestamp) {
    (self.id, self.name, self.isDefault, self.createdAt) = (id, name, isDefault, createdAt)
  }

  /// The name of the learner that every new library has.
  package static let firstName = "Learner 1"

  /// The allowed lengths of a name.
  package static let nameLengths = 1...100

  /// Returns the faults of a name.
  package static func faults(inName name: String) -> [Fault] {
    guard name.utf8.count <= TextLimits.name else {
      return [Fault(path: "name", message: "must have at most \(TextLimits.name) bytes, not \(name.utf8.count)")]
    }
    if name.allSatisfy(\.isWhitespace) { return [Fault(path: "name", message: "is empty")] }
    guard nameLengths.contains(name.count) else {
      return [Fault(path: "name", message: "must have at most 100 characters, not \(name.count)")]
    }
    guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      return [Fault(path: "name", message: "must be one line, without control characters")]
    }
    return []
  }

  /// The name without case, which must be unique in a library.
  package static func foldedName(_ name: String) -> String { Folding.caseless(name) }
}
