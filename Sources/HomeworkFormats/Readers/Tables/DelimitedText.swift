import HomeworkModel

/// A row of a table, with its line numbers.
struct TableRow {
  var lines: ClosedRange<Int>
  var fields: [String]

  /// True as well of the row of dashes below the headings of a table in Markdown.
  var isEmpty: Bool {
    let filled = fields.filter { !$0.isBlank }
    return filled.allSatisfy { $0.utf8.count > 2 && $0.allSatisfy("-:".contains) } && filled.count != 1
  }

  /// The row as shown in a note about leaving it out.
  var words: String { fields.joined(separator: " | ") }
}

/// A parser of CSV (RFC 4180), or the same with another separator. Quoted fields are kept exactly, others are trimmed.
struct DelimitedText {
  private let bytes: [UInt8]
  private let separator: UInt8
  /// True for CSV, where a quotation mark that is never closed is an error; with tabs it is literal.
  private let isStrict: Bool
  private var index = 0
  private let firstLine: Int
  private var line: Int
  private var hasUnclosed = false

  static func rows(
    _ bytes: ArraySlice<UInt8>, separator: UInt8, firstLine: Int = 1
  ) throws(QuizFormatError) -> [TableRow] {
    var reader = DelimitedText(Array(bytes), separator, firstLine)
    return try reader.rows()
  }

  /// Returns at most `count` complete rows from a sample, which may end anywhere, even within quotation marks.
  static func rows(beginning bytes: ArraySlice<UInt8>, separator: UInt8, atMost count: Int = .max) -> [TableRow] {
    var reader = DelimitedText(Array(bytes), separator, 1)
    var rows: [TableRow] = []
    while reader.index < reader.bytes.count, rows.count < count {
      guard let row = try? reader.row() else { break }  // it goes on behind the end
      rows.append(row)
    }
    return rows
  }

  /// The first line of a text, if it is not of the list of two columns below it.
  static func title(of bytes: ArraySlice<UInt8>) -> (text: String, line: Int, body: ArraySlice<UInt8>)? {
    guard let first = bytes.firstIndex(where: { $0 > 32 }), let end = bytes[first...].firstIndex(of: 10) else {
      return nil
    }
    let (title, body) = (bytes[first..<end], bytes[(end + 1)...])
    let separator = separator(in: body)
    guard !title.contains(separator), !title.contains(UInt8(ascii: "\"")) else { return nil }
    // A comma before a space is one of a sentence.
    let isProse = zip(body, body.dropFirst()).contains { $0 == UInt8(ascii: ",") && $1 == UInt8(ascii: " ") }
    guard separator != UInt8(ascii: ",") || !isProse else { return nil }
    // In a sample, the last line may be cut off.
    let rows = rows(beginning: body, separator: separator).filter { !$0.isEmpty }.dropLast()
    guard !rows.isEmpty, rows.allSatisfy({ $0.fields.count == 2 && !$0.fields.contains(where: \.isBlank) }) else {
      return nil
    }
    let line = bytes[..<first].count { $0 == 10 } + 1
    return (String(decoding: title, as: UTF8.self).trimmedAtEnds, line, body)
  }

  private init(_ bytes: [UInt8], _ separator: UInt8, _ line: Int) {
    self.bytes = bytes
    self.separator = separator
    (firstLine, self.line) = (line, line)
    isStrict = separator != 9
  }

  /// Returns the separator that occurs in each of the first lines outside quotation marks; of several, the one that
  /// separates the most fields.
  static func separator(in bytes: ArraySlice<UInt8>) -> UInt8 {
    // Spreadsheets in many languages write semicolons.
    let signs: [UInt8] = [0x2C, 0x3B, 9, 0x7C]
    var least: [Int]?
    var counts = [0, 0, 0, 0]
    var (isQuoted, isBlank, lines) = (false, true, 0)
    for byte in bytes + [10] {
      if byte == 0x22 { isQuoted.toggle() }
      guard byte == 10, !isQuoted else {
        if byte != 32, byte != 10 { isBlank = false }
        if !isQuoted, let position = signs.firstIndex(of: byte) { counts[position] += 1 }
        continue
      }
      if !isBlank { least = zip(least ?? counts, counts).map(min) }
      (counts, isBlank, lines) = ([0, 0, 0, 0], true, lines + 1)
      if lines == 20 { break }
    }
    let found = least ?? counts
    return signs[found.indices.max { found[$0] < found[$1] } ?? 0]
  }

