import HomeworkTestKit
import Testing
import hwdb

@Suite struct `The width of a character on a terminal` {
  /// ncurses gives each scalar the cells that the C library says, and what is drawn over them vanishes.
  @Test func `is the one that the C library has for each scalar`() {
    var compared = 0
    // An emoji selector counts with the sign before it; versions of the C library disagree about a letter of Ahom.
    for value in 0x20...0x10FFFF as ClosedRange<UInt32> where value != 0xFE0F && value != 0x1171E {
      guard let scalar = Unicode.Scalar(value), let columns = TerminalScreen.columns(of: scalar) else { continue }
      compared += 1
      let own = hwdb.width(of: Character(scalar))
      if own != columns { Issue.record("\(String(value, radix: 16)): \(own), not \(columns)") }
    }
    #expect(compared > 250_000)
  }

  @Test(
    arguments: [
      ("a", 1), ("e\u{301}", 1), ("東", 2), ("दि", 2), ("ทำ", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("❤️", 2),
      ("🎉", 2),
      ("👍🏽", 4), ("👨‍👩‍👧", 6), ("🇩🇪", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2),
    ] as [(Character, Int)]) func `is the sum over its scalars`(character: Character, columns: Int)
  {
    #expect(hwdb.width(of: character) == columns)
  }
}
