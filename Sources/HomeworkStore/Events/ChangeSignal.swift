import HomeworkSystem

/// Wakes tasks that wait for changes to some tables.
///
/// Changes are counted in rounds within this process. A reader notes the round before it reads and waits for later
/// changes, so that it misses none in between.
final class ChangeSignal: Sendable {
  /// The interval between checks of the file for other processes' changes while a task waits, in milliseconds.
  static let pollMs = 100

  private struct Waiting {
    let tables: TableSet
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var round: UInt64 = 0
    /// The round of each table's last change, by its bit.
    var latest = [UInt64](repeating: 0, count: 64)
    var newestEvent: Int64 = 0
    var waiting: [Int: Waiting] = [:]
    var tickets = 0
    var timer: (any DispatchSourceTimer)?
    var poll: (@Sendable () -> Void)?

    func wereAnnounced(_ tables: TableSet, after round: UInt64) -> Bool {
      latest.indices.contains { tables.has($0) && latest[$0] > round }
    }
  }

  private let state = Guarded(State())

  /// Sets the closure that is called repeatedly while a task waits, to announce other processes' changes.
  func setPoll(_ poll: @escaping @Sendable () -> Void) {
    state.withLock { $0.poll = poll }
  }

  var round: UInt64 { state.withLock { $0.round } }

  /// The newest event known to this process; 0 if it knows none.
  var newestEvent: Int64 { state.withLock { $0.newestEvent } }

  func announce(_ tables: TableSet, newestEvent: Int64? = nil) {
    let woken = state.withLock { state -> [Waiting] in
      state.round += 1
      for bit in 0..<64 where tables.has(bit) { state.latest[bit] = state.round }
      if let newestEvent { state.newestEvent = newestEvent }
      guard !state.waiting.isEmpty else { return [] }
      let due = state.waiting.filter { !$0.value.tables.isDisjoint(with: tables) }
      for ticket in due.keys { state.waiting[ticket] = nil }
      stopTimerWhereIdle(&state)
      return Array(due.values)
    }
    for waiting in woken { waiting.continuation.resume() }
  }

  /// Returns once a later round has changed one of the tables, or the task is cancelled.
  func wait(for tables: TableSet, after round: UInt64) async {
    let ticket = state.withLock { state in
      state.tickets += 1
      return state.tickets
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard !Task.isCancelled, !state.wereAnnounced(tables, after: round) else { return true }
          state.waiting[ticket] = Waiting(tables: tables, continuation: continuation)
          startTimer(&state)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        let found = state.waiting.removeValue(forKey: ticket)
        stopTimerWhereIdle(&state)
        return found
      }
      waiting?.continuation.resume()
    }
  }

  private func startTimer(_ state: inout State) {
    guard state.timer == nil, let poll = state.poll else { return }
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + .milliseconds(Self.pollMs), repeating: .milliseconds(Self.pollMs))
    timer.setEventHandler(handler: poll)
    timer.resume()
    state.timer = timer
  }

  private func stopTimerWhereIdle(_ state: inout State) {
    guard state.waiting.isEmpty else { return }
    state.timer?.cancel()
    state.timer = nil
  }
}

extension TableSet {
  fileprivate func has(_ bit: Int) -> Bool { rawValue & 1 << UInt64(bit) != 0 }
}
