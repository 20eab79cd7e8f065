internal import CHomeworkSQLiteShim
package import HomeworkModel
package import HomeworkSystem

/// The identity of a file, independent of its name.
package struct FileIdentity: Hashable {
  private var device: UInt64 = 0, inode: UInt64 = 0

  package init(_ status: stat) {
    (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
  }

  /// Identifies the file that a path leads to, following symbolic links; `nil` if none exists.
  package init?(at path: String) {
    var names: UInt64 = 0
    self.init(at: path, names: &names)
  }

  /// - Parameter names: receives the file's number of names (hard links).
  init?(at path: String, names: inout UInt64) {
    guard hwdb_identify(path, &device, &inode, &names) == 0 else { return nil }
  }
}

/// An unfinished database beside its final place: a new file with an unpredictable name, private to its owner, and
/// locked, so that a sweep can distinguish a killed process's remains from a file being written.
package final class PartialFile {
  /// The file's path until it is moved.
  package let path: String
  private let target: String
  /// This process must not open the file elsewhere while this is open: closing it drops every lock on the file.
  private var descriptor: Int32

  private static let infix = ".partial-"
  /// The number of hexadecimal digits in the name: no other program uses that many there.
  private static let tokenLength = 32
  private static let companions = ["", "-journal", "-wal", "-shm"]

  /// - Parameter mode: the file's permissions, regardless of the umask.
  package init(for target: String, mode: mode_t = 0o600) throws(StoreError) {
    self.target = target
    (path, descriptor) = try Self.make(for: target)
    guard fchmod(descriptor, mode) == 0 else {
      let failure = Self.failure(target)
      remove()
      throw failure
    }
  }

  private static func make(for target: String) throws(StoreError) -> (String, Int32) {
    while true {
      let token = (0..<2).map { _ in String(UInt64.random(in: 0...(.max)) | 1 << 63, radix: 16) }.joined()
      let path = target + infix + token
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw failure(target) }
      // A sweep may be about to remove the file: then create another one. Accept a file system without such locks.
      let isSwept = !FileCalls.hold(descriptor) && (errno == EAGAIN || errno == EACCES)
      var status = stat()
      if !isSwept, fstat(descriptor, &status) == 0, status.st_nlink > 0 { return (path, descriptor) }
      close(descriptor)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Moves the file into its place, so that any process, even after a power failure, finds either the old file or the
  /// whole new one.
  ///
  /// - Parameter replaced: the file to replace, which must still be there; `nil` if the path must be free.
  package func move(replacing replaced: FileIdentity?) throws(StoreError) {
    var status = stat()
    guard fsync(descriptor) == 0, fstat(descriptor, &status) == 0 else { throw Self.failure(target) }
    guard Self.identity(path) == FileIdentity(status) else {
      throw .unavailable(.cannotOpen(path: target, "what was written for it was taken away"))
    }
    // Close the file before the move: others in this process may then open and lock it.
    close(descriptor)
    descriptor = -1
    if replaced == nil, FileCalls.renameToNothing(path, target) { return try syncDirectory() }
    if replaced == nil, errno != EINVAL, errno != ENOSYS { throw Self.failure(target) }
    guard Self.identity(target) == replaced else {
      throw .unavailable(.cannotOpen(path: target, "another file has come there meanwhile"))
    }
    guard rename(path, target) == 0 else { throw Self.failure(target) }
    try syncDirectory()
  }

  /// Removes the file, and any companions that SQLite created beside it.
  package func remove() {
    for suffix in Self.companions { unlink(path + suffix) }
  }

  private func syncDirectory() throws(StoreError) {
    let directory = open(Self.directory(of: target), O_RDONLY | O_CLOEXEC)
    guard directory >= 0 else { throw Self.failure(target) }
    defer { close(directory) }
    // EINVAL: this file system has nothing to sync.
    guard fsync(directory) == 0 || errno == EINVAL else { throw Self.failure(target) }
  }

  package static func directory(of path: String) -> String { Paths.directory(of: path) }

  /// Identifies the file at a path itself, without following a symlink.
  private static func identity(_ path: String) -> FileIdentity? {
    var status = stat()
    return lstat(path, &status) == 0 ? FileIdentity(status) : nil
  }

  private static func failure(_ path: String) -> StoreError {
    switch errno {
    case ENOSPC, EDQUOT: .unavailable(.diskFull)
    case EFBIG: .unavailable(.fileTooLarge)
    case EIO: .unavailable(.inputOutput(systemReason(EIO)))
    case let code: .unavailable(.cannotOpen(path: path, systemReason(code)))
    }
  }
}

// MARK: Remains of killed processes

extension PartialFile {
  /// Returns whether a sweep may remove a file with this name.
  package static func isName(_ name: String) -> Bool { base(of: name) != nil }

  /// Removes the unfinished files of dead processes from a directory: this user's regular files, named as this program
  /// names them, that no process has locked. A file that cannot be removed stays: it does no harm.
  package static func sweep(_ directory: String) {
    for base in Set(Files.names(in: directory, containing: infix).compactMap(base)) {
      let path = "\(directory)/\(base)"
      var status = stat()
      if lstat(path, &status) == 0 {
        guard isOwn(status) else { continue }
        let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { continue }
        defer { close(descriptor) }
        var opened = stat()
        guard fstat(descriptor, &opened) == 0, FileIdentity(opened) == FileIdentity(status),
          FileCalls.hold(descriptor)
        else { continue }
        unlink(path)
      }
      for suffix in companions.dropFirst() where lstat(path + suffix, &status) == 0 && isOwn(status) {
        unlink(path + suffix)
      }
    }
  }

  private static func isOwn(_ status: stat) -> Bool {
    status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
  }

  /// Returns the name of the partial file that a file is, or is a companion of.
  private static func base(of name: String) -> String? {
    let base = companions.last { name.hasSuffix($0) }.map { name.dropLast($0.count) } ?? name[...]
    guard let infix = base.ranges(of: Self.infix).last, infix.lowerBound > base.startIndex else {
      return nil
    }
    let token = base[infix.upperBound...].utf8
    let isToken =
      token.count == tokenLength && token.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    return isToken ? String(base) : nil
  }
}

// MARK: An empty database

extension PartialFile {
  /// Creates an empty file at `path`, private to its owner, unless something is there: SQLite would grant everyone
  /// access, as far as the umask allows. Its log and its index get the same permissions.
  package static func makeEmpty(at path: String) {
    var status = stat()
    guard lstat(path, &status) != 0, errno == ENOENT else { return }
    // If this fails, opening the file reports the reason; if another process was faster, that is fine.
    guard let made = try? PartialFile(for: path) else { return }
    if (try? made.move(replacing: nil)) == nil { made.remove() }  // the same
  }
}
