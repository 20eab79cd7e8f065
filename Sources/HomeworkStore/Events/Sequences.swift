public import HomeworkModel

extension Store {
  /// Returns the events from now on, or after a given event number, from this process or another on the same file, each
  /// once and in order.
  ///
  ///     for try await event in try await store.events() { print(event.kind) }
  ///
  /// The sequence reads the log at its consumer's pace: a slow consumer delays no other, and misses nothing unless it
  /// falls behind the trimmed history. It ends when its task is cancelled.
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
  /// Returns the result of `body`: at once, and again after each change to its inputs, in any process.
  ///
  ///     for try await homework in store.observe({ try $0.homeworkList().items }) { show(homework) }
  ///
  /// - Values are read at the consumer's pace: a slow consumer gets the latest value and skips those before it.
  /// - `body` runs again after each commit of this process that touches a table that it read, and within a tenth of a
  ///   second after any commit of another process, which does not report its tables. So the same value may recur; if
  ///   values are `Equatable`, consecutive duplicates are dropped.
  ///
  /// The sequence ends when its task is cancelled, and with the first error: the error that `body` throws, or
  /// `StoreError`.
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
      /// The tables read for the last value, and the round before the read.
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
            // A task cancelled during the read ends the sequence, too.
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
