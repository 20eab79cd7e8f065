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
