import Homework
import HomeworkStore
import Motion

/// What a process does: keeps the store and the session on the attempt in progress, commits first and cues then.
///
/// The same code runs in memory and in a worker process.
final class Player {
  private let store: Store
  private let fuse: Fuse
  private let world: World
  private let homeworkId: Identifier<Homework>?
  private(set) var session: Session?
  private var attempt: Attempt?
  /// When the question being looked at came up; dies with the process.
  private var shownAtMs: Int

  /// Opens a session on the attempt in progress, if there is one.
  init(store: Store, fuse: Fuse, world: World, atMs: Int) throws(StageFailure) {
    self.store = store
    self.fuse = fuse
    self.world = world
    shownAtMs = atMs
    do throws(StoreError) {
      homeworkId = try store.homeworkList(limit: 500).items.last?.id
      guard let homeworkId, let attempt = try store.openAttempt(homeworkId) else { return }
      self.attempt = attempt
      session = Session(resuming: attempt, environment: world.environment, atMs: atMs)
    } catch {
      throw .broken("the store cannot be read: \(error)")
    }
  }

  func perform(_ action: Action, serial: Int, atMs: Int) -> Reply {
    fuse.now(atMs: atMs, serial: serial)
    var reply = Reply()
    do {
      try perform(action, atMs: atMs, reply: &reply)
    } catch {
      reply = Reply(refusal: Refusal(error))
    }
    reply.session = session
    return reply
  }

  private func perform(_ action: Action, atMs: Int, reply: inout Reply) throws {
    switch action {
    case .start:
      guard let homeworkId else { throw Refusal(name: .notFound, message: "no homework to start: write quiz mcq 10") }
      let attempt = try store.startAttempt(homeworkId)
      // Playing again leaves the results that may still be shown.
      try tell(.left, atMs: atMs, reply: &reply)
      self.attempt = attempt
      session = Session(resuming: attempt, environment: world.environment, atMs: atMs)
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
    let settlement = try store.settle(response, in: attempt.id, elapsedMs: atMs - shownAtMs)
    // On disk from here on: only now may anything be celebrated.
    self.attempt = settlement.attempt
    shownAtMs = atMs
    reply.position = settlement.answer.streakPosition
    reply.outcome = settlement.answer.outcome
    try tell(.settled(SettledAnswer(settlement.answer)), atMs: atMs, reply: &reply)
  }

  private func tell(_ event: SessionEvent, atMs: Int, reply: inout Reply) throws {
    guard let changes = try session?.receive(event, atMs: atMs) else { return }
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
