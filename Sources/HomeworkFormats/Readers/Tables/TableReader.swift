import HomeworkModel

/// A reader of tables: rows under headings that identify their columns, or cards with two sides.
struct TableReader {
  private var collector: ImportCollector
  private var columns: [Column] = []
  private var markup = Markup.plain
  private var hasKeptBar = false

  /// Reads CSV, or text with tabs. Anki writes settings before the first row.
  static func read(
    _ text: FileText, _ format: QuizFormat, explains: Bool = false
  ) throws(QuizFormatError) -> QuizImport {
    var reader = TableReader(collector: ImportCollector(format, explains: explains))
    let settings = AnkiSettings(text.bytes)
    let body = text.bytes[settings.end...]
    let separator = settings.separator ?? (format == .tsv ? 9 : DelimitedText.separator(in: body))
    let rows = try DelimitedText.rows(body, separator: separator, firstLine: settings.lines + 1)
    try reader.read(rows.filter { !$0.isEmpty }, settings)
    return reader.collector.finish()
  }

  /// Reads a sheet of a workbook.
  static func read(_ rows: [TableRow], _ format: QuizFormat, explains: Bool) throws(QuizFormatError) -> QuizImport {
    var reader = TableReader(collector: ImportCollector(format, explains: explains))
    try reader.read(rows.filter { !$0.isEmpty }, AnkiSettings([]))
    return reader.collector.finish()
  }

  /// Returns whether the first line contains the headings of a question table. No other format begins so.
  static func hasHeadings(_ bytes: [UInt8]) -> Bool {
    let head = bytes.prefix(65_536)
    // A workbook's headings may be further down; a text file's headings come first.
    let separator = DelimitedText.separator(in: head)
    return DelimitedText.rows(beginning: head, separator: separator, atMost: 1).first.map { heading(of: $0) != nil }
      ?? false
  }

  /// Returns the columns of a heading; `nil` unless they include a question and its answer.
  private static func heading(of row: TableRow) -> [Column?]? {
    let columns = row.fields.map { Column($0) }
    guard columns.contains(.question), columns.count > 1 else { return nil }
    return columns.contains(.answer) || columns.contains(.options) ? columns : nil
  }

  private mutating func read(_ rows: [TableRow], _ settings: AnkiSettings) throws(QuizFormatError) {
    guard let first = rows.first else { return }
    markup = settings.isHTML ? .html : .plain
    // A template's instructions are above its headings.
    let place = rows.prefix(20).firstIndex { Self.heading(of: $0) != nil }
    if let place, let heading = Self.heading(of: rows[place]), place == 0 || heading.compactMap(\.self).count > 3 {
      for (name, column) in zip(rows[place].fields, heading) where column == nil && !name.isEmpty {
        collector.note(rows[place].lines, .file, "column", "\"\(name)\" is not a known column")
      }
      columns = heading.map { $0 ?? .ignored }
      // Options without an answer column are the right answers.
      if !columns.contains(.answer) { columns = columns.map { $0 == .options ? .answer : $0 } }
      for row in rows[(place + 1)...] { readQuestion(row) }
      return
    }
    let widest = rows.map(\.fields.count).max() ?? 0
    guard settings.isAnki || widest <= 2 else { throw Self.refusal(first) }
    for row in rows { readCard(row, settings) }
  }

  /// A table without these headings is rejected, not read as cards: nothing says which column is the answer.
  private static func refusal(_ row: TableRow) -> QuizFormatError {
    let names = row.fields.prefix(12).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ")
    let isForm = row.fields.first.map(Column.isTimestamp) ?? false
    return QuizFormatError(
      line: row.lines.lowerBound, column: 1,
      faults: [
        Fault(
          path: "",
          message: isForm
            ? "these are responses to a form, without correct answers: export the questions with an answer column"
            : "no headings of a quiz: they are \(names); known are \(Column.known)")
      ])
  }

  // MARK: Cards

  private mutating func readCard(_ row: TableRow, _ settings: AnkiSettings) {
    var fields = row.fields
    for (column, use) in settings.uses where row.fields.indices.contains(column) {
      if use == .deck { collector.category = row.fields[column].replacing("::", with: " – ") }
    }
    fields = fields.indices.filter { settings.uses[$0] == nil }.map { fields[$0] }
    if let first = fields.first, Cloze.isCloze(first) {
      return collector.takeCloze(
        first, row.lines, markup: markup, extra: fields.dropFirst().joined(), source: row.words)
    }
    let sides = fields.map { markup.plainText($0) }
    guard sides.count >= 2, !sides[0].text.isEmpty, !sides[1].text.isEmpty else {
      return collector.leaveOut(row.lines, "card", "it has only one side", source: row.words)
    }
    var changes = sides[0].losses.union(sides[1].losses).reasons()
    if sides.count > 2, sides[2...].contains(where: { !$0.text.isEmpty }) {
      changes.append("what is beside its two sides")
    }
    collector.take(
      [QuestionDraft(prompt: sides[0].text, body: .fillBlank(correctAnswer: sides[1].text, acceptedAnswers: []))],
      lines: row.lines, kind: "card", changes: changes, source: row.words)
  }

  // MARK: Questions

  /// True if the columns are from the program's own export. In other tables an apostrophe is part of the text.
  private var isOwnExport: Bool { columns.starts(with: [.category, .type, .question]) && columns.contains(.accepted) }

