import HomeworkAPI

/// The questions of a finished attempt, to read line by line. It neither draws nor waits.
struct ReviewList {
  private let read: ReviewedAttempt
  /// The first line shown, and the number of lines that fit.
  private var top = 0, page = 1

  init(_ read: ReviewedAttempt) { self.read = read }

  /// Handles a key, and returns whether the list stays open.
  mutating func press(_ key: Game.Key) -> Bool {
    switch key {
    case .up: top -= 1
    case .down: top += 1
    case .character(" "): top += page
    case .enter, .escape, .backspace, .character: return false
    }
    return true
  }

  mutating func draw(on canvas: inout Canvas, _ screen: OutputStyle) {
    var narrow = screen
    narrow.columns = canvas.columns - 2
    let lines = TextOutput.reviewLines(read, narrow).dropFirst()
    page = max(1, canvas.rows - 2)
    // Do not scroll past the beginning or the end.
    top = max(0, min(top, lines.count - page))
    for (row, line) in lines.dropFirst(top).prefix(page).enumerated() {
      canvas.put(line.text, row: row, column: 1, line.colour, isBold: line.colour == .bold)
    }
    let hasMore = top + page < lines.count
    canvas.put(
      hasMore || top > 0 ? "Arrows move, Space a page   Esc back" : "Esc back", row: canvas.rows - 1, column: 1, .dim)
  }
}
