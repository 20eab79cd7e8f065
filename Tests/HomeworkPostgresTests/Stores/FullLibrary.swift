import HomeworkModel
import HomeworkStore

/// A library with something in every table: fills it, and lists every row of its file.
struct FullLibrary {
  let store: Store
  let time: Counted
  static let requests = ["0190a3b2-0000-7000-8000-000000000001", "0190a3b2-0000-7000-8000-000000000002"]
  static let day: Int64 = 86_400_000

  /// Fills an empty store.
  func fill() throws {
    let ada = try store.writeAndWait { try $0.addLearner("Ada “é” 数") }
    let (first, second) = try addHomework()
    try play(first, second)
    try store.writeAndWait { tx in
      try tx.use(ada.id)
      let attempt = try tx.startAttempt(first)
      try tx.answer([.correct, .correct, .wrong, .correct, .skipped, .correct], in: attempt.id)
      _ = try tx.completeHomework(second)
    }
    try revise(first, second)
    try requestAndDelete(second)
  }

  private static let ofOtherTypes = [
    QuestionDraft(
      introduction: "Read \\ this.", prompt: "Primes?", body: .multi(options: ["1", "2", "3"], correctIndexes: [1, 2])),
    QuestionDraft(prompt: "g?", body: .numeric(NumericKey(9.81, tolerance: .percent(0.5), unit: "m/s²"))),
    QuestionDraft(
      prompt: "{1} on {2}",
      body: .gaps([
        .fillBlank(correctAnswer: "Paris", acceptedAnswers: ["Lutetia"], isExact: true),
        .mcq(options: ["Loire", "Seine"], correctIndex: 1),
      ])),
    QuestionDraft(prompt: "Count", body: .ordering(["one", "two", "three"]), explanation: "\u{1F}other \u{1E}\\"),
    QuestionDraft(prompt: "chat", body: .card(back: "cat")),
  ]

  private func addHomework() throws -> (Homework.ID, Homework.ID) {
    try store.writeAndWait { tx in
      let six = QuizDraft(
        topic: "Numbers", subtopic: "Parts, \"quoted\" \\ and\nbroken", confidence: 0.1,
        questions: Array(repeating: mcq, count: 6))
      let first = try tx.addHomework(
        HomeworkDraft(
          title: "Fractions 🙂", subject: "Maths", collections: ["b", "a\ttab"],
          picture: Picture([0xFF, 0xD8, 0xFF, 0]),
          text: "\\N \\. ,\"\r\n\u{7F}", dueOn: "2026-02-28", note: "by Friday\t", quiz: six))
      let second = try tx.addHomework(
        HomeworkDraft(
          title: "Rivers", collections: ["b"], picture: Picture([0xFF, 0xD8, 0xFF, 0]), text: "",
          quiz: QuizDraft(confidence: 1.0 / 3, questions: [mcq, fillBlank, shortAnswer])))
      var questions = Self.ofOtherTypes
      questions[0].pictures = QuestionPictures(
        question: QuestionPicture(try Picture([0xFF, 0xD8, 0xFF, 0]), alternative: "A \"map\" \\"),
        options: [2: QuestionPicture(try Picture(Array("GIF89a".utf8)))])
      _ = try tx.addHomework(HomeworkDraft(title: "All types", quiz: QuizDraft(questions: questions)))
      let other = try tx.addHomework(HomeworkDraft(title: "Failed", picture: Picture([0xFF, 0xD8, 0xFF, 1])))
      _ = try tx.updateGeneration(other.id, .failed(.rateLimited, retryAfterSeconds: 7))
      return (first.id, second.id)
    }
  }

