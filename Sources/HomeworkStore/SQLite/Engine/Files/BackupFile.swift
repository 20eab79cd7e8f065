package import HomeworkModel
import HomeworkSystem

/// A database file that is either absent or whole.
package enum BackupFile {
  /// Copies `connection`'s view of the database to `path`, once the copy is whole and on disk. The path must be free,
  /// or hold a database of ours that no process has open.
  package static func write(
    _ connection: Connection, to path: String, on disk: Disk?, verify: (Connection) throws -> Void,
    onProgress: (Double) -> Void
  ) throws(StoreError) {
    // The target stays locked until the copy has replaced it.
    let target = try BackupTarget(path)
    PartialFile.sweep(PartialFile.directory(of: path))
    let partial = try PartialFile(for: path, mode: target.mode)
    do throws(StoreError) {
      try copy(connection, to: partial.path, for: path, on: disk, verify: verify, onProgress: onProgress)
      try partial.move(replacing: target.replaced)
    } catch {
      partial.remove()
      throw error
    }
  }

  private static func copy(
    _ connection: Connection, to partial: String, for path: String, on disk: Disk?,
    verify: (Connection) throws -> Void, onProgress: (Double) -> Void
  ) throws(StoreError) {
    let copy: Connection
    do throws(StoreError) {
      copy = try Connection(path: partial, access: .readWrite, disk: disk, migrator: connection.migrator)
      try copy.execute("PRAGMA synchronous = FULL")
      try connection.backUp(to: copy, onStep: onProgress)
      // A single file, with no log beside it.
      try copy.execute("PRAGMA journal_mode = DELETE")
    } catch {
      throw error.naming(path)
    }
    do { try verify(copy) } catch { throw StoreError(error) }
  }
}

/// The path of a backup, and the file there. No file that a person or a program could miss is overwritten.
private struct BackupTarget {
  /// The file that the backup replaces; `nil` if none.
  let replaced: FileIdentity?
  /// The backup's permissions: those of the file that it replaces.
  let mode: mode_t
  /// Locks other processes out of the file to be replaced.
  private let taken: Connection?

  init(_ path: String) throws(StoreError) {
    func refusal(_ what: String) -> StoreError {
      .invalid([Fault(path: "path", message: "\(path) \(what), and is left as it is: give another path")])
    }
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard !["", ".", ".."].contains(name), !path.utf8.contains(0) else { throw refusal("names no file") }
    for suffix in ["-wal", "-shm", "-journal", ".lock"] where name.hasSuffix(suffix) {
      throw refusal("is a name for what lies beside a database (\(suffix))")
    }
    guard !PartialFile.isName(String(name)) else {
      throw refusal("is a name for a backup in the making, and would be swept away")
    }
    // Files left there by a killed program would be taken for part of the new database.
    for suffix in ["-wal", "-journal"] where Self.size(path + suffix) > 0 {
      throw refusal("has a log beside it, \(name)\(suffix), of a program that uses it or was killed")
    }
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else {
        throw .unavailable(.cannotOpen(path: path, systemReason()))
      }
      (replaced, mode, taken) = (nil, 0o600, nil)
      return
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw refusal(Self.kind(status.st_mode)) }
    (replaced, mode) = (FileIdentity(status), status.st_mode & 0o777)
    // A file of the system, such as /proc/kmsg, has no size, and reading it may never end.
    guard status.st_size >= 100 else { throw refusal("is not an hwdb database") }
    let (isOurs, isFree): (Bool, Bool)
    do throws(StoreError) {
      let there = try Connection(path: path, access: .readWrite)
      isOurs = FileCheck.isOurs(try there.fileHead(100))
      isFree = isOurs ? try there.takeFile() : false
      taken = there
    } catch {
      throw error.opening(path)
    }
    guard isOurs else { throw refusal("is not an hwdb database") }
    guard isFree else { throw refusal("is in use") }
  }

  private static func size(_ path: String) -> Int {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  private static func kind(_ mode: mode_t) -> String {
    switch mode & S_IFMT {
    case S_IFDIR: "is a directory"
    case S_IFLNK: "is a link, which is not followed"
    case S_IFIFO: "is a pipe"
    case S_IFSOCK: "is a socket"
    case S_IFBLK, S_IFCHR: "is a device"
    default: "is not a regular file"
    }
  }
}
