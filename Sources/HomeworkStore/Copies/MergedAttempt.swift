import HomeworkModel

/// An attempt as another copy has it: a line of answers, and how it ended.
///
/// If two copies have continued an attempt, their answers diverge. Of two branches, the one whose first diverging
/// answer is older wins; the other one is kept as an abandoned practice attempt, which counts for nothing.
struct MergedAttempt {
  let id: Attempt.ID
  private let learner: Learner.ID
  private let value: JSONValue, quiz: Quiz.ID
  private var answers: [MergedAnswer]
  private let end: End?

  private struct End: Equatable {
    let state: Attempt.State, atMs: Int64
    var at: Timestamp { Timestamp(millisecondsSince1970: atMs) }
  }

  /// - Parameters:
  ///   - id: the id of the attempt.
  ///   - value: the attempt, as `RowTransaction.value(of:)` returns it.
  ///   - quiz: its quiz, which is here.
  ///   - learner: its learner, who is here.
  init(_ id: String, _ value: JSONValue, quiz: Quiz.ID, learner: Learner.ID) throws(StoreError) {
    guard let attempt = Attempt.ID(id), value["id"]?.string == id,
      let state = value["state"]?.string.flatMap(Attempt.State.init)
    else { throw .damaged("attempt", id) }
    (self.id, self.value, self.quiz, self.learner) = (attempt, value, quiz, learner)
    answers = []
    for (index, answer) in (value["answers"]?.array ?? []).enumerated() {
      answers.append(try MergedAnswer(answer, at: index))
    }
    end = value["finishedAtMs"].flatMap { if case .int(let atMs) = $0 { End(state: state, atMs: atMs) } else { nil } }
    guard (end == nil) == (state == .inProgress) else { throw .damaged("attempt", id) }
  }

  /// Creates the practice attempt that keeps the losing one of two lines. Its id is derived from the first answer that
  /// differs, so that all copies keep the same attempt.
  private init(_ answers: [MergedAnswer], of line: MergedAttempt, at start: Int) {
    (value, quiz, learner, self.answers) = (line.value, line.quiz, line.learner, answers)
    end = End(state: .abandoned, atMs: answers.last?.atMs ?? 0)
    let attempt = ["learner", "quiz", "startedAtMs"].map { name in
      String(decoding: (line.value[name] ?? .null).encoded(), as: UTF8.self)
    }
    let first = answers[start]
    id = Attempt.ID(
      derivedFrom: "\(attempt) \(start) \(first.atMs) \(first.outcome.rawValue) \(first.response ?? "")")
  }

  var isCompleted: Bool { end?.state == .completed }
  private var isKeptAsPractice: Bool { id.isDerived }

  /// - Returns: whether anything of it was new.
  @discardableResult
  func take(in merge: inout Merge, _ change: SyncChange) throws(StoreError) -> Bool {
    try takeHome(in: &merge)
    guard let stored = try merge.tx.rows.attempts(.id(id)).first else {
      try insert(in: merge)
      merge.new.insert(id.text)
      try write(from: 0, in: &merge, change)
      merge.counts.attempts += isKeptAsPractice ? 0 : 1
      return true
    }
    guard stored.quizId == quiz else { throw .damaged("attempt", id.text) }
    if !isKeptAsPractice { try merge.takeDeadline(value["deadlineMs"], of: id.text, change.copyId) }
    let mine = MergedAnswer.all(of: stored.attempt, try merge.tx.rows.gradings(ofAttempt: id))
    let myEnd = stored.attempt.finishedAt.map { End(state: stored.attempt.state, atMs: $0.millisecondsSince1970) }
    let start = zip(mine, answers).prefix { $0.isSame(as: $1) }.count
    let line = try united(with: mine.prefix(start), in: &merge, change)
    // The next thing on each line: an answer, its end, or nothing yet.
    guard let next = moment(of: answers, end, at: start) else { return false }
    if let myNext = moment(of: mine, myEnd, at: start) {
      guard next != myNext else { return false }
      if myNext < next {
        if start < answers.count { try saveLosingBranch(answers, at: start, in: &merge, change) }
        return false
      }
      if start < mine.count { try saveLosingBranch(mine, at: start, in: &merge, change) }
      try merge.tx.rows.cut(attempt: id, from: start)
    }
    try setEnd(of: stored, in: &merge)
    if start == answers.count { merge.counts.attempts += 1 }
    try line.write(from: start, in: &merge, change)
    return true
  }

