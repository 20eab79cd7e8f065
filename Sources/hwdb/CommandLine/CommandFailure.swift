package import HomeworkAPI
import HomeworkModel

/// The reason why `hwdb` exits with a code other than 0.
package enum CommandFailure: Error {
  /// - Parameter form: what was probably meant, as it is typed after `hwdb`; the command's own form if `nil`.
  case usage(String, form: String? = nil)
  case refused(RPCError)
  case unreachable(SocketError)
  /// A file cannot be read, or a path does not exist.
  case file(String, isMissing: Bool)
  /// The failure, such as of an expectation, is already printed.
  case reported
  /// Nothing failed, but `--strict` does not accept what was not checked.
  case unchecked(String)
  /// A script asks for something impossible, which is already printed.
  case mistaken
  /// A program under test could not be started or did not answer in time, which is already printed.
  case unanswered
  /// A script cannot be read, so it tests nothing.
  indirect case unreadable(CommandFailure)
  /// At least two failures; the first determines the exit code.
  case several([CommandFailure])

  init(_ error: DaemonError) {
    self =
      switch error {
      case .refused(let error): .refused(error)
      case .unreachable(let error): .unreachable(error)
      }
  }

  /// Runs `body` for each element, and throws all failures together.
  static func gathered<Element, Result>(
    _ elements: [Element], _ body: (Element) throws -> Result
  ) throws -> [Result] {
    var results: [Result] = []
    var failures: [CommandFailure] = []
    for element in elements {
      do { results.append(try body(element)) } catch let failure as CommandFailure { failures.append(failure) }
    }
    if failures.count > 1 { throw CommandFailure.several(failures) }
    if let failure = failures.first { throw failure }
    return results
  }

  package var exitCode: Int32 {
    switch self {
    case .usage, .unreadable, .mistaken: 2
    case .refused(let error): error.name.exitCode
    case .unreachable: 6
    case .file(_, let isMissing): isMissing ? 3 : 1
    case .reported, .unchecked: 1
    case .unanswered: 3
    case .several(let failures): failures.first?.exitCode ?? 1
    }
  }

  /// The problem and its fix, one line for each failure.
  package var message: String? {
    switch self {
    case .usage(let message, _), .file(let message, _), .unchecked(let message): message
    case .refused(let error): error.message
    case .unreachable(let error): error.description
    case .reported, .mistaken, .unanswered: nil
    case .unreadable(let failure): failure.message
    case .several(let failures): failures.compactMap(\.message).joined(separator: "\n")
    }
  }

  /// The second line of a usage error.
  func usage(of command: Command?) -> String? {
    guard case .usage(_, let form) = self, let form = form ?? command?.form else { return nil }
    return "usage: hwdb \(form)"
  }

  /// The error as in the protocol: `{"code", "name", "message", "data"}`.
  var json: JSONValue? {
    guard let error else { return nil }
    guard case .object(var members) = error.json else { return error.json }
    members["name"] = .string(error.name.rawValue)
    return .object(members)
  }

  private var error: RPCError? {
    switch self {
    case .usage(let message, _): RPCError(.invalidParams, message)
    case .refused(let error): error
    case .unreachable(let error): RPCError(.internal, error.description)
    case .file(let message, let isMissing): RPCError(isMissing ? .notFound : .invalid, message)
    case .unchecked(let message): RPCError(.invalid, message)
    case .reported, .mistaken, .unanswered: nil
    case .unreadable(let failure): failure.error
    case .several(let failures):
      RPCError(
        failures.first?.error?.name ?? .internal, message ?? "",
        data: ["errors": .array(failures.compactMap(\.json))])
    }
  }
}

extension RPCError.Name {
  var exitCode: Int32 {
    switch self {
    case .parseError, .invalidRequest, .methodNotFound, .invalidParams: 2
    case .notFound: 3
    case .conflict, .timeUp: 4
    case .databaseUnavailable, .busy: 5
    case .internal, .invalid, .tooLarge, .cancelled, .tooEarly, .historyGone: 1
    }
  }
}

extension CommandFailure {
  /// Returns the failure in the words of the command line: a parameter at fault that was given as an option becomes
  /// that option.
  func naming(_ options: some Collection<String>) -> CommandFailure {
    switch self {
    case .several(let failures): return .several(failures.map { $0.naming(options) })
    case .refused(let error):
      let message = error.wrongParameters.reduce(error.message) { message, fault in
        let path = fault.path
        let parameter = String(path.prefix { $0.isLetter })
        let option = options.contains(parameter) ? parameter : Option.name(for: parameter, isRepeated: true)
        guard options.contains(option), message.hasPrefix("\(path): ") else { return message }
        return "--\(option)" + message.dropFirst(path.count)
      }
      return .refused(RPCError(error.name, message, data: error.data))
    default: return self
    }
  }
}
