internal import CHomeworkExpat
import HomeworkModel

/// Parses XML with expat, in any encoding that the C library knows.
///
/// A document that declares entities is rejected. HTML's entities need no declaration, since people use them without
/// one.
enum XMLDocument {
  /// Moves the blank lines above a declaration below it, where XML allows them; the lines keep their numbers.
  static func withDeclarationFirst(_ data: [UInt8]) -> [UInt8] {
    let space = data.prefix { [9, 10, 13, 32].contains($0) }
    guard !space.isEmpty, data[space.endIndex...].starts(with: Array("<?xml".utf8)),
      let end = data[space.endIndex...].firstIndex(of: UInt8(ascii: ">"))
    else { return data }
    return Array(data[space.endIndex...end] + space + data[(end + 1)...])
  }

  private static let deepest = 100
  /// The maximum number of elements and attributes in memory at once: about a hundred megabytes.
  private static let most = 500_000

  /// Returns the whole document as a tree.
  static func root(of data: [UInt8]) throws(QuizFormatError) -> XMLElement {
    var root: XMLElement?
    _ = try read(data, wanting: { depth, _ in depth == 0 }) {
      root = $0
      return nil
    }
    guard let root else { throw QuizFormatError("no XML", line: 1, column: 1) }
    return root
  }

  /// Passes each element of a name to `body` when it ends. It keeps nothing else in memory, so documents may be large.
  static func readEach(
    _ name: String, of data: [UInt8], _ body: @escaping (XMLElement) -> String?
  ) throws(QuizFormatError) {
    _ = try read(data, wanting: { $1 == name }, body)
  }

