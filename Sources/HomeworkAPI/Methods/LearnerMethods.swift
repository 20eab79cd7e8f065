public import HomeworkModel

extension Methods {
  public static let learnerAdd = RPCMethod<String, Learner>(
    writing: "learner.add", "Adds a learner.",
    .object(
      Field("name", .string, \.self, "1 to 100 characters, unique without regard to case"), make: { $0 }),
    gives: Shapes.learner, fails: [.invalid, .databaseUnavailable], example: "Ada")

  public static let learnerList = RPCMethod<Void, [Learner]>(
    "learner.list", "Lists the learners of the library, in the order they were added.", .nothing,
    gives: items(Shapes.learner), fails: [.databaseUnavailable], example: ())

  public static let learnerUpdate = RPCMethod<LearnerEdit, Learner>(
    writing: "learner.update", "Renames a learner, or makes them the default learner.",
    .object(
      Field("learnerId", .string, \.learnerId, "the learner: a name, an id, or a unique part of one"),
      Field(optional: "name", .string, \.name, "the new name"),
      Field("isDefault", .boolean, else: false, \.becomesDefault, "whether they become the default learner"),
      make: { LearnerEdit(learnerId: $0, name: $1, becomesDefault: $2) }),
    gives: Shapes.learner, fails: lookup + [.invalid], example: LearnerEdit(learnerId: "Ada", name: "Ada B."))

  public static let learnerErase = RPCMethod<LearnerErasing, Erasure>(
    "learner.erase",
    "Erases all data about a learner for good, and every byte of it from the file; their events keep their "
      + "numbers.",
    .object(
      Field("learnerId", .string, \.learnerId, "the learner: a name, an id, or a unique part of one"),
      Field("name", .string, \.name, "the full name, to confirm, as this cannot be undone"),
      make: { LearnerErasing(learnerId: $0, name: $1) }),
    gives: .object(
      Field("learner", Shapes.learner, \.learner, "The erased learner."),
      Field("attempts", .count, \.attempts, "The number of erased attempts."),
      Field(
        "copies", .array(.string), \.copies,
        "Backups made before migrations, which still contain the learner: delete them yourself."),
      Field(
        optional: "newDefault", Shapes.learner, \.newDefault,
        "The learner who is the default now, if the erased learner was."),
      Field(
        "pending", .array(.string), \.pending,
        "Files that still hold erased bytes because another program is reading: close it, then vacuum."),
      make: Erasure.init),
    fails: lookup, example: LearnerErasing(learnerId: "Ada", name: "Ada"))

  public static let learnerExport = RPCMethod<LearnerExport, ExportedLearner>(
    "learner.export", "Exports all data about a learner as a JSON document, for import into another library.",
    .object(
      Field("learnerId", .string, \.learnerId, "the learner: a name, an id, or a unique part of one"),
      Field(
        optional: "path", .string, \.path, "the absolute path of a new file to write, instead of returning the text"),
      make: { LearnerExport(learnerId: $0, path: $1) }),
    gives: .object(
      Field(optional: "document", .string, \.document, "The document, if no path was given."),
      Field(optional: "path", .string, \.path, "The file, if a path was given."), make: ExportedLearner.init),
    fails: lookup + [.invalid], example: LearnerExport(learnerId: "Ada"))

  public static let learnerImport = RPCMethod<LearnerImport, Learner>(
    writing: "learner.import",
    "Imports a learner exported from another library, with any homework that is missing here. Does not create "
      + "their events again.",
    .object(
      Field(optional: "document", .string, \.document, "the document; give this or path"),
      Field(optional: "path", .string, \.path, "the absolute path of the file, up to 64 MiB"),
      make: { LearnerImport(document: $0, path: $1) }),
    gives: Shapes.learner, fails: [.invalid, .notFound, .tooLarge, .databaseUnavailable],
    example: LearnerImport(path: "/var/backups/ada.json"))

  public static let overviewGet = RPCMethod<Void, Overview>(
    "overview.get",
    "Returns the progress in all homework, and the hardest questions: of all learners, or of the one that is named.",
    .nothing,
    gives: Shapes.overview, fails: [.databaseUnavailable], example: ())

  static let learnerMethods: [MethodDescription] = [
    learnerAdd.description, learnerList.description, learnerUpdate.description, learnerExport.description,
    learnerImport.description, learnerErase.description, overviewGet.description,
  ]
}

/// A learner to export, and the target.
public struct LearnerExport: Sendable {
  /// A name, an id, or a unique part of one.
  public var learnerId: String
  /// The absolute path of a new file; by default the reply contains the document.
  public var path: String?

  public init(learnerId: String, path: String? = nil) {
    (self.learnerId, self.path) = (learnerId, path)
  }
}

/// An exported learner: the document, or the path of its file.
public struct ExportedLearner: Hashable, Sendable {
  public let document: String?
  public let path: String?

  package init(document: String?, path: String?) {
    (self.document, self.path) = (document, path)
  }
}

/// A learner to import: the document, or the absolute path of its file.
public struct LearnerImport: Sendable {
  public var document: String?
  public var path: String?

  public init(document: String? = nil, path: String? = nil) {
    (self.document, self.path) = (document, path)
  }
}

/// A learner to erase.
public struct LearnerErasing: Sendable {
  /// A name, an id, or a unique part of one.
  public var learnerId: String
  /// The full name, to confirm.
  public var name: String

  public init(learnerId: String, name: String) {
    (self.learnerId, self.name) = (learnerId, name)
  }
}

/// Changes to a learner.
public struct LearnerEdit: Sendable {
  /// A name, an id, or a unique part of one.
  public var learnerId: String
  public var name: String?
  public var becomesDefault: Bool

  public init(learnerId: String, name: String? = nil, becomesDefault: Bool = false) {
    (self.learnerId, self.name, self.becomesDefault) = (learnerId, name, becomesDefault)
  }
}
