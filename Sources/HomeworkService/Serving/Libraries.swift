import HomeworkModel
import HomeworkPlay
import HomeworkStore
import HomeworkSystem
import Synchronization

/// The libraries that a service has: those of a directory or of a server, opened when they are needed, or a file that
/// is one.
final class Libraries: Sendable {
  /// What is kept of a library while it is open: its store, and the sessions on its attempts.
  final class Opened: Sendable {
    let store: Store
    /// Those that are open, and what ended ones held, for those who come back.
    let sessions = LiveSessions()

    init(_ store: Store) {
      self.store = store
    }
  }

  /// An open library, which stays open as long as somebody has this.
  typealias Loan = LendingPool<Opened>.Loan

  private enum Place {
    case file(@Sendable () throws(StoreError) -> Store)
    case several(any LibraryCollection, StoreOptions)
  }

  /// What those have written that are closed by now.
  private final class Past: Sendable {
    let activity = Guarded(StoreActivity())
  }

  /// How many of those that were used last are ready for the next call. The others have let go of their caches.
  private static let readyLimit = 32

  /// How long after memory was given back to the system what was let go of since is, in nanoseconds.
  private static let returnIntervalNs: UInt64 = 1_000_000_000

  /// Where they are, as the caller named it.
  let path: String
  /// How many are open at a time, unless more are in use.
  let limit: Int
  /// The server that they are on, if they are on one.
  let server: (any LibraryServer)?
  let isSeveral: Bool
  private let place: Place
  private let pool: LendingPool<Opened>
  private let past: Past
  private let hasSwept = Atomic(false)
  /// What a file is called that is one library: as itself, without `.sqlite`.
  private let nameOfFile: String
  /// That file, once it is open.
  private let file = Guarded<Loan?>(nil)

  /// A file that is one library.
  convenience init(file path: String, open: @escaping @Sendable () throws(StoreError) -> Store) {
    self.init(path, .file(open), limit: 1)
  }

  /// Several of them.
  ///
  /// - Parameter path: as the caller named their place; by default as they do.
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

  /// What is open, and in use, and how often one was opened and closed.
  var figures: LendingPool<Opened>.Figures { pool.figures }

  /// What has been written: to a library, or to all of them since the service began.
  func activity(of named: String?) throws(StoreError) -> StoreActivity {
    if named != nil || !isSeveral { return try loan(named).value.store.activity }
    return pool.openLoans.reduce(into: past.activity.withLock { $0 }) { $0.add($1.value.store.activity) }
  }
}

// MARK: Which one

extension Libraries {
  /// The library that is meant, by its name or because there is no other.
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
      // Soon found, however many there are.
      let some = try collection.names(upTo: 2)
      if some.count == 1 { return some[0].text }
      guard !some.isEmpty else { throw .notFound(.library, "in \(path)") }
      let names = try collection.names().map(\.text)
      throw .libraryNotNamed(some: Array(names.prefix(Self.mostTold)), others: max(0, names.count - Self.mostTold))
    }
  }

  /// How many names an error tells.
  private static let mostTold = 20

  /// Returns the library that is meant, opened unless it is.
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
    // Where another file has come to its place, that is meant, unless somebody still uses the one before it.
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

  /// Returns the library that is meant, where it is open already: nothing is waited for.
  func loanIfOpen(_ named: String?) -> Loan? {
    // Who is told why not is the one who opens it.
    let name =
      if case .several(let collection, _) = place, named == nil { collection.onlyName?.text } else {
        try? name(of: named)
      }
    guard let name, let loan = pool.loanIfOpen(name) else { return nil }
    return isSeveral && loan.value.store.isReplaced ? nil : loan
  }

  /// Whether the library that is meant is open at this moment; a file is to whoever asks.
  func isOpen(_ named: String?) -> Bool { !isSeveral || loanIfOpen(named) != nil }

  /// Returns the session that was opened last on an attempt, of the one library that is meant.
  func session(on id: Attempt.ID) -> LiveAttempt? { loanIfOpen(nil)?.value.sessions[id] }
}

// MARK: All of them

extension Libraries {
  /// Looks whether there is anything to serve, and whether it answers.
  func check() throws {
    switch place {
    case .file: _ = try loan(nil).value.store.readAndWait { try $0.homeworkList(limit: 1) }
    case .several(let collection, _): try collection.make()
    }
  }

  /// A page of them by name.
  func list(limit: Int, after: String?) throws(StoreError) -> Page<LibraryInfo> {
    try PageSize.check(limit)
    guard case .several(let collection, _) = place else { return Page(items: [try info(ofFile: path)], next: nil) }
    let names = try collection.names().filter { after == nil || $0.text > after ?? "" }
    let page = names.prefix(limit)
    return Page(items: try collection.entries(of: Array(page)), next: page.count < names.count ? page.last?.text : nil)
  }

  /// Moves the logs of all that are open into their files, and closes them: then there is no log beside a file.
  ///
  /// - Returns: what went wrong, with the name of the library.
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

// MARK: Making and taking away

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

  /// Makes a library of a copy, or fills the one file there is while it is empty.
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
