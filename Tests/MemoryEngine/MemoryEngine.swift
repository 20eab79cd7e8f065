package import HomeworkModel
package import HomeworkStore

/// An engine of arrays and dictionaries, as simple as possible so that it is evidently correct. Stores on SQLite are
/// compared with a store on this one. It has no search, no undo, no documents of learners and no maintenance.
package final class MemoryEngine: EngineTransaction {
  struct HomeworkRow {
    var homework: Homework, collections: [String], picture: Picture?
    var completions: [Int64: Timestamp] = [:], progress: [Int64: HomeworkProgress] = [:]
  }

  struct QuizRow {
    var quiz: Quiz
    let homework: Int64?, createdAt: Timestamp
    var isCurrent: Bool
  }

  struct QuestionRow {
    let id: Question.ID, card: Question.ID?, quiz: Int64, stored: StoredQuestion
    var review: ReviewQuestion { (stored.row, stored.question.body.kind, quiz) }
  }

  struct AttemptRow {
    let row: Int64, homeworkId: Homework.ID?
    var new: NewAttempt
    var state = Attempt.State.inProgress, finishedAt: Timestamp?
    var answers: [(answer: Answer, standing: Standing, question: Int64)] = [], gradings: Set<AnswerGrading> = []

    func isAt(_ id: Homework.ID?) -> Bool { homeworkId == id }
    var order: (Int64, String) { (new.startedAt.millisecondsSince1970, new.id.text) }
  }

  package struct Tables {
    var learners: [Int64: Learner] = [:], homework: [Int64: HomeworkRow] = [:]
    var quizzes: [Int64: QuizRow] = [:], questions: [Int64: QuestionRow] = [:]
    var attempts: [Int64: AttemptRow] = [:], lastRow: Int64 = 0, regradings: [StoredRegrading] = []
    var settings: LibrarySettings?
    var ledger: [(line: LedgerLine, learner: Int64)] = [], once: [Int64: Set<String>] = [:]
    var events: [(event: Event, learner: Int64?)] = []
    var requests: [String: (request: StoredRequest, learner: Int64, at: Timestamp, event: Int64)] = [:]
  }

  package var tables = Tables(), failure: StoreError?

  package init(first learner: Learner) { _ = add(learner, to: \.learners) }

  private func add<Row>(_ row: Row, to table: WritableKeyPath<Tables, [Int64: Row]>) -> Int64 {
    tables.lastRow += 1
    tables[keyPath: table][tables.lastRow] = row
    return tables.lastRow
  }

  package func fail(_ error: StoreError) -> StoreError {
    failure = error
    return error
  }

  package func write<Value>(_ options: StoreOptions, _ body: (WriteTransaction) throws -> Value) throws -> Value {
    let before = tables
    failure = nil
    do {
      let value = try body(WriteTransaction(self, options))
      if let failure { throw failure }
      return value
    } catch {
      tables = before
      throw error
    }
  }

  private func wanted(_ row: Int64?) -> Int64 { row ?? tables.learners.first { $0.value.isDefault }?.key ?? 0 }

  package func learners() -> [StoredLearner] {
    tables.learners.sorted { $0.key < $1.key }.map { StoredLearner(row: $0.key, learner: $0.value) }
  }

  package func learner(_ key: LearnerKey) -> StoredLearner? {
    switch key {
    case .row(let row): learners().first { $0.row == wanted(row) }
    case .id(let id): learners().first { $0.learner.id == id }
    case .foldedName(let name): learners().first { Learner.foldedName($0.learner.name) == name }
    }
  }

  package func insert(_ learner: Learner) -> Int64 { add(learner, to: \.learners) }
  package func rename(learner row: Int64, to name: String) { tables.learners[row]?.name = name }

  package func makeDefault(learner row: Int64) {
    for other in tables.learners.keys { tables.learners[other]?.isDefault = other == row }
  }

  package func erase(learner row: Int64, at time: Timestamp) -> Int {
    let attempts = tables.attempts.filter { $0.value.new.learnerRow == row }.map(\.key)
    for attempt in attempts { removeAttempt(attempt) }
    for homework in tables.homework.keys {
      tables.homework[homework]?.completions[row] = nil
      tables.homework[homework]?.progress[row] = nil
    }
    tables.ledger.removeAll { $0.learner == row }
    tables.once[row] = nil
    tables.requests = tables.requests.filter { $0.value.learner != row }
    for (index, (event, learner)) in tables.events.enumerated() where learner == row {
      tables.events[index] = (Event(sequence: event.sequence, kind: .erased, at: event.at), nil)
    }
    tables.learners[row] = nil
    return attempts.count
  }

  private func order(_ row: HomeworkRow) -> (Timestamp, String) { (row.homework.createdAt, row.homework.id.text) }
  private var newestFirst: [(key: Int64, value: HomeworkRow)] {
    tables.homework.sorted { order($1.value) < order($0.value) }
  }

  private func currentQuiz(of homework: Int64) -> (key: Int64, value: QuizRow)? {
    tables.quizzes.first { $0.value.homework == homework && $0.value.isCurrent }
  }

  private func told(_ key: Int64, _ row: HomeworkRow, to learner: Int64) -> Homework {
    var homework = row.homework
    (homework.collections, homework.picture) = (row.collections, row.picture?.info)
    homework.completedAt = row.completions[learner]
    homework.progress = row.progress[learner] ?? HomeworkProgress()
    if let (_, quiz) = currentQuiz(of: key) {
      (homework.quizId, homework.questionCount) = (quiz.quiz.id, quiz.quiz.questions.count)
      homework.openAttemptId =
        attempts { $0.state == .inProgress && $0.new.learnerRow == learner && $0.isAt(homework.id) }.first?.new.id
    }
    return homework
  }

  package func homework(_ id: Homework.ID, of learner: Int64?) -> Homework? {
    newestFirst.first { $0.value.homework.id == id }.map { told($0.key, $0.value, to: wanted(learner)) }
  }

  package func row(of id: Homework.ID) -> Int64? { newestFirst.first { $0.value.homework.id == id }?.key }

  package func homework(
    _ filter: HomeworkFilter, of learner: Int64?, after place: ListPlace?, limit: Int
  ) throws(StoreError) -> [Homework] {
    guard (filter.search ?? filter.note) == nil, filter.due == nil else { throw fail(.inconsistent("unknown filter")) }
    let learner = wanted(learner)
    let found = newestFirst.filter { _, row in
      let isTried = !attempts { $0.new.learnerRow == learner && $0.isAt(row.homework.id) }.isEmpty
      let status = row.completions[learner] != nil ? HomeworkFilter.Status.completed : isTried ? .started : .new
      return filter.status ?? status == status && filter.subject ?? row.homework.subject == row.homework.subject
        && (filter.collection.map(row.collections.contains) ?? true)
        && (place.map { order(row) < (Timestamp(millisecondsSince1970: $0.atMs), $0.id) } ?? true)
    }
    return found.prefix(limit).map { told($0.key, $0.value, to: learner) }
  }

  package func homeworkCount() -> Int { newestFirst.count }

  package func eachTitle(_ body: (Homework.ID, String) -> Void) {
    for (_, row) in newestFirst { body(row.homework.id, row.homework.title) }
  }

  package func ids(of entity: StoreError.Entity, matching part: String) -> [String] {
    let (learners, attempts) = (tables.learners.values.map(\.id.text), tables.attempts.values.map(\.new.id.text))
    let homework = newestFirst.map(\.value.homework.id.text)
    let ids = entity == .homework ? homework : entity == .learner ? learners : attempts
    return Array(ids.filter { $0.hasPrefix(part) || $0.hasSuffix(part) }.sorted().prefix(20))
  }

  package func insert(_ homework: Homework, picture: Picture?) -> Int64 {
    add(HomeworkRow(homework: homework, collections: homework.collections, picture: picture), to: \.homework)
  }

  package func update(_ homework: Homework, row: Int64) { tables.homework[row]?.homework = homework }
  package func setCollections(_ names: [String], homework row: Int64) {
    tables.homework[row]?.collections = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  package func delete(homework row: Int64) {
    for (quiz, found) in tables.quizzes where found.homework == row { removeQuiz(quiz) }
    tables.homework[row] = nil
  }

  package func complete(homework row: Int64, by learner: Int64, at time: Timestamp) -> Bool {
    guard tables.homework[row]?.completions[learner] == nil else { return false }
    tables.homework[row]?.completions[learner] = time
    return true
  }

  package func reopen(homework row: Int64, by learner: Int64) -> Bool {
    tables.homework[row]?.completions.removeValue(forKey: learner) != nil
  }

  package func completedCollections(homework row: Int64, by learner: Int64) -> [String] {
    let whole = collections(of: learner).filter { $0.homework == $0.completedHomework }.map(\.name)
    return whole.filter { tables.homework[row]?.collections.contains($0) ?? false }
  }

  package func collections(of learner: Int64?) -> [HomeworkCollection] {
    let names = Set(tables.homework.values.flatMap(\.collections))
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { name in
      let members = tables.homework.values.filter { $0.collections.contains(name) }
      return HomeworkCollection(
        name: name, homework: members.count,
        completedHomework: members.count { $0.completions[wanted(learner)] != nil })
    }
  }

  private func removeQuiz(_ row: Int64) {
    tables.quizzes[row] = nil
    tables.questions = tables.questions.filter { $0.value.quiz != row }
    for attempt in tables.attempts.filter({ $0.value.new.quizRow == row }).keys { removeAttempt(attempt) }
  }

  private func removeAttempt(_ row: Int64) {
    guard let attempt = tables.attempts.removeValue(forKey: row) else { return }
    if tables.quizzes[attempt.new.quizRow]?.homework == nil { removeQuiz(attempt.new.quizRow) }
  }

  package func quiz(_ key: QuizKey) -> Quiz? {
    switch key {
    case .id(let id): tables.quizzes.values.first { $0.quiz.id == id && $0.homework != nil }?.quiz
    case .of(let id): row(of: id).flatMap(currentQuiz)?.value.quiz
    case .asked(let id): attempts { $0.new.id == id }.first.flatMap { tables.quizzes[$0.new.quizRow] }?.quiz
    }
  }

  package func row(of id: Quiz.ID) -> Int64? { tables.quizzes.first { $0.value.quiz.id == id }?.key }

  package func revisions(homework row: Int64) -> [StoredRevision] {
    tables.quizzes.filter { $0.value.homework == row }.sorted { $0.key < $1.key }.map { _, found in
      StoredRevision(
        id: found.quiz.id, revision: found.quiz.revision, createdAt: found.createdAt, isCurrent: found.isCurrent)
    }
  }

  package func insert(_ quiz: Quiz, _ questions: [NewQuestion], homework: Int64, createdAt: Timestamp) {
    _ = insert(QuizRow(quiz: quiz, homework: homework, createdAt: createdAt, isCurrent: true), questions)
  }

  private func insert(_ quiz: QuizRow, _ questions: [NewQuestion]) -> Int64 {
    let row = add(quiz, to: \.quizzes)
    for (place, new) in questions.enumerated() {
      let stored = StoredQuestion(row: tables.lastRow + 1, place: place, question: new.question)
      _ = add(QuestionRow(id: new.id, card: new.card, quiz: row, stored: stored), to: \.questions)
    }
    return row
  }

  package func retireQuiz(homework row: Int64) {
    guard let (key, _) = currentQuiz(of: row) else { return }
    tables.quizzes[key]?.isCurrent = false
  }

  package func insertReview(
    _ id: Quiz.ID, copying questions: [(row: Int64, as: Question.ID)], createdAt: Timestamp
  ) -> Int64 {
    let copies = questions.map { copied in
      let question = tables.questions[copied.row]!.stored.question
      return NewQuestion(id: copied.as, card: question.id, draft: QuestionDraft(question))
    }
    let quiz = Quiz(id: id, homeworkId: nil, questions: copies.map(\.question))
    return insert(QuizRow(quiz: quiz, homework: nil, createdAt: createdAt, isCurrent: false), copies)
  }

  package func question(at place: Int, quiz row: Int64) -> StoredQuestion? {
    tables.questions.values.first { $0.quiz == row && $0.stored.place == place }?.stored
  }

  package func question(_ row: Int64) -> StoredQuestion? { tables.questions[row]?.stored }

  package func optionCounts(quiz row: Int64) -> [(id: Question.ID, optionCount: Int)] {
    tables.quizzes[row]?.quiz.questions.map { ($0.id, $0.body.options.count) } ?? []
  }

  package func homework(ofQuestion id: Question.ID) -> Homework.ID? {
    let quiz = tables.questions.values.first { $0.id == id }.flatMap { tables.quizzes[$0.quiz] }
    return quiz?.homework.flatMap { tables.homework[$0]?.homework.id }
  }

  func attempts(_ isWanted: (AttemptRow) -> Bool) -> [AttemptRow] {
    tables.attempts.sorted { $0.key < $1.key }.map(\.value).filter(isWanted)
  }

  package func attempts(_ query: AttemptQuery) -> [StoredAttempt<Attempt>] {
    switch query {
    case .id(let id): attempts { $0.new.id == id }.map(stored)
    case .at(let id): attempts { $0.isAt(id) }.map(stored)
    case .completed(let question):
      attempts { $0.state == .completed && $0.answers.contains { $0.answer.questionId == question } }.map(stored)
    case .reviews(let learner):
      attempts { $0.isAt(nil) && $0.new.learnerRow == learner ?? $0.new.learnerRow }.map(stored)
    case .open(let id, let learner):
      attempts { $0.isAt(id) && $0.state == .inProgress && $0.new.learnerRow == wanted(learner) }.map(stored)
    case .list(let id, let state, let learner, let place, let limit):
      attempts { $0.new.learnerRow == wanted(learner) && $0.state == state ?? $0.state && $0.isAt(id ?? $0.homeworkId) }
        .filter { attempt in place.map { attempt.order < ($0.atMs, $0.id) } ?? true }
        .sorted { $1.order < $0.order }.prefix(limit).map(stored)
    }
  }

  func stored(_ row: AttemptRow) -> StoredAttempt<Attempt> {
    let isReview = row.homeworkId == nil, terms = row.new.terms
    let isOwn = row.new.asked != nil || terms.shuffle != nil || isReview
    return StoredAttempt(
      row: row.row, quizRow: row.new.quizRow, homeworkRow: tables.quizzes[row.new.quizRow]?.homework,
      learnerRow: row.new.learnerRow,
      order: isOwn ? StoredOrder(asked: row.new.asked, shuffle: terms.shuffle, seed: terms.seed ?? 0) : nil,
      attempt: Attempt(
        id: row.new.id, homeworkId: row.homeworkId,
        quizId: isReview ? nil : tables.quizzes[row.new.quizRow]?.quiz.id,
        learnerId: tables.learners[row.new.learnerRow]!.id, state: row.state,
        questionCount: row.new.asked?.count ?? tables.quizzes[row.new.quizRow]?.quiz.questions.count ?? 0,
        startedAt: row.new.startedAt, finishedAt: row.finishedAt, terms: terms,
        answers: row.answers.map(\.answer).map { isReview ? $0.asked(of: homework(ofQuestion: $0.questionId)) : $0 }))
  }

  package func summary(_ id: Attempt.ID, upTo index: Int?) -> StoredAttempt<AttemptSummary>? {
    guard let row = attempts({ $0.new.id == id }).first, case let whole = stored(row) else { return nil }
    var summary = whole.attempt.summary
    let last = index ?? row.answers.count - 1
    summary.standing = row.answers.indices.contains(last) ? row.answers[last].standing : Standing()
    return whole.with(summary)
  }

  package func answer(at index: Int, attempt row: Int64) -> (answer: Answer, questionRow: Int64)? {
    tables.attempts[row]?.answers.first { $0.answer.index == index }.map { ($0.answer, $0.question) }
  }

  package func openAttempt(homework row: Int64) -> Attempt.ID? {
    let id = tables.homework[row]?.homework.id
    return attempts { $0.isAt(id) && $0.state == .inProgress }.first?.new.id
  }

  package func insert(_ attempt: NewAttempt) {
    let homework = tables.quizzes[attempt.quizRow]?.homework.flatMap { tables.homework[$0]?.homework.id }
    _ = add(AttemptRow(row: tables.lastRow + 1, homeworkId: homework, new: attempt), to: \.attempts)
  }

  package func close(attempt row: Int64, as state: Attempt.State, at time: Timestamp) {
    tables.attempts[row]?.state = state
    tables.attempts[row]?.finishedAt = time
  }

  package func extend(attempt row: Int64, to deadline: Timestamp) {
    tables.attempts[row]?.new.terms.deadline = deadline
  }

  package func insert(_ answer: Answer, _ standing: Standing, question: Int64, attempt: Int64) {
    tables.attempts[attempt]?.answers.append((answer.asked(of: nil), standing, question))
  }

  package func outcomes(homework row: Int64, by learner: Int64) -> [(question: Question.ID, outcome: Outcome)] {
    let cards = Set(tables.quizzes.values.filter { $0.homework == row }.flatMap(\.quiz.questions).map(\.id))
    let played = attempts { $0.new.learnerRow == learner && $0.state != .abandoned }
    return played.flatMap(\.answers).filter { cards.contains($0.answer.questionId) }.enumerated()
      .sorted { ($0.element.answer.answeredAt, $0.offset) < ($1.element.answer.answeredAt, $1.offset) }
      .map { ($0.element.answer.questionId, $0.element.answer.outcome) }
  }

  package func store(_ progress: HomeworkProgress, homework: Int64, learner: Int64) {
    tables.homework[homework]?.progress[learner] = progress
  }

  package func append(_ line: LedgerLine, of learner: Int64) { tables.ledger.append((line, learner)) }

  package func remember(_ name: String, kind: String, of learner: Int64, at time: Timestamp) -> Bool {
    tables.once[learner, default: []].insert(name).inserted
  }

  func lines(of learner: Int64) -> [LedgerLine] { tables.ledger.filter { $0.learner == learner }.map(\.line) }

  package func earnings(of learner: Int64) -> StoredEarnings {
    let lines = lines(of: learner)
    return StoredEarnings(
      starsTotal: lines.reduce(0) { $0 + $1.stars }, finishedAttempts: lines.count, once: tables.once[learner] ?? [])
  }

  package func credit(of id: Attempt.ID) -> Int? { tables.ledger.first { $0.line.attempt == id }?.line.stars }

  package func starsTotal(upTo id: Attempt.ID) -> Int {
    let last = tables.ledger.firstIndex { $0.line.attempt == id }
    let learner = last.map { tables.ledger[$0].learner } ?? attempts { $0.new.id == id }.first?.new.learnerRow
    return tables.ledger[...(last ?? tables.ledger.count - 1)].filter { $0.learner == learner }
      .reduce(0) { $0 + $1.line.stars }
  }

  package func statistics(of learner: Int64, _ earned: Earned) -> Statistics {
    let lines = lines(of: learner)
    func sum(_ lines: [LedgerLine], _ part: (LedgerLine) -> Int) -> Int { lines.reduce(0) { $0 + part($1) } }
    let subjects = Dictionary(grouping: lines, by: \.subject).sorted { $0.key ?? "" < $1.key ?? "" }.map {
      Statistics.Subject(
        name: $0, finishedAttempts: $1.count, correctAnswers: sum($1, \.score.correct),
        questions: sum($1, \.score.total))
    }
    return Statistics(
      earned: earned, correctAnswers: sum(lines, \.score.correct), questions: sum(lines, \.score.total),
      elapsedMs: sum(lines, \.elapsedMs), longestRun: lines.map(\.longestRun).max() ?? 0,
      grades: Dictionary(grouping: lines, by: \.score.grade).mapValues(\.count), subjects: subjects,
      homework: homeworkCount(), completedHomework: tables.homework.values.count { $0.completions[learner] != nil })
  }

  package func reviewAnswers(of learner: Int64?) -> [ReviewAnswer] {
    attempts { $0.new.learnerRow == wanted(learner) && $0.state != .abandoned }.sorted { $0.order < $1.order }
      .flatMap(\.answers).map { ($0.question, $0.answer.outcome, $0.answer.elapsedMs, $0.answer.answeredAt) }
  }

  private var questions: [QuestionRow] { tables.questions.sorted { $0.key < $1.key }.map(\.value) }

  package func reviewQuestions(of learner: Int64?, in keys: ClosedRange<Int64>?) -> [ReviewQuestion] {
    questions.map(\.review)
  }

  package func reviewHomework(
    of learner: Int64?, in keys: ClosedRange<Int64>?, isRevised: Bool
  ) -> [(quizRow: Int64, id: Homework.ID, title: String)] {
    tables.quizzes.sorted { $0.key < $1.key }.filter(\.value.isCurrent).compactMap { row, quiz in
      quiz.homework.flatMap { tables.homework[$0] }.map { (row, $0.homework.id, $0.homework.title) }
    }
  }

  package func revisedQuestions() -> [(question: ReviewQuestion, card: String, isCopy: Bool)] {
    let cards = Set(questions.compactMap(\.card))
    return questions.filter { cards.contains($0.stored.question.id) }.map {
      ($0.review, $0.stored.question.id.text, tables.quizzes[$0.quiz]?.homework == nil)
    }
  }

  package func append(_ event: Event, of learner: Int64?) -> Int64 {
    tables.events.append((event.numbered(eventRange().newest + 1, of: nil), learner))
    return eventRange().newest
  }

  package func trimEvents(newest: Int64, keeping count: Int, since oldest: Timestamp) {
    let first = tables.events.first { $0.event.at >= oldest }?.event.sequence ?? newest
    tables.events.removeAll { $0.event.sequence <= newest - Int64(max(1, count)) || $0.event.sequence < first }
  }

  package func eventRange() -> EventRange {
    EventRange(oldest: tables.events.first?.event.sequence ?? 0, newest: tables.events.last?.event.sequence ?? 0)
  }

  package func events(_ numbers: ClosedRange<Int64>, limit: Int) -> [Event] {
    tables.events.filter { numbers.contains($0.event.sequence) }.prefix(limit).map { event, learner in
      event.numbered(event.sequence, of: learner.flatMap { tables.learners[$0]?.id })
    }
  }

  package func lastEvent(of attempt: Attempt.ID) -> Int64? {
    tables.events.last { $0.event.detail.attemptId == attempt }?.event.sequence
  }
}