  private func play(_ first: Homework.ID, _ second: Homework.ID) throws {
    try store.writeAndWait { tx in
      try tx.answer(Array(repeating: .correct, count: 6), in: tx.startAttempt(first).id)
      let mixed = try tx.startAttempt(second)
      _ = try tx.settle(.choice(1), in: mixed.id, elapsedMs: 31_536_000_000)
      _ = try tx.settle(.text("the Denominator"), in: mixed.id)
      _ = try tx.settle(.text("\tother \n\\"), in: mixed.id)
      _ = try tx.finishAttempt(mixed.id)
      let practice = try tx.startAttempt(first, AttemptOptions(only: .questions([4, 1]), isPractice: true))
      try tx.answer([.wrong, .skipped], in: practice.id)
      _ = try tx.abandonAttempt(tx.startAttempt(first, AttemptOptions(timeLimitMs: 1000)).id)
      _ = try tx.set(LibrarySettings(acceptsAnswers: true))
      let shuffled = try tx.startAttempt(first, AttemptOptions(shuffle: .both, seed: .max))
      _ = try tx.settle(.skip, in: shuffled.id)
    }
  }

  private func revise(_ first: Homework.ID, _ second: Homework.ID) throws {
    try store.writeAndWait { tx in
      _ = try tx.abandonAttempt(tx.openAttempt(first)!.id)
      _ = try tx.editQuiz(first, [.change(at: 0, to: fillBlank), .add(shortAnswer, at: 2), .remove(at: 5)])
      var corrected = mcq
      if case .mcq(let options, let key) = mcq.body {
        corrected.body = .mcq(options: options, correctIndex: (key + 1) % options.count)
      }
      _ = try tx.regrade(first, KeyCorrection(at: 1, to: corrected))
      _ = try tx.setQuiz(QuizDraft(questions: [shortAnswer]), for: second)
      _ = try tx.editQuiz(first, [.move(from: 0, to: 3)])
      _ = try tx.startAttempt(first, AttemptOptions(shuffle: .questions, seed: 0))
    }
    // The clock is set forward and back.
    for days in [40, 3, -2] as [Int64] {
      time.advance(milliseconds: days * Self.day)
      try store.writeAndWait { _ = try $0.reopenHomework($0.completeHomework(second).id) }
    }
    try store.writeAndWait { tx in
      let review = try tx.startReview(atMost: 3)
      _ = try tx.settle(.skip, in: review.id)
    }
  }

  private func requestAndDelete(_ second: Homework.ID) throws {
    _ = try ask(0) { tx in
      try tx.answer([.skipped], in: tx.startAttempt(second).id, finishes: false)
      return .whole("{\"id\": \"\(second)\"}")
    }
    _ = try ask(1) { tx in
      let review = try tx.openReview()!
      return .answer(review.id, index: 0)
    }
    try store.writeAndWait { _ = try $0.deleteHomework([second]) }
  }

  func ask(_ number: Int, parameters: String = "p", _ body: (WriteTransaction) throws -> KeptReply) throws -> KeptReply
  {
    try store.writeAndWait { tx in
      try tx.idempotently(Request(id: Self.requests[number], parameters: parameters)!) { try body(tx) }
    }
  }
}

// MARK: Rows

/// Returns every row of every table of a file, with values as SQL literals.
/// The number by which a row is searched is a file's own.
///
/// - Parameter leftOut: columns to leave out, each as `table.column`.
func rows(ofFileAt path: String, without leftOut: Set<String> = []) throws -> [String: [String]] {
  try rows(of: Connection(path: path, access: .readOnly), without: leftOut)
}

func rows(of connection: Connection, without leftOut: Set<String> = []) throws -> [String: [String]] {
  let tables = try connection.all(
    """
    SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
      AND name NOT LIKE 'homework_search%' AND name <> 'schema_migration'
    """
  ) { $0.text(0) }
  var found: [String: [String]] = [:]
  for table in tables {
    let columns = try connection.all("SELECT name FROM pragma_table_info('\(table)')") { $0.text(0) }
    let row = columns.filter { $0 != "search_row" && !leftOut.contains("\(table).\($0)") }.map { "quote(\($0))" }
      .joined(separator: " || ', ' || ")
    found[table] = try connection.all("SELECT \(row) AS row FROM \(table) ORDER BY row") { $0.text(0) }
  }
  return found
}