  /// Stores the gradings that are new of answers that are here, and returns the line with those of both copies.
  private func united(
    with mine: ArraySlice<MergedAnswer>, in merge: inout Merge, _ change: SyncChange
  ) throws(StoreError) -> MergedAttempt {
    var (line, new) = (self, [AnswerGrading]())
    for index in mine.indices {
      new += answers[index].gradings.filter { !mine[index].gradings.contains($0) }
      line.answers[index].gradings = Set(mine[index].gradings + answers[index].gradings).sorted()
    }
    if !new.isEmpty {
      try merge.tx.grade(id, new, from: change.copyId)
      merge.counts.attempts += 1
    }
    return line
  }

  /// The time of an answer or of an end, and what decides between equal times.
  private struct Moment: Comparable {
    let atMs: Int64, text: String

    static func < (one: Moment, other: Moment) -> Bool { (one.atMs, one.text) < (other.atMs, other.text) }
  }

  private func moment(of answers: [MergedAnswer], _ end: End?, at start: Int) -> Moment? {
    if start < answers.count { return Moment(atMs: answers[start].atMs, text: answers[start].text) }
    // A line that is kept as practice may be longer on another copy.
    guard let end, !isKeptAsPractice else { return nil }
    return Moment(atMs: end.atMs, text: " \(end.state.rawValue)")
  }

  private func saveLosingBranch(
    _ line: [MergedAnswer], at start: Int, in merge: inout Merge, _ change: SyncChange
  ) throws(StoreError) {
    let practice = MergedAttempt(line, of: self, at: start)
    guard try practice.take(in: &merge, change) else { return }
    try merge.tx.logChange(.attempt, practice.id.text, "practice")
  }

  /// Moves the attempt to the copy on which it continues. The change that says so may only come in a later part.
  private func takeHome(in merge: inout Merge) throws(StoreError) {
    guard !isKeptAsPractice, let home = value["copy"]?.string.flatMap(SyncCopy.ID.init),
      case .int(let time)? = value["movedAt"]
    else { return }
    let edit = SyncChange(time: time, copyId: home, kind: .edited, entity: id.text, part: "home", value: value["copy"])
    if try merge.tx.rows.value(of: edit) != edit.value { try merge.takeEdit(id.text, edit) }
  }

  // MARK: Writing

  /// Inserts the attempt without answers.
  private func insert(in merge: Merge) throws(StoreError) {
    var others: [String: SQLValue] = [
      "id": .text(id.text), "state": .text((end?.state ?? .inProgress).rawValue),
      "finished_at_ms": end.map { .integer($0.atMs) } ?? .null(.integer), "copy": .null(.text),
    ]
    var home = value["copy"]?.string.flatMap(SyncCopy.ID.init)
    if isKeptAsPractice {
      // It is over, so that no copy can extend it.
      (others["is_practice"], others["deadline_ms"]) = (.flag(true), .null(.integer))
      if merge.document == nil { home = try merge.tx.rows.libraryId() }
    }
    if let home, try home != merge.tx.rows.ownCopy() {
      try merge.tx.rows.insertIfAbsent(copy: home)
      others["copy"] = .text(home.text)
    }
    try merge.tx.rows.insert(portable: value, others, into: .attempt)
  }

  /// Stores the end of the line that has won. If the attempt goes on again here, beside another one that was started
  /// since, the rest of the part decides which of them does.
  private func setEnd(of stored: StoredAttempt<Attempt>, in merge: inout Merge) throws(StoreError) {
    let rows = merge.tx.rows
    merge.reopened.remove(id)
    if let end { return try rows.close(attempt: id, as: end.state, at: end.at) }
    guard stored.attempt.state != .inProgress else { return }
    guard try Self.isOtherOpen(at: stored.attempt.homeworkId, beside: stored, rows) else {
      return try rows.reopen(attempt: id)
    }
    merge.reopened.insert(id)
  }

  private static func isOtherOpen(
    at homework: Homework.ID?, beside stored: StoredAttempt<Attempt>, _ rows: RowTransaction
  ) throws(StoreError) -> Bool {
    guard stored.owningCopy == nil else { return false }
    return try !rows.attempts(.open(homework, of: stored.attempt.learnerId)).isEmpty
  }

  /// Goes on with an attempt, or abandons it beside another one that goes on here: a learner has one at a time.
  static func reopen(_ id: Attempt.ID, in tx: WriteTransaction) throws(StoreError) {
    guard let stored = try tx.rows.attempts(.id(id)).first else { return }
    guard try isOtherOpen(at: stored.attempt.homeworkId, beside: stored, tx.rows) else {
      return try tx.rows.reopen(attempt: id)
    }
    try tx.rows.close(attempt: id, as: .abandoned, at: tx.now)
    // This is no use of the homework.
    try tx.logChange(.attempt, id.text, "practice")
  }

