import HomeworkAPI
import HomeworkStore

extension Operations {
  static let database: [Operation] = [
    Operation(Methods.databaseInfo) { _, context in try context.store.infoAndWait() },
    Operation(long: Methods.databaseCheck) { _, context, isCancelled in
      try context.store.checkAndWait(isCancelled: isCancelled) { context.onProgress?("checking the database", $0) }
    },
    Operation(long: Methods.databaseRepair) { _, context, isCancelled in
      try context.store.repairAndWait(isCancelled: isCancelled) { context.onProgress?("repairing the database", $0) }
    },
    Operation(long: Methods.databaseVacuum) { _, context, isCancelled in
      try context.store.vacuumAndWait(isCancelled: isCancelled)
      return try context.store.infoAndWait()
    },
    Operation(long: Methods.databaseBackup, works: copying),
    Operation(long: Methods.databaseRestore) { path, context, isCancelled in
      let path = try absolute(path)
      try NamedFile(path, parameter: "path").check()
      try context.store.restoreAndWait(from: path, isCancelled: isCancelled) {
        context.onProgress?("reading the backup", $0)
      }
      return try context.store.infoAndWait()
    },
  ]

  static func absolute(_ path: String) throws(RPCError) -> String {
    guard path.hasPrefix("/") else { throw .fault("path", "must be an absolute path, not \"\(path)\"") }
    return path
  }
}
