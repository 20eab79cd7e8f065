import HomeworkJSON
import HomeworkRPC

extension TextOutput {
  static func animations(_ catalogue: JSONValue, _ screen: Screen) -> String {
    let columns = [
      Table.Column(heading: "ANIMATION"), Table.Column(heading: "PROFILE"),
      Table.Column(heading: "STARTS ON", minimum: 12),
      Table.Column(heading: "LENGTH", isRight: true), Table.Column(heading: "REDUCED", dispensability: 2),
      Table.Column(heading: "HAPTIC", dispensability: 3), Table.Column(heading: "AFTER A KILL", dispensability: 1),
    ]
    let rows = (catalogue["items"]?.array ?? []).map { entry -> [Table.Cell] in
      let trigger = entry["trigger"] ?? .null
      let start =
        (trigger["event"] ?? trigger["fact"])?.string.map {
          $0 + (trigger["when"]?.string.map { ", \($0)" } ?? "")
        } ?? ""
      return [
        .init(entry["name"]?.string ?? "", .bold), .init(entry["profile"]?.string ?? "", .dim), .init(start),
        .init(length(of: entry)), .init(entry["reduced"]?["form"]?.string ?? ""),
        .init(entry["haptic"]?["kind"]?.string ?? ""), .init(entry["resume"]?.string ?? ""),
      ]
    }
    return Table(columns: columns, rows: rows).text(on: screen)
  }

  /// `1100 ms`, `900–1100 ms`, `1500 ms, on and on`, or that the document says nothing.
  private static func length(of entry: JSONValue) -> String {
    let lengths = (entry["variants"]?.array ?? []).compactMap { $0["durationMs"]?.int }
    let endless = entry["endsOn"] == nil ? "" : ", on and on"
    guard let shortest = lengths.min(), let longest = lengths.max() else { return "not stated\(endless)" }
    return (shortest == longest ? "\(longest) ms" : "\(shortest)–\(longest) ms") + endless
  }

  /// What it is, and each variant as bars over a scale of milliseconds.
  static func timeline(of entry: JSONValue, _ screen: Screen) -> String {
    let timeline = entry["timeline"] ?? .null
    var text = "\(screen.coloured(entry["name"]?.string ?? "", .bold))  \(printable(entry["title"]?.string ?? ""))\n"
    let source = "\(entry["document"]?.string ?? ""), \(entry["section"]?.string ?? "")"
    let trigger = entry["trigger"] ?? .null
    var rows = [("From", source), ("Starts on", (trigger["event"] ?? trigger["fact"])?.string ?? "")]
    if let when = trigger["when"]?.string { rows[1].1 += ", \(when)" }
    if let delay = entry["delayMs"]?.int, delay > 0 { rows[1].1 += ", \(delay) ms after it" }
    if let event = entry["endsOn"]?.string { rows.append(("Goes on until", event)) }
    if let stagger = entry["stagger"] {
      let limit = stagger["limit"]?.int.map { ", \($0) at most" } ?? ""
      rows.append(("Staggered", "\(stagger["delayMs"]?.int ?? 0) ms each\(limit)"))
    }
    rows.append(("Reduced", entry["reduced"]?["form"]?.string ?? ""))
    if let haptic = entry["haptic"] {
      let otherwise = haptic["otherwise"]?.string.map { ", or \($0)" } ?? ""
      rows.append(("Haptic", "\(haptic["kind"]?.string ?? "")\(otherwise), at \(haptic["atMs"]?.int ?? 0) ms"))
    }
    rows.append(("After a kill", entry["resume"]?.string ?? ""))
    let unstated = entry["unstated"]?.array?.compactMap(\.string) ?? []
    if !unstated.isEmpty { rows.append(("Not stated", unstated.joined(separator: ", "))) }
    text += rows.map { wrapped("  \($0.0.padded(to: 13)) \($0.1)", indent: 16, on: screen) + "\n" }.joined()
    for variant in timeline["variants"]?.array ?? [] { text += bars(of: variant, screen) }
    return text
  }

  private static func bars(of variant: JSONValue, _ screen: Screen) -> String {
    let phases = variant["phases"]?.array ?? []
    let durationMs = variant["durationMs"]?.int
    let lengthMs = max(1, variant["visibleMs"]?.int ?? durationMs ?? 0)
    let stated = durationMs.map { "\($0) ms" } ?? "no length stated"
    let title = [variant["name"]?.string, stated].compactMap(\.self).joined(separator: ", ")
    guard !phases.isEmpty else { return "\n\(title): nothing moves\n" }
    let names = phases.map { printable($0["name"]?.string ?? "") }
    let nameWidth = names.map { width(of: $0) }.max() ?? 0
    let notes = phases.map { phase in
      let curve = phase["curve"]?.string.map { ", \($0)" } ?? ""
      return "\(number(phase["from"])) → \(number(phase["to"]))\(curve)"
    }
    let noteWidth = notes.map { width(of: $0) }.max() ?? 0
    let barWidth = max(10, min(60, (screen.columns ?? 100) - nameWidth - noteWidth - 6))
    let full = screen.hasUnicode ? "█" : "#"
    let lines = phases.indices.map { index -> String in
      let phase = phases[index]
      let startMs = phase["startMs"]?.int ?? 0
      let start = min(barWidth - 1, startMs * barWidth / lengthMs)
      // Without a length of its own it is drawn to the end, but lighter.
      let endMs = phase["durationMs"]?.int.map { startMs + $0 } ?? lengthMs
      let end = max(start + 1, min(barWidth, (endMs * barWidth + lengthMs - 1) / lengthMs))
      let mark = phase["durationMs"] == nil ? (screen.hasUnicode ? "░" : "-") : full
      let bar = String(repeating: " ", count: start) + String(repeating: mark, count: end - start)
      let coloured = screen.coloured(bar, .blue) + String(repeating: " ", count: barWidth - end)
      return "  \(names[index].padded(to: nameWidth))  \(coloured)  \(notes[index])\n"
    }
    let scale = "0" + String(repeating: " ", count: max(1, barWidth - 1 - "\(lengthMs) ms".count)) + "\(lengthMs) ms"
    let margin = String(repeating: " ", count: nameWidth + 4)
    return "\n\(title)\n\(lines.joined())\(margin)\(screen.coloured(scale, .dim))\n"
  }

  private static func number(_ value: JSONValue?) -> String {
    switch value {
    case .int(let number): "\(number)"
    case .double(let number): Int(exactly: number).map(String.init) ?? "\(number)"
    default: ""
    }
  }

  static func motionFinding(_ finding: JSONValue) -> String {
    let words = ["animation", "document", "section", "stated", "computed"].map { finding[$0]?.string ?? "" }
    return "\(words[0]): \(words[3]) by \(words[1]), \(words[2]), but \(words[4])\n"
  }
}
