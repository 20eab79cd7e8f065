import HomeworkJSON
import HomeworkRPC
import HomeworkService

extension TextOutput {
  static func attempt(_ attempt: JSONValue, _ screen: Screen) -> String {
    let id = shortId(attempt)
    let (index, count) = (attempt["questionIndex"]?.int ?? 0, attempt["questionCount"]?.int ?? 0)
    let score =
      "\(attempt["score"]?.int ?? 0) of \(count) correct, \(counted(attempt["starsEarned"]?.int ?? 0, "star"))"
    switch attempt["state"]?.string {
    case "completed":
      let percentage = attempt["percentage"]?.int ?? 0
      let grade = screen.graded(Presentation.words(ofGrade: attempt["grade"]?.string ?? ""), percentage: percentage)
      return "\(id)  \(grade) \(score), \(percentage) %\n"
    case "abandoned": return "\(id)  abandoned\n"
    default:
      let place =
        index < count ? "question \(index + 1) of \(count)" : "all \(count) settled: hwdb attempt finish \(id)"
      return "\(id)  \(place), \(score)\(bar(of: attempt, screen))\n"
    }
  }

  /// The ten dots of the streak, where a terminal can show them.
  private static func bar(of attempt: JSONValue, _ screen: Screen) -> String {
    guard screen.isTerminal, let dots = attempt["streak"]?["bar"]?.array else { return "" }
    return "  "
      + dots.map { dot in
        let (glyph, colour) = screen.dot(dot.string)
        return screen.coloured(glyph, colour)
      }.joined()
  }

  static func attempts(_ page: JSONValue, _ screen: Screen) -> String {
    let items = page["items"]?.array ?? []
    guard !items.isEmpty else { return "No attempt yet: start one with hwdb attempt start ID\n" }
    let more = page["next"]?.string.map { "More: hwdb attempt list --after \($0)\n" } ?? ""
    guard screen.isTerminal else { return items.map { attempt($0, screen) }.joined() + more }
    let columns = [
      Table.Column(heading: "ID"), Table.Column(heading: "STATE"), Table.Column(heading: "SCORE", isRight: true),
      Table.Column(heading: "RESULT", minimum: 4, dispensability: 2),
      Table.Column(heading: "STARS", isRight: true, dispensability: 3),
      Table.Column(heading: "TIME", isRight: true, dispensability: 4),
      Table.Column(heading: "STARTED", dispensability: 1),
      Table.Column(heading: "HOMEWORK", dispensability: 5),
    ]
    let rows = items.map { item -> [Table.Cell] in
      let percentage = item["percentage"]?.int ?? 0
      let isCompleted = item["state"]?.string == "completed"
      let colour: Colour? = isCompleted ? .of(percentage: percentage) : nil
      let stars = item["starsEarned"]?.int ?? 0
      return [
        .init(shortId(item), .dim), .init(state(of: item), isCompleted ? nil : .blue),
        .init("\(item["score"]?.int ?? 0)/\(item["questionCount"]?.int ?? 0)"),
        .init(isCompleted ? "\(screen.bar(percentage: percentage)) \(percentage) %" : "", colour),
        .init(stars > 0 ? "\(stars)" : "", .orange), .init(duration(ms: item["elapsedMs"]?.int ?? 0)),
        .init(Presentation.relativeTime(item["startedAt"]?.string ?? "", nowMs: screen.nowMs), .dim),
        .init(String(item["homeworkId"]?.string?.suffix(8) ?? ""), .dim),
      ]
    }
    return Table(columns: columns, rows: rows).text(on: screen) + more
  }

  private static func state(of attempt: JSONValue) -> String {
    switch attempt["state"]?.string {
    case "inProgress": "question \((attempt["questionIndex"]?.int ?? 0) + 1)"
    case let state: state ?? ""
    }
  }

  static func settlement(_ settlement: JSONValue, _ screen: Screen) -> String {
    let answer = settlement["answer"] ?? .null
    let correct = answer["correctAnswer"]?.string ?? ""
    let (verdict, colour): (String, Colour) =
      switch answer["outcome"]?.string {
      case "correct": ("Correct", .green)
      case "wrong": ("Wrong: \(correct)", .red)
      default: ("Skipped: \(correct)", .orange)
      }
    let explanation = answer["explanation"]?.string ?? ""
    let words = printable("\(verdict)\(explanation.isEmpty ? "" : ". \(explanation)")")
    var lines = wrapped(words, on: screen).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // The verdict alone has its colour, where it fits the first line.
    if lines[0].hasPrefix(printable(verdict)) {
      lines[0] = screen.coloured(printable(verdict), colour) + lines[0].dropFirst(printable(verdict).count)
    }
    return "\(lines.joined(separator: "\n"))\n\(attempt(settlement["attempt"] ?? .null, screen))"
  }
}
