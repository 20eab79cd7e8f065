public import HomeworkModel

extension Store {
  /// Returns the events that happen from now on or, given the number of an event, after that one: in this process or in
  /// another on the same file, each event once and in order.
  ///
  ///     for try await event in try await store.events() { print(event.kind) }
  ///
  /// It reads the log at the pace of its reader: a slow one holds up nobody, and misses nothing unless it falls behind
  /// what is kept. It ends when its task is cancelled.
  ///
  /// - Throws: `historyGone` from the sequence, if events after `since` are already trimmed.
  public func events(since: Int64? = nil) async throws -> some AsyncSequence<Event, any Error> & Sendable {
    if let since { return EventSequence(store: self, since: since) }
    return EventSequence(store: self, since: try await read { try $0.eventRange().newest })
  }
}

extension Store {
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
}

// MARK: Observed values

extension Store {
  /// Returns the result of `body`: at once, and again whenever what it read has changed, in any process.
  ///
  ///     for try await homework in store.observe({ try $0.homeworkList().items }) { show(homework) }
  ///
  /// - It is read at the pace of its reader: a slow one gets the latest value, and none of those before it.
  /// - It is read again after each commit of this process that touches a table that it was read from, and within a
  ///   tenth of a second after any commit of another process, which does not say what it touched. So the same value may
  ///   come again; if values are `Equatable`, those equal to the one before are left out.
  /// - An app's own tables count as well.
  ///
  /// It ends when its task is cancelled, and with the first error: what `body` throws, as it is, or `StoreError`.
  public func observe<Value: Sendable>(
    _ body: @escaping @Sendable (ReadTransaction) throws -> Value
  ) -> some AsyncSequence<Value, any Error> & Sendable {
    ObservedValues(store: self, body: body)
  }
}

extension Store {
  private struct ObservedValues<Value: Sendable>: AsyncSequence, Sendable {
    let store: Store
    let body: @Sendable (ReadTransaction) throws -> Value

    func makeAsyncIterator() -> Iterator { Iterator(observed: self) }

    struct Iterator: AsyncIteratorProtocol {
      let observed: ObservedValues
      private var last: Value?
      /// The tables that the last value was read from, and the round before the read.
      private var source: (tables: TableSet, round: UInt64)?
      private var isOver = false

      fileprivate init(observed: ObservedValues) {
        self.observed = observed
      }

      mutating func next() async throws -> Value? {
        let (changes, body) = (observed.store.changes, observed.body)
        while !isOver {
          if let source { await changes.wait(for: source.tables, after: source.round) }
          guard !Task.isCancelled else { break }
          let round = changes.round
          do {
            let (value, tables) = try await observed.store.read { tx in
              (try body(tx), tx.rows.tablesRead)
            }
            source = (tables, round)
            if let last, Self.isSame(last, value) { continue }
            last = value
            return value
          } catch {
            isOver = true
            // Cancelled during the read: that is an end, too.
            if Task.isCancelled { break }
            throw error
          }
        }
        isOver = true
        return nil
      }

      private static func isSame(_ one: Value, _ other: Value) -> Bool {
        func isEqual<Known: Equatable>(_ one: Known) -> Bool { one == other as? Known }
        return (one as? any Equatable).map { isEqual($0) } ?? false
      }
    }
  }
}
