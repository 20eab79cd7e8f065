/// Responses as they are typed, stored and shown.
extension Question {
  /// Returns the response for typed text: letters of options or their numbers, from 1; the texts of gaps, separated by
  /// semicolons or as a JSON list; `known` or `unknown`; otherwise the text itself. Returns `nil` if it does not fit.
  package func response(from typed: String) -> Response? { body.response(from: typed) }

  /// Returns `response` as stored and shown: letters of options, a JSON list of the texts of gaps, or the text.
  package static func text(of response: Response) -> String? {
    switch response {
    case .choice(let index): letter(at: index)
    case .choices(let indexes): indexes.map(letter).joined(separator: ",")
    case .text(let text): text
    case .texts(let texts): JSONStrings.text(texts)
    case .known(let isKnown): isKnown ? "known" : "unknown"
    case .skip: nil
    }
  }

  /// Returns the words of a stored response: the texts of options, the texts of gaps, or the text itself.
  package func words(of response: String) -> String {
    switch (body, body.response(from: response)) {
    case (.mcq(let options, _), .choice(let index)?): options[index]
    case (.multi(let options, _), .choices(let indexes)?): indexes.map { options[$0] }.joined(separator: "; ")
    case (.ordering(let items, _), .choices(let order)?): order.map { items[$0] }.joined(separator: " → ")
    case (.gaps(let gaps), .texts(let texts)?):
      zip(gaps, texts).map { $0.words(ofGap: $1) }.joined(separator: "; ")
    case (.card, .known(let isKnown)?): isKnown ? "I knew it" : "I did not know it"
    default: response
    }
  }

  /// The letters of the options, A to Z.
  package static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)

  private static func letter(at index: Int) -> String {
    letters.indices.contains(index) ? letters[index] : "\(index + 1)"
  }

  /// The form of a response, for errors.
  package var wantedResponse: String {
    func last(_ options: [String]) -> String { Self.letters[max(0, min(options.count, 26) - 1)] }
    return switch body {
    case .mcq(let options, _): "an option from A to \(last(options))"
    case .multi(let options, _): "options from A to \(last(options)), each once, such as A,C"
    case .ordering(let items, _): "all letters from A to \(last(items)), in order, such as C,A,B"
    case .numeric(let key): "a number" + (key.unit.map { " in \($0)" } ?? "")
    case .gaps(let gaps):
      gaps.count == 1 ? "a text" : "the texts of \(gaps.count) gaps, with a semicolon between them"
    case .card: "known or unknown"
    case .fillBlank, .shortAnswer: "a text"
    }
  }

  /// The text of the question as it is shown.
  package var shownPrompt: String { body.shown(prompt) }
}

extension QuestionDraft {
  /// The text of the question as it is shown.
  package var shownPrompt: String { body.shown(prompt) }
}

extension Question.Body {
  /// Returns a text in which gaps are marked by lines, with their numbers if there are several.
  fileprivate func shown(_ prompt: String) -> String {
    guard case .gaps(let gaps) = self else { return prompt }
    return gaps.indices.reduce(prompt) { text, gap in
      text.replacing("{\(gap + 1)}", with: gaps.count == 1 ? "____" : "(\(gap + 1)) ____")
    }
  }

  func response(from typed: String) -> Response? {
    switch self {
    case .mcq(let options, _): return Self.index(typed, options).map(Response.choice)
    case .multi(let options, _): return Self.indexes(typed, options).map { .choices($0.sorted()) }
    case .ordering(let items, _): return Self.indexes(typed, items).map(Response.choices)
    case .gaps(let gaps): return Self.texts(typed, gaps.count).map(Response.texts)
    case .card:
      return switch typed.lowercased().filter({ !$0.isWhitespace }) {
      case "known", "k": .known(true)
      case "unknown", "u": .known(false)
      default: nil
      }
    case .fillBlank, .shortAnswer, .numeric: return .text(typed)
    }
  }

  /// Returns the index of an option by its letter or its number, from 1.
  private static func index(_ typed: String, _ options: [String]) -> Int? {
    let word = typed.uppercased().filter { !$0.isWhitespace }
    let index = Int(word).map { $0 &- 1 } ?? Question.letters.firstIndex(of: word)
    return index.flatMap { options.indices.contains($0) ? $0 : nil }
  }

  /// Returns the indexes of options given by letters, with or without commas, or by numbers with commas or spaces.
  private static func indexes(_ typed: String, _ options: [String]) -> [Int]? {
    var words = typed.split { $0 == "," || $0 == ";" || $0.isWhitespace }.map(String.init)
    if words.count == 1, words[0].allSatisfy(\.isLetter) { words = words[0].map(String.init) }
    let indexes = words.compactMap { index($0, options) }
    return indexes.count == words.count ? indexes : nil
  }

  /// Returns the texts of gaps: a JSON list, or texts with semicolons between them.
  private static func texts(_ typed: String, _ count: Int) -> [String]? {
    if typed.first == "[", let list = try? JSONValue(parsing: typed.utf8).array?.compactMap(\.string),
      list.count == count
    {
      return list
    }
    if count == 1 { return [typed] }
    let texts = typed.split(separator: ";", omittingEmptySubsequences: false)
    return texts.count == count ? texts.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") } : nil
  }

  /// Returns the response to a gap: a text, or the option with that text or letter.
  func response(toGap text: String) -> Response? {
    guard case .mcq(let options, _) = self else { return .text(text) }
    let wanted = Wording(text).folded
    return options.firstIndex { Wording($0).folded == wanted }.map(Response.choice) ?? response(from: text)
  }

  /// Returns the words of the response to a gap.
  fileprivate func words(ofGap text: String) -> String {
    guard case .mcq(let options, _) = self, case .choice(let index)? = response(toGap: text) else { return text }
    return options[index]
  }
}
