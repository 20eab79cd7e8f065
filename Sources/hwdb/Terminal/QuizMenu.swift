import HomeworkAPI
import HomeworkModel

/// The homework with a quiz, to choose one to play: those in progress first, then the newest; or those that what is
/// typed finds. It neither draws nor waits.
struct QuizMenu {
  enum Stage {
    case choosing, left
    case chosen(Homework)
  }

  private let backend: Backend
  private(set) var stage = Stage.choosing
  private(set) var items: [Homework] = []
  /// More than are listed.
  private(set) var hasMore = false
  private(set) var typed = ""
  /// Of the items, from 0.
  private(set) var chosen = 0

  init(_ backend: Backend) throws {
    self.backend = backend
    try find()
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
      guard !character.isNewline, character != "\t", typed.count < 100 else { return }
      typed.append(character)
      try find()
    }
  }

  private mutating func find() throws {
    let words = typed.trimmedAtEnd
    let page = try backend(Methods.homeworkList, HomeworkListing(search: words.isEmpty ? nil : words, limit: 200))
    let withQuiz = page.items.filter { $0.questionCount > 0 }
    items = withQuiz.filter { $0.openAttemptId != nil } + withQuiz.filter { $0.openAttemptId == nil }
    (hasMore, chosen) = (page.next != nil, 0)
  }

  /// What there is to know of one before it is played.
  static func facts(of homework: Homework) -> String {
    let count = TextOutput.counted(homework.questionCount, "question")
    if homework.openAttemptId != nil { return "\(count), in progress" }
    return homework.progress.totalAttempts == 0 ? count : "\(count), best \(homework.progress.completionPercentage) %"
  }

  func draw(on canvas: inout Canvas, _ screen: Screen) {
    canvas.put("What do you want to play?", row: 0, column: 1, isBold: true)
    canvas.put("> \(printable(typed))_", row: 1, column: 1, .blue)
    let rows = max(1, canvas.rows - 5)
    let first = max(0, chosen - rows + 1)
    for (row, place) in items.indices.dropFirst(first).prefix(rows).enumerated() {
      let (isChosen, facts) = (place == chosen, Self.facts(of: items[place]))
      let room = max(1, canvas.columns - facts.count - 7)
      let title = cut(printable(items[place].title), to: room, on: screen)
      canvas.put("\(isChosen ? ">" : " ") \(title)", row: row + 3, column: 1, isChosen ? .blue : nil, isBold: isChosen)
      canvas.put(facts, row: row + 3, column: canvas.columns - facts.count - 1, .dim)
    }
    if items.isEmpty { canvas.put("No quiz has these words.", row: 3, column: 3, .dim) }
    let more = hasMore ? "Type to find more" : "Type to find"
    canvas.put("Arrows and Enter   \(more)   Esc leave", row: canvas.rows - 1, column: 1, .dim)
  }
}
