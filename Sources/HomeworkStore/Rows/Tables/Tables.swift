/// A table: its columns, each declared once, and the owner of its rows.
package struct Table: Sendable {
  package let name: String
  package let columns: [Column]
  /// The leading columns, which identify and sort the rows.
  package let identity: [String]
  /// True if a new row replaces one with the same identity.
  private let isReplaced: Bool
  /// A statement that inserts a new row, or replaces the one with its identity.
  package private(set) var insertion = ""

  /// - Parameter identifiedBy: the number of columns that identify a row.
  init(
    _ name: String, isReplaced: Bool = false, identifiedBy: Int = 1, _ columns: [Column]
  ) {
    (self.name, self.columns, self.isReplaced) = (name, columns, isReplaced)
    identity = columns.prefix(identifiedBy).map(\.name)
    insertion = usualInsertion
  }

  /// The names of the columns.
  package var names: [String] { columns.map(\.name) }
  package var order: String { identity.joined(separator: ", ") }

  /// A row's columns, each prefixed with the table's alias.
  package func list(of alias: String) -> String { names.map { "\(alias).\($0) AS \($0)" }.joined(separator: ", ") }

  private var usualInsertion: String {
    let placeholders = columns.map { _ in "?" }.joined(separator: ", ")
    let plain = "INSERT INTO \(name) (\(names.joined(separator: ", "))) VALUES (\(placeholders))"
    guard isReplaced else { return plain }
    let changes = names.dropFirst(identity.count).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    return "\(plain) ON CONFLICT (\(order)) DO UPDATE SET \(changes)"
  }
}

/// The tables of a store.
package struct Tables: Sendable {
  /// The tables in order of reference: each after those that it refers to.
  package let all: [Table]

  private init(_ all: [Table]) { self.all = all }

  /// Returns the table of this name.
  func named(_ name: String) -> Table? { all.first { $0.name == name } }
}

extension Tables {
  /// The current tables. Each declares its columns once, in the file that reads and writes its rows.
  package static let current = Tables([
    .copy, .change, .picture, .homework, .collection, .quiz, .question, .regrading, .learner,
    .attempt, .answer, .grading, .completion, .ledger, .moment, .event, .request, .setting,
  ])
}
