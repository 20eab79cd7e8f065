import HomeworkAPI
import HomeworkRPC
import HomeworkStore

extension Operations {
  static let database: [Operation] = [
    Operation(Methods.databaseInfo) { _, context in DatabaseInfo(try context.store.info()) },
    Operation(long: Methods.databaseCheck) { _, context in try context.store.check().map(DatabaseFinding.init) },
    Operation(long: Methods.databaseRepair) { _, context in
      let report = try context.store.repair()
      return DatabaseRepair(
        found: report.found.map(DatabaseFinding.init), left: report.left.map(DatabaseFinding.init))
    },
    Operation(long: Methods.databaseVacuum) { _, context in
      try context.store.vacuum()
      return DatabaseInfo(try context.store.info())
    },
    Operation(long: Methods.databaseBackup) { path, context in
      try context.store.backup(to: try absolute(path)) { context.onProgress?("copying the database", $0) }
      return path
    },
    Operation(long: Methods.databaseRestore) { path, context in
      try context.store.restore(from: try absolute(path)) { context.onProgress?("reading the backup", $0) }
      return DatabaseInfo(try context.store.info())
    },
  ]

  private static func absolute(_ path: String) throws(RPCError) -> String {
    guard path.hasPrefix("/") else { throw .fault("path", "must be absolute, is \"\(path)\"") }
    return path
  }
}

extension DatabaseInfo {
  fileprivate init(_ info: StoreInfo) {
    self.init(
      path: info.path, schemaVersion: info.schemaVersion, sqliteVersion: info.sqliteVersion,
      fileBytes: info.fileBytes, logBytes: info.logBytes, freeBytes: info.freeBytes, homework: info.homework,
      quizzes: info.quizzes, questions: info.questions, attempts: info.attempts, answers: info.answers,
      pictures: info.pictures, oldestEvent: Int(info.events.oldest), newestEvent: Int(info.events.newest))
  }
}

extension DatabaseFinding {
  fileprivate init(_ found: Inconsistency) {
    self.init(kind: found.kind.rawValue, place: found.place, detail: found.detail)
  }
}
