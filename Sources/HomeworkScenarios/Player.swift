import HomeworkModel
import HomeworkMotion
import HomeworkStore

/// What a process does: keeps the store and the session on the attempt in progress, commits first and cues then.
///
/// The same code runs in memory and in a worker process.
final class Player {
  private let store: Store
  private let failpoint: Failpoint
  private let world: World
  private let homeworkId: Identifier<Homework>?
  private(set) var session: Session
  /// Cues of before a kill, told again: only where that bug is seeded.
  private(set) var replayed: [Cue] = []
  /// Cues on screen before anything was saved: only where that bug is seeded.
  private(set) var shownTooEarly: [Cue] = []
  /// The newest event that the session has been told.
  private var sequence: Int64
  private var attempt: Attempt?
  /// When the question being looked at came up; dies with the process.
  private var shownAtMs: Int

  /// Opens a session on the attempt in progress, if there is one.
  init(store: Store, failpoint: Failpoint, world: World, atMs: Int) throws(ProgramFailure) {
    self.store = store
    self.failpoint = failpoint
    self.world = world
    shownAtMs = atMs
    do throws(StoreError) {
      homeworkId = try store.homeworkList(limit: 500).items.last?.id
      attempt = if let homeworkId { try store.openAttempt(homeworkId) } else { nil }
      session = Session(
        resuming: world.seededBug == .forgetStreak ? attempt?.withoutStreak : attempt, environment: world.environment,
        atMs: atMs)
      if world.seededBug == .replayOnResume { replayed = attempt?.lastCues(in: world.environment, atMs: atMs) ?? [] }
      sequence = try store.read { (tx) throws(StoreError) in try tx.eventRange().newest }
    } catch {
      throw .broken("the store cannot be read: \(error)")
    }
  }

  func perform(_ action: Action, serial: Int, atMs: Int) -> Reply {
    failpoint.now(atMs: atMs, serial: serial)
    var reply = Reply()
    do {
      try perform(action, atMs: atMs, reply: &reply)
      try tellFacts(atMs: atMs, reply: &reply)
    } catch {
      let refusal = Refusal(error)
      reply = Reply(refusal: refusal)
      // A session takes a fact of no attempt at any time that has not gone by, and this one has not.
      if refusal.name == .invalid { try? tell(.store(StoreFact(.inputRejected)), atMs: atMs, reply: &reply) }
    }
    reply.session = session
    return reply
  }

  /// Everything else that the action brought about, read back from what was committed.
  private func tellFacts(atMs: Int, reply: inout Reply) throws {
    let events = try store.read { (tx) throws(StoreError) in try tx.events(since: sequence) }
    sequence = events.last?.sequence ?? sequence
    for fact in StoreFact.told(by: events.map(Snapshot.EventSnapshot.init)) {
      try tell(.store(fact), atMs: atMs, reply: &reply)
    }
  }

  private func perform(_ action: Action, atMs: Int, reply: inout Reply) throws {
    switch action {
    case .start:
      guard let homeworkId else { throw Refusal(name: .notFound, message: "no homework to start: write quiz mcq 10") }
      let attempt = try store.startAttempt(homeworkId)
      self.attempt = attempt
      try tell(.started(attempt), atMs: atMs, reply: &reply)
      shownAtMs = atMs
    case .answer(let given):
      try settle(atMs: atMs, reply: &reply) { (question) throws(Refusal) in
        switch given {
        case .correct: return question.correctResponse
        case .wrong: return question.wrongResponse
        case .typed(let text):
          guard let response = question.response(from: text) else {
            throw Refusal(name: .invalid, message: "\"\(text)\" is no option of this question")
          }
          return response
        }
      }
    case .skip:
      try settle(atMs: atMs, reply: &reply) { _ in .skip }
    case .finish:
      let result = try store.finishAttempt(try current().id)
      attempt = result.attempt
      try tell(
        .finished(starsEarned: result.attempt.streak.stars, starsTotal: result.starsTotal), atMs: atMs, reply: &reply)
    case .abandon:
      attempt = try store.abandonAttempt(try current().id)
      try tell(.abandoned, atMs: atMs, reply: &reply)
    case .leave:
      _ = try current()
      try tell(.left, atMs: atMs, reply: &reply)
    case .revisit(let question):
      _ = try current()
      try tell(.revisited(questionIndex: question), atMs: atMs, reply: &reply)
    case .addHomework(let title, let collection):
      _ = try store.addHomework(HomeworkDraft(title: title, collections: collection.map { [$0] } ?? []))
    case .complete(let title):
      _ = try store.completeHomework(try homework(titled: title))
    case .delete(let title):
      _ = try store.deleteHomework([try homework(titled: title)])
    case .generation(let state, let reason, let seconds):
      guard let homeworkId else { throw Refusal(name: .notFound, message: "no homework: write quiz mcq 10") }
      let update: GenerationUpdate
      switch state {
      case "none": update = .none
      case "pending": update = .pending
      case "ready": update = .ready
      default:
        guard let reason = reason.flatMap(GenerationFailure.init) else {
          throw Refusal(name: .invalid, message: "failed needs a reason: write generation failed because timeout")
        }
        update = .failed(reason, retryAfterSeconds: seconds)
      }
      _ = try store.updateGeneration(homeworkId, update)
    case .screenEvent(let event, let count):
      try tell(.screen(event, count: count), atMs: atMs, reply: &reply)
    }
  }

  private func settle(
    atMs: Int, reply: inout Reply, response: (Question) throws(Refusal) -> Response
  ) throws {
    let attempt = try current()
    guard attempt.state == .inProgress, let quiz = try store.quiz(for: attempt.homeworkId),
      quiz.questions.indices.contains(attempt.questionIndex)
    else { throw Refusal(name: .conflict, message: "every question of the attempt is settled") }
    let response = try response(quiz.questions[attempt.questionIndex])
    if world.seededBug == .cueBeforeCommit {
      let early = SettledAnswer(
        questionIndex: attempt.questionIndex,
        outcome: quiz.questions[attempt.questionIndex].grade(response) ?? .wrong,
        isMCQ: quiz.questions[attempt.questionIndex].isMCQ)
      var ahead = session
      shownTooEarly = try ahead.receive(.settled(early), atMs: atMs).started
    }
    let settlement = try store.settle(response, in: attempt.id, elapsedMs: atMs - shownAtMs)
    // On disk from here on: only now may anything be celebrated.
    self.attempt = settlement.attempt
    shownAtMs = atMs
    reply.position = settlement.answer.streakPosition
    reply.outcome = settlement.answer.outcome
    try tell(.settled(SettledAnswer(settlement.answer)), atMs: atMs, reply: &reply)
  }

  private func tell(_ event: SessionEvent, atMs: Int, reply: inout Reply) throws {
    let changes = try session.receive(event, atMs: atMs)
    reply.started += changes.started
    reply.changed += changes.changed
  }

  private func current() throws(Refusal) -> Attempt {
    guard let attempt else { throw Refusal(name: .notFound, message: "no attempt: start one") }
    return attempt
  }

  private func homework(titled title: String) throws -> Identifier<Homework> {
    guard let homework = try store.homeworkList(limit: 500).items.first(where: { $0.title == title }) else {
      throw Refusal(name: .notFound, message: "no homework titled \"\(title)\"")
    }
    return homework.id
  }
}
