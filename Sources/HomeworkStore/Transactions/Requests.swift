package import HomeworkModel

/// Identifies a write that may be repeated because its reply was lost.
package struct Request: Hashable, Sendable {
  /// The first reply is kept for repeated requests for this time, in milliseconds, and for this number of events,
  /// whichever is more: neither a clock that is set nor a busy day makes a lost reply a second write.
  package static let memoryMs: Int64 = 24 * 3_600_000, memoryEvents: Int64 = 100_000

  /// A UUID in lower case.
  package let id: String
  /// The hexadecimal SHA-256 of the parameters, computed before waiting for the writer.
  package let parameters: String

  /// Returns `nil` unless `id` is a UUID.
  ///
  /// - Parameter parameters: the parameters in a canonical form.
  package init?(id: String, parameters: String) {
    guard let uuid = Identifier<Request>(id) else { return nil }
    self.id = uuid.text
    self.parameters = SHA256.hexDigest(of: parameters.utf8)
  }
}

extension ReadTransaction {
  /// Returns the reply to this request; `nil` if it was not made, or is forgotten by `now`.
  ///
  /// - Throws: `requestReused` if the same id came with other parameters.
  package func reply(to request: Request, at now: Timestamp) throws(StoreError) -> KeptReply? {
    guard let known = try rows.request(request.id, since: now.adding(milliseconds: -Request.memoryMs)) else {
      return nil
    }
    guard known.parameters == request.parameters else { throw .requestReused(request.id) }
    return known.reply
  }
}

extension WriteTransaction {
  /// Returns the reply to this request if it was made in the last 24 hours, or among the last 100,000 events; otherwise
  /// calls `body`.
  ///
  /// The reply is stored in the same transaction, so that repeating the request after a crash between commit and reply
  /// changes nothing. Errors are not remembered.
  /// - Throws: `requestReused` if the same id came with other parameters.
  package func idempotently(_ request: Request, _ body: () throws -> KeptReply) throws -> KeptReply {
    if let reply = try reply(to: request, at: now) { return reply }
    let kept = StoredRequest(parameters: request.parameters, reply: try body())
    try rows.insert(
      kept, id: request.id, of: lastLearner ?? learner().id, at: now, after: newestEvent ?? eventRange().newest)
    return kept.reply
  }

  /// Keeps the request, which was not made before, together with what `body` saves. Its reply says nothing.
  package func keeping<Value>(_ request: Request?, _ body: () throws -> Value) throws -> Value {
    let value = try body()
    if let request { _ = try idempotently(request) { .whole("{}") } }
    return value
  }

  /// The time before which requests are forgotten.
  var oldestRequest: Timestamp { now.adding(milliseconds: -Request.memoryMs) }
}
