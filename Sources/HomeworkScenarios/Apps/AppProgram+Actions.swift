import HomeworkAPI
package import HomeworkModel
import HomeworkMotion
import HomeworkStore
import HomeworkSystem

extension AppProgram {
  /// Asks which versions of the protocol it speaks.
  func greet(_ conversation: AppConversation) throws(ProgramFailure) {
    let deadline = conversation.deadline
    try conversation.send(conversation.line("app.hello", AppHello(), as: AppShapes.hello, id: 0), until: deadline)
    guard let message = try conversation.next(until: deadline) else { throw conversation.silence }
    if case .reply(let result) = message,
      try conversation.read(result, as: AppShapes.hello).protocols.contains(AppStart.version)
    {
      return
    }
    throw .broken(#"the program does not speak this protocol: answer app.hello with {"protocols":[1]}"#)
  }
}

extension AppProgram {
  /// Returns the cues that it reports while `body` waits for a reply that is about no action.
  func toldCues(toMs: Int, _ body: () throws(ProgramFailure) -> Void) throws(ProgramFailure) -> CuesTold {
    known = nil
    cues.beginWait(toMs: toMs)
    try body()
    return cues.take()
  }
}

/// Copies of the library, which our own worker has.
extension AppProgram {
  package func hello() throws(ProgramFailure) -> SyncHello {
    try alive.read(try ask("sync.hello", (), as: .nothing), as: Shapes.syncHello)
  }

  package func give(after known: [SyncCopy.ID: Int64]) throws(ProgramFailure) -> SyncPart? {
    let given = try ask("sync.give", known, as: Shapes.syncTimes)
    return given == .null ? nil : try alive.read(given, as: Shapes.syncPart)
  }

  package func take(_ part: SyncPart, serial: Int, atMs: Int) throws(ProgramFailure) -> CuesTold {
    try toldCues(toMs: atMs) { () throws(ProgramFailure) in
      _ = try ask("sync.take", AppTaking { ($0.part, $0.serial, $0.atMs) = (part, serial, atMs) }, as: AppTaking.shape)
    }
  }
}

/// A part of an exchange for our own worker.
struct AppTaking: Fillable {
  var part = SyncPart(), serial = 0, atMs = 0

  static let shape = Shape<AppTaking>.object(AppTaking()) {
    Field("part", \.part, Shapes.syncPart, "The changes.")
    Field("serial", \.serial, "The number of the exchange.")
    Field("atMs", \.atMs, "The time on the scenario's clock.")
  }
}

extension AppKilling {
  /// Returns `nil` for kills that the runner performs itself.
  init?(_ point: KillPoint) {
    switch point {
    case .beforeCommit: self.init { $0.at = .beforeCommit }
    case .afterCommit: self.init { $0.at = .afterCommit }
    case .atWrite(let number): self.init { ($0.at, $0.write) = (.write, number) }
    case .now, .atPart, .within: return nil
    }
  }
}

extension AppAct {
  init(_ action: Action, atMs: Int) {
    self.init { ($0.atMs, $0.action) = (atMs, action.appAction) }
    switch action {
    case .revisit(let question): questionIndex = question
    case .screenEvent(let event, let count, let number):
      (name, self.count) = (event.rawValue, count)
      self.number = number
    case .start(let options): if options != AttemptOptions() { self.options = options }
    case .addHomework(let title, let collection): (name, self.collection) = (title, collection)
    case .complete(let title), .delete(let title): name = title
    case .generation(let state, let reason, let seconds):
      (self.state, self.reason, retryAfterSeconds) = (state, reason, seconds)
    case .regrade(let question, let key): (questionIndex, response) = (question, key)
    case .extend(let milliseconds): self.milliseconds = milliseconds
    case .learner(let name): self.name = name
    case .answer, .accept, .skip, .finish, .leave, .abandon, .take: break
    }
  }
}

extension Action {
  /// The request to a program under test.
  var appAction: AppAction {
    switch self {
    case .start: .start
    case .answer: .answer
    case .skip: .skip
    case .accept: .accept
    case .finish: .finish
    case .leave: .leave
    case .abandon: .abandon
    case .revisit: .revisit
    case .screenEvent: .event
    case .addHomework: .add
    case .complete: .complete
    case .delete: .delete
    case .generation: .generation
    case .regrade: .regrade
    case .extend: .extend
    case .learner: .learner
    case .take: .take
    }
  }

  /// Creates an action from a request; returns `nil` if a parameter is missing.
  init?(_ act: AppAct) {
    switch act.action {
    case .start: self = .start(act.options ?? AttemptOptions())
    case .answer:
      guard let response = act.response else { return nil }
      self = .answer(act.isRight.map { $0 ? .correct : .wrong } ?? .typed(response))
    case .skip: self = .skip
    case .accept: self = .accept
    case .finish: self = .finish
    case .leave: self = .leave
    case .abandon: self = .abandon
    case .take: self = .take
    case .revisit:
      guard let question = act.questionIndex else { return nil }
      self = .revisit(question: question)
    case .regrade:
      guard let question = act.questionIndex, let key = act.response else { return nil }
      self = .regrade(question: question, key: key)
    case .extend:
      guard let milliseconds = act.milliseconds else { return nil }
      self = .extend(milliseconds: milliseconds)
    case .generation:
      guard let state = act.state else { return nil }
      self = .generation(state: state, reason: act.reason, retrySeconds: act.retryAfterSeconds)
    case .event, .add, .complete, .delete, .learner:
      guard let name = act.name else { return nil }
      switch act.action {
      case .event: self = .screenEvent(ScreenEvent(rawValue: name), count: act.count ?? 1, number: act.number)
      case .add: self = .addHomework(title: name, collection: act.collection)
      case .complete: self = .complete(title: name)
      case .delete: self = .delete(title: name)
      default: self = .learner(name: name)
      }
    }
  }
}

extension Quiz {
  /// Creates a quiz whose ids are made from the places of its questions.
  init(_ draft: QuizDraft) {
    func id<Entity>(_ number: UInt64) -> Identifier<Entity> { Identifier(atMs: 1_767_225_600_000, random: (0, number)) }
    self.init(
      id: id(1), homeworkId: id(2), topic: draft.topic, subtopic: draft.subtopic, confidence: draft.confidence,
      questions: draft.questions.enumerated().map { index, question in
        Question(
          id: id(UInt64(index) + 3), prompt: question.prompt, body: question.body, explanation: question.explanation)
      })
  }
}
