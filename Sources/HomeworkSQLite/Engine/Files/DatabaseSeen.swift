import HomeworkEngine
import HomeworkModel
import HomeworkRows

/// What the writer has seen of a database. It is valid as long as nobody else changes the database.
struct DatabaseSeen {
  var dataVersion: UInt32
  /// The version of the schema that was compared with ours.
  let schemaCookie: Int
  var clock: ClockSeen

  /// - Parameter former: what was seen before.
  /// - Throws: `newerSchema` if another program has migrated it meanwhile; `unusable` if it has changed the schema.
  init(_ connection: Connection, after former: DatabaseSeen?) throws(StoreError) {
    dataVersion = connection.dataVersion
    let rows = RowTransaction(connection)
    // First, because a newer schema may lack what is read next.
    try FileCheck.refuseNewer(try rows.schemaVersion(), connection.migrations)
    schemaCookie = try rows.number("PRAGMA schema_version")
    // Under the writer's lock, and before a write could run a trigger that is not ours.
    if schemaCookie != former?.schemaCookie { try SchemaCheck.refuseDifference(connection, path: connection.path) }
    clock = try ClockSeen(rows)
  }
}
