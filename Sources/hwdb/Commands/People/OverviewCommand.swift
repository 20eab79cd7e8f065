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
      Option("id-column", "NAME", "with csv: the learners' own numbers in a column of this name, in place of ids"),
      Option("all-libraries", "of every library in the directory or on the server"),
      .output,
    ],
    "shows the progress of all learners in all homework, and the hardest questions; with --learner, a report on one",
    example: "hwdb overview --format html -o overview.html"
  ) { invocation in
    let format = invocation.value("format")
    for option in ["wide", "id-column"] where invocation.has(option) && format != "csv" {
      throw CommandFailure.usage("--\(option) is for spreadsheets: add --format csv")
    }
    guard !invocation.has("all-libraries") else { return try showAll(invocation) }
    let backend = try Backend(invocation)
    var overview = try backend(Methods.overviewGet, backend.learner)
    if !invocation.has("json") { overview.homework = overview.playedFirst }
    let idColumn = invocation.value("id-column")
    let report = backend.learner == nil ? nil : overview.learners.first
    switch format {
    case "csv":
      try write(
        invocation.has("wide")
          ? CSV.markBook(overview, idColumn) : CSV.text(overview.lines, CSV.overview(idColumn)), invocation)
    case "html":
      try write(report.map { overview.report(on: $0, date: Times.day) } ?? overview.page(date: Times.day), invocation)
    default:
      Output.show(overview, as: Shapes.overview, invocation, isAskedFor: true) { overview in
        report.map { TextOutput.report(on: $0, overview, invocation.screen) }
          ?? TextOutput.overview(overview, invocation.screen)
      }
    }
  }

  private static func write(_ text: String, _ invocation: Invocation) throws {
    guard let path = invocation.value("output") else { return Output.write(text) }
    try OutputFile.write(text, to: path)
  }

  /// Shows the overviews of all libraries, one after the other; as CSV, in one table; as HTML, on one page.
  private static func showAll(_ invocation: Invocation) throws {
    let format = invocation.value("format")
    guard !invocation.has("wide"), !invocation.has("learner") else {
      throw CommandFailure.usage("--all-libraries is of all learners and homework: leave out --wide and --learner")
    }
    let backend = try Backend(invocation)
    let all = try backend.everyLibrary().map { library in
      var overview = try backend.of(library: library.name)(Methods.overviewGet, nil)
      if !invocation.has("json") { overview.homework = overview.playedFirst }
      return LibraryOverview(library: library.name, overview: overview)
    }
    if format == "html" {
      let page = Overview.page(of: all.map { (name: $0.library, overview: $0.overview) }, date: Times.day)
      return try write(page, invocation)
    }
    if format == "csv" {
      let lines = all.flatMap { one in one.overview.lines.map { LibraryOverview.Line(library: one.library, line: $0) } }
      let columns =
        [CSV.Column<LibraryOverview.Line>("library", \.library)]
        + CSV.overview(invocation.value("id-column")).map { $0.of(\.line) }
      return try write(CSV.text(lines, columns), invocation)
    }
    Output.show(all, as: LibraryOverview.shape, invocation, isAskedFor: true) { all in
      all.map { one in
        invocation.screen.coloured(printable(one.library), .bold) + "\n"
          + TextOutput.overview(one.overview, invocation.screen)
      }.joined(separator: "\n")
    }
  }
}

extension CommandTable {
  /// The overview of one library of several.
  private struct LibraryOverview: Sendable {
    var library: String
    var overview: Overview

    /// A learner's cell for one assignment of a library.
    struct Line: Sendable {
      let library: String
      let line: Overview.Line
    }

    static let shape = Shape<[LibraryOverview]>.array(
      .object(LibraryOverview(library: "", overview: Overview(learners: [], homework: [], cells: [], hardest: []))) {
        Field("library", \.library, "The name of the library.")
        Field("overview", \.overview, Shapes.overview, "The progress in it.")
      })
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
  /// - Parameter idColumn: the heading of the learners' own numbers, in place of their ids.
  static func overview(_ idColumn: String?) -> [Column<Overview.Line>] {
    [learner(idColumn).of(\.learner)] + work
  }

  private static let work: [Column<Overview.Line>] = [
    Column("learner", \.learner.name), Column("homeworkId", \.work.id),
    Column("title", \.work.title), Column("dueOn", \.work.dueOn), Column("bestScore", \.cell?.progress.bestScore),
    Column("bestTotal", \.cell?.progress.bestTotal),
    Column("completionPercentage", \.cell?.progress.completionPercentage),
    Column("totalAttempts", \.cell?.progress.totalAttempts), Column("lastPlayedAt", \.cell?.progress.lastPlayedAt),
    Column("completedAt", \.cell?.completedAt),
  ]

  private static func learner(_ idColumn: String?) -> Column<Learner> {
    idColumn.map { Column($0, \.number) } ?? Column("learnerId", \.id)
  }

  /// A row for each learner. A score stands alone, because a spreadsheet would read 8/10 as a day in August.
  fileprivate static func markBook(_ overview: Overview, _ idColumn: String?) -> String {
    let scores = overview.homework.enumerated().map { place, work in
      let total = overview.cells.lazy.filter { $0.homeworkId == work.id }.compactMap(\.progress.bestTotal).max()
      return Column<(learner: Learner, cells: [Overview.Cell?])>(
        "\(place + 1) \(work.title)" + (total.map { " (of \($0))" } ?? "")
      ) { row in
        row.cells[place].map { cell in
          cell.progress.bestScore.map { "\($0)" } ?? (cell.completedAt == nil ? "begun" : "done")
        }
      }
    }
    return text(overview.grid, [learner(idColumn).of(\.learner), Column("learner", \.learner.name)] + scores)
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

  /// Returns a line for each assignment that a learner has played, begun or marked as done, then the hardest questions.
  fileprivate static func report(on learner: Learner, _ overview: Overview, _ screen: OutputStyle) -> String {
    let cells = Dictionary(uniqueKeysWithValues: overview.cells.map { ($0.homeworkId, $0) })
    let rows = overview.homework.enumerated().map { place, work -> [Table.Cell] in
      let cell = cells[work.id]
      let (attempts, last) = (cell?.progress.totalAttempts ?? 0, cell?.progress.lastPlayedAt)
      return [
        .init("\(place + 1)"), .init(work.title), Self.cell(cell), .init(attempts == 0 ? "" : "\(attempts)"),
        .init(last.map(Times.day) ?? ""),
      ]
    }
    let columns = [
      Table.Column(heading: "", isRight: true), Table.Column(heading: "HOMEWORK", minimum: 12),
      Table.Column(heading: "BEST"), Table.Column(heading: "ATTEMPTS", isRight: true, dispensability: 1),
      Table.Column(heading: "LAST PLAYED", dispensability: 2),
    ]
    return screen.coloured(printable(learner.name) + (learner.number.map { ", number \(printable($0))" } ?? ""), .bold)
      + ": \(cells.count) of \(overview.homework.count) homework\n"
      + Table(columns: columns, rows: rows).text(on: screen) + hardest(overview, screen)
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
