import HomeworkJSON
import HomeworkScenarios
import Testing

@Suite struct `What a worker is told` {
  private enum Kind: String, Codable, CodingKeyRepresentable { case first, second }

  private enum Message: Codable, Hashable {
    case nothing, number(Int)
    case named(text: String?, of: [Kind: Double])
    indirect case nested(Message?)
  }

  private struct Everything: Codable, Hashable {
    var whole: [Int64] = [.min, -1, 0, .max]
    var seeds: [UInt64] = [0, 1 << 63, .max]
    var bytes: [UInt8] = [0, 255]
    var fractions: [Double] = [-0.0, 0.1, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -.infinity]
    var gaps: [Int?] = [1, nil, 3]
    var missing: String?
    var isThere: Bool? = false
    var text = "\u{0}\n\"\\é\u{2028}😀"
    var byNumber = [1: "one", -2: "two"]
    var byMessage: [Message: Int?] = [.nothing: nil, .number(3): 4]
    var range = 3...7
    var messages: [Message] = [
      .nothing, .number(.min), .named(text: nil, of: [.second: 1e300]), .nested(nil), .nested(.nested(.nothing)),
    ]
  }

  @Test func `arrives as it was, to the last bit`() throws {
    let sent = Everything()
    let line = try WorkerCoding.json(of: sent).encoded()
    #expect(!line.contains(10), "it is one line")
    let received: Everything = try WorkerCoding.value(of: JSONValue(parsing: line))
    #expect(received == sent)
    #expect(received.fractions.map(\.bitPattern) == sent.fractions.map(\.bitPattern))
  }

  @Test func `is refused where it is something else`() {
    for json: JSONValue in [
      .null, .bool(true), .string("3"), .array([]), .array([.string("x")]), [:], ["whole": .int(1)],
    ] {
      #expect(throws: DecodingError.self) { try WorkerCoding.value(of: json) as Everything }
    }
    #expect(throws: DecodingError.self) { try WorkerCoding.value(of: .string("3")) as Int }
    #expect(throws: DecodingError.self) { try WorkerCoding.value(of: .array([.int(1), .null])) as [Int] }
  }
}
