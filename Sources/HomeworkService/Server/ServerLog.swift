package import HomeworkAPI
import HomeworkSystem

/// A log with lines `TIME LEVEL words key=value …`, on standard error or in a file. It never contains the content of
/// requests.
package final class ServerLog: Sendable {
  package enum Level: String, CaseIterable, Sendable, Comparable {
    case debug, info, warning, error

    package static func < (left: Self, right: Self) -> Bool {
      (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
  }

  /// A pipe that has any room has room for PIPE_BUF bytes, one more than this.
  private static let longestLine = 4095

  private let level: Level
  private let path: String?
  private let descriptor: Guarded<Int32>

  /// - Parameter path: a file, which is created if it does not exist, and appended to; standard error by default.
  package init(level: Level = .info, path: String? = nil) throws(SocketError) {
    (self.level, self.path) = (level, path)
    descriptor = Guarded(try Self.open(path))
  }

  /// Writes to standard error.
  package init(level: Level) {
    self.level = level
    path = nil
    descriptor = Guarded(STDERR_FILENO)
  }

  /// Reopens the file after it was renamed or removed. If that fails, logs an error and continues with the old file.
  package func reopen() {
    guard path != nil else { return }
    do throws(SocketError) {
      let opened = try Self.open(path)
      descriptor.withLock { descriptor in
        close(descriptor)
        descriptor = opened
      }
      write(.info, "log reopened")
    } catch {
      write(.error, "\(error)")
    }
  }

  package func write(_ level: Level, _ words: @autoclosure () -> String) {
    guard level >= self.level else { return }
    let now = WrittenTime.utc(secondsSince1970: time(nil), "%FT%TZ")
    let line = Array("\(now) \(level.rawValue) \(words())".utf8.prefix(Self.longestLine)) + [0x0A]
    descriptor.withLock { descriptor in
      // A log without a reader must not block the daemon: if a pipe has no room, the line is dropped.
      var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&room, 1, 0) == 1 else { return }
      _ = HomeworkSystem.write(descriptor, line, line.count)
    }
  }

  private static func open(_ path: String?) throws(SocketError) -> Int32 {
    guard let path else { return STDERR_FILENO }
    let descriptor = HomeworkSystem.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw .failed("the log \(path) cannot be opened", reason: systemReason()) }
    return descriptor
  }
}
