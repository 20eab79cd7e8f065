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
  private(set) var typed = ""
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
    case .up: chosen = max(0, chosen - 1)
    case .down: chosen = min(max(0, items.count - 1), chosen + 1)
    case .enter: if items.indices.contains(chosen) { stage = .chosen(items[chosen]) }
    case .escape: stage = .left
    case .backspace:
      guard typed.popLast() != nil else { return }
      try find()
    case .character(let character):
      typed.type(character, upTo: 100)
      try find()
    }
  }

  private mutating func find() throws {
    let words = typed.trimmedAtEnd
    let page = try backend(
      Methods.homeworkList,
      HomeworkListing {
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
  func draw(on canvas: inout Canvas, _ screen: OutputStyle, atMs nowMs: Double) {
    canvas.put("What do you want to play?", row: 0, column: 1, isBold: true)
    canvas.put("> \(printable(typed))_", row: 1, column: 1, .blue)
    let rows = max(1, canvas.rows - 5)
    let first = max(0, chosen - rows + 1)
    for (row, place) in items.indices.dropFirst(first).prefix(rows).enumerated() {
      let (isChosen, facts) = (place == chosen, Self.facts(of: items[place]))
      let opacity = opacity(ofRow: row, atMs: nowMs)
      guard opacity > 0 else { continue }
      let room = max(1, canvas.columns - facts.count - 7)
      let title = cut(printable(items[place].title), to: room, on: screen)
      let colour: Colour? = opacity < 0.5 ? .dim : isChosen ? .blue : nil
      canvas.put("\(isChosen ? ">" : " ") \(title)", row: row + 3, column: 1, colour, isBold: isChosen)
      canvas.put(facts, row: row + 3, column: canvas.columns - facts.count - 1, .dim)
    }
    if items.isEmpty { canvas.put("No quiz matches these words.", row: 3, column: 3, .dim) }
    let more = hasMore ? "Type to search for more" : "Type to search"
    canvas.put("Arrows and Enter   \(more)   Esc to leave", row: canvas.rows - 1, column: 1, .dim)
  }
}
