package import HomeworkModel

extension ReadTransaction {
  /// Returns the numbers of the oldest and the newest event kept.
  package func eventRange() throws(StoreError) -> EventRange { try rows.eventRange() }

  /// Returns the events after number `since`, in order; 0 is before the first.
  ///
  /// - Throws: `historyGone` if one of them is already trimmed, or if `since` has not happened yet, as after restoring
  ///   an older backup.
  package func events(since: Int64, limit: Int = 500) throws(StoreError) -> [Event] {
    // The caller chooses the number, so it may be the last possible one.
    let (first, isLast) = since.addingReportingOverflow(1)
    let events = isLast ? [] : try rows.events(first...(.max), limit: max(1, limit))
    guard events.first?.sequence != first else { return events }
    let range = try eventRange()
    guard events.isEmpty, range.newest == since else {
      throw .historyGone(oldest: range.oldest, newest: range.newest)
    }
    return []
  }

  /// Returns the number of an attempt's last event; `nil` if none is kept.
  package func lastEvent(of attempt: Attempt.ID) throws(StoreError) -> Int64? { try rows.lastEvent(of: attempt) }

  /// Returns the latest events up to an attempt's last one, in order; none if its own are already trimmed.
  package func events(untilLastOf attempt: Attempt.ID, limit: Int = 256) throws(StoreError) -> [Event] {
    guard let last = try lastEvent(of: attempt) else { return [] }
    return try rows.events(last - Int64(limit) + 1...last, limit: limit)
  }
}
