import HomeworkModel
import HomeworkSystem

/// Charts of finished attempts over time.
extension TextOutput {
  /// Returns scores over time, days in a row, and a year of days; nothing without a terminal or finished attempts.
  static func charts(_ attempts: [Attempt], _ style: OutputStyle) -> String {
    // The newest come first.
    let finished = attempts.filter { $0.state == .completed }.reversed().map { $0 }
    guard let columns = style.columns, columns >= 20, !finished.isEmpty else { return "" }
    return scores(finished, style, columns) + year(finished, style, columns)
  }

  /// Draws one column per attempt, as high as its score, in the colour of its grade.
  private static func scores(_ finished: [Attempt], _ style: OutputStyle, _ columns: Int) -> String {
    let shown = finished.suffix(columns - 8)
    let heights =
      style.hasUnicode ? ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] : ["_", ".", ":", "-", "=", "+", "*", "#"]
    // Two rows of eight steps each: 6 % a step.
    let rows = [8, 0].map { below -> String in
      let label = below == 8 ? "100 % " : "  0 % "
      return label
        + shown.map { attempt in
          let percentage = attempt.score.percentage
          let steps = max(percentage * 16 / 100, 1) - below
          return steps <= 0 ? " " : style.graded(heights[min(7, steps - 1)], percentage: percentage)
        }.joined().trimmedAtEnd
    }
    let heading = shown.count == 1 ? "Score of the last attempt" : "Scores of the last \(shown.count) attempts"
    return "\n\(cut(heading, to: columns, on: style))\n"
      + rows.joined(separator: "\n") + "\n"
  }

  /// Draws a column per week and a row per weekday from Monday on, darker for more finished attempts.
  private static func year(_ finished: [Attempt], _ style: OutputStyle, _ columns: Int) -> String {
    let today = Day(ms: style.nowMs)
    var counts: [Int: Int] = [:]
    for attempt in finished {
      if let time = attempt.finishedAt { counts[Day(ms: time.millisecondsSince1970).number, default: 0] += 1 }
    }
    let weeks = min(53, columns - 5)
    let first = today.number - today.weekday - (weeks - 1) * 7
    let marks = style.hasUnicode ? ["·", "░", "▒", "▓", "█"] : [".", "-", "+", "*", "#"]
    let rows = (0..<7).map { weekday -> String in
      let label = ["Mon", "", "Wed", "", "Fri", "", "Sun"][weekday].padded(to: 4)
      return label
        + (0..<weeks).map { week in
          let day = first + week * 7 + weekday
          guard day <= today.number else { return " " }
          let count = counts[day] ?? 0
          return style.coloured(marks[min(4, count)], count == 0 ? .dim : .green)
        }.joined().trimmedAtEnd
    }
    let (running, longest) = daysInARow(Set(counts.keys), today: today.number)
    let heading = cut("Days played, \(running) in a row now, \(longest) at most", to: columns, on: style)
    return "\n\(heading)\n" + rows.joined(separator: "\n") + "\n"
  }

  /// Returns the run of days up to today, or up to yesterday if today has none yet, and the longest run.
  static func daysInARow(_ days: Set<Int>, today: Int) -> (running: Int, longest: Int) {
    var (longest, running) = (0, 0)
    for day in days where !days.contains(day - 1) {
      var length = 1
      while days.contains(day + length) { length += 1 }
      longest = max(longest, length)
      if day + length - 1 >= today - 1, day <= today { running = length }
    }
    return (running, longest)
  }
}

extension TextOutput {
  /// A calendar day in this machine's time zone.
  fileprivate struct Day {
    /// Days since 1 January 1970, a Thursday.
    let number: Int
    /// The weekday, with Monday as 0.
    var weekday: Int { (number + 3) % 7 }

    init(ms: Int64) {
      var time = time_t(ms / 1000)
      var parts = tm()
      localtime_r(&time, &parts)
      number = (Int(time) + parts.tm_gmtoff) / 86_400
    }
  }
}
