import HomeworkModel

/// The format of a file, detected from its content.
enum FormatGuess {
  case package(QuizPackage, QuizFormat)
  /// The database of an Anki package, without the package.
  case collection
  case xml(QuizFormat)
  case json(JSONValue, QuizFormat)
  /// A text, and why it has this format; `nil` if it was given, or if little suggests any.
  case text(QuizFormat, FileText, reason: String?)

  /// True if a file of this format has columns or keys that can be named.
  var hasColumns: Bool {
    switch self {
    case .json, .package(_, .xlsx): true
    default: isDelimited
    }
  }

  /// True for a text in columns, such as CSV.
  var isDelimited: Bool {
    switch self {
    case .text(.csv, _, _), .text(.tsv, _, _): true
    default: false
    }
  }

  /// Why the content has this format, in the words of a report.
  var reason: String {
    switch self {
    case .package: "its archive has the files of this format"
    case .collection: "it is a database of SQLite"
    case .xml: "it is XML with the root element of this format"
    case .json: "it is JSON"
    case .text(_, _, let reason): reason ?? "no other format fits"
    }
  }

  /// The number of bytes at the beginning that suffice to distinguish the text formats.
  static let sample = 65_536

  /// - Parameters:
  ///   - given: the format according to the caller; `nil` detects it.
  ///   - hasColumns: true if the caller named columns or a separator, so that a text is a table.
  init(_ data: [UInt8], named: QuizFormat?, hasColumns: Bool = false) throws(QuizFormatError) {
    if let collection = try Self.binary(data) {
      self = collection
      return
    }
    switch named {
    case .moodleXML?, .qti?, .openEdX?:
      self = .xml(named ?? .qti)
      return
    case .anki?, .xlsx?, .docx?:
      let name = named == .anki ? "package of Anki" : named == .xlsx ? "workbook" : "Word document"
      throw QuizFormatError("not a \(name)")
    default: break
    }
    if named == nil, let format = try Self.xmlFormat(data) {
      self = .xml(format)
      return
    }
    let text = try FileText(data)
    switch named {
    case .json?, .openTrivia?: self = .json(try Self.tree(of: text), named ?? .json)
    case let format?: self = .text(format, text, reason: nil)
    case nil:
      guard let first = text.bytes.first(where: { $0 > 32 }) else {
        throw QuizFormatError("the file is empty", line: 1, column: 1)
      }
      let looksLikeJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      // Text that parses as JSON is JSON; a quiz may still begin with a bracket, or contain JSON.
      if looksLikeJSON
        || LooseJSONReader.fenced(String(decoding: text.bytes.prefix(Self.sample), as: UTF8.self)) != nil,
        let tree = try? Self.tree(of: text), LooseJSONReader.groups(in: tree) != nil || looksLikeJSON
      {
        self = .json(tree, LooseJSONReader.isTrivia(tree) ? .openTrivia : .json)
        return
      }
      if hasColumns {
        let isTabbed = DelimitedText.separator(in: text.bytes[...]) == 9
        self = .text(isTabbed ? .tsv : .csv, text, reason: "its columns are named")
        return
      }
      let guess = TextEvidence(text.bytes.prefix(Self.sample)).guess
      // Only its braces suggest another format, so report where it stops being valid JSON.
      let second = text.bytes.drop { $0 <= 32 }.dropFirst().first { $0 > 32 }
      let isBroken = looksLikeJSON && (second.map { "\"{[]}".utf8.contains($0) } ?? true)
      if isBroken && guess?.format == .gift || looksLikeJSON && guess == nil { _ = try Self.tree(of: text) }
      self = .text(guess?.format ?? .gift, text, reason: guess?.reason)
    }
  }

  private static func tree(of text: FileText) throws(QuizFormatError) -> JSONValue {
    do { return try JSONValue(text: text.bytes) } catch {
      // A fenced code block may contain JSON; if it does not, report the error in the whole text.
      if let lines = LooseJSONReader.lines(text.bytes) { return lines }
      guard let inner = LooseJSONReader.fenced(String(decoding: text.bytes, as: UTF8.self)),
        let tree = try? JSONValue(parsing: inner.utf8)
      else { throw error }
      return tree
    }
  }

