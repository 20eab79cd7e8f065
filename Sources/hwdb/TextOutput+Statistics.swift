import HomeworkJSON
import HomeworkRPC
import HomeworkService

extension TextOutput {
  static func statistics(_ statistics: JSONValue, _ screen: Screen) -> String {
    func number(_ name: String) -> Int { statistics[name]?.int ?? 0 }
    guard number("homework") + number("finishedAttempts") > 0 else {
      return "Nothing to sum up yet: add a homework with hwdb add TITLE, or hwdb import FILE\n"
    }
    let (correct, questions) = (number("correctAnswers"), number("questions"))
    var rows = [
      ("Homework", "\(number("homework")), \(number("completedHomework")) done"),
      ("Attempts", "\(number("finishedAttempts")) finished"),
      ("Answers", "\(correct) of \(questions) correct" + share(correct, of: questions, screen)),
      ("Time", duration(ms: number("elapsedMs"))), ("Stars", "\(number("starsTotal"))"),
      ("Longest run", "\(number("longestRun"))"),
    ]
    let grades = Presentation.grades.compactMap { grade in
      statistics["grades"]?[grade]?.int.map { "\(Presentation.words(ofGrade: grade)) \($0)" }
    }
    if !grades.isEmpty { rows.append(("Grades", grades.joined(separator: "  "))) }
    let achievements = statistics["achievements"]?.array?.compactMap(\.string) ?? []
    if !achievements.isEmpty { rows.append(("Achievements", achievements.joined(separator: ", "))) }
    return rows.map { wrapped("\($0.0.padded(to: 13)) \($0.1)", indent: 14, on: screen) + "\n" }.joined()
      + subjects(statistics["subjects"]?.array ?? [], screen)
  }

  private static func subjects(_ subjects: [JSONValue], _ screen: Screen) -> String {
    // The subject of everything says nothing more.
    guard screen.isTerminal, subjects.count > 1 else { return "" }
    let columns = [
      Table.Column(heading: "SUBJECT", minimum: 8), Table.Column(heading: "ATTEMPTS", isRight: true, dispensability: 1),
      Table.Column(heading: "CORRECT"),
    ]
    let rows = subjects.map { subject -> [Table.Cell] in
      let (correct, questions) = (subject["correctAnswers"]?.int ?? 0, subject["questions"]?.int ?? 0)
      let percentage = questions == 0 ? 0 : correct * 100 / questions
      return [
        .init(subject["name"]?.string ?? "(none)"), .init("\(subject["finishedAttempts"]?.int ?? 0)"),
        .init("\(screen.bar(percentage: percentage)) \(percentage) %", .of(percentage: percentage)),
      ]
    }
    return "\n" + Table(columns: columns, rows: rows).text(on: screen)
  }

  private static func share(_ part: Int, of whole: Int, _ screen: Screen) -> String {
    guard screen.isTerminal, whole > 0 else { return "" }
    let percentage = part * 100 / whole
    return "  " + screen.graded("\(screen.bar(percentage: percentage)) \(percentage) %", percentage: percentage)
  }
}
