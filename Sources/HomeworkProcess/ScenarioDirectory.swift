import HomeworkSystem

/// A directory for the files of a scenario, or of a page's daemon, deleted with this value or, if the process is
/// killed, by the next sweep.
///
/// Its users hold a shared lock on it, released when they end: so a sweep can identify unused directories.
package final class ScenarioDirectory: Sendable {
  private static let prefix = "hwdb-play-"

  private let path: String
  private let lock: Int32

  package init(in folder: String = Paths.temporary) throws(ProcessFailure) {
    Self.sweepOnce
    while true {
      let token = String(UInt64.random(in: 0...(.max)) | 1 << 63, radix: 16)
      let path = Paths.path(of: "\(Self.prefix)\(getpid())-\(token)", in: folder)
      // Under the lock: once all directories are being removed, none may be created.
      try Self.areOver.withLock { areOver throws(ProcessFailure) in
        guard !areOver, mkdir(path, 0o700) == 0 else {
          let reason = areOver ? "this program is ending" : systemReason()
          throw ProcessFailure(description: "no directory for the scenario's database in \(path): \(reason)")
        }
      }
      // Another process may have swept the directory in between.
      guard let lock = Self.lock(path, LOCK_SH) else { continue }
      (self.path, self.lock) = (path, lock)
      return
    }
  }

  deinit {
    Files.remove(path)
    close(lock)
  }

  package var database: String { "\(path)/hwdb.sqlite" }
  /// The socket of a daemon that serves only this process's page.
  package var socket: String { "\(path)/s" }
  /// The file that leads a browser to this process's page.
  package var redirect: String { "\(path)/play.html" }
  /// The data directory of a program under test.
  package var data: String { "\(path)/data" }
  /// Returns the path of an animation file, by its number, from 0.
  package func animations(_ number: Int) -> String {
    "\(path)/animations\(number == 0 ? "" : "-\(number + 1)").tokens.json"
  }

  /// Holds the directory around the data of the program under test, which is this process, until it ends.
  package static func hold(around data: String) {
    _ = lock(Paths.directory(of: data), LOCK_SH)
  }

  private static let areOver = Guarded(false)

  /// Removes this process's directories when it is ending, and creates no more.
  package static func removeOwn() {
    areOver.withLock { $0 = true }
    // Another thread may write to a directory during its removal, but not for long.
    for _ in 0..<100 {
      let own = paths(withPrefix: "\(prefix)\(getpid())-")
      guard !own.isEmpty else { return }
      own.forEach { Files.remove($0) }
    }
  }

  /// Removes the directories of killed processes.
  ///
  /// - Parameter pid: a process known to be dead: waits for its children to end.
  package static func sweep(of pid: Int32? = nil) {
    for path in paths(withPrefix: prefix + (pid.map { "\($0)-" } ?? "")) {
      var status = stat()
      guard lstat(path, &status) == 0, status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFDIR,
        let lock = lock(path, pid == nil ? LOCK_EX | LOCK_NB : LOCK_EX)
      else { continue }
      Files.remove(path)
      close(lock)
    }
  }

  private static let sweepOnce: Void = sweep()

  /// Returns the paths of the directories with such names.
  private static func paths(withPrefix prefix: String) -> [String] {
    [Paths.temporary, Paths.runtime].compactMap(\.self).flatMap { folder in
      // A directory that cannot be read holds nothing that could be removed.
      Files.names(in: folder).filter { $0.hasPrefix(prefix) }.map { Paths.path(of: $0, in: folder) }
    }
  }

  /// Returns `nil` if it no longer exists or other processes hold it.
  private static func lock(_ path: String, _ kind: Int32) -> Int32? {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    var result: Int32
    repeat { result = flock(descriptor, kind) } while result < 0 && errno == EINTR
    guard result == 0, fstat(descriptor, &status) == 0, status.st_nlink > 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