  /// - Parameters:
  ///   - rootBegan: called first with the root's name and attributes; returns why to refuse the document, or `nil`.
  ///   - wanting: returns whether an element of a depth and a name is passed to `body`. What is in none is not kept.
  ///   - body: returns the reason to stop reading; `nil` to continue.
  /// - Returns: a note about an assumed encoding.
  static func read(
    _ data: [UInt8], rootBegan: @escaping (XMLElement) -> String? = { _ in nil },
    wanting: @escaping (Int, String) -> Bool, _ body: @escaping (XMLElement) -> String?
  ) throws(QuizFormatError) -> ImportNote? {
    let (bytes, note) = try utf8(data)
    guard let parser = XML_ParserCreate("UTF-8") else { throw QuizFormatError("out of memory") }
    defer { XML_ParserFree(parser) }
    let builder = Builder(parser, rootBegan, wanting, body)
    // The parser does not own it.
    defer { withExtendedLifetime(builder) {} }
    builder.install()
    for start in stride(from: 0, to: max(bytes.count, 1), by: 1 << 20) {
      let count = min(1 << 20, bytes.count - start)
      let isFinal = start + count == bytes.count
      let status = bytes[start..<(start + count)].withUnsafeBytes {
        XML_Parse(parser, $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count), isFinal ? 1 : 0)
      }
      guard status == XML_STATUS_OK else {
        let position = builder.refusal?.offset ?? Int(XML_GetCurrentByteIndex(parser))
        let offset = min(max(0, position), bytes.count)
        let (line, column) = FileText.position(of: offset, in: bytes)
        throw QuizFormatError(builder.refusal?.reason ?? builder.words(), line: line, column: column)
      }
    }
    return note
  }

  /// - Returns: the bytes in UTF-8, converted from the declared encoding.
  private static func utf8(_ data: [UInt8]) throws(QuizFormatError) -> (bytes: [UInt8], note: ImportNote?) {
    let bytes = try FileText.withoutUTF16(data)
    let isRecoded = bytes.count != data.count
    if !isRecoded, let name = declaredEncoding(bytes), !["utf-8", "utf8", "us-ascii", "ascii"].contains(name) {
      if ["iso-8859-1", "latin1", "windows-1252", "cp1252"].contains(name) {
        return (bytes.flatMap { Array(Character(FileText.windows1252($0)).utf8) }, nil)
      }
      guard let text = Iconv.utf8(bytes, from: name) else {
        throw QuizFormatError(
          "declares encoding \(name), but is not valid \(name): save it as UTF-8", line: 1, column: 1)
      }
      return (text, nil)
    }
    let text = try FileText(bytes)
    return (text.bytes, text.note)
  }

  private static func declaredEncoding(_ bytes: [UInt8]) -> String? {
    let head = String(decoding: bytes.prefix(400), as: UTF8.self)
    guard head.hasPrefix("<?xml"), let end = head.firstRange(of: "?>") else { return nil }
    var rest = head[..<end.lowerBound]
    while let word = rest.firstRange(of: "encoding") {
      rest = rest[word.upperBound...]
      let value = rest.drop(while: \.isWhitespace)
      let quoted = value.dropFirst().drop(while: \.isWhitespace)
      guard value.first == "=", let quote = quoted.first, "\"'".contains(quote) else { continue }
      let name = quoted.dropFirst().prefix { !"\"'".contains($0) }
      if !name.isEmpty, name.endIndex < rest.endIndex { return name.lowercased() }
    }
    return nil
  }

  private final class Builder {
    private let parser: XML_Parser
    private let rootBegan: (XMLElement) -> String?
    private let isWanted: (Int, String) -> Bool
    private let body: (XMLElement) -> String?
    /// The number of open elements that are wanted: at 0, nothing is kept.
    private var wanted = 0
    private var open: [XMLElement] = []
    /// The number of elements in the current tree.
    private var count = 0
    private var text: [UInt8] = []
    private(set) var refusal: (reason: String, offset: Int)?

    init(
      _ parser: XML_Parser, _ rootBegan: @escaping (XMLElement) -> String?,
      _ isWanted: @escaping (Int, String) -> Bool, _ body: @escaping (XMLElement) -> String?
    ) {
      (self.parser, self.rootBegan, self.isWanted, self.body) = (parser, rootBegan, isWanted, body)
    }

    func install() {
      XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
      XML_SetElementHandler(parser, { Builder.of($0)?.begin($1, $2) }, { data, _ in Builder.of(data)?.end() })
      XML_SetCharacterDataHandler(parser) { data, characters, count in
        guard let characters else { return }
        let bytes = UnsafeRawBufferPointer(start: characters, count: Int(count))
        Builder.of(data)?.text += bytes
      }
      // Without a document type, an entity that XML does not define is an error; with an empty one, it is only skipped.
      // External resources of a document are never loaded.
      XML_UseForeignDTD(parser, 1)
      XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_ALWAYS)
      XML_SetExternalEntityRefHandler(parser) { parser, context, _, _, _ in
        guard let empty = XML_ExternalEntityParserCreate(parser, context, nil) else { return 0 }
        defer { XML_ParserFree(empty) }
        return XML_Parse(empty, "", 0, 1) == XML_STATUS_OK ? 1 : 0
      }
      XML_SetSkippedEntityHandler(parser) { data, name, isParameter in
        guard isParameter == 0, let name else { return }
        Builder.of(data)?.skipped(String(cString: name))
      }
      XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
        Builder.of(data)?.refuse("a document type with entities is refused: remove it")
      }
    }

    private static func of(_ data: UnsafeMutableRawPointer?) -> Builder? {
      data.map { Unmanaged<Builder>.fromOpaque($0).takeUnretainedValue() }
    }

    private func begin(
      _ name: UnsafePointer<XML_Char>?, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
    ) {
      guard let name else { return }
      flushText()
      guard open.count < XMLDocument.deepest else {
        return refuse("elements are more than \(XMLDocument.deepest) deep")
      }
      var element = XMLElement(name: String(cString: name), line: Int(XML_GetCurrentLineNumber(parser)))
      var pair = attributes
      while let key = pair?.pointee, let value = pair?.advanced(by: 1).pointee {
        element.attributes[String(cString: key)] = String(cString: value)
        pair = pair?.advanced(by: 2)
      }
      count += 1 + element.attributes.count
      guard count <= XMLDocument.most else { return refuse("more than \(XMLDocument.most) elements: split it") }
      if isWanted(open.count, element.name) { wanted += 1 }
      if open.isEmpty, let reason = rootBegan(element) { return refuse(reason) }
      open.append(element)
    }

    private func end() {
      flushText()
      guard var element = open.popLast() else { return }
      element.lastLine = Int(XML_GetCurrentLineNumber(parser))
      if wanted == 0 { return count = 0 }
      guard isWanted(open.count, element.name) else { return open[open.count - 1].nodes.append(.element(element)) }
      (wanted, count) = (wanted - 1, 0)
      if let reason = body(element) { refuse(reason) }
    }

    private func skipped(_ name: String) {
      guard let characters = Entities.characters(named: name.utf8) else {
        return refuse("&\(name); is not an entity of XML or HTML: write &amp; for an &")
      }
      text += characters.utf8
    }

    private func flushText() {
      guard !text.isEmpty else { return }
      if wanted > 0 {
        open[open.count - 1].nodes.append(.text(String(decoding: text, as: UTF8.self)))
      }
      text.removeAll(keepingCapacity: true)
    }

    private func refuse(_ reason: String) {
      guard refusal == nil else { return }
      refusal = (reason, Int(XML_GetCurrentByteIndex(parser)))
      XML_StopParser(parser, 0)
    }

    /// Returns the error and its fix.
    func words() -> String {
      let code = XML_GetErrorCode(parser)
      let within = open.last.map { "<\($0.name)>, which begins in line \($0.line)," }
      switch code {
      case XML_ERROR_TAG_MISMATCH: return "\(within ?? "an element") is not closed here: close it first"
      case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_UNCLOSED_CDATA_SECTION, XML_ERROR_PARTIAL_CHAR:
        return "it ends before \(within ?? "any element") is closed: was it cut off?"
      case XML_ERROR_INVALID_TOKEN: return "not XML here: a < or & that is text is written &lt; or &amp;"
      case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: return "something stands after the end of the document: remove it"
      default:
        return "not XML: \(XML_ErrorString(code).map { String(cString: $0) } ?? "error \(code.rawValue)")"
      }
    }
  }
}

struct XMLElement {
  enum Node {
    case text(String)
    case element(XMLElement)
  }

  let name: String
  let line: Int
  var lastLine = 0
  var attributes: [String: String] = [:]
  var nodes: [Node] = []

  init(name: String, line: Int) { (self.name, self.line) = (name, line) }

  var lines: ClosedRange<Int> { line...max(line, lastLine) }

  var children: [XMLElement] {
    nodes.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  var text: String {
    nodes.compactMap { if case .text(let text) = $0 { text } else { nil } }.joined()
  }

  var isBlank: Bool { text.isBlank && children.allSatisfy(\.isBlank) }

  subscript(name: String) -> XMLElement? { children.first { $0.name == name } }

  func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  var attributesAsMarkup: String {
    attributes.sorted { $0.key < $1.key }.map { key, value in
      " \(key)=\"\(value.replacing("&", with: "&amp;").replacing("\"", with: "&quot;"))\""
    }.joined()
  }
}
