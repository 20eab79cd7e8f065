public import HomeworkModel

extension Methods {
  private static let name = Field<String, String>(
    "name", .string, \.self, "1 to 64 of the characters a-z 0-9 - _ ., beginning with a letter or a digit")
  private static let maintenance: [RPCError.Name] = [.databaseUnavailable, .invalid, .conflict]

  public static let libraryList = RPCMethod<LibraryListing, Page<LibraryInfo>>(
    "library.list",
    "Lists the libraries of the directory by name, or the one in a file. Ignores other files.",
    .object(
      Field(optional: "limit", .integer(PageSize.allowed), \.limit, "how many to list, 1 to 500; 50 by default"),
      Field(optional: "after", .string, \.after, "continue after a page: its `next`"),
      make: { LibraryListing(limit: $0, after: $1) }),
    gives: Shapes.page(Shapes.library, order: "The libraries, by name."), isOfLibrary: false,
    fails: [.databaseUnavailable],
    example: LibraryListing(limit: 10))

  public static let libraryCreate = RPCMethod<String, LibraryInfo>(
    "library.create", "Creates an empty library, and its directory if it does not exist.",
    .object(name, make: { $0 }), gives: Shapes.library, isOfLibrary: false, fails: maintenance,
    example: "class-3b")

  public static let libraryDelete = RPCMethod<LibraryDeletion, String>(
    "library.delete", "Deletes a library and everything in it for good. Fails if the library is in use.",
    .object(
      Field("name", .string, \.name, "the name of the library"),
      Field("confirm", .string, \.confirm, "the name again, to confirm"),
      make: { LibraryDeletion(name: $0, confirm: $1) }),
    gives: .object(Field("deleted", .string, \.self, "The name of the deleted library."), make: { $0 }),
    isOfLibrary: false, fails: maintenance + [.notFound],
    example: LibraryDeletion(name: "class-3b", confirm: "class-3b"))

  public static let libraryExport = RPCMethod<String, String>(
    "library.export", "Copies a library to a file, for `library.import`, and checks the copy.",
    .object(Field("path", .string, \.self, "the absolute path of the file"), make: { $0 }),
    gives: .object(Field("path", .string, \.self, "The path of the copy."), make: { $0 }), fails: maintenance,
    example: "/var/backups/class-3b.sqlite")

  public static let libraryImport = RPCMethod<LibraryCopy, LibraryInfo>(
    "library.import", "Checks an exported library and imports it into a directory, or into an empty database.",
    .object(
      Field("path", .string, \.path, "the absolute path of the copy"),
      Field(
        optional: "name", .string, \.name, "the name of the new library; by default the file's name without .sqlite"),
      make: { LibraryCopy(path: $0, name: $1) }),
    gives: Shapes.library, isOfLibrary: false, fails: maintenance + [.notFound],
    example: LibraryCopy(path: "/var/backups/class-3b.sqlite", name: "class-4b"))

  static let libraryMethods: [MethodDescription] = [
    libraryList.description, libraryCreate.description, libraryDelete.description, libraryExport.description,
    libraryImport.description,
  ]
}

/// A page of libraries to list.
public struct LibraryListing: Sendable {
  /// How many to list, 1 to 500; 50 by default.
  public var limit: Int?
  /// The cursor from the page before.
  public var after: String?

  public init(limit: Int? = nil, after: String? = nil) {
    (self.limit, self.after) = (limit, after)
  }
}

/// A library to delete, with its name twice.
public struct LibraryDeletion: Sendable {
  public var name: String
  public var confirm: String

  public init(name: String, confirm: String) {
    (self.name, self.confirm) = (name, confirm)
  }
}

/// An exported library to import.
public struct LibraryCopy: Sendable {
  /// The absolute path of the file.
  public var path: String
  /// The name of the new library; by default that of the file.
  public var name: String?

  public init(path: String, name: String? = nil) {
    (self.path, self.name) = (path, name)
  }
}
