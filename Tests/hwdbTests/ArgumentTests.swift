import HomeworkAPI
import Testing
import hwdb

/// Random arguments, made from meaningful words and meaningless bytes.
@Suite struct `Random command-line arguments` {
  private static let words: [String] =
    CommandTable.all.flatMap(\.words) + CommandTable.all.flatMap(\.options).map { "--\($0.name)" }
    + Option.global.flatMap { ["--\($0.name)", "--\($0.name.prefix(3))", "--\($0.name)=x"] }
    + [
      "", "-", "--", "-o", "-x", "--=", "-=", "…", "\u{1B}[2J", "a\nb", "🎉", "9223372036854775808", "-1", "0", "x.json",
    ]

  /// Parses each list, or rejects it with a message and exit code 2; nothing traps.
  @Test func `are parsed or rejected with a message`() {
    var (read, refused) = (0, 0)
    for seed in 0..<20_000 as Range<UInt64> {
      var random = Draws(state: seed)
      let arguments = (0..<Int(random.next() % 7)).map { _ in Self.words[Int(random.next() % UInt64(Self.words.count))]
      }
      do throws(CommandFailure) {
        let invocation = try Arguments.read(arguments)
        #expect(invocation.command.operandCounts.contains(invocation.operands.count) || invocation.has("help"))
        read += 1
      } catch {
        #expect(error.exitCode == 2 && error.message?.isEmpty == false, "\(arguments)")
        refused += 1
      }
    }
    #expect(read > 100 && refused > 1000)
  }
}

@Suite struct `A date on the command line` {
  @Test(arguments: [
    ("today", "2026-11-26"), ("Tomorrow", "2026-11-27"), ("monday", "2026-11-30"), ("thu", "2026-12-03"),
    ("in 3 days", "2026-11-29"), ("in a week", "2026-12-03"), ("2027-01-31", "2027-01-31"), ("morrow", nil),
    ("in 3 years", nil), ("2026-02-30", nil), ("", nil), ("in -1 days", nil), ("th", nil),
  ])
  func `is taken as people say it`(said: String, day: String?) {
    // 2026-11-26, a Thursday, at noon in UTC.
    #expect(Times.day(saidAs: said, nowMs: 1_795_694_400_000) == day)
  }
}

/// Xorshift (Marsaglia, 2003): the same draws in every run.
private struct Draws {
  var state: UInt64

  mutating func next() -> UInt64 {
    if state == 0 { state = 0x9E37_79B9_7F4A_7C15 }
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state >> 11
  }
}
