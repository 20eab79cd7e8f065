package import HomeworkModel

/// Several libraries in one place, each the database of a store.
package protocol LibraryCollection: Sendable {
  /// The place, as messages name it: without a password.
  var path: String { get }

  /// Creates the place if it does not exist, and checks that it is usable.
  func make() throws(StoreError)
  /// Removes the leftovers of dead processes.
  func sweep()

  /// The only library, if known without waiting.
  var onlyName: LibraryName? { get }
  /// Returns some of the names, up to a limit.
  func names(upTo limit: Int) throws(StoreError) -> [LibraryName]
  /// Returns information about libraries; omits any that have gone meanwhile.
  func entries(of names: [LibraryName]) throws(StoreError) -> [LibraryInfo]

  /// Opens an existing library.
  func open(_ name: LibraryName, _ options: StoreOptions) throws(StoreError) -> Store
  /// Creates an empty library, and the place if it does not exist.
  ///
  /// - Throws: `libraryTaken`.
  func create(_ name: LibraryName, _ options: StoreOptions) throws(StoreError)
  /// Creates a library from a copy of one, such as `Store.backup` writes, after checking the copy.
  ///
  /// - Throws: `libraryTaken`; any error that `Store.restore` throws about the copy.
  func add(
    copyAt source: String, as name: LibraryName, isCancelled: Store.IsCancelled?, onProgress: (Double) -> Void
  ) throws
  /// Deletes a library and everything in it.
  func delete(_ name: LibraryName) throws(StoreError)
}

extension LibraryCollection {
  /// Returns the names of all libraries, in order.
  package func names() throws(StoreError) -> [LibraryName] { try names(upTo: .max).sorted() }
}
