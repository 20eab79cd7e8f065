import HomeworkModel
import HomeworkMotion
import HomeworkService

extension TextOutput {
  /// Returns a list of homework, one line each, with headings on a terminal.
  static func list(_ items: [Homework], _ style: OutputStyle) -> String {
    items.isEmpty ? "" : (style.isTerminal ? cards(items, style) : lines(items)).text(on: style)
  }

  /// Returns what a list does not show: how to see more of it, or why it is empty.
  static func note<Item>(_ page: Page<Item>, _ noun: String, none: String, _ invocation: Invocation) -> String? {
    if let next = page.next { return "More: \(invocation.with("after", next).typed)" }
    guard page.items.isEmpty else { return nil }
    return invocation.isFiltered ? "No \(noun) matches: try fewer options" : none
  }

  /// Returns a table for pipes and files, with every field in words.
  private static func lines(_ items: [Homework]) -> Table {
    let columns = [
      Table.Column(heading: "HOMEWORK"), Table.Column(heading: "ADDED"), Table.Column(heading: "QUIZ"),
      Table.Column(heading: "PROGRESS"),
    ]
    return Table(
      columns: columns,
      rows: items.map {
        let added = String(Times.localTime($0.createdAt).prefix { $0 != "," })
        return [.init(line(of: $0)), .init(added), .init(questions($0)), .init(progress($0.progress))]
      })
  }

  private static func cards(_ items: [Homework], _ style: OutputStyle) -> Table {
    let columns = [
      Table.Column(heading: "ID"), Table.Column(heading: "TITLE", minimum: 16),
      Table.Column(heading: "SUBJECT", minimum: 8, dropOrder: 3), Table.Column(heading: "PROGRESS"),
      Table.Column(heading: "BEST", isRight: true), Table.Column(heading: "TRIES", isRight: true, dropOrder: 4),
      Table.Column(heading: "DUE", dropOrder: 1), Table.Column(heading: "ADDED", dropOrder: 2),
      Table.Column(heading: "QUIZ", dropOrder: 5),
    ]
    let rows = items.map { item -> [Table.Cell] in
      let tries = item.progress.totalAttempts
      let due = item.completedAt == nil ? item.dueOn : nil
      let words = due.map { Times.relativeDay($0, nowMs: style.nowMs) } ?? ""
      return [
        .init(shortId(item.id), .dim), .init(item.title, .bold), .init(item.subject ?? ""),
        state(of: item, style), .init(tries > 0 ? best(item.progress) : ""), .init(tries > 0 ? "\(tries)" : ""),
        .init(words, words.hasSuffix("overdue") ? .red : words == "today" ? .orange : nil),
        .init(Times.relativeTime(item.createdAt, nowMs: style.nowMs), .dim),
        .init(questions(item), .dim),
      ]
    }
    return Table(columns: columns, rows: rows)
  }

  /// Returns the progress bar with its percentage and a tick if completed, or the reason why there is none yet.
  private static func state(of homework: Homework, _ style: OutputStyle) -> Table.Cell {
    let percentage = homework.progress.completionPercentage
    let tick = homework.completedAt == nil ? "" : style.hasUnicode ? " ✓" : " done"
    if homework.progress.totalAttempts > 0 {
      return .init("\(style.bar(percentage: percentage)) \(percentage) %\(tick)", .of(percentage: percentage))
    }
    if !tick.isEmpty { return .init("done", .green) }
    if homework.openAttemptId != nil { return .init("in progress", .blue) }
    return .init(
      homework.questionCount == 0 ? questions(homework) : "not played yet", homework.hasFailed ? .red : .dim)
  }

