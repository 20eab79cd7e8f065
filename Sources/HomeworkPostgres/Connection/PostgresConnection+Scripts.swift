internal import CHomeworkPostgres
import HomeworkStore

extension PostgresConnection {
  /// Runs a script of several statements without values, and waits for its end. Rows are ignored.
  ///
  /// Outside a transaction, the script is one of its own.
  package func execute(_ script: String) throws(PostgresError) {
    let isWhole = !isInTransaction
    if isWhole { try begin(.write) }
    do throws(PostgresError) {
      for statement in SQLText.statements(of: script) { try send(statement) }
      try wait()
      if isWhole { try commit() }
    } catch {
      if isWhole { rollback() }
      throw error
    }
  }

  /// Sends a statement without caching it.
  private func send(_ statement: String) throws(PostgresError) {
    guard let handle else { throw lossError(in: .text(statement)) }
    guard !hasFailed else { throw failedBefore(statement) }
    try check(pq.sendQuery(handle, statement, 0, nil, nil, nil, nil, 0), handle, statement)
    pending.append(.query(statement))
  }
}
