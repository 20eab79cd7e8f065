import HomeworkModel

/// Writes rows by column name.
extension RowTransaction {
  /// Inserts a row; omitted columns are NULL.
  func insert(_ table: Table, _ values: [String: any SQLBindable]) throws(StoreError) {
    try run(SQL(table.insertion), binding: Self.inOrder(values, of: table))
  }

  /// Inserts a row unless its identity exists, and returns whether it did.
  func insertIfAbsent(_ table: Table, _ values: [String: any SQLBindable]) throws(StoreError) -> Bool {
    try changed("\(table.insertion) ON CONFLICT DO NOTHING", binding: Self.inOrder(values, of: table)) == 1
  }

  /// Changes columns of a row.
  func update<Entity>(
    _ table: Table, _ id: Identifier<Entity>, _ values: [String: any SQLBindable]
  ) throws(StoreError) {
    let columns = table.columns.filter { values[$0.name] != nil }
    precondition(columns.count == values.count, "a column of \(table.name)")
    let text = columns.map { "\($0.name) = ?" }.joined(separator: ", ")
    try run("UPDATE \(table.name) SET \(text) WHERE id = ?", binding: columns.compactMap { values[$0.name] } + [id])
  }

  static func inOrder(
    _ values: [String: any SQLBindable], of table: Table
  ) -> [any SQLBindable] {
    var used = 0
    let ordered = table.columns.map { column -> any SQLBindable in
      guard let value = values[column.name] else { return SQLValue.null(column.kind) }
      used += 1
      return value
    }
    precondition(used == values.count, "a column of \(table.name)")
    return ordered
  }
}