  /// Returns the page of an assignment: its fields, its progress, and the next step.
  static func detail(of homework: Homework, _ style: OutputStyle) -> String {
    var text = ""
    func add(_ icon: String, _ name: String, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      let label = (style.isTerminal && style.hasUnicode ? "\(icon) " : "") + name
      let indent = style.isTerminal && style.hasUnicode ? 17 : 14
      text += wrapped("\(label.padded(to: indent - 1)) \(printable(value))", indent: indent, on: style) + "\n"
    }
    func time(_ value: Timestamp?) -> String? {
      value.map {
        let local = Times.localTime($0)
        guard style.isTerminal else { return local }
        let relative = Times.relativeTime($0, nowMs: style.nowMs)
        return local.hasPrefix(relative) ? local : "\(relative), on \(local)"
      }
    }
    add("📘", "Title", homework.title)
    add("🔖", "Id", homework.id.text)
    add("📚", "Subject", homework.subject)
    add("📂", "Collections", homework.collections.joined(separator: ", "))
    add("🏞 ", "Picture", homework.picture.map(picture))
    add("📅", "Added", time(homework.createdAt))
    add("⏳", "Due", homework.dueOn.map { due($0, style) })
    add("📝", "Note", homework.note)
    add("✅", "Done", time(homework.completedAt))
    add("❓", "Quiz", questions(homework))
    add("🛠 ", "Generation", generation(homework.generation))
    add("⏰", "Last played", time(homework.progress.lastPlayedAt))
    add("🎮", "In progress", homework.openAttemptId?.text)
    let lines = (homework.text ?? "").split(whereSeparator: \.isNewline).map { wrapped(printable($0), on: style) }
    let words = lines.isEmpty ? "" : "\n" + lines.map { $0 + "\n" }.joined()
    // On a terminal the page ends with the next step, elsewhere with the longest text.
    let card = progressCard(of: homework, style)
    return style.isTerminal ? text + words + card : text + card + words
  }

  private static func progressCard(of homework: Homework, _ style: OutputStyle) -> String {
    let progress = homework.progress
    guard style.isTerminal else { return "\("Progress".padded(to: 13)) \(self.progress(progress))\n" }
    let id = shortId(homework.id)
    var text = ""
    let tries = progress.totalAttempts
    if tries > 0 {
      let percentage = progress.completionPercentage
      let bar = style.graded(
        "\(style.bar(percentage: percentage, width: 20)) \(percentage) %", percentage: percentage)
      text += "\nProgress      \(bar)\nBest score    \(best(progress))\nAttempts      \(tries)\n"
    }
    let next =
      if let open = homework.openAttemptId {
        "Continue: hwdb attempt show \(shortId(open))"
      } else if homework.questionCount == 0 { "No quiz yet: hwdb quiz set \(id) FILE" } else {
        "\(text.isEmpty ? "Start quiz" : "Play again"): hwdb attempt start \(id)"
      }
    return "\(text)\n\(next)\n"
  }

  static func progress(_ progress: HomeworkProgress) -> String {
    let attempts = progress.totalAttempts
    guard attempts > 0 else { return "not played yet" }
    return "\(progress.completionPercentage) %, best \(best(progress)), \(attempts.counted("attempt"))"
  }

  private static func best(_ progress: HomeworkProgress) -> String {
    "\(progress.bestScore ?? 0)/\(progress.bestTotal ?? 0)"
  }

  private static func due(_ day: String, _ style: OutputStyle) -> String {
    let relative = Times.relativeDay(day, nowMs: style.nowMs)
    return relative == day || !style.isTerminal ? day : "\(day), \(relative)"
  }

  /// Returns a note if the quiz is being generated or generation failed; nothing if there is a quiz or none was
  /// requested.
  private static func generation(_ generation: Generation) -> String? {
    switch generation {
    case .pending: "being generated"
    case .failed(let reason, let retryAt):
      alert(reason, retryAt)
    case .none, .ready: nil
    }
  }

  /// Returns the alert of a failed generation as the homework design has it: its title, its message and what to do.
  private static func alert(_ reason: GenerationFailure, _ retryAt: Timestamp?) -> String {
    let word = reason == .unreadableImage ? "unreadable" : reason.rawValue
    let name = AnimationName(rawValue: "alert\(word.prefix(1).uppercased())\(word.dropFirst())")
    guard let text = Catalogue.designs([.homework])[name]?.variants.first?.text else { return reason.rawValue }
    let wait = retryAt.map { "until \(Times.localTime($0))" } ?? "a moment"
    let message = text.message?.replacing("{wait}", with: wait)
    let advice = text.suggestion ?? text.actions.first { $0 != "Dismiss" }
    return [text.title, message, advice].compactMap(\.self).joined(separator: ". ")
  }

  /// Returns a description such as `JPEG, 120 KiB`.
  static func picture(_ picture: PictureInfo) -> String {
    let type = picture.type.rawValue.split(separator: "/").last?.uppercased() ?? ""
    return "\(type), \(bytes(picture.byteCount))"
  }
}
