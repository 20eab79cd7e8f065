import HomeworkAPI
import HomeworkModel

extension CommandTable {
  static let overview = Command(
    "overview", "", 0...0,
    options: [.csvFormat, .output],
    "shows the progress of all learners in all homework, and the hardest questions; with --learner, a report on one",
    example: "hwdb overview --format csv -o overview.csv"
  ) { invocation in
    let backend = try Backend(invocation)
    var overview = try backend(Methods.overviewGet, backend.learner)
    if !invocation.has("json") { overview.homework = overview.playedFirst }
    if invocation.value("format") == "csv" {
      return try OutputFile.write(CSV.text(overview.lines, CSV.overview), invocation)
    }
    let report = backend.learner == nil ? nil : overview.learners.first
    func words(_ overview: Overview) -> String {
      report.map { TextOutput.report(on: $0, overview, invocation.outputStyle) }
        ?? TextOutput.overview(overview, invocation.outputStyle)
    }
    if invocation.has("output") { return try OutputFile.write(words(overview), invocation) }
    Output.show(overview, as: Shapes.overview, invocation, isAskedFor: true, words)
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

  /// The rows of the table: each learner with a cell for each homework, in their orders.
  fileprivate var grid: [(learner: Learner, cells: [Cell?])] {
    let columns = Dictionary(uniqueKeysWithValues: homework.enumerated().map { ($1.id, $0) })
    let lines = Dictionary(uniqueKeysWithValues: learners.enumerated().map { ($1.id, $0) })
    var grid = learners.map { (learner: $0, cells: [Cell?](repeating: nil, count: homework.count)) }
    for cell in cells {
      guard let line = lines[cell.learnerId], let column = columns[cell.homeworkId] else { continue }
      grid[line].cells[column] = cell
    }
    return grid
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
}

extension TextOutput {
  /// Returns a row for each learner, with the newest homework that fits the screen, then the hardest questions.
  static func overview(_ overview: Overview, _ style: OutputStyle) -> String {
    guard !overview.homework.isEmpty else { return "No homework yet: add one with hwdb import FILE\n" }
    let width = 14
    let room = style.isTerminal ? max(1, ((style.columns ?? 80) - 18) / (width + 2)) : overview.homework.count
    let shown = overview.homework.prefix(room)
    let columns =
      [Table.Column(heading: "LEARNER", minimum: 8)]
      + shown.enumerated().map {
        Table.Column(heading: cut("\($0 + 1) \(printable($1.title))", to: width, on: style))
      }
    let rows = overview.grid.map { row in
      [Table.Cell(row.learner.name)] + row.cells.prefix(room).map { Self.cell($0) }
    }
    let left = overview.homework.count - shown.count
    let more = left == 0 ? "" : "\(left) more homework: --format csv shows all of it\n"
    return heading(shown, style) + Table(columns: columns, rows: rows).text(on: style) + more
      + hardest(overview, style)
  }

  /// Without table headings, returns a line with the homework of each column.
  private static func heading(_ shown: ArraySlice<Overview.Work>, _ style: OutputStyle) -> String {
    style.isTerminal ? "" : shown.enumerated().map { "# \($0 + 1) \(printable($1.title))\n" }.joined()
  }

  private static func cell(_ cell: Overview.Cell?) -> Table.Cell {
    guard let cell else { return Table.Cell("-", .dim) }
    let done = cell.completedAt == nil ? "" : " done"
    guard let best = cell.progress.bestScore, let total = cell.progress.bestTotal else {
      return Table.Cell(cell.completedAt == nil ? "begun" : "done", .blue)
    }
    return Table.Cell("\(best)/\(total)\(done)", .of(percentage: cell.progress.completionPercentage))
  }

  /// Returns a line for each assignment that a learner has played, begun or marked as done, then the hardest questions.
  fileprivate static func report(on learner: Learner, _ overview: Overview, _ style: OutputStyle) -> String {
    let cells = Dictionary(uniqueKeysWithValues: overview.cells.map { ($0.homeworkId, $0) })
    let rows = overview.homework.enumerated().map { index, work -> [Table.Cell] in
      let cell = cells[work.id]
      let (attempts, last) = (cell?.progress.totalAttempts ?? 0, cell?.progress.lastPlayedAt)
      return [
        .init("\(index + 1)"), .init(work.title), Self.cell(cell), .init(attempts == 0 ? "" : "\(attempts)"),
        .init(last.map(Times.day) ?? ""),
      ]
    }
    let columns = [
      Table.Column(heading: "", isRight: true), Table.Column(heading: "HOMEWORK", minimum: 12),
      Table.Column(heading: "BEST"), Table.Column(heading: "ATTEMPTS", isRight: true, dropOrder: 1),
      Table.Column(heading: "LAST PLAYED", dropOrder: 2),
    ]
    return style.coloured(printable(learner.name), .bold)
      + ": \(cells.count) of \(overview.homework.count) homework\n"
      + Table(columns: columns, rows: rows).text(on: style) + hardest(overview, style)
  }

  private static func hardest(_ overview: Overview, _ style: OutputStyle) -> String {
    let questions = overview.hardest.prefix(5)
    guard !questions.isEmpty else { return "" }
    let lines = questions.map { question in
      let share = "wrong \(question.wrong) of \(question.settled)  "
      let wrong =
        question.wrongAnswers.first.map { "\n    mostly \(printable($0.text)), \($0.count.counted("time"))" } ?? ""
      return "  " + cut(share + printable(question.prompt), to: max(20, (style.columns ?? .max) - 2), on: style)
        + wrong + "\n"
    }
    return "\nHardest questions:\n" + lines.joined()
  }
}
