public import Foundation

/// Cuts a stream of bytes into lines, none longer than a limit.
public struct LineFramer: Sendable {
  public static let defaultLimit = 1 << 20

  private let limit: Int
  private var buffer = Data()
  /// A line is longer than the limit: it was not kept, and nothing after it is taken.
  public private(set) var isOverLimit = false

  public init(limit: Int = LineFramer.defaultLimit) {
    self.limit = limit
  }

  /// Whether a line has begun and not ended.
  public var hasUnfinishedLine: Bool { !buffer.isEmpty }

  /// Takes bytes and returns the lines that they complete, without their LF; empty ones are dropped.
  public mutating func take(_ bytes: some Sequence<UInt8>) -> [Data] {
    guard !isOverLimit else { return [] }
    var lines: [Data] = []
    for part in Data(bytes).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      // Every part but the first comes after an LF.
      if part.offset > 0 {
        if !buffer.isEmpty { lines.append(buffer) }
        buffer = Data()
      }
      guard buffer.count + part.element.count <= limit else {
        buffer = Data()
        isOverLimit = true
        break
      }
      buffer.append(part.element)
    }
    return lines
  }

  /// The last line, where the stream ended without an LF.
  public mutating func finish() -> Data? {
    defer { buffer = Data() }
    return buffer.isEmpty ? nil : buffer
  }
}
