package import HomeworkModel
import HomeworkSQLite

/// The name of a write that may come again, because its answer was lost on the way.
package struct Request: Hashable, Sendable {
  /// How long the first reply is kept for those who ask again: of time that the store saw pass. A clock that goes on by
  /// more than a day from one write to the next was set.
  package static let memoryMs: Int64 = 24 * 3_600_000

  /// A UUID, in lower case.
  package let id: String
  /// What is asked for, in a form that is the same each time.
  package let parameters: String

  /// `nil` unless `id` is a UUID.
  package init?(id: String, parameters: String) {
    guard let uuid = Identifier<Request>(id) else { return nil }
    self.id = uuid.text
    self.parameters = parameters
  }
}

/// What is kept of a reply, for whoever asks again.
package enum KeptReply: Hashable, Sendable {
  case whole(String)
  /// That to a settled answer, which is made again from the answer: a copy of it would be many times as large.
  case answer(Attempt.ID, index: Int)
}

extension WriteTransaction {
  /// What `body` returned when this request was first made in the last 24 hours; made now for the first time, what it
  /// returns.
  ///
  /// It is stored in the same transaction, so that asking again after a crash between commit and reply changes nothing.
  /// What throws is not remembered.
  /// - Throws: `requestReused` where the same id came with other parameters.
  package func once(_ request: Request, _ body: () throws -> KeptReply) throws -> KeptReply {
    let parameters = SHA256.hexDigest(of: request.parameters.utf8)
    let oldest = now.millisecondsSince1970 - Request.memoryMs
    try run("DELETE FROM request WHERE at_ms < ?", oldest)
    let known = try first(
      "SELECT parameters, reply, attempt, position FROM request WHERE id = ?", request.id
    ) { (row) throws(SQLiteError) in
      (
        parameters: row.text(0),
        reply: row.isNull(2)
          ? KeptReply.whole(row.text(1))
          : .answer(try row.id(2), index: try row.int(3, in: Stored.positions, "position"))
      )
    }
    if let known {
      guard known.parameters == parameters else { throw StoreError.requestReused(request.id) }
      return known.reply
    }
    let kept = try body()
    let (reply, attempt, index): (String?, Attempt.ID?, Int?) =
      switch kept {
      case .whole(let reply): (reply, nil, nil)
      case .answer(let id, let index): (nil, id, index)
      }
    try run(
      """
      INSERT INTO request (id, parameters, reply, attempt, position, at_ms, learner) VALUES (?, ?, ?, ?, ?, ?, ?)
      """, request.id, parameters, reply, attempt?.key, index, now.millisecondsSince1970,
      toldLearner ?? learnerKeys().row)
    return kept
  }
}
