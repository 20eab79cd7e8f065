import HomeworkAPI
import HomeworkFormats
import HomeworkModel
import HomeworkService

/// The protocol's values in words.
enum TextOutput {
  /// Returns `3f2a91bc  Adding fractions (Mathematics)`.
  static func line(of homework: Homework) -> String {
    printable("\(shortId(homework.id))  \(homework.title)\(homework.subject.map { " (\($0))" } ?? "")")
  }

  /// - Parameter explains: whether to say why the file was read in its format.
  static func imported(_ report: ImportReport, explains: Bool) -> String {
    let counts = "\(report.added) added, \(report.changed) changed, \(report.leftOut) left out"
    var what = report.homework.map { "Imported \(line(of: $0))" }
    what += report.revised.map { "Revised \(line(of: $0))" }
    what += report.alreadyThere.map { "Already here: \(shortId($0))" }
    if what.isEmpty { what = report.titles.map { "Would add \($0)" } }
    // Add the text from the file, if requested.
    let blocks = (report.blocks ?? []).map { block in
      let lines = block.text.split(separator: "\n", omittingEmptySubsequences: false)
      return (fault: Fault(path: block.path, message: block.message), lines: lines.map { "    | \($0)" })
    }
    let explained = Set(blocks.map(\.fault))
    func note(_ fault: Fault) -> String { "  \(fault.path): \(fault.message)" }
    let left =
      blocks.flatMap { [note($0.fault)] + $0.lines } + report.left.filter { !explained.contains($0) }.map(note)
    let changes = report.changes.filter { $0.path != "not read" }.map(note)
    let unread = report.changes.filter { $0.path == "not read" }.map { "Not read: \($0.message)" }
    let guess = report.formatReason.flatMap { explains ? "Read as \(report.format.rawValue), since \($0)" : nil }
    let lines = what.dropLast() + ["\(what.last ?? "Nothing"): \(counts)"] + [guess].compactMap(\.self)
    let notes =
      (left.isEmpty ? [] : ["Left out:"] + left) + (changes.isEmpty ? [] : ["Changed:"] + changes) + unread
    let others = report.sameTitle.map { shortId($0) }.joined(separator: ", ")
    let offer = "The same title, but other questions: \(others); hwdb import --update revises the quiz with this title"
    return (lines + notes + (others.isEmpty ? [] : [offer])).map { printable($0) + "\n" }.joined()
  }

  /// Returns a final note about files of which not everything was imported: the counts, and how to list the losses.
  static func lost(_ files: [(path: String, count: Int)]) -> String {
    let lossy = files.filter { $0.count > 0 && $0.path != "-" }
    guard !lossy.isEmpty else { return "" }
    let count = lossy.reduce(0) { $0 + $1.count }
    let names = lossy.map { Invocation.quoted($0.path) }
    let words = "\(count.counted("question")) left out; to see \(count == 1 ? "it" : "them")"
    return printable("\(words): hwdb import --dry-run --explain \(names.joined(separator: " "))") + "\n"
  }

  static func quiz(_ quiz: Quiz, showsAnswers: Bool, _ style: OutputStyle) -> String {
    quiz.questions.enumerated().map { index, question in
      let number = "\(index + 1). "
      let isOrdering = question.body.kind == .ordering
      let options = question.optionsWithPictures.enumerated().map { position, option in
        let mark = showsAnswers && !isOrdering && question.body.correctIndexes.contains(position) ? " * " : "   "
        return wrappedText("\(mark)\(Question.letter(ofOption: position)) ", option, indent: 5, on: style)
      }
      let introduction = question.introduction.map { wrappedText("", $0, indent: 0, on: style) } ?? ""
      let text = wrappedText(number, question.promptWithPicture, indent: number.count, on: style)
      let hints = question.hints.map { wrappedText("   ", $0, indent: 5, on: style) }
      let answers = (showsAnswers ? answers(question) : []).map { wrappedText($0, $1, indent: 5, on: style) }
      return introduction + text + (hints + options + answers).joined()
    }.joined()
  }

  /// Returns the right answers that no option shows, and the explanation, each with the mark before it.
  private static func answers(_ question: Question) -> [(mark: String, text: String)] {
    let right: [String] =
      switch question.body {
      case .mcq, .multi: []
      case .fillBlank: [fillBlank(question.body)]
      case .numeric(let key): [key.written]
      case .gaps(let gaps): gaps.enumerated().map { "(\($0 + 1)) \(fillBlank($1))" }
      case .ordering, .card: [question.correctAnswer]
      case .shortAnswer(let model, let concepts):
        [model] + concepts.map { "with \($0.joined(separator: " or "))" }
      }
    let why = question.explanation.isEmpty ? [] : [question.explanation]
    return right.map { (" * ", $0) } + why.map { ("   ", $0) }
  }

  private static func fillBlank(_ body: Question.Body) -> String {
    guard case .fillBlank(let answer, let others, let isExact) = body else {
      return body.correctIndexes.map { body.options[$0] }.joined()
    }
    return ([answer] + others).joined(separator: ", or ") + (isExact ? " (exactly)" : "")
  }

  /// Returns a size in the largest unit of which there is at least one.
  static func bytes(_ count: Int) -> String {
    let units = ["B", "KiB", "MiB", "GiB"]
    var (value, unit) = (count, 0)
    while value >= 1024, unit < units.count - 1 { (value, unit) = (value / 1024, unit + 1) }
    return "\(value) \(units[unit])"
  }

  /// Returns `2:34`, or `1:02:03` from an hour on.
  static func duration(ms: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let seconds = ms / 1000
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":" + two(seconds % 60)
  }

  static func questions(_ homework: Homework) -> String {
    homework.questionCount == 0
      ? homework.hasFailed ? "quiz failed" : "no quiz" : homework.questionCount.counted("question")
  }

  static func shortId<Entity>(_ id: Identifier<Entity>) -> String { String(id.text.suffix(8)) }
}

extension Homework {
  /// True if the generation of its quiz has failed.
  var hasFailed: Bool { if case .failed = generation { true } else { false } }
}

extension Question {
  /// The options to choose or items to order; empty for other questions.
  var options: [String] { body.options }

  /// The index of an MCQ's correct option, from 0.
  var correctIndex: Int? { if case .mcq(_, let index) = body { index } else { nil } }
}

extension Grade {
  /// The grade as shown: `🎉 Excellent!`.
  var shown: String { "\(emoji) \(words)" }
}

extension Question {
  /// Returns A, B, C, … for an option, from 0.
  static func letter(ofOption index: Int) -> String {
    letters.indices.contains(index) ? letters[index] : String(index + 1)
  }
}
