/// The content of a screen: characters in cells. It is drawn without a terminal, so that a test sees what a user sees.
struct Canvas {
  struct Cell: Equatable {
    var text = " "
    var colour: Colour?
    var isBold = false
    /// True for all but the first cell of a wide character.
    var isCovered = false
    /// True for the cells of a text, including the spaces between its words.
    var isText = false
  }

  let rows: Int, columns: Int
  private(set) var cells: [Cell]
  /// The place of the cursor; `nil` to hide it.
  var cursor: (row: Int, column: Int)?

  init(rows: Int, columns: Int) {
    (self.rows, self.columns) = (max(1, rows), max(1, columns))
    cells = Array(repeating: Cell(), count: self.rows * self.columns)
  }

  /// Writes a text, cutting what does not fit.
  mutating func put(_ text: String, row: Int, column: Int, _ colour: Colour? = nil, isBold: Bool = false) {
    guard (0..<rows).contains(row) else { return }
    var column = column
    for character in text {
      let width = hwdb.width(of: character)
      guard column >= 0, column + width <= columns else {
        column += width
        continue
      }
      guard width > 0 else { continue }
      cells[row * columns + column] = Cell(text: String(character), colour: colour, isBold: isBold, isText: true)
      for covered in (column + 1)..<(column + width) {
        cells[row * columns + covered] = Cell(text: "", isCovered: true, isText: true)
      }
      column += width
    }
  }

  /// Draws in a cell that belongs to no text.
  mutating func fill(_ text: String, row: Int, column: Int, _ colour: Colour?) {
    guard (0..<rows).contains(row), (0..<columns).contains(column), !cells[row * columns + column].isText else {
      return
    }
    cells[row * columns + column] = Cell(text: text, colour: colour)
  }
}
