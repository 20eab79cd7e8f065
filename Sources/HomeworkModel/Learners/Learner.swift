/// A person who plays. Attempts, progress, completion, stars and statistics belong to a learner; homework belongs to
/// the library.
public struct Learner: Identifiable, Hashable, Sendable {
  /// The learner's id, and the time when the learner was added.
  public var id: Identifier<Learner>, createdAt: Timestamp
  /// The name, 1 to 100 characters, unique in the library without regard to case; and whether this is the default
  /// learner.
  public var name: String, isDefault: Bool
  /// The extra time for attempts with a time limit; `nil` for none.
  public var extraTime: ExtraTime?
  /// The number in the class list of a school, 1 to 100 characters; `nil` for none.
  public var number: String?

  /// A share of extra time, in per cent of a time limit.
  public enum ExtraTime: Int, Hashable, Sendable, CaseIterable {
    case quarter = 25, half = 50, double = 100

    /// Returns a time limit with the extra time.
    package func extend(_ limitMs: Int) -> Int { limitMs + limitMs * rawValue / 100 }
  }

  /// Creates a learner from its parts, without checking them.
  package init(
    id: ID, name: String, isDefault: Bool, createdAt: Timestamp, extraTime: ExtraTime? = nil, number: String? = nil
  ) {
    (self.id, self.name, self.isDefault, self.createdAt) = (id, name, isDefault, createdAt)
    (self.extraTime, self.number) = (extraTime, number)
  }

  /// The name of the learner that every new library has.
  package static let firstName = "Learner 1"

  /// The allowed lengths of a name.
  package static let nameLengths = 1...100

  /// Returns the faults of a name.
  package static func faults(inName name: String) -> [Fault] { faults(in: name, "name") }

  /// Returns the faults of a number of a class list.
  package static func faults(inNumber number: String) -> [Fault] { faults(in: number, "number") }

  private static func faults(in name: String, _ path: String) -> [Fault] {
    guard name.utf8.count <= TextLimits.name else {
      return [Fault(path: path, message: "must have at most \(TextLimits.name) bytes, not \(name.utf8.count)")]
    }
    if name.allSatisfy(\.isWhitespace) { return [Fault(path: path, message: "is empty")] }
    guard nameLengths.contains(name.count) else {
      return [Fault(path: path, message: "must have at most 100 characters, not \(name.count)")]
    }
    guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      return [Fault(path: path, message: "must be one line, without control characters")]
    }
    return []
  }

  /// The name without case, which must be unique in a library.
  package static func foldedName(_ name: String) -> String { Folding.caseless(name) }
}
