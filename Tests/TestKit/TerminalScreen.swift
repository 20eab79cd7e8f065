import Foundation

/// The screen of a terminal: what it shows of a program's output. It knows what ncurses sends to an xterm.
public struct TerminalScreen {
  public let columns: Int, rows: Int
  private var cells: [[String]]
  private var (row, column) = (0, 0)
  /// The first and the last row that scroll.
  private var region: ClosedRange<Int>
  /// Bytes of a character or a control sequence that is not whole yet.
  private var pending: [UInt8] = []
  private var last = " "
  /// Control sequences that this type does not know.
  public private(set) var unknown: [String] = []

  /// A larger terminal has its first 1000 rows and columns, as ncurses is given no more either.
  public init(columns: Int, rows: Int) {
    let (columns, rows) = (min(1000, columns), min(1000, rows))
    (self.columns, self.rows, region) = (columns, rows, 0...(rows - 1))
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// The rows without the blanks at their ends.
  public var lines: [String] {
    cells.map { row in String(row.joined().reversed().drop { $0 == " " }.reversed()) }
  }

  public var text: String { lines.joined(separator: "\n") }

  /// Returns the text of a cell; empty for the right half of a wide character.
  public subscript(row: Int, column: Int) -> String { cells[row][column] }

  public mutating func feed(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    var index = 0
    while index < pending.count, let count = take(pending[index...]) { index += count }
    pending.removeFirst(index)
  }

  /// Handles what begins the bytes, and returns its length; `nil` if it is not whole.
  private mutating func take(_ bytes: ArraySlice<UInt8>) -> Int? {
    let first = bytes[bytes.startIndex]
    switch first {
    case 0x1B: return escape(bytes)
    case 0x08: column = max(0, column - 1)
    case 0x0A: lineFeed()
    case 0x0D: column = 0
    case 0x20...0x7E: put(String(UnicodeScalar(first)))
    case 0xC2...:
      let count = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard bytes.count >= count else { return nil }
      put(String(decoding: bytes.prefix(count), as: UTF8.self))
      return count
    default: break
    }
    return 1
  }

  private mutating func escape(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count > 1 else { return nil }
    let kind = bytes[bytes.startIndex + 1]
    switch kind {
    case UInt8(ascii: "["):
      guard let end = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else { return nil }
      control(
        String(decoding: bytes[(bytes.startIndex + 2)..<end], as: UTF8.self), Character(UnicodeScalar(bytes[end])))
      return end - bytes.startIndex + 1
    case UInt8(ascii: "("), UInt8(ascii: ")"): return bytes.count < 3 ? nil : 3
    case UInt8(ascii: "M"): reverseLineFeed()
    default: break
    }
    return 2
  }

  private mutating func control(_ words: String, _ final: Character) {
    let numbers = words.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let count = max(1, numbers.first ?? 1)
    switch final {
    case "A": row = max(0, row - count)
    case "B": row = min(rows - 1, row + count)
    case "C": column = min(columns - 1, column + count)
    case "D": column = max(0, column - count)
    case "G": column = min(columns, count) - 1
    case "d": row = min(rows, count) - 1
    case "H", "f":
      row = min(rows, count) - 1
      column = min(columns, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
    case "J":
      if numbers.first == 2 { return erase(0..<rows) }
      clear(numbers.first ?? 0)
      if numbers.first == 1 { erase(0..<row) } else { erase((row + 1)..<rows) }
    case "K": clear(numbers.first ?? 0)
    case "X": for index in column..<min(columns, column + count) { cells[row][index] = " " }
    case "b": for _ in 0..<count { put(last) }
    case "P":
      cells[row].removeSubrange(column..<min(columns, column + count))
      cells[row] += Array(repeating: " ", count: columns - cells[row].count)
    case "@":
      cells[row].insert(contentsOf: Array(repeating: " ", count: count), at: column)
      cells[row].removeLast(cells[row].count - columns)
    case "L": for _ in 0..<count { scroll(row...region.upperBound, up: false) }
    case "M": for _ in 0..<count { scroll(row...region.upperBound, up: true) }
    case "S": for _ in 0..<count { scroll(region, up: true) }
    case "T": for _ in 0..<count { scroll(region, up: false) }
    case "r":
      region = (count - 1)...(max(count, numbers.count > 1 ? numbers[1] : rows) - 1)
      (row, column) = (0, 0)
    // Colours, modes and window titles change no text.
    case "m", "h", "l", "t", "n", "c": break
    default: unknown.append(words + String(final))
    }
  }

  private mutating func put(_ text: String) {
    last = text
    let width = text.unicodeScalars.first.flatMap(Self.columns) ?? 0
    // A mark that belongs to the character before it.
    guard width > 0 else { return cells[row][max(0, min(columns, column) - 1)] += text }
    if column + width > columns {
      column = 0
      lineFeed()
    }
    cells[row][column] = text
    if width == 2 { cells[row][column + 1] = "" }
    column += width
  }

  /// Returns the columns that the C library gives a character, as most terminals do; `nil` if it does not know it.
  public static func columns(of scalar: Unicode.Scalar) -> Int? {
    let former = uselocale(unicode)
    defer { uselocale(former) }
    let columns = wcwidth(scalar.value)
    return columns < 0 ? nil : Int(columns)
  }

  // POSIX has it, but the header hides it from Swift.
  private static let wcwidth = unsafeBitCast(dlsym(nil, "wcwidth"), to: (@convention(c) (UInt32) -> Int32).self)
  // Made once, and never changed or freed.
  private nonisolated(unsafe) static let unicode = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)

  private mutating func lineFeed() {
    if row == region.upperBound { scroll(region, up: true) } else { row = min(rows - 1, row + 1) }
  }

  private mutating func reverseLineFeed() {
    if row == region.lowerBound { scroll(region, up: false) } else { row = max(0, row - 1) }
  }

  private mutating func scroll(_ part: ClosedRange<Int>, up: Bool) {
    guard !part.isEmpty else { return }
    cells.remove(at: up ? part.lowerBound : part.upperBound)
    cells.insert(Array(repeating: " ", count: columns), at: up ? part.upperBound : part.lowerBound)
  }

  private mutating func clear(_ kind: Int) {
    let part = kind == 0 ? column..<columns : kind == 1 ? 0..<min(columns, column + 1) : 0..<columns
    for index in part { cells[row][index] = " " }
  }

  private mutating func erase(_ part: Range<Int>) {
    for row in part { cells[row] = Array(repeating: " ", count: columns) }
  }
}
