import HomeworkModel
import HomeworkPlay
import HomeworkStore
import HomeworkSystem
import Synchronization

/// A service's libraries: those of a directory or of a server, opened on demand, or a single file.
final class Libraries: Sendable {
  /// The state of an open library: its store, and the sessions on its attempts.
  final class Opened: Sendable {
    let store: Store
    /// The open sessions, and the state of ended ones, for clients that return.
    let sessions = LiveSessions()

    init(_ store: Store) {
      self.store = store
    }
  }

  /// An open library, kept open as long as this value exists.
  typealias Loan = LendingPool<Opened>.Loan

  private enum Place {
    case file(@Sendable () throws(StoreError) -> Store)
    case several(any LibraryCollection, StoreOptions)
  }

  /// The activity of stores that are closed by now.
  private final class Past: Sendable {
    let activity = Guarded(StoreActivity())
  }

  /// The number of most recently used libraries kept ready. The others have freed their caches.
  private static let readyLimit = 32

  /// The minimum interval between returns of freed memory to the system, in nanoseconds.
  private static let returnIntervalNs: UInt64 = 1_000_000_000

  /// The path of the libraries, as the caller gave it.
  let path: String
  /// The maximum number of open libraries, unless more are in use.
  let limit: Int
  /// The libraries' server, if they are on one.
  let server: (any LibraryServer)?
  let isSeveral: Bool
  private let place: Place
  private let pool: LendingPool<Opened>
  private let past: Past
  private let hasSwept = Atomic(false)
  /// The library name of a single file: its own, without `.sqlite`.
  private let nameOfFile: String
  /// The single file's library, once it is open.
  private let file = Guarded<Loan?>(nil)

  /// Creates the libraries of a single file.
  convenience init(file path: String, open: @escaping @Sendable () throws(StoreError) -> Store) {
    self.init(path, .file(open), limit: 1)
  }

  /// Creates the libraries of a collection.
  ///
  /// - Parameter path: the place as the caller named it; the collection's path by default.
  convenience init(
    _ collection: any LibraryCollection, at path: String? = nil, limit: Int, options: StoreOptions
  ) {
    self.init(path ?? collection.path, .several(collection, options), limit: limit)
  }

  private init(_ path: String, _ place: Place, limit: Int) {
    (self.path, self.place, self.limit) = (path, place, limit)
    isSeveral = if case .several = place { true } else { false }
    server = if case .several(let collection, _) = place { collection as? any LibraryServer } else { nil }
    let last = path.split(separator: "/").last.map(String.init) ?? path
    nameOfFile =
      last.hasSuffix(LibraryName.fileSuffix) ? String(last.dropLast(LibraryName.fileSuffix.count)) : last
    let past = Past()
    self.past = past
    let returned = Atomic<UInt64>(0)
    pool = LendingPool(
      limit: limit, readyLimit: Self.readyLimit,
      rest: {
        $0.store.rest()
        let (last, now) = (returned.load(ordering: .relaxed), DispatchTime.now().uptimeNanoseconds)
        guard now - last > Self.returnIntervalNs,
          returned.compareExchange(expected: last, desired: now, ordering: .relaxed).exchanged
        else { return }
        Store.giveMemoryBack()
      }
    ) { opened in
      opened.store.close()
      past.activity.withLock { $0.add(opened.store.activity) }
    }
  }

  /// The number of libraries open and in use, and of openings and closings.
  var figures: LendingPool<Opened>.Figures { pool.figures }

  /// Returns the writes to a library, or to all of them since the service began.
  func activity(of named: String?) throws(StoreError) -> StoreActivity {
    if named != nil || !isSeveral { return try loan(named).value.store.activity }
    return pool.openLoans.reduce(into: past.activity.withLock { $0 }) { $0.add($1.value.store.activity) }
  }
}

// MARK: Choosing a library

extension Libraries {
  /// Returns the requested library's name; if none is given, the only one's.
  private func name(of named: String?) throws(StoreError) -> String {
    switch place {
    case .file:
      let own = nameOfFile
      guard named == nil || named == own else {
        throw .invalid([
          Fault(
            path: "library", message: "\(path) is a single library, called \(own): omit the name, or give a directory")
        ])
      }
      return own
    case .several(let collection, _):
      if let named { return try LibraryName(named).text }
      // Fast even if there are many.
      let some = try collection.names(upTo: 2)
      if some.count == 1 { return some[0].text }
      guard !some.isEmpty else { throw .notFound(.library, "in \(path)") }
      let names = try collection.names().map(\.text)
      throw .libraryNotNamed(some: Array(names.prefix(Self.mostTold)), others: max(0, names.count - Self.mostTold))
    }
  }

  /// The maximum number of names in an error.
  private static let mostTold = 20

  /// Returns the requested library, opening it if necessary.
  func loan(_ named: String?) throws(StoreError) -> Loan {
    let name = try name(of: named)
    guard case .several(let collection, let options) = place else { return try loanOfFile(name) }
    if hasSwept.exchange(true, ordering: .relaxed) == false { collection.sweep() }
    func lend() throws(StoreError) -> Loan {
      try pool.loan(name) { () throws(StoreError) in
        Opened(try collection.open(LibraryName(name), options))
      }
    }
    var loan: Loan? = try lend()
    // If another file has taken its place, that one is meant, unless the previous one is still in use.
    if loan?.value.store.isReplaced == true {
      loan = nil
      _ = pool.whileClosed(name) {}
    }
    if let loan { return loan }
    return try lend()
  }

