import HomeworkModel
import Testing

/// The rules of the JSON Parsing Test Suite, case by case: texts that must be read (y) or rejected (n), and texts that
/// RFC 8259 leaves open (i), with this parser's decision.
@Suite struct `The JSON parser` {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static let mustBeRead: [String] = [
    // y_array: the possible elements of an array, with space anywhere.
    "[[]   ]", "[\"\"]", "[]", "[\"a\"]", "[false]", "[null, 1, \"1\", {}]", "[null]", "[1\n]", " [1]",
    "[1,null,null,null,2]", "[2] ",
    // y_number
    "[123e65]", "[0e+1]", "[0e1]", "[ 4]", "[-0.000000000000000000000000000000000000000000000000000000000000000000001]",
    "[20e1]", "[-0]", "[-123]", "[-1]", "[-0]", "[1E22]", "[1E-2]", "[1E+2]", "[123e45]", "[123.456e78]", "[1e-2]",
    "[1e+2]", "[123]", "[123.456789]",
    // y_object
    "{\"asd\":\"sdf\", \"dfg\":\"fgh\"}", "{\"asd\":\"sdf\"}", "{\"a\":\"b\",\"a\":\"c\"}", "{\"a\":\"b\",\"a\":\"b\"}",
    "{}", "{\"\":0}", "{\"foo\\u0000bar\": 42}", "{ \"min\": -1.0e+28, \"max\": 1.0e+28 }",
    "{\"x\":[{\"id\": \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}], \"id\": \"x\"}", "{\"a\":[]}",
    "{\"title\":\"\\u041f\\u043e\\u043b\\u0442\\u043e\\u0440\\u0430\" }", "{\n\"a\": \"b\"\n}",
    // y_string
    "[\"\\u0060\\u012a\\u12AB\"]", "[\"\\uD801\\udc37\"]", "[\"\\ud83d\\ude39\\ud83d\\udc8d\"]",
    "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]", "[\"\\\\u0000\"]", "[\"\\\"\"]", "[\"a/*b*/c/*d//e\"]", "[\"\\\\a\"]",
    "[\"\\\\n\"]", "[\"\\u0012\"]", "[\"\\uFFFF\"]", "[\"asd\"]", "[ \"asd\"]", "[\"\\uDBFF\\uDFFF\"]",
    "[\"new\\u00A0line\"]", "[\"\u{10FFFF}\"]", "[\"\u{FFFF}\"]", "[\"\\u0000\"]", "[\"\\u002c\"]", "[\"π\"]",
    "[\"\u{1BFFF}\"]", "[\"asd \"]", "\" \"", "[\"\\uD834\\uDd1e\"]", "[\"\\u0821\"]", "[\"\\u0123\"]",
    "[\"\u{2028}\"]", "[\"\u{2029}\"]", "[\"\\u0061\\u30af\\u30EA\\u30b9\"]", "[\"new\\u000Aline\"]", "[\"\u{7F}\"]",
    "[\"\\uA66D\"]", "[\"\\u005C\"]", "[\"⍂㈴⍂\"]", "[\"\\u200B\"]", "[\"\\u2064\"]", "[\"\\uFDD0\"]", "[\"\\uFFFE\"]",
    "[\"\\u0022\"]", "[\"€𝄞\"]", "[\"aa\u{7F}a\"]",
    // y_structure: any value alone, and space around it.
    "false", "42", "-0.1", "null", "\"asd\"", "true", "\"\"", "[\"a\"]\n", "[true]", " [] ",
  ]

  @Test(arguments: mustBeRead)
  func `reads valid JSON, and its own output as the same value`(text: String) throws {
    let value = try JSONValue(parsing: text.utf8)
    #expect(try JSONValue(parsing: value.encoded()) == value)
    var pretty = JSONWriter(.pretty)
    pretty.write(value)
    #expect(try JSONValue(parsing: pretty.bytes) == value)
  }

