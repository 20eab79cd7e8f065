public import HomeworkModel

extension Methods {
  public static let learnerAdd = RPCMethod<String, Learner>(
    "learner.add", .write, "Adds a learner.",
    .object("") {
      Field("name", \.self, "1 to 100 characters, unique without regard to case")
    },
    returns: Shapes.learner, errors: [.invalid, .databaseUnavailable], example: "Ada")

  public static let learnerList = RPCMethod<Void, [Learner]>(
    "learner.list", .inline, "Lists the learners of the library, in the order they were added.", .nothing,
    returns: items(Shapes.learner), errors: [.databaseUnavailable], example: ())

  public static let learnerUpdate = RPCMethod<LearnerEdit, Learner>(
    "learner.update", .write, "Renames a learner, or makes them the default learner.",
    .object(LearnerEdit()) {
      Field("learnerId", \.learnerId, "the learner: a name, an id, or a unique part of one")
      Field("name", \.name, "the new name")
      Field(optional: "isDefault", \.becomesDefault, "whether they become the default learner")
    },
    returns: Shapes.learner, errors: lookup + [.invalid],
    example: LearnerEdit { ($0.learnerId, $0.name) = ("Ada", "Ada B.") })

  public static let learnerErase = RPCMethod<EraseLearnerParams, Erasure>(
    "learner.erase", .long,
    "Erases all data about a learner for good, and every byte of it from the file; their events keep their "
      + "numbers.",
    .object(EraseLearnerParams()) {
      Field("learnerId", \.learnerId, "the learner: a whole name, or an id")
      Field("name", \.name, "the full name, to confirm, as this cannot be undone")
    },
    returns: .object(Erasure(learner: .blank, attempts: 0)) {
      Field("learner", \.learner, Shapes.learner, "The erased learner.")
      Field("attempts", \.attempts, "The number of erased attempts.")
      Field(
        "newDefault", \.newDefault, Shapes.learner, "The learner who is the default now, if the erased learner was.")
      Field(
        "pending", \.pending,
        "Files that still hold erased bytes because another program is reading: close it, then vacuum.")
    },
    errors: lookup, example: EraseLearnerParams { ($0.learnerId, $0.name) = ("Ada", "Ada") })

  public static let learnerExport = RPCMethod<LearnerExport, ExportedLearner>(
    "learner.export", .long, "Exports all data about a learner as a JSON document, for import into another library.",
    .object(LearnerExport()) {
      Field("learnerId", \.learnerId, "the learner: a name, an id, or a unique part of one")
      Field("path", \.path, "the absolute path of a new file to write, instead of returning the text")
    },
    returns: .object(ExportedLearner()) {
      Field("document", \.document, "The document, if no path was given.")
      Field("path", \.path, "The file, if a path was given.")
    },
    errors: lookup + [.invalid], example: LearnerExport { $0.learnerId = "Ada" })

  public static let learnerImport = RPCMethod<LearnerImport, Learner>(
    "learner.import", .write,
    "Imports a learner exported from another library, with any homework that is missing here. Does not create "
      + "their events again.",
    .object(LearnerImport()) {
      Field("document", \.document, .file.upTo(64 << 20), "the document; give this or path")
      Field("path", \.path, .file.upTo(4096), "the absolute path of the file, up to 64 MiB")
    },
    returns: Shapes.learner, errors: [.invalid, .notFound, .tooLarge, .databaseUnavailable],
    example: LearnerImport { $0.path = "/var/backups/ada.json" })

  public static let overviewGet = RPCMethod<String?, Overview>(
    "overview.get", .long,
    "Returns the progress in all homework, and the hardest questions. Leaves out \(Learner.firstName) if that learner "
      + "has not played and there are others.",
    .object(nil) {
      Field("learnerId", \.self, "only this learner: a name, an id, or a unique part of one; all learners by default")
    },
    returns: Shapes.overview, errors: [.databaseUnavailable, .notFound, .conflict], example: nil)
}

/// A learner to export, and the target.
public struct LearnerExport: DefaultInitializable {
  public var learnerId = "", path: String?

  public init() {}
}

/// An exported learner: the document, or the path of its file.
public struct ExportedLearner: Hashable, DefaultInitializable {
  public var document: String?, path: String?

  public init() {}
}

/// A learner to import: the document, or the absolute path of its file.
public struct LearnerImport: DefaultInitializable {
  public var document: String?, path: String?

  public init() {}
}

/// A learner to erase, and the name, repeated to confirm it.
public struct EraseLearnerParams: DefaultInitializable {
  public var learnerId = "", name = ""

  public init() {}
}

/// Changes to a learner.
public struct LearnerEdit: DefaultInitializable {
  public var learnerId = "", name: String?, becomesDefault = false

  public init() {}
}
