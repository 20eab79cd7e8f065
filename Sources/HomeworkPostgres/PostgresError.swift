/// An error reported by PostgreSQL, or the loss of the connection, with the statement that caused it but never its
/// bound values or a password.
package struct PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The effect of an error on the connection and the transaction.
  package enum Kind: Hashable, Sendable {
    /// The server refused the statement. The transaction has failed; the connection is usable.
    case refused
    /// This program asked the server to stop.
    case cancelled
    /// No connection was made, and none will be until the user follows the advice.
    case cannotConnect(advice: String)
    /// The connection is lost, or none could be made for now. The transaction was not committed.
    case lost
    /// The connection was lost during COMMIT: the transaction may or may not be committed.
    case lostInCommit
    /// The server committed without its required standby: a failover may lose the transaction.
    case standbyWaitCancelled
  }

  package let kind: Kind
  /// The SQLSTATE: five letters and digits. `08006` if the connection was lost without a message.
  package let sqlState: String
  package let message: String
  package let sql: String?
  /// The constraint that was violated.
  package let constraint: String?
  /// The database's URL, without its password; `nil` if the error does not concern one.
  package let database: String?

  package init(
    _ kind: Kind = .refused, sqlState: String, message: String, sql: String? = nil, constraint: String? = nil,
    database: String? = nil
  ) {
    (self.kind, self.sqlState, self.message, self.sql) = (kind, sqlState, message, sql)
    (self.constraint, self.database) = (constraint, database)
  }

  /// True if the connection is unusable, or none was made.
  package var isConnectionLost: Bool {
    switch kind {
    case .lost, .lostInCommit, .cannotConnect: true
    case .refused, .cancelled, .standbyWaitCancelled: false
    }
  }

  /// True if the transaction's outcome is permanently unknown.
  package var outcomeUnknown: Bool { kind == .lostInCommit || kind == .standbyWaitCancelled }

  /// True if the same transaction may succeed if it is run again: a deadlock, or a conflict with another one.
  package var isWorthAnotherTry: Bool { [State.serializationFailure, State.deadlock].contains(sqlState) }

  /// True if a retry may soon succeed, perhaps on another server: after a conflict, a lost connection, or a read-only
  /// server, such as a standby before its promotion.
  package var mayPass: Bool { isConnectionLost || isWorthAnotherTry || sqlState == State.readOnly }

  /// The message and the statement, always on a single line.
  package var description: String {
    let statement = sql.map { " in " + Self.onOneLine($0) }
    return "PostgreSQL \(sqlState): \(oneLine)" + (statement ?? "")
  }

  /// The server's message, on a single line.
  var oneLine: String { Self.onOneLine(message) }

  static func onOneLine(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// The states that callers distinguish: appendix A of PostgreSQL's manual.
  package enum State {
    package static let warning = "01000"
    package static let connectionFailure = "08006"
    package static let cannotConnect = "08001"
    package static let featureNotSupported = "0A000"
    package static let badText = "22021"
    package static let noTable = "42P01"
    package static let readOnly = "25006"
    package static let failedTransaction = "25P02"
    package static let unknownStatement = "26000"
    package static let invalidAuthorization = "28000"
    package static let wrongPassword = "28P01"
    package static let noDatabase = "3D000"
    package static let serializationFailure = "40001"
    package static let deadlock = "40P01"
    package static let noPrivilege = "42501"
    package static let diskFull = "53100"
    package static let tooManyConnections = "53300"
    package static let tooManyValues = "54023"
    package static let lockNotAvailable = "55P03"
    package static let cancelled = "57014"
    package static let adminShutdown = "57P01"
    package static let crashShutdown = "57P02"
    package static let cannotConnectNow = "57P03"
    package static let inputOutput = "58030"
    package static let dataCorrupted = "XX001"
    package static let indexCorrupted = "XX002"
  }
}
