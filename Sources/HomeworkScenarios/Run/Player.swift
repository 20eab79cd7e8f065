import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkStore

/// Performs a script's actions on a store and a live attempt, as an app does.
///
/// The same code runs in memory and in a worker process.
final class Player {
  private let store: Store
  private let failpoint: Failpoint
  private let world: World
  private let homeworkId: Identifier<Homework>?
  /// The live attempt of the learner at the screen.
  private var live: LiveAttempt
  /// The live attempts of earlier learners, who may return: no process has died.
  private var away: [Learner.ID: LiveAttempt] = [:]
  /// The learner's name; `nil` for the first learner.
  private(set) var learner: String?

  /// Opens a session on the attempt in progress of a learner, if there is one.
  init(
    store: Store, failpoint: Failpoint, world: World, learner: String?, atMs: Int
  ) throws(ProgramFailure) {
    (self.store, self.failpoint, self.world, self.learner) = (store, failpoint, world, learner)
    do {
      homeworkId = try store.readAndWait { try $0.homeworkList(limit: 500) }.items.last { $0.quizId != nil }?.id
      live = try Self.open(store, world, Self.id(of: learner, in: store), homeworkId, atMs: atMs)
    } catch {
      throw .broken("the store cannot be read: \(error)")
    }
  }

  private static func id(of learner: String?, in store: Store) throws -> Learner.ID {
    try store.readAndWait { tx in
      try tx.use(learner)
      return try tx.learner().id
    }
  }

  private static func open(
    _ store: Store, _ world: World, _ learner: Learner.ID, _ homework: Homework.ID?, atMs: Int
  ) throws -> LiveAttempt {
    try LiveAttempt(
      in: store, learner: learner, environment: world.environment, after: nil, clock: .standing(atMs: atMs)
    ) { tx in try homework.flatMap { try tx.openAttempt($0) } }
  }

  var session: Session { live.session }
  /// The cues that its resume report lists as suppressed.
  var reported: [Cue] { live.report.suppressed }

  func perform(_ action: Action, serial: Int, atMs: Int) -> Reply {
    failpoint.now(atMs: atMs, serial: serial)
    var reply = Reply()
    do {
      try perform(action, atMs: atMs, reply: &reply)
    } catch {
      let refusal = Refusal(error)
      reply = Reply(refusal: refusal)
      // A session accepts a fact outside attempts at any time from now on.
      if refusal.name == .invalid, let cues = try? live.showAndWait(.inputRejected, atMs: atMs) { reply.tell(cues) }
    }
    reply.session = live.session
    return reply
  }

  private func perform(_ action: Action, atMs: Int, reply: inout Reply) throws {
    switch action {
    case .start(let options):
      guard let homeworkId else { throw Refusal(name: .notFound, message: "no homework to start: write quiz mcq 10") }
      reply.tell(try live.startAndWait(homeworkId, options, atMs: atMs).cues)
    case .answer(let given):
      try settle(atMs: atMs, reply: &reply) { (question) throws(Refusal) in try given.response(to: question) }
    case .skip:
      try settle(atMs: atMs, reply: &reply) { _ in .skip }
    case .accept: reply.tell(try live.acceptAndWait(atMs: atMs).cues)
    case .finish: reply.tell(try live.finishAndWait(atMs: atMs).cues)
    case .abandon: reply.tell(try live.abandonAndWait(atMs: atMs).cues)
    case .leave:
      guard live.attemptId != nil else { throw LiveAttemptError.notStarted }
      reply.tell(try live.showAndWait(.leave, atMs: atMs))
    case .revisit(let question):
      guard live.attemptId != nil else { throw LiveAttemptError.notStarted }
      reply.tell(try live.showAndWait(.revisit(questionIndex: question), atMs: atMs))
    case .screenEvent(let event, let count, let number):
      reply.tell(try live.showAndWait(.event(event, count: count, number: number), atMs: atMs))
    case .take: try takeOver(atMs: atMs, reply: &reply)
    case .addHomework, .complete, .delete, .generation, .regrade, .extend:
      try Self.change(action, in: store, by: learner, of: homeworkId)
      reply.tell(try live.followAndWait(atMs: atMs))
    case .learner(let name):
      if live.attemptId != nil { reply.tell(try live.showAndWait(.leave, atMs: atMs)) }
      let id = try Self.id(of: name, in: store)
      away[live.learnerId] = live
      live = try away[id] ?? Self.open(store, world, id, homeworkId, atMs: atMs)
      learner = name
    }
  }

