package import HomeworkModel

/// Libraries on a server, which any process can reach at its address.
package protocol LibraryServer: LibraryCollection {
  /// The address with its password: pass it only to another process, and never as an argument.
  var address: String { get }

  /// Creates an empty library that is never listed.
  ///
  /// It is deleted with the returned value or, if the process is killed, when the next one is created.
  func createTemporary(_ options: StoreOptions) throws(StoreError) -> TemporaryLibrary
}

/// A library that is deleted when this value is.
package final class TemporaryLibrary {
  package let name: LibraryName
  private let delete: () -> Void

  package init(_ name: LibraryName, delete: @escaping () -> Void) {
    (self.name, self.delete) = (name, delete)
  }

  deinit { delete() }
}