  private func loanOfFile(_ name: String) throws(StoreError) -> Loan {
    guard case .file(let open) = place else { preconditionFailure("several are not one file") }
    if let loan = file.withLock({ $0 }) { return loan }
    let loan = try pool.loan(name) { () throws(StoreError) in Opened(try open()) }
    file.withLock { $0 = loan }
    return loan
  }

  /// Returns the requested library if it is already open; never waits.
  func loanIfOpen(_ named: String?) -> Loan? {
    // Errors are reported by the call that opens the library.
    let name =
      if case .several(let collection, _) = place, named == nil { collection.onlyName?.text } else {
        try? name(of: named)
      }
    guard let name, let loan = pool.loanIfOpen(name) else { return nil }
    return isSeveral && loan.value.store.isReplaced ? nil : loan
  }

  /// Returns whether the requested library is open at this moment; a single file always counts as open.
  func isOpen(_ named: String?) -> Bool { !isSeveral || loanIfOpen(named) != nil }

  /// Returns the session last opened on an attempt, in the only library.
  func session(on id: Attempt.ID) -> LiveAttempt? { loanIfOpen(nil)?.value.sessions[id] }
}

// MARK: All libraries

extension Libraries {
  /// Checks that the database is usable and responds.
  func check() throws {
    switch place {
    case .file: _ = try loan(nil).value.store.readAndWait { try $0.homeworkList(limit: 1) }
    case .several(let collection, _): try collection.make()
    }
  }

  /// Returns a page of libraries, by name.
  func list(limit: Int, after: String?) throws(StoreError) -> Page<LibraryInfo> {
    try PageSize.check(limit)
    guard case .several(let collection, _) = place else { return Page(items: [try info(ofFile: path)], next: nil) }
    let names = try collection.names().filter { after == nil || $0.text > after ?? "" }
    let page = names.prefix(limit)
    return Page(items: try collection.entries(of: Array(page)), next: page.count < names.count ? page.last?.text : nil)
  }

  /// Moves the logs of all open libraries into their files, and closes them, so that no file has a log beside it.
  ///
  /// - Returns: the errors, each with the name of its library.
  func checkpoint() -> [String] {
    pool.openLoans.compactMap { loan in
      defer { loan.value.store.close() }
      do { try loan.value.store.checkpointAndWait() } catch { return "\(loan.name): \(error)" }
      return nil
    }
  }

  private func info(ofFile path: String) throws(StoreError) -> LibraryInfo {
    LibraryInfo(
      name: nameOfFile, fileBytes: Files.size(path) ?? 0,
      changedAt: Timestamp(millisecondsSince1970: Int64(Files.modified(path)?.first ?? 0) * 1000))
  }
}

// MARK: Creating and deleting

extension Libraries {
  func create(_ name: String) throws(StoreError) -> LibraryInfo {
    let (collection, options) = try several()
    let name = try LibraryName(name, parameter: "name")
    try alone(name) { () throws(StoreError) in try collection.create(name, options) }
    return try info(of: name, in: collection)
  }

  func delete(_ name: String, confirmedAs confirmation: String) throws(StoreError) {
    let (collection, _) = try several()
    let name = try LibraryName(name, parameter: "name")
    guard confirmation == name.text else {
      throw .invalid([Fault(path: "confirm", message: "is not \(name): nothing was deleted")])
    }
    try alone(name) { () throws(StoreError) in try collection.delete(name) }
  }

  /// Creates a library from a copy, or fills the single file if it is empty.
  func add(
    copyAt path: String, as name: String?, isCancelled: @escaping Store.IsCancelled,
    onProgress: (Double) -> Void
  ) throws -> LibraryInfo {
    guard case .several(let collection, _) = place else {
      let store = try loan(name).value.store
      try store.restoreAndWait(from: path, whereEmpty: true, isCancelled: isCancelled, onProgress: onProgress)
      return try info(ofFile: self.path)
    }
    let name =
      try name.map { name throws(StoreError) in try LibraryName(name, parameter: "name") } ?? LibraryName(naming: path)
    guard
      let result = try pool.whileClosed(
        name.text,
        {
          try collection.add(copyAt: path, as: name, isCancelled: isCancelled, onProgress: onProgress)
          return try info(of: name, in: collection)
        })
    else { throw StoreError.libraryTaken(name.text) }
    return result
  }

  private func several() throws(StoreError) -> (any LibraryCollection, StoreOptions) {
    guard case .several(let collection, let options) = place else {
      throw .invalid([Fault(path: "database", message: "\(path) is a single library: give a directory to use several")])
    }
    return (collection, options)
  }

  private func alone(_ name: LibraryName, _ body: () throws(StoreError) -> Void) throws(StoreError) {
    guard try pool.whileClosed(name.text, within: .seconds(1), body) != nil else { throw .libraryInUse(name.text) }
  }

  private func info(of name: LibraryName, in collection: any LibraryCollection) throws(StoreError) -> LibraryInfo {
    guard let info = try collection.entries(of: [name]).first else { throw .notFound(.library, name.text) }
    return info
  }
}
