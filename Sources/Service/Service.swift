import Homework
public import HomeworkStore
import Motion
import Scenarios
public import Wire

/// Every operation, called by name: what `hwdb` does in process and `hwdbd` over its socket.
public struct Service: Sendable {
  public static let version = "0.1.0"

  private let context: Context

  /// - Parameters:
  ///   - openStore: opens the store once it is first needed, and is not asked again.
  ///   - worker: the command of a process that a scenario may kill.
  ///   - onProgress: is told what long work does, and the share of it that is done, 0…1, where that is known.
  public init(
    database: String, worker: [String], onProgress: (@Sendable (String, Double?) -> Void)? = nil,
    openStore: @escaping @Sendable () throws(StoreError) -> Store
  ) {
    context = Context(database: database, worker: worker, onProgress: onProgress, openStore: openStore)
  }

  public func call(_ method: String, _ params: JSONValue) -> Result<JSONValue, RPCError> {
    do {
      guard let operation = Operations.named(method) else {
        let meant = suggestion(for: method, among: Operations.all.map(\.name))
        throw RPCError(
          .methodNotFound,
          "there is no method \"\(method)\": " + (meant.map { "did you mean \($0)?" } ?? "rpc.discover lists them"))
      }
      return .success(try operation.run(try Parameters(params, of: operation), context))
    } catch let error as RPCError {
      return .failure(error)
    } catch let error as StoreError {
      return .failure(RPCError(error))
    } catch {
      return .failure(RPCError(.internal, "\(error)"))
    }
  }

  /// Moves the write-ahead log into the database, if the store was ever opened.
  public func checkpoint() throws(StoreError) {
    try context.openedStore?.checkpoint()
  }
}