  /// Writes the answers from `start` on, and what follows from the end.
  private func write(
    from start: Int, in merge: inout Merge, _ change: SyncChange
  ) throws(StoreError) {
    let (tx, questions) = (merge.tx, try merge.questions(ofQuiz: quiz))
    var standing = Standing()
    for (index, answer) in answers.enumerated() {
      guard let asked = questions[answer.question] else {
        throw .damaged("question of an answer", answer.question.text)
      }
      let outcome = answer.gradings.last?.outcome ?? answer.outcome
      let position = standing.settle(outcome, movesStreak: asked.question.movesStreak, elapsedMs: answer.elapsedMs)
      guard index >= start else { continue }
      let settled = Answer(
        questionId: asked.question.id, index: index, response: answer.response, outcome: outcome,
        streakPosition: position, elapsedMs: answer.elapsedMs, answeredAt: answer.answeredAt)
      try tx.rows.insert(settled, question: asked.id, attempt: id)
      for grading in answer.gradings { try tx.rows.insertIfAbsent(grading, attempt: id) }
      try merge.appendEvent(
        .answerSettled, nil,
        Event.Detail(attemptId: id, questionIndex: index, outcome: outcome, streakPosition: position),
        of: learner, from: change.copyId)
    }
    guard !isKeptAsPractice else { return }
    merge.counts.answers += answers.count - start
    guard let end else { return }
    try merge.appendEvent(
      end.state == .completed ? .attemptFinished : .attemptAbandoned, nil, Event.Detail(attemptId: id), of: learner,
      from: change.copyId)
    if end.state == .completed, let subject = value["subject"] { try credit(end, subject.string, in: merge, change) }
  }

  private func credit(
    _ end: End, _ subject: String?, in merge: Merge, _ change: SyncChange
  ) throws(StoreError) {
    let tx = merge.tx
    guard let attempt = try tx.rows.summary(id, upTo: nil)?.attempt, attempt.isSettled, !attempt.terms.isPractice else {
      return
    }
    let credit = SyncChange(time: 0, copyId: change.copyId, kind: .credit, entity: id.text, part: nil)
    let before = try merge.tx.rows.value(of: credit)
    try tx.rows.append(LedgerLine(attempt, subject: subject, finishedAt: end.at), of: learner)
    // Told again where another line was credited before.
    if let before, try merge.tx.rows.value(of: credit) != before { try tx.logChange(.credit, id.text) }
  }
}

/// An answer as another copy has it.
struct MergedAnswer {
  let question: Question.ID, response: String?, outcome: Outcome, elapsedMs: Int, answeredAt: Timestamp
  /// How it was graded anew, in order of time; `outcome` is the one before.
  var gradings: [AnswerGrading]

  init(_ json: JSONValue, at index: Int) throws(StoreError) {
    guard let question = json["question"]?.string.flatMap(Question.ID.init),
      let outcome = json["outcome"]?.string.flatMap(Outcome.init),
      let elapsedMs = json["elapsedMs"]?.int, Answer.elapsedLimitsMs.contains(elapsedMs),
      case .int(let answeredAtMs)? = json["answeredAtMs"]
    else { throw .damaged("answer", String(decoding: json.encoded(), as: UTF8.self)) }
    (self.question, self.outcome, self.elapsedMs) = (question, outcome, elapsedMs)
    (response, answeredAt) = (json["response"]?.string, Timestamp(millisecondsSince1970: answeredAtMs))
    gradings = []
    for grading in json["gradings"]?.array ?? [] { gradings.append(try AnswerGrading(index: index, grading)) }
    gradings.sort()
  }

  /// - Parameters:
  ///   - attempt: an attempt in the quiz's letters.
  ///   - gradings: those of its answers.
  static func all(of attempt: Attempt, _ gradings: [AnswerGrading]) -> [MergedAnswer] {
    let gradingsOf = Dictionary(grouping: gradings, by: \.index)
    return attempt.played(before: gradings).answers.map { MergedAnswer($0, gradingsOf[$0.index] ?? []) }
  }

  private init(_ answer: Answer, _ gradings: [AnswerGrading]) {
    self.gradings = gradings
    (question, outcome, elapsedMs) = (answer.questionId, answer.outcome, answer.elapsedMs)
    (response, answeredAt) = (answer.response, answer.answeredAt)
  }

  var atMs: Int64 { answeredAt.millisecondsSince1970 }

  /// Tells answers of one time apart.
  var text: String { "\(outcome.rawValue) \(elapsedMs) \(response ?? "")" }

  /// Returns whether it is the same answer, and not one that another copy took to the same question.
  func isSame(as other: MergedAnswer) -> Bool { atMs == other.atMs && text == other.text }
}
