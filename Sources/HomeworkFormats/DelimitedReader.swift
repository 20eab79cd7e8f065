import HomeworkModel

/// CSV by RFC 4180, or the same with tabs: with a header whose names say what is where, or two columns of cards as Quizlet and
/// Anki write them.
struct DelimitedReader {
  private var collector: ImportCollector

  static func read(_ text: FileText, _ format: QuizFormat) throws(QuizFormatError) -> QuizImport {
    var reader = DelimitedReader(collector: ImportCollector(format))
    let rows = try Self.rows(text.bytes, separator: format == .tsv ? 9 : separator(in: text.bytes))
    reader.read(rows.filter { !$0.fields.allSatisfy(\.isEmpty) })
    return reader.collector.finish()
  }

  /// A semicolon, where the first line has more of them than commas: spreadsheets of many languages write it.
  private static func separator(in bytes: [UInt8]) -> UInt8 {
    let first = bytes.prefix { $0 != 10 }
    return first.count { $0 == 0x3B } > first.count { $0 == 0x2C } ? 0x3B : 0x2C
  }

  private struct Row {
    let line: Int
    var fields: [String]
  }

  private static func rows(_ bytes: [UInt8], separator: UInt8) throws(QuizFormatError) -> [Row] {
    var rows: [Row] = []
    var row = Row(line: 1, fields: [])
    var field: [UInt8] = []
    var (line, index) = (1, 0)
    func text() -> String { String(decoding: field, as: UTF8.self).trimmedAtEnds }
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x22, field.allSatisfy({ $0 == 32 }) {
        field = []
        let start = index
        index += 1
        while true {
          guard index < bytes.count else {
            let (line, column) = FileText.place(of: start, in: bytes)
            throw QuizFormatError(
              line: line, column: column,
              faults: [Fault(path: "", message: "a quotation mark is never closed: add one")])
          }
          if bytes[index] == 0x22 {
            guard index + 1 < bytes.count, bytes[index + 1] == 0x22 else { break }
            index += 1
          }
          if bytes[index] == 10 { line += 1 }
          field.append(bytes[index])
          index += 1
        }
      } else if byte == separator {
        row.fields.append(text())
        field = []
      } else if byte == 10 {
        row.fields.append(text())
        rows.append(row)
        line += 1
        (row, field) = (Row(line: line, fields: []), [])
      } else {
        field.append(byte)
      }
      index += 1
    }
    if !field.isEmpty || !row.fields.isEmpty {
      row.fields.append(text())
      rows.append(row)
    }
    return rows
  }

  // MARK: What the columns are

  private enum Column: Hashable {
    case question, type, answer, explanation, category, option(Int), options, ignored
  }

  private static func column(named name: String) -> Column? {
    let word = name.lowercased().filter { $0.isLetter || $0.isNumber }
    switch word {
    case "question", "questiontext", "prompt", "stem", "front", "term", "text": return .question
    case "type", "questiontype", "kind": return .type
    case "answer", "correct", "correctanswer", "correctoption", "rightanswer", "solution", "back", "definition", "key",
      "correctindex":
      return .answer
    case "explanation", "feedback", "rationale", "comment", "note": return .explanation
    case "category", "topic", "deck", "chapter": return .category
    case "options", "choices": return .options
    default: break
    }
    for head in ["option", "choice", "answer", ""] where word.hasPrefix(head) {
      let rest = word.dropFirst(head.count)
      if let number = Int(rest), (1...26).contains(number), !head.isEmpty { return .option(number - 1) }
      if rest.count == 1, let letter = rest.first, let value = letter.asciiValue, (97...122).contains(value) {
        return .option(Int(value) - 97)
      }
    }
    return nil
  }

  private mutating func read(_ rows: [Row]) {
    // Anki says its settings before the cards.
    let rows = rows.filter { !($0.fields.count <= 2 && $0.fields[0].hasPrefix("#")) }
    guard let first = rows.first else { return }
    let columns = first.fields.map(Self.column)
    if columns.contains(.question), columns.contains(.answer) || columns.contains(.options) {
      for (name, column) in zip(first.fields, columns) where column == nil && !name.isEmpty {
        collector.note(first.line, .file, "column", "\"\(name)\" is no column that a quiz has")
      }
      for row in rows.dropFirst() { readQuestion(row, columns.map { $0 ?? .ignored }) }
    } else {
      for row in rows { readCard(row) }
    }
  }

  private mutating func readCard(_ row: Row) {
    let sides = row.fields.map { PlainText.of($0) }
    guard sides.count >= 2, !sides[0].text.isEmpty, !sides[1].text.isEmpty else {
      return collector.leaveOut(row.line, "card", "it has only one side")
    }
    var changes: [String] = []
    if row.fields.count > 2, row.fields[2...].contains(where: { !$0.isEmpty }) {
      changes.append("what is beside its two sides")
    }
    if sides[0].losesPictures || sides[1].losesPictures { changes.append("its pictures") }
    collector.take(
      [QuestionDraft(prompt: sides[0].text, body: .fillBlank(correctAnswer: sides[1].text, acceptedAnswers: []))],
      line: row.line, kind: "card", changes: changes)
  }

  private mutating func readQuestion(_ row: Row, _ columns: [Column]) {
    var values: [Column: String] = [:]
    var options: [(place: Int, text: String)] = []
    for (column, field) in zip(columns, row.fields) where !field.isEmpty {
      if case .option(let place) = column { options.append((place, field)) } else { values[column] = field }
    }
    options.sort { $0.place < $1.place }
    var texts = options.map(\.text)
    if texts.isEmpty, let list = values[.options] {
      texts = list.split(separator: list.contains("|") ? "|" : ";").map { $0.trimmedAtEnds }
    }
    let type = values[.type]?.lowercased().filter(\.isLetter) ?? ""
    let answer = values[.answer] ?? ""
    let prompt = values[.question] ?? ""
    collector.category = values[.category]
    let body: Question.Body
    if type == "shortanswer" || type == "essay" {
      guard !answer.isEmpty else { return collector.leaveOut(row.line, "essay", "it has no model answer to grade by") }
      body = .shortAnswer(correctAnswer: answer, keyConcepts: [])
    } else if texts.isEmpty, ["true", "false"].contains(answer.lowercased()), type != "fillblank" {
      body = .mcq(options: ["True", "False"], correctIndex: answer.lowercased() == "true" ? 0 : 1)
    } else if texts.isEmpty {
      let accepted = answer.split(separator: "|").map { $0.trimmedAtEnds }.filter { !$0.isEmpty }
      body = .fillBlank(correctAnswer: accepted.first ?? "", acceptedAnswers: Array(accepted.dropFirst()))
    } else {
      guard let index = RightOption.index(of: answer, among: texts, countingFrom: 1) else {
        return collector.leaveOut(row.line, "mcq", "the right answer \"\(answer)\" is none of its options")
      }
      body = .mcq(options: texts, correctIndex: index)
    }
    collector.take(
      [QuestionDraft(prompt: prompt, body: body, explanation: values[.explanation] ?? "")], line: row.line,
      kind: type.isEmpty ? "row" : type)
  }
}

/// Which option is right, as people say it: by its text, its letter or its number.
enum RightOption {
  static func index(of answer: String, among options: [String], countingFrom base: Int) -> Int? {
    if let index = options.firstIndex(of: answer) { return index }
    if let index = options.firstIndex(where: { $0.lowercased() == answer.lowercased() }) { return index }
    let word = answer.filter { $0.isLetter || $0.isNumber }
    if word.count == 1, let letter = word.uppercased().first?.asciiValue, (65...90).contains(letter) {
      return options.indices.contains(Int(letter) - 65) ? Int(letter) - 65 : nil
    }
    if let number = Int(word), options.indices.contains(number - base) { return number - base }
    // `B) Paris`, `B. Paris`.
    if let first = answer.uppercased().first?.asciiValue, (65...90).contains(first),
      let sign = answer.dropFirst().first,
      ".):".contains(sign), options.indices.contains(Int(first) - 65)
    {
      return Int(first) - 65
    }
    return nil
  }
}
