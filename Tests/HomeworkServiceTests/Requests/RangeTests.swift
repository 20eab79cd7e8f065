import HomeworkAPI
import HomeworkModel
import HomeworkService
import HomeworkTestKit
import Testing

@Suite struct `What a parameter allows` {
  /// A declared number, text or list, and a closure that puts a value into the parameters.
  private struct Input {
    let path: String
    let schema: Schema
    let put: (JSONValue) -> JSONValue
  }

  private func inputs(in schema: Schema, at path: String, _ put: @escaping (JSONValue) -> JSONValue) -> [Input] {
    switch schema {
    case .integer, .number, .string, .file: [Input(path: path, schema: schema, put: put)]
    case .bounded(let inner, _):
      [Input(path: path, schema: schema, put: put)]
        + inputs(in: inner, at: path, put).filter {
          if case .string = $0.schema { false } else if case .file = $0.schema { false } else { true }
        }
    case .array(let items): inputs(in: items, at: path + "[]") { put([$0]) }
    case .map(let values): inputs(in: values, at: path + ".x") { put(["x": $0]) }
    case .object(let members):
      members.flatMap { member in
        inputs(in: member.schema, at: "\(path).\(member.name)") { value in
          put(object(members, member.name, value))
        }
      }
    case .oneOf(let cases):
      cases.flatMap { type, members in
        members.flatMap { member in
          inputs(in: member.schema, at: "\(path).\(type).\(member.name)") { value in
            put(object(members, member.name, value).with("type", .string(type)))
          }
        }
      }
    case .either(let schemas): schemas.flatMap { inputs(in: $0, at: path, put) }
    // Other tests cover the contents of a quiz.
    case .named("QuizInput", _, _), .named("QuestionInput", _, _): []
    case .named(_, _, let schema): inputs(in: schema, at: path, put)
    case .boolean, .null, .any, .words: []
    }
  }

  private func object(_ members: [Schema.Member], _ name: String, _ value: JSONValue) -> JSONValue {
    var object: [String: JSONValue] = [name: value]
    for other in members where other.isRequired && other.name != name && other.name != "type" {
      switch other.schema {
      case .integer, .number: object[other.name] = 1
      case .boolean: object[other.name] = true
      case .bounded(.map, _): object[other.name] = [:]
      default: object[other.name] = "x"
      }
    }
    return .object(object)
  }

