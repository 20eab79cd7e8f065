import HomeworkMemoryEngine
import HomeworkModel
import HomeworkPostgres
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Testing

/// The store contains all rules; engines only hold rows. So a store on SQLite and one on an engine simple enough to be
/// obviously right give the same results, refusals and events for every operation.
@Suite struct `SQLite and the model` {
  @Test func `agree after each of many random steps`() throws {
    var done: Set<Deed> = []
    for seed in Sampling.part(Array(0..<24 as Range<UInt64>), oneIn: 8) {
      var random = SplitMix64(seed: seed)
      let pair = try Pair()
      for _ in 0..<140 {
        let deed = Deed.allCases[random.below(Deed.allCases.count)]
        if try pair.take(deed, random.below(997)) { done.insert(deed) }
      }
    }
    // Practice of wrong or due questions can rarely start here, and few answers can be counted: later tests cover both.
    let refused = Set(Deed.allCases).subtracting(done).subtracting([.wrongOnly, .dueOnly, .accept, .settleInVain])
    #expect(refused.isEmpty, "an action that is always refused tests nothing")
  }

  /// Starts from a quiz in progress, a finished one, and nothing at all.
  @Test(
    arguments: Sampling.part(
      [[Deed.addQuiz, .start, .right], [], [.addQuiz, .start, .right, .wrong, .finish]], oneIn: 3))
  func `agree after every few steps`(beginning: [Deed]) throws {
    let pair = try Pair()
    for step in beginning { try pair.take(step, 0) }
    try pair.takeEvery(few: 2)
  }

  /// A store's caches are outdated once another store has written.
  @Test(arguments: Sampling.part(Array(0..<8 as Range<UInt64>), oneIn: 8))
  func `agree while two stores write to one file in random turns`(seed: UInt64) throws {
    let directory = try TemporaryDirectory()
    let pair = try Pair { options in
      try [1, 2].map { _ in try Store.openAndWait(path: directory.path("x.sqlite"), options: options) }
    }
    var random = SplitMix64(seed: seed)
    for _ in 0..<140 {
      pair.turn = random.below(3) / 2
      try pair.take(Deed.allCases[random.below(Deed.allCases.count)], random.below(997))
    }
  }

  @Test func `select the same questions for practice and review`() throws {
    let pair = try Pair()
    for deed in [Deed.addQuiz, .start, .wrong, .wrong, .right, .finish] { try pair.take(deed, 0) }
    #expect(try pair.take(.wrongOnly, 0))
    try pair.take(.abandon, 0)
    for number in 0..<12 { try pair.take(.rename, number) }
    #expect(try pair.take(.dueOnly, 0))
    #expect(try pair.take(.review, 0))
  }

