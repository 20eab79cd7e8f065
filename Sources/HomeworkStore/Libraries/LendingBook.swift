/// Keeps the books of a pool: which names are open, which of them are used, and which are to be closed for others.
///
/// It only decides: its caller opens and closes, and reports when that is done.
package struct LendingBook {
  /// What a caller that asks for a name is to do.
  package enum Step: Equatable {
    /// Use it: it is open, and counted as in use once more.
    case use
    /// Open it, after closing these.
    case open(closing: [String])
    /// Ask again later: it is being opened or closed, or somebody has claimed it.
    case wait
  }

  private enum State: Equatable {
    case opening, closing, claimed
    case open(uses: Int)
  }

  /// How many may be open at a time, unless more are in use.
  package let limit: Int
  /// How many of the most recently requested names are kept ready; all others rest.
  package let readyLimit: Int

  private var states: [String: State] = [:]
  /// The names that are open and unused, by how long they have been so.
  private var idle = Recency()
  private var ready = Recency()
  /// How many are open or about to be, and how many of them are in use.
  package private(set) var openCount = 0, usedCount = 0
  package private(set) var opened = 0, closed = 0

  package init(limit: Int, readyLimit: Int) {
    (self.limit, self.readyLimit) = (max(1, limit), max(1, readyLimit))
  }

  /// Asks for a name. Each use must be given back once.
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

  /// Records whether a name that was to be opened is open; if so, its first use has begun.
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

  /// Returns the name to put to rest, now that this one was asked for.
  package mutating func becomesReady(_ name: String) -> String? {
    ready.touch(name)
    return ready.count > readyLimit ? ready.takeOldest() : nil
  }

  /// Returns the names to close, now that this one has one use less.
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

  /// What a caller that claims a name is to do.
  package enum Claim: Equatable {
    /// Take it, closing it first if it is open.
    case take(closing: Bool)
    case wait
    /// Give up: somebody uses it.
    case refuse
  }

  /// Claims a name, so that nobody else has it open meanwhile.
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
  /// An entry for each touch: only the last one of a name counts.
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
