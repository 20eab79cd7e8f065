import Wire

/// Why `hwdb` ends with something else than 0.
enum CommandFailure: Error {
  case usage(String)
  case refused(RPCError)
  case unreachable(SocketError)
  /// A file could not be read, or a place not found.
  case file(String, isMissing: Bool)
  /// What went wrong is printed already, such as an expectation that failed.
  case reported

  var exitCode: Int32 {
    switch self {
    case .usage: 2
    case .refused(let error): error.name.exitCode
    case .unreachable: 6
    case .file(_, let isMissing): isMissing ? 3 : 1
    case .reported: 1
    }
  }

  /// What is wrong: what to do.
  var message: String? {
    switch self {
    case .usage(let message), .file(let message, _): message
    case .refused(let error): error.message
    case .unreachable(let error): error.description
    case .reported: nil
    }
  }

  /// In the protocol's words.
  var json: JSONValue? {
    switch self {
    case .usage(let message): RPCError(.invalidParams, message).json
    case .refused(let error): error.json
    case .unreachable(let error): RPCError(.internal, error.description).json
    case .file(let message, let isMissing): RPCError(isMissing ? .notFound : .invalid, message).json
    case .reported: nil
    }
  }
}

extension RPCError.Name {
  var exitCode: Int32 {
    switch self {
    case .parseError, .invalidRequest, .methodNotFound, .invalidParams: 2
    case .notFound: 3
    case .conflict: 4
    case .databaseUnavailable, .busy: 5
    case .internal, .invalid, .tooLarge, .cancelled, .tooEarly, .historyGone: 1
    }
  }
}
