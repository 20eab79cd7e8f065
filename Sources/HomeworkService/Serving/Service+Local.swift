import Foundation
package import HomeworkAPI
import HomeworkModel
import HomeworkStore
import Synchronization

/// Where things are unless the caller says otherwise.
public enum DefaultPaths {
  /// Returns `given`, else `$HWDB_DATABASE`, else `hwdb/hwdb.sqlite` in the user's data directory.
  public static func database(_ given: String?) -> String {
    let environment = ProcessInfo.processInfo.environment
    if let path = given ?? environment.value("HWDB_DATABASE") { return path }
    let home = environment["HOME"] ?? NSHomeDirectory()
    let data = environment.value("XDG_DATA_HOME") ?? "\(home)/.local/share"
    return "\(data)/hwdb/hwdb.sqlite"
  }

  /// Returns the socket that the caller or `$HWDB_SOCKET` names; `nil` if neither does, and no daemon is wanted.
  public static func daemonSocket(_ given: String?) -> String? {
    given ?? ProcessInfo.processInfo.environment.value("HWDB_SOCKET")
  }

  /// Returns `given`, else `$HWDB_SOCKET`, else `hwdb/hwdb.sock` in the user's runtime directory.
  public static func socket(_ given: String?) -> String {
    let environment = ProcessInfo.processInfo.environment
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

  /// On the database file at `path`, with the machine's clock and randomness.
  ///
  /// - Parameters:
  ///   - player: what plays scripts, where this process does.
  ///   - onProgress: is told what long work does, and the share of it that is done, 0…1, where that is known.
  package init(
    local path: String, whereMissing: MissingDatabase = .make, player: (any ScriptPlaying)? = nil,
    onProgress: (@Sendable (String, Double?) -> Void)? = nil
  ) {
    self.init(
      database: path, player: player, onProgress: onProgress,
      openStore: { () throws(StoreError) in
        // A log without its database is something else, which opening it says.
        if whereMissing != .make, access(path, F_OK) != 0, errno == ENOENT, access(path + "-wal", F_OK) != 0 {
          guard whereMissing == .takeAsEmpty else {
            throw .unavailable(.cannotOpen(path: path, "it is not there; hwdb add and hwdb import make one"))
          }
          return try Store.inMemory()
        }
        try Self.makeDirectory(of: path)
        var options = StoreOptions()
        if let onProgress { options.onMigration = { onProgress($0.words, $0.share) } }
        return try Store.openAndWait(path: path, options: options)
      })
  }

  /// Makes what is missing on the way to the file, each on disk before the next: else the power could take away what is
  /// acknowledged together with its directory.
  private static func makeDirectory(of path: String) throws(StoreError) {
    var missing: [URL] = []
    var directory = URL(fileURLWithPath: path).deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: directory.path), directory.path != "/" {
      missing.append(directory)
      directory = directory.deletingLastPathComponent()
    }
    for directory in missing.reversed() {
      guard mkdir(directory.path, 0o700) == 0 || errno == EEXIST, sync(directory.deletingLastPathComponent()) else {
        throw .unavailable(.cannotOpen(path: path, "\(directory.path): \(String(cString: strerror(errno)))"))
      }
    }
  }

  /// Where a file system has nothing to sync of a directory, or lets nobody open it to read, that is all there is to
  /// do.
  private static func sync(_ directory: URL) -> Bool {
    let descriptor = open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return true }
    defer { close(descriptor) }
    return fsync(descriptor) == 0 || errno == EINVAL
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
