package import HomeworkAPI
import HomeworkModel

/// Why `hwdb` ends with something else than 0.
package enum CommandFailure: Error {
  case usage(String)
  case refused(RPCError)
  case unreachable(SocketError)
  /// A file could not be read, or a place not found.
  case file(String, isMissing: Bool)
  /// What went wrong is printed already, such as an expectation that failed.
  case reported
  /// A script asks for what cannot be, which is printed already.
  case mistaken
  /// A script cannot be read: it says nothing about what it would have tested.
  indirect case unreadable(CommandFailure)
  /// At least two; the first decides.
  case several([CommandFailure])

  init(_ error: DaemonError) {
    self =
      switch error {
      case .refused(let error): .refused(error)
      case .unreachable(let error): .unreachable(error)
      }
  }

  /// Does `body` for each element, and fails for all that failed, at once.
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
    case .reported: 1
    case .several(let failures): failures.first?.exitCode ?? 1
    }
  }

  /// What is wrong: what to do. A line for each thing that is wrong.
  package var message: String? {
    switch self {
    case .usage(let message), .file(let message, _): message
    case .refused(let error): error.message
    case .unreachable(let error): error.description
    case .reported, .mistaken: nil
    case .unreadable(let failure): failure.message
    case .several(let failures): failures.compactMap(\.message).joined(separator: "\n")
    }
  }

  /// `{"code", "name", "message", "data"}`, in the protocol's words.
  var json: JSONValue? {
    guard let error else { return nil }
    guard case .object(var members) = error.json else { return error.json }
    members["name"] = .string(error.name.rawValue)
    return .object(members)
  }

  private var error: RPCError? {
    switch self {
    case .usage(let message): RPCError(.invalidParams, message)
    case .refused(let error): error
    case .unreachable(let error): RPCError(.internal, error.description)
    case .file(let message, let isMissing): RPCError(isMissing ? .notFound : .invalid, message)
    case .reported, .mistaken: nil
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
  /// Returns the option for a parameter of the protocol: without its unit, in the singular, in lower case.
  private static func option(for parameter: String) -> String {
    var name = parameter
    if let end = ["On", "Path", "Ms", "s"].first(where: name.hasSuffix) { name.removeLast(end.count) }
    return name.reduce("") { $0 + ($1.isUppercase ? "-" : "") + $1.lowercased() }
  }

  /// The same in the words of the command line: where a parameter that was given as an option is at fault, its option.
  func naming(_ given: some Collection<String>) -> CommandFailure {
    switch self {
    case .several(let failures): return .several(failures.map { $0.naming(given) })
    case .refused(let error):
      let message = error.wrongParameters.reduce(error.message) { message, fault in
        let path = fault.path
        let parameter = String(path.prefix { $0.isLetter })
        let option = given.contains(parameter) ? parameter : Self.option(for: parameter)
        guard given.contains(option), message.hasPrefix("\(path): ") else { return message }
        return "--\(option)" + message.dropFirst(path.count)
      }
      return .refused(RPCError(error.name, message, data: error.data))
    default: return self
    }
  }
}
