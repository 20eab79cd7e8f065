import HomeworkModel

/// How a card is built from a note's fields: `{{Front}}`, `{{type:Back}}`, `{{#Hint}}…{{/Hint}}`.
package struct AnkiTemplate {
  let front: String
  let back: String

  func question(_ names: [String], _ values: [String]) -> Result<(QuestionDraft, changes: [String]), Fault> {
    let fields = Dictionary(zip(names, values)) { first, _ in first }
    let front = Self.rendered(self.front, fields)
    let back = Self.rendered(self.back, fields)
    let asked = Set(front.fields)
    // A field that the learner types is the answer; otherwise the first field shown only on the back is.
    let shown = back.fields.filter { !asked.contains($0) && !(fields[$0] ?? "").isBlank }
    let typed = (front.typed + back.typed).first
    guard let answer = typed ?? shown.first, let value = fields[answer] else {
      return .failure(Fault(path: "", message: "its back shows nothing but its front"))
    }
    var changes: [String] = []
    var losses: Losses = []
    func plain(_ html: String) -> String {
      let (text, sounds) = Self.withoutSounds(html)
      let (plain, lost) = Markup.html.plainText(text)
      losses.formUnion(lost)
      for reason in sounds where !changes.contains(reason) { changes.append(reason) }
      return plain
    }
    let prompt = plain(front.html)
    let words = plain(value)
    let rest = shown.filter { $0 != answer }.map { plain(fields[$0] ?? "") }.filter { !$0.isEmpty }
    guard !prompt.isEmpty, !words.isEmpty, words != "[picture]" else {
      return .failure(Fault(path: "", message: "one of its sides has no words"))
    }
    return .success(
      (
        QuestionDraft(
          prompt: prompt, body: .ofCard(back: words),
          explanation: rest.joined(separator: "\n")), changes + losses.reasons()
      ))
  }

  package static func withoutSounds(_ html: String) -> (text: String, changes: [String]) {
    guard html.contains("[sound:") || html.contains("[anki:tts") else { return (html, []) }
    var (text, rest) = ("", html[...])
    while let open = rest.firstIndex(of: "[") {
      text += rest[..<open]
      rest = rest[open...]
      if let end = endOfSound(rest) { rest = rest[end...] } else { text.append(rest.removeFirst()) }
    }
    return (text + rest, ["its sounds"])
  }

  /// Returns the end of the `[sound:x.mp3]` or `[anki:tts lang=en_US]words[/anki:tts]` that begins the text.
  private static func endOfSound(_ text: Substring) -> String.Index? {
    let isSpoken = text.hasPrefix("[anki:tts")
    guard isSpoken || text.hasPrefix("[sound:"), let close = text.firstIndex(of: "]") else { return nil }
    let rest = text[text.index(after: close)...]
    guard isSpoken else { return rest.startIndex }
    guard let end = rest.firstRange(of: "[/anki:tts]"), !rest[..<end.lowerBound].contains(where: \.isNewline) else {
      return nil
    }
    return end.upperBound
  }

  /// - Returns: the template with its fields filled in, the fields that it shows, and the fields to type.
  private static func rendered(
    _ template: String, _ fields: [String: String]
  ) -> (html: String, fields: [String], typed: [String]) {
    var (html, shown, typed): (String, [String], [String]) = ("", [], [])
    // The open sections, and whether each is shown.
    var sections: [(name: String, isShown: Bool)] = []
    var rest = template[...]
    while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
      let isShown = sections.allSatisfy(\.isShown)
      if isShown { html += rest[..<open.lowerBound] }
      let tag = rest[open.upperBound..<close.lowerBound].trimmedAtEnds
      rest = rest[close.upperBound...]
      let name = tag.dropFirst().trimmedAtEnds
      switch tag.first {
      case "#": sections.append((name, !(fields[name] ?? "").isBlank))
      case "^": sections.append((name, (fields[name] ?? "").isBlank))
      case "/": if let index = sections.lastIndex(where: { $0.name == name }) { sections.removeSubrange(index...) }
      default:
        guard isShown else { continue }
        let field = tag.split(separator: ":").last.map(\.trimmedAtEnds) ?? tag
        if tag.hasPrefix("type:") {
          typed.append(field)
        } else if let value = fields[field] {
          html += value
          shown.append(field)
        }
      }
    }
    if sections.allSatisfy(\.isShown) { html += rest }
    return (html, shown, typed)
  }
}

/// The numbers and strings of a Protocol Buffers message; other wire types are skipped.
struct ProtocolBuffer {
  private var numbers: [UInt64: UInt64] = [:]
  private var texts: [UInt64: [[UInt8]]] = [:]

  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    func number() -> UInt64? {
      var (result, shift): (UInt64, UInt64) = (0, 0)
      while let byte = rest.popFirst(), shift < 64 {
        result |= UInt64(byte & 0x7F) << shift
        if byte & 0x80 == 0 { return result }
        shift += 7
      }
      return nil
    }
    while let key = number() {
      switch key & 7 {
      case 0:
        guard let value = number() else { return }
        numbers[key >> 3] = value
      case 1: rest = rest.dropFirst(8)
      case 2:
        guard let count = number(), count <= rest.count else { return }
        texts[key >> 3, default: []].append(Array(rest.prefix(Int(count))))
        rest = rest.dropFirst(Int(count))
      case 5: rest = rest.dropFirst(4)
      default: return
      }
    }
  }

  /// Returns 0 if the field is absent, as the format specifies.
  func number(_ field: UInt64) -> UInt64 { numbers[field] ?? 0 }
  func text(_ field: UInt64) -> String { String(decoding: all(field).last ?? [], as: UTF8.self) }
  func all(_ field: UInt64) -> [[UInt8]] { texts[field] ?? [] }
}