  private mutating func readQuestion(_ row: TableRow) {
    var values: [Column: String] = [:]
    var (options, wrong): ([(place: Int, text: String)], [String]) = ([], [])
    for (column, cell) in zip(columns, row.fields) where !cell.isEmpty {
      let field = isOwnExport ? cell.fromSpreadsheetCell : cell
      switch column {
      case .option(let place): options.append((place, field))
      case .wrong: wrong.append(field)
      default: values[column] = field
      }
    }
    options.sort { $0.place < $1.place }
    var texts = options.map(\.text)
    let answer = values[.answer] ?? ""
    let type = values[.type]?.lowercased().filter(\.isLetter) ?? ""
    let kind = type.isEmpty ? "row" : type
    func leaveOut(_ reason: String) { collector.leaveOut(row.lines, kind, reason, source: row.words) }
    func typed(_ answers: [String]) -> Question.Body? {
      let accepted = answers + Self.list(values[.accepted])
      guard let first = accepted.first, !first.isBlank else { return nil }
      if first.contains("|"), !columns.contains(.accepted) { keepsBar(row) }
      return .fillBlank(correctAnswer: first, acceptedAnswers: Array(accepted.dropFirst()))
    }
    if row.fields.count > columns.count, row.fields[columns.count...].contains(where: { !$0.isEmpty }) {
      return leaveOut(
        "it has \(row.fields.count) fields under \(columns.count) headings: put those with a comma in quotation marks")
    }
    if texts.isEmpty, let list = values[.options] {
      guard let parts = Self.options(list, with: answer) else {
        return leaveOut("its options can be separated in two ways: write each in a column of its own")
      }
      texts = parts
    }
    collector.category = values[.category]
    var changes: [String] = []
    let body: Question.Body
    switch type {
    case "poll", "survey", "opinion", "slide", "draw", "wordcloud", "matching", "ordering", "sorting":
      return leaveOut("this type of question is not supported")
    case "shortanswer", "essay", "openended":
      guard !answer.isBlank else { return leaveOut("it has no model answer to grade by") }
      body = .shortAnswer(correctAnswer: answer, keyConcepts: Self.lists(values[.concepts]))
    case "fillblank", "fillintheblank", "fillintheblanks", "typeanswer", "openquestion":
      guard let typed = typed(answer.isEmpty ? texts : [answer]) else { return leaveOut("it has no correct answer") }
      if !answer.isEmpty, !texts.isEmpty { changes.append("its options") }
      body = typed
    default:
      if !wrong.isEmpty, texts.isEmpty {
        guard !answer.isBlank else { return leaveOut("it has no correct answer") }
        // Sort the options: the right one would otherwise be first in every question.
        texts = ([answer] + wrong).sorted()
      }
      if !texts.isEmpty {
        // Kahoot and Quizizz have a column of seconds and give the right option by number.
        switch RightOption.find(answer, among: texts, countingFrom: 1, isNumber: columns.contains(.seconds)) {
        case .at(let index): body = .mcq(options: texts, correctIndex: index)
        case .no(let reason): return leaveOut(reason)
        }
      } else if ["true", "false"].contains(answer.lowercased()) {
        body = .mcq(options: ["True", "False"], correctIndex: answer.lowercased() == "true" ? 0 : 1)
      } else {
        guard let typed = typed([answer]) else { return leaveOut("it has no correct answer") }
        body = typed
      }
    }
    if case .mcq = body, values[.accepted] != nil { changes.append("its accepted answers") }
    collector.take(
      [QuestionDraft(prompt: values[.question] ?? "", body: body, explanation: values[.explanation] ?? "")],
      lines: row.lines, kind: kind, changes: changes, source: row.words)
  }

  /// Notes once that a `|` does not separate answers: it usually belongs to the answer, as in P(A|B).
  private mutating func keepsBar(_ row: TableRow) {
    guard !hasKeptBar else { return }
    hasKeptBar = true
    collector.note(
      row.lines, .file, "answers", "a | in an answer is kept: write other answers in a column \"accepted answers\"")
  }

  /// Splits options at the separator that makes the right answer one of them; returns `nil` if several could be meant.
  private static func options(_ list: String, with answer: String) -> [String]? {
    let signs: [Character] = ["\n", "|", ";"]
    let splits = signs.map { sign in list.split(separator: sign).map(\.trimmedAtEnds).filter { !$0.isEmpty } }
      .filter { $0.count > 1 }
    return splits.first { $0.contains(answer.trimmedAtEnds) } ?? (splits.count > 1 ? nil : splits.first ?? [list])
  }

  private static func parts(_ answers: String) -> [String] {
    answers.split(separator: "|").map(\.trimmedAtEnds).filter { !$0.isEmpty }
  }

  /// Parses JSON as written by the export; splits other text at `|`.
  private static func list(_ field: String?) -> [String] {
    guard let field else { return [] }
    // Text that is not JSON was written by a person.
    return (try? JSONValue(parsing: field.utf8))?.array.flatMap(texts) ?? parts(field)
  }

  private static func lists(_ field: String?) -> [[String]] {
    guard let field else { return [] }
    return (try? JSONValue(parsing: field.utf8))?.array.flatMap { lists in
      let concepts = lists.compactMap { $0.array.flatMap(texts) }
      return concepts.count == lists.count ? concepts : nil
    } ?? parts(field).map { [$0] }
  }

  /// Returns `nil` unless every value is a text.
  private static func texts(_ values: [JSONValue]) -> [String]? {
    let texts = values.compactMap(\.string)
    return texts.count == values.count ? texts : nil
  }
}