  /// Returns a list of two columns with a tab in place of the dash between them; `nil` if a line has none, or several.
  static func tabbed(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard !bytes.contains(9) else { return nil }
    let lines = bytes.lines
    let filled = lines.filter { !$0.isBlank }
    let sign = [" --- ", "---", " - ", " – ", " — "].first { sign in
      filled.count > 1
        && filled.allSatisfy { line in
          let ranges = line.ranges(of: sign)
          return ranges.count == 1 && !line[..<ranges[0].lowerBound].isBlank && !line[ranges[0].upperBound...].isBlank
        }
    }
    return sign.map { sign in Array(lines.map { $0.replacing(sign, with: "\t") }.joined(separator: "\n").utf8) }
  }

  /// Returns a text with a tab in place of the separator that a person named.
  static func tabbed(_ bytes: [UInt8], at sign: String) throws(QuizFormatError) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    guard !sign.isEmpty, text.contains(sign) else { throw QuizFormatError("the separator \"\(sign)\" is not in it") }
    return Array(text.replacing("\t", with: " ").replacing(sign, with: "\t").utf8)
  }

  private mutating func rows() throws(QuizFormatError) -> [TableRow] {
    var rows: [TableRow] = []
    while index < bytes.count { rows.append(try row()) }
    return rows
  }

  private mutating func row() throws(QuizFormatError) -> TableRow {
    let first = line
    var fields: [String] = []
    while true {
      fields.append(try field())
      guard index < bytes.count, bytes[index] == separator else { break }
      index += 1
    }
    // The row ends at the end of a line or of the text.
    defer { (line, index) = (line + 1, index + 1) }
    return TableRow(lines: first...line, fields: fields)
  }

  private mutating func field() throws(QuizFormatError) -> String {
    var start = index
    while start < bytes.count, bytes[start] == 32 { start += 1 }
    if start < bytes.count, bytes[start] == 0x22, let text = try quoted(from: start) { return text }
    start = index
    while index < bytes.count, bytes[index] != separator, bytes[index] != 10 { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self).trimmedAtEnds
  }

  /// Returns `nil` if the quotation mark is literal: its closing mark is not followed by the end of a field.
  private mutating func quoted(from start: Int) throws(QuizFormatError) -> String? {
    guard !hasUnclosed else { return nil }
    var (position, lines) = (start + 1, 0)
    var text: [UInt8] = []
    while position < bytes.count {
      if bytes[position] == 0x22 {
        guard position + 1 < bytes.count, bytes[position + 1] == 0x22 else { break }
        position += 1
      }
      if bytes[position] == 10 { lines += 1 }
      text.append(bytes[position])
      position += 1
    }
    guard position < bytes.count else {
      hasUnclosed = true
      guard isStrict else { return nil }
      let (line, column) = FileText.position(of: start, in: bytes)
      throw QuizFormatError("a quotation mark is never closed: add one", line: line + firstLine - 1, column: column)
    }
    position += 1
    while position < bytes.count, bytes[position] == 32 { position += 1 }
    guard position == bytes.count || bytes[position] == separator || bytes[position] == 10 else { return nil }
    index = position
    line += lines
    return String(decoding: text, as: UTF8.self)
  }
}

extension String {
  /// The spreadsheet cell that displays this text: a leading apostrophe prevents evaluation as a formula. Numbers need
  /// none.
  package var asSpreadsheetCell: String { startsFormula && !ImportCollector.isNumber(self) ? "'" + self : self }

  /// The original text of a cell written by `asSpreadsheetCell`.
  package var fromSpreadsheetCell: String { first == "'" && startsFormula ? String(dropFirst()) : self }

  /// Also true after leading apostrophes, so that a text with its own apostrophe differs from an escaped one.
  private var startsFormula: Bool {
    utf8.first { $0 != UInt8(ascii: "'") }.map("=+-@\t\r\n".utf8.contains) ?? false
  }
}
