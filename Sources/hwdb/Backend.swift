import HomeworkJSON
import HomeworkRPC
import HomeworkService

/// Calls a method of the service: in process, or through a daemon.
struct Backend {
  private let call: (String, JSONValue) throws -> JSONValue
  private let ticker: Ticker?

  init(_ invocation: Invocation) throws {
    let ticker = Ticker(invocation)
    self.ticker = ticker
    if let socket = DefaultPaths.daemonSocket(invocation.value("socket")) {
      let client: SocketClient
      do throws(SocketError) { client = try SocketClient(path: socket) } catch {
        throw CommandFailure.unreachable(error)
      }
      call = { method, params in
        let result: Result<JSONValue, RPCError>
        do throws(SocketError) { result = try client.call(method, params) } catch {
          throw CommandFailure.unreachable(error)
        }
        return try Self.value(of: result)
      }
    } else {
      let service = Service(local: DefaultPaths.database(invocation.value("database"))) { ticker?.say($0, $1) }
      call = { method, params in try Self.value(of: service.call(method, params)) }
    }
  }

  func callAsFunction(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    guard let ticker else { return try call(method, params) }
    return try ticker.during { try call(method, params) }
  }

  /// Calls a method for each of several things, saying at which it is.
  func each<Element>(
    _ elements: [Element], _ noun: String, _ body: (Element) throws -> JSONValue
  ) throws -> [JSONValue] {
    try elements.enumerated().map { index, element in
      if elements.count > 1 { ticker?.say("\(noun) \(index + 1) of \(elements.count)", nil) }
      return try body(element)
    }
  }

  /// All items of a list, page by page.
  func everyItem(of method: String, _ params: JSONValue = [:]) throws -> [JSONValue] {
    var items: [JSONValue] = []
    var after: JSONValue?
    repeat {
      let page = try self(method, params.with("limit", 500).with("after", after ?? .null))
      items += page["items"]?.array ?? []
      after = page["next"]
    } while after != nil
    return items
  }

  private static func value(of result: Result<JSONValue, RPCError>) throws -> JSONValue {
    do throws(RPCError) { return try result.get() } catch { throw CommandFailure.refused(error) }
  }
}