  @Test func `count an answer that its learner was right about`() throws {
    let pair = try Pair()
    try pair.takeAll([.addMixed, .start, .right, .typed])
    #expect(try !pair.take(.accept, 0))
    try pair.take(.allowAccepting, 1)
    for _ in 1...2 { #expect(try pair.take(.accept, 0)) }
    try pair.take(.wrong, 0)
    #expect(try pair.take(.accept, 0))
    try pair.takeAll([.finish, .accept, .regrade, .undoRegrading])
  }

  /// The keys of deleted rows are reused.
  @Test func `remember nothing of deleted rows`() throws {
    let pair = try Pair()
    try pair.takeAll([.addQuiz, .start, .right, .right])
    let gone = try #require(try pair.openAttempt)
    try pair.takeAll([.delete])
    try pair.compare { try $0.settle(.skip, in: gone).answer }
    try pair.takeAll([.addMixed, .start, .right, .right, .typed, .finish, .delete, .addQuiz, .start, .right, .right])
    try pair.takeAll([.addLearner, .useOther, .start, .right, .erase, .addLearner, .start, .right])
    try pair.compare { try $0.settle(.skip, in: gone).answer }
  }

  @Test func `roll back to the same state`() throws {
    let pair = try Pair()
    try pair.take(.addQuiz, 0)
    try pair.compare { tx in
      _ = try tx.addHomework(HomeworkDraft(title: "Gone"))
      throw StoreError.cancelled
    }
  }
}

@Suite(.onPostgres)
struct `PostgreSQL and the model` {
  @Test(arguments: 0..<3 as Range<UInt64>) func `agree after each of many random steps`(seed: UInt64) throws {
    let url = try PostgresServer.shared().createDatabase()
    var random = SplitMix64(seed: seed)
    let pair = try Pair { options in [try Store.openAndWait(postgres: url, options: options)] }
    for _ in 0..<140 {
      try pair.take(Deed.allCases[random.below(Deed.allCases.count)], random.below(997))
    }
  }
}

/// An operation on a store. A number chooses its target.
enum Deed: CaseIterable {
  case add, addQuiz, addMixed, addToCollections, delete, complete, reopen, rename, regroup, generate, failGenerating
  case setQuiz, changeQuestion, addQuestion, removeQuestion, moveQuestion
  case start, practise, shuffle, wrongOnly, dueOnly, hurry, review
  case right, wrong, skip, typed, elsewhere, settleInVain, finish, abandon, extend, regrade, undoRegrading
  case allowAccepting, accept
  case addLearner, renameLearner, makeDefault, useOther, erase
  case ask, askAgain, askOtherwise
}

/// A store on SQLite and one on the model, which receive the same operations at the same times with the same ids.
private final class Pair {
  private let stores: [Store], model: MemoryEngine, options: StoreOptions
  /// The index of the store for the next steps, if there are several on one file.
  var turn = 0
  private var store: Store { stores[turn] }
  /// The sources of times and ids for each of the two.
  private let counts = (stored: Count(), modelled: Count())
  /// The learner for the next steps; `nil` for the default one.
  private var learner: Learner.ID?
  private static let request = "0b7f1d3e-7f55-4e5c-9b61-6d5a9d1c2f3a"

  init(on open: (StoreOptions) throws -> [Store] = { [try Store.inMemory(options: $0)] }) throws {
    (stores, options) = (try open(counts.stored.options()), counts.modelled.options())
    model = MemoryEngine(first: try stores[0].readAndWait { try $0.learner() })
    // As many as the other store has used for its first learner.
    counts.modelled.value = counts.stored.value
  }

  /// Performs a step on both, and compares everything readable.
  ///
  /// - Returns: whether it was not refused.
  @discardableResult
  func take(_ step: Deed, _ number: Int) throws -> Bool {
    let seen = try store.readAndWait { tx in
      (homework: try tx.homeworkList(limit: 500).items, learners: try tx.learners())
    }
    let attempts = try store.readAndWait { tx in
      try seen.learners.flatMap { learner in
        try tx.use(learner.id)
        return try tx.attemptList(limit: 500).items
      }
    }
    let open = attempts.filter { $0.state == .inProgress }
    let homework =
      seen.homework.isEmpty ? Homework.ID(atMs: 0, random: (0, 0)) : seen.homework[number % seen.homework.count].id
    let attempt =
      open.isEmpty ? attempts.first?.id ?? Attempt.ID(atMs: 0, random: (0, 0)) : open[number % open.count].id
    let someone = seen.learners[number % seen.learners.count].id
    if step == .useOther { learner = learner == nil ? someone : nil }
    if let chosen = learner, !seen.learners.contains(where: { $0.id == chosen }) { learner = nil }
    let outcome = try compare { tx in
      if let learner = self.learner { try tx.use(learner) }
      return try self.perform(step, number, homework, attempt, someone, tx)
    }
    if step == .erase, learner == someone { learner = nil }
    try look()
    return (try? outcome.get()) != nil
  }

  func takeAll(_ steps: [Deed]) throws { for step in steps { try take(step, 0) } }

  var openAttempt: Attempt.ID? {
    get throws { try store.readAndWait { try $0.attemptList(state: .inProgress, limit: 1).items.first?.id } }
  }

  /// Tries every sequence of a few steps, undoing each.
  func takeEvery(few count: Int) throws {
    guard count > 0 else { return }
    for step in Deed.allCases {
      let (before, chosen) = (model.tables, learner)
      let (stored, modelled) = (counts.stored.value, counts.modelled.value)
      try store.rehearse {
        try take(step, 0)
        try takeEvery(few: count - 1)
      }
      model.tables = before
      learner = chosen
      (counts.stored.value, counts.modelled.value) = (stored, modelled)
    }
  }

