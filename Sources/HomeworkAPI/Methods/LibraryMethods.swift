public import HomeworkModel

extension Methods {
  private static let name = Field<String>(
    "name", \.self, "1 to 64 of the characters a-z 0-9 - _ ., beginning with a letter or a digit")
  private static let maintenance: [RPCError.Name] = [.databaseUnavailable, .invalid, .conflict]

  public static let libraryList = RPCMethod<LibraryListing, Page<LibraryInfo>>(
    long: "library.list",
    "Lists the libraries of the directory by name, or the one in a file. Ignores other files.",
    .object(LibraryListing()) {
      Field("limit", \.limit, .integer(PageSize.allowed), "how many to list, 1 to 500; 50 by default")
      Field("after", \.after, "continue after a page: its `next`")
    },
    gives: Shapes.page(Shapes.library, order: "The libraries, by name."), isOfLibrary: false,
    fails: [.databaseUnavailable],
    example: LibraryListing { $0.limit = 10 })

  public static let libraryCreate = RPCMethod<String, LibraryInfo>(
    long: "library.create", "Creates an empty library, and its directory if it does not exist.",
    .object("") {
      name
    }, gives: Shapes.library, isOfLibrary: false, fails: maintenance,
    example: "class-3b")

  public static let libraryDelete = RPCMethod<LibraryDeletion, String>(
    long: "library.delete", "Deletes a library and everything in it for good. Fails if the library is in use.",
    .object(LibraryDeletion()) {
      Field("name", \.name, "the name of the library")
      Field("confirm", \.confirm, "the name again, to confirm")
    },
    gives: .object("") {
      Field("deleted", \.self, "The name of the deleted library.")
    },
    isOfLibrary: false, fails: maintenance + [.notFound],
    example: LibraryDeletion { ($0.name, $0.confirm) = ("class-3b", "class-3b") })

  public static let libraryExport = RPCMethod<String, String>(
    long: "library.export", "Copies a library to a file, for `library.import`, and checks the copy.",
    .object("") {
      Field("path", \.self, "the absolute path of the file")
    },
    gives: .object("") {
      Field("path", \.self, "The path of the copy.")
    }, fails: maintenance,
    example: "/var/backups/class-3b.sqlite")

  public static let libraryImport = RPCMethod<LibraryCopy, LibraryInfo>(
    long: "library.import", "Checks an exported library and imports it into a directory, or into an empty database.",
    .object(LibraryCopy()) {
      Field("path", \.path, "the absolute path of the copy")
      Field("name", \.name, "the name of the new library; by default the file's name without .sqlite")
    },
    gives: Shapes.library, isOfLibrary: false, fails: maintenance + [.notFound],
    example: LibraryCopy { ($0.path, $0.name) = ("/var/backups/class-3b.sqlite", "class-4b") })

  static let libraryMethods: [MethodDescription] = [
    libraryList.description, libraryCreate.description, libraryDelete.description, libraryExport.description,
    libraryImport.description,
  ]
}

/// A page of libraries to list.
public struct LibraryListing: Fillable {
  /// How many to list, 1 to 500; 50 by default.
  public var limit: Int?
  /// The cursor from the page before.
  public var after: String?

  public init() {}
}

/// A library to delete, with its name twice.
public struct LibraryDeletion: Fillable {
  public var name = ""
  public var confirm = ""

  public init() {}
}

/// An exported library to import.
public struct LibraryCopy: Fillable {
  /// The absolute path of the file.
  public var path = ""
  /// The name of the new library; by default that of the file.
  public var name: String?

  public init() {}
}
