import HomeworkModel

/// The columns of a table and the place of its first question: as a person names them, by known headings, or by what is
/// in them.
struct TableColumns {
  var columns: [Column]
  /// The index of the first row below the headings.
  var start: Int
  /// True if the heading calls the right answers an index, which counts from 0.
  var isIndex = false
  /// The columns with unknown headings, if they may be the options.
  var suspects: [Int] = []
  /// Inferences to report, and columns that are not read.
  var notes: [(lines: ClosedRange<Int>, kind: String, reason: String)] = []

  /// Returns the columns of a heading; `nil` unless they include a question and its answer.
  static func heading(of row: TableRow) -> [Column?]? {
    let columns = row.fields.map { Column($0) }
    guard columns.contains(.question), columns.count > 1 else { return nil }
    return columns.contains(.answer) || columns.contains(.options) ? columns : nil
  }

  static func known(_ rows: [TableRow]) -> TableColumns? {
    // A template's instructions are above its headings.
    guard let position = rows.prefix(20).firstIndex(where: { heading(of: $0) != nil }),
      let heading = heading(of: rows[position]), position == 0 || heading.compactMap(\.self).count > 3
    else { return nil }
    var found = TableColumns(columns: [], start: position + 1)
    found.use(heading, of: rows[position])
    // Options without an answer column are the right answers.
    if !found.columns.contains(.answer) { found.columns = found.columns.map { $0 == .options ? .answer : $0 } }
    let data = rows[(position + 1)...].prefix(200)
    found.suspects = heading.indices.filter { column in
      heading[column] == nil && data.contains { !$0[column].isEmpty }
    }
    found.takeSuspects(rows[position], data)
    return found
  }

  /// Takes columns with unknown headings as the options, if every answer names one of them, and one names the last.
  private mutating func takeSuspects(_ heading: TableRow, _ data: ArraySlice<TableRow>) {
    guard suspects.count > 1, let answer = columns.firstIndex(of: .answer), !columns.contains(where: \.isOption) else {
      return suspects = []
    }
    let rows = data.map { row in (answer: row[answer], options: suspects.map { row[$0] }) }
    let habit = RightOption.Habit(rows)
    let indexes = rows.compactMap { habit.position(of: $0.answer, among: $0.options) }
    // Numbers are answers themselves, unless they stand beside several texts.
    let areNumbers = rows.contains { Double($0.answer) != nil }
    let areTexts = rows.allSatisfy { $0.options.allSatisfy { !$0.isEmpty && Double($0) == nil } }
    guard indexes.count == rows.count, indexes.max() == suspects.count - 1,
      suspects == Array(suspects[0]..<suspects[0] + suspects.count),
      !areNumbers || areTexts && (suspects.count > 2 || rows.count > 3)
    else { return }
    for (number, position) in suspects.enumerated() { columns[position] = .option(number) }
    let names = suspects.map { "\"\(heading[$0])\"" }.joined(separator: ", ")
    notes.append((heading.lines, "columns", "options \(names), as their content shows: name others if this is wrong"))
    suspects = []
  }

  /// Turns a table around whose first column has the headings: `Question:`, `Right:`, `Wrong:`.
  static func turned(_ rows: [TableRow]) -> (rows: [TableRow], columns: [Column])? {
    let labels = rows.map { Column($0[0]) }
    guard labels.first == .question, labels.contains(.answer), !labels.contains(nil), Column(rows[0][1]) == nil,
      rows.allSatisfy({ $0.fields.count == 2 })
    else { return nil }
    var columns: [Column] = []
    var turned: [(lines: ClosedRange<Int>, cells: [Int: String])] = []
    for (row, label) in zip(rows, labels.compactMap(\.self)) {
      if label == .question { turned.append((row.lines, [:])) }
      let last = turned.count - 1
      // Wrong answers have one heading.
      let free = columns.indices.first { columns[$0] == label && turned[last].cells[$0] == nil } ?? columns.count
      if free == columns.count { columns.append(label) }
      turned[last].cells[free] = row[1]
      turned[last].lines = turned[last].lines.lowerBound...row.lines.upperBound
    }
    return (
      turned.map { row in TableRow(lines: row.lines, fields: columns.indices.map { row.cells[$0] ?? "" }) }, columns
    )
  }

  /// Uses the columns of a heading, and notes those that are not read.
  private mutating func use(_ heading: [Column?], of row: TableRow) {
    for (name, column) in zip(row.fields, heading) {
      if column == .answer { isIndex = Column.folded(name).contains("index") }
      if let column, column != .ignored, columns.contains(column), column != .wrong(0) {
        notes.append((row.lines, "column", "\"\(name)\" is not read: another column has the same meaning"))
        columns.append(.ignored)
      } else {
        columns.append(column ?? .ignored)
      }
    }
  }

