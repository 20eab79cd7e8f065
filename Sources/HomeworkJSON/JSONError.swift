/// Why a text is not JSON, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong there.
  public enum Reason: Hashable, Sendable {
    /// It ends in the middle of a value.
    case ended
    /// Something else has to stand there.
    case unexpected
    /// The bytes are not UTF-8.
    case notUTF8
    /// A number that no double holds.
    case outOfRange
    /// Arrays and objects lie deeper within one another than is read.
    case tooDeep
  }

  public let reason: Reason
  /// In bytes, from 0. `JSONPosition` gives line and column.
  public let offset: Int

  init(_ reason: Reason, at offset: Int) {
    (self.reason, self.offset) = (reason, offset)
  }

  public var description: String { "byte \(offset + 1): \(reason.words)" }
}

extension JSONError.Reason {
  /// What is wrong: what to do.
  public var words: String {
    switch self {
    case .ended: "the JSON ends too early: close what is open"
    case .unexpected: "not JSON here: check quotes and commas"
    case .notUTF8: "not UTF-8: save the file as UTF-8"
    case .outOfRange: "a number too large to be held: write a smaller one"
    case .tooDeep: "more than \(JSONReader.deepest) arrays and objects within one another: flatten them"
    }
  }
}

/// A place in a text.
public struct JSONPosition: Hashable, Sendable, CustomStringConvertible {
  /// In bytes, from 0.
  public let offset: Int
  /// From 1.
  public let line: Int
  /// From 1, in characters.
  public let column: Int

  /// The place of a byte, from 0, of a text in UTF-8.
  public init(_ offset: Int, in text: some Sequence<UInt8>) {
    self.offset = offset
    let before = String(decoding: Array(text.prefix(offset)), as: UTF8.self)
    let lineStart = before.lastIndex(where: \.isNewline).map(before.index(after:)) ?? before.startIndex
    line = before[..<lineStart].count(where: \.isNewline) + 1
    column = before.distance(from: lineStart, to: before.endIndex) + 1
  }

  /// `2:11`.
  public var description: String { "\(line):\(column)" }
}

/// A step of a path into a value: a member by its name, or an item by its place from 0.
public enum JSONStep: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  case key(String)
  case index(Int)

  public init(stringLiteral key: String) { self = .key(key) }
  public init(integerLiteral index: Int) { self = .index(index) }

  /// Returns the steps of a path such as `questions[2].options[1]`.
  public static func path(_ text: String) -> [JSONStep] {
    text.split(separator: ".").flatMap { part -> [JSONStep] in
      let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
      let indexes = pieces.dropFirst().compactMap { Int($0.dropLast()) }.map(JSONStep.index)
      return (pieces[0].isEmpty ? [] : [.key(String(pieces[0]))]) + indexes
    }
  }
}

extension JSONPosition {
  /// Where the value at `path` begins; where it is missing, where what it would be in begins. `nil` where the text is
  /// no JSON up to there.
  ///
  ///     JSONPosition(of: ["questions", 0, "type"], in: text.utf8)?.line
  public init?(of path: [JSONStep], in text: some Sequence<UInt8>) {
    let bytes = Array(text)
    // What is no JSON has no places.
    guard let offset = bytes.withUnsafeBufferPointer({ try? JSONReader.offset(of: path, in: $0) }) else { return nil }
    self.init(offset, in: bytes)
  }
}