  /// Returns the format by the root element; `nil` if it is not a quiz in XML.
  private static func xmlFormat(_ data: [UInt8]) throws(QuizFormatError) -> QuizFormat? {
    let bytes = try FileText.withoutUTF16(Array(data.prefix(sample)))
    var rest = String(decoding: bytes, as: UTF8.self)[...].drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard rest.first == "<" else { return nil }
    let isXML = rest.hasPrefix("<?xml")
    while rest.hasPrefix("<?") || rest.hasPrefix("<!") {
      let end = rest.hasPrefix("<!--") ? "-->" : ">"
      guard let index = rest.firstRange(of: end) else { break }
      rest = rest[index.upperBound...].drop(while: \.isWhitespace)
    }
    let name = rest.dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
    // A text may begin with something like a root element, but does not end with its closing tag.
    let isEnded = String(decoding: data.suffix(64), as: UTF8.self).contains("</\(name)")
    guard isXML || isEnded || TextEvidence(bytes[...]).format != .aiken else { return nil }
    switch QTIElement.name(String(name)) {
    case "quiz":
      // A `<quiz>` in an MkDocs page contains text directly.
      let inside = rest.drop { $0 != ">" }.dropFirst().drop(while: \.isWhitespace)
      return isXML || inside.isEmpty || inside.first == "<" ? .moodleXML : nil
    case "questestinterop", "assessmentitem", "assessmenttest": return .qti
    case let root where OpenEdXReader.roots.contains(root) && (isXML || isEnded): return .openEdX
    case "html":
      throw QuizFormatError("a web page: export the quiz in a format for other programs", line: 1, column: 1)
    default:
      // A text may begin with a tag.
      let isWhole =
        isEnded && data.last { $0 > 32 } == UInt8(ascii: ">") && !TagNames.html.contains(name.lowercased())
      guard isXML || isWhole else { return nil }
      throw QuizFormatError(
        "XML of <\(name)>, not a quiz: those of Moodle, QTI and Open edX are read", line: 1, column: 1)
    }
  }

  private static func binary(_ data: [UInt8]) throws(QuizFormatError) -> FormatGuess? {
    func starts(_ words: String) -> Bool { data.starts(with: Array(words.utf8)) }
    if data.starts(with: [0x50, 0x4B, 3, 4]) || data.starts(with: [0x50, 0x4B, 5, 6]) {
      let package = QuizPackage(archive: try ZipArchive(data))
      return .package(package, try package.format)
    }
    if starts("SQLite format 3\0") { return .collection }
    let kinds: [(name: String, beginnings: [[UInt8]])] = [
      ("a PDF: copy its text into a file, or export the quiz in a format for other programs", [Array("%PDF".utf8)]),
      ("a rich text document: save it as plain text", [Array("{\\rtf".utf8)]),
      ("an old Word or Excel file: save it as plain text, CSV or .xlsx", [[0xD0, 0xCF, 0x11, 0xE0]]),
      (
        "a compressed file: unpack it first",
        [[0x1F, 0x8B], [0x28, 0xB5, 0x2F, 0xFD], Array("BZh".utf8), [0xFD, 0x37, 0x7A, 0x58]]
      ),
      ("an archive of 7-Zip: unpack it first", [[0x37, 0x7A, 0xBC]]),
      ("an archive of RAR: unpack it first", [Array("Rar!".utf8)]),
      ("this is a picture, not a quiz file", [[0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8)]),
      ("this is a program, not a quiz file", [[0x7F, 0x45, 0x4C, 0x46]]),
    ]
    for (name, beginnings) in kinds where beginnings.contains(where: data.starts) { throw QuizFormatError(name) }
    if data.dropFirst(4).starts(with: Array("ftyp".utf8)) {
      throw QuizFormatError("this is a picture or a video, not a quiz file")
    }
    return nil
  }
}