  private static let mustBeRefused: [[UInt8]] =
    [
      // n_array
      "[1 true]", "[\"\": 1]", "[\"\"],", "[,1]", "[1,,2]", "[\"x\",,]", "[\"x\"]]", "[\"\",]", "[\"x\"", "[x",
      "[3[4]]", "[,]", "[-]", "[   , \"\"]", "[\"a\",\n4\n,1,", "[1,]", "[\"\u{B}a\"\\f]", "[*]", "[\"\"", "[1,",
      "[1,\n1\n,1", "[{}",
      // n_: truncated words, and a NUL
      "[fals]", "[nul]", "[tru]", "123\u{0}",
      // n_number
      "[++1234]", "[+1]", "[+Inf]", "[-01]", "[-1.0.]", "[-2.]", "[-NaN]", "[.-1]", "[.2e-3]", "[0.1.2]", "[0.3e+]",
      "[0.3e]", "[0.e1]", "[0E+]", "[0E]", "[0e+]", "[0e]", "[1.0e+]", "[1.0e-]", "[1.0e]", "[1 000.0]", "[1eE2]",
      "[2.e+3]", "[2.e-3]", "[2.e3]", "[9.e+]", "[Inf]", "[NaN]", "[\u{FF11}]", "[1+2]", "[0x1]", "[0x42]",
      "[Infinity]", "[0e+-1]", "[-123.123foo]", "[-Infinity]", "[-foo]", "[- 1]", "[-012]", "[-.123]", "[-1x]",
      "[1ea]", "[1.]", "[.123]", "[1.2a-3]", "[1.8011670033376514H-308]", "[012]",
      // n_object
      "[\"x\", truth]", "{[: \"x\"}\n", "{\"x\", null}", "{\"x\"::\"b\"}", "{🇨🇭}", "{\"a\":\"a\" 123}",
      "{key: 'value'}", "{\"a\" b}", "{:\"b\"}", "{\"a\" \"b\"}", "{\"a\":", "{\"a\"", "{1:1}",
      "{9999E9999:1}", "{null:null,null:null}", "{\"id\":0,,,,,}", "{'a':0}", "{\"id\":0,}",
      "{\"a\":\"b\"}/**/", "{\"a\":\"b\"}/**//", "{\"a\":\"b\"}//", "{\"a\":\"b\"}/", "{\"a\":\"b\",,\"c\":\"d\"}",
      "{a: \"b\"}", "{\"a\":\"a", "{ \"foo\" : \"bar\", \"a\" }", "{\"a\":\"b\"}#", " ",
      // n_string
      "[\"\\uD800\\\"]", "[\"\\uD800\\u\"]", "[\"\\uD800\\u1\"]", "[\"\\uD800\\u1x\"]", "[é]", "[\"\\\u{0}\"]",
      "[\"\\x00\"]", "[\"\\\\\\\"]", "[\"\\\u{9}\"]", "[\"\\🌀\"]", "[\"\\\"]", "[\"\\u00A\"]", "[\"\\uD834\\uDd\"]",
      "[\"\\uD800\\uD800\\x\"]", "[\"\\u\"]", "[\"\\a\"]", "[\\u0020\"asd\"]", "[\\n]", "\"", "['single quote']", "abc",
      "[\"\\", "[\"a\u{0}a\"]", "[\"new\nline\"]", "[\"\t\"]", "\"\\UA66D\"", "\"\"x",
      // n_structure
      "<.>", "[<null>]", "[1]x", "[1]]", "[\"asd]", "aå", "[True]", "1]", "{\"x\": true,", "[][]", "]", "{}}", "",
      "[", "[][", "2@", "{\"\":", "{\"a\":/*comment*/\"b\"}", "{\"a\": true} \"x\"", "['", "[\"a", "[\"a\"", "[,",
      "{\"a\"", "{]", "{,", "{[", "{\"a", "{'a'", "[\"\\{[\"\\{[\"\\{[\"\\{", "*", "{\"a\":\"b\"}#{}", "[\\u000A\"\"]",
      "[1", "[ false, nul", "[ true, fals", "[ false, tru", "{\"asd\":\"asd\"", "å", "[\u{2060}]", "[\u{C}]",
      "[\u{A0}]",
    ].map(bytes) + [
      // Bytes that are not UTF-8, outside strings and in numbers.
      [0x5B, 0xFF, 0x5D], [0x5B, 0x61, 0xE5, 0x5D], [0x5B, 0x31, 0xE5, 0x5D], [0x5B, 0x31, 0x65, 0x31, 0xE5, 0x5D],
      [0x5B, 0x30, 0xE5, 0x5D], [0x5B, 0x2D, 0x31, 0x32, 0x33, 0xE5, 0x5D], [0xE5], [0xEF, 0xBB],
      [0xEF, 0xBB, 0x7B, 0x7D],
      bytes("{\"") + [0xB9] + bytes("\":\"0\",}"), bytes("[\"\\u") + [0xE5] + bytes("\"]"),
      bytes("[\"\\") + [0xE5] + bytes("\"]"),
    ]

  @Test(arguments: mustBeRefused)
  func `rejects invalid JSON`(text: [UInt8]) {
    #expect(throws: JSONError.self, "\(String(decoding: text, as: UTF8.self))") { try JSONValue(parsing: text) }
  }

