package import HomeworkModel
package import HomeworkMotion
import HomeworkProcess
package import HomeworkReports
import HomeworkStore

/// A program that plays and can be killed: in memory, a process that speaks the protocol, or an app in this process.
package protocol ProgramUnderTest: AnyObject {
  /// Starts a process, which opens a session on the attempt in progress, if there is one.
  func open(atMs: Int) throws(ProgramFailure) -> Opened
  func perform(_ action: Action, serial: Int, atMs: Int) throws(ProgramFailure) -> Reply
  /// Lets time go by, and returns what it tells of it. Programs of ours have told it ahead.
  func advance(toMs: Int) throws(ProgramFailure) -> CuesTold
  /// The process is to die inside the next commit.
  func arm(_ point: KillPoint, mode: KillMode) throws(ProgramFailure)
  /// Ends the process now.
  func kill(_ mode: KillMode) throws(ProgramFailure) -> Death
  /// What is known of it now.
  func evidence() throws(ProgramFailure) -> Evidence
  /// How many questions are to be asked again by then; `nil` where nobody can know.
  func due(atMs: Int) throws(ProgramFailure) -> Int?
  /// It was done, though nobody was told; and what it would have told.
  func note(done action: Action, _ told: CuesTold)
  /// Has the process end in good order, where that is to be judged.
  func finish() throws(ProgramFailure)
  /// The scenario's clock, where the program has a clock of its own.
  var realNowMs: Int? { get }
  /// The end of what it wrote to its standard error, in all of its lives.
  var errors: String? { get }
}

extension ProgramUnderTest {
  package func advance(toMs: Int) -> CuesTold { CuesTold() }
  package func due(atMs: Int) throws(ProgramFailure) -> Int? { nil }
  package func note(done action: Action, _ told: CuesTold) {}
  package func finish() {}
  package var realNowMs: Int? { nil }
  package var errors: String? { nil }
}

/// What a process tells as it opens.
package struct Opened: Sendable {
  /// Cues that it gives as suppressed.
  package var reported: [CueID] = []
  /// Those of before a kill that nobody has told, and, wrongly, others.
  package var told = CuesTold()

  package init(reported: [CueID] = [], told: CuesTold = CuesTold()) {
    (self.reported, self.told) = (reported, told)
  }
}

/// What a program has told, and whether that was in order.
package struct CuesTold: Sendable {
  package var started: [Cue] = []
  package var changed: [Cue] = []
  /// Of those that started, what it told before it said that their fact was saved.
  package var early: [Cue] = []

  package init(started: [Cue] = [], changed: [Cue] = []) {
    (self.started, self.changed) = (started, changed)
  }

  mutating func append(_ next: CuesTold) {
    started += next.started
    changed += next.changed
    early += next.early
  }
}

/// What a process answers to an action.
package struct Reply: Sendable {
  package var refusal: Refusal?
  package var told = CuesTold()
  package var session: Session?
  /// The activation position of the answer that was settled.
  package var position: Int?
  package var outcome: Outcome?
  /// Whether it is acknowledged: what is not may be lost.
  package var isSaved = true

  package init(refusal: Refusal? = nil) {
    self.refusal = refusal
  }
}

/// How a process ended.
package struct Death: Hashable, Sendable {
  package var pid: Int32?
  package var signal: Int32?
  /// With which it exited, where no signal ended it.
  package var status: Int32?
  /// Of the chance that chose what is left where the power went.
  package var seed: UInt64?
  /// What was on screen and no reply told; of programs of ours there is nothing.
  package var shown: [Cue] = []
  /// Earlier cues that ended meanwhile.
  package var changed: [Cue] = []
  /// What was shown before its fact was saved.
  package var early: [Cue] = []
  /// Whether what was being done was acknowledged; `nil` where it may be there and may not.
  package var isSaved: Bool?
  /// Processes that the program had started, and that could not be ended with it.
  package var survivors: [Int32] = []

  package init(
    pid: Int32? = nil, signal: Int32? = nil, status: Int32? = nil, seed: UInt64? = nil
  ) {
    (self.pid, self.signal, self.status, self.seed) = (pid, signal, status, seed)
  }

  init(_ told: CuesTold) { tell(told) }

  mutating func tell(_ told: CuesTold) { (shown, changed, early) = (told.started, told.changed, told.early) }
}

/// Why a program could not do as told.
package enum ProgramFailure: Error {
  /// The armed kill struck inside a commit; nobody was told anything.
  case died(Death)
  /// The script asks for what cannot be, such as a kill with no process alive.
  case senseless(String)
  /// The program cannot do what the script needs, which says nothing about the script.
  case skipped(String)
  /// The runner itself cannot go on: no process could be started, or it does not answer.
  case broken(String)

  static let isDead = ProgramFailure.broken("no process is alive")
}

extension Death {
  init(_ end: ProcessEnd) {
    self.init(pid: end.pid, signal: end.signal, status: end.status)
  }
}

extension ProgramFailure {
  /// Returns what `body` returns; a process that fails it is a runner that cannot go on.
  static func of<Result>(_ body: () throws(ProcessFailure) -> Result) throws(ProgramFailure) -> Result {
    do throws(ProcessFailure) { return try body() } catch { throw .broken(error.description) }
  }
}
