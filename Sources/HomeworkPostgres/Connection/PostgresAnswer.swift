internal import CHomeworkPostgres

/// The answer to a query that was sent together with others, once it has come.
package final class PostgresAnswer {
  var result: OpaquePointer?

  init() {}

  /// The place of each column by its name; the first of a name.
  private(set) lazy var places: [String: Int] = {
    guard let result else { return [:] }
    return Dictionary(
      (0..<pq.columnCount(result)).map { (pq.columnName(result, $0).map { String(cString: $0) } ?? "", Int($0)) },
      uniquingKeysWith: { first, _ in first })
  }()

  deinit { pq.clear(result) }

  /// Returns every row, each made into a value. Valid after the connection has waited.
  package func rows<Element, Failure: Error>(
    limit: Int = .max, _ make: (Row) throws(Failure) -> Element
  ) throws(Failure) -> [Element] {
    guard let result else { return [] }
    let count = min(Int(pq.rowCount(result)), limit)
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for index in 0..<Int32(count) { elements.append(try make(Row(answer: self, result: result, index: index))) }
    return elements
  }
}

extension PostgresConnection {
  /// Sends a query and does not wait: several travel together, until `wait` is called.
  package func ask<each Bound: SQLBindable>(
    _ sql: SQL, _ values: repeat each Bound
  ) throws(PostgresError) -> PostgresAnswer {
    try bind(repeat each values)
    return try ask(bound: sql)
  }

  /// Sends a query whose values are bound, and does not wait.
  func ask(bound sql: SQL) throws(PostgresError) -> PostgresAnswer {
    let answer = PostgresAnswer()
    try send(sql, to: answer)
    return answer
  }
}