  /// RFC 8259 lets an implementation choose: `nil` means rejected.
  private static let open: [([UInt8], JSONValue?)] =
    [
      // Numbers too large for a double are rejected rather than made infinite; numbers too small become 0.
      ("[123.456e-789]", [0]), ("[0.4e00669999999999999999999999999999999999999969999999006]", nil),
      ("[-1e+9999]", nil),
      ("[1.5e+9999]", nil), ("[-123123e100000]", nil), ("[123123e100000]", nil), ("[123e-10000000]", [0]),
      // Integers stay integers up to 64 bits, and become doubles beyond.
      ("[-123123123123123123123123123123]", [.double(-1.2312312312312312e29)]),
      ("[100000000000000000000]", [.double(1e20)]),
      (
        "[-237462374673276894279832749832423479823246327846]",
        [
          .double(-2.3746237467327689e47)
        ]
      ),
      // Unpaired surrogates are not text.
      ("{\"\\uDFAA\":0}", nil), ("[\"\\uDADA\"]", nil), ("[\"\\uD888\\u1234\"]", nil), ("[\"\\uD800\\n\"]", nil),
      ("[\"\\uDd1ea\"]", nil), ("[\"\\uD800\\uD800\\n\"]", nil), ("[\"\\ud800\"]", nil), ("[\"\\ud800abc\"]", nil),
      ("[\"\\uDd1e\\uD834\"]", nil), ("[\"\\uDFAA\"]", nil),
      // A byte order mark is not white space.
      ("\u{FEFF}{}", nil), ("\u{FEFF}", nil),
      (String(repeating: "[", count: 500) + String(repeating: "]", count: 500), nil),
    ].map { (bytes($0), $1) }
    // Invalid UTF-8 in strings: overlong, truncated and surrogate sequences; other encodings.
    + [
      [0xE6, 0x97, 0xA5, 0xD1, 0x88, 0xFA], [0xFF], [0xED, 0xA0, 0x80], [0x81], [0xF4, 0xBF, 0xBF, 0xBF], [0xC0, 0xAF],
      [0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF], [0xFC, 0x80, 0x80, 0x80, 0x80, 0x80], [0xE0, 0xFF], [0xE9],
    ].map { ([0x5B, 0x22] + $0 + [0x22, 0x5D], nil) }
    + [
      ([0xFF, 0xFE, 0x5B, 0, 0x22, 0, 0xE9, 0, 0x22, 0, 0x5D, 0], nil),
      ([0, 0x5B, 0, 0x22, 0, 0xE9, 0, 0x22, 0, 0x5D], nil),
    ]

  @Test(arguments: open)
  func `decides the cases that the standard leaves open`(text: [UInt8], value: JSONValue?) {
    let read = try? JSONValue(parsing: text)
    #expect(read == value, "\(String(decoding: text, as: UTF8.self))")
  }
}

@Suite struct `A JSON error` {
  @Test(
    arguments: [
      ("[1, 2", .ended, 1, 6), ("", .ended, 1, 1), ("{\n \"é\" 1}", .unexpected, 2, 6), ("[1]]", .unexpected, 1, 4),
      ("[\r\n1e999]", .outOfRange, 2, 1), ("\"a", .ended, 1, 3), ("[01]", .unexpected, 1, 3),
      ("nulk", .unexpected, 1, 4),
    ] as [(String, JSONError.Reason, Int, Int)])
  func `is named with its line and column`(text: String, reason: JSONError.Reason, line: Int, column: Int) throws {
    let error = try #require(throws: JSONError.self) { try JSONValue(parsing: text.utf8) }
    let position = JSONPosition(error.offset, in: text.utf8)
    #expect(error.reason == reason)
    #expect("\(position)" == "\(line):\(column)")
  }

  @Test(
    arguments: [
      ([0x5B, 0x22, 0xC3, 0xA9, 0xFF, 0x22, 0x5D], 4), ([0x22, 0x5C, 0x6E, 0xFF, 0x22], 3), ([0x22, 0x61, 0xFF], 2),
      ([0xFF], 0),
    ] as [([UInt8], Int)])
  func `in the encoding is located at the first wrong byte`(bytes: [UInt8], offset: Int) throws {
    let error = try #require(throws: JSONError.self) { try JSONValue(parsing: bytes) }
    #expect(error.reason == .notUTF8 && error.offset == offset)
  }

  @Test func `is raised for a depth above 128`() throws {
    let text = String(repeating: "[", count: 129)
    let error = try #require(throws: JSONError.self) { try JSONValue(parsing: text.utf8) }
    #expect(error.reason == .tooDeep)
  }
}

@Suite struct `A JSON list of strings` {
  @Test(arguments: [[], [""], ["a", "b"], ["a\"b\\c\n", "é😀", "\u{0}\u{7F}"]])
  func `reads back as written`(strings: [String]) throws {
    let text = JSONStrings.text(strings)
    #expect(try Array(text.utf8).withUnsafeBufferPointer { try JSONStrings.read($0) } == strings)
    #expect(try JSONValue(parsing: text.utf8) == .array(strings.map { .string($0) }))
  }

  @Test(arguments: ["", "[", "[1]", "[\"a\",]", "[\"a\"]x", "{}", "[\"a\" \"b\"]", "[null]", "[[\"a\"]]"])
  func `rejects anything else`(text: String) {
    #expect(throws: JSONError.self) { try Array(text.utf8).withUnsafeBufferPointer { try JSONStrings.read($0) } }
  }

  @Test func `can contain white space`() throws {
    #expect(try Array(" [ \"a\" , \"b\" ] ".utf8).withUnsafeBufferPointer { try JSONStrings.read($0) } == ["a", "b"])
  }
}

@Suite struct `Human-readable JSON` {
  @Test func `is indented, with one member per line`() {
    var writer = JSONWriter(.pretty)
    writer.write(["b": [1, ["c": "x"]], "a": [], "d": [:]])
    #expect(
      String(decoding: writer.bytes, as: UTF8.self) == """
        {
          "a" : [],
          "b" : [
            1,
            {
              "c" : "x"
            }
          ],
          "d" : {}
        }
        """)
  }
}
