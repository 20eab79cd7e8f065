import HomeworkSystem

/// Divides a stream of bytes into lines up to a limit.
public struct LineFramer: Sendable {
  public static let defaultLimit = 1 << 20

  private let limit: Int
  private var buffer: [UInt8] = []
  /// True if a line was longer than the limit. It was dropped, and nothing after it is read.
  public private(set) var isOverLimit = false

  public init(limit: Int = LineFramer.defaultLimit) {
    self.limit = limit
  }

  /// The number of bytes of an unfinished line.
  public var unfinished: Int { buffer.count }
  /// The bytes of an unfinished line.
  package var beginning: [UInt8] { buffer }

  /// Adds bytes and returns the lines that they complete, without their LF; empty lines are dropped.
  public mutating func take(_ bytes: UnsafeRawBufferPointer) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var rest = bytes[...]
    while !isOverLimit, !rest.isEmpty {
      let start = UnsafeRawBufferPointer(rebasing: rest)
      let end = memchr(start.baseAddress!, 0x0A, start.count).map { UnsafeRawPointer($0) - start.baseAddress! }
      let part = start.prefix(end ?? start.count)
      guard buffer.count + part.count <= limit else {
        buffer = []
        isOverLimit = true
        break
      }
      rest = rest.dropFirst(part.count + 1)
      buffer.append(contentsOf: part)
      if end != nil, !buffer.isEmpty {
        lines.append(buffer)
        buffer = []
      }
    }
    return lines
  }

  /// Adds bytes from an array.
  public mutating func take(_ bytes: [UInt8]) -> [[UInt8]] { bytes.withUnsafeBytes { take($0) } }

  /// Returns the last line if the stream ended without a line feed.
  public mutating func finish() -> [UInt8]? {
    defer { buffer = [] }
    return buffer.isEmpty ? nil : buffer
  }
}
