import HomeworkMotion

/// When a script's moments come about, and when what a program does is heard of: later than it happens if the program
/// has a clock of its own, or if a bridge passes its reports on.
struct Delivery {
  private var scriptMs = 0
  private var actions: [(scriptMs: Int, realMs: Int)] = []
  private var last = (scriptMs: 0, realMs: 0)
  /// When a bridge may have passed on less than was shown.
  private var unreportedMs: [ClosedRange<Int>] = []
  /// The facts whose cues may have been reported in a life that a bridge ended in its opening.
  private var possiblyUnreported: Set<Trigger> = []
  /// The first expectation of a cue that does not hold although all is as in the model, and what was found.
  var unreached: String?

  // MARK: A real clock

  /// An action takes its time, and the script's clock stands meanwhile.
  mutating func act(atMs: Int) {
    last = (scriptMs, atMs)
    actions.append(last)
  }

  mutating func resume(atMs: Int) { last = (scriptMs, atMs) }

  /// Returns the moments up to the end of a wait, which counts from the beginning of the action before it. With a real
  /// clock the program is read at many of them, since a cue may be dated by when it is read.
  mutating func moments(of waitMs: Int, from nowMs: Int, isReal: Bool) -> [Int] {
    scriptMs += waitMs
    guard isReal else { return [nowMs + waitMs] }
    // The action before may have taken longer.
    let endMs = max(nowMs, last.realMs + scriptMs - last.scriptMs)
    return Array(stride(from: nowMs + 20, to: endMs, by: 20)) + [endMs]
  }

  /// Returns when a moment of the script came about: a cue belongs to the last action before it.
  func real(_ atMs: Int) -> Int {
    let action = actions.last { $0.scriptMs <= atMs } ?? (0, 0)
    return action.realMs + atMs - action.scriptMs
  }

  // MARK: A bridge

  mutating func miss(_ range: ClosedRange<Int>) { unreportedMs.append(range) }
  mutating func markUnreported(_ cues: [Cue]) { possiblyUnreported.formUnion(cues.map(\.trigger)) }
  func mayBeUnreported(_ cue: Cue) -> Bool { possiblyUnreported.contains(cue.trigger) }

  /// Returns whether a cue may have ended, by itself or before it showed, before a bridge passed that on.
  func mayHaveEndedUnreported(_ cue: Cue, toleranceMs: Int) -> Bool {
    let endMs = cue.ending.reason == .killResume ? cue.startMs + cue.durationMs : cue.ending.atMs
    return unreportedMs.contains { $0.lowerBound - toleranceMs <= endMs && endMs <= $0.upperBound + toleranceMs }
  }
}
