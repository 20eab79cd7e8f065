import HomeworkAPI
import HomeworkModel
import HomeworkMotion

/// A menu of the homework with a quiz: in progress first, then the newest; or the homework that matches the typed text.
/// It neither draws nor waits.
struct QuizMenu {
  enum Stage {
    case choosing, left
    case chosen(Homework)
  }

  private let backend: Backend
  private(set) var stage = Stage.choosing
  private(set) var items: [Homework] = []
  /// True if there is more than is listed.
  private(set) var hasMore = false
  private var line = TypedLine(limit: 100)
  /// The index of the chosen item, from 0.
  private(set) var chosen = 0
  /// The homework design's animation of cards as the list appears, and the delay between cards.
  private let cards: (cue: PlayingCue, delayMs: Int)?

  init(_ backend: Backend, motion: MotionPreference = .full) throws {
    self.backend = backend
    let catalogue = Catalogue.designs([.homework])
    var session = Session(
      resuming: nil, environment: SessionEnvironment(motion: motion, catalogue: catalogue), atMs: 0)
    let shown = try session.receive(.screen(.cards), atMs: 0).started.first
    cards = shown.map { cue in
      let delayMs = motion == .full ? catalogue[cue.animation]?.stagger?.delayMs ?? 0 : 0
      return (PlayingCue(cue.report(atMs: 0), of: catalogue, motion), delayMs)
    }
    try find()
  }

  /// Returns the opacity of a row, 0 to 1, at a time after the list appeared.
  func opacity(ofRow row: Int, atMs nowMs: Double) -> Double {
    guard let cards else { return 1 }
    let ownMs = nowMs - Double(row * cards.delayMs)
    return ownMs < 0 ? 0 : cards.cue.value(of: .opacity, atMs: ownMs) ?? 1
  }

  mutating func press(_ key: Game.Key) throws {
    switch key {
    case .up: choose(chosen - 1)
    case .down: choose(chosen + 1)
    case .pageUp: choose(chosen - 10)
    case .pageDown: choose(chosen + 10)
    case .enter: if items.indices.contains(chosen) { stage = .chosen(items[chosen]) }
    case .escape: stage = .left
    default:
      let before = line.text
      line.press(key)
      if line.text != before { try find() }
    }
  }

  private mutating func choose(_ position: Int) { chosen = max(0, min(position, items.count - 1)) }

  private mutating func find() throws {
    let words = line.text.trimmedAtEnd
    let page = try backend(
      Methods.homeworkList,
      ListHomeworkParams {
        ($0.search, $0.limit) = (words.isEmpty ? nil : words, 200)
      })
    let withQuiz = page.items.filter { $0.questionCount > 0 }
    items = withQuiz.filter { $0.openAttemptId != nil } + withQuiz.filter { $0.openAttemptId == nil }
    (hasMore, chosen) = (page.next != nil, 0)
  }

  /// Returns the facts to know about an assignment before playing its quiz.
  static func facts(of homework: Homework) -> String {
    let count = homework.questionCount.counted("question")
    if homework.openAttemptId != nil { return "\(count), in progress" }
    return homework.progress.totalAttempts == 0 ? count : "\(count), best \(homework.progress.completionPercentage) %"
  }

  /// - Parameter nowMs: the time since the list appeared.
  func draw(on canvas: inout Canvas, _ style: OutputStyle, atMs nowMs: Double) {
    let columns = canvas.columns - 4
    canvas.put("What do you want to play?", row: 0, column: 1, isBold: true)
    let (typed, row, column) = line.lines(columns: max(2, columns))
    for (row, text) in typed.enumerated() {
      canvas.put((row == 0 ? "> " : "  ") + printable(text), row: 1 + row, column: 1, .blue)
    }
    canvas.cursor = (1 + row, 3 + column)
    var (all, current) = ([ScreenLine](), 0)
    for (position, item) in items.enumerated() {
      let isChosen = position == chosen
      if isChosen { current = all.count }
      let opacity = opacity(ofRow: position, atMs: nowMs)
      let colour: Colour? = opacity < 0.5 ? .dim : isChosen ? .blue : nil
      for (line, text) in wrappedLines("\(item.title), \(Self.facts(of: item))", columns: columns).enumerated() {
        let start = line == 0 && isChosen ? "> " : "  "
        all.append(ScreenLine(text: opacity > 0 ? start + text : "", colour: colour, isBold: isChosen))
      }
    }
    if items.isEmpty { all = [ScreenLine(text: "No quiz matches these words.", colour: .dim, column: 3)] }
    let bottom = canvas.keys(["Arrows and Enter", hasMore ? "Type to search for more" : "Type to search", "Esc leave"])
    let top = 2 + typed.count
    var scroll = Scroll()
    _ = canvas.show(all, in: top..<max(top, bottom - 1), &scroll, usual: current - max(0, bottom - top) / 2) {
      "Lines \($0.lowerBound + 1) to \($0.upperBound) of \(all.count)"
    }
  }
}
