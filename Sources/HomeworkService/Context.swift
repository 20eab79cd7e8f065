import HomeworkJSON
public import HomeworkRPC
import HomeworkStore
import Synchronization

/// What operations work with.
final class Context: Sendable {
  let database: String
  let worker: [String]
  /// Told what long work does, and the share of it that is done where that is known.
  let onProgress: (@Sendable (String, Double?) -> Void)?
  /// What sessions held when their connections ended, for those who come back.
  let formerSessions = FormerSessions()
  /// The server that these operations are served by; none in process.
  let server = Mutex<ServerView?>(nil)
  private let openStore: @Sendable () throws(StoreError) -> Store
  private let opened = Mutex<Store?>(nil)

  init(
    database: String, worker: [String], onProgress: (@Sendable (String, Double?) -> Void)?,
    openStore: @escaping @Sendable () throws(StoreError) -> Store
  ) {
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
final class OperationWrite: Sendable {
  private let request: HomeworkStore.Request?
  private let transaction: Operation.Transaction
  /// What was thrown besides the store's own errors: it takes the transaction back, and is thrown again outside.
  private let refusal = Mutex<(any Error)?>(nil)

  init(_ parameters: Parameters, _ transaction: @escaping Operation.Transaction) throws {
    request = try parameters.request
    self.transaction = transaction
  }

  /// Inside the store's transaction.
  func perform(_ tx: WriteTransaction) throws(StoreError) -> Operation.Reply {
    guard let request else { return try guarded { try transaction(tx) } }
    // The reply is on disk with what it is of.
    let reply = try tx.once(request) { () throws(StoreError) in
      String(decoding: try guarded { try transaction(tx)() }.encoded(), as: UTF8.self)
    }
    return { try JSONValue(parsing: reply.utf8) }
  }

  /// What to tell of an error of the store.
  func error(for error: StoreError) -> any Error { refusal.withLock { $0 } ?? error }

  private func guarded<Value>(_ body: () throws -> Value) throws(StoreError) -> Value {
    do { return try body() } catch let error as StoreError { throw error } catch {
      refusal.withLock { $0 = error }
      throw .cancelled
    }
  }
}
