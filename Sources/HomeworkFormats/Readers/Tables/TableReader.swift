import HomeworkModel

/// A reader of tables: rows under headings that identify their columns, or cards with two sides.
struct TableReader {
  private var collector: ImportCollector
  private var columns: [Column] = []
  private var habit = RightOption.Habit([])
  private var markup = Markup.plain
  private var hasKeptBar = false
  /// The columns that may be options, though nothing says so.
  private var suspects: [Int] = []
  private var areCards = false

  /// Reads CSV, or text with tabs. Anki writes settings before the first row.
  static func read(
    _ text: FileText, _ format: QuizFormat, _ mapping: ColumnMapping, explains: Bool
  ) throws(QuizFormatError) -> QuizImport {
    let settings = AnkiSettings(text.bytes)
    var (bytes, named): ([UInt8], UInt8?) = (text.bytes, settings.separator)
    if let sign = mapping.separator {
      named = AnkiSettings.separators[sign.lowercased()] ?? (sign.utf8.count == 1 ? sign.utf8.first : nil)
      if named == nil { (bytes, named) = (try DelimitedText.tabbed(bytes, at: sign), 9) }
    } else if format == .tsv, !settings.isAnki {
      bytes = DelimitedText.tabbed(bytes[...]) ?? bytes
    }
    let title = named == nil && !settings.isAnki ? DelimitedText.title(of: bytes[...]) : nil
    let body = title?.body ?? bytes[settings.end...]
    let separator = named ?? (format == .tsv ? 9 : DelimitedText.separator(in: body))
    let rows = try DelimitedText.rows(body, separator: separator, firstLine: (title?.line ?? settings.lines) + 1)
    var reader = TableReader(collector: ImportCollector(format, explains: explains))
    if let title { reader.collector.takeHeading(title.line...title.line, title.text, mayName: true) }
    try reader.read(rows.filter { !$0.isEmpty }, mapping, settings)
    return reader.collector.finish()
  }

  /// Reads rows, such as a sheet of a workbook.
  static func read(
    _ rows: [TableRow], _ format: QuizFormat, _ mapping: ColumnMapping, explains: Bool
  ) throws(QuizFormatError) -> QuizImport {
    var reader = TableReader(collector: ImportCollector(format, explains: explains))
    try reader.read(rows.filter { !$0.isEmpty }, mapping, AnkiSettings([]))
    return reader.collector.finish()
  }

  /// Returns whether the first line contains the headings of a question table. No other format begins so.
  static func hasHeadings(_ bytes: [UInt8]) -> Bool {
    let head = bytes.prefix(65_536)
    // A workbook's headings may be further down; a text file's headings come first.
    let separator = DelimitedText.separator(in: head)
    return DelimitedText.rows(beginning: head, separator: separator, atMost: 1).first
      .map { TableColumns.heading(of: $0) != nil } ?? false
  }

  private mutating func read(
    _ rows: [TableRow], _ mapping: ColumnMapping, _ settings: AnkiSettings
  ) throws(QuizFormatError) {
    guard let first = rows.first else { return }
    // A file that does not say what its tags are may have some.
    markup = settings.isHTML.map { $0 ? .html : .plain } ?? .automatic
    let found =
      try mapping.isEmpty
      ? TableColumns.known(rows) ?? (settings.isAnki ? nil : TableColumns.inferred(rows))
      : TableColumns.named(mapping, rows)
    if found == nil, let (rows, columns) = TableColumns.turned(rows) {
      return readQuestions(rows[...], TableColumns(columns: columns, start: 0), headings: [])
    }
    if let found {
      for (lines, kind, reason) in found.notes { collector.note(lines, .file, kind, reason) }
      return readQuestions(rows[found.start...], found, headings: found.start > 0 ? rows[found.start - 1].fields : [])
    }
    let widest = rows.map(\.fields.count).max() ?? 0
    guard settings.isAnki || widest <= 2 else { throw Self.refusal(first) }
    let isHeading = !settings.isAnki && TableColumns.isHeading(rows)
    if !isHeading, !settings.isAnki { collector.result.isUncertain = true }
    if isHeading {
      collector.note(
        first.lines, .file, "headings", "\"\(first.words)\" was read as headings: name the columns 1 and 2 if not")
    }
    for row in rows.dropFirst(isHeading ? 1 : 0) { readCard(row, settings) }
  }

