public import HomeworkModel
import HomeworkSQLite

/// What a learner is to be asked again. Nothing of it is stored: it follows from the settled answers of all attempts that
/// are not abandoned, those in progress too.
///
/// Only questions of current quizzes are asked again. What was answered in a quiz since replaced goes on telling how fast
/// the learner is; that of a deleted homework tells nothing, until it is brought back.
extension ReadTransaction {
  /// Returns how many questions the learner is to be asked again, by homework.
  ///
  /// - Parameters:
  ///   - moment: when it is: what is due at that very millisecond counts.
  ///   - retention: how likely they are to remember a question when it is due.
  public func dueReviews(
    at moment: Timestamp, for retention: Retention = .usual
  ) throws(StoreError) -> DueReviews {
    let (cards, schedule) = try reviewSchedule()
    var counts = Array(repeating: (due: 0, next: Timestamp?.none), count: cards.homework.count)
    for (card, dueAt) in schedule.dueTimes(for: retention) {
      guard let place = cards.homework(of: card) else { continue }
      counts[place].due += dueAt <= moment ? 1 : 0
      counts[place].next = min(counts[place].next ?? dueAt, dueAt)
    }
    return DueReviews(
      zip(cards.homework, counts).compactMap { homework, count in
        guard let next = count.next else { return nil }
        return DueHomework(homeworkId: homework.id, title: homework.title, due: count.due, nextDueAt: next)
      })
  }

  /// Returns the questions that the learner is to be asked again: what has waited longest first.
  ///
  /// - Parameters:
  ///   - moment: when it is: what is due at that very millisecond counts.
  ///   - retention: how likely they are to remember a question when it is due.
  ///   - limit: the most to return.
  public func dueQuestions(
    at moment: Timestamp, for retention: Retention = .usual, limit: Int = .max
  ) throws(StoreError) -> [DueQuestion] {
    var found: [DueQuestion] = []
    for (row, homework, dueAt) in try due(at: moment, for: retention, limit: limit) {
      let id = try first("SELECT coalesce(card, public_id) FROM question WHERE id = ?", row) {
        (row) throws(SQLiteError) -> Question.ID in try row.id(0)
      }
      if let id { found.append(DueQuestion(questionId: id, homeworkId: homework, dueAt: dueAt)) }
    }
    return found
  }

  /// The rows of what `dueQuestions` returns, each of the newest revision.
  func dueRows(at moment: Timestamp, for retention: Retention, limit: Int) throws(StoreError) -> [Int64] {
    try due(at: moment, for: retention, limit: limit).map(\.row)
  }

  private func due(
    at moment: Timestamp, for retention: Retention, limit: Int
  ) throws(StoreError) -> [(row: Int64, homework: Homework.ID, dueAt: Timestamp)] {
    let (cards, schedule) = try reviewSchedule()
    return schedule.due(at: moment, for: retention).lazy.compactMap { card, dueAt in
      cards.homework(of: card).map { (cards.questions[card].row, cards.homework[$0].id, dueAt) }
    }.prefix(limit).map { $0 }
  }
}

/// What is read. A join for each answer would take longer than all else: questions and homework are read once each.
extension ReadTransaction {
  /// The questions that a learner may have answered, each a card by its place, and the homework of their quizzes.
  private struct ReviewCards {
    /// In order of their rows.
    let questions: [(row: Int64, kind: QuestionKind, quiz: Int64)]
    /// Those with a current quiz, and the place of each by the row of that quiz.
    private(set) var homework: [(id: Homework.ID, title: String)] = []
    private var places: [Int64: Int] = [:]
    /// Of questions that were edited, the row of the newest revision by that of each.
    private let newest: [Int64: Int64]

    /// In any order of the questions; in that of their rows is quickest.
    init(_ questions: [(row: Int64, kind: QuestionKind, quiz: Int64)], newest: [Int64: Int64] = [:]) {
      self.questions = questions.sorted { $0.row < $1.row }
      self.newest = newest
    }

    /// Returns the card of an answered question, which all its revisions share.
    func card(of question: ReviewSchedule.Card) -> ReviewSchedule.Card {
      guard !newest.isEmpty, let row = newest[questions[question].row] else { return question }
      return place(of: row, guess: question) ?? question
    }

    mutating func add(_ id: Homework.ID, _ title: String, quiz: Int64) {
      guard places[quiz] == nil else { return }
      places[quiz] = homework.count
      homework.append((id, title))
    }

    /// Returns the place of the homework that a card is asked for; `nil` where its quiz was replaced.
    func homework(of card: ReviewSchedule.Card) -> Int? { places[questions[card].quiz] }

    /// Returns the place of a question by its row; `nil` where there is none.
    ///
    /// - Parameter guess: looked at first. Answers come in order of their questions mostly.
    func place(of question: Int64, guess: ReviewSchedule.Card) -> ReviewSchedule.Card? {
      if questions.indices.contains(guess), questions[guess].row == question { return guess }
      var (low, high) = (0, questions.count)
      while low < high {
        let middle = (low + high) / 2
        if questions[middle].row < question { low = middle + 1 } else { high = middle }
      }
      return low < questions.count && questions[low].row == question ? low : nil
    }
  }

  private typealias ReviewAnswer = (question: Int64, outcome: Outcome, elapsedMs: Int, at: Timestamp)