  @Test func `is accepted exactly within its declared range`() throws {
    try eachInput { bench, input, example, method, parameter in
      let (outside, inside) = try values(of: input)
      for value in outside {
        let refusal = bench.refusal(of: method, example.with(parameter, input.put(value)))
        #expect(
          refusal?.name == .invalidParams || refusal?.name == .invalid,
          "\(input.path) = \(shown(value)): \(refusal.map { "\($0)" } ?? "taken")")
        sameByValue(bench, method, example.with(parameter, input.put(value)), refusal)
      }
      for value in inside {
        let refusal = bench.refusal(of: method, example.with(parameter, input.put(value)))
        #expect(refusal?.name != .internal, "\(input.path) = \(shown(value))")
        #expect(
          refusal?.message.contains("must be between") != true,
          "\(input.path) = \(shown(value)): \(refusal!.message)"
        )
      }
      return outside.isEmpty ? 0 : 1
    }
  }

  /// A refused value that can be written as a Swift value is refused in the same words; a reader throws a `Fault` for
  /// the others.
  private func sameByValue(_ bench: Bench, _ method: String, _ params: JSONValue, _ refusal: RPCError?) {
    // A request's id is of the protocol.
    guard params["requestId"] == nil else { return }
    do {
      _ = try bench.callByValue(method, params)
      Issue.record("\(method) takes \(excerpt(shown(params))) by value")
    } catch let error as RPCError { #expect(error == refusal, "\(method)") } catch is Fault {} catch {
      Issue.record(error, "\(method)")
    }
  }

  /// Each text, list and map has a bound. What is longer is refused at once, and what is not is never repeated whole.
  @Test func `ends at its bound, and is not repeated in an error`() throws {
    try eachInput { bench, input, example, method, parameter in
      switch input.schema {
      case .integer, .number: return 0
      case .bounded(let schema, let most):
        let params = example.with(parameter, input.put(Self.value(of: schema, most + 1)))
        let start = ProcessorTime.ofThread
        let refusal = bench.refusal(of: method, params)
        #expect(
          refusal?.name == .invalidParams || refusal?.name == .invalid,
          "\(input.path): \(refusal.map { "\($0.name)" } ?? "taken")")
        sameByValue(bench, method, params, refusal)
        #expect(ProcessorTime.ofThread - start < 0.1, "\(input.path)")
        let long = bench.refusal(
          of: method, example.with(parameter, input.put(Self.value(of: schema, min(most, 1000)))))
        for message in [refusal, long].compactMap(\.?.message) {
          #expect(!message.contains(String(repeating: "x", count: 201)), "\(input.path): \(message.prefix(300))")
        }
      default: Issue.record("\(input.path) has no bound")
      }
      return 1
    }
  }

  /// A quiz has a reader of its own, which knows no schema.
  @Test func `ends for each text of a quiz where the reader ends it`() throws {
    let bench = try Bench()
    let quiz: JSONValue = [
      "topic": "t", "subtopic": "s",
      "questions": [
        [
          "type": "mcq", "introduction": "i", "question": "q", "options": ["a", "b"], "correctIndex": 0,
          "explanation": "e",
        ],
        ["type": "multi", "question": "q", "options": ["a", "b", "c"], "correctIndexes": [0, 1]],
        ["type": "fillBlank", "question": "q", "correctAnswer": "a", "acceptedAnswers": ["b"]],
        ["type": "shortAnswer", "question": "q", "correctAnswer": "a", "keyConcepts": [["b"]]],
        ["type": "numeric", "question": "q", "correctAnswer": 1, "unit": "m"],
        [
          "type": "gaps", "text": "{1} {2}",
          "gaps": [["options": ["a", "b"], "correctIndex": 0], ["correctAnswer": "a", "acceptedAnswers": ["b"]]],
        ],
        ["type": "ordering", "question": "q", "items": ["a", "b"]],
        ["type": "card", "question": "q", "back": "b"],
      ],
    ]
    #expect(bench.refusal(of: "homework.add", ["title": "x", "quiz": quiz]) == nil)
    let inputs = Self.texts(in: quiz)
    #expect(inputs.count > 25)
    for (path, long) in inputs {
      let start = ProcessorTime.ofThread
      let refusal = bench.refusal(of: "homework.add", ["title": "x", "quiz": long])
      #expect(ProcessorTime.ofThread - start < 0.1, "\(path)")
      let message = refusal?.message ?? "taken"
      #expect(refusal?.name == .invalid && message.contains("shorten"), "\(path): \(message.prefix(200))")
      #expect(!message.contains(String(repeating: "x", count: 201)), "\(path): \(message.prefix(300))")
    }
    #expect(try bench.call("homework.list")["items"]?.array?.count == 1)
  }

  /// Returns each text in a quiz, by its path, with the quiz in which it is too long.
  private static func texts(in value: JSONValue) -> [(path: String, quiz: JSONValue)] {
    switch value {
    case .string: [("", .string(String(repeating: "x", count: TextLimits.quizText + 1)))]
    case .array(let items):
      items.indices.flatMap { index in
        texts(in: items[index]).map { path, long in
          var items = items
          items[index] = long
          return ("[\(index)]\(path)", .array(items))
        }
      }
    case .object(let members):
      members.keys.sorted().filter { $0 != "type" }.flatMap { name in
        texts(in: members[name]!).map { (".\(name)\($0)", value.with(name, $1)) }
      }
    default: []
    }
  }

  private static func value(of schema: Schema, _ count: Int) -> JSONValue {
    switch schema {
    case .array: .array(Array(repeating: "x", count: count))
    case .map: .object(Dictionary(uniqueKeysWithValues: (0..<count).map { ("\($0)", "x") }))
    default: .string(String(repeating: "x", count: count))
    }
  }

  /// - Parameter body: checks one place, and returns whether it could: 0 or 1.
  private func eachInput(
    _ body: (Bench, Input, _ example: JSONValue, _ method: String, _ parameter: String) throws -> Int
  ) throws {
    let bench = try Bench()
    let homework = try bench.call("homework.add", ["title": "Page 1", "quiz": everyKind])
    let id = try #require(homework["id"])
    let attempt = try bench.call("attempt.start", ["homeworkId": id])
    let session = try bench.call("session.open", ["attemptId": try #require(attempt["id"])])
    let own: [String: JSONValue] = [
      "homeworkId": id, "attemptId": try #require(attempt["id"]), "sessionId": try #require(session["sessionId"]),
    ]
    var count = 0
    for method in Operations.all.map(\.method) where method.name != "scenario.explore" {
      guard case .object(var example) = try method.example.value else { continue }
      for (key, value) in own where example[key] != nil { example[key] = value }
      for parameter in method.parameters {
        for input in inputs(in: parameter.schema, at: "\(method.name) \(parameter.name)", { $0 }) {
          count += try body(bench, input, .object(example), method.name, parameter.name)
        }
      }
    }
    #expect(count > 25)
  }

  /// Returns numbers outside and inside the range; none inside if the range has only one number.
  private func values(of input: Input) throws -> (outside: [JSONValue], inside: [JSONValue]) {
    let candidates: [Int64] = [-1, 0, .min, .max]
    switch input.schema {
    case .integer(let range):
      let (least, most) = (Int64(range.lowerBound), Int64(range.upperBound))
      let all = candidates + [least, most] + (least > .min ? [least - 1] : []) + (most < .max ? [most + 1] : [])
      return (
        all.filter { !(least...most ~= $0) }.map { .int($0) }, all.filter { least...most ~= $0 }.map { .int($0) }
      )
    case .number(let range):
      let range = try #require(range, "\(input.path) has no range")
      let all = candidates.map(Double.init) + [range.lowerBound.nextDown, range.upperBound.nextUp, 1e308, -1e308]
      return (
        all.filter { !range.contains($0) }.map { .double($0) },
        (all + [range.lowerBound, range.upperBound]).filter(range.contains).map { .double($0) }
      )
    default: return ([], [])
    }
  }
}

private func shown(_ value: JSONValue) -> String { String(decoding: value.encoded(), as: UTF8.self) }
