import HomeworkModel

/// A picture within a text, from reading its tag until its question is made: its source and the words that stand for
/// it, between signs of Unicode's last private plane, which no text uses.
enum PictureMark {
  private static let (begin, middle, end): (Unicode.Scalar, Unicode.Scalar, Unicode.Scalar) = (
    "\u{10FFF0}", "\u{10FFF1}", "\u{10FFF2}"
  )

  /// - Parameter source: the address. Its spaces are escaped, since spaces in a text may collapse.
  static func text(source: String, alternative: String) -> String {
    "\(begin)\(source.replacing("%", with: "%25").replacing(" ", with: "%20"))\(middle)\(alternative)\(end)"
  }

  /// Returns the text with the mark of a picture at its end, if there is one.
  static func append(_ source: String?, to text: String) -> String {
    guard let source, !source.isBlank else { return text }
    return "\(text) \(Self.text(source: source, alternative: ""))"
  }

  /// Returns the text with what `replace` returns in place of each mark, without the empty space that leaves.
  static func replace(in text: String, _ replace: (_ source: String, _ alternative: String) -> String) -> String {
    guard text.unicodeScalars.contains(begin) else { return text }
    var (result, rest): (String, Substring.UnicodeScalarView) = ("", Substring(text).unicodeScalars)
    while let open = rest.firstIndex(of: begin), let part = rest[open...].firstIndex(of: middle),
      let close = rest[part...].firstIndex(of: end)
    {
      result += String(rest[..<open])
      let source = String(rest[rest.index(after: open)..<part])
      result += replace(
        source.percentDecoded.map { String(decoding: $0, as: UTF8.self) } ?? source,
        String(rest[rest.index(after: part)..<close]))
      rest = rest[rest.index(after: close)...]
    }
    result += String(rest)
    let lines = result.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.split(separator: " ").joined(separator: " ")
    }
    return lines.joined(separator: "\n").trimmedAtEnds
  }
}

