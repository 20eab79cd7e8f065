public import Foundation

/// A directory of a test's own, removed with this value.
public final class TemporaryDirectory: Sendable {
  public let url: URL
  /// The place that `scripts/run-tests` chooses, if it is short: a socket's path may have at most 107 bytes.
  private static let parent: String = {
    let wanted = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    return (1...48).contains(wanted.utf8.count) ? wanted : "/tmp"
  }()

  /// Ends the process if the directory cannot be made: no test could run.
  public init() {
    url = URL(fileURLWithPath: "\(Self.parent)/hwdb-test-\(UUID().uuidString.prefix(8).lowercased())")
    do { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false) } catch {
      fatalError("\(error)")
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: url)  // a leftover is harmless
  }

  public func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: url.appendingPathComponent(name))
    return path(name)
  }
}
