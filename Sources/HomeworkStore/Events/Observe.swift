import HomeworkSQLite

extension Store {
  /// What `body` gives: at once, and again whenever what it read has changed, by whomever.
  ///
  ///     for try await homework in store.observe({ try $0.homeworkList().items }) { show(homework) }
  ///
  /// - It is read at the pace of whoever iterates: one that is slow gets the latest value, and none of those before it.
  /// - It is read again after each commit that touches a table that it was read from, of this process, and within a tenth of
  ///   a second after any commit of another process, which does not say what it has touched. So a value may come again as
  ///   it was; where values are `Equatable`, those that are equal to the one before are left out.
  /// - Tables of an app's own count as well.
  ///
  /// It ends when its task is cancelled, and with the first error: what `body` throws, as it is, or `StoreError`.
  public func observe<Value: Sendable>(
    _ body: @escaping @Sendable (ReadTransaction) throws -> Value
  ) -> some AsyncSequence<Value, any Error> & Sendable {
    ObservedValues(store: self, body: body) { _, _ in false }
  }

  /// The same, without the values that are equal to the one before.
  public func observe<Value: Sendable & Equatable>(
    _ body: @escaping @Sendable (ReadTransaction) throws -> Value
  ) -> some AsyncSequence<Value, any Error> & Sendable {
    ObservedValues(store: self, body: body) { $0 == $1 }
  }
}

private struct ObservedValues<Value: Sendable>: AsyncSequence, Sendable {
  let store: Store
  let body: @Sendable (ReadTransaction) throws -> Value
  let isSame: @Sendable (Value, Value) -> Bool

  func makeAsyncIterator() -> Iterator { Iterator(observed: self) }

  struct Iterator: AsyncIteratorProtocol {
    let observed: ObservedValues
    private var last: Value?
    /// What the last value was read from, and the round before.
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
          let (value, tables) = try await observed.store.read { tx in (try body(tx), tx.connection.tablesRead) }
          source = (tables, round)
          if let last, observed.isSame(last, value) { continue }
          last = value
          return value
        } catch {
          isOver = true
          // Cancelled in the midst of it: that is an end, too.
          if Task.isCancelled { break }
          throw error
        }
      }
      isOver = true
      return nil
    }
  }
}
