import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkService
import HomeworkTestKit
import Testing

@Suite struct `A refusal of a large request` {
  /// A place in a method's parameters, and the parameters with so many values there, or a value of that length.
  private struct Place {
    let path: String, put: (Int) -> JSONValue
  }

  private func places(in schema: Schema, at path: String, _ put: @escaping (JSONValue) -> JSONValue) -> [Place] {
    func members(_ members: [Schema.Member], _ type: String?) -> [Place] {
      let type: [String: JSONValue] = type.map { ["type": .string($0)] } ?? [:]
      return members.filter { $0.name != "type" }.flatMap { member in
        places(in: member.schema, at: "\(path).\(member.name)") {
          put(.object(type.merging([member.name: $0]) { $1 }))
        }
      } + [Place(path: "\(path), unknown members") { put(.object(type.merging(Self.unknown($0)) { $1 })) }]
    }
    switch schema {
    case .string, .file, .words: return [Place(path: path) { put(.string(String(repeating: "x", count: 10 * $0))) }]
    case .array(let items):
      let wrong: JSONValue = if case .boolean = items { 1 } else { true }
      return [Place(path: "\(path)[]") { put(.array(Array(repeating: wrong, count: $0))) }]
        + places(in: items, at: "\(path)[]") { put([$0]) }
    case .map(let values):
      return [Place(path: "\(path){}") { put(.object(Self.unknown($0))) }]
        + places(in: values, at: "\(path){}") { put(["x": $0]) }
    case .object(let declared): return members(declared, nil)
    case .oneOf(let cases): return cases.flatMap { members($0.members, $0.type) }
    case .either(let schemas): return schemas.flatMap { places(in: $0, at: path, put) }
    case .named(_, _, let schema), .bounded(let schema, _): return places(in: schema, at: path, put)
    case .integer, .number, .boolean, .null, .any: return []
    }
  }

  private static func unknown(_ count: Int) -> [String: JSONValue] {
    Dictionary(uniqueKeysWithValues: (0..<count).map { ("member \($0)", true) })
  }

  @Test func `takes time in proportion to it, and is short`() throws {
    let bench = try Bench()
    var count = 0
    for method in Operations.all.map(\.method) {
      guard case .object(let example) = try method.example.value else { continue }
      let own = method.parameters.flatMap { parameter in
        places(in: parameter.schema, at: parameter.name) {
          .object(example.merging([parameter.name: $0]) { $1 })
        }
      }
      let all = Place(path: "unknown parameters") { .object(example.merging(Self.unknown($0)) { $1 }) }
      for place in Sampling.part(own, oneIn: 4) + [all] {
        let large = place.put(12_000)
        func seconds(_ params: JSONValue) -> Double {
          let start = ProcessorTime.ofThread
          _ = bench.refusal(of: method.name, params)
          return ProcessorTime.ofThread - start
        }
        let (start, refusal) = (ProcessorTime.ofThread, bench.refusal(of: method.name, large))
        let first = ProcessorTime.ofThread - start
        // Short times are noise; a single long one may be, too.
        if first > 0.05 {
          let small = place.put(3000)
          let (long, short) = (min(first, seconds(large)), max(seconds(small), seconds(small)))
          #expect(long < 5 * short, "\(method.name) \(place.path): \(short) s, then \(long) s")
        }
        if let refusal { check(refusal, "\(method.name) \(place.path)") }
        count += 1
      }
    }
    #expect(count > 100)
  }

  private func check(_ refusal: RPCError, _ place: String) {
    let reply = RPCLine.reply(id: 1, .failure(refusal))
    #expect(reply.count <= 65_536, "\(place): \(reply.count) bytes")
    let text = String(decoding: reply, as: UTF8.self)
    let isRepeated = text.contains(String(repeating: "x", count: 201))
    #expect(!isRepeated, "\(place): \(text.prefix(400))")
  }