/// The files in which a quiz file keeps its pictures, by their names.
package struct PictureFiles {
  private var files: [String: [(name: String, bytes: [UInt8])]] = [:]
  private var used: Set<String> = []

  package init(_ files: [(name: String, bytes: [UInt8])] = []) {
    for file in files { self.files[Self.lastPart(of: file.name), default: []].append(file) }
  }

  /// The names of the files that no text shows, in order.
  var unused: [String] { files.filter { !used.contains($0.key) }.values.joined().map(\.name).sorted() }

  mutating func add(_ others: PictureFiles) { files.merge(others.files, uniquingKeysWith: +) }

  /// Returns the file that a source means: `@@PLUGINFILE@@/map.png`, `../images/map.png`, or a `data:` URL with the
  /// bytes themselves. `nil` if there is none, or if several may be meant.
  mutating func use(_ source: String) -> [UInt8]? {
    if let start = source.firstRange(of: ";base64,"), source.hasPrefix("data:") {
      return Base64.bytes(of: String(source[start.upperBound...].filter { !$0.isWhitespace }))
    }
    let plain = String(source.prefix { $0 != "?" && $0 != "#" })
    let decoded = plain.percentDecoded.map { String(decoding: $0, as: UTF8.self) }
    for path in [plain, decoded].compactMap(\.self) {
      used.insert(Self.lastPart(of: path))
      if let bytes = file(path) { return bytes }
    }
    return nil
  }

  private func file(_ path: String) -> [UInt8]? {
    guard let named = files[Self.lastPart(of: path)] else { return nil }
    let parts = path.split(separator: "/").filter { ![".", "..", "@@PLUGINFILE@@", "$IMS-CC-FILEBASE$"].contains($0) }
    let whole = parts.joined(separator: "/")
    let exact = named.filter { $0.name == whole || $0.name.hasSuffix("/\(whole)") }
    let found = exact.isEmpty ? named : exact
    return found.allSatisfy { $0.bytes == found[0].bytes } ? found[0].bytes : nil
  }

  private static func lastPart(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}

extension QuestionDraft {
  /// The words of a question, option or answer that is a picture alone, without alternative text.
  private static let alone = "See the picture."
  /// The words in place of a lost picture without alternative text.
  static let lost = "[picture]"

  /// Takes the pictures marked in its texts out of the files. One that cannot be taken leaves its words in the text.
  mutating func takePictures(from files: inout PictureFiles) -> [String] {
    var lost: [String] = []
    func take(_ text: String, _ slot: inout QuestionPicture?, of part: String? = nil) -> String {
      let rest = PictureMark.replace(in: text) { source, alternative in
        if let bytes = files.use(source) {
          do throws(Fault) {
            let picture = QuestionPicture(try Picture(bytes), alternative: alternative)
            if slot == nil { slot = picture }
            if slot?.digest == picture.digest { return "" }
          } catch { lost.append("a picture that \(error.message)") }
        }
        let words = part.map { "the pictures of \($0)" } ?? "its pictures"
        if !lost.contains(words) { lost.append(words) }
        return alternative.isEmpty ? Self.lost : "[\(alternative)]"
      }
      guard rest.isBlank, let slot else { return rest }
      return slot.alternative.isEmpty ? Self.alone : slot.alternative
    }
    /// Replaces pictures where a question has no place for them.
    func words(_ text: String, of part: String) -> String {
      var full: QuestionPicture? = QuestionPicture(digest: "")
      return take(text, &full, of: part)
    }
    if let text = introduction {
      introduction = PictureMark.replace(in: text) { _, _ in "" }.isBlank ? nil : take(text, &pictures.question)
      if introduction == nil { prompt = text + prompt }
    }
    prompt = take(prompt, &pictures.question)
    switch body {
    case .mcq, .multi:
      let options = body.options.enumerated().map { index, option in
        let text = take(option, &pictures.options[index], of: "its options")
        return text == Self.alone ? "Picture \(Question.letters[index])" : text
      }
      body = body.with(options)
    case .ordering: body = .ordering(body.itemsInOrder.map { words($0, of: "its items") })
    case .fillBlank(let answer, let others, let isExact):
      let text = take(answer, &pictures.answer, of: "its answers")
      let isPicture = PictureMark.replace(in: answer) { _, _ in "" }.isBlank && pictures.answer != nil
      body =
        isPicture
        ? .card(back: text)
        : .fillBlank(
          correctAnswer: text, acceptedAnswers: others.map { words($0, of: "its answers") }, isExact: isExact)
    case .shortAnswer(let answer, let concepts):
      body = .shortAnswer(correctAnswer: take(answer, &pictures.answer, of: "its answers"), keyConcepts: concepts)
    case .card(let back): body = .card(back: take(back, &pictures.answer, of: "its answers"))
    case .gaps(let gaps): body = .gaps(gaps.map { $0.mapping { words($0, of: "its gaps") } })
    case .numeric: break
    }
    if !explanation.isEmpty { explanation = take(explanation, &pictures.answer) }
    return lost
  }

  /// True if it asks or answers nothing but with a picture that is lost.
  var isLost: Bool { prompt == Self.lost || body.correctAnswer == Self.lost }
}

extension Question.Body {
  /// The same with the texts of its options or of its answers changed.
  fileprivate func mapping(_ changed: (String) -> String) -> Self {
    guard case .fillBlank(let answer, let others, let isExact) = self else { return with(options.map(changed)) }
    return .fillBlank(correctAnswer: changed(answer), acceptedAnswers: others.map(changed), isExact: isExact)
  }

  /// The same with other texts of its options.
  fileprivate func with(_ options: [String]) -> Self {
    switch self {
    case .mcq(_, let index): .mcq(options: options, correctIndex: index)
    case .multi(_, let indexes): .multi(options: options, correctIndexes: indexes)
    default: self
    }
  }
}
