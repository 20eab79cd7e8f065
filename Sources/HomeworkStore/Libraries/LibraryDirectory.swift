package import HomeworkModel
import HomeworkSystem

/// A directory of libraries, each a store's file, `NAME.sqlite`.
///
/// A library is a regular file: symlinks are refused. Other files in the directory are left alone and never listed.
package struct LibraryDirectory: LibraryCollection {
  /// The absolute path, without a trailing slash.
  package let path: String

  /// Resolves a path as the file system does.
  private let lookUp: @Sendable (String) -> String

  /// - Parameters:
  ///   - path: need not exist yet: `create` and `add` make it.
  ///   - lookUp: for tests of file systems that ignore case.
  package init(_ path: String, lookUp: @escaping @Sendable (String) -> String = { $0 }) {
    self.path = Paths.absolute(path)
    self.lookUp = lookUp
  }

  /// Returns the path of a library's file, whether or not it exists.
  package func path(of name: LibraryName) -> String {
    Paths.path(of: name.text + LibraryName.fileSuffix, in: path)
  }

  // MARK: Finding libraries

  /// Opens no file: an invalid library is reported when it is used.
  package var onlyName: LibraryName? {
    guard let some = try? names(upTo: 2), some.count == 1 else { return nil }
    return some[0]
  }

  package func names(upTo limit: Int) throws(StoreError) -> [LibraryName] {
    var names: [LibraryName] = []
    do throws(SystemFailure) {
      try Files.eachName(in: path, containing: LibraryName.fileSuffix) { file, isRegular in
        if let name = LibraryName(file: file), isRegular ?? isFile(name) { names.append(name) }
        return names.count < limit
      }
    } catch {
      throw .unavailable(.cannotOpen(path: path, error.code == ENOENT ? Self.missing : error.reason))
    }
    return names
  }

  private static let missing = "it is not there; hwdb library create makes it"

  /// Returns information about libraries; omits any that have gone meanwhile.
  package func entries(of names: [LibraryName]) -> [LibraryInfo] {
    names.compactMap { name in
      guard let status = status(of: name) else { return nil }
      let changed = Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000
      return LibraryInfo(
        name: name.text, fileBytes: Int(status.st_size), changedAt: Timestamp(millisecondsSince1970: changed))
    }
  }

  /// Throws if no library has this name.
  package func check(_ name: LibraryName) throws(StoreError) {
    let file = path(of: name)
    guard let status = status(of: name) else {
      guard Files.isDirectory(path) else { throw .unavailable(.cannotOpen(path: path, Self.missing)) }
      // A log without its database is a different error.
      try FileCheck.checkHeader(file)
      throw .notFound(.library, name.text)
    }
    guard status.st_mode & S_IFMT != S_IFLNK else {
      throw .unavailable(.cannotOpen(path: file, "it is a link, and a library is a file of its own"))
    }
    // A file system that ignores case finds the file under any spelling, but its log may be beside it under another.
    let shouted = Paths.path(of: (name.text + LibraryName.fileSuffix).uppercased(), in: path)
    guard let folded = self.status(at: shouted), FileIdentity(folded) == FileIdentity(status) else { return }
    guard !Files.names(in: path).contains(name.text + LibraryName.fileSuffix) else { return }
    throw .unavailable(.cannotOpen(path: file, "the file there is called so in other cases: rename it"))
  }

  private func isFile(_ name: LibraryName) -> Bool { status(of: name).map { $0.st_mode & S_IFMT == S_IFREG } ?? false }

  /// The status of the file itself, without following a symlink; `nil` if it does not exist.
  private func status(of name: LibraryName) -> stat? { status(at: path(of: name)) }

  private func status(at path: String) -> stat? {
    var status = stat()
    return lstat(lookUp(path), &status) == 0 ? status : nil
  }

  // MARK: Opening

  /// Opens an existing library.
  package func open(_ name: LibraryName, _ options: StoreOptions) throws(StoreError) -> Store {
    try check(name)
    var options = options
    options.isOneOfMany = true
    return try Store.openAndWait(path: path(of: name), options: options)
  }

  /// Removes the unfinished files of dead processes.
  package func sweep() { PartialFile.sweep(path) }

  // MARK: Creating and deleting

  /// Creates an empty library, and the directory if it does not exist.
  ///
  /// - Throws: `libraryTaken`.
  package func create(_ name: LibraryName, _ options: StoreOptions = StoreOptions()) throws(StoreError) {
    try makeRoom(for: name)
    try named(name) { () throws(StoreError) in
      let file = try PartialFile(for: path(of: name))
      do throws(StoreError) { try file.move(replacing: nil) } catch {
        file.remove()
        throw error
      }
    }
    try open(name, options).close()
  }

  /// Creates a library from a copy of one, such as `Store.backup` writes, after checking the copy; also creates the
  /// directory if needed.
  ///
  /// - Throws: `libraryTaken`; any error that `Store.restore` throws about the copy.
  package func add(
    copyAt source: String, as name: LibraryName, isCancelled: Store.IsCancelled? = nil,
    onProgress: (Double) -> Void = { _ in }
  ) throws {
    try makeRoom(for: name)
    let copy = try Store.soundCopy(of: source, isCancelled: isCancelled)
    try named(name) { () throws(StoreError) in
      try BackupFile.write(
        copy, to: path(of: name), on: nil, replaces: false, advice: "give another name", onProgress: onProgress)
    }
  }

  /// Creates the directory if it does not exist.
  package func make() throws(StoreError) {
    do throws(SystemFailure) { try Files.makeDirectory(path) } catch {
      throw .unavailable(.cannotOpen(path: path, error.reason))
    }
    guard Files.isDirectory(path) else { throw .unavailable(.cannotOpen(path: path, "it is not a directory")) }
  }

  private func makeRoom(for name: LibraryName) throws(StoreError) {
    guard status(of: name) == nil else { throw .libraryTaken(name.text) }
    try make()
    // A log may exist without its database.
    try FileCheck.checkHeader(path(of: name))
  }

  /// Runs `body`, which creates a library. If it fails because another process was faster, throws `libraryTaken`.
  private func named(_ name: LibraryName, _ body: () throws(StoreError) -> Void) throws(StoreError) {
    do throws(StoreError) { try body() } catch {
      guard status(of: name) == nil else { throw .libraryTaken(name.text) }
      throw error
    }
  }

  /// Deletes a library with the files beside it: its log, and the copies kept before migrations.
  ///
  /// - Throws: `libraryInUse` if another process has it open; `unavailable` if the file is not a library.
  package func delete(_ name: LibraryName) throws(StoreError) {
    try check(name)
    let file = path(of: name)
    let (taken, isOurs, isFree): (Connection, Bool, Bool)
    do throws(SQLiteError) {
      taken = try Connection(path: file, access: .readWrite)
      let head = try taken.fileHead(100)
      isOurs = head.isEmpty || FileCheck.isOurs(head)
      isFree = isOurs ? try taken.takeFile() : false
    } catch {
      throw .unavailable(.cannotOpen(path: file, error.message))
    }
    guard isOurs else { throw .unavailable(.foreign(path: file)) }
    guard isFree else { throw .libraryInUse(name.text) }
    // No other process can open it now. The database goes first, so that an interrupted deletion leaves no library.
    guard unlink(file) == 0 else { throw .unavailable(.cannotOpen(path: file, systemReason())) }
    withExtendedLifetime(taken) {}
    for beside in ["-wal", "-shm", "-journal"].map({ file + $0 }) + Migrator.copies(of: file) { unlink(beside) }
    Files.syncDirectory(path)
  }
}
