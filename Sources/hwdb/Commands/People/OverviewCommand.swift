import HomeworkAPI
import HomeworkModel
import HomeworkReports

extension CommandTable {
  static let overview = Command(
    "overview", "", 0...0,
    options: [
      Option(
        "format", "FORMAT", "pretty, csv for spreadsheets, or html for one page", choices: ["pretty", "csv", "html"]),
      Option("wide", "with csv: a row for each learner, and a column for each assignment with the best score"),
      .output,
    ],
    "shows the progress of all learners, or of --learner, in all homework, and the hardest questions",
    example: "hwdb overview --format html -o overview.html"
  ) { invocation in
    guard !invocation.has("wide") || invocation.value("format") == "csv" else {
      throw CommandFailure.usage("--wide is for spreadsheets: add --format csv")
    }
    let backend = try Backend(invocation)
    var overview = try backend(Methods.overviewGet, backend.learner)
    if !invocation.has("json") { overview.homework = overview.playedFirst }
    let text: String
    switch invocation.value("format") {
    case "csv": text = invocation.has("wide") ? CSV.markBook(overview) : CSV.text(overview.lines, CSV.overview)
    case "html": text = overview.page(date: Times.day)
    default:
      return Output.show(overview, as: Shapes.overview, invocation, isAskedFor: true) {
        TextOutput.overview($0, invocation.screen)
      }
    }
    guard let path = invocation.value("output") else { return Output.write(text) }
    try OutputFile.write(text, to: path)
  }
}

extension Overview {
  /// A learner's cell for one assignment, as a line of a spreadsheet.
  struct Line: Sendable {
    let learner: Learner
    let work: Work
    let cell: Cell?
  }

  /// The homework that anybody has played, then the rest; each newest first.
  fileprivate var playedFirst: [Work] {
    let played = Set(cells.map(\.homeworkId))
    return homework.filter { played.contains($0.id) } + homework.filter { !played.contains($0.id) }
  }

  fileprivate var lines: [Line] {
    grid.flatMap { row in zip(homework, row.cells).map { Line(learner: row.learner, work: $0, cell: $1) } }
  }
}

extension CSV {
  static let overview: [Column<Overview.Line>] = [
    Column("learnerId", \.learner.id), Column("learner", \.learner.name), Column("homeworkId", \.work.id),
    Column("title", \.work.title), Column("dueOn", \.work.dueOn), Column("bestScore", \.cell?.progress.bestScore),
    Column("bestTotal", \.cell?.progress.bestTotal),
    Column("completionPercentage", \.cell?.progress.completionPercentage),
    Column("totalAttempts", \.cell?.progress.totalAttempts), Column("lastPlayedAt", \.cell?.progress.lastPlayedAt),
    Column("completedAt", \.cell?.completedAt),
  ]

  /// A row for each learner. A score stands alone, because a spreadsheet would read 8/10 as a day in August.
  fileprivate static func markBook(_ overview: Overview) -> String {
    let scores = overview.homework.enumerated().map { place, work in
      let total = overview.cells.lazy.filter { $0.homeworkId == work.id }.compactMap(\.progress.bestTotal).max()
      return Column<(learner: Learner, cells: [Overview.Cell?])>(
        work.title + (total.map { " (of \($0))" } ?? "")
      ) { row in
        row.cells[place].map { cell in
          cell.progress.bestScore.map { "\($0)" } ?? (cell.completedAt == nil ? "begun" : "done")
        }
      }
    }
    return text(overview.grid, [Column("learnerId", \.learner.id), Column("learner", \.learner.name)] + scores)
  }
}

extension TextOutput {
  /// Returns a row for each learner, with the newest homework that fits the screen, then the hardest questions.
  static func overview(_ overview: Overview, _ screen: OutputStyle) -> String {
    guard !overview.homework.isEmpty else { return "No homework yet: add one with hwdb import FILE\n" }
    let width = 14
    let room = screen.isTerminal ? max(1, ((screen.columns ?? 80) - 18) / (width + 2)) : overview.homework.count
    let shown = overview.homework.prefix(room)
    let columns =
      [Table.Column(heading: "LEARNER", minimum: 8)]
      + shown.enumerated().map {
        Table.Column(heading: cut("\($0 + 1) \(printable($1.title))", to: width, on: screen))
      }
    let rows = overview.grid.map { row in
      [Table.Cell(row.learner.name)] + row.cells.prefix(room).map { Self.cell($0) }
    }
    let left = overview.homework.count - shown.count
    let more = left == 0 ? "" : "\(left) more homework: --format csv or html shows all of it\n"
    return heading(shown, screen) + Table(columns: columns, rows: rows).text(on: screen) + more
      + hardest(overview, screen)
  }

  /// Without table headings, returns a line with the homework of each column.
  private static func heading(_ shown: ArraySlice<Overview.Work>, _ screen: OutputStyle) -> String {
    screen.isTerminal ? "" : shown.enumerated().map { "# \($0 + 1) \(printable($1.title))\n" }.joined()
  }

  private static func cell(_ cell: Overview.Cell?) -> Table.Cell {
    guard let cell else { return Table.Cell("-", .dim) }
    let done = cell.completedAt == nil ? "" : " done"
    guard let best = cell.progress.bestScore, let total = cell.progress.bestTotal else {
      return Table.Cell(cell.completedAt == nil ? "begun" : "done", .blue)
    }
    return Table.Cell("\(best)/\(total)\(done)", .of(percentage: cell.progress.completionPercentage))
  }

  private static func hardest(_ overview: Overview, _ screen: OutputStyle) -> String {
    let questions = overview.hardest.prefix(5)
    guard !questions.isEmpty else { return "" }
    let lines = questions.map { question in
      let share = "wrong \(question.wrong) of \(question.settled)  "
      let wrong =
        question.wrongAnswers.first.map { "\n    mostly \(printable($0.text)), \($0.count.counted("time"))" } ?? ""
      return "  " + cut(share + printable(question.prompt), to: max(20, (screen.columns ?? .max) - 2), on: screen)
        + wrong + "\n"
    }
    return "\nHardest questions:\n" + lines.joined()
  }
}
