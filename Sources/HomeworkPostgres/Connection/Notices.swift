internal import CHomeworkPostgres

/// What a server tells besides its answers.
package struct PostgresNotice: Hashable, Sendable {
  /// WARNING and the like, in English.
  package let severity: String
  package let sqlState: String, message: String
}

/// The notices of one connection, which nobody prints.
final class Notices {
  private var kept: [PostgresNotice] = []
  /// All that came so far.
  private(set) var count = 0
  private static let limit = 100

  /// Has the notices of a connection come here. It must not outlive this.
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

  /// Returns those that came after the first `count`.
  func since(_ count: Int) -> ArraySlice<PostgresNotice> { kept.suffix(self.count - count) }

  /// The last words of a server that ended the connection.
  var farewell: PostgresNotice? { kept.last { ["FATAL", "PANIC"].contains($0.severity) } }
}

/// Returns a part of an error or a notice.
func field(_ result: OpaquePointer, _ part: ErrorField) -> String? {
  pq.resultErrorField(result, CInt(part.rawValue)).map { String(cString: $0) }
}
