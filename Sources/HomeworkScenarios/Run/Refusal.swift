import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkStore

/// An action that the store or the session refused; nothing changed.
package struct Refusal: Error, Sendable, Hashable {
  package var name: RefusalName
  package var message: String

  package init(name: RefusalName, message: String) {
    (self.name, self.message) = (name, message)
  }
}

/// The protocol's words for refusals, as `expect error` uses them.
package enum RefusalName: String, CaseIterable, Sendable {
  case `internal`, notFound, invalid, conflict, databaseUnavailable, busy, tooEarly, timeUp
}

extension Refusal {
  package init(_ error: any Error) {
    switch error {
    case let refusal as Refusal: self = refusal
    case let error as StoreError: self.init(name: RefusalName(error), message: error.description)
    case let error as SessionError: self.init(name: RefusalName(error), message: "\(error)")
    case LiveAttemptError.notStarted: self.init(name: .notFound, message: "no attempt: start one")
    default: self.init(name: .internal, message: "\(error)")
    }
  }
}

extension RefusalName {
  fileprivate init(_ error: StoreError) {
    self =
      switch error {
      case .notFound, .nothingToPractise: .notFound
      case .invalid: .invalid
      case .timeUp: .timeUp
      case .attemptAlreadyOpen, .quizInUse, .attemptOver, .wrongQuestion, .everyQuestionSettled, .questionsLeft,
        .ambiguousId, .ambiguousTitle, .ambiguousName, .nameTaken, .alreadyThere, .otherLibrary,
        .otherSchema, .attemptElsewhere, .notAcceptable, .requestReused,
        .quizRevised:
        .conflict
      case .busy: .busy
      case .tooEarly: .tooEarly
      case .unavailable: .databaseUnavailable
      case .stoppedByHook, .inconsistent, .cancelled, .historyGone: .internal
      }
  }

  fileprivate init(_ error: SessionError) {
    self =
      switch error {
      case .unknownQuestion, .notSettled, .unknownEvent, .unknownProfile, .unknownAnimation: .notFound
      case .timeWentBack, .timeTooLate, .impossibleStars, .streakDisagrees, .screenWithoutSize: .invalid
      case .outOfOrder, .questionsLeft, .attemptOver: .conflict
      }
  }
}
