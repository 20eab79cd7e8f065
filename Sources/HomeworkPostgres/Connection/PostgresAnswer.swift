internal import CHomeworkPostgres

/// The answer to a query that was sent together with others, once it has come.
package final class PostgresAnswer {
  var result: OpaquePointer?

  init() {}

  deinit { hwdb_pq_clear(result) }

  /// Returns every row, each made into a value. Valid after the connection has waited.
  package func rows<Element>(_ make: (Row) throws(PostgresError) -> Element) throws(PostgresError) -> [Element] {
    guard let result else { return [] }
    var elements: [Element] = []
    for index in 0..<hwdb_pq_ntuples(result) { elements.append(try make(Row(result: result, index: index))) }
    return elements
  }
}

extension PostgresConnection {
  /// Sends a query and does not wait: several travel together, until `wait` is called.
  package func ask<each Bound: SQLBindable>(
    _ sql: SQL, _ values: repeat each Bound
  ) throws(PostgresError) -> PostgresAnswer {
    try run(sql, repeat each values)
    return pending.awaitLast()
  }
}

extension Queue<PostgresConnection.Pending> {
  /// Keeps the answer to what was added last.
  fileprivate mutating func awaitLast() -> PostgresAnswer {
    let answer = PostgresAnswer()
    changeLast(where: { $0.role == .query }) { $0.answer = answer }
    return answer
  }
}
