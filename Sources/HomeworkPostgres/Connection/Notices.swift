internal import CHomeworkPostgres

/// A notice from the server, sent in addition to its results.
package struct PostgresNotice: Hashable, Sendable {
  /// The severity in English, such as WARNING.
  package let severity: String
  package let sqlState: String, message: String
}

/// The notices of one connection, which are not printed.
final class Notices {
  private var kept: [PostgresNotice] = []
  /// The number of notices received so far.
  private(set) var count = 0
  private static let limit = 100

  /// Receives a connection's notices. The connection must not outlive this object.
  func listen(to connection: OpaquePointer) {
    _ = pq.setNoticeReceiver(
      connection,
      { context, result in
        guard let context, let result else { return }
        Unmanaged<Notices>.fromOpaque(context).takeUnretainedValue().add(result)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func add(_ result: OpaquePointer) {
    count += 1
    if kept.count == Self.limit { kept.removeFirst() }
    kept.append(
      PostgresNotice(
        severity: field(result, .severity) ?? "", sqlState: field(result, .sqlState) ?? "",
        message: field(result, .message) ?? String(cString: pq.resultErrorMessage(result))))
  }

  func take() -> [PostgresNotice] {
    defer { kept = [] }
    return kept
  }

  /// Returns the notices after the first `count`.
  func since(_ count: Int) -> ArraySlice<PostgresNotice> { kept.suffix(self.count - count) }

  /// The last message of a server that ended the connection.
  var farewell: PostgresNotice? { kept.last { ["FATAL", "PANIC"].contains($0.severity) } }
}

/// Returns a field of an error or a notice.
func field(_ result: OpaquePointer, _ part: ErrorField) -> String? {
  pq.resultErrorField(result, CInt(part.rawValue)).map { String(cString: $0) }
}
