package import HomeworkFaults
package import HomeworkModel
package import HomeworkMotion
package import HomeworkReports
import HomeworkStore

/// A process that plays and can be killed: in memory, or really.
package protocol ProgramUnderTest: AnyObject {
  /// Starts a process; it opens a session on the attempt in progress, if there is one.
  func open(atMs: Int) throws(ProgramFailure)
  func perform(_ action: Action, serial: Int, atMs: Int) throws(ProgramFailure) -> Reply
  /// The process is to die inside the next commit.
  func arm(_ point: KillPoint, mode: KillMode) throws(ProgramFailure)
  /// Ends the process now.
  func kill(_ mode: KillMode) throws(ProgramFailure) -> Death
  /// What is on disk, read by the process or, where none is alive, by the runner.
  func facts() throws(ProgramFailure) -> Snapshot
  /// The session of the process that is alive.
  var session: Session? { get }
  /// Cues that the resume report of the process that is alive gives as suppressed.
  var reported: [CueID] { get }
  /// Cues of before a kill that the process tells again as it opens. There are none, unless that bug is seeded.
  var replayed: [Cue] { get }
}

extension ProgramUnderTest {
  package var replayed: [Cue] { [] }
}

/// What a process answers to an action.
package struct Reply: Codable, Sendable {
  package var refusal: Refusal?
  /// Cues told for the first time.
  package var started: [Cue] = []
  /// Earlier cues that now end otherwise.
  package var changed: [Cue] = []
  package var session: Session?
  /// The activation position of the answer that was settled.
  package var position: Int?
  package var outcome: Outcome?

  package init(refusal: Refusal? = nil) {
    self.refusal = refusal
  }
}

/// How a process ended.
package struct Death: Hashable, Sendable {
  package var pid: Int32?
  package var signal: Int32?
  /// Of the chance that chose what is left where the power went.
  package var seed: UInt64?
  /// What was on screen and no reply told. There is nothing, unless that bug is seeded.
  package var shown: [Cue] = []

  package init(pid: Int32? = nil, signal: Int32? = nil, seed: UInt64? = nil, shown: [Cue] = []) {
    (self.pid, self.signal, self.seed, self.shown) = (pid, signal, seed, shown)
  }
}

/// Why a program could not do as told.
package enum ProgramFailure: Error {
  /// The armed kill struck inside a commit; nobody was told anything.
  case died(Death)
  /// The script asks for what cannot be, such as a kill with no process alive.
  case senseless(String)
  /// The runner itself cannot go on: no process could be started, or it does not answer.
  case broken(String)
}
