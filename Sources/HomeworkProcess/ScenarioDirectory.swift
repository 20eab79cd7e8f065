import HomeworkSystem

/// A directory for a scenario's database, which goes with this value; where the process is killed, with the next sweep.
///
/// Whoever uses it holds a lock on it, shared, which goes with the process: so what nobody uses can be told from the
/// rest.
package final class ScenarioDirectory: Sendable {
  private static let prefix = "hwdb-play-"

  private let path: String
  private let lock: Int32

  package init() throws(ProcessFailure) {
    Self.sweepOnce
    while true {
      let token = String(UInt64.random(in: 0...(.max)) | 1 << 63, radix: 16)
      let path = Paths.path(of: "\(Self.prefix)\(getpid())-\(token)", in: Paths.temporary)
      // Under the lock: once all are removed, none is to be made.
      try Self.areOver.withLock { areOver throws(ProcessFailure) in
        guard !areOver, mkdir(path, 0o700) == 0 else {
          let reason = areOver ? "this program is ending" : systemReason()
          throw ProcessFailure(description: "no directory for the scenario's database in \(path): \(reason)")
        }
      }
      // Between the two another process may have swept it.
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
  /// Of a program under test.
  package var data: String { "\(path)/data" }
  /// A file of animations, of several each by its number from 0.
  package func animations(_ number: Int) -> String {
    "\(path)/animations\(number == 0 ? "" : "-\(number + 1)").tokens.json"
  }

  /// Holds the directory around a program's data until this process, which is that program, ends.
  package static func hold(around data: String) {
    _ = lock(Paths.directory(of: data), LOCK_SH)
  }

  private static let areOver = Guarded(false)

  /// Removes those of this process, which is ending, and makes no more.
  package static func removeOwn() {
    areOver.withLock { $0 = true }
    let place = Paths.temporary
    // Another thread may write to one while it is removed, but not much.
    for _ in 0..<100 {
      // A place that cannot be read has nothing that could be removed.
      let own = Files.names(in: place).filter { $0.hasPrefix("\(prefix)\(getpid())-") }
      guard !own.isEmpty else { return }
      for name in own { Files.remove(Paths.path(of: name, in: place)) }
    }
  }

  /// Removes what processes that were killed have left.
  ///
  /// - Parameter pid: a process that is known to be dead: of those that it started the end is waited for.
  package static func sweep(of pid: Int32? = nil) {
    let place = Paths.temporary
    let prefix = prefix + (pid.map { "\($0)-" } ?? "")
    // A place that cannot be read has nothing that could be removed.
    for name in Files.names(in: place) where name.hasPrefix(prefix) {
      let path = Paths.path(of: name, in: place)
      var status = stat()
      guard lstat(path, &status) == 0, status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFDIR,
        let lock = lock(path, pid == nil ? LOCK_EX | LOCK_NB : LOCK_EX)
      else { continue }
      Files.remove(path)
      close(lock)
    }
  }

  private static let sweepOnce: Void = sweep()

  /// `nil` where it is not there any more, or held by others.
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
