import HomeworkSystem

/// A calendar day where a learner is. Questions become due with a day, at 00:00.
public struct LocalDay: Hashable, Sendable, CustomStringConvertible {
  /// The days since 1 January 1970.
  private let number: Int64
  /// The minutes by which the learner's clock is ahead of UTC. The same offset is used for days to come.
  public let utcOffsetMinutes: Int

  /// The offsets that exist, in minutes.
  package static let utcOffsetsMinutes = -1080...1080

  /// Creates the day of a moment.
  ///
  /// - Parameters:
  ///   - moment: any moment of the day.
  ///   - utcOffsetMinutes: the minutes by which the learner's clock is ahead of UTC; by default those of this machine.
  public init(of moment: Timestamp, utcOffsetMinutes: Int? = nil) {
    let offset =
      utcOffsetMinutes
      ?? WrittenTime.utcOffsetMinutes(
        secondsSince1970: time_t(moment.millisecondsSince1970.flooredDivision(by: 1000).quotient))
    let localMs = moment.millisecondsSince1970 + Int64(offset) * 60_000
    (number, self.utcOffsetMinutes) = (localMs.flooredDivision(by: Self.ms).quotient, offset)
  }

  private init(number: Int64, utcOffsetMinutes: Int) {
    (self.number, self.utcOffsetMinutes) = (number, utcOffsetMinutes)
  }

  /// The first millisecond of the day, at 00:00.
  public var start: Timestamp {
    Timestamp(millisecondsSince1970: number * Self.ms - Int64(utcOffsetMinutes) * 60_000)
  }

  /// The last millisecond of the day. Pass it to ask for what is due on the day.
  public var end: Timestamp { start.adding(milliseconds: Self.ms - 1) }

  /// Returns the day this many days later.
  public func adding(days: Int) -> LocalDay {
    LocalDay(number: number + Int64(days), utcOffsetMinutes: utcOffsetMinutes)
  }

  /// The day as `2026-11-20`.
  public var description: String {
    String(Timestamp(millisecondsSince1970: number * Self.ms).description.prefix { $0 != "T" })
  }

  private static let ms: Int64 = 86_400_000
}
