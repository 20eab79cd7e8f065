import HomeworkStore
import Synchronization

/// What operations work with.
final class Context: Sendable {
  let database: String
  let worker: [String]
  private let openStore: @Sendable () throws(StoreError) -> Store
  private let opened = Mutex<Store?>(nil)

  init(database: String, worker: [String], openStore: @escaping @Sendable () throws(StoreError) -> Store) {
    self.database = database
    self.worker = worker
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
