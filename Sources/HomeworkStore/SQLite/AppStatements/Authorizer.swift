internal import CHomeworkSQLite

/// SQLite's authorizer: records the tables that a statement reads and writes, and restricts app statements.
///
/// An app statement is any statement from outside this package. It may read anything, and change tables and indexes
/// whose names begin with `app_`, which no migration ever uses.
final class Authorizer {
  private(set) var reads = TableSet(), writes = TableSet()
  private(set) var changesSchema = false
  /// The reason why an app statement was refused.
  private(set) var refusal: String?
  /// True while an app statement is prepared or runs: SQLite may prepare it again.
  var isAppStatement = false
  /// SQLite names the same table for each of its columns.
  private var last: (name: UnsafePointer<CChar>, table: TableSet)?

  static let appPrefix = "app_"

  func begin() {
    (reads, writes, changesSchema, refusal, last) = ([], [], false, nil, nil)
  }

  func install(on handle: OpaquePointer) {
    sqlite3_set_authorizer(
      handle,
      { context, action, first, second, database, _ in
        guard let context else { return SQLITE_OK }
        return Unmanaged<Authorizer>.fromOpaque(context).takeUnretainedValue().answer(action, first, second, database)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func answer(
    _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?, _ database: UnsafePointer<CChar>?
  ) -> Int32 {
    switch action {
    case SQLITE_READ: reads.formUnion(table(first))
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE: writes.formUnion(table(first))
    case SQLITE_CREATE_TABLE, SQLITE_DROP_TABLE, SQLITE_CREATE_INDEX, SQLITE_DROP_INDEX, SQLITE_ALTER_TABLE,
      SQLITE_CREATE_VTABLE, SQLITE_DROP_VTABLE:
      changesSchema = true
    default: break
    }
    guard isAppStatement, let reason = reason(action, text(first), text(second), text(database)) else {
      return SQLITE_OK
    }
    refusal = refusal ?? reason
    return SQLITE_DENY
  }

  private func table(_ name: UnsafePointer<CChar>?) -> TableSet {
    guard let name else { return [] }
    if let last, last.name == name { return last.table }
    let table = TableSet(String(cString: name))
    last = (name, table)
    return table
  }

  private func text(_ name: UnsafePointer<CChar>?) -> String { name.map { String(cString: $0).lowercased() } ?? "" }

  /// Returns the reason to deny an app statement's action; `nil` to allow it.
  private func reason(_ action: Int32, _ first: String, _ second: String, _ database: String) -> String? {
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE: return nil
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE:
      // Only creating a table writes to these.
      if ["sqlite_master", "sqlite_temp_master", "sqlite_sequence"].contains(first) { return nil }
      return ofAnother(first, database)
    // SQLite creates it with the first `AUTOINCREMENT`.
    case SQLITE_CREATE_TABLE where first == "sqlite_sequence": return nil
    case SQLITE_CREATE_TABLE, SQLITE_DROP_TABLE, SQLITE_CREATE_VTABLE, SQLITE_DROP_VTABLE, SQLITE_REINDEX:
      return ofAnother(first, database)
    case SQLITE_CREATE_INDEX, SQLITE_DROP_INDEX:
      return ofAnother(first.hasPrefix("sqlite_autoindex_") ? second : first, database) ?? ofAnother(second, database)
    case SQLITE_ALTER_TABLE: return ofAnother(second, first)
    case SQLITE_PRAGMA where Self.lookups.contains(first): return nil
    case SQLITE_PRAGMA: return "PRAGMA \(first) is the store's"
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT:
      return "the transaction is the store's: leave BEGIN, COMMIT and SAVEPOINT out"
    case SQLITE_CREATE_VIEW, SQLITE_CREATE_TRIGGER, SQLITE_DROP_VIEW, SQLITE_DROP_TRIGGER:
      return "views and triggers may stand in a migration's way: write what they do in the app"
    default: return "only tables and indexes called \(Self.appPrefix)… may be changed"
    }
  }

  private func ofAnother(_ table: String, _ database: String) -> String? {
    guard !table.hasPrefix(Self.appPrefix) || database != "main" else { return nil }
    return "\(table) is not the app's: give what is a name that begins with \(Self.appPrefix)"
  }

  private static let lookups = [
    // FTS5 uses the last one.
    "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo", "foreign_key_list",
    "data_version",
  ]
}
