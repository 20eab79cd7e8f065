import HomeworkModel
import Testing

@Suite struct `An identifier` {
  @Test func `has the layout of UUIDv7`() {
    // The example of RFC 9562, appendix A.6: 2022-02-22T19:22:22.000Z with these random bits.
    let id = Homework.ID(atMs: 0x017F_22E2_79B0, random: (0xCC3, 0x18C4_DC0C_0C07_398F))
    #expect(id.text == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
    let most = Homework.ID(atMs: 0xFFFF_FFFF_FFFF, random: (.max, .max))
    #expect(most.text == "ffffffff-ffff-7fff-bfff-ffffffffffff")
    #expect(id < most)
  }

  @Test func `is lower-cased, and rejected if malformed`() {
    let text = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
    #expect(Homework.ID(text.uppercased())?.text == text)
    for index in text.indices {
      for wrong in ["g", "-", "é", ""] where wrong != String(text[index]) {
        var changed = text
        changed.replaceSubrange(index...index, with: wrong)
        #expect(Homework.ID(changed) == nil, "\(changed)")
      }
    }
    #expect(Homework.ID(text + "0") == nil)
  }
}

@Suite struct `A time` {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"), (1_763_634_600_123, "2025-11-20T10:30:00.123Z"),
    (951_782_400_000, "2000-02-29T00:00:00.000Z"), (4_102_444_800_001, "2100-01-01T00:00:00.001Z"),
  ])
  func `reads back as written`(milliseconds: Int64, text: String) {
    #expect(Timestamp(millisecondsSince1970: milliseconds).description == text)
    #expect(Timestamp(text)?.millisecondsSince1970 == milliseconds)
  }

  @Test func `can omit or shorten its fraction`() {
    #expect(Timestamp("1970-01-01T00:00:01Z")?.millisecondsSince1970 == 1000)
    #expect(Timestamp("1970-01-01T00:00:01.5Z")?.millisecondsSince1970 == 1500)
  }

  @Test(arguments: [
    "", "2026-11-20", "2026-11-20T10:30:00", "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z", "2026-11-20T25:00:00Z",
    "2026-11-20T10:30:00.Z", "2026-11-20T10:30:00.1aZ", "x2026-11-20T10:30:00Z", "2026-1-20T10:30:00Z",
    "2026-11-20 10:30:00Z", "2026-11-20T10:30:00ZZ",
  ])
  func `is rejected if invalid`(text: String) {
    #expect(Timestamp(text) == nil)
  }
}
