import HomeworkModel

/// The columns of a table, or the keys of objects in JSON, as a person names them.
///
/// A column is named by its heading, by its number from 1, or by its letter in a spreadsheet.
public struct ColumnMapping: Hashable, Sendable {
  public var question: String?, answer: String?
  /// The columns of the options in order; a single one holds all options.
  public var options: [String]
  /// The text between the columns, or its name, such as `tab`; `nil` detects it.
  public var separator: String?

  public init(question: String? = nil, answer: String? = nil, options: [String] = [], separator: String? = nil) {
    (self.question, self.answer, self.options, self.separator) = (question, answer, options, separator)
  }

  /// True if no column is named.
  public var isEmpty: Bool { question == nil && answer == nil && options.isEmpty }

  /// The names with the roles of their columns.
  var roles: [(name: String, role: Column)] {
    let sides = [(question, Column.question), (answer, .answer)].compactMap { name, role in name.map { ($0, role) } }
    return sides
      + (options.count == 1 ? [(options[0], .options)] : options.enumerated().map { ($0.element, .option($0.offset)) })
  }
}
