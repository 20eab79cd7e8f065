package import HomeworkModel

extension StoreError {
  package init(_ error: PostgresError) {
    typealias State = PostgresError.State
    let database = error.database ?? "the database"
    switch error.kind {
    case .cancelled: self = .cancelled
    case .cannotConnect where error.sqlState == State.readOnly: self = .unavailable(.readOnly)
    case .cannotConnect(let advice):
      self = .unavailable(.unusable(database: database, error.oneLine, advice: advice))
    case .lost, .lostInCommit, .standbyWaitCancelled:
      self = .unavailable(.unreachable(database: database, error.oneLine))
    case .refused:
      self =
        switch error.sqlState {
        case State.serializationFailure, State.deadlock, State.lockNotAvailable, State.cancelled: .busy
        case State.diskFull: .unavailable(.diskFull)
        case State.readOnly: .unavailable(.readOnly)
        case State.dataCorrupted, State.indexCorrupted: .unavailable(.corrupt(error.oneLine))
        case State.tooManyConnections, State.adminShutdown, State.crashShutdown, State.cannotConnectNow:
          .unavailable(.unreachable(database: database, error.oneLine))
        case State.noPrivilege:
          .unavailable(.unusable(database: database, error.oneLine, advice: "grant the user what is missing"))
        case State.noTable: .deletedLibrary(database)
        case State.badText: .invalid([Fault(path: "", message: error.oneLine)])
        case let state where state.hasPrefix("08"): .unavailable(.unreachable(database: database, error.oneLine))
        // The server lacks memory, descriptors or files; the statement is not at fault.
        case let state where state.hasPrefix("53") || state.hasPrefix("58"): .unavailable(.inputOutput(error.oneLine))
        // Statements are fixed, and a test runs every one: such an error comes from the data, as for an impossible sum.
        case let state where state.hasPrefix("22"): .unavailable(.corrupt(error.oneLine))
        default: .inconsistent(error.description)
        }
    }
  }

  /// The error for a library that was deleted; another one may have its name now.
  static func deletedLibrary(_ database: String) -> StoreError {
    .unavailable(.unusable(database: database, "the library was deleted while it was open", advice: "start again"))
  }
}
