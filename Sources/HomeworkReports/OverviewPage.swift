import CHomeworkEmbedded
public import HomeworkModel

extension Overview {
  /// Returns the overview as a self-contained HTML page. Texts in it are escaped.
  ///
  /// - Parameter date: formats a moment for the reader.
  public func page(date: (Timestamp) -> String) -> String { Self.page("Overview", section(date, level: 2)) }

  /// Returns the overviews of several libraries as one such page.
  ///
  /// - Parameters:
  ///   - libraries: each with its name.
  ///   - date: formats a moment for the reader.
  public static func page(
    of libraries: [(name: String, overview: Overview)], date: (Timestamp) -> String
  ) -> String {
    let sections = libraries.map { name, overview in
      "<section><h2 dir=\"auto\">\(name.xmlEscaped())</h2>\n\(overview.section(date, level: 3))</section>"
    }
    return page(
      "Overview of \(libraries.count == 1 ? "1 library" : "\(libraries.count) libraries")",
      sections.joined(separator: "\n"))
  }

  /// - Parameter level: the level of its own headings.
  private func section(_ date: (Timestamp) -> String, level: Int) -> String {
    let rows = grid.map { row in
      "<tr><th scope=\"row\" dir=\"auto\">\(row.learner.name.xmlEscaped())</th>"
        + row.cells.map { Self.cell($0, date) }.joined() + "</tr>"
    }
    let heads = homework.enumerated().map { place, work in
      "<th scope=\"col\" dir=\"auto\">\(place + 1) \(work.title.xmlEscaped())"
        + (work.dueOn.map { "<br><small>due \($0)</small>" } ?? "") + "</th>"
    }
    return """
      <p class="about">\(learners.count.counted("learner")), \(homework.count) homework. Each cell shows the best \
      score, ✓ if it is marked as done, the number of finished attempts and the date of the last one.</p>
      <div class="grid"><table>
      <thead><tr><th scope="col">Learner</th>\(heads.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>
      \(hardestSection(level: level))
      """
  }

  /// Returns a report on one learner as a self-contained HTML page to print: a row for each assignment.
  ///
  /// - Parameters:
  ///   - learner: the only learner of this overview.
  ///   - date: formats a moment for the reader.
  public func report(on learner: Learner, date: (Timestamp) -> String) -> String {
    let cells = Dictionary(cells.map { ($0.homeworkId, $0) }) { first, _ in first }
    let rows = homework.enumerated().map { place, work in
      "<tr><th scope=\"row\" dir=\"auto\">\(place + 1) \(work.title.xmlEscaped())"
        + (work.dueOn.map { "<br><small>due \($0)</small>" } ?? "") + "</th>\(Self.cell(cells[work.id], date))</tr>"
    }
    return Self.page(
      learner.name.xmlEscaped() + (learner.number.map { ", number \($0.xmlEscaped())" } ?? ""),
      """
      <p class="about">\(cells.count) of \(homework.count) homework begun, played or done. Each row shows the best \
      score, ✓ if it is marked as done, the number of finished attempts and the date of the last one.</p>
      <div class="grid"><table>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>
      \(hardestSection(level: 2))
      """)
  }

  /// - Parameter title: the title, escaped.
  private static func page(_ title: String, _ body: String) -> String {
    let style = homework_embedded_text("overview.css").map { String(cString: $0) } ?? ""
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>\(title)</title>
      <style>
      \(style)</style></head><body>
      <h1 dir="auto">\(title)</h1>
      \(body)
      </body></html>

      """
  }

  /// The rows of the table: each learner with a cell for each homework, in their orders.
  public var grid: [(learner: Learner, cells: [Cell?])] {
    let columns = Dictionary(uniqueKeysWithValues: homework.enumerated().map { ($1.id, $0) })
    let lines = Dictionary(uniqueKeysWithValues: learners.enumerated().map { ($1.id, $0) })
    var grid = learners.map { (learner: $0, cells: [Cell?](repeating: nil, count: homework.count)) }
    for cell in cells {
      guard let line = lines[cell.learnerId], let column = columns[cell.homeworkId] else { continue }
      grid[line].cells[column] = cell
    }
    return grid
  }

  private static func cell(_ cell: Cell?, _ date: (Timestamp) -> String) -> String {
    guard let cell else { return "<td class=\"none\">–</td>" }
    let progress = cell.progress
    guard let best = progress.bestScore, let total = progress.bestTotal, let last = progress.lastPlayedAt else {
      return cell.completedAt == nil ? "<td class=\"started\">started</td>" : "<td class=\"good\">✓</td>"
    }
    let share = progress.completionPercentage
    let name = share >= 80 ? "good" : share >= 50 ? "fair" : "weak"
    return "<td class=\"\(name)\">\(best)/\(total)\(cell.completedAt == nil ? "" : " ✓")"
      + "<small>\(progress.totalAttempts)×, \(date(last).xmlEscaped())</small></td>"
  }

  private func hardestSection(level: Int) -> String {
    guard !hardest.isEmpty else { return "<p class=\"note\">No wrong answers yet.</p>" }
    let titles = Dictionary(uniqueKeysWithValues: homework.map { ($0.id, $0.title) })
    let items = hardest.map { question in
      let wrong = question.wrongAnswers.map { "\($0.text.xmlEscaped()) (\($0.count)×)" }.joined(separator: " · ")
      return "<li><b dir=\"auto\">\(question.prompt.xmlEscaped())</b>"
        + "<p class=\"about\">\((titles[question.homeworkId] ?? "").xmlEscaped()): wrong \(question.wrong) of "
        + "\(question.settled.counted("time"))\(question.skipped == 0 ? "" : ", skipped \(question.skipped)")</p>"
        + "<p dir=\"auto\">✓ \(question.correctAnswer.xmlEscaped())</p><p dir=\"auto\">✗ \(wrong)</p></li>"
    }
    return "<h\(level)>Hardest questions</h\(level)><ol class=\"hardest\">\n\(items.joined(separator: "\n"))\n</ol>"
  }
}
