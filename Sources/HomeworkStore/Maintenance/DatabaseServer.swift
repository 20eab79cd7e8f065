package import HomeworkModel

/// A server on which scenarios get databases of their own, which any process can reach at its address.
package protocol DatabaseServer: Sendable {
  /// The address with its password: pass it only to another process, and never as an argument.
  var address: String { get }

  /// Checks that it is usable.
  func check() throws(StoreError)
  /// Creates an empty database, deleted with the returned value or, if the process is killed, when the next one is
  /// created.
  func createTemporary(_ options: StoreOptions) throws(StoreError) -> TemporaryDatabase
  /// Opens a temporary database, perhaps of another process.
  func openTemporary(_ name: String, _ options: StoreOptions) throws(StoreError) -> Store
}

/// A database that is deleted when this value is.
package final class TemporaryDatabase {
  package let name: String
  private let delete: () -> Void

  package init(_ name: String, delete: @escaping () -> Void) {
    (self.name, self.delete) = (name, delete)
  }

  deinit { delete() }
}
