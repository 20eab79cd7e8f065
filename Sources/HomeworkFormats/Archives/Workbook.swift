import HomeworkModel

/// The first sheet of a workbook (ECMA-376, Office Open XML).
enum Workbook {
  private static let mostColumns = 256

  static func rows(of archive: ZipArchive) throws(QuizFormatError) -> [TableRow] {
    let files = try archive.files {
      $0 == "xl/workbook.xml" || $0 == "xl/_rels/workbook.xml.rels" || $0 == "xl/sharedStrings.xml"
        || $0.hasPrefix("xl/worksheets/")
    }
    func root(_ name: String) throws(QuizFormatError) -> XMLElement? {
      guard let file = files.first(where: { $0.name == name }) else { return nil }
      return try XMLDocument.root(of: file.data)
    }
    let strings = try root("xl/sharedStrings.xml")?.all("si").map(text) ?? []
    guard let sheet = try root(try sheetName(root)) else { throw ZipArchive.fault("a workbook without a sheet") }
    var number = 0
    var rows: [TableRow] = []
    for row in sheet["sheetData"]?.all("row") ?? [] {
      number = row.attributes["r"].flatMap { Int($0) } ?? number + 1
      var fields: [String] = []
      for cell in row.all("c") {
        let column = cell.attributes["r"].flatMap(column) ?? fields.count
        guard column < mostColumns else { continue }
        while fields.count <= column { fields.append("") }
        fields[column] = value(of: cell, strings)
      }
      rows.append(TableRow(lines: number...number, fields: fields))
    }
    return rows
  }

  private static func sheetName(
    _ root: (String) throws(QuizFormatError) -> XMLElement?
  ) throws(QuizFormatError) -> String {
    let id = try root("xl/workbook.xml")?["sheets"]?["sheet"]?.attributes["r:id"]
    let relations = try root("xl/_rels/workbook.xml.rels")?.all("Relationship") ?? []
    let target = relations.first { $0.attributes["Id"] == id }?.attributes["Target"] ?? "worksheets/sheet1.xml"
    return target.hasPrefix("/") ? String(target.dropFirst()) : "xl/\(target)"
  }

  /// From 0, of `B5`.
  private static func column(_ place: String) -> Int? {
    var number = 0
    for byte in place.utf8.prefix(while: { $0 >= 65 && $0 <= 90 }).prefix(4) { number = number * 26 + Int(byte) - 64 }
    return number > 0 ? number - 1 : nil
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

  /// Runs of letters that look different are one text; how it is pronounced is none of it.
  private static func text(_ element: XMLElement) -> String {
    let runs = element.all("r").compactMap { $0["t"]?.text }
    return (runs.isEmpty ? element["t"]?.text ?? "" : runs.joined()).trimmedAtEnds
  }
}
