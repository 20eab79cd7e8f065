import HomeworkModel
import Testing

@Suite struct `A local day` {
  private func day(_ ms: Int64, _ offset: Int) -> LocalDay {
    LocalDay(of: Timestamp(millisecondsSince1970: ms), utcOffsetMinutes: offset)
  }

  @Test func `goes from 00:00 to 23:59:59.999 by the clock of its place`() {
    let berlin = day(1_767_225_600_000, 60)
    #expect(berlin.description == "2026-01-01" && berlin.start.description == "2025-12-31T23:00:00.000Z")
    #expect(berlin.end.description == "2026-01-01T22:59:59.999Z")
    #expect(berlin.adding(days: 31).description == "2026-02-01")
    #expect(day(1_767_225_600_000, -300).description == "2025-12-31")
  }

  @Test func `holds exactly the moments between its ends, for every offset, also before 1970`() {
    for offset in stride(from: -1080, through: 1080, by: 15) {
      for ms in [0, -1, 1, -86_400_000, 1_767_225_599_999, 1_767_225_600_000, -62_135_596_800_000] as [Int64] {
        let day = day(ms, offset)
        let (start, end) = (day.start.millisecondsSince1970, day.end.millisecondsSince1970)
        #expect(start <= ms && ms <= end && end - start == 86_399_999)
        #expect(self.day(start, offset) == day && self.day(end, offset) == day)
        #expect(self.day(end + 1, offset) == day.adding(days: 1) && self.day(start - 1, offset) == day.adding(days: -1))
      }
    }
  }
}
