package import HomeworkAPI
package import HomeworkModel
import HomeworkStore

extension Operations {
  static let database: [Operation] = [
    Operation(Methods.databaseInfo) { _, context in try context.store.infoAndWait() },
    Operation(Methods.databaseCheck) { _, context in
      try context.store.checkAndWait(isCancelled: context.isCancelled) {
        context.service.onProgress?("checking the database", $0)
      }
    },
    Operation(Methods.databaseBackup) { path, context in
      try context.store.backupAndWait(to: try absolute(path), isCancelled: context.isCancelled) {
        context.service.onProgress?("copying the database", $0)
      }
      return path
    },
  ]

  static func absolute(_ path: String, of parameter: String = "path") throws(RPCError) -> String {
    guard path.hasPrefix("/") else {
      throw .fault(parameter, "must be an absolute path, not \"\(excerpt(path, most: 200))\"")
    }
    return path
  }
}

/// Maintenance that replaces all rows or the whole file, which a daemon does not offer.
extension Service {
  package func repair() throws(RPCError) -> RepairReport {
    try maintain { store in try store.repairAndWait(onProgress: { self.onProgress?("repairing the database", $0) }) }
  }

  /// Frees the space that deletions left in the file; returns what it is before and after.
  package func vacuum() throws(RPCError) -> (before: StoreInfo, after: StoreInfo) {
    try maintain { store in
      let before = try store.infoAndWait()
      try store.vacuumAndWait()
      return (before, try store.infoAndWait())
    }
  }

  /// Checks a backup and replaces everything with its contents.
  package func restore(from path: String) throws(RPCError) -> StoreInfo {
    try maintain { store in
      try NamedFile.requireRegular(path)
      try store.restoreAndWait(from: path, onProgress: { self.onProgress?("reading the backup", $0) })
      return try store.infoAndWait()
    }
  }

  private func maintain<Result>(_ body: (Store) throws -> Result) throws(RPCError) -> Result {
    do { return try body(store) } catch { throw Self.rpcError(error) }
  }
}
