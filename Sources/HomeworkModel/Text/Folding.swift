/// Removes differences between spellings of the same text.
///
/// `String` already treats canonically equivalent texts as equal, so nothing here composes or decomposes.
package enum Folding {
  /// Returns the text with Unicode's full case folding, independent of language.
  package static func caseless(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var folded = String.UnicodeScalarView()
    // The iota below a Greek letter becomes a separate one after it, after all marks of the letter.
    var iotas = 0
    func putIotas() {
      for _ in 0..<iotas { folded.append("ι") }
      iotas = 0
    }
    for scalar in text.unicodeScalars {
      if scalar.properties.canonicalCombiningClass == .notReordered { putIotas() }
      let letters = caseless(scalar)
      if scalar == "\u{345}" || letters.count > 1 && letters.last == "ι" {
        for letter in letters.dropLast() { folded.append(letter) }
        iotas += 1
      } else {
        // `append(contentsOf:)` would count the whole view each time.
        for letter in letters { folded.append(letter) }
      }
    }
    putIotas()
    return String(folded)
  }

  /// Folds to lower, upper and lower case again, so that "ß" becomes "ss" and "ς" becomes "σ". The dotless i stays a
  /// separate letter.
  private static func caseless(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    guard scalar != "ı" else { return String(scalar).unicodeScalars }
    let capitals = scalar.properties.lowercaseMapping.unicodeScalars.map(\.properties.uppercaseMapping).joined()
    return capitals.unicodeScalars.reduce(into: String.UnicodeScalarView()) {
      $0.append(contentsOf: $1.properties.lowercaseMapping.unicodeScalars)
    }
  }

  /// Returns a case-folded text without the diacritics of Latin, Greek and Cyrillic letters. Other scripts keep theirs,
  /// because they distinguish letters.
  package static func withoutAccents(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var plain = String.UnicodeScalarView()
    var isEuropean = false
    for scalar in text.unicodeScalars {
      let isMark =
        switch scalar.value {
        case 0x300...0x36F, 0x483...0x489: !plain.isEmpty
        default: isEuropean && scalar.properties.isGraphemeExtend
        }
      guard !isMark else { continue }
      let base = Accents.bases[scalar] ?? scalar
      isEuropean = base.value < 0x510
      plain.append(base)
    }
    return String(plain)
  }
}
