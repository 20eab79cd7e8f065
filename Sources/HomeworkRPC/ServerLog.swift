import Foundation
import Synchronization

/// Log lines, `TIME LEVEL words key=value …`, on standard error or in a file. Never the contents of a request.
public final class ServerLog: Sendable {
  public enum Level: String, CaseIterable, Sendable, Comparable {
    case debug, info, warning, error

    public static func < (left: Self, right: Self) -> Bool {
      (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
  }

  private let level: Level
  private let path: String?
  private let descriptor: Mutex<Int32>

  /// - Parameter path: of a file, made where it is not there and added to; standard error unless given.
  public init(level: Level = .info, path: String? = nil) throws(SocketError) {
    (self.level, self.path) = (level, path)
    descriptor = Mutex(try Self.open(path))
  }

  /// On standard error.
  public init(level: Level) {
    self.level = level
    path = nil
    descriptor = Mutex(STDERR_FILENO)
  }

  /// Opens the file anew, after it was renamed or taken away. Where that fails, it goes on with the old one, and says so.
  public func reopen() {
    guard path != nil else { return }
    do throws(SocketError) {
      let opened = try Self.open(path)
      descriptor.withLock { descriptor in
        close(descriptor)
        descriptor = opened
      }
      write(.info, "log opened anew")
    } catch {
      write(.error, "\(error)")
    }
  }

  public func write(_ level: Level, _ words: @autoclosure () -> String) {
    guard level >= self.level else { return }
    let line = "\(Date().formatted(.iso8601)) \(level.rawValue) \(words())\n"
    descriptor.withLock { descriptor in
      // A log that nobody reads any more stops no daemon.
      _ = line.withCString { Foundation.write(descriptor, $0, strlen($0)) }
    }
  }

  private static func open(_ path: String?) throws(SocketError) -> Int32 {
    guard let path else { return STDERR_FILENO }
    let descriptor = Foundation.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .failed("the log \(path) cannot be opened", reason: UnixSocket.reason()) }
    return descriptor
  }
}
