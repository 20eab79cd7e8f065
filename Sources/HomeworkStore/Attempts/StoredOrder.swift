import HomeworkModel
import HomeworkSQLite

/// Which questions of its quiz an attempt asks and in which order, where that is not the quiz as it is: what stands in its
/// row, from which all of it follows.
struct StoredOrder {
  /// Places in the quiz; `nil` for all of them.
  let asked: [Int]?
  let shuffle: QuizOrder.Shuffle?
  let seed: UInt64

  /// - Parameter count: how many questions the attempt asks.
  /// - Returns: the place in the quiz of the question at an index of the attempt, which has one there.
  func place(at index: Int, of count: Int) -> Int {
    QuizOrder.questions(asked ?? Array(0..<count), shuffling: shuffle, seed: seed)[index]
  }

  /// The places in the quiz of a question's options, as they are shown; `nil` where they are shown as they are.
  func options(of body: Question.Body, at place: Int) -> [Int]? {
    guard shuffle == .options || shuffle == .both, body.optionCount > 0 else { return nil }
    return QuizOrder.options(body.optionCount, ofQuestion: place, shuffling: shuffle, seed: seed)
  }
}

extension StoredOrder {
  static let columns = "a.is_practice, a.deadline_ms, a.shuffle, a.seed, a.asked"

  /// How an attempt was started, and the order that it has where that is its own, from `columns`.
  ///
  /// - Parameter isReview: whether it asks no homework's quiz: then all of what it asks is an order of its own.
  static func read(
    _ row: Row, _ start: Int, isReview: Bool
  ) throws(SQLiteError) -> (AttemptTerms, StoredOrder?) {
    let isPractice = row.int(start) == 1
    let deadline = try row.optionalTimestamp(start + 1)
    var shuffle: QuizOrder.Shuffle?
    if let word = row.optionalText(start + 2) {
      shuffle = QuizOrder.Shuffle(rawValue: word)
      guard shuffle != nil else { throw .damaged("way to shuffle", word) }
    }
    let seed = UInt64(bitPattern: row.int64(start + 3))
    let asked = row.isNull(start + 4) ? nil : try JSONColumn.places(row, start + 4)
    let terms = AttemptTerms(
      isPractice: isPractice, deadline: deadline, shuffle: shuffle, seed: shuffle == nil ? nil : seed)
    let isAsItIs = asked == nil && shuffle == nil && !isReview
    return (terms, isAsItIs ? nil : StoredOrder(asked: asked, shuffle: shuffle, seed: seed))
  }
}

/// A response as it stands in a row, where letters are those of the quiz, and as the attempt shows it.
extension [Int] {
  /// - Returns: the letter under which these options, by their places in the quiz, show the one with a letter there.
  func shown(_ stored: String?) -> String? {
    guard let stored, let place = Question.letters.firstIndex(of: stored), let shown = firstIndex(of: place) else {
      return stored
    }
    return Question.letters[shown]
  }
}

extension ReadTransaction {
  /// An attempt as those see it who play it: with its order where that is its own, in which letters of answers count.
  func shown(_ stored: StoredAttempt<Attempt>) throws(StoreError) -> Attempt {
    guard let order = stored.order else { return stored.attempt }
    let questions = try all(Self.orderOfQuiz, stored.quizRow) { (row) throws(SQLiteError) in
      (id: try row.id(0) as Question.ID, optionCount: row.int(1))
    }
    var attempt = stored.attempt
    if let asked = order.asked, !asked.allSatisfy(questions.indices.contains) {
      throw failed(.damaged("list of questions", "\(asked)"))
    }
    let whole = QuizOrder(
      optionCounts: questions.map(\.optionCount), asking: order.asked, shuffling: order.shuffle, seed: order.seed)
    attempt.order = zip(whole.questions, whole.options).map {
      AskedQuestion(questionId: questions[$0].id, options: $1)
    }
    // More answers than questions were refused where they were read.
    attempt.answers = zip(attempt.answers, whole.options).map { $0.answering($1.shown($0.response)) }
    return attempt
  }

  private static let orderOfQuiz: SQL = """
    SELECT coalesce(card, public_id), coalesce(json_array_length(options), 0) FROM question WHERE quiz = ?
    ORDER BY position
    """

  /// The places in its quiz of the questions that a learner last answered wrong or skipped, in attempts and reviews that
  /// are not abandoned.
  func wrongPlaces(of homework: Int64, in quiz: Quiz, by learner: Int64) throws(StoreError) -> [Int] {
    let settled = try all(Self.outcomesOfHomework, learner, homework) { (row) throws(SQLiteError) in
      (question: try row.id(0) as Question.ID, isCorrect: row.text(1) == Outcome.correct.rawValue)
    }
    let last = Dictionary(settled.map { ($0.question, $0.isCorrect) }) { _, later in later }
    return quiz.questions.indices.filter { last[quiz.questions[$0].id] == false }
  }

  private static let outcomesOfHomework: SQL = """
    SELECT coalesce(q.card, q.public_id), r.outcome, r.answered_at_ms, a.id, r.position
    FROM quiz z JOIN attempt a ON a.quiz = z.id AND a.learner = ?1 JOIN answer r ON r.attempt = a.id
      JOIN question q ON q.id = r.question
    WHERE z.homework = ?2 AND a.state <> 'abandoned'
    UNION ALL
    SELECT q.card, r.outcome, r.answered_at_ms, a.id, r.position
    FROM quiz z JOIN question f ON f.quiz = z.id AND f.card IS NULL JOIN question q ON q.card = f.public_id
      JOIN quiz y ON y.id = q.quiz AND y.homework IS NULL JOIN attempt a ON a.quiz = y.id AND a.learner = ?1
      JOIN answer r ON r.attempt = a.id AND r.question = q.id
    WHERE z.homework = ?2 AND a.state <> 'abandoned'
    ORDER BY 3, 4, 5
    """
}
