public import HomeworkModel

/// The questions that a learner should be asked again. None of this is stored: it is derived from the settled answers
/// of all attempts that are not abandoned, including attempts in progress.
///
/// Only questions of current quizzes are asked again. Answers to a replaced quiz still count towards the learner's
/// pace; answers to deleted homework count for nothing until it is restored.
extension ReadTransaction {
  /// Returns the number of due questions on a calendar day, by homework: a question is due from 00:00 of its day.
  ///
  /// - Parameters:
  ///   - day: the learner's day.
  ///   - count: the number of days, from this one, for which to count the questions that become due; `nil` for none.
  ///   - retention: how likely the learner is to remember a question when it is due.
  public func dueReviews(
    on day: LocalDay, next count: Int? = nil, for retention: Retention = .usual
  ) throws(StoreError) -> DueReviews {
    let (cards, schedule) = try reviewSchedule()
    var due = reviews(cards, schedule, at: day.end, for: retention)
    for index in due.homework.indices {
      due.homework[index].nextDueAt = due.homework[index].nextDueAt.map {
        LocalDay(of: $0, utcOffsetMinutes: day.utcOffsetMinutes).start
      }
    }
    guard let count else { return due }
    let times = schedule.dueTimes(for: retention).lazy.filter { cards.homework(of: $0.card) != nil }.map(\.dueAt)
    var before = 0
    due.days = (0..<count).map { later in
      let day = day.adding(days: later)
      let until = times.count { $0 <= day.end }
      defer { before = until }
      return DueDay(day: day.description, due: until - before)
    }
    return due
  }

  /// Returns the number of due questions, by homework.
  ///
  /// - Parameters:
  ///   - moment: the current time, inclusive: a question due at this very millisecond counts. To count by calendar day,
  ///     pass the end of a `LocalDay`.
  ///   - retention: how likely the learner is to remember a question when it is due.
  public func dueReviews(
    at moment: Timestamp, for retention: Retention = .usual
  ) throws(StoreError) -> DueReviews {
    let (cards, schedule) = try reviewSchedule()
    return reviews(cards, schedule, at: moment, for: retention)
  }

  private func reviews(
    _ cards: ReviewCards, _ schedule: ReviewSchedule, at moment: Timestamp, for retention: Retention
  ) -> DueReviews {
    var counts = Array(repeating: (due: 0, next: Timestamp?.none), count: cards.homework.count)
    for (card, dueAt) in schedule.dueTimes(for: retention) {
      guard let index = cards.homework(of: card) else { continue }
      counts[index].due += dueAt <= moment ? 1 : 0
      counts[index].next = min(counts[index].next ?? dueAt, dueAt)
    }
    return DueReviews(
      zip(cards.homework, counts).compactMap { homework, count in
        guard let next = count.next else { return nil }
        return DueHomework(homeworkId: homework.id, title: homework.title, due: count.due, nextDueAt: next)
      })
  }

  /// Returns the learner's due questions, longest overdue first.
  ///
  /// - Parameters:
  ///   - moment: the current time, inclusive: a question due at this very millisecond counts.
  ///   - retention: how likely the learner is to remember a question when it is due.
  ///   - limit: the maximum number of questions.
  public func dueQuestions(
    at moment: Timestamp, for retention: Retention = .usual, limit: Int = .max
  ) throws(StoreError) -> [DueQuestion] {
    var found: [DueQuestion] = []
    for (id, homework, dueAt) in try due(at: moment, for: retention, limit: limit) {
      if let card = try rows.question(id)?.question.id {
        found.append(DueQuestion(questionId: card, homeworkId: homework, dueAt: dueAt))
      }
    }
    return found
  }

  /// Returns the questions that `dueQuestions` returns, by the ids of their newest revisions.
  func due(
    at moment: Timestamp, for retention: Retention, limit: Int
  ) throws(StoreError) -> [(id: Question.ID, homework: Homework.ID, dueAt: Timestamp)] {
    let (cards, schedule) = try reviewSchedule()
    return schedule.due(at: moment, for: retention).lazy.compactMap { card, dueAt in
      cards.homework(of: card).map { (cards.questions[card].id, cards.homework[$0].id, dueAt) }
    }.prefix(limit).map { $0 }
  }
}

