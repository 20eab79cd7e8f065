import HomeworkModel

/// The text of a Word document (ECMA-376, Office Open XML), with bold and highlighted words between `**`, and with the
/// numbers and letters of its lists.
struct WordDocument {
  private(set) var text = ""
  private var pictures = 0
  /// The names of its other texts: headers, footnotes.
  private var others: [String] = []

  init(_ archive: ZipArchive) throws(QuizFormatError) {
    guard let body = try archive.file("word/document.xml") else {
      throw QuizFormatError("a Word document without a text")
    }
    var lists = Lists(try archive.document("word/numbering.xml"), styles: try archive.document("word/styles.xml"))
    var lines: [String] = []
    var count = 0
    try XMLDocument.readEach("w:p", of: body) { paragraph in
      var runs = Runs()
      runs.read(paragraph)
      count += runs.pictures
      lines.append(lists.label(of: paragraph, isBlank: runs.text.isBlank) + runs.text)
      return nil
    }
    (text, pictures) = (lines.joined(separator: "\n"), count)
    let kinds = ["word/header", "word/footer", "word/footnotes", "word/endnotes", "word/comments"]
    for name in archive.names where kinds.contains(where: name.hasPrefix) {
      var runs = Runs()
      if let root = try archive.document(name) { runs.read(root) }
      if runs.text.contains(where: \.isLetter) { others.append(name) }
    }
    others += archive.unread(but: "document parts")
  }

  var plain: String { text.replacing("**", with: "") }

  var note: ImportNote? {
    let parts = (pictures == 0 ? [] : ["\(pictures.counted("picture")) of the document"]) + others
    return parts.isEmpty ? nil : ImportNote(0, .file, "document", parts.joined(separator: ", ") + ": not read")
  }

  /// The words of a paragraph, and where they are bold.
  private struct Runs {
    private(set) var text = ""
    private(set) var pictures = 0
    private var isBold = false

    mutating func read(_ paragraph: XMLElement) {
      add(paragraph, isBold: false)
      end()
    }

    private mutating func add(_ element: XMLElement, isBold: Bool) {
      switch element.name {
      case "w:t", "m:t": append(element.text, isBold)
      case "w:tab": append("\t", isBold)
      case "w:br", "w:cr":
        end()
        text += "\n"
      case "w:drawing", "w:pict": pictures += 1
      // A form for older programs repeats what the newer form has.
      case "w:pPr", "w:rPr", "mc:Fallback", "w:instrText": break
      default:
        let isBold = isBold || element["w:rPr"].map(Self.isBold) ?? false
        for child in element.children { add(child, isBold: isBold) }
      }
    }

    private mutating func append(_ words: String, _ isBold: Bool) {
      if isBold != self.isBold, !words.isBlank {
        text += "**"
        self.isBold = isBold
      }
      text += words
    }

    /// Ends bold words, before the white space at their end.
    private mutating func end() {
      guard isBold else { return }
      let space = text.reversed().prefix(while: \.isWhitespace).count
      text.insert(contentsOf: "**", at: text.index(text.endIndex, offsetBy: -space))
      isBold = false
    }

    private static func isBold(_ properties: XMLElement) -> Bool {
      func isOn(_ name: String) -> Bool {
        guard let element = properties[name] else { return false }
        return !["0", "false", "off", "none"].contains(element.attributes["w:val"] ?? "")
      }
      return isOn("w:b") || isOn("w:highlight") || properties["w:rStyle"]?.attributes["w:val"] == "Strong"
    }
  }

  /// The lists of a document, whose numbers and letters are not in its text.
  private struct Lists {
    /// True if the first level of a list has numbers, by the list's id.
    private var isNumbered: [String: Bool] = [:]
    private var numbers: [String: Int] = [:]
    /// The list item of each paragraph style that has one, its own or that of the style it is based on.
    private var items: [String: XMLElement] = [:]
    private var options = 0

    init(_ numbering: XMLElement?, styles: XMLElement?) {
      let all = styles?.all("w:style") ?? []
      let byId = Dictionary(all.map { ($0.attributes["w:styleId"] ?? "", $0) }) { first, _ in first }
      for (id, style) in byId {
        var base: XMLElement? = style
        // Word follows at most ten.
        for _ in 0..<10 where items[id] == nil {
          items[id] = base?["w:pPr"]?["w:numPr"]
          base = base?["w:basedOn"]?.attributes["w:val"].flatMap { byId[$0] }
        }
      }
      let kinds = (numbering?.all("w:abstractNum") ?? []).map { list in
        let level = list.all("w:lvl").first { $0.attributes["w:ilvl"] == "0" }
        return (list.attributes["w:abstractNumId"] ?? "", level?["w:numFmt"]?.attributes["w:val"]?.hasPrefix("decimal"))
      }
      for list in numbering?.all("w:num") ?? [] {
        let kind = kinds.first { $0.0 == list["w:abstractNumId"]?.attributes["w:val"] }
        isNumbered[list.attributes["w:numId"] ?? ""] = kind?.1 ?? false
      }
    }

    /// Returns `3. ` for an item of a numbered list, and `b) ` for an item of any other list or of a deeper level.
    mutating func label(of paragraph: XMLElement, isBlank: Bool) -> String {
      let properties = paragraph["w:pPr"]
      let item = properties?["w:numPr"] ?? properties?["w:pStyle"]?.attributes["w:val"].flatMap { items[$0] }
      guard !isBlank, let list = item?["w:numId"]?.attributes["w:val"], list != "0" else {
        if !isBlank { options = 0 }
        return ""
      }
      if item?["w:ilvl"]?.attributes["w:val"] ?? "0" == "0", isNumbered[list] == true {
        options = 0
        numbers[list, default: 0] += 1
        return "\(numbers[list] ?? 1). "
      }
      options += 1
      return "\(Question.letters[min(options, 26) - 1].lowercased())) "
    }
  }
}
