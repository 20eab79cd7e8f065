/// The part of some lines that fits on a screen. The screen knows how many fit; keys move the part.
struct Scroll {
  /// The first line, once a key has moved it; until then the screen decides.
  private var moved: Int?
  private var (top, page, last) = (0, 1, 0)

  /// Returns the lines to show.
  ///
  /// - Parameters:
  ///   - rows: the number of lines that fit.
  ///   - usual: the first line, unless a key has moved it.
  mutating func part(of count: Int, rows: Int, usual: Int = 0) -> Range<Int> {
    (page, last) = (max(1, rows), max(0, count - max(1, rows)))
    top = max(0, min(moved ?? usual, last))
    return top..<min(count, top + page)
  }

  /// Handles a key, and returns whether it moved the part.
  mutating func press(_ key: Game.Key) -> Bool {
    let wanted: Int =
      switch key {
      case .up: top - 1
      case .down: top + 1
      case .pageUp: top - page
      case .pageDown: top + page
      default: top
      }
    let next = max(0, min(wanted, last))
    guard next != top else { return false }
    (moved, top) = (next, next)
    return true
  }
}

struct ScreenLine {
  var text = ""
  var colour: Colour?
  var isBold = false
  var column = 1
}

extension Canvas {
  /// Draws the lines that fit, and below them which they are if not all fit.
  ///
  /// - Parameter words: describes the lines that are shown.
  mutating func show(
    _ lines: [ScreenLine], in rows: Range<Int>, _ scroll: inout Scroll, usual: Int = 0,
    _ words: (Range<Int>) -> String
  ) -> Range<Int> {
    // A single row is better used for a line than for words about it.
    let isWhole = lines.count <= max(1, rows.count)
    let part = scroll.part(of: lines.count, rows: isWhole ? rows.count : max(1, rows.count - 1), usual: usual)
    for (row, line) in zip(rows, lines[part]) {
      put(line.text, row: row, column: line.column, line.colour, isBold: line.isBold)
    }
    if !isWhole, rows.count > 1 { put(words(part), row: rows.upperBound - 1, column: 1, .dim) }
    return part
  }

  /// Draws the keys that have a meaning now at the bottom, and returns the row of the first.
  ///
  /// - Parameter isShown: false to leave their place blank.
  mutating func keys(_ items: [String], isShown: Bool = true) -> Int {
    var lines = Array(items.prefix(1))
    for item in items.dropFirst() {
      let longer = "\(lines[lines.count - 1])   \(item)"
      if width(of: longer) <= columns - 2 { lines[lines.count - 1] = longer } else { lines.append(item) }
    }
    for (line, text) in lines.enumerated() where isShown {
      put(text, row: rows - lines.count + line, column: 1, .dim)
    }
    return rows - lines.count
  }
}
