import HomeworkModel

/// Reads quizzes in any format.
///
///     let imported = try QuizImporter.read(bytes)
///     for note in imported.notes { print(note.line, note.reason) }
public enum QuizImporter {
  /// - Parameters:
  ///   - format: the format; `nil` detects it from the content.
  ///   - columns: the columns of a table, or the keys of JSON; those not named are detected.
  ///   - explaining: whether each note contains the text in the file.
  /// - Throws: `QuizFormatError` if the file as a whole cannot be read. A question that cannot be imported is left out,
  ///   with a note.
  public static func read(
    _ data: some Collection<UInt8>, as format: QuizFormat? = nil, columns: ColumnMapping = ColumnMapping(),
    explaining: Bool = false
  ) throws(QuizFormatError) -> QuizImport {
    let data = Array(data)
    let guess = try FormatGuess(data, given: format, hasColumns: !columns.isEmpty)
    guard columns.isEmpty || guess.hasColumns else {
      throw ColumnMapping.fault("only tables and JSON have columns to name: leave question, answer and options out")
    }
    var found: QuizImport
    switch guess {
    case .package(let package, .docx): found = try read(try WordDocument(package.archive), columns, explaining)
    case .package(let package, let format): found = try package.read(as: format, columns, explains: explaining)
    case .collection: found = try AnkiReader.read(collection: data, explains: explaining)
    case .xml(.qti): found = try QTIReader.read(data, explains: explaining)
    case .xml: found = try MoodleXMLReader.read(data, explains: explaining)
    case .json(let tree, let format): found = try json(tree, format, columns, explaining)
    case .text(let format, let text): found = try read(text, format, columns, explaining)
    }
    if explaining, case .text(_, let text) = guess { found.explain(by: text.bytes) }
    if explaining, case .xml = guess, let text = try? FileText(data) { found.explain(by: text.bytes) }  // XML has lines
    return try checked(found)
  }

  private static func checked(_ found: QuizImport) throws(QuizFormatError) -> QuizImport {
    guard found.added > 0 || found.leftOut > 0 else {
      throw QuizFormatError(
        line: 1, column: 1, faults: [Fault(path: "", message: "no question of \(found.format.rawValue) is in it")])
    }
    return found
  }

  private static func read(
    _ text: FileText, _ format: QuizFormat, _ columns: ColumnMapping, _ explains: Bool
  ) throws(QuizFormatError) -> QuizImport {
    var found: QuizImport
    switch format {
    case .aiken: found = AikenReader.read(text, explains: explains)
    case .csv, .tsv: found = try TableReader.read(text, format, columns, explains: explains)
    case .blackboard: found = BlackboardReader.read(text, explains: explains)
    case .openTriviaQA: found = OpenTriviaQAReader.read(text, explains: explains)
    case .markdown: found = MarkdownReader.read(text, explains: explains)
    case .gift, .json, .openTrivia, .moodleXML, .qti, .anki, .xlsx, .docx:
      found = GIFTReader.read(text, explains: explains)
    }
    if let note = text.note { found.notes.insert(note, at: 0) }
    return found
  }

  /// Reads the text of a document in any format of texts; only Aiken needs to know what is bold.
  private static func read(
    _ document: WordDocument, _ columns: ColumnMapping, _ explains: Bool
  ) throws(QuizFormatError) -> QuizImport {
    let text = try FileText(Array(document.plain.utf8))
    let format = TextEvidence(text.bytes.prefix(FormatGuess.sample)).format ?? .aiken
    var found =
      format == .aiken
      ? AikenReader.read(document.text, .docx, explains: explains) : try read(text, format, columns, explains)
    if let note = document.note { found.notes.insert(note, at: 0) }
    if explains { found.explain(by: text.bytes) }
    return found
  }

  /// Rejects the protocol's own JSON as a whole if anything is wrong; in other JSON, leaves out only what cannot be
  /// read.
  private static func json(
    _ tree: JSONValue, _ format: QuizFormat, _ columns: ColumnMapping, _ explains: Bool
  ) throws(QuizFormatError) -> QuizImport {
    guard format == .json, columns.isEmpty else {
      return try LooseJSONReader.read(tree, format, columns, explains: explains)
    }
    if case .object(let object) = tree, case .array(let several)? = object["quizzes"] {
      var found = QuizImport(format: .json)
      for quiz in several { found.quizzes.append(try QuizReader.quiz(from: quiz)) }
      found.taken = found.added
      return found
    }
    guard !isLoose(tree) else { return try LooseJSONReader.read(tree, .json, explains: explains) }
    let quiz = try QuizReader.quiz(from: tree)
    var found = QuizImport(format: .json)
    found.quizzes.append(quiz)
    found.taken = quiz.questions.count
    return found
  }

  /// Returns whether no question has a type of the protocol.
  private static func isLoose(_ tree: JSONValue) -> Bool {
    let questions = LooseJSONReader.groups(in: tree, ColumnMapping())?.flatMap(\.questions) ?? []
    guard !questions.isEmpty else { return false }
    if case .object(let object) = tree, object["questions"] == nil { return true }
    return !questions.contains { question in
      guard case .object(let object) = question, case .string(let type)? = object["type"] else { return false }
      return QuestionKind(rawValue: type) != nil
    }
      && questions.contains {
        if case .object(let object) = $0 { object["correctIndex"] == nil || object["type"] == nil } else { false }
      }
  }
}

extension QuizImport {
  /// Adds to each note the lines in the file.
  fileprivate mutating func explain(by bytes: [UInt8]) {
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == 10 { starts.append(index + 1) }
    for index in notes.indices where notes[index].source == nil && notes[index].outcome != .file {
      let (first, last) = (notes[index].line, notes[index].lastLine)
      guard first > 0, starts.indices.contains(first - 1) else { continue }
      let end = last < starts.count ? starts[last] - 1 : bytes.count
      notes[index].source = String(decoding: bytes[starts[first - 1]..<max(end, starts[first - 1])], as: UTF8.self)
    }
  }
}
