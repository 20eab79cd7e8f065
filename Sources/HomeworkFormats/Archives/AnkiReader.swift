import HomeworkModel

/// A reader of Anki's database: notes, whose fields templates turn into cards. Versions before 2.1.50 store templates
/// as JSON, later versions in tables.
package struct AnkiReader {
  private var collector: ImportCollector
  private var kinds: [Int64: AnkiNoteKind] = [:]
  private var decks: [Int64: String] = [:]

  package static func read(
    collection: [UInt8], media: AnkiMedia = AnkiMedia(), explains: Bool
  ) throws(QuizFormatError) -> QuizImport {
    var reader = AnkiReader(collector: ImportCollector(.anki, explains: explains))
    reader.collector.show(media.pictures)
    if media.others > 0 { reader.collector.passOver("sounds", count: media.others) }
    do throws(AnkiDatabase.Damage) { try reader.read(AnkiDatabase(image: collection)) } catch {
      throw QuizFormatError("the Anki collection is damaged: export it again (\(error.reason))")
    }
    return reader.collector.finish()
  }

  private mutating func read(_ database: AnkiDatabase) throws(AnkiDatabase.Damage) {
    // A view in place of a table could make a query run forever.
    var tables: Set<String> = []
    try database.each("SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0") {
      tables.insert($0.text(0))
    }
    guard tables.isSuperset(of: ["notes", "cards", "col"]) else {
      return collector.note(0...0, .file, "collection", "a database, but not one of Anki")
    }
    if tables.isSuperset(of: ["notetypes", "fields", "templates", "decks"]) {
      try readTables(database)
    } else {
      try database.each("SELECT models, decks FROM col") { readJSON($0.text(0), $0.text(1)) }
    }
    var cards: [Int64: [(order: Int, deck: Int64)]] = [:]
    try database.each("SELECT nid, ord, CASE odid WHEN 0 THEN did ELSE odid END FROM cards ORDER BY id") {
      cards[$0.number(0), default: []].append((Int($0.number(1)), $0.number(2)))
    }
    var (number, tags) = (0, 0)
    try database.each("SELECT count(*) FROM notes WHERE trim(tags) != ''") { tags = Int($0.number(0)) }
    if tags > 0 { collector.passOver("tags", count: tags) }
    try database.each("SELECT id, mid, flds FROM notes ORDER BY id") { row in
      number += 1
      let fields = row.text(2).split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
      read("note \(number)", fields, kinds[row.number(1)], cards[row.number(0)] ?? [])
    }
  }

  private mutating func readTables(_ database: AnkiDatabase) throws(AnkiDatabase.Damage) {
    try database.each("SELECT id, config FROM notetypes") {
      kinds[$0.number(0)] = AnkiNoteKind(isCloze: ProtocolBuffer(Array($0.bytes(1))).number(1) == 1)
    }
    try database.each("SELECT ntid, name FROM fields ORDER BY ntid, ord") {
      kinds[$0.number(0)]?.fields.append($0.text(1))
    }
    try database.each("SELECT ntid, config FROM templates ORDER BY ntid, ord") {
      let config = ProtocolBuffer(Array($0.bytes(1)))
      kinds[$0.number(0)]?.templates.append(AnkiTemplate(front: config.text(1), back: config.text(2)))
    }
    try database.each("SELECT id, name FROM decks") {
      decks[$0.number(0)] = $0.text(1).replacing("\u{1F}", with: " – ")
    }
  }

  private mutating func readJSON(_ models: String, _ decks: String) {
    // If the note types or decks cannot be read, the notes may still be readable.
    if case .object(let models)? = try? JSONValue(parsing: models.utf8) {
      for (id, model) in models {
        guard let id = Int64(id), case .object(let model) = model else { continue }
        var kind = AnkiNoteKind(isCloze: model["type"]?.asText == "1")
        kind.fields = Self.members(model["flds"]).map { $0["name"]?.asText ?? "" }
        kind.templates = Self.members(model["tmpls"]).map {
          AnkiTemplate(front: $0["qfmt"]?.asText ?? "", back: $0["afmt"]?.asText ?? "")
        }
        kinds[id] = kind
      }
    }
    if case .object(let decks)? = try? JSONValue(parsing: decks.utf8) {
      for (id, deck) in decks {
        guard let id = Int64(id), case .object(let deck) = deck else { continue }
        self.decks[id] = deck["name"]?.asText?.replacing("::", with: " – ")
      }
    }
  }

  /// Returns the objects of a list, sorted by their own `ord`.
  private static func members(_ tree: JSONValue?) -> [[String: JSONValue]] {
    guard case .array(let items)? = tree else { return [] }
    let objects = items.compactMap { if case .object(let object) = $0 { object } else { nil } }
    func order(_ object: [String: JSONValue]) -> Int { object["ord"]?.asText.flatMap { Int($0) } ?? 0 }
    return objects.sorted { order($0) < order($1) }
  }

  /// - Parameter name: its number, from 1, in order of creation.
  private mutating func read(
    _ name: String, _ fields: [String], _ kind: AnkiNoteKind?, _ cards: [(order: Int, deck: Int64)]
  ) {
    let words = fields.joined(separator: " | ")
    func leaveOut(_ reason: String) { collector.leaveOut(0...0, name, reason, source: words) }
    guard let kind else { return leaveOut("its note type is not in the collection") }
    guard let first = cards.first else { return leaveOut("it has no card") }
    collector.category = decks[first.deck]
    if kind.isCloze {
      let text = fields.first { Cloze.isCloze($0) }
      guard let text else { return leaveOut("it is a cloze note without a gap") }
      let extra = fields.dropFirst().filter { $0 != text }.joined(separator: "<br>")
      let (plain, changes) = AnkiTemplate.withoutSounds(text)
      return collector.takeCloze(
        plain, 0...0, markup: .html, extra: AnkiTemplate.withoutSounds(extra).text, changes: changes, kind: name,
        source: words)
    }
    for (field, value) in zip(kind.fields, fields) where !value.isBlank && !kind.shows(field) {
      collector.passOver(field)
    }
    var drafts: [QuestionDraft] = []
    var changes: [String] = []
    for card in cards {
      guard kind.templates.indices.contains(card.order) else { return leaveOut("its card has no template") }
      switch kind.templates[card.order].question(kind.fields, fields) {
      case .success(let (question, reasons)):
        drafts.append(question)
        for reason in reasons where !changes.contains(reason) { changes.append(reason) }
      case .failure(let fault): return leaveOut(fault.message)
      }
    }
    if drafts.count > 1 { changes.append("\(drafts.count) questions, one for each card") }
    collector.take(drafts, lines: 0...0, kind: name, changes: changes, source: words)
  }
}

private struct AnkiNoteKind {
  let isCloze: Bool
  var fields: [String] = []
  var templates: [AnkiTemplate] = []

  func shows(_ field: String) -> Bool {
    templates.contains { $0.front.contains("\(field)}}") || $0.back.contains("\(field)}}") }
  }
}
