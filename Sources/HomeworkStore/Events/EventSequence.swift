import Foundation
public import HomeworkModel
import Synchronization

/// The events of a store as they happen, in this process or in another on the same file, each once and in order.
///
/// It reads the log at the pace of its reader: one that is slow holds up nobody, and misses nothing unless it falls
/// behind what is kept. It ends when its task is cancelled, and throws `StoreError`.
public struct EventSequence: AsyncSequence, Sendable {
  let store: Store
  let since: Int64

  public func makeAsyncIterator() -> Iterator { Iterator(store: store, last: since) }

  /// Reads the log in pages.
  public struct Iterator: AsyncIteratorProtocol {
    let store: Store
    var last: Int64
    var ready: ArraySlice<Event> = []

    public mutating func next() async throws -> Event? {
      while ready.isEmpty {
        guard !Task.isCancelled else { return nil }
        let since = last
        ready = try await store.read { try $0.events(since: since) }[...]
        if ready.isEmpty { await store.changes.wait(beyond: last) }
      }
      let event = ready.removeFirst()
      last = event.sequence
      return event
    }
  }
}

extension Store {
  /// Returns what happens from now on or, given the number of an event that was seen, after that one.
  ///
  /// - Throws: `historyGone` from the sequence, where events after `since` are trimmed already.
  public func events(since: Int64? = nil) throws -> EventSequence {
    EventSequence(store: self, since: try since ?? readAndWait { try $0.eventRange().newest })
  }
}

/// Wakes those who wait for an event.
final class ChangeSignal: Sendable {
  /// How often the file is looked at for what other processes did, in milliseconds, while anybody waits.
  static let pollMs = 100

  private struct State {
    var newest: Int64 = 0
    var waiting: [Int: (beyond: Int64, CheckedContinuation<Void, Never>)] = [:]
    var tickets = 0
    var timer: (any DispatchSourceTimer)?
    var poll: (@Sendable () -> Int64?)?
  }

  private let state = Mutex(State())

  /// Asked for the newest event while anybody waits.
  func setPoll(_ poll: @escaping @Sendable () -> Int64?) {
    state.withLock { $0.poll = poll }
  }

  /// The newest that this process knows of; 0 where it knows of none.
  var announced: Int64 { state.withLock { $0.newest } }

  func announce(_ newest: Int64) {
    let woken = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.newest = newest
      guard !state.waiting.isEmpty else { return [] }
      let due = state.waiting.filter { $0.value.beyond != newest }
      for ticket in due.keys { state.waiting[ticket] = nil }
      stopTimerWhereIdle(&state)
      return due.values.map(\.1)
    }
    for continuation in woken { continuation.resume() }
  }

  /// Returns once the newest event is another than `sequence`, or the task is cancelled.
  func wait(beyond sequence: Int64) async {
    let ticket = state.withLock { state in
      state.tickets += 1
      return state.tickets
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard !Task.isCancelled, state.newest <= sequence else { return true }
          state.waiting[ticket] = (sequence, continuation)
          startTimer(&state)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let continuation = state.withLock { state in
        let found = state.waiting.removeValue(forKey: ticket)?.1
        stopTimerWhereIdle(&state)
        return found
      }
      continuation?.resume()
    }
  }

  private func startTimer(_ state: inout State) {
    guard state.timer == nil, state.poll != nil else { return }
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + .milliseconds(Self.pollMs), repeating: .milliseconds(Self.pollMs))
    timer.setEventHandler { [weak self] in self?.look() }
    timer.resume()
    state.timer = timer
  }

  private func stopTimerWhereIdle(_ state: inout State) {
    guard state.waiting.isEmpty else { return }
    state.timer?.cancel()
    state.timer = nil
  }

  private func look() {
    guard let newest = state.withLock({ $0.poll })?() else { return }
    announce(newest)
  }
}
