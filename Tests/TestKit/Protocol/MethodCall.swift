public import HomeworkAPI
public import HomeworkModel
import Testing

/// A row of a table of calls: a method, its parameters and what is expected of its result.
///
/// A text such as `$quiz` stands for a value that an earlier row has kept under that name.
public struct MethodCall: Sendable {
  private let method: String, params: JSONValue
  private let error: RPCError.Name?
  private let returns: [String: JSONValue]
  private let keeps: [String: String]

  /// - Parameters:
  ///   - returns: the values at paths in the result such as `items[0].id`; `count` counts a list, any other name in a list
  ///     is read in each of its items, and what is not there is `null`.
  ///   - error: the error with which the call is refused: its JSON is the result then.
  ///   - keeps: names for values at paths in the result.
  public init(
    _ method: String, _ params: JSONValue = [:], _ returns: [String: JSONValue] = [:], error: RPCError.Name? = nil,
    keeps: [String: String] = [:]
  ) {
    (self.method, self.params, self.error) = (method, params, error)
    (self.returns, self.keeps) = (returns, keeps)
  }

  /// Makes calls one after the other.
  public static func play(
    _ calls: [MethodCall], _ kept: inout [String: JSONValue], _ call: (String, JSONValue) throws -> JSONValue
  ) throws {
    for row in calls {
      let params = row.params.filled(kept)
      var result: JSONValue
      do {
        result = try call(row.method, params)
        if let error = row.error { Issue.record("\(row.method) \(params) is not refused: \(error)") }
      } catch let error as RPCError where row.error != nil {
        #expect(error.name == row.error, "\(row.method) \(params): \(error)")
        result = error.json
      } catch {
        Issue.record(error, "\(row.method) \(params)")
        throw error
      }
      for (path, value) in row.returns {
        #expect(result.at(path) == value.filled(kept), "\(row.method) \(params): \(path)")
      }
      for (name, path) in row.keeps {
        let value = result.at(path)
        try #require(value != .null, "\(row.method) has no \(path)")
        kept[name] = value
      }
    }
  }
}

extension JSONValue {
  fileprivate func filled(_ kept: [String: JSONValue]) -> JSONValue {
    switch self {
    case .string(let text) where text.hasPrefix("$"): kept[String(text.dropFirst())] ?? self
    case .array(let items): .array(items.map { $0.filled(kept) })
    case .object(let members): .object(members.mapValues { $0.filled(kept) })
    default: self
    }
  }

  fileprivate func at(_ path: String) -> JSONValue {
    path.split(whereSeparator: { ".[]".contains($0) }).reduce(self) { value, step in
      guard let items = value.array else { return value[String(step)] ?? .null }
      if step == "count" { return .int(Int64(items.count)) }
      if let index = Int(step) { return items.indices.contains(index) ? items[index] : .null }
      return .array(items.map { $0.at(String(step)) })
    }
  }
}