  /// Changes the store beside the attempt, as another screen of the app does.
  static func change(
    _ action: Action, in store: Store, by learner: String? = nil, of homeworkId: Homework.ID?
  ) throws {
    switch action {
    case .addHomework(let title, let collection):
      let draft = HomeworkDraft(title: title, collections: collection.map { [$0] } ?? [])
      _ = try store.writeAndWait { tx in
        try tx.use(learner)
        _ = try tx.addHomework(draft)
      }
    case .complete(let title):
      _ = try store.writeAndWait { tx in
        try tx.use(learner)
        return try tx.completeHomework(homework(titled: title, tx))
      }
    case .delete(let title):
      _ = try store.writeAndWait { tx in try tx.deleteHomework([homework(titled: title, tx)]) }
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
      _ = try store.writeAndWait { try $0.updateGeneration(homeworkId, update) }
    case .regrade(let question, let key):
      guard let homeworkId else { throw Refusal(name: .notFound, message: "no homework: write quiz mcq 10") }
      _ = try store.writeAndWait { tx in
        let draft = try tx.quiz(for: homeworkId)?.questions.dropFirst(question).first?.corrected(to: key)
        guard let draft else {
          throw Refusal(name: .invalid, message: "question \(question + 1) has no option \(key)")
        }
        return try tx.regrade(homeworkId, KeyCorrection(at: question, to: draft))
      }
    case .extend(let milliseconds):
      _ = try store.writeAndWait { tx in
        try tx.use(learner)
        guard let open = try homeworkId.flatMap({ (id) throws(StoreError) in try tx.openAttempt(id) }) else {
          throw Refusal(name: .notFound, message: "no attempt is in progress")
        }
        return try tx.extendAttempt(open.id, byMs: milliseconds)
      }
    case .start, .answer, .accept, .skip, .finish, .abandon, .leave, .revisit, .screenEvent, .learner, .take: break
    }
  }

  /// Continues the attempt that is played on another copy of the library.
  private func takeOver(atMs: Int, reply: inout Reply) throws {
    let found = try store.readAndWait { tx in
      try tx.use(learner)
      return try homeworkId.flatMap { id in
        try tx.attemptList(of: id, state: .inProgress, limit: 500).items.first { try tx.home(of: $0.id) != nil }
      }
    }
    guard let found else { throw Refusal(name: .notFound, message: "no attempt is played on another copy") }
    if live.attemptId != found.id {
      if live.attemptId != nil { reply.tell(try live.showAndWait(.leave, atMs: atMs)) }
      let id = live.learnerId
      live = try LiveAttempt(
        in: store, learner: id, environment: world.environment, after: nil, clock: .standing(atMs: atMs)
      ) { tx in try tx.attempt(found.id) }
    }
    try live.takeOverAndWait()
    reply.tell(try live.followAndWait(atMs: atMs))
  }

  /// Takes what another copy of the library has given.
  func take(_ part: SyncPart, serial: Int, atMs: Int) throws -> CuesTold {
    failpoint.now(atMs: atMs, serial: serial)
    _ = try store.writeAndWait { tx in try tx.takeSync(part) }
    let cues = try live.followAndWait(atMs: atMs)
    return CuesTold(started: cues.started, changed: cues.changed)
  }

  private func settle(
    atMs: Int, reply: inout Reply, response: (Question) throws(Refusal) -> Response
  ) throws {
    guard let id = live.attemptId else { throw LiveAttemptError.notStarted }
    guard let question = try store.readAndWait({ try $0.currentQuestion(of: id) })
    else { throw Refusal(name: .conflict, message: "every question of the attempt is settled") }
    let settled = try live.settleAndWait(try response(question), atMs: atMs)
    reply.position = settled.value.answer.streakPosition
    reply.outcome = settled.value.answer.outcome
    reply.tell(settled.cues)
  }

  private static func homework(titled title: String, _ tx: ReadTransaction) throws -> Homework.ID {
    guard let homework = try tx.homeworkList(limit: 500).items.first(where: { $0.title == title }) else {
      throw Refusal(name: .notFound, message: "no homework titled \"\(title)\"")
    }
    return homework.id
  }
}

extension Reply {
  fileprivate mutating func tell(_ cues: CueChanges) {
    told.started += cues.started
    told.changed += cues.changed
  }
}

extension Question {
  /// Returns the question with another right answer; `nil` if it has no such option.
  fileprivate func corrected(to key: String) -> QuestionDraft? {
    var draft = QuestionDraft(self)
    switch (body, response(from: key)) {
    case (.mcq(let options, _), .choice(let index)?): draft.body = .mcq(options: options, correctIndex: index)
    case (.multi(let options, _), .choices(let indexes)?):
      draft.body = .multi(options: options, correctIndexes: indexes)
    case (.fillBlank(_, let accepted, let isExact), .text(let text)?):
      draft.body = .fillBlank(correctAnswer: text, acceptedAnswers: accepted, isExact: isExact)
    case (.shortAnswer, .text(let text)?): draft.body = .shortAnswer(correctAnswer: text, keyConcepts: [])
    default: return nil
    }
    return draft
  }
}

extension GivenAnswer {
  /// - Throws: a refusal if the question has no such option.
  func response(to question: Question) throws(Refusal) -> Response {
    switch self {
    case .correct: return question.correctResponse
    case .wrong: return question.wrongResponse
    case .typed(let text):
      guard let response = question.response(from: text) else {
        throw Refusal(name: .invalid, message: "\"\(text)\" is not an option of this question")
      }
      return response
    }
  }
}
