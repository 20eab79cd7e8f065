import HomeworkAPI
import HomeworkStore

extension Operations {
  static let libraries: [Operation] = [
    Operation(Methods.libraryList) { listing, context in
      try context.service.libraries.list(limit: listing.limit ?? 50, after: listing.after)
    },
    Operation(Methods.libraryCreate) { name, context in try context.service.libraries.create(name) },
    Operation(Methods.libraryDelete) { deletion, context in
      try context.service.libraries.delete(deletion.name, confirmedAs: deletion.confirm)
      return deletion.name
    },
    Operation(Methods.libraryExport, handler: copying),
    Operation(Methods.libraryImport) { copy, context in
      let path = try absolute(copy.path)
      try NamedFile(path, parameter: "path").check()
      return try context.service.libraries.add(copyAt: path, as: copy.name, isCancelled: context.isCancelled) {
        context.onProgress?("reading the copy", $0)
      }
    },
  ]

  /// Copies the library to a file.
  static let copying: @Sendable (String, Context) throws -> String = { path, context in
    try context.store.backupAndWait(to: try absolute(path), isCancelled: context.isCancelled) {
      context.onProgress?("copying the database", $0)
    }
    return path
  }
}
