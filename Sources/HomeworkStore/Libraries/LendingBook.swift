/// The books of a pool: which names are open, which are in use, and which to close to make room.
///
/// It only decides: the caller opens and closes values, and reports when it has done so.
package struct LendingBook {
  /// The next step for a caller that requests a name.
  package enum Step: Equatable {
    /// Use the value: it is open, and its use count has been increased.
    case use
    /// Open the value, after closing these.
    case open(closing: [String])
    /// Ask again later: the value is being opened or closed, or another caller has claimed it.
    case wait
  }

  private enum State: Equatable {
    case opening, closing, claimed
    case open(uses: Int)
  }

  /// The maximum number of open values, unless more are in use.
  package let limit: Int
  /// The number of most recently requested names kept ready; all others rest.
  package let readyLimit: Int

  private var states: [String: State] = [:]
  /// The open and unused names, longest unused first.
  private var idle = Recency()
  private var ready = Recency()
  /// The number of values open or about to be, and the number of those in use.
  package private(set) var openCount = 0, usedCount = 0
  package private(set) var opened = 0, closed = 0

  package init(limit: Int, readyLimit: Int) {
    (self.limit, self.readyLimit) = (max(1, limit), max(1, readyLimit))
  }

  /// Requests a name. Each use must be given back once.
  package mutating func ask(for name: String) -> Step {
    switch states[name] {
    case .open(let uses):
      states[name] = .open(uses: uses + 1)
      if uses == 0 {
        usedCount += 1
        idle.remove(name)
      }
      return .use
    case nil:
      let closing = closeIdle(downTo: limit - 1)
      states[name] = .opening
      openCount += 1
      return .open(closing: closing)
    case .opening, .closing, .claimed: return .wait
    }
  }

  /// Records whether opening a name succeeded; if so, its first use has begun.
  package mutating func hasOpened(_ name: String, _ isOpen: Bool) {
    guard isOpen else {
      states[name] = nil
      openCount -= 1
      return
    }
    states[name] = .open(uses: 1)
    usedCount += 1
    opened += 1
  }

  /// Records the request for a name, and returns the name to put to rest.
  package mutating func becomesReady(_ name: String) -> String? {
    ready.touch(name)
    return ready.count > readyLimit ? ready.takeOldest() : nil
  }

  /// Takes back one use of a name, and returns the names to close.
  package mutating func giveBack(_ name: String) -> [String] {
    guard case .open(let uses) = states[name] else { return [] }
    states[name] = .open(uses: uses - 1)
    guard uses == 1 else { return [] }
    usedCount -= 1
    idle.touch(name)
    return closeIdle(downTo: limit)
  }

  package mutating func hasClosed(_ name: String) {
    states[name] = nil
    closed += 1
  }

  /// The next step for a caller that claims a name.
  package enum Claim: Equatable {
    /// Take it, closing it first if it is open.
    case take(closing: Bool)
    case wait
    /// Give up: it is in use.
    case refuse
  }

  /// Claims a name, so that no other caller can have it open meanwhile.
  package mutating func claim(_ name: String) -> Claim {
    switch states[name] {
    case nil:
      states[name] = .claimed
      return .take(closing: false)
    case .open(uses: 0):
      close(name)
      states[name] = .claimed
      closed += 1
      return .take(closing: true)
    case .open: return .refuse
    case .opening, .closing, .claimed: return .wait
    }
  }

  package mutating func release(_ name: String) { states[name] = nil }

  private mutating func closeIdle(downTo count: Int) -> [String] {
    var names: [String] = []
    while openCount > count, let oldest = idle.takeOldest() {
      close(oldest)
      names.append(oldest)
    }
    return names
  }

  private mutating func close(_ name: String) {
    states[name] = .closing
    openCount -= 1
    idle.remove(name)
    ready.remove(name)
  }
}

/// Names in order of their last touch.
package struct Recency {
  private var ticks: [String: UInt64] = [:]
  /// An entry for each touch; only a name's last entry counts.
  private var line: ArraySlice<(name: String, tick: UInt64)> = []
  private var tick: UInt64 = 0

  package init() {}

  package var count: Int { ticks.count }

  package mutating func touch(_ name: String) {
    tick += 1
    ticks[name] = tick
    line.append((name, tick))
    // Keeps the line from growing with every touch.
    guard line.count > 2 * ticks.count + 16 else { return }
    line = line.filter { ticks[$0.name] == $0.tick }[...]
  }

  package mutating func remove(_ name: String) { ticks[name] = nil }

  package mutating func takeOldest() -> String? {
    while let (name, tick) = line.popFirst() {
      guard ticks[name] == tick else { continue }
      ticks[name] = nil
      return name
    }
    return nil
  }
}
