/// The signs of GIFT and the text between them.
enum GIFTText {
  private static let signs = Array("~=#{}:n\\".utf8)
  private static let formats: [String: Markup] = [
    "moodle": .automatic, "html": .html, "plain": .plain, "markdown": .plain,
  ]

  /// Appends bytes to a block, with escaped signs replaced by control characters.
  static func append(_ bytes: some Collection<UInt8>, to block: inout [UInt8]) {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index = bytes.index(after: index)
      if byte == 0x5C, index < bytes.endIndex, let sign = signs.firstIndex(of: bytes[index]) {
        block.append(UInt8(sign + 1))
        index = bytes.index(after: index)
      } else if byte >= 9 || byte == 0 {
        // Control characters that represent escaped signs have no meaning in a text.
        block.append(byte)
      }
    }
  }

  static func escaped(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    append(bytes, to: &result)
    return result
  }

  static func plain(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(where: { (1...8).contains($0) }) else { return String(decoding: bytes, as: UTF8.self) }
    // `\n` is a new line; the others are themselves.
    let restored = bytes.map { !(1...8).contains($0) ? $0 : $0 == 7 ? 10 : signs[Int($0) - 1] }
    return String(decoding: restored, as: UTF8.self)
  }

  /// Returns the format, such as `[html]`, and the text after it. The format applies to the answers too.
  static func format(of text: ArraySlice<UInt8>) -> (Markup, ArraySlice<UInt8>) {
    let trimmed = trimmed(text)
    guard trimmed.first == 0x5B, let end = trimmed.prefix(12).firstIndex(of: 0x5D) else { return (.automatic, text) }
    let word = String(decoding: trimmed[(trimmed.startIndex + 1)..<end], as: UTF8.self).lowercased()
    guard let format = formats[word] else { return (.automatic, text) }
    // The text continues to its end: a gap may follow.
    return (format, text[(end + 1)...])
  }

  static func text(_ bytes: ArraySlice<UInt8>, _ outer: Markup) -> (text: String, losses: Losses) {
    let (own, bytes) = format(of: bytes)
    return (own == .automatic ? outer : own).plainText(plain(bytes))
  }

  static func withoutTitle(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard text.starts(with: [0x3A, 0x3A]), let end = position(of: 0x3A, 0x3A, in: text.dropFirst(2)) else {
      return text
    }
    return trimmed(text[(end + 2)...])
  }

  /// Returns whether a text contains a gap of Moodle's cloze: `{1:MULTICHOICE:…}`, `{:SA:…}`.
  static func hasCloze(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    while let open = rest.firstIndex(of: 0x7B) {
      rest = rest[(open + 1)...]
      let kind = rest.drop { (0x30...0x39).contains($0) }
      guard kind.first == 0x3A else { continue }
      let name = kind.dropFirst().prefix { isLetter($0) || $0 == 0x5F }
      if !name.isEmpty, kind.dropFirst(name.count + 1).first == 0x3A { return true }
    }
    return false
  }

  /// Returns whether a `{` belongs to TeX: it is between TeX delimiters, or follows a command, `^` or `_` and contains
  /// nothing marked as an answer.
  static func isFormula(
    _ before: ArraySlice<UInt8>, _ inside: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>
  ) -> Bool {
    var (dollars, isOpen, index) = (0, false, before.startIndex)
    while index + 1 < before.endIndex {
      let (byte, next) = (before[index], before[index + 1])
      if byte == 0x24, next == 0x24 {
        dollars += 1
        index += 1
      } else if byte == 0x5C {
        if next == 0x28 || next == 0x5B { isOpen = true }
        if next == 0x29 || next == 0x5D { isOpen = false }
        index += 1
      }
      index += 1
    }
    if isOpen { return true }
    // `$$name` is a text, unless the formula ends behind the braces.
    if dollars % 2 == 1, zip(after, after.dropFirst()).contains(where: { $0 == 0x24 && $1 == 0x24 }) { return true }
    guard let first = inside.first, ![0x3D, 0x7E, 0x23].contains(first) else { return false }
    if let last = before.last, [0x5E, 0x5F, 0x24, 0x5D].contains(last) { return true }
    let command = before.reversed().prefix(while: isLetter).count
    guard command > 0, command < before.count else { return false }
    // 8 is an escaped backslash.
    return [0x5C, 8].contains(before[before.endIndex - command - 1])
  }

  /// Returns whether `{ }` without signs contain an answer: one or more words on one line, and no code.
  static func isBareAnswer(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { $0 != 10 && !"%;\"<>()[]|$@&*".utf8.contains($0) }
      && bytes.contains { isLetter($0) || (0x30...0x39).contains($0) || $0 >= 0x80 }
  }

  /// Parses `T`, `TRUE`, `F` and `FALSE`.
  static func truth(of bytes: ArraySlice<UInt8>) -> Bool? {
    let word = trimmed(bytes)
    guard word.count <= 5 else { return nil }
    return ["T": true, "TRUE": true, "F": false, "FALSE": false][String(decoding: word, as: UTF8.self).uppercased()]
  }

  /// One answer of a list: its weight in percent, its text, its feedback.
  struct Answer {
    let weight: Double?
    let isMarked: Bool
    let text: ArraySlice<UInt8>
    let feedback: ArraySlice<UInt8>
  }

  /// Splits answers, each from its `~` or `=` to the next; `~=` is one sign.
  static func answers(in bytes: ArraySlice<UInt8>) -> [Answer] {
    var answers: [Answer] = []
    var start: Int?
    for index in bytes.indices where bytes[index] == 0x7E || bytes[index] == 0x3D {
      if let start, !(bytes[start] == 0x7E && bytes[index] == 0x3D && index == start + 1) {
        answers.append(answer(bytes[start..<index]))
      }
      start = index
    }
    if let start { answers.append(answer(bytes[start...])) }
    return answers
  }

  private static func answer(_ bytes: ArraySlice<UInt8>) -> Answer {
    var rest = trimmed(bytes.dropFirst())
    var weight: Double?
    if rest.first == 0x25, let end = rest.dropFirst().firstIndex(of: 0x25) {
      let digits = rest[(rest.startIndex + 1)..<end]
      if digits.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E }),
        let number = Double(String(decoding: digits, as: UTF8.self))
      {
        weight = number
        rest = trimmed(rest[(end + 1)...])
      }
    }
    let hash = rest.firstIndex(of: 0x23)
    return Answer(
      weight: weight, isMarked: bytes.first == 0x3D, text: hash.map { trimmed(rest[..<$0]) } ?? rest,
      feedback: hash.map { trimmed(rest[($0 + 1)...]) } ?? [])
  }

  /// Returns the index of the first `->`.
  static func arrow(in bytes: ArraySlice<UInt8>) -> Int? { position(of: 0x2D, 0x3E, in: bytes) }

  private static func position(of first: UInt8, _ second: UInt8, in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.first { bytes[$0] == first && $0 + 1 < bytes.endIndex && bytes[$0 + 1] == second }
  }

  /// Returns the index of the last `####`; of five signs, the first four count.
  static func lastFeedback(in text: ArraySlice<UInt8>) -> Int? {
    guard var index = text.indices.last(where: { text[$0...].starts(with: fourSigns) }) else { return nil }
    while index > text.startIndex, text[index - 1] == 0x23 { index -= 1 }
    return index
  }

  private static let fourSigns = Array("####".utf8)

  static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 || byte == 11 || byte == 12 }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }

  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var (first, last) = (bytes.startIndex, bytes.endIndex)
    while first < last, isSpace(bytes[first]) || bytes[first] == 10 { first += 1 }
    while last > first, isSpace(bytes[last - 1]) || bytes[last - 1] == 10 { last -= 1 }
    return bytes[first..<last]
  }
}
