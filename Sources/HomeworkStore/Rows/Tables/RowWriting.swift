import HomeworkModel

/// Writes rows by column name.
extension RowTransaction {
  /// Inserts a row; omitted columns are NULL.
  func insert(_ table: Table, _ values: [String: any SQLBindable]) throws(StoreError) {
    let values = Self.inOrder(values, of: table)
    try writing { engine throws(StoreError) in try engine.run(SQL(table.insertion), values) }
  }

  /// Inserts a row, and returns its key.
  func inserted(_ table: Table, _ values: [String: any SQLBindable]) throws(StoreError) -> Int64 {
    let values = Self.inOrder(values, of: table)
    return try writing { engine throws(StoreError) in
      try engine.inserted(SQL(table.insertion), values)
    }
  }

  /// Inserts a row unless its identity exists, and returns whether it did.
  func insertIfAbsent(_ table: Table, _ values: [String: any SQLBindable]) throws(StoreError) -> Bool {
    let values = Self.inOrder(values, of: table)
    return try writing { engine throws(StoreError) in
      try engine.changed("\(table.insertion) ON CONFLICT DO NOTHING", values)
    } == 1
  }

  /// Changes columns of a row.
  func update(_ table: Table, _ row: Int64, _ values: [String: any SQLBindable]) throws(StoreError) {
    let columns = table.given.filter { values[$0.name] != nil }
    precondition(columns.count == values.count, "a column of \(table.name)")
    let text = columns.map { "\($0.name) = ?" }.joined(separator: ", ")
    let bound = columns.compactMap { values[$0.name] } + [row]
    try writing { engine throws(StoreError) in
      try engine.run("UPDATE \(table.name) SET \(text) WHERE id = ?", bound)
    }
  }

  static func inOrder(
    _ values: [String: any SQLBindable], of table: Table
  ) -> [any SQLBindable] {
    var used = 0
    let ordered = table.given.map { column -> any SQLBindable in
      guard let value = values[column.name] else { return SQLValue.null(column.valueKind) }
      used += 1
      return value
    }
    precondition(used == values.count, "a column of \(table.name)")
    return ordered
  }
}
