public import HomeworkModel
import HomeworkSQLite

extension ReadTransaction {
  /// Returns attempts of the learner, newest first, then by id. `after` is the `next` of the page before.
  public func attemptList(
    of homeworkId: Homework.ID? = nil, state: Attempt.State? = nil, limit: Int = 50, after cursor: String? = nil
  ) throws(StoreError) -> Page<Attempt> {
    guard Self.pageLimits.contains(limit) else { throw Self.wrongLimit(limit) }
    var conditions = ["a.learner = \(Self.wantedLearner)"]
    var values: [any SQLBindable] = [learnerRow]
    if let homeworkId {
      conditions.append("h.public_id = ?")
      values.append(homeworkId.key)
    }
    if let state {
      conditions.append("a.state = ?")
      values.append(state.rawValue)
    }
    if let cursor {
      let (startedAt, id) = try Self.position(of: cursor)
      conditions.append("(a.started_at_ms, a.public_id) < (?, ?)")
      values += [startedAt, id]
    }
    let text = conditions.joined(separator: " AND ")
    let found = try stored(
      .text(of: "attempts \(text)") {
        "\(Self.attemptColumns) WHERE \(text) ORDER BY a.started_at_ms DESC, a.public_id DESC LIMIT ?"
      }, binding: values + [limit + 1])
    let items = try found.prefix(limit).map(shown)
    return Page(items: items, next: found.count > limit ? items.last.map(Self.cursor) : nil)
  }

  private static func cursor(after attempt: Attempt) -> String {
    "\(attempt.startedAt.millisecondsSince1970).\(attempt.id)"
  }
}
