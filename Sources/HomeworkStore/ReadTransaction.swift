public import Homework
import SQLite

/// Calls that read, over one snapshot of the store. Valid only inside the closure that receives it.
public class ReadTransaction {
  let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// Runs SQL and gives its errors the store's names.
  func sql<Result>(_ body: (Connection) throws(SQLiteError) -> Result) throws(StoreError) -> Result {
    do throws(SQLiteError) { return try body(connection) } catch { throw StoreError(error) }
  }
}

/// Calls that read and write, all of them on disk in the end, or none.
public final class WriteTransaction: ReadTransaction {
  /// When this transaction happens: the same for all that it writes.
  public let now: Timestamp
  private let identifiers: Store.Identifiers

  init(_ connection: Connection, now: Timestamp, identifiers: @escaping Store.Identifiers) {
    self.now = now
    self.identifiers = identifiers
    super.init(connection)
  }

  func newId<Entity>() -> Identifier<Entity> {
    Identifier(atMs: now.millisecondsSince1970, random: identifiers())
  }
}

extension Timestamp {
  init?(_ milliseconds: Int64?) {
    guard let milliseconds else { return nil }
    self.init(millisecondsSince1970: milliseconds)
  }
}
