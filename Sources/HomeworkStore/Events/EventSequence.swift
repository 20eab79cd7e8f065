public import HomeworkModel
import HomeworkSQLite

extension Store {
  /// What happens from now on or, with the number of an event that was seen, after that one: in this process or in another
  /// on the same file, each event once and in order.
  ///
  ///     for try await event in try await store.events() { print(event.kind) }
  ///
  /// It reads the log at the pace of its reader: one that is slow holds up nobody, and misses nothing unless it falls behind
  /// what is kept. It ends when its task is cancelled.
  ///
  /// - Throws: `historyGone` from the sequence, where events after `since` are trimmed already.
  public func events(since: Int64? = nil) async throws -> some AsyncSequence<Event, any Error> & Sendable {
    if let since { return EventSequence(store: self, since: since) }
    return EventSequence(store: self, since: try await read { try $0.eventRange().newest })
  }
}

private struct EventSequence: AsyncSequence, Sendable {
  let store: Store
  let since: Int64

  func makeAsyncIterator() -> Iterator { Iterator(store: store, last: since) }

  /// Reads the log in pages.
  struct Iterator: AsyncIteratorProtocol {
    let store: Store
    var last: Int64
    var ready: ArraySlice<Event> = []

    mutating func next() async throws -> Event? {
      while ready.isEmpty {
        guard !Task.isCancelled else { return nil }
        let (since, round) = (last, store.changes.round)
        ready = try await store.read { try $0.events(since: since) }[...]
        if ready.isEmpty { await store.changes.wait(for: Self.log, after: round) }
      }
      let event = ready.removeFirst()
      last = event.sequence
      return event
    }

    private static let log = TableSet("event")
  }
}
