import Foundation

/// Log lines on standard error: `TIME LEVEL words`. Never the contents of a request.
public struct ServerLog: Sendable {
  public enum Level: String, CaseIterable, Sendable, Comparable {
    case debug, info, warning, error

    public static func < (left: Self, right: Self) -> Bool {
      (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
  }

  private let level: Level

  public init(level: Level = .info) {
    self.level = level
  }

  public func write(_ level: Level, _ words: String) {
    guard level >= self.level else { return }
    let time = Date().formatted(.iso8601)
    // A log that nobody reads any more stops no daemon.
    try? FileHandle.standardError.write(contentsOf: Data("\(time) \(level.rawValue) \(words)\n".utf8))
  }
}
