import HomeworkAPI
import HomeworkModel
import HomeworkService

extension TextOutput {
  static func statistics(_ statistics: Statistics, _ style: OutputStyle) -> String {
    guard statistics.homework + statistics.earned.finishedAttempts > 0 else {
      return "Nothing to summarize yet: add an assignment with hwdb add TITLE, or hwdb import FILE\n"
    }
    let (correct, questions) = (statistics.correctAnswers, statistics.questions)
    var rows = [
      ("Homework", "\(statistics.homework), \(statistics.completedHomework) done"),
      ("Attempts", "\(statistics.earned.finishedAttempts) finished"),
      ("Answers", "\(correct) of \(questions) correct" + share(correct, of: questions, style)),
      ("Time", duration(ms: statistics.elapsedMs)), ("Stars", "\(statistics.earned.starsTotal)"),
      ("Longest run", "\(statistics.longestRun)"),
    ]
    let grades = Grade.allCases.map { "\($0.shown) \(statistics.grades[$0] ?? 0)" }
    rows.append(("Grades", grades.joined(separator: "  ")))
    let achievements = statistics.earned.achievements.map(\.rawValue)
    if !achievements.isEmpty { rows.append(("Achievements", achievements.joined(separator: ", "))) }
    return rows.map { wrapped("\($0.0.padded(to: 13)) \($0.1)", indent: 14, on: style) + "\n" }.joined()
      + subjects(statistics.subjects, style)
  }

  private static func subjects(_ subjects: [Statistics.Subject], _ style: OutputStyle) -> String {
    // A single subject would only repeat the totals.
    guard style.isTerminal, subjects.count > 1 else { return "" }
    let columns = [
      Table.Column(heading: "SUBJECT", minimum: 8), Table.Column(heading: "ATTEMPTS", isRight: true, dropOrder: 1),
      Table.Column(heading: "CORRECT"),
    ]
    let rows = subjects.map { subject -> [Table.Cell] in
      let (correct, questions) = (subject.correctAnswers, subject.questions)
      let percentage = questions == 0 ? 0 : correct * 100 / questions
      return [
        .init(subject.name ?? "(none)"), .init("\(subject.finishedAttempts)"),
        .init("\(style.bar(percentage: percentage)) \(percentage) %", .of(percentage: percentage)),
      ]
    }
    return "\n" + Table(columns: columns, rows: rows).text(on: style)
  }

  private static func share(_ part: Int, of whole: Int, _ style: OutputStyle) -> String {
    guard style.isTerminal, whole > 0 else { return "" }
    let percentage = part * 100 / whole
    return "  " + style.graded("\(style.bar(percentage: percentage)) \(percentage) %", percentage: percentage)
  }
}
