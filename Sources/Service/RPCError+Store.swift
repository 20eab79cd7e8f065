import Homework
import HomeworkStore
import Interchange
import Scenarios
import Wire

extension RPCError {
  /// The protocol's word for each way in which the store refuses.
  init(_ error: StoreError) {
    let message = error.description
    self =
      switch error {
      case .notFound: RPCError(.notFound, message)
      case .invalid(let faults): RPCError(.invalid, message, data: ["faults": faults.json])
      case .attemptAlreadyOpen(let id), .quizInUse(let id), .attemptOver(let id, _), .everyQuestionSettled(let id):
        RPCError(.conflict, message, data: ["attemptId": .string(id.text)])
      case .wrongQuestion(let current): RPCError(.conflict, message, data: ["questionIndex": .int(Int64(current))])
      case .questionsLeft(let count): RPCError(.conflict, message, data: ["questionsLeft": .int(Int64(count))])
      case .tooEarly(let seconds): RPCError(.tooEarly, message, data: ["retryAfterSeconds": .int(Int64(seconds))])
      case .ambiguousId(_, let candidates):
        RPCError(.conflict, message, data: ["candidates": .array(candidates.map { .string($0) })])
      case .busy: RPCError(.busy, message)
      case .cancelled: RPCError(.cancelled, message)
      case .requestReused: RPCError(.conflict, message)
      case .historyGone(let oldest, let newest):
        RPCError(.historyGone, message, data: ["oldestSequence": .int(oldest), "newestSequence": .int(newest)])
      case .unavailable: RPCError(.databaseUnavailable, message)
      case .stoppedByHook, .inconsistent: RPCError(.internal, message)
      }
  }

  init(_ error: QuizFormatError, in name: String) {
    self.init(.invalid, "\(name):\(error.line == nil ? " " : "")\(error)", data: ["faults": error.faults.json])
  }

  init(_ mistakes: ScenarioMistakes) {
    let faults = mistakes.mistakes.map { Fault(path: "\($0.file):\($0.line):\($0.column)", message: $0.message) }
    self.init(.invalid, mistakes.description, data: ["faults": faults.json])
  }
}
