import HomeworkAPI
import HomeworkStore

extension Operations {
  static let database: [Operation] = [
    Operation(Methods.databaseInfo) { _, context in try context.store.infoAndWait() },
    Operation(Methods.databaseCheck) { _, context in
      try context.store.checkAndWait(isCancelled: context.isCancelled) {
        context.onProgress?("checking the database", $0)
      }
    },
    Operation(Methods.databaseRepair) { _, context in
      try context.store.repairAndWait(isCancelled: context.isCancelled) {
        context.onProgress?("repairing the database", $0)
      }
    },
    Operation(Methods.databaseVacuum) { _, context in
      try context.store.vacuumAndWait(isCancelled: context.isCancelled)
      return try context.store.infoAndWait()
    },
    Operation(Methods.databaseBackup, handler: copying),
    Operation(Methods.databaseRestore) { path, context in
      let path = try absolute(path)
      try NamedFile(path, parameter: "path").check()
      try context.store.restoreAndWait(from: path, isCancelled: context.isCancelled) {
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
