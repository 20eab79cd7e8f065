import HomeworkModel

/// Reads members, words and numbers, noting a mistake for each invalid one.
extension DesignReader {
  mutating func check(_ tree: JSONTree, _ path: [String], has members: [String]) {
    guard tree.isObject else { return tokens.note(tree, path, "is an object: begin it with {") }
    var seen: Set<String> = []
    for member in tree.members {
      if !members.contains(member.name) {
        tokens.note(member.value, path + [member.name], "is not known: \(TokenTree.hint(member.name, members))")
      } else if !seen.insert(member.name).inserted {
        tokens.note(member.value, path + [member.name], "is listed twice: remove one")
      }
    }
  }

  mutating func require(_ tree: JSONTree, _ name: String, _ path: [String]) -> JSONTree? {
    guard let member = tree[name] else {
      if tree.isObject { tokens.note(tree, path, "lacks \(name)") }
      return nil
    }
    return member
  }

  mutating func int(_ tree: JSONTree, _ path: [String], in range: ClosedRange<Int>) -> Int? {
    guard let number = tree.int, range.contains(number) else {
      let bounds =
        range.upperBound == .max ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      tokens.note(tree, path, "must be a whole number \(bounds)")
      return nil
    }
    return number
  }

  mutating func value(_ tree: JSONTree, _ path: [String]) -> Double? {
    guard let number = tree.number, number.magnitude <= 1e9 else {
      tokens.note(tree, path, "must be a number")
      return nil
    }
    return number
  }

  mutating func flag(_ tree: JSONTree, _ path: [String]) -> Bool? {
    guard let bool = tree.bool else {
      tokens.note(tree, path, "must be true or false")
      return nil
    }
    return bool
  }

  mutating func text(_ tree: JSONTree, _ path: [String]) -> String? {
    guard let text = tree.string else {
      tokens.note(tree, path, "must be a text")
      return nil
    }
    return text
  }

  /// Reads one text, or a list of texts.
  mutating func texts(_ tree: JSONTree, _ path: [String]) -> [String] {
    (tree.items ?? [tree]).compactMap { text($0, path) }
  }

  mutating func list<Word: RawRepresentable & CaseIterable>(_ tree: JSONTree, _ path: [String]) -> [Word]
  where Word.RawValue == String {
    (tree.items ?? [tree]).compactMap { word($0, path) }
  }

  mutating func word<Word: RawRepresentable & CaseIterable & Equatable>(
    _ tree: JSONTree, _ path: [String], but excluded: [Word]
  ) -> Word? where Word.RawValue == String {
    let word = self.words(tree, path, among: Word.allCases.filter { !excluded.contains($0) }.map(\.rawValue))
    return word.flatMap { Word(rawValue: $0) }
  }

  mutating func word<Word: RawRepresentable & CaseIterable>(_ tree: JSONTree, _ path: [String]) -> Word?
  where Word.RawValue == String {
    words(tree, path, among: Word.allCases.map(\.rawValue)).flatMap { Word(rawValue: $0) }
  }

  mutating func words(_ tree: JSONTree, _ path: [String], among words: [String]) -> String? {
    guard let text = self.text(tree, path) else { return nil }
    guard words.contains(text) else {
      tokens.note(tree, path, "\"\(excerpt(text))\" is not known: \(TokenTree.hint(text, words))")
      return nil
    }
    return text
  }
}
