/// An error that PostgreSQL reported, or the loss of the connection to it, with the statement that caused it; never the
/// values that were bound to it, and never a password.
package struct PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What became of the connection, and of what it was asked to do.
  package enum Kind: Hashable, Sendable {
    /// The server refused the statement. The transaction has failed; the connection can be used.
    case refused
    /// This program asked the server to stop.
    case cancelled
    /// No connection came about, and none will until somebody follows the advice.
    case cannotConnect(advice: String)
    /// The connection is lost, or none came about for now. A transaction was not committed.
    case lost
    /// The connection was lost while COMMIT was under way: the transaction is committed, or not.
    case lostInCommit
    /// The server committed without its standby, for which it was to wait: a failover may lose the transaction.
    case standbyWaitCancelled
  }

  package let kind: Kind
  /// The SQLSTATE: five letters and digits. `08006` for a connection that was lost without a word.
  package let sqlState: String
  package let message: String
  package let sql: String?
  /// The constraint that was violated.
  package let constraint: String?
  /// The URL of the database, without its password; `nil` if the error is about none.
  package let database: String?

  package init(
    _ kind: Kind = .refused, sqlState: String, message: String, sql: String? = nil, constraint: String? = nil,
    database: String? = nil
  ) {
    (self.kind, self.sqlState, self.message, self.sql) = (kind, sqlState, message, sql)
    (self.constraint, self.database) = (constraint, database)
  }

  /// Whether the connection is of no more use, or there was none.
  package var isConnectionLost: Bool {
    switch kind {
    case .lost, .lostInCommit, .cannotConnect: true
    case .refused, .cancelled, .standbyWaitCancelled: false
    }
  }

  /// Whether nobody knows if the transaction was committed, for good.
  package var outcomeUnknown: Bool { kind == .lostInCommit || kind == .standbyWaitCancelled }

  /// Whether the same transaction may succeed if it is run again: a deadlock, or a conflict with another one.
  package var isWorthAnotherTry: Bool { [State.serializationFailure, State.deadlock].contains(sqlState) }

  /// Whether the same may succeed in a moment, perhaps on another server: a conflict with others, a connection that was
  /// lost, or a server that only reads, as a standby does until it is promoted.
  package var mayPass: Bool { isConnectionLost || isWorthAnotherTry || sqlState == State.readOnly }

  /// Always on one line, however the statement is laid out.
  package var description: String {
    let statement = sql.map { " in " + Self.onOneLine($0) }
    return "PostgreSQL \(sqlState): \(oneLine)" + (statement ?? "")
  }

  /// What the server said, on one line.
  var oneLine: String { Self.onOneLine(message) }

  static func onOneLine(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// Returns the error for an impossible value in a row: something else changed it, or it decays.
  package static func damaged(_ what: String, _ found: String) -> PostgresError {
    PostgresError(sqlState: State.dataCorrupted, message: "\"\(found.prefix(80))\" is no \(what)")
  }

  /// The states that callers distinguish: appendix A of PostgreSQL's manual.
  package enum State {
    package static let warning = "01000"
    package static let connectionFailure = "08006"
    package static let cannotConnect = "08001"
    package static let featureNotSupported = "0A000"
    package static let badText = "22021"
    package static let uniqueViolation = "23505"
    package static let checkViolation = "23514"
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