/// Reads questions and homework once each: a join per answer would take longer than everything else.
extension ReadTransaction {
  /// The questions that a learner may have answered, whose indexes serve as cards, and the homework of their quizzes.
  private struct ReviewCards {
    /// Sorted by id.
    let questions: [ReviewQuestion]
    /// The homework with a current quiz, and the index of each by its quiz.
    private(set) var homework: [(id: Homework.ID, title: String)] = []
    private var indexes: [Quiz.ID: Int] = [:]
    /// The newest revision of each edited question, by each revision.
    private let newest: [Question.ID: Question.ID]

    /// Takes the questions in any order; sorted by id is fastest.
    init(_ questions: [ReviewQuestion], newest: [Question.ID: Question.ID] = [:]) {
      self.questions = questions.sorted { $0.id < $1.id }
      self.newest = newest
    }

    /// Returns the card of an answered question, which all its revisions share.
    func card(of question: ReviewSchedule.Card) -> ReviewSchedule.Card {
      guard !newest.isEmpty, let id = newest[questions[question].id] else { return question }
      return index(of: id, guess: question) ?? question
    }

    mutating func add(_ id: Homework.ID, _ title: String, quiz: Quiz.ID) {
      guard indexes[quiz] == nil else { return }
      indexes[quiz] = homework.count
      homework.append((id, title))
    }

    /// Returns the index of a card's homework; `nil` if its quiz was replaced.
    func homework(of card: ReviewSchedule.Card) -> Int? { indexes[questions[card].quiz] }

    /// Returns the index of a question; `nil` if there is none.
    ///
    /// - Parameter guess: the index to try first. Answers mostly come in the order of their questions.
    func index(of question: Question.ID, guess: ReviewSchedule.Card) -> ReviewSchedule.Card? {
      if questions.indices.contains(guess), questions[guess].id == question { return guess }
      var (low, high) = (0, questions.count)
      while low < high {
        let middle = (low + high) / 2
        if questions[middle].id < question { low = middle + 1 } else { high = middle }
      }
      return low < questions.count && questions[low].id == question ? low : nil
    }
  }

  private func reviewSchedule() throws(StoreError) -> (ReviewCards, ReviewSchedule) {
    let answers = try rows.reviewAnswers(of: chosenLearner)
    let cards = try reviewCards()
    // Answers come in order unless attempts overlapped or the clock was set back. Answers settled at the same moment
    // keep the order in which they come.
    let order = answers.indices.sorted { (answers[$0].at, $0) < (answers[$1].at, $1) }
    var (schedule, guess) = (ReviewSchedule(), 0)
    for index in order {
      let answer = answers[index]
      guard let card = cards.index(of: answer.question, guess: guess) else {
        throw rows.fail(.damaged("question", "\(answer.question)"))
      }
      schedule.settle(
        cards.card(of: card), cards.questions[card].kind, answer.outcome, elapsedMs: answer.elapsedMs, at: answer.at)
      guess = card + 1
    }
    return (cards, schedule)
  }

  /// Reads the questions of the quizzes that were played, and the homework of those that are current.
  private func reviewCards() throws(StoreError) -> ReviewCards {
    var questions = try rows.reviewQuestions(of: chosenLearner)
    let newest = try newestRevisions(besides: &questions)
    var cards = ReviewCards(questions, newest: newest)
    for homework in try rows.reviewHomework(of: chosenLearner, isRevised: !newest.isEmpty) {
      cards.add(homework.id, homework.title, quiz: homework.quiz)
    }
    return cards
  }

  /// Returns every edited question's newest revision, by each revision; adds newest revisions that have no answers yet
  /// to `questions`.
  private func newestRevisions(
    besides questions: inout [ReviewQuestion]
  ) throws(StoreError) -> [Question.ID: Question.ID] {
    let revisions = try rows.revisedQuestions()
    guard !revisions.isEmpty else { return [:] }
    // A review's copy is not a revision.
    let newest = Dictionary(revisions.lazy.filter { !$0.isCopy }.map { ($0.card, $0.question) }) { _, later in later }
    let known = Set(questions.map(\.id))
    questions += newest.values.filter { !known.contains($0.id) }
    return Dictionary(
      uniqueKeysWithValues: revisions.map { ($0.question.id, newest[$0.card]?.id ?? $0.question.id) })
  }
}
