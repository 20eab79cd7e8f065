package import HomeworkAPI
import HomeworkFormats
package import HomeworkModel
import HomeworkMotion
import HomeworkPlay

extension RPCError {
  /// Creates the protocol's error for a store error.
  package init(_ error: StoreError) {
    let message = error.description
    self =
      switch error {
      case .notFound: RPCError(.notFound, message)
      case .invalid(let faults): RPCError(.invalid, message, faults: Faults(faults))
      case .attemptAlreadyOpen(let id), .quizInUse(let id), .attemptOver(let id, _), .everyQuestionSettled(let id),
        .attemptElsewhere(let id), .notAcceptable(let id, _):
        RPCError(.conflict, message, attemptId: id)
      case .wrongQuestion(let current): RPCError(.conflict, message, data: ["questionIndex": .int(Int64(current))])
      case .questionsLeft(let count): RPCError(.conflict, message, data: ["questionsLeft": .int(Int64(count))])
      case .timeUp(let id): RPCError(.timeUp, message, attemptId: id)
      case .nothingToPractise: RPCError(nothingToPractise: message)
      case .quizRevised(let id): RPCError(.conflict, message, data: ["quizId": .string(id.text)])
      case .tooEarly(let seconds): RPCError(.tooEarly, message, data: ["retryAfterSeconds": .int(Int64(seconds))])
      case .ambiguousId(_, let candidates), .ambiguousTitle(_, let candidates), .ambiguousName(_, let candidates):
        RPCError(.conflict, message, data: ["candidates": .array(candidates.map { .string($0) })])
      case .nameTaken, .alreadyThere, .otherLibrary, .requestReused: RPCError(.conflict, message)
      case .busy: RPCError(.busy, message)
      case .cancelled: RPCError(.cancelled, message)
      case .historyGone(let oldest, let newest):
        RPCError(.historyGone, message, data: ["oldestSequence": .int(oldest), "newestSequence": .int(newest)])
      case .unavailable(.unreachable):
        RPCError(.databaseUnavailable, message, data: ["retryAfterSeconds": .int(Self.failoverSeconds)])
      case .unavailable, .otherSchema: RPCError(.databaseUnavailable, message)
      case .stoppedByHook, .inconsistent: RPCError(.internal, message)
      }
  }

  /// The retry delay while a standby replaces a server. The daemon itself has already tried for longer.
  private static let failoverSeconds: Int64 = 1

  /// Creates the protocol's error for a session error.
  init(_ error: SessionError) {
    self =
      switch error {
      case .timeWentBack(let nowMs):
        .fault("atMs", "must not be before \(nowMs), the present time of the session's clock")
      case .timeTooLate: .fault("atMs", "is too late for a session's clock")
      case .unknownQuestion(let count): .fault("event.questionIndex", "must be below \(count), the number of questions")
      case .notSettled(let index):
        RPCError(.conflict, "question \(index + 1) is not answered yet: revisit an earlier one")
      case .outOfOrder(let expected): RPCError(.conflict, "question \(expected + 1) is the next one")
      case .questionsLeft(let count):
        RPCError(.conflict, "\(count.counted("question")) left: answer or skip the rest first")
      case .attemptOver: RPCError(.conflict, "the attempt is over: start another one")
      case .unknownEvent(let name):
        .fault(
          "event.name", "there is no screen event \"\(excerpt(name))\"" + Self.hint(name, Catalogue.all.screenEvents))
      case .unknownProfile(let name):
        .fault("profile", "there is no profile \"\(excerpt(name))\"" + Self.hint(name, ProfileName.designs))
      case .unknownAnimation(let name):
        RPCError(.notFound, "no animation \"\(excerpt(name))\": motion list shows all of them")
      case .screenWithoutSize: .fault("screen", "needs a width and a height above 0")
      case .impossibleStars, .streakDisagrees: RPCError(.internal, "the session and the store disagree: \(error)")
      }
  }

  /// Creates the protocol's error for a live attempt's error.
  init(_ error: LiveAttemptError) {
    self =
      switch error {
      case .ended: RPCError(.conflict, "another session was opened on the attempt: open a new one to continue here")
      case .notStarted: RPCError(.notFound, "no attempt was started: call attempt.start first")
      }
  }

  init(_ error: QuizFormatError, in name: String) {
    // A line for each of twenty faults would hide the first.
    let words = error.text(most: 5)
    self.init(.invalid, "\(excerpt(name, most: 200)):\(error.line == nil ? " " : "")\(words)", faults: error.all)
  }

  private static func hint<Name: CatalogueName>(_ word: String, _ names: [Name]) -> String {
    let names = names.map(\.rawValue)
    if let meant = suggestion(for: word, among: names) { return ": did you mean \(meant)?" }
    return names.count <= 8 ? ": write one of \(names.joined(separator: ", "))" : ""
  }

  init(_ mistakes: AnimationMistakes) {
    let faults = mistakes.mistakes.map {
      let place = "\(excerpt($0.file, most: 100)):\($0.line):\($0.column)"
      return Fault(path: $0.path.isEmpty ? place : "\(place): \($0.path)", message: $0.message)
    }
    self.init(.invalid, inFiles: Faults(faults, more: mistakes.more))
  }
}