  private func reviewSchedule() throws(StoreError) -> (ReviewCards, ReviewSchedule) {
    let answers = try all(Self.reviewAnswers, learnerRow, make: Self.reviewAnswer)
    let cards = try reviewCards(of: answers)
    // They come in order but where attempts were played beside each other, or the clock was set. What was settled at one
    // moment stays in the order in which it comes.
    let order = answers.indices.sorted { (answers[$0].at, $0) < (answers[$1].at, $1) }
    var (schedule, guess) = (ReviewSchedule(), 0)
    for index in order {
      let answer = answers[index]
      guard let place = cards.place(of: answer.question, guess: guess) else {
        throw failed(.damaged("question", "\(answer.question)"))
      }
      schedule.settle(
        cards.card(of: place), cards.questions[place].kind, answer.outcome, elapsedMs: answer.elapsedMs, at: answer.at)
      guess = place + 1
    }
    return (cards, schedule)
  }

  /// By index: attempts as they were started, and the answers of each by place, without anything to sort.
  private static let reviewAnswers = SQL.constant(
    """
    SELECT r.question, r.outcome, r.elapsed_ms, r.answered_at_ms FROM attempt a JOIN answer r ON r.attempt = a.id
    WHERE a.learner = \(wantedLearner) AND a.state <> 'abandoned' ORDER BY a.started_at_ms, a.public_id
    """)

  private static func reviewAnswer(_ row: Row) throws(SQLiteError) -> ReviewAnswer {
    let outcome: Outcome =
      switch row.utf8(1)?.first {
      // They differ in their first letters, as types of questions do, and the schema knows no others.
      case UInt8(ascii: "c"): .correct
      case UInt8(ascii: "w"): .wrong
      case UInt8(ascii: "s"): .skipped
      default: throw .damaged("outcome", row.text(1))
      }
    let elapsedMs = try row.int(2, in: Answer.elapsedLimitsMs, "time spent")
    return (row.int64(0), outcome, elapsedMs, try row.timestamp(3))
  }

  /// Where a good part of the questions between the first and the last one were answered, all of those are read, one row
  /// after the other; else those of the quizzes that were played, which have to be looked up.
  private func reviewCards(of answers: [ReviewAnswer]) throws(StoreError) -> ReviewCards {
    guard let first = answers.lazy.map(\.question).min(), let last = answers.lazy.map(\.question).max() else {
      return ReviewCards([])
    }
    // Wrapped, so that numbers that only damage makes are far apart too.
    let isDense = 0..<Int64(answers.count * 4) ~= last &- first
    var questions =
      isDense
      ? try all(Self.questionsBetween, first, last, make: Self.reviewQuestion)
      : try all(Self.playedQuestions, learnerRow, make: Self.reviewQuestion)
    let newest = try newestRevisions(besides: &questions)
    var cards = ReviewCards(questions, newest: newest)
    let quizzes = cards.questions.lazy.map(\.quiz)
    guard let first = quizzes.min(), let last = quizzes.max() else { return cards }
    let add = { (row: Row) throws(SQLiteError) in cards.add(try row.id(1), row.text(2), quiz: row.int64(0)) }
    _ =
      isDense
      ? try all(Self.homeworkBetween, first, last, make: add) : try all(Self.playedHomework, learnerRow, make: add)
    if !isDense, !newest.isEmpty { _ = try all(Self.revisedHomework, make: add) }
    return cards
  }

  /// Of every question that was edited, the row of its newest revision by that of each; those that were not answered yet
  /// join the others.
  private func newestRevisions(
    besides questions: inout [(row: Int64, kind: QuestionKind, quiz: Int64)]
  ) throws(StoreError) -> [Int64: Int64] {
    let revisions = try all(Self.revisedQuestions) { (row) throws(SQLiteError) in
      (question: try Self.reviewQuestion(row), card: row.text(3), isCopy: row.int(4) == 1)
    }
    guard !revisions.isEmpty else { return [:] }
    // In order of their rows, so that the last one is the newest; what a review asked is none.
    let newest = Dictionary(revisions.lazy.filter { !$0.isCopy }.map { ($0.card, $0.question) }) { _, later in later }
    let known = Set(questions.map(\.row))
    questions += newest.values.filter { !known.contains($0.row) }
    return Dictionary(
      uniqueKeysWithValues: revisions.map { ($0.question.row, newest[$0.card]?.row ?? $0.question.row) })
  }

  private static let revisedQuestions: SQL = """
    SELECT id, type, quiz, coalesce(card, public_id), quiz IN (SELECT id FROM quiz WHERE homework IS NULL)
    FROM question
    WHERE card IS NOT NULL OR public_id IN (SELECT card FROM question WHERE card IS NOT NULL) ORDER BY id
    """

  private static let playedQuizzes = "SELECT quiz FROM attempt WHERE learner = \(wantedLearner)"
  private static let questionsBetween: SQL = "SELECT id, type, quiz FROM question WHERE id BETWEEN ? AND ?"
  private static let playedQuestions = SQL.constant(
    "SELECT id, type, quiz FROM question WHERE quiz IN (\(playedQuizzes))")
  private static let homeworkOfQuiz = """
    SELECT z.id, h.public_id, h.title FROM quiz z JOIN homework h ON h.id = z.homework WHERE z.is_current AND z.id
    """
  private static let homeworkBetween = SQL.constant("\(homeworkOfQuiz) BETWEEN ? AND ?")
  private static let playedHomework = SQL.constant("\(homeworkOfQuiz) IN (\(playedQuizzes))")
  private static let revisedHomework = SQL.constant("\(homeworkOfQuiz) IN (SELECT id FROM quiz WHERE revision > 1)")

  private static func reviewQuestion(
    _ row: Row
  ) throws(SQLiteError) -> (row: Int64, kind: QuestionKind, quiz: Int64) {
    let kind: QuestionKind =
      switch row.utf8(1)?.first {
      case UInt8(ascii: "m"): .mcq
      case UInt8(ascii: "f"): .fillBlank
      case UInt8(ascii: "s"): .shortAnswer
      default: throw .damaged("type of question", row.text(1))
      }
    return (row.int64(0), kind, row.int64(2))
  }
}
