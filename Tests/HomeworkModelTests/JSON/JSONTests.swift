import Foundation
import HomeworkModel
import Testing

@Suite struct `A JSON text` {
  private static let readable: [(String, JSONValue)] = [
    ("null", JSONValue.null), (" true ", .bool(true)), ("false", .bool(false)), ("0", 0), ("-0", 0), ("-12", -12),
    ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
    ("9223372036854775808", .double(9.223372036854775808e18)), ("1e2", 100), ("2.0", 2), ("-1.5E-3", .double(-0.0015)),
    ("1E+2", 100), ("0.1", .double(0.1)), ("4.35", .double(4.35)), ("\"\"", ""),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0000\u00e9\u20AC\uD83D\uDE00""#, "\u{0}é€😀"),
    ("\"ü😀\u{7F}\"", "ü😀\u{7F}"), ("[]", []), ("[ ]", []), ("[1,[2],{}]", [1, [2], [:]]), ("{}", [:]),
    (" { \"a\" : 1 ,\t\"b\":\r\n[null] } ", ["a": 1, "b": [.null]]), (#"{"a":1,"a":2}"#, ["a": 2]),
    (#"{"":0}"#, ["": 0]),
  ]

  private func read(_ text: String) throws -> JSONValue { try JSONValue(parsing: text.utf8) }

  @Test(arguments: readable)
  func `is parsed`(text: String, value: JSONValue) throws {
    #expect(try read(text) == value)
    #expect(try JSONValue(parsing: value.encoded()) == value)
  }

  @Test(arguments: [
    "", " ", "nul", "nulll", "True", "tru", "+1", "01", "-", "-a", "1.", ".5", "1e", "1e+", "0x1", "1 2", "NaN",
    "Infinity",
    "1e999", "\"", "\"\\", "\"\\u12\"", "\"\\u12g4\"", "\"\\x\"", "\"\\a\"", "\"\\uD800\"", "\"\\uD800x\"",
    "\"\\uD800\\u0041\"", "\"\\uDC00\"", "\"\t\"", "\"\n\"", "'a'", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "]", "{",
    "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{a:1}", "{1:1}", "{\"a\" 1}", "{,}", "[1}",
    "{\"a\":1]", "[1]x",
    "\u{FEFF}1", "/**/1", "1//", "[1,,2]", "\u{0}", "1\u{0}", "\"\u{0}\"", "\u{A0}1",
  ])
  func `is rejected`(text: String) {
    #expect(throws: (any Error).self) { try read(text) }
  }

  @Test func `is rejected if it is not UTF-8`() {
    let bad: [[UInt8]] = [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF5, 0x80, 0x80, 0x80]]
    for bytes in bad {
      #expect(throws: (any Error).self) { try JSONValue(parsing: [0x22] + bytes + [0x22]) }
      #expect(throws: (any Error).self) { try JSONValue(parsing: [0x22, 0x5C, 0x6E] + bytes + [0x22]) }
      #expect(throws: (any Error).self) { try JSONValue(parsing: bytes) }
    }
  }

  @Test func `can be 128 levels deep, and no deeper`() throws {
    func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    #expect(throws: Never.self) { try read(nested(128)) }
    #expect(throws: (any Error).self) { try read(nested(129)) }
    #expect(throws: (any Error).self) { try read(String(repeating: #"{"a":"#, count: 100_000)) }
  }

  /// Every text of up to four of these, compared with Foundation's parser, which also accepts a trailing comma in an
  /// array.
  @Test func `has the value that Foundation reads`() throws {
    let parts = ["[", "]", "{", "}", ",", ":", "\"a\"", "1", "-", ".5", "e1", " ", "null", "\"\\n\""]
    var disagreements: [String] = []
    var texts = [""]
    var read = 0
    for _ in 1...4 {
      texts = texts.flatMap { text in parts.map { text + $0 } }
      for text in texts {
        let ours = try? self.read(text)
        let theirs = try? JSONDecoder().decode(Foundations.self, from: Data(text.utf8)).value
        read += ours == nil ? 0 : 1
        if ours != theirs, !text.contains(",]") { disagreements.append(text) }
      }
    }
    #expect(disagreements.isEmpty, "\(disagreements.prefix(20))")
    #expect(read > 100)
  }

  @Test func `is written on one line, with sorted keys and no line ends`() throws {
    let value: JSONValue = ["b": [1, .double(0.5), .double(1e300), .null, .bool(true)], "a": "x\n\u{1}\"\\/\u{7F}é"]
    let text = String(decoding: value.encoded(), as: UTF8.self)
    #expect(text == #"{"a":"x\n\u0001\"\\/"# + "\u{7F}é" + #"","b":[1,0.5,1e+300,null,true]}"#)
    #expect(JSONValue.double(.nan).encoded() == Array("null".utf8))
    #expect(JSONValue.double(3).encoded() == Array("3".utf8))
    #expect(
      try JSONValue(parsing: JSONValue.double(.leastNonzeroMagnitude).encoded()) == .double(.leastNonzeroMagnitude))
  }

  /// Every ASCII character at every place of a string of up to twenty.
  @Test func `escapes what it must, at every position`() throws {
    let short: [UInt8: String] = [
      0x08: "\\b", 0x09: "\\t", 0x0A: "\\n", 0x0C: "\\f", 0x0D: "\\r", 0x22: "\\\"", 0x5C: "\\\\",
    ]
    var wrong: [[UInt8]] = []
    for length in 1...20 {
      for (index, byte) in (0..<length).flatMap({ index in (UInt8(0)..<128).map { (index, $0) } }) {
        var text = [UInt8](repeating: 0x7F, count: length)
        text[index] = byte
        let escape = short[byte] ?? (byte < 0x20 ? "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))" : nil)
        let inside = text[..<index] + (escape.map { Array($0.utf8) } ?? [byte]) + text[(index + 1)...]
        let written = JSONValue.string(String(decoding: text, as: UTF8.self)).encoded()
        if written != [0x22] + inside + [0x22] { wrong.append(text) }
      }
    }
    #expect(wrong.prefix(5) == [])
  }
}

/// A value as Foundation's decoder reads it.
private struct Foundations: Decodable {
  let value: JSONValue

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // The type is the discriminator: a decoding failure rules the type out.
    if container.decodeNil() {
      value = .null
    } else if let bool = try? container.decode(Bool.self) {
      value = .bool(bool)
    } else if let int = try? container.decode(Int64.self) {
      value = .int(int)
    } else if let double = try? container.decode(Double.self) {
      value = .double(double)
    } else if let string = try? container.decode(String.self) {
      value = .string(string)
    } else if let array = try? container.decode([Foundations].self) {
      value = .array(array.map(\.value))
    } else {
      value = .object(try container.decode([String: Foundations].self).mapValues(\.value))
    }
  }
}
