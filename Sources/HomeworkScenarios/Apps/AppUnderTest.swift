public import HomeworkMotion
import HomeworkProcess
import HomeworkSystem
import Synchronization

/// A program under test, and how to judge it.
public struct AppUnderTest: Sendable {
  /// The command for `/bin/sh -c`, in the caller's directory.
  public var command: String
  /// How long it may take to answer; after that its scenario ends with an error.
  public var timeLimitMs: Int
  /// The design with which to compare every cue and state, or `states` for the states alone.
  public var like: ProfileName?
  /// The seed of the random instants at which an exploration kills it, and of the states of a disk that are tried.
  public var seed: UInt64 = 0
  /// The kind of disk that loses power, and the number of its states to try at each moment if there are many.
  public var disk = DiskKind.posix
  public var powerStates = 32
  /// True to try only one state of its disk at a loss of power.
  var triesOneState = false
  /// How long an exploration of losses of power may take, and until when it does.
  public var budgetMs: Int?
  var budgetEnds: ContinuousClock.Instant?
  /// How long each of its calls waits below `strace`, so that a kill can strike before it; `nil` without `strace`.
  var delayUs: Int?
  /// The words of a worker of our own, in place of the command.
  package private(set) var worker: [String]?

  var isOverBudget: Bool { budgetEnds.map { .now > $0 } ?? false }

  /// Has its calls counted. On a machine that is given more time, each waits longer.
  mutating func countCalls() { delayUs = min(200_000, max(2000, timeLimitMs)) }

  public init(command: String, timeLimitMs: Int = 5000, like: ProfileName? = nil) {
    (self.command, self.timeLimitMs, self.like) = (command, timeLimitMs, like)
  }

  /// Our own session, in a process.
  package init(worker: [String], timeLimitMs: Int) {
    self.init(command: worker.joined(separator: " "), timeLimitMs: timeLimitMs)
    self.worker = worker
  }

  /// The words for what is compared with programs of another design.
  package static let comparisons = ProfileName.designs + [.states]

  package var words: [String] { worker ?? ["/bin/sh", "-c", command] }
}

extension ProfileName { static let states: Self = "states" }

/// The kinds of disks, by how they treat operations that were not synced.
public enum DiskKind: String, CaseIterable, Sendable {
  /// As the standard allows, each is kept, dropped or torn, whatever happens to the others.
  case posix
  /// As ext4 does by default: names are kept in order up to some point, and a rename that replaces a file brings the
  /// content.
  case ordered
}

/// The programs under test that are running.
public enum TestedPrograms {
  private static let sources = Guarded<[any DispatchSourceSignal]>([])
  private static let isEnding = Atomic(false)
  /// A separate queue, since players may use all threads of the others.
  private static let queue = DispatchQueue(label: "TestedPrograms")

  /// For a process that starts no other programs: adopts the orphans of programs under test, so that they end with it,
  /// and if a signal asks this process to end, ends the programs first.
  public static func endWithThisProcess() {
    ChildProcess.adoptOrphans()
    sources.withLock { sources in
      guard sources.isEmpty else { return }
      for number in [SIGINT, SIGTERM, SIGHUP] {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler {
          isEnding.store(true, ordering: .sequentiallyConsistent)
          ChildProcess.endAllGroups(after: stopBridges)
          ScenarioDirectory.removeOwn()
          signal(number, SIG_DFL)
          // The parent process may have blocked the signal.
          var own = sigset_t()
          sigemptyset(&own)
          sigaddset(&own, number)
          pthread_sigmask(SIG_UNBLOCK, &own, nil)
          kill(getpid(), number)
        }
        source.resume()
        sources.append(source)
      }
    }
  }

  // MARK: Bridges

  /// The bridges that run, with the write ends of their inputs.
  private static let bridges = Guarded<[Int32: (bridge: ChildProcess, input: Int32)]>([:])
  /// How long they may take to clean up where no signal from here reaches.
  private static let patience = Duration.seconds(10)

  /// Has a bridge be sent `app.stop` if a signal asks this process to end.
  ///
  /// - Parameter input: a descriptor of the bridge's input, which is closed here.
  static func stopWhenEnding(_ bridge: ChildProcess, input: Int32) {
    forget(bridge.pid)
    if input >= 0 { bridges.withLock { $0[bridge.pid] = (bridge, input) } }
  }

  static func forget(_ bridge: Int32) {
    bridges.withLock { bridges in if let known = bridges.removeValue(forKey: bridge) { close(known.input) } }
  }

  /// Asks all bridges to stop, and waits for their ends.
  private static func stopBridges() {
    // No request of a run has this number.
    let line = Array(#"{"id":2147483647,"jsonrpc":"2.0","method":"app.stop","params":{}}"#.utf8) + [UInt8(ascii: "\n")]
    let running = bridges.withLock { bridges in
      for known in bridges.values { _ = line.withUnsafeBytes { write(known.input, $0.baseAddress, $0.count) } }
      return bridges.values.map(\.bridge)
    }
    let deadline = ContinuousClock.now.advanced(by: patience)
    while !running.allSatisfy({ $0.hasEnded() }), ContinuousClock.now < deadline { usleep(10_000) }
  }

  /// Does not return if this process is about to end: its programs' deaths then mean nothing.
  static func blockWhileTerminating() { while isEnding.load(ordering: .sequentiallyConsistent) { usleep(100_000) } }
}
