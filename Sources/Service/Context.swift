import HomeworkStore
import Synchronization
import Wire

/// What operations work with.
final class Context: Sendable {
  let database: String
  let worker: [String]
  /// Told what long work does, and the share of it that is done where that is known.
  let onProgress: (@Sendable (String, Double?) -> Void)?
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

  /// One transaction; with a `requestId`, once in 24 hours, and the same reply to whoever asks again.
  func write(_ parameters: Parameters, _ body: (WriteTransaction) throws -> JSONValue) throws -> JSONValue {
    let request = try parameters.request
    var refusal: (any Error)?
    do {
      return try store.write { (tx) throws(StoreError) in
        func reply() throws(StoreError) -> JSONValue {
          do { return try body(tx) } catch let error as StoreError { throw error } catch {
            // Whatever it is, it takes the transaction back, and is thrown again outside.
            refusal = error
            throw .cancelled
          }
        }
        guard let request else { return try reply() }
        return try tx.once(request, reply)
      }
    } catch {
      throw refusal ?? error
    }
  }

  var openedStore: Store? { opened.withLock { $0 } }
}
