import HomeworkModel

/// A class list: a table with a column of names, as from registers and spreadsheets.
package enum ClassList {
  /// A learner of the list: the name, and the number if there is a column of numbers.
  package struct Entry: Hashable, Sendable {
    package let name: String, number: String?
  }

  /// Returns the learners in order. Separate given and family names are joined.
  ///
  /// - Parameters:
  ///   - data: CSV, also with semicolons or tabs, with headings; or one name per line.
  ///   - idColumn: the heading of the column with the learners' numbers, if wanted.
  /// - Throws: `QuizFormatError` with all faults: no such column, a row without a name, an invalid name or number, or
  ///   a duplicate.
  package static func entries(
    in data: [UInt8], idColumn: String? = nil
  ) throws(QuizFormatError) -> [Entry] {
    let bytes = try FileText(data).bytes
    let separator = DelimitedText.separator(in: bytes[...])
    let rows = try DelimitedText.rows(bytes[...], separator: separator).filter { !$0.isEmpty }
    guard let first = rows.first else { throw QuizFormatError(faults: [Fault(path: "", message: "contains no name")]) }
    let columns = columns(of: first)
    let numbers = try idColumn.map { (name) throws(QuizFormatError) in try place(of: name, in: first) }
    guard !columns.isEmpty || rows.allSatisfy({ $0.fields.count == 1 }) else {
      throw missing("it has no column of names, only \(headings(of: first)): call one of them Name", in: first)
    }
    var (entries, faults): ([Entry], [Fault]) = ([], [])
    var (seen, seenNumbers): ([String: Int], [String: Int]) = ([:], [:])
    for row in columns.isEmpty ? rows[...] : rows.dropFirst() {
      let places = (columns.isEmpty ? [0] : columns).filter(row.fields.indices.contains)
      let name = places.map { row.fields[$0].trimmedAtEnds.fromSpreadsheetCell }.filter { !$0.isEmpty }.joined(
        separator: " ")
      let line = row.lines.lowerBound
      faults += Learner.faults(inName: name).map { Fault(path: "line \(line)", message: "the name \($0.message)") }
      if let other = seen.updateValue(line, forKey: Learner.foldedName(name)), !name.isEmpty {
        faults.append(Fault(path: "line \(line)", message: "\(name) is already in line \(other)"))
      }
      let field = numbers.flatMap { row.fields.indices.contains($0) ? row.fields[$0] : nil }
      let number = field.map { $0.trimmedAtEnds.fromSpreadsheetCell }.flatMap { $0.isEmpty ? nil : $0 }
      if let number {
        faults += Learner.faults(inNumber: number).map {
          Fault(path: "line \(line)", message: "the number \($0.message)")
        }
        if let other = seenNumbers.updateValue(line, forKey: number) {
          faults.append(Fault(path: "line \(line)", message: "number \(number) is already in line \(other)"))
        }
      }
      entries.append(Entry(name: name, number: number))
    }
    guard faults.isEmpty else { throw QuizFormatError(faults: faults) }
    guard !entries.isEmpty else { throw QuizFormatError(faults: [Fault(path: "", message: "contains no name")]) }
    return entries
  }

  private static func place(of heading: String, in row: TableRow) throws(QuizFormatError) -> Int {
    let wanted = Column.folded(heading)
    guard let place = row.fields.firstIndex(where: { Column.folded($0) == wanted }) else {
      throw missing("it has no column \"\(heading.prefix(40))\", only \(headings(of: row))", in: row)
    }
    return place
  }

  private static func headings(of row: TableRow) -> String {
    row.fields.prefix(12).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ")
  }

  private static func missing(_ message: String, in row: TableRow) -> QuizFormatError {
    QuizFormatError(line: row.lines.lowerBound, column: 1, faults: [Fault(path: "", message: message)])
  }

  /// The columns of a whole name, or of a given and a family name; none if the row has no such headings.
  private static func columns(of row: TableRow) -> [Int] {
    let words = row.fields.map(Column.folded)
    let whole = words.firstIndex(where: wholeNames.contains)
    let (given, family) = (words.firstIndex(where: givenNames.contains), words.firstIndex(where: familyNames.contains))
    guard let whole else { return [given, family].compactMap(\.self) }
    // Beside a given name, "Name" is the family name.
    if let given, family == nil { return [given, whole] }
    return [whole]
  }

  private static let wholeNames = folded(
    """
    name|full name|learner|student|student name|pupil|pupil name|child|schüler|schülerin|schülername|kind|
    nom complet|élève|nom et prénom|alumno|alumna|nombre completo|estudiante|aluno|aluna|nome completo|alunno|alunna|
    studente|leerling|naam|elev|namn|uczeń
    """)
  private static let givenNames = folded(
    "first name|firstname|given name|forename|vorname|prénom|nombre|nome|voornaam|förnamn|imię")
  private static let familyNames = folded(
    """
    last name|lastname|surname|family name|nachname|familienname|nom|nom de famille|apellido|apellidos|sobrenome|
    cognome|achternaam|efternamn|nazwisko
    """)

  private static func folded(_ names: String) -> Set<String> {
    Set(names.split(separator: "|").map { Column.folded(String($0)) })
  }
}