  /// A table without these headings is rejected, not read as cards: nothing says which column is the answer.
  private static func refusal(_ row: TableRow) -> QuizFormatError {
    let names = row.fields.prefix(12).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ")
    let isForm = row.fields.first.map(Column.isTimestamp) ?? false
    let words =
      isForm
      ? "these are responses to a form, without correct answers: export the questions with an answer column"
      : "no headings of a quiz: they are \(names): name the columns of question and answer; known are \(Column.known)"
    return QuizFormatError(words, line: row.lines.lowerBound, column: 1)
  }

  private mutating func readCard(_ row: TableRow, _ settings: AnkiSettings) {
    var fields = row.fields
    for (column, use) in settings.uses where row.fields.indices.contains(column) {
      if use == "deck" { collector.category = row.fields[column].replacing("::", with: " – ") }
      if use == "tags", !row[column].isBlank { collector.passOver(use) }
    }
    fields = fields.indices.filter { settings.uses[$0] == nil }.map { fields[$0] }
    if let first = fields.first, Cloze.isCloze(first) {
      return collector.takeCloze(
        first, row.lines, markup: markup, extra: fields.dropFirst().joined(), source: row.words)
    }
    let heard = fields.map(AnkiTemplate.withoutSounds)
    let sides = heard.map { markup.plainText($0.text) }
    guard sides.count >= 2, !sides[0].text.isEmpty, !sides[1].text.isEmpty else {
      return collector.leaveOut(row.lines, "card", "it has only one side", source: row.words)
    }
    var changes = heard[...1].map(\.changes).first { !$0.isEmpty } ?? []
    changes += sides[0].losses.union(sides[1].losses).reasons()
    if sides.count > 2, sides[2...].contains(where: { !$0.text.isEmpty }) {
      changes.append("what is beside its two sides")
    }
    collector.take(
      [QuestionDraft(prompt: sides[0].text, body: Self.labelled(sides[1].text) ?? .ofCard(back: sides[1].text))],
      lines: row.lines, kind: "card", changes: changes, source: row.words)
  }

  /// True if the columns are from the program's own export. In other tables an apostrophe is part of the text.
  private var isOwnExport: Bool { columns.starts(with: [.category, .type, .question]) && columns.contains(.accepted) }

  private struct Cells {
    var values: [Column: String] = [:]
    var (options, wrong): ([String], [String]) = ([], [])
  }

  private func cells(of row: TableRow) -> Cells {
    var cells = Cells()
    var options: [(position: Int, text: String)] = []
    for (column, cell) in zip(columns, row.fields) where !cell.isEmpty {
      let field = isOwnExport ? cell.fromSpreadsheetCell : cell
      switch column {
      case .option(let position): options.append((position, field))
      case .wrong: cells.wrong.append(field)
      default: cells.values[column] = field
      }
    }
    cells.options = options.sorted { $0.position < $1.position }.map(\.text)
    return cells
  }

  /// - Parameter headings: the row above the first one, to name the columns that are not read.
  private mutating func readQuestions(_ rows: ArraySlice<TableRow>, _ found: TableColumns, headings: [String]) {
    (columns, suspects) = (found.columns, found.suspects)
    areCards = zip(columns, headings).contains { $0 == .answer && Column.isCardSide(Column.folded($1)) }
    let unread = columns.indices.filter { columns[$0] == .ignored }.compactMap {
      index -> (index: Int, name: String?)? in
      let name = headings.indices.contains(index) && !headings[index].isEmpty ? headings[index] : nil
      // A second column of the same meaning is noted already.
      let isNoted = name.map { name in found.notes.contains { $0.reason.hasPrefix("\"\(name)\" is not read") } }
      return isNoted == true ? nil : (index, name)
    }
    let choices = rows.lazy.map(cells).map { (answer: $0.values[.answer] ?? "", options: $0.options) }
    habit = RightOption.Habit(Array(choices), isIndex: found.isIndex)
    for row in rows {
      // A template numbers rows that were left empty.
      let isTemplate = zip(columns, row.fields).allSatisfy { column, cell in
        cell.isBlank || [.ignored, .seconds].contains(column) && Double(cell) != nil
      }
      guard !isTemplate || row.fields.count > columns.count else { continue }
      // A number without a heading counts the rows.
      for (index, name) in unread where !row[index].isEmpty && (name != nil || Int(row[index]) == nil) {
        collector.passOver(name ?? "column \(index + 1)")
      }
      readQuestion(row)
    }
  }

