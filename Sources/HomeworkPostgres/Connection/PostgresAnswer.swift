internal import CHomeworkPostgres

/// The rows of a query.
final class PostgresAnswer {
  private let result: OpaquePointer?

  init(_ result: OpaquePointer?) { self.result = result }

  /// The index of each column by name; the first if names repeat.
  private(set) lazy var columnIndexes: [String: Int] = {
    guard let result else { return [:] }
    return Dictionary(
      (0..<pq.columnCount(result)).map { (pq.columnName(result, $0).map { String(cString: $0) } ?? "", Int($0)) },
      uniquingKeysWith: { first, _ in first })
  }()

  deinit { pq.clear(result) }

  /// Returns every row, each converted by `make`.
  func rows<Element, Failure: Error>(
    limit: Int = .max, _ make: (PostgresRow) throws(Failure) -> Element
  ) throws(Failure) -> [Element] {
    guard let result else { return [] }
    let count = min(Int(pq.rowCount(result)), limit)
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for index in 0..<Int32(count) { elements.append(try make(PostgresRow(answer: self, result: result, index: index))) }
    return elements
  }
}
