import HomeworkModel
import HomeworkSystem

/// A file's bytes as UTF-8 with lines that end in LF.
struct FileText {
  let bytes: [UInt8]
  /// A note about an assumed encoding.
  let note: ImportNote?

  /// Accepts UTF-8 or UTF-16, each with or without a byte order mark; a line that is neither is read as Windows-1252.
  init(_ data: [UInt8]) throws(QuizFormatError) {
    var bytes = try Self.withoutUTF16(data)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if bytes.contains(13) { bytes = Self.unified(bytes) }
    if let position = bytes.firstIndex(of: 0) {
      let (line, column) = Self.position(of: position, in: bytes)
      throw QuizFormatError("a NUL byte: this is not a text file", line: line, column: column)
    }
    let isUTF8 = bytes.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) } != nil
    (self.bytes, note) = isUTF8 ? (bytes, nil) : Self.recoded(bytes)
  }

  /// Converts UTF-16 to UTF-8; returns other bytes unchanged.
  static func withoutUTF16(_ bytes: [UInt8]) throws(QuizFormatError) -> [UInt8] {
    guard let name = utf16Name(bytes) else { return bytes }
    guard let text = Iconv.utf8(bytes, from: name) else {
      throw QuizFormatError("not UTF-16, though it begins so: save it as UTF-8", line: 1, column: 1)
    }
    return text
  }

  /// Detects UTF-16 by its byte order mark, or by every second byte of a text in a Latin script.
  static func utf16Name(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    let sample = bytes.prefix(400)
    guard sample.count >= 8 else { return nil }
    let even = sample.indices.count { $0 % 2 == 0 && sample[$0] == 0 }
    let odd = sample.indices.count { $0 % 2 == 1 && sample[$0] == 0 }
    if even * 5 > sample.count * 2, odd == 0 { return "UTF-16BE" }
    return odd * 5 > sample.count * 2 && even == 0 ? "UTF-16LE" : nil
  }

  /// Returns the line and column of an offset, from 1; columns count characters.
  static func position(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes.prefix(offset)
    let lineStart = before.lastIndex(of: 10).map { $0 + 1 } ?? 0
    return (before.count { $0 == 10 } + 1, String(decoding: bytes[lineStart..<offset], as: UTF8.self).count + 1)
  }

  /// The characters that Windows-1252 has in place of the control characters 0x80 to 0x9F of Latin-1 (Unicode's
  /// CP1252.TXT).
  private static let specials = WordLists.words("windows-1252").map { UInt16($0, radix: 16) ?? 0 }

  static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar((0x80...0x9F).contains(byte) ? specials[Int(byte) - 0x80] : UInt16(byte)) ?? "\u{FFFD}"
  }

  /// Recodes the bytes that are not UTF-8, since a file, and even a line, may combine text from several programs.
  private static func recoded(_ bytes: [UInt8]) -> ([UInt8], ImportNote) {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 8)
    var recodedLines: [Int] = []
    for (index, line) in bytes.split(separator: 10, omittingEmptySubsequences: false).enumerated() {
      if index > 0 { result.append(10) }
      if line.withUnsafeBufferPointer({ String(validating: $0, as: UTF8.self) }) != nil {
        result += line
      } else {
        recodedLines.append(index + 1)
        var rest = line
        while let byte = rest.first {
          let length = lengthOfCharacter(rest)
          result += length > 0 ? Array(rest.prefix(length)) : Array(Character(windows1252(byte)).utf8)
          rest = rest.dropFirst(max(1, length))
        }
      }
    }
    let count = recodedLines.count
    let words = count == 1 ? "one line is not UTF-8: it was" : "\(count) lines are not UTF-8: they were"
    return (result, ImportNote(recodedLines[0], .file, "encoding", "\(words) read as Windows-1252"))
  }

  /// Returns the number of bytes of the UTF-8 character that begins the text; 0 if it begins with none.
  private static func lengthOfCharacter(_ bytes: ArraySlice<UInt8>) -> Int {
    (1...4).first { $0 <= bytes.count && String(validating: bytes.prefix($0), as: UTF8.self) != nil } ?? 0
  }

  /// Replaces CRLF and CR with LF.
  private static func unified(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var previous: UInt8 = 0
    for byte in bytes {
      if byte != 10 || previous != 13 { result.append(byte == 13 ? 10 : byte) }
      previous = byte
    }
    return result
  }
}

enum Iconv {
  /// - Returns: `nil` if the encoding is unknown, or the bytes are invalid in it.
  static func utf8(_ bytes: [UInt8], from name: String) -> [UInt8]? {
    guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "/") }) else { return nil }
    let converter = iconv_open("UTF-8", name)
    guard converter != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(converter) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 4)
    var input = bytes.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: 65_536)
    var isWhole = true
    input.withUnsafeMutableBufferPointer { input in
      var (next, left) = (input.baseAddress, input.count)
      while left > 0, isWhole {
        output.withUnsafeMutableBufferPointer { output in
          var (position, capacity) = (output.baseAddress, output.count)
          let code = iconv(converter, &next, &left, &position, &capacity)
          // E2BIG means that the output is full and input remains.
          isWhole = code != -1 || errno == E2BIG
          result += output.prefix(output.count - capacity).map { UInt8(bitPattern: $0) }
        }
      }
    }
    guard isWhole else { return nil }
    return result.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(result.dropFirst(3)) : result
  }
}

extension Collection<UInt8> {
  /// The lines of a text in UTF-8 whose lines end in LF.
  var lines: [Substring] {
    String(decoding: self, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  }
}