  /// - Throws: if a name is none of the columns, or no column has the questions.
  static func named(_ mapping: ColumnMapping, _ rows: [TableRow]) throws(QuizFormatError) -> TableColumns {
    let roles = mapping.roles
    let width = rows.prefix(20).map(\.fields.count).max() ?? 0
    /// Returns the columns of the names, by headings or by positions, and how many of them are headings.
    func indexes(_ headings: [String], isFirst: Bool) -> (indexes: [Int], named: Int)? {
      let words = headings.map { $0.lowercased().trimmedAtEnds }
      // Below the first row, a number or a letter is a cell rather than a heading.
      let byName = roles.map { role in
        isFirst || position(role.name, below: width) == nil
          ? words.firstIndex(of: role.name.lowercased().trimmedAtEnds) : nil
      }
      let all = zip(byName, roles).compactMap { $0 ?? position($1.name, below: width) }
      guard all.count == roles.count, Set(all).count == all.count else { return nil }
      return (all, byName.compactMap(\.self).count)
    }
    let found = rows.prefix(20).enumerated().compactMap { row in
      indexes(row.element.fields, isFirst: row.offset == 0).map { (row.offset, $0) }
    }
    // The row in which most names are headings, or the first if they are only positions.
    guard let (position, best) = found.max(by: { ($0.1.named, $1.0) < ($1.1.named, $0.0) }) else {
      let names = rows.first.map { $0.fields.prefix(12).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ") } ?? ""
      let unknown = roles.map(\.name).first { name in
        position(name, below: width) == nil
          && !rows.prefix(20).contains { $0.fields.contains { $0.lowercased() == name.lowercased() } }
      }
      throw QuizFormatError(
        unknown.map { "no column \"\($0)\": the columns are \(names)" }
          ?? "one column is named twice: name each once, of \(names)")
    }
    let row = rows[position]
    let isHeading =
      best.named > 0 || row.fields.compactMap { Column($0) }.count > 1 && !isQuestion(row, best.indexes, roles)
    var columns: [Column] = []
    for index in 0..<max(row.fields.count, (best.indexes.max() ?? 0) + 1) {
      let name = row[index]
      let own = isHeading ? Column(name) ?? .ignored : .ignored
      columns.append(roles.contains { $0.role.isLike(own) } || columns.contains(own) ? .ignored : own)
      if let role = best.indexes.firstIndex(of: index) { columns[index] = roles[role].role }
    }
    guard columns.contains(.question) else { throw QuizFormatError("name the column of the questions as well") }
    guard columns.contains(.answer) else { throw QuizFormatError("name the column of the right answers as well") }
    return TableColumns(columns: columns, start: isHeading ? position + 1 : 0)
  }

  /// Returns whether the answer of a row is one of its options, which no heading is.
  private static func isQuestion(_ row: TableRow, _ indexes: [Int], _ roles: [(name: String, role: Column)]) -> Bool {
    func cells(_ isWanted: (Column) -> Bool) -> [String] {
      zip(indexes, roles).filter { isWanted($1.role) }.map { row[$0.0] }
    }
    guard let answer = cells({ $0 == .answer }).first else { return false }
    let options = cells { if case .option = $0 { true } else { false } }
    return RightOption.Habit([]).position(of: answer, among: options) != nil
  }

  /// Parses `3` or `C` as a column.
  private static func position(_ name: String, below width: Int) -> Int? {
    let word = name.uppercased()
    let number = Int(word).map { $0 - 1 } ?? (word.utf8.count == 1 ? word.utf8.first.map { Int($0) - 65 } : nil)
    return number.flatMap { (0..<width).contains($0) ? $0 : nil }
  }

  /// Finds options, whose headings count on in any language or whose texts are the right answers, and the column that
  /// names one of them in every row. Nothing is found if two columns could be meant.
  static func inferred(_ rows: [TableRow]) -> TableColumns? {
    guard let first = rows.first, first.fields.count > 3, rows.count > 2 else { return nil }
    let (width, data) = (first.fields.count, rows.dropFirst().prefix(200))
    let isText = (0..<width).map { column in
      data.contains { !$0[column].isEmpty && Double($0[column]) == nil }
    }
    /// Returns the options that the answers of a column name; `nil` unless nearly all of them do.
    func named(by answer: Int, _ run: Range<Int>) -> Set<Int>? {
      let answers = data.map { (answer: $0[answer], options: run.map($0.cell)) }
      // Numbers that count the rows are no answers.
      guard !answers.enumerated().allSatisfy({ Int($0.element.answer) == $0.offset + 1 }) else { return nil }
      let habit = RightOption.Habit(answers)
      let indexes = answers.compactMap { habit.position(of: $0.answer, among: $0.options) }
      guard indexes.count * 10 >= data.count * 9 else { return nil }
      let own = habit.position(of: first[answer], among: run.map(first.cell))
      return Set(indexes + [own].compactMap(\.self))
    }
    var found: [(question: Int, run: Range<Int>, answer: Int)] = []
    if let run = ordinals(first.fields) {
      let left = (0..<run.lowerBound).filter { isText[$0] }
      for answer in 0..<width where !run.contains(answer) && named(by: answer, run) != nil {
        let question = left.first { Column(first[$0]) == .question } ?? left.last { $0 != answer }
        if let question { found.append((question, run, answer)) }
      }
    } else if width <= 12 {
      for answer in 0..<width {
        for start in 1..<width - 1 where start != answer {
          let before = start - 1 == answer ? start - 2 : start - 1
          guard before >= 0, isText[before] else { continue }
          for end in (start + 2)...max(start + 2, min(width, start + 26))
          where end <= width && !(start..<end).contains(answer) {
            // A column that is never right may be something else.
            guard let named = named(by: answer, start..<end), named.count == end - start else { continue }
            found.append((before, start..<end, answer))
          }
        }
      }
    }
    guard found.count == 1, let (question, run, answer) = found.first else { return nil }
    let options = run.map(first.cell)
    let isData = RightOption.Habit(data.map { ($0[answer], run.map($0.cell)) }).position(
      of: first[answer], among: options)
    var columns: [Column] = first.fields.map { name in
      let own = isData == nil ? Column(name) ?? .ignored : .ignored
      return [.explanation, .category].contains(own) ? own : .ignored
    }
    columns[question] = .question
    for (number, position) in run.enumerated() { columns[position] = .option(number) }
    columns[answer] = .answer
    func name(_ position: Int) -> String { isData == nil ? "\"\(first[position])\"" : "\(position + 1)" }
    let words =
      "question \(name(question)), options \(run.map(name).joined(separator: ", ")), answer \(name(answer))"
    return TableColumns(
      columns: columns, start: isData == nil ? 1 : 0,
      notes: [(first.lines, "columns", "\(words), as their content shows: name others if this is wrong")])
  }

  /// Returns the columns whose headings have equal words before an ordinal: `Wahl A`, `Wahl B`; `1`, `2`, `3`.
  private static func ordinals(_ headings: [String]) -> Range<Int>? {
    let parts = headings.map { heading -> (stem: String, number: Int)? in
      let word = Column.folded(heading)
      let digits = word.reversed().prefix { $0.isASCII && $0.isNumber }.count
      if digits > 0 { return Int(word.suffix(digits)).map { (String(word.dropLast(digits)), $0) } }
      return word.utf8.last.flatMap { (97...122).contains($0) ? (String(word.dropLast()), Int($0) - 96) : nil }
    }
    var best = 0..<0
    for start in parts.indices {
      guard let first = parts[start], first.number <= 1 else { continue }
      let count = parts[start...].enumerated().prefix { offset, part in
        part.map { $0.stem == first.stem && $0.number == first.number + offset } ?? false
      }.count
      if count > max(1, best.count) { best = start..<start + count }
    }
    return best.isEmpty ? nil : best
  }

  /// Returns whether the first row of a list names its two sides, in any of many languages.
  static func isHeading(_ rows: [TableRow]) -> Bool {
    guard rows.count > 1, let first = rows.first, first.fields.count == 2 else { return false }
    func areNames(_ row: TableRow) -> Bool { row.fields.count == 2 && row.fields.allSatisfy(Column.isName) }
    if areNames(first) { return !rows.dropFirst().contains(where: areNames) }
    // Above numbers or dates, a text without a digit is a heading.
    func hasDigit(_ text: String) -> Bool { text.contains { $0.isNumber } }
    return rows.count > 2 && !first.fields.contains(where: hasDigit)
      && rows.dropFirst().allSatisfy { row in row[1].first.map { $0.isNumber || "+-−".contains($0) } ?? false }
  }
}

extension Column {
  /// Returns whether a heading names a side of a card, or a language.
  fileprivate static func isName(_ heading: String) -> Bool {
    let word = folded(heading)
    return names.contains(word) || [.question, .answer].contains(Column(heading)) && word.count > 1
  }

  private static let names = list("list headings")

  fileprivate var isOption: Bool {
    switch self {
    case .option, .options, .wrong: true
    default: false
    }
  }

  /// Returns whether two columns hold the same part of a question; options may be in one column or in several.
  fileprivate func isLike(_ other: Column) -> Bool {
    switch (self, other) {
    case (.option, .option), (.option, .options), (.options, .option), (.option, .wrong), (.options, .wrong): true
    default: self == other
    }
  }
}

extension TableRow {
  /// The cell of a column; empty if the row is shorter.
  subscript(column: Int) -> String { fields.indices.contains(column) ? fields[column] : "" }

  fileprivate func cell(_ column: Int) -> String { self[column] }
}