  @Test func `lists twenty faults, and counts the others`() throws {
    let bench = try Bench()
    let refusal = try #require(bench.refusal(of: "homework.list", .object(Self.unknown(25))))
    #expect(refusal.faults.count == 20 && refusal.data["moreFaults"] == 5)
    #expect(refusal.faults.first == "member 0: is not a parameter of homework.list")
    #expect(refusal.message.hasSuffix("; and 5 more") && refusal.message.count { $0 == ";" } == 20)
    let twenty = try #require(bench.refusal(of: "homework.list", .object(Self.unknown(20))))
    #expect(twenty.faults.count == 20 && twenty.data["moreFaults"] == nil && !twenty.message.contains("more"))
    let ones = bench.refusal(of: "quiz.edit", ["homeworkId": "x", "edits": .array(Array(repeating: 1, count: 5000))])
    #expect(ones?.faults.first == "edits[0]: must be an object" && ones?.data["moreFaults"] == 4980)
  }

  @Test func `lists twenty mistakes of a file or a script, and counts the others`() throws {
    let bench = try Bench()
    let tokens = (0..<5000).map { "\"b\($0)\": \($0)" }.joined(separator: ",")
    let animations: JSONValue = [["name": "x.tokens.json", "text": .string("{\(tokens)}")]]
    let ones = "[\(Array(repeating: "1", count: 5000).joined(separator: ","))]"
    let blank = "{\"questions\": [\(Array(repeating: #"{"type": "card"}"#, count: 200).joined(separator: ","))]}"
    let script = "scenario \"a\"\n" + String(repeating: "kil\n", count: 5000)
    let wrongQuiz: JSONValue = ["text": "scenario \"a\"\n quiz \"q\"\n", "files": ["q": .string(ones)]]
    let calls: [(method: String, params: JSONValue, faults: Int, more: Int)] = [
      ("motion.list", ["animations": animations], 20, 4980), ("scenario.check", ["text": .string(script)], 20, 4980),
      ("scenario.check", ["text": "scenario \"a\"\n", "animations": animations], 20, 4980),
      ("scenario.check", wrongQuiz, 1, 0), ("quiz.import", ["text": .string(blank), "format": "json"], 20, 180),
      ("homework.add", ["title": "x", "quiz": try JSONValue(parsing: ones.utf8)], 20, 4980),
    ]
    for (method, params, faults, more) in calls {
      let refusal = try #require(bench.refusal(of: method, params), "\(method)")
      #expect(refusal.faults.count == faults, "\(method): \(refusal.faults)")
      #expect(refusal.data["moreFaults"] == (more == 0 ? nil : .int(Int64(more))), "\(method): \(refusal.data)")
      #expect(more == 0 || refusal.message.hasSuffix("more"), "\(method): \(refusal.message)")
      check(refusal, method)
    }
  }

  /// Each word of scripts that use the whole language, in turn.
  @Test func `repeats no long word of a script`() throws {
    let bench = try Bench()
    let long = String(repeating: "x", count: 5000)
    var scripts: [(lines: [String], changed: Int)] = []
    for file in try ThisPackage.files(in: "Examples/scenarios", withExtension: "scenario") {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
      scripts += lines.indices.filter { !lines[$0].contains("#") }.map { (lines, $0) }
    }
    var count = 0
    for script in Sampling.part(scripts, oneIn: 4) {
      let line = script.lines[script.changed]
      for word in line.split(separator: " ").indices {
        var (lines, words) = (script.lines, line.split(separator: " ").map(String.init))
        words[word] = words[word].hasPrefix("\"") ? "\"\(long)\"" : long
        lines[script.changed] = words.joined(separator: " ")
        guard let refusal = bench.refusal(of: "scenario.check", ["text": .string(lines.joined(separator: "\n"))]) else {
          continue
        }
        check(refusal, line)
        count += 1
      }
    }
    #expect(count > 100)
  }
}
