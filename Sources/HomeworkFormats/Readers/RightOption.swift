import HomeworkModel

/// The right option, given by its text, its letter or its number.
package enum RightOption {
  package enum Found: Equatable {
    case at(Int)
    /// Several options that are right together, in ascending order.
    case several([Int])
    case no(reason: String)
  }

  /// Finds the right option. An ambiguous answer is rejected.
  ///
  /// - Parameters:
  ///   - base: the number of the first option.
  ///   - isPosition: whether an answer that has both meanings is a position or a text; `nil` if that is unknown.
  package static func find(
    _ answer: String, among options: [String], countingFrom base: Int, isPosition: Bool? = nil
  ) -> Found {
    let trimmed = answer.trimmedAtEnds
    guard !trimmed.isEmpty else { return .no(reason: "it has no correct answer") }
    let (byText, byPosition) = meanings(answer, options, base)
    if byPosition != nil, isPosition == true { return .at(byPosition ?? 0) }
    if byText.count > 1, Set(byText.map { options[$0] }).count > 1 {
      return .no(reason: "the right answer \"\(trimmed.excerpt)\" is more than one of its options")
    }
    switch (byText.first, byPosition) {
    case (let text?, let position?) where text != position && isPosition == nil:
      return .no(
        reason: "the right answer \"\(trimmed.excerpt)\" is one option by its text, and another by its position")
    case (let text?, _): return .at(text)
    case (nil, let position?): return .at(position)
    case (nil, nil): break
    }
    if let index = lettered(trimmed, options) { return .at(index) }
    let parts = trimmed.split { ",;|&/ ".contains($0) }
    let indexes = parts.compactMap { position(String($0), base) }.filter(options.indices.contains)
    if parts.count > 1, indexes.count == parts.count, Set(indexes).count == indexes.count {
      return .several(indexes.sorted())
    }
    return .no(reason: "the right answer \"\(trimmed.excerpt)\" is none of its options")
  }

  /// Returns whether a question of a type, in lower case and letters alone, needs options.
  static func isNeeded(for type: String) -> Bool {
    type.contains("choice") || type.hasPrefix("mc") || type.hasPrefix("multi")
  }

  private static func meanings(_ answer: String, _ options: [String], _ base: Int) -> (text: [Int], position: Int?) {
    let trimmed = answer.trimmedAtEnds
    var byText = options.indices.filter { options[$0] == answer }
    if byText.isEmpty { byText = options.indices.filter { options[$0].lowercased() == trimmed.lowercased() } }
    return (byText, position(trimmed, base).flatMap { options.indices.contains($0) ? $0 : nil })
  }

  /// How a file gives its right options, as those of its answers show that have only one meaning.
  struct Habit {
    private(set) var base: Int
    private(set) var isPosition: Bool?

    /// - Parameter isIndex: true if numbers count from 0 unless one of them shows that they do not.
    init(_ answers: [(answer: String, options: [String])], isIndex: Bool = false) {
      let answers = answers.filter { !$0.options.isEmpty && !$0.answer.isBlank }
      let numbers = answers.compactMap { row in Int(row.answer.trimmedAtEnds).map { ($0, row) } }
        .filter { !$1.options.contains($1.answer.trimmedAtEnds) }
      let hasLast = numbers.contains { $0 == $1.options.count }
      let hasZero = numbers.contains { $0.0 == 0 }
      base = (hasZero == hasLast ? isIndex : hasZero) ? 0 : 1
      var (texts, positions) = (0, 0)
      for (answer, options) in answers {
        let (text, position) = RightOption.meanings(answer, options, base)
        if text.isEmpty && position != nil { positions += 1 }
        if !text.isEmpty && position == nil { texts += 1 }
      }
      isPosition = texts > 0 && positions > 0 || texts == positions ? nil : positions > 0
    }

    func find(_ answer: String, among options: [String], isPosition: Bool = false) -> Found {
      RightOption.find(
        answer, among: options, countingFrom: base,
        isPosition: isPosition && Int(answer) != nil ? true : self.isPosition)
    }

    func position(of answer: String, among options: [String]) -> Int? {
      if case .at(let position) = find(answer, among: options) { position } else { nil }
    }
  }

  /// Parses `B`, `(b)`, `2` or `option 2`.
  private static func position(_ answer: String, _ base: Int) -> Int? {
    var word = answer.lowercased()
    for head in ["option ", "choice ", "answer "] where word.hasPrefix(head) { word.removeFirst(head.count) }
    let inner = word.filter { !"()[].: ".contains($0) }
    guard word.count - inner.count <= 2 else { return nil }
    if inner.count == 1, let position = inner.first.flatMap(Column.index) { return position }
    return inner.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(inner).map { $0 - base } : nil
  }

  /// Parses `B) Paris` or `B. Paris`, if Paris is option B.
  private static func lettered(_ answer: String, _ options: [String]) -> Int? {
    guard let index = answer.first.flatMap(Column.index), options.indices.contains(index),
      let sign = answer.dropFirst().first, ".):．）：、".contains(sign)
    else { return nil }
    return options[index].lowercased() == answer.dropFirst(2).trimmedAtEnds.lowercased() ? index : nil
  }
}

extension RightOption.Found {
  /// The question with these options; `nil` if none is right.
  func body(_ options: [String]) -> Question.Body? {
    switch self {
    case .at(let index): .mcq(options: options, correctIndex: index)
    case .several(let indexes): .multi(options: options, correctIndexes: indexes)
    case .no: nil
    }
  }
}

extension StringProtocol {
  var excerpt: String { count > 60 ? "\(prefix(60))…" : String(self) }
}
