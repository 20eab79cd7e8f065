package import HomeworkAPI
package import HomeworkModel
import HomeworkPostgres
package import HomeworkStore
import HomeworkSystem
import Synchronization

/// The default places of databases and sockets.
package enum DefaultPaths {
  /// Returns `path`, else `$HWDB_DATABASE`, else the user's own database.
  package static func database(_ path: String?) -> String {
    path ?? Surroundings.environment.value("HWDB_DATABASE") ?? ownDatabase
  }

  /// `hwdb/hwdb.sqlite` in the user's data directory.
  private static var ownDatabase: String {
    let environment = Surroundings.environment
    let home = environment["HOME"] ?? Surroundings.home
    let data = environment.value("XDG_DATA_HOME") ?? "\(home)/.local/share"
    return "\(data)/hwdb/hwdb.sqlite"
  }

  /// Returns the learner named by the caller or `$HWDB_LEARNER`; `nil`, meaning the default one, if neither is given.
  package static func learner(_ name: String?) -> String? {
    name ?? Surroundings.environment.value("HWDB_LEARNER")
  }

  /// Where a library is.
  package enum Location: Sendable {
    case daemon(socket: String)
    /// A file or an address.
    case database(String)
  }

  /// Returns the library that is meant. A flag beats the environment: the socket, the database, `$HWDB_SOCKET`,
  /// `$HWDB_DATABASE`.
  package static func library(socket: String?, database path: String?) -> Location {
    let named = socket ?? (path == nil ? Surroundings.environment.value("HWDB_SOCKET") : nil)
    return named.map { .daemon(socket: $0) } ?? .database(database(path))
  }

  /// Returns `path`, else `$HWDB_SOCKET`, else the user's own socket.
  package static func socket(_ path: String?) -> String {
    path ?? Surroundings.environment.value("HWDB_SOCKET") ?? ownSocket
  }

  /// `hwdb/hwdb.sock` in the user's runtime directory.
  private static var ownSocket: String {
    let runtime = Surroundings.environment.value("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())"
    return "\(runtime)/hwdb/hwdb.sock"
  }

  /// Returns what is wrong with a path whose folder is missing; `nil` for a default path, whose folder is created when
  /// it is needed. A named folder is not created: its path may be mistyped, or its drive may be missing.
  static func missingFolder(of path: String) -> String? {
    let folder = Paths.directory(of: path)
    guard path != ownDatabase, path != ownSocket, !Files.exists(folder) else { return nil }
    return "the folder \(folder) does not exist: correct the path, or create the folder with mkdir -p"
  }
}

extension [String: String] {
  /// Returns a variable's value; an empty one counts as unset.
  fileprivate func value(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }
}

extension Service {
  /// The reaction to a missing database.
  package enum MissingDatabase: Sendable {
    case make
    /// Refuses, so that a mistyped path does not leave an empty database behind.
    case refuse
    /// Treats it as empty, without creating it.
    case takeAsEmpty
  }

  /// Creates a service for the database at `path`, with the machine's clock and randomness.
  ///
  /// - Parameters:
  ///   - player: plays scripts, if this process does.
  ///   - onProgress: called with a description of long work, and the share done, 0…1, if known.
  ///   - onUpgrade: called with a line about an upgrade of the database's schema, once it is done.
  package convenience init(
    local path: String, whereMissing: MissingDatabase = .make,
    player: (any ScriptPlaying)? = nil, onProgress: (@Sendable (String, Double?) -> Void)? = nil,
    onUpgrade: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    var options = StoreOptions()
    options.onUpgrade = { [shown = Self.shown(path)] in onUpgrade($0.notice(of: shown)) }
    self.init(
      database: Self.shown(path), serverAddress: Self.isURL(path) ? path : nil, player: player, onProgress: onProgress
    ) { [options] in
      try Self.isURL(path)
        ? Store.openAndWait(postgres: path, options: options) : Self.store(at: path, whereMissing, options)
    }
  }

  /// Returns whether a database is on a server instead of in a file.
  package static func isURL(_ database: String) -> Bool { PostgresURL.isOne(database) }

  /// Returns a database's server, or the error in its address; `nil` for a file.
  package static func server(at database: String) -> Result<any DatabaseServer, StoreError>? {
    guard isURL(database) else { return nil }
    do throws(PostgresError) { return .success(PostgresLibrary(try PostgresURL(database))) } catch {
      return .failure(StoreError(error))
    }
  }

  /// Returns a database's name for messages, without a password.
  package static func shown(_ database: String) -> String {
    isURL(database) ? (try? PostgresURL(database))?.redacted ?? "an address" : database
  }

  private static func store(
    at path: String, _ whereMissing: MissingDatabase, _ options: StoreOptions
  ) throws(StoreError) -> Store {
    if let fault = DefaultPaths.missingFolder(of: path) { throw .unavailable(.cannotOpen(path: path, fault)) }
    // If only its log exists, opening it reports a specific error.
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

extension SchemaUpgrade {
  /// Returns a line for the user.
  package func notice(of database: String) -> String {
    "upgraded \(database) from schema \(from) to \(to); older versions of hwdb can no longer open it: to keep a copy, "
      + "run hwdb database backup FILE"
  }
}
