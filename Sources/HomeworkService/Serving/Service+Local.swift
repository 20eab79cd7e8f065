package import HomeworkAPI
package import HomeworkModel
import HomeworkPostgres
package import HomeworkStore
import HomeworkSystem
import Synchronization

/// Where things are unless the caller says otherwise.
package enum DefaultPaths {
  /// Returns `given`, else `$HWDB_DATABASE`, else `hwdb/hwdb.sqlite` in the user's data directory.
  package static func database(_ given: String?) -> String {
    let environment = Surroundings.environment
    if let path = given ?? environment.value("HWDB_DATABASE") { return path }
    let home = environment["HOME"] ?? Surroundings.home
    let data = environment.value("XDG_DATA_HOME") ?? "\(home)/.local/share"
    return "\(data)/hwdb/hwdb.sqlite"
  }

  /// Returns the learner that the caller or `$HWDB_LEARNER` names; `nil` if neither does, and the default one is meant.
  package static func learner(_ given: String?) -> String? {
    given ?? Surroundings.environment.value("HWDB_LEARNER")
  }

  /// Returns the library that the caller or `$HWDB_LIBRARY` names; `nil` if neither does, and there is to be one alone.
  package static func library(_ given: String?) -> String? {
    given ?? Surroundings.environment.value("HWDB_LIBRARY")
  }

  /// Returns the socket that the caller or `$HWDB_SOCKET` names; `nil` if neither does, and no daemon is wanted.
  package static func daemonSocket(_ given: String?) -> String? {
    given ?? Surroundings.environment.value("HWDB_SOCKET")
  }

  /// Returns `given`, else `$HWDB_SOCKET`, else `hwdb/hwdb.sock` in the user's runtime directory.
  package static func socket(_ given: String?) -> String {
    let environment = Surroundings.environment
    if let path = given ?? environment.value("HWDB_SOCKET") { return path }
    let runtime = environment.value("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())"
    return "\(runtime)/hwdb/hwdb.sock"
  }
}

extension [String: String] {
  /// A variable that is set to nothing counts as not set.
  fileprivate func value(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }
}

extension Service {
  /// What is done about a database that is not there.
  package enum MissingDatabase: Sendable {
    case make
    /// A mistyped path shall not leave an empty database behind.
    case refuse
    /// Nothing is in it, and nothing is made.
    case takeAsEmpty
  }

  /// How many libraries of a directory are open at a time unless the caller says otherwise.
  package static let usualLibraries = 200

  /// On the database at `path`, with the machine's clock and randomness: a file, or a directory of libraries, which is
  /// there or ends in a slash.
  ///
  /// - Parameters:
  ///   - libraries: how many of a directory are open at a time, unless more are in use.
  ///   - player: what plays scripts, where this process does.
  ///   - onProgress: is told what long work does, and the share of it that is done, 0…1, where that is known.
  package init(
    local path: String, whereMissing: MissingDatabase = .make,
    libraries: Int = usualLibraries,
    player: (any ScriptPlaying)? = nil, onProgress: (@Sendable (String, Double?) -> Void)? = nil
  ) {
    var options = StoreOptions()
    if let onProgress { options.onMigration = { onProgress($0.words, $0.share) } }
    if PostgresURL.isOne(path) {
      self.init(Self.libraries(at: path, limit: libraries, options), player: player, onProgress: onProgress)
      return
    }
    self.init(
      Self.isDirectory(path)
        ? Libraries(LibraryDirectory(path), at: path, limit: libraries, options: options)
        : Libraries(file: path) { [options] () throws(StoreError) in
          try Self.store(at: path, whereMissing, options)
        },
      player: player, onProgress: onProgress)
  }

  /// Whether a database is on a server, and no file.
  package static func isURL(_ database: String) -> Bool { PostgresURL.isOne(database) }

  /// Returns the server that a database is on, or what is wrong with its address; `nil` for a file or a directory.
  package static func server(at database: String) -> Result<any LibraryServer, StoreError>? {
    guard isURL(database) else { return nil }
    do throws(PostgresError) { return .success(PostgresLibraries(try PostgresURL(database))) } catch {
      return .failure(StoreError(error))
    }
  }

  /// Returns a database as messages may name it: without a password.
  package static func shown(_ database: String) -> String {
    isURL(database) ? (try? PostgresURL(database))?.redacted ?? "an address" : database
  }

  private static func libraries(at url: String, limit: Int, _ options: StoreOptions) -> Libraries {
    do throws(PostgresError) {
      return Libraries(PostgresLibraries(try PostgresURL(url)), limit: limit, options: options)
    } catch {
      // Said to whoever asks for something, as for a file that cannot be opened.
      return Libraries(file: error.database ?? "the database") { () throws(StoreError) in throw StoreError(error) }
    }
  }

  /// Whether a path is that of a directory of libraries, there or to be made.
  static func isDirectory(_ path: String) -> Bool { path.hasSuffix("/") || Files.isDirectory(path) }

  private static func store(
    at path: String, _ whereMissing: MissingDatabase, _ options: StoreOptions
  ) throws(StoreError) -> Store {
    // A log without its database is something else, which opening it says.
    if whereMissing != .make, access(path, F_OK) != 0, errno == ENOENT, access(path + "-wal", F_OK) != 0 {
      guard whereMissing == .takeAsEmpty else {
        throw .unavailable(.cannotOpen(path: path, "it does not exist; hwdb add and hwdb import create it"))
      }
      return try Store.inMemory()
    }
    do throws(SystemFailure) { try Files.makeDirectory(Paths.directory(of: path)) } catch {
      throw .unavailable(.cannotOpen(path: path, "\(error)"))
    }
    return try Store.openAndWait(path: path, options: options)
  }
}

extension MigrationProgress {
  fileprivate var words: String {
    switch stage {
    case .backingUp: "keeping a copy of the older database"
    case .applying, .applied: "migrating to schema \(version) of \(latest)"
    }
  }

  fileprivate var share: Double? {
    guard case .backingUp(let share) = stage else { return nil }
    return share
  }
}
