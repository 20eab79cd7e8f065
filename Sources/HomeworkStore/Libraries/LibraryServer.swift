package import HomeworkModel

/// Libraries on a server, which any process reaches by its address.
package protocol LibraryServer: LibraryCollection {
  /// The address with its password: only for another process, and never as its argument.
  var address: String { get }

  /// Creates an empty library that is in no list.
  ///
  /// It is deleted with the value that is returned or, where the process is killed, when the next one is created.
  func createTemporary(_ options: StoreOptions) throws(StoreError) -> TemporaryLibrary
}

/// A library that is deleted once nobody has this value.
package final class TemporaryLibrary {
  package let name: LibraryName
  private let delete: () -> Void

  package init(_ name: LibraryName, delete: @escaping () -> Void) {
    (self.name, self.delete) = (name, delete)
  }

  deinit { delete() }
}
