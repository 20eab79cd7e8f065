import HomeworkModel
import HomeworkSystem

/// Times for people: in their own time zone, or relative to now.
package enum Times {
  /// Returns a day such as `20 November 2026`, in the local time zone.
  static func day(_ time: Timestamp) -> String { written(time, "%e %B %Y") }

  /// Returns a time such as `20 November 2026, 10:30`, in the local time zone.
  static func localTime(_ time: Timestamp) -> String { written(time, "%e %B %Y, %H:%M") }

  /// Returns a time such as `2 hours ago`; the day if it is more than thirty days ago or still to come.
  ///
  /// - Parameter nowMs: milliseconds since 1970 UTC.
  static func relativeTime(_ time: Timestamp, nowMs: Int64) -> String {
    let seconds = (nowMs - time.millisecondsSince1970) / 1000
    func ago(_ count: Int64, _ unit: String) -> String { "\(count.counted(unit)) ago" }
    return switch seconds {
    // The clocks of two machines may differ a little.
    case -60..<60: "just now"
    case 60..<3600: ago(seconds / 60, "minute")
    case 3600..<86_400: ago(seconds / 3600, "hour")
    case 86_400..<2_592_000: ago(seconds / 86_400, "day")
    default: written(time, "%e %B %Y")
    }
  }

  /// Returns a day of the protocol relative to today in the local time zone: `today`, `in 3 days`, `2 days overdue`.
  ///
  /// - Parameter day: a day such as `2026-11-20`; other text is returned unchanged.
  static func relativeDay(_ day: String, nowMs: Int64) -> String {
    let now = Timestamp(millisecondsSince1970: nowMs)
    guard let due = Timestamp("\(day)T00:00:00Z"), let today = Timestamp("\(written(now, "%Y-%m-%d"))T00:00:00Z")
    else { return day }
    let days = (due.millisecondsSince1970 - today.millisecondsSince1970) / 86_400_000
    return switch days {
    case 0: "today"
    case 1: "tomorrow"
    case 2...30: "in \(days) days"
    case ..<0: "\((-days).counted("day")) overdue"
    default: day
    }
  }

  /// Returns the day that a person means: `today`, `tomorrow`, `monday` (the next one), `in 3 days`, `in 2 weeks`, or a
  /// date such as `2026-11-20`; `nil` for any other text.
  package static func day(saidAs text: String, nowMs: Int64) -> String? {
    let words = text.lowercased().split(separator: " ").map(String.init)
    let today = written(Timestamp(millisecondsSince1970: nowMs), "%Y-%m-%d")
    guard words.count > 1 || Timestamp("\(text)T12:00:00Z") == nil else { return text }
    guard let noon = Timestamp("\(today)T12:00:00Z") else { return nil }
    func after(_ days: Int, _ format: String = "%Y-%m-%d") -> String {
      WrittenTime.utc(secondsSince1970: time_t(noon.millisecondsSince1970 / 1000) + days * 86_400, format)
    }
    let unit = ["day": 1, "days": 1, "week": 7, "weeks": 7]
    let count = ["a": 1, "one": 1].merging((0...999).map { ("\($0)", $0) }) { $1 }
    switch (words.first, words.count) {
    case ("today"?, 1): return today
    case ("tomorrow"?, 1): return after(1)
    case (let name?, 1) where name.count > 2:
      return (1...7).first { after($0, "%A").lowercased().hasPrefix(name) }.map { after($0) }
    case ("in"?, 3): return count[words[1]].flatMap { count in unit[words[2]].map { after(count * $0) } }
    default: return nil
    }
  }

  /// How days are said, for messages and help.
  static let daysSaid = "today, tomorrow, monday, \"in 3 days\" or 2026-11-20"

  /// Returns a day of the protocol with its weekday, such as `Friday, 20 November 2026`; other text is unchanged.
  static func weekday(_ day: String) -> String {
    guard let noon = Timestamp("\(day)T12:00:00Z") else { return day }
    let text = WrittenTime.utc(secondsSince1970: time_t(noon.millisecondsSince1970 / 1000), "%A, %e %B %Y")
    return text.replacing(",  ", with: ", ")
  }

  private static func written(_ time: Timestamp, _ format: String) -> String {
    let seconds = (Double(time.millisecondsSince1970) / 1000).rounded(.down)
    let text = WrittenTime.local(secondsSince1970: time_t(seconds), format)
    return text.hasPrefix(" ") ? String(text.dropFirst()) : text
  }
}
