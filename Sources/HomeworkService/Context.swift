import HomeworkPlay
public import HomeworkRPC
package import HomeworkStore
import Synchronization

/// What operations work with.
final class Context: Sendable {
  let database: String
  let worker: [String]
  /// Told what long work does, and the share of it that is done where that is known.
  let onProgress: (@Sendable (String, Double?) -> Void)?
  /// The sessions that are open, and what ended ones held, for those who come back.
  let sessions: LiveSessions
  /// The server that these operations are served by; none in process.
  let server = Mutex<ServerView?>(nil)
  private let openStore: @Sendable () throws(StoreError) -> Store
  private let opened = Mutex<Store?>(nil)

  init(
    database: String, worker: [String], onProgress: (@Sendable (String, Double?) -> Void)?,
    hooks: PlayHooks = PlayHooks(), openStore: @escaping @Sendable () throws(StoreError) -> Store
  ) {
    sessions = LiveSessions(hooks: hooks)
    self.database = database
    self.worker = worker
    self.onProgress = onProgress
    self.openStore = openStore
  }

  /// The store, opened at its first use: what never touches it never makes a file.
  var store: Store {
    get throws(StoreError) {
      let found = opened.withLock { opened -> Result<Store, StoreError> in
        if let opened { return .success(opened) }
        do throws(StoreError) {
          let store = try openStore()
          opened = store
          return .success(store)
        } catch {
          return .failure(error)
        }
      }
      return try found.get()
    }
  }

  var openedStore: Store? { opened.withLock { $0 } }
}

/// What a server tells about itself.
public struct ServerView: Sendable {
  public let limits: SocketServer.Limits
  public let statistics: ServerStatistics

  public init(limits: SocketServer.Limits, statistics: ServerStatistics) {
    (self.limits, self.statistics) = (limits, statistics)
  }
}

/// One write of an operation: the transaction, once in 24 hours where it has a `requestId`.
package final class OperationWrite: Sendable {
  private let request: HomeworkStore.Request?
  private let transaction: Operation.Transaction
  /// What was thrown besides the store's own errors: it takes the transaction back, and is thrown again outside.
  private let refusal = Mutex<(any Error)?>(nil)

  convenience init(_ parameters: Parameters, _ transaction: @escaping Operation.Transaction) throws {
    self.init(try parameters.request, transaction)
  }

  package init(
    _ request: HomeworkStore.Request?,
    _ transaction: @escaping @Sendable (WriteTransaction) throws -> @Sendable () throws -> JSONValue
  ) {
    (self.request, self.transaction) = (request, transaction)
  }

  /// Inside the store's transaction.
  package func perform(_ tx: WriteTransaction) throws(StoreError) -> @Sendable () throws -> JSONValue {
    // A group that failed is written again, and this time it may go well.
    refusal.withLock { $0 = nil }
    guard let request else { return try guarded { try transaction(tx) } }
    // The reply is on disk with what it is of.
    let reply = try tx.once(request) { () throws(StoreError) in try guarded { try transaction(tx)() } }
    return { reply }
  }

  /// What to tell of an error of the store.
  package func error(for error: StoreError) -> any Error { refusal.withLock { $0 } ?? error }

  private func guarded<Value>(_ body: () throws -> Value) throws(StoreError) -> Value {
    do { return try body() } catch let error as StoreError { throw error } catch {
      refusal.withLock { $0 = error }
      throw .cancelled
    }
  }
}
