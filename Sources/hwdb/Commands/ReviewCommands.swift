import HomeworkAPI
import HomeworkModel

extension CommandTable {
  static let reviews: [Command] = [
    Command(
      "due", "", 0...0,
      options: [
        Option("retention", "SHARE", "how likely you are to remember a question when it is due; 0.9 by default"),
        Option("next", "DAYS", "count by day instead, from today"),
      ],
      "counts due questions, by assignment; a question is due from 00:00 of its day", example: "hwdb due --next 7"
    ) { invocation in
      let next = try invocation.number("next").map { Int($0) }
      if let next, !(1...365).contains(next) {
        throw CommandFailure.usage("--next \(next) is out of range: write --next 7, or up to 365")
      }
      let asking = try DueReviewsParams {
        ($0.retention, $0.utcOffsetMinutes, $0.next) = (try invocation.retention, invocation.utcOffsetMinutes, next)
      }
      let due = try Backend(invocation)(Methods.reviewDue, asking)
      Output.showRows(due, as: Methods.reviewDue.result, invocation, note: TextOutput.nothingDue) {
        TextOutput.due($0, invocation.outputStyle)
      }
    },
    Command(
      "review", "", 0...0,
      options: [
        Option("limit", "N", "how many questions to ask, up to 200, the default"),
        Option("retention", "SHARE", "how likely you are to remember a question when it is due; 0.9 by default"),
      ] + Option.ofPlaying,
      "plays all due questions of all homework as practice; resumes where you left off, even after a kill",
      example: "hwdb review --limit 20"
    ) { invocation in
      let retention = try invocation.retention
      let limit = try invocation.number("limit").map { Int($0) }
      if let limit, limit < 1 {
        throw CommandFailure.usage("--limit \(limit) would ask no questions: write --limit 20")
      }
      do {
        try Play.review(
          StartReviewParams {
            ($0.retention, $0.limit, $0.utcOffsetMinutes) = (retention, limit, invocation.utcOffsetMinutes)
          }, invocation)
      } catch let failure
        as CommandFailure where failure.isNothingToPractise
      {
        guard !invocation.has("json") else { return Output.write("[]\n") }
        let due = try Backend(invocation)(
          Methods.reviewDue,
          DueReviewsParams { ($0.retention, $0.utcOffsetMinutes) = (retention, invocation.utcOffsetMinutes) })
        Output.write((TextOutput.nothingDue(due) ?? "") + "\n")
      }
    },
  ]
}

extension Invocation {
  /// The time zone of this machine, since a daemon may be on another.
  fileprivate var utcOffsetMinutes: Int {
    LocalDay(of: Timestamp(millisecondsSince1970: outputStyle.nowMs)).utcOffsetMinutes
  }

  fileprivate var retention: Retention? {
    get throws(CommandFailure) {
      guard let text = value("retention") else { return nil }
      guard let retention = Double(text).flatMap(Retention.init) else {
        throw .usage("--retention \(text) is not a number above 0 and below 1: write --retention 0.9")
      }
      return retention
    }
  }
}

extension TextOutput {
  static func nothingDue(_ reviews: DueReviews) -> String? {
    guard reviews.days == nil, reviews.total == 0 else { return nil }
    let next = reviews.nextDueAt.map { "; the next is on \(Times.day($0))" }
    return "Nothing is due\(next ?? ": play a quiz first, with hwdb play")"
  }

  /// Puts the count first, so that a title of any length can wrap.
  static func due(_ reviews: DueReviews, _ style: OutputStyle) -> String {
    if let days = reviews.days { return due(days) }
    guard reviews.total > 0 else { return "" }
    let due = reviews.homework.filter { $0.due > 0 }
    let width = max(style.isTerminal ? 3 : 0, String(due[0].due).count)
    let lines = due.map { homework in
      let count = String(homework.due)
      let padding = String(repeating: " ", count: width - count.count)
      return wrapped("\(padding)\(count)  \(printable(homework.title))", indent: width + 2, on: style) + "\n"
    }
    guard style.isTerminal else { return lines.joined() }
    let heading = style.coloured("DUE".padded(to: width) + "  HOMEWORK", .dim) + "\n"
    return heading + lines.joined() + (due.count > 1 ? "\n\(reviews.total.counted("question")) due\n" : "")
  }

  private static func due(_ days: [DueDay]) -> String {
    let width = days.map { "\($0.due)".count }.max() ?? 0
    return days.map { day in
      let count = String(repeating: " ", count: width - "\(day.due)".count) + "\(day.due)"
      return "\(count)  \(Times.weekday(day.day))\n"
    }.joined()
  }
}
