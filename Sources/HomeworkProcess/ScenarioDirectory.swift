import Foundation

/// A directory for a scenario's database, which goes with this value; where the process is killed, with the next sweep.
///
/// Whoever uses it holds a lock on it, shared, which goes with the process: so what nobody uses can be told from the
/// rest.
package final class ScenarioDirectory: Sendable {
  private static let prefix = "hwdb-play-"

  private let url: URL
  private let lock: Int32

  package init() throws(ProcessFailure) {
    Self.sweepOnce
    while true {
      let name = "\(Self.prefix)\(getpid())-\(UUID().uuidString.lowercased())"
      let url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
      guard mkdir(url.path, 0o700) == 0 else {
        throw ProcessFailure(
          description: "no directory for the scenario's database in \(url.path): \(String(cString: strerror(errno)))")
      }
      // Between the two another process may have swept it.
      guard let lock = Self.lock(url.path, LOCK_SH) else { continue }
      (self.url, self.lock) = (url, lock)
      return
    }
  }

  deinit {
    Self.remove(url)
    close(lock)
  }

  package var database: String { url.appendingPathComponent("hwdb.sqlite").path }
  /// Of a program under test.
  package var data: String { url.appendingPathComponent("data").path }
  package var animations: String { url.appendingPathComponent("animations.tokens.json").path }

  /// What is left behind is swept.
  private static func remove(_ url: URL) {
    if (try? FileManager.default.removeItem(at: url)) != nil { return }
    // A program under test may have closed its own folders.
    let inside = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
    chmod(url.path, 0o700)
    while let folder = inside?.nextObject() as? URL { chmod(folder.path, 0o700) }
    try? FileManager.default.removeItem(at: url)
  }

  /// Holds the directory of a database until this process ends, as the one that plays on it.
  package static func hold(of database: String) {
    _ = lock(URL(fileURLWithPath: database).deletingLastPathComponent().path, LOCK_SH)
  }

  /// Removes those of this process, which is ending.
  package static func removeOwn() {
    let place = FileManager.default.temporaryDirectory
    // A place that cannot be read has nothing that could be removed.
    for name in (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
    where name.hasPrefix("\(prefix)\(getpid())-") {
      remove(place.appendingPathComponent(name))
    }
  }

  /// Removes what processes that were killed have left.
  ///
  /// - Parameter pid: a process that is known to be dead: of those that it started the end is waited for.
  package static func sweep(of pid: Int32? = nil) {
    let place = FileManager.default.temporaryDirectory
    let prefix = prefix + (pid.map { "\($0)-" } ?? "")
    // A place that cannot be read has nothing that could be removed.
    for name in (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? [] where name.hasPrefix(prefix) {
      let url = place.appendingPathComponent(name)
      var status = stat()
      guard lstat(url.path, &status) == 0, status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFDIR,
        let lock = lock(url.path, pid == nil ? LOCK_EX | LOCK_NB : LOCK_EX)
      else { continue }
      remove(url)
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
