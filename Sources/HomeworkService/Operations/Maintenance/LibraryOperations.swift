import HomeworkAPI
import HomeworkStore

extension Operations {
  static let libraries: [Operation] = [
    Operation(long: Methods.libraryList) { listing, context, _ in
      try context.service.libraries.list(limit: listing.limit ?? 50, after: listing.after)
    },
    Operation(long: Methods.libraryCreate) { name, context, _ in try context.service.libraries.create(name) },
    Operation(long: Methods.libraryDelete) { deletion, context, _ in
      try context.service.libraries.delete(deletion.name, confirmedAs: deletion.confirm)
      return deletion.name
    },
    Operation(long: Methods.libraryExport, works: copying),
    Operation(long: Methods.libraryImport) { copy, context, isCancelled in
      let path = try absolute(copy.path)
      try NamedFile(path, parameter: "path").check()
      return try context.service.libraries.add(copyAt: path, as: copy.name, isCancelled: isCancelled) {
        context.onProgress?("reading the copy", $0)
      }
    },
  ]

  /// Copies the library to a file.
  static let copying: @Sendable (String, Context, @escaping Store.IsCancelled) throws -> String = {
    path, context, isCancelled in
    try context.store.backupAndWait(to: try absolute(path), isCancelled: isCancelled) {
      context.onProgress?("copying the database", $0)
    }
    return path
  }
}
