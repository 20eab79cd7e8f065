import HomeworkAPI

/// The questions of a finished attempt, to read line by line. It neither draws nor waits.
struct ReviewList {
  private let read: ReviewedAttempt
  private var scroll = Scroll()

  init(_ read: ReviewedAttempt) { self.read = read }

  /// Handles a key, and returns whether the list stays open.
  mutating func press(_ key: Game.Key) -> Bool {
    switch key {
    case .up, .down, .pageUp, .pageDown: _ = scroll.press(key)
    case .character(" "): _ = scroll.press(.pageDown)
    default: return false
    }
    return true
  }

  mutating func draw(on canvas: inout Canvas, _ style: OutputStyle) {
    var narrow = style
    narrow.columns = canvas.columns - 2
    let lines = TextOutput.reviewLines(read, narrow).dropFirst().map {
      ScreenLine(text: $0.text, colour: $0.colour, isBold: $0.colour == .bold)
    }
    let bottom = canvas.keys(["Arrows and Space move", "Esc back"])
    _ = canvas.show(lines, in: 0..<max(0, bottom - 1), &scroll) {
      "Lines \($0.lowerBound + 1) to \($0.upperBound) of \(lines.count)"
    }
  }
}
