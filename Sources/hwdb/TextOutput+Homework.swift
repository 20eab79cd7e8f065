import HomeworkJSON
import HomeworkRPC
import HomeworkService

extension TextOutput {
  /// The cards of a list: a line each, with headings on a terminal.
  static func list(_ page: JSONValue, isFiltered: Bool = false, _ screen: Screen) -> String {
    let items = page["items"]?.array ?? []
    guard !items.isEmpty || !isFiltered else { return "No homework fits: leave an option out\n" }
    guard !items.isEmpty else { return "No homework yet: add one with hwdb add TITLE, or hwdb import FILE\n" }
    let table = screen.isTerminal ? cards(items, screen) : lines(items)
    let more = page["next"]?.string.map { "More: hwdb list --after \($0)\n" } ?? ""
    return table.text(on: screen) + more
  }

  /// For pipes and files: everything of a homework in words.
  private static func lines(_ items: [JSONValue]) -> Table {
    let columns = [
      Table.Column(heading: "HOMEWORK"), Table.Column(heading: "QUIZ"), Table.Column(heading: "PROGRESS"),
    ]
    return Table(
      columns: columns,
      rows: items.map { [.init(line(of: $0)), .init(questions($0)), .init(progress($0["progress"] ?? .null))] })
  }

  private static func cards(_ items: [JSONValue], _ screen: Screen) -> Table {
    let columns = [
      Table.Column(heading: "ID"), Table.Column(heading: "TITLE", minimum: 16),
      Table.Column(heading: "SUBJECT", minimum: 8, dispensability: 3), Table.Column(heading: "PROGRESS"),
      Table.Column(heading: "BEST", isRight: true), Table.Column(heading: "TRIES", isRight: true, dispensability: 4),
      Table.Column(heading: "DUE", dispensability: 1), Table.Column(heading: "ADDED", dispensability: 2),
      Table.Column(heading: "QUIZ", dispensability: 5),
    ]
    let rows = items.map { item -> [Table.Cell] in
      let progress = item["progress"] ?? .null
      let tries = progress["totalAttempts"]?.int ?? 0
      let due = item["completedAt"] == nil ? item["dueOn"]?.string : nil
      let words = due.map { Presentation.relativeDay($0, nowMs: screen.nowMs) } ?? ""
      return [
        .init(shortId(item), .dim), .init(item["title"]?.string ?? "", .bold), .init(item["subject"]?.string ?? ""),
        state(of: item, screen), .init(tries > 0 ? best(progress) : ""), .init(tries > 0 ? "\(tries)" : ""),
        .init(words, words.hasSuffix("overdue") ? .red : words == "today" ? .orange : nil),
        .init(Presentation.relativeTime(item["createdAt"]?.string ?? "", nowMs: screen.nowMs), .dim),
        .init(questions(item), .dim),
      ]
    }
    return Table(columns: columns, rows: rows)
  }

  /// The bar with its percentage and a tick for what is done, or why there is none yet.
  private static func state(of homework: JSONValue, _ screen: Screen) -> Table.Cell {
    let percentage = homework["progress"]?["completionPercentage"]?.int ?? 0
    let tick = homework["completedAt"] == nil ? "" : screen.hasUnicode ? " ✓" : " done"
    if homework["progress"]?["totalAttempts"]?.int ?? 0 > 0 {
      return .init("\(screen.bar(percentage: percentage)) \(percentage) %\(tick)", .of(percentage: percentage))
    }
    if !tick.isEmpty { return .init("done", .green) }
    if homework["openAttemptId"] != nil { return .init("being played", .blue) }
    return .init(homework["questionCount"]?.int ?? 0 == 0 ? "no quiz" : "not played yet", .dim)
  }

