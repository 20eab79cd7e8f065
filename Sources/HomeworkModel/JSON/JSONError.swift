/// The reason why a text is not JSON, and its place.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The mistake and its remedy.
  public enum Reason: String, Sendable {
    case ended = "the JSON ends too early: close what is open"
    case unexpected = "this is not valid JSON: check quotes and commas"
    case notUTF8 = "not UTF-8: save the file as UTF-8"
    case outOfRange = "the number is too large: write a smaller one"
    case tooDeep = "more than 128 nested arrays and objects: flatten them"
  }

  /// The kind of mistake, and its place in bytes, from 0. `JSONPosition` computes line and column.
  public let reason: Reason, offset: Int

  init(_ reason: Reason, at offset: Int) {
    (self.reason, self.offset) = (reason, offset)
  }

  public var description: String { "byte \(offset + 1): \(reason.rawValue)" }
}

/// A place in a text.
public struct JSONPosition: Hashable, Sendable, CustomStringConvertible {
  /// The place in bytes, from 0; and as line and column in characters, both from 1.
  public let offset: Int, line: Int, column: Int

  /// Computes the position of a byte, from 0, in a UTF-8 text.
  public init(_ offset: Int, in text: some Sequence<UInt8>) {
    self.offset = offset
    let before = String(decoding: Array(text.prefix(offset)), as: UTF8.self)
    let lineStart = before.lastIndex(where: \.isNewline).map(before.index(after:)) ?? before.startIndex
    line = before[..<lineStart].count(where: \.isNewline) + 1
    column = before.distance(from: lineStart, to: before.endIndex) + 1
  }

  /// The position as `2:11`.
  public var description: String { "\(line):\(column)" }
}
