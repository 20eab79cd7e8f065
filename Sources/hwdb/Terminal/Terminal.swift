import CHomeworkCurses

/// A terminal taken over for a game, and restored afterwards.
struct Terminal {
  /// The style wanted, without Unicode if no locale has it.
  let style: OutputStyle
  /// False if there is no UTF-8 locale: other letters than ASCII are then drawn as `?`.
  let isUTF8: Bool

  /// Takes over the terminal; returns `nil` if there is no capable terminal.
  init?(_ style: OutputStyle) {
    isUTF8 = curses_use_utf8() != 0
    var usable = style
    usable.hasUnicode = style.hasUnicode && isUTF8
    self.style = usable
    guard curses_start(style.isColoured ? 1 : 0) == 0 else { return nil }
  }

  func giveBack() { curses_end() }

  /// Takes over the terminal again; the next `show` draws all of it.
  func resume() { curses_resume() }

  /// The size, at least 1 by 1.
  var size: (rows: Int, columns: Int) {
    (max(1, Int(curses_rows())), max(1, Int(curses_columns())))
  }

  /// The signal that asks to end; `nil` for none.
  var signal: Int32? { curses_signal() == 0 ? nil : curses_signal() }

  func show(_ canvas: Canvas) {
    curses_clear()
    for row in 0..<canvas.rows {
      var column = 0
      while column < canvas.columns {
        let cell = canvas.cells[row * canvas.columns + column]
        if cell != Canvas.Cell(), !cell.isCovered { put(cell, row, column) }
        column += 1
      }
    }
    curses_show(Int32(canvas.cursor?.row ?? -1), Int32(canvas.cursor?.column ?? 0))
  }

  private func put(_ cell: Canvas.Cell, _ row: Int, _ column: Int) {
    let colour: Int32 =
      switch style.isColoured ? cell.colour : nil {
      case .red: 1
      case .green: 2
      case .orange: 3
      case .blue: 4
      case .dim, .bold, nil: 0
      }
    let text = isUTF8 || cell.text.utf8.count == 1 ? cell.text : "?"
    curses_put(Int32(row), Int32(column), text, colour, cell.isBold ? 1 : 0, cell.colour == .dim ? 1 : 0)
  }

  /// Waits for a key, at most so many milliseconds; returns `nil` if no key with a meaning was pressed.
  func key(waitingMs: Int) -> Game.Key? {
    switch Int(curses_key(Int32(waitingMs))) {
    case 0, -3, -12: nil
    case -1: .up
    case -2: .down
    case -4: .left
    case -5: .right
    case -6: .home
    case -7: .end
    case -8: .pageUp
    case -9: .pageDown
    case -10: .delete
    case -11: .paste(pasted())
    case 10: .enter
    case 27: .escape
    case 127: .backspace
    case let code: Unicode.Scalar(UInt32(code)).map { .character(Character($0)) }
    }
  }

  /// Returns the pasted text, to its end mark or until the terminal sends nothing more.
  private func pasted() -> String {
    var text = String.UnicodeScalarView()
    while true {
      let code = Int(curses_key(1000))
      if code == 0 || code == -12 || signal != nil { return String(text) }
      if code > 0, let scalar = Unicode.Scalar(UInt32(code)) { text.append(scalar) }
    }
  }
}