  /// Returns the result or the refusal, which must be the same for both.
  @discardableResult
  func compare(
    _ body: @escaping (WriteTransaction) throws -> AnyHashable
  ) throws -> Result<AnyHashable, StoreError> {
    let stored = Self.outcome { try store.writeAndWait(body) }
    let modelled = Self.outcome { try model.write(options, body) }
    try #require(stored == modelled)
    return stored
  }

  private static func outcome(_ body: () throws -> AnyHashable) -> Result<AnyHashable, StoreError> {
    Result { try body() }.mapError { $0 as? StoreError ?? .inconsistent("\($0)") }
  }

  private func perform(
    _ step: Deed, _ number: Int, _ homework: Homework.ID, _ attempt: Attempt.ID, _ someone: Learner.ID,
    _ tx: WriteTransaction
  ) throws -> AnyHashable {
    let three = QuizDraft(questions: [mcq, mcq, mcq]),
      mixed = QuizDraft(topic: "Both", questions: [mcq, fillBlank, shortAnswer])
    switch step {
    case .add: return try tx.addHomework(HomeworkDraft(title: "Fractions \(number % 3)", subject: "Mathematics"))
    case .addQuiz: return try tx.addHomework(HomeworkDraft(title: "Rivers", dueOn: "2026-01-05", quiz: three))
    case .addMixed: return try tx.addHomework(HomeworkDraft(title: "Words", text: "a text", quiz: mixed))
    case .addToCollections:
      return try tx.addHomework(
        HomeworkDraft(title: "Leaves", collections: ["b", "a"], quiz: three), marksFirstCapture: false)
    case .delete: return try tx.deleteHomework([homework])
    case .complete: return try tx.completeHomework(homework)
    case .reopen: return try tx.reopenHomework(homework)
    case .rename: return try tx.updateHomework(homework, HomeworkChange(title: "Named \(number)", subject: .clear))
    case .regroup:
      return try tx.updateHomework(homework, HomeworkChange(collections: ["a", "c"], dueOn: .set("2026-02-01")))
    case .generate: return try tx.updateGeneration(homework, number % 2 == 0 ? .pending : .ready)
    case .failGenerating: return try tx.updateGeneration(homework, .failed(.rateLimited, retryAfterSeconds: nil))
    case .setQuiz: return try tx.setQuiz(mixed, for: homework)
    case .changeQuestion:
      return try tx.editQuiz(homework, [.change(at: 0, to: QuestionDraft(prompt: "\(number)?", body: mcq.body))])
    case .addQuestion: return try tx.editQuiz(homework, [.add(fillBlank, at: 0)])
    case .removeQuestion: return try tx.editQuiz(homework, [.remove(at: 0)])
    case .moveQuestion: return try tx.editQuiz(homework, [.move(from: 0, to: 1)])
    case .start: return try tx.startAttempt(homework)
    case .practise: return try tx.startAttempt(homework, AttemptOptions(only: .questions([1, 0]), isPractice: true))
    case .shuffle: return try tx.startAttempt(homework, AttemptOptions(shuffle: .both))
    case .wrongOnly: return try tx.startAttempt(homework, AttemptOptions(only: .wrong))
    case .dueOnly: return try tx.startAttempt(homework, AttemptOptions(only: .due(.usual)))
    case .hurry: return try tx.startAttempt(homework, AttemptOptions(timeLimitMs: 16_000_000))
    case .review: return try tx.startReview(atMost: 5)
    case .right:
      guard let question = try tx.currentQuestion(of: attempt) else { return try result(tx.settle(.skip, in: attempt)) }
      guard case .mcq(_, let index) = question.body else {
        return try result(tx.settle(.text(question.correctAnswer), in: attempt))
      }
      return try result(tx.settle(.choice(index), in: attempt, elapsedMs: number))
    case .wrong: return try result(tx.settle(typed: "B", in: attempt, elapsedMs: 1000))
    case .typed: return try result(tx.settle(.text("something else"), in: attempt))
    case .skip: return try result(tx.settle(.skip, in: attempt))
    case .elsewhere: return try result(tx.settle(.skip, in: attempt, at: 1))
    case .settleInVain:
      _ = try tx.settle(.skip, in: attempt)
      throw StoreError.cancelled
    case .finish: return try tx.finishAttempt(attempt)
    case .abandon: return try tx.abandonAttempt(attempt)
    case .extend: return try tx.extendAttempt(attempt, byMs: 8_000_000)
    case .regrade:
      let key = QuestionDraft(prompt: "1/2 + 1/4?", body: .mcq(options: ["3/4", "2/6"], correctIndex: number % 2))
      return try tx.regrade(homework, KeyCorrection(at: 0, to: key, neverLower: number % 3 == 0))
    case .undoRegrading: return try tx.undoRegrading()
    case .allowAccepting: return try tx.set(LibrarySettings(acceptsAnswers: number % 4 > 0))
    case .accept: return try result(tx.acceptAnswer(in: attempt))
    case .addLearner: return try tx.addLearner("Learner \(number % 4)")
    case .renameLearner: return try tx.updateLearner(someone, name: "LEARNER \(number % 4)")
    case .makeDefault: return try tx.updateLearner(someone, becomesDefault: true)
    case .useOther: return try tx.learner()
    case .erase: return try tx.erase(someone).attempts
    case .ask: return try ask(tx, "a") { .whole("reply \(number)") }
    case .askAgain: return try ask(tx, "a") { .answer(attempt, index: 0) }
    case .askOtherwise: return try ask(tx, "b") { .whole("another") }
    }
  }

