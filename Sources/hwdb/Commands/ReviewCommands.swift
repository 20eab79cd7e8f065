import HomeworkAPI
import HomeworkCommandLine
import HomeworkJSON
import HomeworkModel
import HomeworkRPC

extension CommandTable {
  static let reviews: [Command] = [
    Command(
      "due", "", 0...0,
      options: [
        Option("retention", "SHARE", "how likely a question is to be remembered when it is due; 0.9 by default")
      ],
      "counts what is to be asked again by now, by homework", example: "hwdb due --retention 0.9"
    ) { invocation in
      let due = try Backend(invocation)(Methods.reviewDue, DueAsking(retention: invocation.retention))
      Output.show(due, as: Methods.reviewDue.result, invocation, isAskedFor: true) {
        TextOutput.due($0, invocation.screen)
      }
    },
    Command(
      "review", "", 0...0,
      options: [
        Option("limit", "N", "the most questions to ask; all that are due by default"),
        Option("retention", "SHARE", "how likely a question is to be remembered when it is due; 0.9 by default"),
      ] + Option.ofPlaying,
      "plays what is due, one homework after the other, as practice", example: "hwdb review --limit 20"
    ) { invocation in
      let retention = try invocation.retention ?? .usual
      var left = try invocation.number("limit").map { Int($0) } ?? .max
      guard left > 0 else { throw CommandFailure.usage("--limit \(left) asks no question: write --limit 20") }
      let due = try Backend(invocation)(Methods.reviewDue, DueAsking(retention: retention))
      guard due.total > 0 else {
        return Output.write(invocation.has("json") ? "[]\n" : TextOutput.due(due, invocation.screen))
      }
      for homework in due.homework where homework.due > 0 && left > 0 {
        do {
          let options = AttemptOptions(only: .due(retention, atMost: min(left, 200)))
          left -= homework.due
          guard try Play.play(homework.homeworkId.text, options, invocation) else { return }
        } catch CommandFailure.refused(let error) where error.data["attemptId"] != nil {
          // Nothing is lost: the others can be played all the same.
          Output.tell("hwdb: \(printable(homework.title)): \(error.message)\n")
        }
      }
    },
  ]
}

extension Invocation {
  fileprivate var retention: Retention? {
    get throws(CommandFailure) {
      guard let text = value("retention") else { return nil }
      guard let retention = Double(text).flatMap(Retention.init) else {
        throw .usage("--retention \(text) is no number above 0 and below 1: write --retention 0.9")
      }
      return retention
    }
  }
}

extension TextOutput {
  /// The count first, so that a title of any length can go on in the next line.
  static func due(_ reviews: DueReviews, _ screen: Screen) -> String {
    guard reviews.total > 0 else {
      let next = reviews.nextDueAt.map { "; the next is on \(Times.localTime($0))" }
      return "Nothing is due\(next ?? ": play a quiz first, with hwdb play")\n"
    }
    let due = reviews.homework.filter { $0.due > 0 }
    let width = max(screen.isTerminal ? 3 : 0, String(due[0].due).count)
    let lines = due.map { homework in
      let count = String(homework.due)
      let padding = String(repeating: " ", count: width - count.count)
      return wrapped("\(padding)\(count)  \(printable(homework.title))", indent: width + 2, on: screen) + "\n"
    }
    guard screen.isTerminal else { return lines.joined() }
    let heading = screen.coloured("DUE".padded(to: width) + "  HOMEWORK", .dim) + "\n"
    return heading + lines.joined() + (due.count > 1 ? "\n\(counted(reviews.total, "question")) due\n" : "")
  }
}
