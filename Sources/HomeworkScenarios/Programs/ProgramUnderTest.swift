package import HomeworkModel
package import HomeworkMotion
import HomeworkPlay
package import HomeworkReports
package import HomeworkStore

/// A program that plays and can be killed: in memory, a process that implements the protocol, or an app in this
/// process.
package protocol ProgramUnderTest: AnyObject {
  /// Starts a process, which opens a session on the attempt in progress, if there is one.
  func open(atMs: Int) throws -> Opened
  func perform(_ action: Action) throws -> Reply
  /// Advances the time, and returns the cues that it reports meanwhile. Our own programs have reported them ahead.
  func advance(toMs: Int) throws -> CueChanges
  /// Arms a kill inside the next commit.
  func arm(_ point: KillPoint, mode: KillMode) throws
  func kill(_ mode: KillMode) throws -> Death
  /// Returns what is known about it now.
  func evidence() throws -> Evidence
  /// Notes an action that was done but not reported, and the cues that it would have reported.
  func note(done action: Action, _ cues: CueChanges)
  /// Ends the process in good order, if that is to be judged.
  func finish() throws
  /// The store, if it can be read and written from outside.
  var sharedStore: Store? { get throws }
  /// Takes changes of another copy, and shows what has changed.
  func take(_ part: SyncPart, serial: Int, atMs: Int) throws -> CueChanges
  /// The scenario's clock, if the program has its own clock.
  var realNowMs: Int? { get }
  /// The end of its standard error, over all of its lives.
  var errors: String? { get }
}

extension ProgramUnderTest {
  package func advance(toMs: Int) -> CueChanges { CueChanges() }
  package func note(done action: Action, _ cues: CueChanges) {}
  package func finish() {}
  package var sharedStore: Store? { nil }
  package func take(_ part: SyncPart, serial: Int, atMs: Int) throws -> CueChanges {
    throw ProgramFailure.skipped(Self.noCopies)
  }
  package var realNowMs: Int? { nil }
  package var errors: String? { nil }
}

package struct Opened: Sendable {
  /// The cues that it reports as suppressed.
  package var reported: [CueID] = []
  /// Statements about them that cannot be true.
  package var misreported: [String] = []
  /// The cues from before a kill that were not reported yet, and, wrongly, others.
  package var cues = CueChanges()
  /// True if a bridge ended the life before in its opening, so that what that reported may not have been passed on.
  package var hasLostReports = false

  package init(reported: [CueID] = [], cues: CueChanges = CueChanges()) {
    (self.reported, self.cues) = (reported, cues)
  }
}

package struct Reply: Sendable {
  package var refusal: Refusal?
  package var cues = CueChanges()
  /// The started cues that it reported before it reported that their fact was saved.
  package var early: [Cue] = []
  package var session: Session?
  /// The activation position of the settled answer.
  package var position: Int?
  package var outcome: Outcome?
  /// True if it is acknowledged; otherwise it may be lost.
  package var isSaved = true

  package init(refusal: Refusal? = nil) { self.refusal = refusal }

  mutating func note(_ done: Acknowledged?) {
    if case .settled(let answer, _)? = done { (position, outcome) = (answer.streakPosition, answer.outcome) }
  }
}

package struct Death: Sendable {
  package var pid: Int32?
  package var signal: Int32?
  /// The exit status, if no signal ended it.
  package var status: Int32?
  /// The seed that decided what survived a power loss.
  package var seed: UInt64?
  /// The cues that were on screen but not in any reply, and those of them that were reported before their fact was
  /// saved; none for our own programs.
  package var cues = CueChanges(), early: [Cue] = []
  /// True if the interrupted action was acknowledged; `nil` if it may or may not be done.
  package var isSaved: Bool?
  /// Processes that the program had started and that could not be ended with it.
  package var survivors: [Int32] = []
  package var unproved: String?
  /// The time in which the life may have shown what a bridge never passed on; `nil` if all was passed on.
  package var unreportedMs: ClosedRange<Int>?

  package init(pid: Int32? = nil, signal: Int32? = nil, status: Int32? = nil, seed: UInt64? = nil) {
    (self.pid, self.signal, self.status, self.seed) = (pid, signal, status, seed)
  }

  init(_ cues: CueChanges, early: [Cue]) { (self.cues, self.early) = (cues, early) }
}

/// The reason why a program could not do what was requested.
package enum ProgramFailure: Error {
  /// The armed kill struck inside a commit, before any report.
  case died(Death)
  /// The script asks for something impossible, such as a kill without a living process.
  case scriptError(String)
  /// The program cannot do what the script needs, which says nothing about the script.
  case skipped(String)
  /// The runner itself cannot continue: no process could be started, or it does not respond.
  case broken(String)
  /// It did not answer in time, for which a busy machine may be the reason.
  case silent(String)

  static let isDead = ProgramFailure.broken("no process is alive")
}

/// An action that the store or the session refused; nothing changed.
package struct Refusal: Error, Sendable, Hashable {
  package var name: RefusalName
  package var message: String

  package init(name: RefusalName, message: String) { (self.name, self.message) = (name, message) }
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
        .ambiguousId, .ambiguousTitle, .ambiguousName, .nameTaken, .alreadyThere, .otherLibrary, .otherSchema,
        .attemptElsewhere, .notAcceptable, .requestReused, .quizRevised:
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
