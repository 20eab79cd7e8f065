import Service
import Wire

/// The protocol's JSON in words for people.
enum Words {
  /// `3f2a91bc  Adding fractions (Mathematics)`.
  static func line(of homework: JSONValue) -> String {
    let subject = homework["subject"]?.string.map { " (\($0))" } ?? ""
    return printable("\(shortId(homework))  \(homework["title"]?.string ?? "")\(subject)")
  }

  static func list(_ page: JSONValue, isFiltered: Bool = false) -> String {
    let items = page["items"]?.array ?? []
    guard !items.isEmpty || !isFiltered else { return "No homework fits: leave an option out\n" }
    guard !items.isEmpty else { return "No homework yet: add one with hwdb add TITLE, or hwdb import FILE\n" }
    let lines = items.map(line)
    let width = lines.map(hwdb.width).max() ?? 0
    var text = zip(lines, items).map { line, item in
      "\(line.padded(to: width))  \(questions(item))  \(progress(item["progress"] ?? .null))\n"
    }.joined()
    if let next = page["next"]?.string { text += "More: hwdb list --after \(next)\n" }
    return text
  }

  static func detail(of homework: JSONValue) -> String {
    var rows: [(String, String)] = [("Title", homework["title"]?.string ?? ""), ("Id", homework["id"]?.string ?? "")]
    func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { rows.append((name, value)) }
    }
    add("Subject", homework["subject"]?.string)
    add("Collections", homework["collections"]?.array?.compactMap(\.string).joined(separator: ", "))
    add("Picture", homework["image"].map(picture))
    add("Added", homework["createdAt"]?.string.map(Presentation.localTime))
    add("Due", homework["dueOn"]?.string)
    add("Done", homework["completedAt"]?.string.map(Presentation.localTime))
    add("Quiz", questions(homework))
    add("Progress", progress(homework["progress"] ?? .null))
    add("Last played", homework["progress"]?["lastPlayedAt"]?.string.map(Presentation.localTime))
    add("Being played", homework["openAttemptId"]?.string)
    return rows.map { "\($0.0.padded(to: 13)) \(printable($0.1))\n" }.joined()
  }

  static func progress(_ progress: JSONValue) -> String {
    let attempts = progress["totalAttempts"]?.int ?? 0
    guard attempts > 0 else { return "not played yet" }
    let best = "best \(progress["bestScore"]?.int ?? 0)/\(progress["bestTotal"]?.int ?? 0)"
    return "\(progress["completionPercentage"]?.int ?? 0) %, \(best), \(attempts) attempt\(attempts == 1 ? "" : "s")"
  }

  static func imported(_ report: JSONValue) -> String {
    let counts =
      "\(report["added"]?.int ?? 0) added, \(report["changed"]?.int ?? 0) changed, \(report["leftOut"]?.int ?? 0) left out"
    let what = report["homework"].map { "Imported \(line(of: $0))" } ?? "Would add \(report["title"]?.string ?? "")"
    let left = (report["left"]?.array ?? []).map { "  \($0["path"]?.string ?? "") \($0["message"]?.string ?? "")" }
    return (["\(what): \(counts)"] + left).map { printable($0) + "\n" }.joined()
  }

  static func quiz(_ quiz: JSONValue) -> String {
    (quiz["questions"]?.array ?? []).enumerated().map { index, question in
      let options = (question["options"]?.array ?? []).compactMap(\.string).enumerated().map {
        "   \(Presentation.letter(ofOption: $0)) \(printable($1))\n"
      }
      return "\(index + 1). \(printable(question["question"]?.string ?? ""))\n\(options.joined())"
    }.joined()
  }

  static func attempt(_ attempt: JSONValue) -> String {
    let id = shortId(attempt)
    let (index, count) = (attempt["questionIndex"]?.int ?? 0, attempt["questionCount"]?.int ?? 0)
    let score = "\(attempt["score"]?.int ?? 0) of \(count) correct, \(attempt["starsEarned"]?.int ?? 0) stars"
    switch attempt["state"]?.string {
    case "completed":
      let grade = Presentation.words(ofGrade: attempt["grade"]?.string ?? "")
      return "\(id)  \(grade) \(score), \(attempt["percentage"]?.int ?? 0) %\n"
    case "abandoned": return "\(id)  abandoned\n"
    default:
      let place =
        index < count ? "question \(index + 1) of \(count)" : "all \(count) settled: hwdb attempt finish \(id)"
      return "\(id)  \(place), \(score)\n"
    }
  }

  static func attempts(_ page: JSONValue) -> String {
    let items = page["items"]?.array ?? []
    guard !items.isEmpty else { return "No attempt yet: start one with hwdb attempt start ID\n" }
    let more = page["next"]?.string.map { "More: hwdb attempt list --after \($0)\n" } ?? ""
    return items.map(attempt).joined() + more
  }

  static func settlement(_ settlement: JSONValue) -> String {
    let answer = settlement["answer"] ?? .null
    let correct = answer["correctAnswer"]?.string ?? ""
    let verdict =
      switch answer["outcome"]?.string {
      case "correct": "Correct"
      case "wrong": "Wrong: \(correct)"
      default: "Skipped: \(correct)"
      }
    let explanation = answer["explanation"]?.string ?? ""
    let words = printable("\(verdict)\(explanation.isEmpty ? "" : ". \(explanation)")")
    return "\(words)\n\(attempt(settlement["attempt"] ?? .null))"
  }

  /// `JPEG, 120 KiB`.
  private static func picture(_ image: JSONValue) -> String {
    let type = image["mediaType"]?.string?.split(separator: "/").last?.uppercased() ?? ""
    return "\(type), \(bytes(image["byteCount"]?.int ?? 0))"
  }

  /// In the largest unit of which there is at least one.
  static func bytes(_ count: Int) -> String {
    let units = ["B", "KiB", "MiB", "GiB"]
    var (value, unit) = (count, 0)
    while value >= 1024, unit < units.count - 1 { (value, unit) = (value / 1024, unit + 1) }
    return "\(value) \(units[unit])"
  }

  private static func questions(_ homework: JSONValue) -> String {
    let count = homework["questionCount"]?.int ?? 0
    return count == 0 ? "no quiz" : "\(count) question\(count == 1 ? "" : "s")"
  }

  private static func shortId(_ value: JSONValue) -> String {
    String(value["id"]?.string?.suffix(8) ?? "")
  }
}
