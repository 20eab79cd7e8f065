import HomeworkEngine
import HomeworkModel

/// What the writer has seen of a database. It is valid as long as nobody else changes the database.
struct DatabaseSeen {
  var dataVersion: UInt32
  var clock: ClockSeen
  let known = KnownRows()

  /// - Throws: `newerSchema` if another program has migrated it meanwhile.
  init(_ connection: Connection) throws(StoreError) {
    dataVersion = connection.dataVersion
    let rows = SQLiteTransaction(connection)
    // First, because a newer schema may lack what is read next.
    try FileCheck.refuseNewer(try rows.schemaVersion())
    clock = try ClockSeen(rows)
  }
}
