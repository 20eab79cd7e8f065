import HomeworkJSON
import HomeworkRPC
import HomeworkService

/// The protocol's JSON in words for people.
enum TextOutput {
  /// `3f2a91bc  Adding fractions (Mathematics)`.
  static func line(of homework: JSONValue) -> String {
    let subject = homework["subject"]?.string.map { " (\($0))" } ?? ""
    return printable("\(shortId(homework))  \(homework["title"]?.string ?? "")\(subject)")
  }

  static func imported(_ report: JSONValue) -> String {
    let counts =
      "\(report["added"]?.int ?? 0) added, \(report["changed"]?.int ?? 0) changed, \(report["leftOut"]?.int ?? 0) left out"
    let (homework, isThere) = (report["homework"]?.array ?? [], report["alreadyThere"]?.array ?? [])
    let titles = report["titles"]?.array?.compactMap(\.string) ?? []
    var what = homework.map { "Imported \(line(of: $0))" }
    what += isThere.map { "There already: \($0.string?.suffix(8) ?? "")" }
    if what.isEmpty { what = titles.map { "Would add \($0)" } }
    func notes(_ key: String) -> [String] {
      (report[key]?.array ?? []).map { "  \($0["path"]?.string ?? ""): \($0["message"]?.string ?? "")" }
    }
    let (left, changes) = (notes("left"), notes("changes"))
    let lines = what.dropLast() + ["\(what.last ?? "Nothing"): \(counts)"]
    let told = (left.isEmpty ? [] : ["Left out:"] + left) + (changes.isEmpty ? [] : ["Changed:"] + changes)
    return (lines + told).map { printable($0) + "\n" }.joined()
  }

  static func quiz(_ quiz: JSONValue, _ screen: Screen) -> String {
    (quiz["questions"]?.array ?? []).enumerated().map { index, question in
      let number = "\(index + 1). "
      let options = (question["options"]?.array ?? []).compactMap(\.string).enumerated().map {
        wrapped("   \(Presentation.letter(ofOption: $0)) \(printable($1))", indent: 5, on: screen) + "\n"
      }
      let text = wrapped(number + printable(question["question"]?.string ?? ""), indent: number.count, on: screen)
      return "\(text)\n\(options.joined())"
    }.joined()
  }

  /// In the largest unit of which there is at least one.
  static func bytes(_ count: Int) -> String {
    let units = ["B", "KiB", "MiB", "GiB"]
    var (value, unit) = (count, 0)
    while value >= 1024, unit < units.count - 1 { (value, unit) = (value / 1024, unit + 1) }
    return "\(value) \(units[unit])"
  }

  /// `2:34`, and `1:02:03` from an hour on.
  static func duration(ms: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let seconds = ms / 1000
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":" + two(seconds % 60)
  }

  static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  static func questions(_ homework: JSONValue) -> String {
    let count = homework["questionCount"]?.int ?? 0
    return count == 0 ? "no quiz" : counted(count, "question")
  }

  static func shortId(_ value: JSONValue) -> String {
    String(value["id"]?.string?.suffix(8) ?? "")
  }
}