  private func ask(_ tx: WriteTransaction, _ parameters: String, _ body: () -> KeptReply) throws -> KeptReply {
    try tx.once(Request(id: Self.request, parameters: parameters)!) { body() }
  }

  private func result(_ result: AnswerResult) -> AnyHashable { result }

  /// Compares everything that can be read.
  private func look() throws {
    let stored = try store.readAndWait(Self.everything)
    let modelled = try Self.everything(of: ReadTransaction(model))
    for (stored, modelled) in zip(stored, modelled) { try #require(stored == modelled) }
    try #require(stored.count == modelled.count)
  }

  private static func everything(of tx: ReadTransaction) throws -> [AnyHashable] {
    var found: [AnyHashable] = [try tx.learners(), try tx.learner(), try tx.events(since: 0), try tx.eventRange()]
    found.append(try tx.settings())
    found.append(try Attempt.State.allCases.map { try tx.attemptList(state: $0, limit: 3).items })
    for learner in try tx.learners() {
      try tx.use(learner.id)
      found += [try tx.statistics(), try tx.earned(), try tx.collections(), try tx.homeworkList(limit: 500).items]
      found.append(try tx.homeworkList(HomeworkFilter(collection: "a"), limit: 2).items)
      found.append(try HomeworkFilter.Status.allCases.map { try tx.homeworkList(HomeworkFilter(status: $0)).items })
      found.append(try tx.dueQuestions(at: Timestamp(millisecondsSince1970: 1_769_000_000_000)))
      found.append(try tx.openReview())
      for attempt in try tx.attemptList(limit: 500).items {
        found += [try tx.attempt(attempt.id), try tx.attemptSummary(attempt.id), try tx.quiz(ofAttempt: attempt.id)]
        found += [
          try tx.currentQuestion(of: attempt.id), try tx.credit(of: attempt.id), try tx.starsTotal(upTo: attempt.id),
        ]
        found.append(try tx.gradings(of: attempt.id))
        for index in attempt.answers.indices { found.append(try tx.answerResult(of: attempt.id, at: index)) }
        found.append(try tx.attemptId(matching: String(attempt.id.text.suffix(20))))
      }
    }
    for homework in try tx.homeworkList(limit: 500).items {
      found += [try tx.quiz(for: homework.id), try tx.quizHistory(homework.id), try tx.attempts(of: homework.id)]
      found.append(try tx.picture(of: homework.id))
    }
    return found
  }
}

/// Times two hours apart, and ids that count.
private final class Count: Sendable {
  private let state = Guarded<(ticks: Int64, draws: UInt64)>((0, 0))

  var value: (ticks: Int64, draws: UInt64) {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  func options() -> StoreOptions {
    StoreOptions(
      clock: {
        self.value.ticks += 1
        return Timestamp(millisecondsSince1970: 1_767_225_600_000 + self.value.ticks * 7_200_000)
      },
      identifiers: {
        self.value.draws += 1
        return (0, self.value.draws << 40)
      })
  }
}
