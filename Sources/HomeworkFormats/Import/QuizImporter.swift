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
    let data = XMLDocument.withDeclarationFirst(Array(data))
    let guess = try FormatGuess(data, named: format, hasColumns: !columns.isEmpty || columns.separator != nil)
    guard columns.isEmpty || guess.hasColumns else {
      throw QuizFormatError("only tables and JSON have columns to name: leave question, answer and options out")
    }
    guard columns.separator == nil || guess.isDelimited else {
      throw QuizFormatError("only a table that is a text has a separator: leave it out")
    }
    var found: QuizImport
    switch guess {
    case .package(let package, .docx): found = try read(try WordDocument(package.archive), columns, explaining)
    case .package(let package, let format): found = try package.read(as: format, columns, explains: explaining)
    case .collection: found = try AnkiReader.read(collection: data, explains: explaining)
    case .xml(.openEdX): found = try OpenEdXReader.read(data, explains: explaining)
    case .xml(.qti): found = try QTIReader.read(data, explains: explaining)
    case .xml: found = try MoodleXMLReader.read(data, explains: explaining)
    case .json(let tree, let format): found = try json(tree, format, columns, explaining)
    case .text(let format, let text, _): found = try read(text, format, columns, explaining)
    }
    if format == nil, case .text(_, let text, nil) = guess, found.taken == 0 {
      // Not what it lacks as GIFT, of which it shows no sign.
      let nearest = TextEvidence(text.bytes.prefix(FormatGuess.sample)).nearest
      found.notes = found.notes.map {
        guard $0.outcome == .leftOut else { return $0 }
        return ImportNote($0.line...$0.lastLine, .leftOut, "text", "no known format: nearest are \(nearest)")
      }
    }
    found.formatReason = format == nil ? guess.reason : nil
    if explaining, case .text(_, let text, _) = guess { found.explain(by: text.bytes) }
    if explaining, case .xml = guess, let text = try? FileText(data) { found.explain(by: text.bytes) }  // XML has lines
    guard found.added > 0 || found.leftOut > 0 else {
      throw QuizFormatError("no question of \(found.format.rawValue) is in it", line: 1, column: 1)
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
    case .gift, .json, .openTrivia, .moodleXML, .qti, .anki, .xlsx, .docx, .openEdX:
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
    var found = QuizImport(format: .json)
    var unknown: [String] = []
    let several = tree["quizzes"]?.array
    if case .object(let object) = tree, several != nil {
      unknown = object.keys.filter { $0 != "quizzes" }.sorted()
    } else {
      guard !isLoose(tree) else { return try LooseJSONReader.read(tree, .json, explains: explains) }
      if case .object(let object) = tree, object["questions"] == nil {
        throw QuizFormatError("no questions with known keys: name the keys of question, answer and options")
      }
    }
    for (index, tree) in (several ?? [tree]).enumerated() {
      let (quiz, others) = try QuizJSON.read(tree)
      found.quizzes.append(quiz)
      unknown += several == nil ? others : others.map { "quizzes[\(index)].\($0)" }
    }
    let reason = "is not a key of a quiz: remove it, or correct its name"
    found.notes = unknown.map { ImportNote(0, .leftOut, $0, reason) }
    found.taken = found.added
    return found
  }

  /// Returns whether no question has a type of the protocol together with the key of that type.
  private static func isLoose(_ tree: JSONValue) -> Bool {
    let questions = LooseJSONReader.groups(in: tree)?.flatMap(\.questions) ?? []
    if case .object(let object) = tree, object["questions"] == nil { return !questions.isEmpty }
    return !questions.isEmpty && !questions.contains { QuestionShape.isOwn($0) }
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
