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
