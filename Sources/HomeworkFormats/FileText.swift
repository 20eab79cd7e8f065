import Foundation
import HomeworkModel

/// The bytes of a file as UTF-8 with lines that end in LF.
struct FileText {
  let bytes: [UInt8]
  /// What had to be assumed of it.
  let note: String?

  /// UTF-8 with or without a byte order mark, UTF-16 by its mark, else Windows-1252.
  init(_ data: Data) throws(QuizFormatError) {
    var note: String?
    var bytes: [UInt8]
    if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) {
      guard let text = String(data: data, encoding: .utf16) else {
        throw QuizFormatError(
          line: 1, column: 1, faults: [Fault(path: "", message: "not UTF-16, though it begins so: save it as UTF-8")])
      }
      bytes = Array(text.utf8)
    } else {
      bytes = Array(data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data)
      let isUTF8 = bytes.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) != nil }
      if !isUTF8 {
        note = "not UTF-8: read as Windows-1252"
        bytes = bytes.flatMap { Self.windows1252($0) }
      }
    }
    if let place = bytes.firstIndex(of: 0) {
      let (line, column) = Self.place(of: place, in: bytes)
      throw QuizFormatError(line: line, column: column, faults: [Fault(path: "", message: "a NUL: this is no text")])
    }
    self.bytes = bytes.contains(13) ? Self.unified(bytes) : bytes
    self.note = note
  }

  /// CRLF and CR become LF.
  private static func unified(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == 13 {
        result.append(10)
        if index + 1 < bytes.count, bytes[index + 1] == 10 { index += 1 }
      } else {
        result.append(bytes[index])
      }
      index += 1
    }
    return result
  }

  /// From 1, in characters.
  static func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes.prefix(offset)
    let lineStart = before.lastIndex(of: 10).map { $0 + 1 } ?? 0
    return (before.count { $0 == 10 } + 1, String(decoding: bytes[lineStart..<offset], as: UTF8.self).count + 1)
  }

  /// The characters that it has in place of the control characters 0x80 to 0x9F of Latin-1 (Unicode's CP1252.TXT).
  private static let specials: [UInt8: UInt16] = [
    0x80: 0x20AC, 0x82: 0x201A, 0x83: 0x0192, 0x84: 0x201E, 0x85: 0x2026, 0x86: 0x2020, 0x87: 0x2021, 0x88: 0x02C6,
    0x89: 0x2030, 0x8A: 0x0160, 0x8B: 0x2039, 0x8C: 0x0152, 0x8E: 0x017D, 0x91: 0x2018, 0x92: 0x2019, 0x93: 0x201C,
    0x94: 0x201D, 0x95: 0x2022, 0x96: 0x2013, 0x97: 0x2014, 0x98: 0x02DC, 0x99: 0x2122, 0x9A: 0x0161, 0x9B: 0x203A,
    0x9C: 0x0153, 0x9E: 0x017E, 0x9F: 0x0178,
  ]

  private static func windows1252(_ byte: UInt8) -> [UInt8] {
    if byte < 0x80 { return [byte] }
    let scalar = Unicode.Scalar(specials[byte] ?? UInt16(byte)) ?? "\u{FFFD}"
    return Array(String(Character(scalar)).utf8)
  }
}
