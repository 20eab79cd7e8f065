/// HTML as plain text whose structure can still be read: lines, list items, pictures by their description.
enum PlainText {
  /// Whether a text has tags or entities at all.
  static func isMarkup(_ text: String) -> Bool {
    var bytes = text.utf8.makeIterator()
    var previous: UInt8 = 0
    while let byte = bytes.next() {
      let isLetter = (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
      if previous == UInt8(ascii: "<"), isLetter || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "!") {
        return true
      }
      if previous == UInt8(ascii: "&"), isLetter || byte == UInt8(ascii: "#") { return true }
      previous = byte
    }
    return false
  }

  /// - Returns: the text, and whether a picture, a table or another thing that text cannot hold was in it.
  static func of(_ html: String) -> (text: String, losesPictures: Bool) {
    guard isMarkup(html) else { return (html, false) }
    var (result, losesPictures) = ("", false)
    var rest = html[...]
    while let place = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
      result += rest[..<place]
      rest = rest[place...]
      if rest.first == "&" {
        let (text, length) = entity(rest)
        result += text
        rest = rest.dropFirst(length)
      } else if rest.hasPrefix("<!--") {
        rest = rest.firstRange(of: "-->").map { rest[$0.upperBound...] } ?? rest[rest.endIndex...]
      } else if let tag = tag(rest) {
        let (words, loses) = text(of: tag.name, tag.attributes, isClosing: tag.isClosing, after: result)
        result += words
        losesPictures = losesPictures || loses
        rest = rest[tag.end...]
      } else {
        result.append("<")
        rest = rest.dropFirst()
      }
    }
    return (tidied(result + rest), losesPictures)
  }

  /// A `<` without a `>` within so many characters begins no tag, so that each is looked for once.
  private static let longestTag = 4096

  private static func tag(
    _ text: Substring
  ) -> (name: String, attributes: Substring, isClosing: Bool, end: Substring.Index)? {
    var rest = text.dropFirst()
    let isClosing = rest.first == "/"
    if isClosing { rest = rest.dropFirst() }
    guard let first = rest.first, first.isLetter, first.isASCII,
      let end = rest.prefix(Self.longestTag).firstIndex(of: ">")
    else { return nil }
    let inside = rest[..<end]
    let name = inside.prefix { $0.isLetter || $0.isNumber }.lowercased()
    return (name, inside.dropFirst(name.count), isClosing, text.index(after: end))
  }

  private static func text(
    of name: String, _ attributes: Substring, isClosing: Bool, after text: String
  ) -> (String, Bool) {
    switch name {
    case "br", "hr": return ("\n", false)
    case "p", "div", "tr", "ul", "ol", "table", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote":
      return (text.isEmpty || text.hasSuffix("\n") ? "" : "\n", false)
    case "li": return (isClosing ? "" : (text.isEmpty || text.hasSuffix("\n") ? "- " : "\n- "), false)
    case "td", "th": return (isClosing ? " " : "", false)
    case "sup": return (isClosing ? "" : "^", false)
    case "sub": return (isClosing ? "" : "_", false)
    case "img", "video", "audio", "iframe", "object", "svg":
      guard !isClosing else { return ("", false) }
      let alt = attributes.firstRange(of: "alt=\"").map { attributes[$0.upperBound...].prefix { $0 != "\"" } } ?? ""
      return (alt.isEmpty ? "[picture]" : "[\(alt)]", true)
    default: return ("", false)
    }
  }

  /// The character of an entity, and its length; the `&` itself where it is none.
  private static func entity(_ text: Substring) -> (String, Int) {
    let inside = text.dropFirst().prefix(32)
    guard let end = inside.firstIndex(of: ";") else { return ("&", 1) }
    let name = inside[..<end]
    guard let character = character(ofEntity: name) else { return ("&", 1) }
    return (character, name.count + 2)
  }

  /// `amp`, `#233`, `#xE9`; `nil` for what is no entity.
  static func character(ofEntity name: Substring) -> String? {
    if name.hasPrefix("#") {
      let digits = name.dropFirst()
      let number =
        digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      guard let number, number != 0, let scalar = Unicode.Scalar(number) else { return nil }
      return String(Character(scalar))
    }
    return named[String(name)].map { String(Character($0)) }
  }

  private static let named: [String: Unicode.Scalar] = {
    var table: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "hellip": "…", "ndash": "–",
      "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "bull": "•",
      "euro": "€", "trade": "™", "minus": "−", "le": "≤", "ge": "≥", "ne": "≠", "infin": "∞", "sum": "∑", "prod": "∏",
      "radic": "√", "asymp": "≈", "equiv": "≡", "part": "∂", "int": "∫", "isin": "∈", "notin": "∉", "cup": "∪",
      "cap": "∩", "sub": "⊂", "sup": "⊃", "forall": "∀", "exist": "∃", "empty": "∅", "and": "∧", "or": "∨",
      "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓", "harr": "↔", "rArr": "⇒", "hArr": "⇔", "prime": "′",
      "Prime": "″", "oelig": "œ", "OElig": "Œ", "scaron": "š", "Scaron": "Š", "Yuml": "Ÿ", "fnof": "ƒ", "thinsp": " ",
      "ensp": " ", "emsp": " ", "shy": "\u{AD}", "dagger": "†", "permil": "‰", "lsaquo": "‹", "rsaquo": "›",
    ]
    // Latin-1 from 161 on, in order (HTML 4, section 24.2).
    let latin = """
      iexcl cent pound curren yen brvbar sect uml copy ordf laquo not - reg macr deg plusmn sup2 sup3 acute micro para \
      middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave \
      Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute \
      Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave \
      iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
      """
    for (offset, name) in latin.split(separator: " ").enumerated() where name != "-" {
      table[String(name)] = Unicode.Scalar(UInt8(161 + offset))
    }
    let greek =
      "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega"
    for (offset, name) in greek.split(separator: " ").enumerated() {
      table[String(name)] = Unicode.Scalar(UInt16(0x3B1 + offset))
      if name != "sigmaf" {
        table[name.prefix(1).uppercased() + name.dropFirst()] = Unicode.Scalar(UInt16(0x391 + offset))
      }
    }
    return table
  }()

  /// One space for several, no space at the ends of lines, one empty line at most.
  private static func tidied(_ text: String) -> String {
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.split { $0 == " " || $0 == "\t" || $0 == "\u{A0}" }.joined(separator: " ")
      if words.isEmpty, lines.last?.isEmpty ?? true { continue }
      lines.append(words)
    }
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
