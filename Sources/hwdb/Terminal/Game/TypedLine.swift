/// A line of text as it is typed, with a cursor and a shell's keys. It never holds a control character.
struct TypedLine {
  private(set) var before = "", after = ""
  /// The greatest number of characters.
  let limit: Int

  init(limit: Int) { self.limit = limit }

  var text: String { before + after }

  mutating func press(_ key: Game.Key) {
    switch key {
    case .left: if let last = before.popLast() { after = String(last) + after }
    case .right: if !after.isEmpty { before.append(after.removeFirst()) }
    case .home, .character("\u{1}"): (before, after) = ("", text)
    case .end, .character("\u{5}"): (before, after) = (text, "")
    case .backspace: _ = before.popLast()
    case .delete: if !after.isEmpty { after.removeFirst() }
    case .character("\u{15}"): before = ""
    case .character("\u{17}"): before = String(before.trimmedAtEnd.reversed().drop { $0 != " " }.reversed())
    case .character(let character): insert(character)
    // The lines of a pasted text become words of this one.
    case .paste(let text): for character in text { insert(character.isNewline || character == "\t" ? " " : character) }
    default: break
    }
  }

  private mutating func insert(_ character: Character) {
    let isControl = character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    if !isControl, before.count + after.count < limit { before.append(character) }
  }

  /// Returns the lines of this text in so many columns, and the place of the cursor in them.
  func lines(columns: Int) -> (lines: [String], row: Int, column: Int) {
    var (lines, used) = ([""], 0)
    func add(_ text: String) {
      for character in text {
        let width = width(of: character)
        if used + width > columns { (lines, used) = (lines + [""], 0) }
        lines[lines.count - 1].append(character)
        used += width
      }
    }
    add(before)
    // At the end of a full line, the cursor waits at the start of the next one.
    if used >= columns { (lines, used) = (lines + [""], 0) }
    let (row, column) = (lines.count - 1, used)
    add(after)
    return (lines, row, column)
  }
}
