import HomeworkJSON
public import HomeworkModel
import HomeworkRPC

extension Methods {
  static let ofLearner = Shape<String>.object(
    Field("learnerId", .string, { $0 }, "a name, an id, or a unique part of one"), make: { $0 })

  public static let learnerAdd = RPCMethod<String, Learner>(
    writing: "learner.add", "Adds a learner.",
    .object(
      Field("name", .string, { $0 }, "1 to 100 characters, no other learner's without regard to case"), make: { $0 }),
    gives: Shapes.learner, fails: [.invalid, .databaseUnavailable], example: "Ada")

  public static let learnerList = RPCMethod<Void, [Learner]>(
    "learner.list", "The learners of the library, in the order in which they were added.", .nothing,
    gives: items(Shapes.learner), fails: [.databaseUnavailable], example: ())

  public static let learnerUpdate = RPCMethod<LearnerEdit, Learner>(
    writing: "learner.update", "Gives a learner another name, or makes them the one meant where none is named.",
    .object(
      Field("learnerId", .string, \.learnerId, "a name, an id, or a unique part of one"),
      Field(optional: "name", .string, \.name, "the new name"),
      Field("isDefault", .boolean, else: false, \.becomesDefault, "whether they become the default learner"),
      make: { LearnerEdit(learnerId: $0, name: $1, becomesDefault: $2) }),
    gives: Shapes.learner, fails: lookup + [.invalid], example: LearnerEdit(learnerId: "Ada", name: "Ada B."))

  public static let learnerErase = RPCMethod<LearnerErasing, Erasure>(
    "learner.erase",
    "Takes away all that speaks of a learner, for good, and every byte of it from the file; their events keep their "
      + "numbers.",
    .object(
      Field("learnerId", .string, \.learnerId, "a name, an id, or a unique part of one"),
      Field("name", .string, \.name, "their whole name once more, since it cannot be undone"),
      make: { LearnerErasing(learnerId: $0, name: $1) }),
    gives: .object(
      Field("learner", Shapes.learner, \.learner, "Who it was."),
      Field("attempts", .count, \.attempts, "Attempts that went with them."),
      Field(
        "copies", .array(.string), \.copies,
        "Copies of the database from before migrations, which still hold them: delete them by hand."),
      make: Erasure.init),
    fails: lookup, example: LearnerErasing(learnerId: "Ada", name: "Ada"))

  public static let learnerExport = RPCMethod<LearnerExport, ExportedLearner>(
    "learner.export", "Everything that speaks of a learner, as one JSON document that another library takes in.",
    .object(
      Field("learnerId", .string, \.learnerId, "a name, an id, or a unique part of one"),
      Field(optional: "path", .string, \.path, "an absolute path of a new file for it, in place of the reply"),
      make: { LearnerExport(learnerId: $0, path: $1) }),
    gives: .object(
      Field(optional: "document", .string, \.document, "The document, where no path was given."),
      Field(optional: "path", .string, \.path, "The file, where one was."), make: ExportedLearner.init),
    fails: lookup + [.invalid], example: LearnerExport(learnerId: "Ada"))

  public static let learnerImport = RPCMethod<LearnerImport, Learner>(
    writing: "learner.import",
    "Takes in a learner whom another library exported, with the homework that is not here yet. Their events are not "
      + "made again.",
    .object(
      Field(optional: "document", .string, \.document, "the document; this or path"),
      Field(optional: "path", .string, \.path, "the absolute path of its file, up to 64 MiB"),
      make: { LearnerImport(document: $0, path: $1) }),
    gives: Shapes.learner, fails: [.invalid, .notFound, .tooLarge, .databaseUnavailable],
    example: LearnerImport(path: "/var/backups/ada.json"))

  public static let overviewGet = RPCMethod<Void, Overview>(
    "overview.get", "All learners by all homework, and the questions that were answered wrong most often.", .nothing,
    gives: Shapes.overview, fails: [.databaseUnavailable], example: ())

  static let learnerMethods: [MethodDescription] = [
    learnerAdd.description, learnerList.description, learnerUpdate.description, learnerExport.description,
    learnerImport.description, learnerErase.description, overviewGet.description,
  ]
}

/// Whom to export, and where to.
public struct LearnerExport: Sendable {
  /// A name, an id, or a unique part of one.
  public var learnerId: String
  /// An absolute path of a file that is not there yet; in the reply unless given.
  public var path: String?

  public init(learnerId: String, path: String? = nil) {
    (self.learnerId, self.path) = (learnerId, path)
  }
}

/// A learner, exported: the document, or the file that it is in.
public struct ExportedLearner: Hashable, Sendable {
  public let document: String?
  public let path: String?

  package init(document: String?, path: String?) {
    (self.document, self.path) = (document, path)
  }
}

/// A learner to take in: the document, or the absolute path of its file.
public struct LearnerImport: Sendable {
  public var document: String?
  public var path: String?

  public init(document: String? = nil, path: String? = nil) {
    (self.document, self.path) = (document, path)
  }
}

/// Whom to erase.
public struct LearnerErasing: Sendable {
  /// A name, an id, or a unique part of one.
  public var learnerId: String
  /// Their whole name.
  public var name: String

  public init(learnerId: String, name: String) {
    (self.learnerId, self.name) = (learnerId, name)
  }
}

/// What changes of a learner.
public struct LearnerEdit: Sendable {
  /// A name, an id, or a unique part of one.
  public var learnerId: String
  public var name: String?
  public var becomesDefault: Bool

  public init(learnerId: String, name: String? = nil, becomesDefault: Bool = false) {
    (self.learnerId, self.name, self.becomesDefault) = (learnerId, name, becomesDefault)
  }
}
