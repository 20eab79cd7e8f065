import HomeworkJSON
public import HomeworkModel
import HomeworkRPC

extension Methods {
  private static let name = Field<String, String>(
    "name", .string, { $0 }, "1 to 64 of a-z, 0-9, -, _ and ., a letter or a digit first")
  private static let care: [RPCError.Name] = [.databaseUnavailable, .invalid, .conflict]

  public static let libraryList = RPCMethod<LibraryListing, Page<LibraryInfo>>(
    "library.list",
    "The libraries of the directory by name, or the one of a file. What is not called as a library is left out.",
    .object(
      Field(optional: "limit", .integer(1...500), \.limit, "at most so many; 50 by default"),
      Field(optional: "after", .string, \.after, "`next` of the page before"),
      make: { LibraryListing(limit: $0, after: $1) }),
    gives: Shapes.page(Shapes.library, order: "By name."), isOfLibrary: false,
    fails: [.databaseUnavailable],
    example: LibraryListing(limit: 10))

  public static let libraryCreate = RPCMethod<String, LibraryInfo>(
    "library.create", "Makes an empty library, and the directory where it is not there yet.",
    .object(name, make: { $0 }), gives: Shapes.library, isOfLibrary: false, fails: care,
    example: "class-3b")

  public static let libraryDelete = RPCMethod<LibraryDeletion, String>(
    "library.delete", "Deletes a library with all that is in it, for good, unless somebody uses it.",
    .object(
      Field("name", .string, \.name, "which one"),
      Field("confirm", .string, \.confirm, "its name again"),
      make: { LibraryDeletion(name: $0, confirm: $1) }),
    gives: .object(Field("deleted", .string, { $0 }, "Its name."), make: { $0 }),
    isOfLibrary: false, fails: care + [.notFound], example: LibraryDeletion(name: "class-3b", confirm: "class-3b"))

  public static let libraryExport = RPCMethod<String, String>(
    "library.export", "Copies a library to a file, checked before it takes its place; `library.import` takes it.",
    .object(Field("path", .string, { $0 }, "the absolute path of the file"), make: { $0 }),
    gives: .object(Field("path", .string, { $0 }, "The copy."), make: { $0 }), fails: care,
    example: "/var/backups/class-3b.sqlite")

  public static let libraryImport = RPCMethod<LibraryCopy, LibraryInfo>(
    "library.import", "Makes a library of a copy, checked first. Into a database that is one file, while it is empty.",
    .object(
      Field("path", .string, \.path, "the absolute path of the copy"),
      Field(optional: "name", .string, \.name, "of the new library; the file's own, without .sqlite, by default"),
      make: { LibraryCopy(path: $0, name: $1) }),
    gives: Shapes.library, isOfLibrary: false, fails: care + [.notFound],
    example: LibraryCopy(path: "/var/backups/class-3b.sqlite", name: "class-4b"))

  static let libraryMethods: [MethodDescription] = [
    libraryList.description, libraryCreate.description, libraryDelete.description, libraryExport.description,
    libraryImport.description,
  ]
}

/// A page of libraries.
public struct LibraryListing: Sendable {
  /// At most so many, 1 to 500; 50 unless given.
  public var limit: Int?
  /// What the page before gave as its next.
  public var after: String?

  public init(limit: Int? = nil, after: String? = nil) {
    (self.limit, self.after) = (limit, after)
  }
}

/// The library to delete, named twice.
public struct LibraryDeletion: Sendable {
  public var name: String
  public var confirm: String

  public init(name: String, confirm: String) {
    (self.name, self.confirm) = (name, confirm)
  }
}

/// The copy of a library, and what is to become of it.
public struct LibraryCopy: Sendable {
  /// The absolute path of the copy.
  public var path: String
  /// Of the new library; the file's own unless given.
  public var name: String?

  public init(path: String, name: String? = nil) {
    (self.path, self.name) = (path, name)
  }
}