  /// Why a row is no question.
  private struct LeftOut: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
  }

  private mutating func readQuestion(_ row: TableRow) {
    let cells = cells(of: row)
    let type = cells.values[.type]?.lowercased().filter(\.isLetter) ?? ""
    let kind = type.isEmpty ? "row" : type
    do throws(LeftOut) {
      let (body, changes) = try body(of: row, cells, type)
      let draft = QuestionDraft(
        introduction: cells.values[.introduction],
        prompt: PictureMark.append(cells.values[.picture], to: cells.values[.question] ?? ""), body: body,
        explanation: cells.values[.explanation] ?? "")
      collector.take([draft], lines: row.lines, kind: kind, changes: changes, source: row.words)
    } catch {
      collector.leaveOut(row.lines, kind, error.reason, source: row.words)
    }
  }

  /// Returns the body of a row's question, and what of the row is not in it.
  private mutating func body(
    of row: TableRow, _ cells: Cells, _ type: String
  ) throws(LeftOut) -> (body: Question.Body, changes: [String]) {
    let answer = cells.values[.answer] ?? ""
    if row.fields.count > columns.count, row.fields[columns.count...].contains(where: { !$0.isEmpty }) {
      throw LeftOut(
        "it has \(row.fields.count) fields under \(columns.count) headings: put those with a comma in quotation marks")
    }
    var texts = cells.options
    if texts.isEmpty, let list = cells.values[.options] {
      guard let parts = Self.options(list, with: answer) else {
        throw LeftOut("its options can be separated in two ways: write each in a column of its own")
      }
      texts = parts
    }
    collector.category = cells.values[.category]
    var changes: [String] = []
    let body: Question.Body
    switch type {
    case "ordering" where isOwnExport: body = .ordering(texts)
    case "card" where isOwnExport: body = .card(back: answer)
    case "numeric" where isOwnExport:
      guard let key = NumericKey(written: answer) else { throw LeftOut("its answer is not a number") }
      body = .numeric(key)
    case "poll", "survey", "opinion", "slide", "draw", "wordcloud", "matching", "ordering", "sorting":
      throw LeftOut("this type of question is not supported")
    case "shortanswer", "essay", "openended":
      guard !answer.isBlank else { throw LeftOut("it has no model answer to grade by") }
      body = .shortAnswer(correctAnswer: answer, keyConcepts: Self.lists(cells.values[.concepts]))
    case "fillblank", "fillblankexact", "fillintheblank", "fillintheblanks", "typeanswer", "openquestion":
      body = try typed(
        answer.isEmpty ? texts : [answer], cells, row, isExact: type == "fillblankexact")
      if !answer.isEmpty, !texts.isEmpty { changes.append("its options") }
    default: body = try inferredBody(of: row, cells, type, options: texts)
    }
    if !body.options.isEmpty, cells.values[.accepted] != nil { changes.append("its accepted answers") }
    return (body, changes)
  }

  /// Returns what a row asks by the cells that it has: its type does not say, or says no more than they do.
  private mutating func inferredBody(
    of row: TableRow, _ cells: Cells, _ type: String, options texts: [String]
  ) throws(LeftOut) -> Question.Body {
    let answer = cells.values[.answer] ?? ""
    var (wrong, right) = (cells.wrong, [answer])
    if wrong.count == 1, let several = Self.options(wrong[0], with: ""), several.count > 1 {
      // Wrong answers in one cell may stand beside several right ones.
      (wrong, right) = (several, Self.options(answer, with: "") ?? right)
    }
    if !wrong.isEmpty, texts.isEmpty {
      guard !answer.isBlank else { throw LeftOut("it has no correct answer") }
      // Sort the options: the right one would otherwise be first in every question.
      let texts = (right + wrong).sorted()
      return Self.choice(texts, right: right.compactMap { texts.firstIndex(of: $0) }.sorted())
    }
    if !texts.isEmpty {
      // Kahoot and Quizizz have a column of seconds and give the right option by number.
      let found = habit.find(answer, among: texts, isPosition: columns.contains(.seconds))
      if case .no(let reason) = found { throw LeftOut(reason) }
      guard let chosen = found.body(texts) else { throw LeftOut("it has no correct answer") }
      return chosen
    }
    if let labelled = Self.labelled(answer) { return labelled }
    guard !RightOption.isNeeded(for: type) else { throw LeftOut("it has no options, though its type needs some") }
    guard !mayChoose(answer, row) else {
      throw LeftOut("columns with unknown headings may be its options: name the columns")
    }
    if areCards, cells.values[.accepted] == nil, !answer.isBlank { return .ofCard(back: answer) }
    if ["true", "false"].contains(answer.lowercased()) {
      return .mcq(options: ["True", "False"], correctIndex: answer.lowercased() == "true" ? 0 : 1)
    }
    return try typed([answer], cells, row, isExact: false)
  }

  /// Returns a question whose answer is typed: the first of these, or any accepted one.
  private mutating func typed(
    _ answers: [String], _ cells: Cells, _ row: TableRow, isExact: Bool
  ) throws(LeftOut) -> Question.Body {
    let accepted = answers + Self.list(cells.values[.accepted])
    guard let first = accepted.first, !first.isBlank else { throw LeftOut("it has no correct answer") }
    if first.contains("|"), !columns.contains(.accepted) { keepsBar(row) }
    return .fillBlank(correctAnswer: first, acceptedAnswers: Array(accepted.dropFirst()), isExact: isExact)
  }

  /// Parses a cell that labels each answer: `Right: Paris Wrong: Lyon Wrong: Nice`; `nil` for any other one.
  private static func labelled(_ cell: String) -> Question.Body? {
    let pieces = cell.split(separator: ":", omittingEmptySubsequences: false)
    var answers: [(isRight: Bool, text: String)] = []
    for (index, piece) in pieces.enumerated() {
      let label = piece.split { $0.isWhitespace || ";,".contains($0) }.last
      let column = index < pieces.count - 1 ? label.flatMap { Column(String($0)) } : nil
      let isLabel = label?.endIndex == piece.endIndex && (column == .answer || column == .wrong(0))
      guard isLabel || !answers.isEmpty, index > 0 || label == piece else { return nil }
      let end = index < pieces.count - 1 ? ":" : ""
      let text = isLabel ? piece[..<(label?.startIndex ?? piece.endIndex)] : piece + end
      if !answers.isEmpty { answers[answers.count - 1].text += text }
      if isLabel { answers.append((column == .answer, "")) }
    }
    // Sort the options: the right one would otherwise be first in every question.
    let options = answers.map { answer in
      let text = answer.text.trimmedAtEnds
      return (answer.isRight, text: text.last.map(";,|".contains) == true ? text.dropLast().trimmedAtEnds : text)
    }.sorted { $0.text < $1.text }
    let (texts, right) = (options.map(\.text), options.indices.filter { options[$0].0 })
    guard !right.isEmpty, right.count < texts.count else { return nil }
    return choice(texts, right: right)
  }

  private static func choice(_ texts: [String], right indexes: [Int]) -> Question.Body {
    indexes.count == 1
      ? .mcq(options: texts, correctIndex: indexes[0]) : .multi(options: texts, correctIndexes: indexes)
  }

  /// Returns whether an answer is a letter or a number of columns with unknown headings, or the text of one.
  private func mayChoose(_ answer: String, _ row: TableRow) -> Bool {
    let texts = suspects.map { row[$0] }.filter { !$0.isEmpty && Double($0) == nil }
    guard texts.count > 1 else { return false }
    if answer.count == 1, answer.first?.isLetter == true { return true }
    if case .no = RightOption.find(answer, among: texts, countingFrom: 1) { return false }
    return true
  }

  /// Notes once that a `|` does not separate answers: it usually belongs to the answer, as in P(A|B).
  private mutating func keepsBar(_ row: TableRow) {
    guard !hasKeptBar else { return }
    hasKeptBar = true
    collector.note(
      row.lines, .file, "answers", "a | in an answer is kept: write other answers in a column \"accepted answers\"")
  }

  /// Splits options at the separator that makes the right answer one of them; returns `nil` if several could be meant.
  static func options(_ list: String, with answer: String) -> [String]? {
    let signs: [Character] = ["\n", "|", ";"]
    // The sign that ends an entity, such as &nbsp;, separates nothing.
    let held = Entities.replacingEnds(in: list, with: "\u{1}")
    let splits = signs.map { sign in
      held.split(separator: sign).map { $0.replacing("\u{1}", with: ";").trimmedAtEnds }.filter { !$0.isEmpty }
    }
    .filter { $0.count > 1 }
    return splits.first { $0.contains(answer.trimmedAtEnds) } ?? (splits.count > 1 ? nil : splits.first ?? [list])
  }

  private static func parts(_ answers: String) -> [String] {
    answers.split(separator: "|").map(\.trimmedAtEnds).filter { !$0.isEmpty }
  }

  /// Parses JSON as written by the export; splits other text at `|`.
  private static func list(_ field: String?) -> [String] {
    // Text that is not JSON was written by a person.
    field.map { (try? JSONValue(parsing: $0.utf8))?.array.flatMap(texts) ?? parts($0) } ?? []
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
