internal import CHomeworkSQLite

/// Records the tables that a statement reads and writes, as SQLite's authorizer reports them while it is prepared.
final class StatementTables {
  private(set) var reads = TableSet(), writes = TableSet()
  /// SQLite names the same table for each of its columns.
  private var last: (name: UnsafePointer<CChar>, table: TableSet)?

  func begin() { (reads, writes, last) = ([], [], nil) }

  func install(on handle: OpaquePointer) {
    sqlite3_set_authorizer(
      handle,
      { context, action, name, _, _, _ in
        guard let context, let name else { return SQLITE_OK }
        Unmanaged<StatementTables>.fromOpaque(context).takeUnretainedValue().note(action, name)
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func note(_ action: Int32, _ name: UnsafePointer<CChar>) {
    switch action {
    case SQLITE_READ: reads.formUnion(table(name))
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE: writes.formUnion(table(name))
    default: break
    }
  }

  private func table(_ name: UnsafePointer<CChar>) -> TableSet {
    if let last, last.name == name { return last.table }
    let table = TableSet(String(cString: name))
    last = (name, table)
    return table
  }
}
