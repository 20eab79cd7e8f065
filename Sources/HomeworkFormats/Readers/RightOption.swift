/// The right option, given by its text, its letter or its number.
package enum RightOption {
  package enum Found: Equatable {
    case at(Int)
    case no(reason: String)
  }

  /// Finds the right option. An ambiguous answer is rejected.
  ///
  /// - Parameters:
  ///   - base: the number of the first option.
  ///   - isNumber: true if the file declares that numbers are positions, not texts.
  package static func find(
    _ answer: String, among options: [String], countingFrom base: Int, isNumber: Bool = false
  ) -> Found {
    let given = answer.trimmedAtEnds
    guard !given.isEmpty else { return .no(reason: "it has no correct answer") }
    let byPlace = place(given, base).flatMap { options.indices.contains($0) ? $0 : nil }
    if isNumber, let byPlace, Int(given) != nil { return .at(byPlace) }
    var byText = options.indices.filter { options[$0] == answer }
    if byText.isEmpty { byText = options.indices.filter { options[$0].lowercased() == given.lowercased() } }
    if byText.count > 1, Set(byText.map { options[$0] }).count > 1 {
      return .no(reason: "the right answer \"\(given)\" is more than one of its options")
    }
    switch (byText.first, byPlace) {
    case (let text?, let place?) where text != place:
      return .no(reason: "the right answer \"\(given)\" is one option by its text, and another by its place")
    case (let text?, _): return .at(text)
    case (nil, let place?): return .at(place)
    case (nil, nil): break
    }
    if let index = lettered(given, options) { return .at(index) }
    let parts = given.split { ",;|&/ ".contains($0) }
    if parts.count > 1, parts.allSatisfy({ place(String($0), base).map(options.indices.contains) ?? false }) {
      return .no(reason: "it has several correct answers")
    }
    return .no(reason: "the right answer \"\(given)\" is none of its options")
  }

  /// Parses `B`, `(b)`, `2` or `option 2`.
  private static func place(_ answer: String, _ base: Int) -> Int? {
    var word = answer.lowercased()
    for head in ["option ", "choice ", "answer "] where word.hasPrefix(head) { word.removeFirst(head.count) }
    let inner = word.filter { !"()[].: ".contains($0) }
    guard word.count - inner.count <= 2 else { return nil }
    if inner.count == 1, let letter = inner.first?.asciiValue, (97...122).contains(letter) { return Int(letter) - 97 }
    return inner.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(inner).map { $0 - base } : nil
  }

  /// Parses `B) Paris` or `B. Paris`, if Paris is option B.
  private static func lettered(_ answer: String, _ options: [String]) -> Int? {
    guard let letter = answer.uppercased().first?.asciiValue, (65...90).contains(letter),
      let sign = answer.dropFirst().first, ".):".contains(sign)
    else { return nil }
    let index = Int(letter) - 65
    guard options.indices.contains(index) else { return nil }
    return options[index].lowercased() == answer.dropFirst(2).trimmedAtEnds.lowercased() ? index : nil
  }
}
