import HomeworkModel
import HomeworkMotion
import HomeworkReports
import HomeworkStore

/// A process that plays and can be killed: in memory, or really.
protocol ProgramUnderTest: AnyObject {
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
  /// Cues of before a kill that the process tells again as it opens. There are none, unless that bug is seeded.
  var replayed: [Cue] { get }
}

extension ProgramUnderTest {
  var replayed: [Cue] { [] }
}

/// What a process answers to an action.
struct Reply: Codable, Sendable {
  var refusal: Refusal?
  /// Cues told for the first time.
  var started: [Cue] = []
  /// Earlier cues that now end otherwise.
  var changed: [Cue] = []
  var session: Session?
  /// The activation position of the answer that was settled.
  var position: Int?
  var outcome: Outcome?
}

/// How a process ended.
struct Death: Hashable, Sendable {
  var pid: Int32?
  var signal: Int32?
  /// Of the chance that chose what is left where the power went.
  var seed: UInt64?
  /// What was on screen and no reply told. There is nothing, unless that bug is seeded.
  var shown: [Cue] = []
}

/// Why a program could not do as told.
enum ProgramFailure: Error {
  /// The armed kill struck inside a commit; nobody was told anything.
  case died(Death)
  /// The script asks for what cannot be, such as a kill with no process alive.
  case senseless(String)
  /// The runner itself cannot go on: no process could be started, or it does not answer.
  case broken(String)
}
