/// The content of a screen: characters in cells. It is drawn without a terminal, so that a test sees what a user sees.
struct Canvas {
  struct Cell: Equatable {
    var text = " "
    var colour: Colour?
    var isBold = false
    /// True for the right half of a wide character.
    var isCovered = false
  }

  let rows: Int, columns: Int
  private(set) var cells: [Cell]

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
      cells[row * columns + column] = Cell(text: String(character), colour: colour, isBold: isBold)
      if width == 2 { cells[row * columns + column + 1] = Cell(text: "", isCovered: true) }
      column += width
    }
  }

  mutating func put(centred text: String, row: Int, _ colour: Colour? = nil, isBold: Bool = false) {
    let width = hwdb.width(of: text)
    put(text, row: row, column: max(0, (columns - width) / 2), colour, isBold: isBold)
  }

  /// Draws over existing text, but never over half of a wide character.
  mutating func overlay(_ text: String, row: Int, column: Int, _ colour: Colour?) {
    guard (0..<rows).contains(row), (0..<columns).contains(column) else { return }
    let place = row * columns + column
    guard !cells[place].isCovered, place + 1 == cells.count || !cells[place + 1].isCovered else { return }
    cells[place] = Cell(text: text, colour: colour)
  }

  /// The canvas as plain text, one line per row.
  var text: String {
    (0..<rows).map { row in
      let line = cells[(row * columns)..<((row + 1) * columns)].map(\.text).joined()
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }
}
