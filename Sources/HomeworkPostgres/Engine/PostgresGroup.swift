import HomeworkEngine
import HomeworkModel

/// How a library's row was when a group began, or as a group has left it.
struct LibraryState {
  /// The number of the newest event.
  var newestEvent: Int64
  var clock: ClockSeen
  /// One more with each group of any store.
  var change: Int64
}

/// What a store knows of a library after one of its groups.
struct LibraryMemory {
  let state: LibraryState
  /// The number of the group among those of its store.
  let token: Int64
  let rows: KnownRows
  /// Whether the last group found the library as the one before had left it: so nobody else is writing, as far as
  /// anybody can tell.
  let isAlone: Bool
}

/// The transaction of a group.
final class PostgresGroup: EngineGroup {
  let connection: PostgresConnection
  let written: PostgresTransaction.Written
  /// Whether the server has yet to confirm that the library is as it is known to be.
  let isClaim: Bool
  /// Whether nobody else has written since this store's last group.
  let isAlone: Bool
  private let before: LibraryState
  private var clock: ClockSeen
  private var last: PostgresTransaction?

  /// - Parameter before: the library as it is.
  init(
    _ connection: PostgresConnection, _ before: LibraryState, _ known: KnownRows, isAlone: Bool, isClaim: Bool
  ) {
    (self.connection, self.before, self.isAlone, self.isClaim) = (connection, before, isAlone, isClaim)
    written = PostgresTransaction.Written(newestEvent: before.newestEvent, known)
    clock = before.clock
  }

  func begin(at time: Timestamp) throws(StoreError) -> any EngineTransaction {
    let rows = PostgresTransaction(connection, written: written)
    last = rows
    try clock.look(rows, at: time)
    return rows
  }

  func savepoint(_ body: () throws -> Void) throws {
    let (newest, clock) = (written.newestEvent, clock)
    // Each error is to be thrown where it belongs.
    written.gathers = false
    do { try connection.savepoint(mapping: { StoreError($0) as any Error }, body) } catch {
      (written.newestEvent, self.clock) = (newest, clock)
      written.known.removeAll()
      throw error
    }
  }

  var writeCount: Int { written.count }
  var isOpen: Bool { connection.isInTransaction && !connection.hasFailed }

  /// Claims of requests that they were never made before, where that is not certain. Those that were kept need no
  /// claim: the server refuses to keep one twice (`isClaimOfRequest`).
  func claimNewRequests() throws(PostgresError) {
    guard isClaim else { return }
    let ids = written.known.newRequests
    guard !ids.isEmpty else { return }
    try connection.run(
      """
      SELECT hwdb.refuse_claim()
      WHERE EXISTS (
        SELECT FROM unnest(CAST(? AS text[])) AS wanted (id)
        CROSS JOIN LATERAL (SELECT FROM request WHERE id = wanted.id OFFSET 0) r)
      """, PostgresDatabase.list(ids))
  }

  /// Whether the server refused to keep a request that this group took for a new one.
  func isClaimOfRequest(_ error: PostgresError) -> Bool { isClaim && error.constraint == "request_pkey" }

  /// What is known once all of it is committed.
  func memory(token: Int64) -> LibraryMemory {
    written.known.endGroup()
    let after = LibraryState(newestEvent: written.newestEvent, clock: clock, change: before.change + 1)
    return LibraryMemory(state: after, token: token, rows: written.known, isAlone: isAlone)
  }

  /// Returns what the server made of the transaction, for an error that ended it; `nil` if nothing is wrong there.
  func cause(of error: any Error) -> PostgresError? {
    if let cause = error as? PostgresError ?? last?.cause { return cause }
    guard isClaim else { return nil }
    // A refusal holds only if what it was decided on does.
    do throws(PostgresError) {
      try claimNewRequests()
      try connection.wait()
      return nil
    } catch { return error }
  }
}
