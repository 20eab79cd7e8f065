/// Rows of cells, aligned to fit the width of a screen.
///
/// If they do not fit, shrinkable columns are cut with `…`, then the least important columns are dropped, and finally
/// lines are cut. A column that is empty in every row is left out, and only terminals get headings.
struct Table {
  struct Column {
    let heading: String
    var isRight = false
    /// The minimum width to which it may be cut; `nil` for never.
    var minimum: Int?
    /// The order of dropping columns, highest first; 0 is never dropped.
    var dropOrder = 0
  }

  struct Cell {
    var text: String
    var colour: Colour?

    init(_ text: String, _ colour: Colour? = nil) {
      self.text = printable(text)
      self.colour = colour
    }
  }

  let columns: [Column]
  var rows: [[Cell]] = []

  func text(on style: OutputStyle) -> String {
    let chosen = chosenColumns(on: style)
    func line(_ cells: [Cell]) -> String {
      var cells = zip(cells, columns).enumerated().compactMap { index, pair in
        chosen[index].map { aligned(pair.0, pair.1, to: $0, on: style) }
      }
      if let last = cells.last, !last.hasSuffix("\u{1B}[0m") { cells[cells.count - 1] = last.trimmedAtEnd }
      return cells.joined(separator: "  ") + "\n"
    }
    let heading = style.isTerminal ? line(columns.map { Cell($0.heading, .dim) }) : ""
    return heading + rows.map(line).joined()
  }

  /// Returns the width of each column, `nil` for a dropped one.
  private func chosenColumns(on style: OutputStyle) -> [Int?] {
    var widths: [Int?] = columns.indices.map { index in
      let widest = rows.map { width(of: $0[index].text) }.max() ?? 0
      return widest == 0 ? nil : max(widest, style.isTerminal ? width(of: columns[index].heading) : 0)
    }
    guard let available = style.columns else { return widths }
    func excess() -> Int {
      let kept = widths.compactMap(\.self)
      return kept.reduce(0, +) + 2 * max(0, kept.count - 1) - available
    }
    /// Returns the total width that shrinkable columns can give up.
    func slack() -> Int {
      zip(widths, columns).reduce(0) { $0 + max(0, ($1.0 ?? 0) - ($1.1.minimum ?? Int.max)) }
    }
    while excess() > slack(),
      let least = columns.indices.filter({ widths[$0] != nil && columns[$0].dropOrder > 0 })
        .max(by: { columns[$0].dropOrder < columns[$1].dropOrder })
    {
      widths[least] = nil
    }
    // Shrink the widest column by one at a time, so that equally wide columns share the loss.
    while excess() > 0 {
      let shrinkable = columns.indices.filter { (widths[$0] ?? 0) > (columns[$0].minimum ?? Int.max) }
      guard let widest = shrinkable.max(by: { widths[$0]! < widths[$1]! }) else { break }
      widths[widest]! -= 1
    }
    return cutAtTheEdge(widths, available)
  }

  /// Cuts columns at the edge of a terminal that is too narrow even then.
  private func cutAtTheEdge(_ widths: [Int?], _ available: Int) -> [Int?] {
    var left = available
    return widths.map { width in
      guard let width, left > 0 else { return nil }
      defer { left -= width + 2 }
      return min(width, left)
    }
  }

  private func aligned(_ cell: Cell, _ column: Column, to width: Int, on style: OutputStyle) -> String {
    let text = cut(cell.text, to: width, on: style)
    let padding = String(repeating: " ", count: max(0, width - hwdb.width(of: text)))
    let coloured = style.coloured(text, text.isEmpty ? nil : cell.colour)
    return column.isRight ? padding + coloured : coloured + padding
  }
}

/// Returns `text` in at most `columns` columns of the screen, with `…` at the cut.
func cut(_ text: String, to columns: Int, on style: OutputStyle) -> String {
  guard width(of: text) > columns else { return text }
  let mark = style.hasUnicode ? "…" : "~"
  var (result, used) = ("", 0)
  for character in text {
    let next = width(of: character)
    guard used + next < columns else { break }
    result.append(character)
    used += next
  }
  return columns > 0 ? result + mark : ""
}

/// Returns `text` wrapped between words to the screen's width, with `indent` before each line after the first;
/// unchanged on a pipe.
func wrapped(_ text: String, indent: Int = 0, on style: OutputStyle) -> String {
  guard let columns = style.columns else { return text }
  let available = max(10, columns)
  let margin = String(repeating: " ", count: indent)
  var (lines, line, used) = ([String](), "", 0)
  func end() {
    lines.append(line.trimmedAtEnd)
    (line, used) = (margin, indent)
  }
  for word in text.split(separator: " ", omittingEmptySubsequences: false) {
    let needed = width(of: String(word))
    if used > (lines.isEmpty ? 0 : indent), used + needed > available { end() }
    // Break a word longer than a line at the end of the line.
    for character in word {
      if used + width(of: character) > available { end() }
      line.append(character)
      used += width(of: character)
    }
    line += " "
    used += 1
  }
  lines.append(line.trimmedAtEnd)
  return lines.joined(separator: "\n")
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - hwdb.width(of: self)))
  }

  var trimmedAtEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
