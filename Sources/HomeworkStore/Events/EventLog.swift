import HomeworkEngine
package import HomeworkModel

extension ReadTransaction {
  /// Returns the numbers of the oldest and the newest event that are kept.
  package func eventRange() throws(StoreError) -> EventRange { try rows.eventRange() }

  /// Returns the events after number `since`, in order; 0 is before the first.
  ///
  /// - Throws: `historyGone` where one of them is trimmed already, or where `since` has not happened yet, as after the
  ///   restore of an older backup.
  package func events(since: Int64, limit: Int = 500) throws(StoreError) -> [Event] {
    // The caller's, who may ask for what follows the last number there is.
    let (first, isLast) = since.addingReportingOverflow(1)
    let events = isLast ? [] : try rows.events(first...(.max), limit: max(1, limit))
    guard events.first?.sequence != first else { return events }
    let range = try eventRange()
    guard events.isEmpty, range.newest == since else {
      throw .historyGone(oldest: range.oldest, newest: range.newest)
    }
    return []
  }

  /// The latest events up to the last that speaks of an attempt, in order; none where its own are trimmed already.
  package func events(untilLastOf attempt: Attempt.ID, limit: Int = 256) throws(StoreError) -> [Event] {
    guard let last = try rows.lastEvent(of: attempt) else { return [] }
    return try rows.events(last - Int64(limit) + 1...last, limit: limit)
  }
}

extension WriteTransaction {
  /// How many events go by between two looks at what is to be forgotten.
  private static let forgettingInterval: Int64 = 256

  /// Takes away the oldest events, as many as there are too many or too old, never from between, and never the newest;
  /// and the replies to requests that are forgotten.
  func forget(_ options: StoreOptions, newest: Int64) throws(StoreError) {
    guard newest % Self.forgettingInterval == 0 else { return }
    try rows.trimEvents(
      newest: newest, keeping: options.keptEvents,
      since: now.adding(milliseconds: -Int64(options.keptEventDays) * 86_400_000))
    try rows.forgetRequests(before: oldestRequest)
  }
}
