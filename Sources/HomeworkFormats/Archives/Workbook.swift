import HomeworkModel

/// The first sheet of a workbook (ECMA-376, Office Open XML).
enum Workbook {
  static let mostColumns = 256

  /// - Returns: also the number of cells in columns further right than can be read.
  static func rows(of archive: ZipArchive) throws(QuizFormatError) -> (rows: [TableRow], beyond: Int) {
    let sheetName = try Self.sheetName(archive)
    var budget = TextBudget()
    var strings: [String] = []
    if let data = try archive.file("xl/sharedStrings.xml") {
      try XMLDocument.readEach("si", of: data) { item in
        strings.append(text(item))
        return budget.take(strings.last ?? "")
      }
    }
    guard let sheet = try archive.file(sheetName) else { throw QuizFormatError("a workbook without a sheet") }
    var (number, beyond) = (0, 0)
    var rows: [TableRow] = []
    try XMLDocument.readEach("row", of: sheet) { row in
      number = row.attributes["r"].flatMap { Int($0) }.flatMap { (1...1_048_576).contains($0) ? $0 : nil } ?? number + 1
      var fields: [String] = []
      for cell in row.all("c") {
        let column = cell.attributes["r"].flatMap(column) ?? fields.count
        guard column < mostColumns else {
          beyond += cell.isBlank ? 0 : 1
          continue
        }
        while fields.count <= column { fields.append("") }
        fields[column] = value(of: cell, strings)
        if let refusal = budget.take(fields[column]) { return refusal }
      }
      let found = TableRow(lines: number...number, fields: fields)
      if !found.isEmpty { rows.append(found) }
      return budget.take("", times: fields.count)
    }
    return (rows, beyond)
  }

  /// A limit on the text extracted from a workbook: any number of its cells may share one string.
  private struct TextBudget {
    private static let largest = 64 << 20
    private var left = largest

    /// Counts a text and returns an error message if it exceeds the limit; otherwise `nil`.
    mutating func take(_ text: String, times: Int = 1) -> String? {
      left -= (text.utf8.count + MemoryLayout<String>.size) * times
      return left >= 0 ? nil : "the workbook's cells hold more than \(Self.largest >> 20) MiB of text: split it"
    }
  }

  private static func sheetName(_ archive: ZipArchive) throws(QuizFormatError) -> String {
    let id = try archive.document("xl/workbook.xml")?["sheets"]?["sheet"]?.attributes["r:id"]
    let relations = try archive.document("xl/_rels/workbook.xml.rels")?.all("Relationship") ?? []
    let target = relations.first { $0.attributes["Id"] == id }?.attributes["Target"] ?? "worksheets/sheet1.xml"
    return target.hasPrefix("/") ? String(target.dropFirst()) : "xl/\(target)"
  }

  /// Returns the column, from 0, of a cell reference such as `B5`.
  private static func column(_ index: String) -> Int? {
    let letters = index.utf8.prefix { $0 >= 65 && $0 <= 90 }.prefix(4)
    return letters.isEmpty ? nil : letters.reduce(0) { $0 * 26 + Int($1) - 64 } - 1
  }

  private static func value(of cell: XMLElement, _ strings: [String]) -> String {
    let value = cell["v"]?.text ?? ""
    switch cell.attributes["t"] {
    case "s": return Int(value).flatMap { strings.indices.contains($0) ? strings[$0] : nil } ?? ""
    case "inlineStr": return cell["is"].map(text) ?? ""
    case "b": return value == "1" ? "TRUE" : "FALSE"
    case "str", "e": return value.trimmedAtEnds
    default:
      // A whole number may be written as 2.0.
      return Double(value).flatMap { Int(exactly: $0) }.map(String.init) ?? value
    }
  }

  /// Joins runs of differently formatted letters into one text, without phonetic guides.
  private static func text(_ element: XMLElement) -> String {
    let runs = element.all("r").compactMap { $0["t"]?.text }
    return (runs.isEmpty ? element["t"]?.text ?? "" : runs.joined()).trimmedAtEnds
  }
}
