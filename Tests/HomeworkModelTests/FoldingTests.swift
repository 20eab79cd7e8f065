import Foundation
import HomeworkModel
import Testing

/// Folding is compared with Foundation, which has full tables, over all characters with case or marks.
@Suite struct `Folding a text` {
  /// Planes 0, 1 and 14. The others contain ideographs, private use and unassigned code points.
  private static let scalars = [0...0x1FFFF, 0xE0000...0xEFFFF].joined().compactMap { Unicode.Scalar(UInt32($0)) }
  /// The marks of Europe and its neighbours; other marks do not occur after European letters.
  private static let marks = [0x300...0x36F, 0x483...0x489, 0x591...0x5C7, 0x610...0x963, 0x1AB0...0x1ACE]
    .joined().compactMap { Unicode.Scalar(UInt32($0)) }
    .filter { $0 != "\u{897}" && [.nonspacingMark, .enclosingMark].contains($0.properties.generalCategory) }
  /// Letters of each alphabet with its own treatment, and of some without.
  private static let bases = ["a", "é", "ß", "ǰ", "α", "ς", "д", "й", "æ", "1", "-", "ԑ", "א", "ا", "क", "一", "가", "か"]

  /// Returns whether a letter is missing from Foundation's tables of case.
  private static func isNewer(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1C80...0x1C89, 0xA7CB...0xA7DC, 0x10D50...0x10D65, 0x16EA0...0x16EB8: true
    default: false
    }
  }

  private static func caseless(_ text: String) -> String {
    text.precomposedStringWithCanonicalMapping.folding(options: .caseInsensitive, locale: nil)
  }

  private static func withoutAccents(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }

  /// Splits a text into words: any character except letters and numbers separates them.
  private static func words(_ text: String) -> [Substring] { text.split { !($0.isLetter || $0.isNumber) } }

  private static func hasFoundationsWords(_ text: String) -> Bool {
    words(Folding.withoutAccents(Folding.caseless(text))) == words(withoutAccents(caseless(text)))
  }

  @Test func `removes case like Foundation, for every scalar`() {
    let others = Self.scalars.filter {
      let text = "a\($0)b"
      return !Self.isNewer($0) && Folding.caseless(text) != Self.caseless(text)
    }
    #expect(others.isEmpty)
  }

  @Test func `removes case that Foundation does not know yet`() {
    for (capital, small) in [
      ("\u{A7CB}", "ɤ"), ("\u{10D50}", "\u{10D70}"), ("\u{1C80}", "в"), ("\u{16EA0}", "\u{16EBB}"),
    ] {
      #expect(Folding.caseless(capital) == small)
    }
  }

  @Test func `removes accents like Foundation, for every scalar`() {
    let others = Self.scalars.filter { !Self.isNewer($0) && !Self.hasFoundationsWords("\($0) \($0)") }
    #expect(others.isEmpty)
  }

  @Test func `removes accents like Foundation, every mark on every kind of letter`() {
    for base in Self.bases {
      // U+0344 combines two marks, of which Foundation leaves one.
      let others = Self.marks.filter { $0 != "\u{344}" && !Self.hasFoundationsWords("x \(base)\($0)y") }
      #expect(others.isEmpty, "\(base)")
    }
  }

  @Test func `ignores how a letter is composed`() {
    for base in Self.bases + ["ᾳ", "ᾴ", "ᾂ", "ό", "İ", "Ǖ"] {
      for text in Self.marks.flatMap({ ["\(base)\($0)", "\(base)\u{345}\($0)", "\(base)\($0)\u{323}"] }) {
        let (apart, together) = (text.decomposedStringWithCanonicalMapping, text.precomposedStringWithCanonicalMapping)
        for form in [apart, together] {
          #expect(Folding.caseless(form) == Folding.caseless(text))
          #expect(
            Folding.withoutAccents(Folding.caseless(form)) == Folding.withoutAccents(Folding.caseless(text)))
        }
      }
    }
  }

  @Test func `does not depend on a language`() {
    #expect(Folding.caseless("ISTANBUL İstanbul ıstanbul") == "istanbul i\u{307}stanbul ıstanbul")
    #expect(Folding.caseless("STRASSE Straße ΣΊΣΥΦΟΣ σίσυφος") == "strasse strasse σίσυφοσ σίσυφοσ")
    #expect(
      Folding.withoutAccents("crème brûlée, ёлка, ἄνθρωπος, smørrebrød") == "creme brulee, елка, ανθρωπος, smørrebrød")
    // In other scripts a mark may be a vowel.
    #expect(Folding.withoutAccents("काम が") == "काम が")
    #expect(Folding.caseless("") == "" && Folding.withoutAccents("") == "")
  }
}
