import HomeworkEngine
public import HomeworkModel

/// What a learner is to be asked again. Nothing of it is stored: it follows from the settled answers of all attempts
/// that are not abandoned, those in progress too.
///
/// Only questions of current quizzes are asked again. What was answered in a quiz since replaced goes on telling how
/// fast the learner is; that of a deleted homework tells nothing, until it is brought back.
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
      if let id = try rows.question(row)?.question.id {
        found.append(DueQuestion(questionId: id, homeworkId: homework, dueAt: dueAt))
      }
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
    let questions: [ReviewQuestion]
    /// Those with a current quiz, and the place of each by the row of that quiz.
    private(set) var homework: [(id: Homework.ID, title: String)] = []
    private var places: [Int64: Int] = [:]
    /// Of questions that were edited, the row of the newest revision by that of each.
    private let newest: [Int64: Int64]

    /// In any order of the questions; in that of their rows is quickest.
    init(_ questions: [ReviewQuestion], newest: [Int64: Int64] = [:]) {
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
    func homework(of card: ReviewSchedule.Card) -> Int? { places[questions[card].quizRow] }

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

  private func reviewSchedule() throws(StoreError) -> (ReviewCards, ReviewSchedule) {
    let answers = try rows.reviewAnswers(of: learnerRow)
    let cards = try reviewCards(of: answers)
    // They come in order but where attempts were played beside each other, or the clock was set. What was settled at
    // one moment stays in the order in which it comes.
    let order = answers.indices.sorted { (answers[$0].at, $0) < (answers[$1].at, $1) }
    var (schedule, guess) = (ReviewSchedule(), 0)
    for index in order {
      let answer = answers[index]
      guard let place = cards.place(of: answer.question, guess: guess) else {
        throw rows.fail(.damaged("question", "\(answer.question)"))
      }
      schedule.settle(
        cards.card(of: place), cards.questions[place].kind, answer.outcome, elapsedMs: answer.elapsedMs, at: answer.at)
      guess = place + 1
    }
    return (cards, schedule)
  }

  /// Where a good part of the questions between the first and the last one were answered, all of those are read, one
  /// row after the other; else those of the quizzes that were played, which have to be looked up.
  private func reviewCards(of answers: [ReviewAnswer]) throws(StoreError) -> ReviewCards {
    guard let first = answers.lazy.map(\.question).min(), let last = answers.lazy.map(\.question).max() else {
      return ReviewCards([])
    }
    // Wrapped, so that numbers that only damage makes are far apart too.
    let isDense = 0..<Int64(answers.count * 4) ~= last &- first
    var questions = try rows.reviewQuestions(of: learnerRow, in: isDense ? first...last : nil)
    let newest = try newestRevisions(besides: &questions)
    var cards = ReviewCards(questions, newest: newest)
    let quizzes = cards.questions.lazy.map(\.quizRow)
    guard let first = quizzes.min(), let last = quizzes.max() else { return cards }
    let homework = try rows.reviewHomework(
      of: learnerRow, in: isDense ? first...last : nil, isRevised: !newest.isEmpty)
    for homework in homework { cards.add(homework.id, homework.title, quiz: homework.quizRow) }
    return cards
  }

  /// Of every question that was edited, the row of its newest revision by that of each; those that were not answered
  /// yet join the others.
  private func newestRevisions(
    besides questions: inout [ReviewQuestion]
  ) throws(StoreError) -> [Int64: Int64] {
    let revisions = try rows.revisedQuestions()
    guard !revisions.isEmpty else { return [:] }
    // In order of their rows, so that the last one is the newest; what a review asked is none.
    let newest = Dictionary(revisions.lazy.filter { !$0.isCopy }.map { ($0.card, $0.question) }) { _, later in later }
    let known = Set(questions.map(\.row))
    questions += newest.values.filter { !known.contains($0.row) }
    return Dictionary(
      uniqueKeysWithValues: revisions.map { ($0.question.row, newest[$0.card]?.row ?? $0.question.row) })
  }
}