  /// As the page of a homework: what it is, how far it is, and what comes next.
  static func detail(of homework: JSONValue, _ screen: Screen) -> String {
    var text = ""
    func add(_ icon: String, _ name: String, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      let label = (screen.isTerminal && screen.hasUnicode ? "\(icon) " : "") + name
      let indent = screen.isTerminal && screen.hasUnicode ? 17 : 14
      text += wrapped("\(label.padded(to: indent - 1)) \(printable(value))", indent: indent, on: screen) + "\n"
    }
    func time(_ value: JSONValue?) -> String? {
      value?.string.map {
        let local = Presentation.localTime($0)
        guard screen.isTerminal else { return local }
        let relative = Presentation.relativeTime($0, nowMs: screen.nowMs)
        return local.hasPrefix(relative) ? local : "\(relative), on \(local)"
      }
    }
    add("📘", "Title", homework["title"]?.string)
    add("🔖", "Id", homework["id"]?.string)
    add("📚", "Subject", homework["subject"]?.string)
    add("📂", "Collections", homework["collections"]?.array?.compactMap(\.string).joined(separator: ", "))
    add("🏞 ", "Picture", homework["image"].map(picture))
    add("📅", "Added", time(homework["createdAt"]))
    add("⏳", "Due", homework["dueOn"]?.string.map { due($0, screen) })
    add("✅", "Done", time(homework["completedAt"]))
    add("❓", "Quiz", questions(homework))
    add("🛠 ", "Generation", homework["generation"].flatMap { generation($0) })
    add("⏰", "Last played", time(homework["progress"]?["lastPlayedAt"]))
    add("🎮", "Being played", homework["openAttemptId"]?.string)
    if let content = homework["text"]?.string, screen.isTerminal {
      let lines = content.split(whereSeparator: \.isNewline).map { wrapped(printable($0), on: screen) }
      text += "\n" + lines.map { $0 + "\n" }.joined()
    }
    return text + progressCard(of: homework, screen)
  }

  private static func progressCard(of homework: JSONValue, _ screen: Screen) -> String {
    let progress = homework["progress"] ?? .null
    guard screen.isTerminal else { return "\("HomeworkProgress".padded(to: 13)) \(self.progress(progress))\n" }
    let id = shortId(homework)
    var text = ""
    if let tries = progress["totalAttempts"]?.int, tries > 0 {
      let percentage = progress["completionPercentage"]?.int ?? 0
      let bar = screen.graded(
        "\(screen.bar(percentage: percentage, width: 20)) \(percentage) %", percentage: percentage)
      text += "\nProgress      \(bar)\nBest score    \(best(progress))\nAttempts      \(tries)\n"
    }
    let next =
      if let open = homework["openAttemptId"]?.string {
        "Go on: hwdb attempt show \(open.suffix(8))"
      } else if homework["questionCount"]?.int ?? 0 == 0 { "No quiz yet: hwdb quiz set \(id) FILE" } else {
        "\(text.isEmpty ? "Start quiz" : "Play again"): hwdb attempt start \(id)"
      }
    return "\(text)\n\(next)\n"
  }

  static func progress(_ progress: JSONValue) -> String {
    let attempts = progress["totalAttempts"]?.int ?? 0
    guard attempts > 0 else { return "not played yet" }
    return "\(progress["completionPercentage"]?.int ?? 0) %, best \(best(progress)), \(counted(attempts, "attempt"))"
  }

  private static func best(_ progress: JSONValue) -> String {
    "\(progress["bestScore"]?.int ?? 0)/\(progress["bestTotal"]?.int ?? 0)"
  }

  private static func due(_ day: String, _ screen: Screen) -> String {
    let relative = Presentation.relativeDay(day, nowMs: screen.nowMs)
    return relative == day || !screen.isTerminal ? day : "\(day), \(relative)"
  }

  /// Where the quiz is being made, or could not be; nothing where there is one, or none is wanted.
  private static func generation(_ generation: JSONValue) -> String? {
    switch generation["state"]?.string {
    case "pending": "being made"
    case "failed":
      "failed, \(generation["reason"]?.string ?? "")"
        + (generation["retryAt"]?.string.map { ": try again from \(Presentation.localTime($0))" } ?? "")
    default: nil
    }
  }

  /// `JPEG, 120 KiB`.
  private static func picture(_ image: JSONValue) -> String {
    let type = image["mediaType"]?.string?.split(separator: "/").last?.uppercased() ?? ""
    return "\(type), \(bytes(image["byteCount"]?.int ?? 0))"
  }
}
