import HomeworkAPI
import HomeworkModel

/// The parameters of a method as a command takes them: as operands, and each other one as an option, with the sentence
/// and the type that the method declares.
struct MethodOptions<P: Sendable, R: Sendable>: Sendable {
  private let method: RPCMethod<P, R>
  private let operands: [Schema.Member]
  private let offered: [(parameter: Schema.Member, option: Option)]

  /// - Parameters:
  ///   - operands: the parameters that are given without an option, in order.
  ///   - except: the parameters that the command finds itself.
  init(_ method: RPCMethod<P, R>, operands: [String] = [], except: Set<String> = []) {
    let members = method.parameters.members
    self.method = method
    self.operands = operands.flatMap { name in members.filter { $0.name == name } }
    offered = members.filter { !operands.contains($0.name) && !except.contains($0.name) }.map { ($0, Option(for: $0)) }
  }

  var options: [Option] { offered.map(\.option) }

  /// Returns the parameters that a command line gives.
  ///
  /// - Parameter more: parameters that the command has found itself.
  func parameters(
    _ invocation: Invocation, with more: [String: JSONValue] = [:]
  ) throws(CommandFailure) -> P {
    var members = more
    for (parameter, word) in zip(operands, invocation.operands) {
      members[parameter.name] = try parameter.schema.value(of: [word], parameter.name)
    }
    for (parameter, option) in offered where invocation.has(option.name) {
      var words = invocation.values(option.name)
      // An empty text removes the day.
      if parameter.isDay, let said = words.last, !said.isEmpty {
        words = [try Invocation.day(said, as: "--\(option.name)")]
      }
      members[parameter.name] = try parameter.schema.value(of: words, "--\(option.name)")
    }
    do { return try method.read(.object(members)).values } catch {
      throw .refused(error as? RPCError ?? RPCError(.internal, "\(error)"))
    }
  }
}

extension Option {
  fileprivate init(for parameter: Schema.Member) {
    var isRepeated = false
    if case .array = parameter.schema { isRepeated = true }
    let (name, summary) = (Self.name(for: parameter.name, isRepeated: isRepeated), parameter.summary)
    switch parameter.schema {
    case .boolean: self.init(name, summary)
    case .integer, .number: self.init(name, "N", summary)
    case .string where parameter.isDay: self.init(name, "DATE", "\(summary): \(Times.daysSaid)")
    case .words(let words):
      self.init(name, name.uppercased(), "\(summary): \(words.joined(separator: ", "))", choices: words)
    case .array: self.init(name, name.uppercased(), summary, repeats: true)
    default: self.init(name, name.uppercased(), summary)
    }
  }

  /// Returns the option's name for a parameter of the protocol: without its unit, in lower case, and in the singular if
  /// it is given once for each value: `collection` for `collections`, `retry-after` for `retryAfterSeconds`.
  static func name(for parameter: String, isRepeated: Bool) -> String {
    var name = parameter
    let ends = ["On", "Path", "Ms", "Seconds"] + (isRepeated ? ["s"] : [])
    if let end = ends.first(where: name.hasSuffix) { name.removeLast(end.count) }
    return name.reduce("") { $0 + ($1.isUppercase ? "-" : "") + $1.lowercased() }
  }
}

extension Invocation {
  /// Returns the day that a person means.
  static func day(_ text: String, as name: String) throws(CommandFailure) -> String {
    guard let day = Times.day(saidAs: text, nowMs: OutputStyle.clock()) else {
      throw .usage("\(name) \(excerpt(text)) is not a date: write \(Times.daysSaid)")
    }
    return day
  }
}

extension Schema.Member {
  /// True if it is a date without a time.
  fileprivate var isDay: Bool { name.hasSuffix("On") }
}

extension Schema {
  /// Returns the value that words of a command line give.
  fileprivate func value(of words: [String], _ name: String) throws(CommandFailure) -> JSONValue {
    let word = words.last ?? ""
    switch self {
    case .boolean: return true
    case .integer(0...(.max)):
      guard let number = Int64(word), number >= 0 else {
        throw .usage("\(name) \(word) is not a whole number from 0: write \(name) 42")
      }
      return .int(number)
    case .integer:
      guard let number = Int64(word) else { throw .usage("\(name) \(word) is not a number: write \(name) 50") }
      return .int(number)
    case .number:
      guard let number = Double(word) else { throw .usage("\(name) \(word) is not a number: write \(name) 0.9") }
      return .double(number)
    case .array(let items):
      var values: [JSONValue] = []
      for word in words { values.append(try items.value(of: [word], name)) }
      return .array(values)
    default: return .string(word)
    }
  }
}
