/// A person who plays. Attempts, progress, completion, stars and statistics are a learner's; homework is the library's.
public struct Learner: Identifiable, Hashable, Sendable {
  /// Its public identity, and when it was added.
  public let id: Identifier<Learner>, createdAt: Timestamp
  /// 1 to 100 characters, in its library no other's without regard to case; and whether it is meant where none is named.
  public var name: String, isDefault: Bool

  /// With these parts; nothing is checked.
  package init(id: ID, name: String, isDefault: Bool, createdAt: Timestamp) {
    (self.id, self.name, self.isDefault, self.createdAt) = (id, name, isDefault, createdAt)
  }

  /// How many characters a name has.
  package static let nameLengths = 1...100

  /// What is wrong with a name.
  package static func faults(inName name: String) -> [Fault] {
    if name.allSatisfy(\.isWhitespace) { return [Fault(path: "name", message: "is empty")] }
    guard nameLengths.contains(name.count) else {
      return [Fault(path: "name", message: "must have at most 100 characters, has \(name.count)")]
    }
    guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      return [Fault(path: "name", message: "must be one line, without control characters")]
    }
    return []
  }

  /// What no two names of a library have in common: the name without case.
  package static func foldedName(_ name: String) -> String { Folding.caseless(name) }
}
