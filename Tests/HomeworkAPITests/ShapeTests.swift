import HomeworkAPI
import HomeworkFormats
import HomeworkModel
import HomeworkMotion
import Testing

private struct Sample: Hashable, Sendable {
  enum Colour: String, CaseIterable, Sendable { case red, blue }

  var name: String
  var count: Int?
  var colours: [Colour]
  var sizes: [String: Double]
  var isOpen: Bool

  static let shape = Shape<Sample>(
    "Sample", "Something.", Sample(name: "", colours: [], sizes: [:], isOpen: false)
  ) {
    Field("name", \.name, "What it is called.")
    Field("count", \.count, .integer(0...9), "How many.")
    Field("colours", \.colours, .array(.word), "Each.")
    Field("sizes", \.sizes, .map(.number), "By name.")
    Field(optional: "open", \.isOpen, "Whether it is.")
    Field(derived: "length", \.name.count, .count, "Of its name.")
  }
}

@Suite struct `A shape` {
  private let full = Sample(name: "a\"b", count: 3, colours: [.blue, .red], sizes: ["b": 1, "a": 0.5], isOpen: true)
  private let bare = Sample(name: "", count: nil, colours: [], sizes: [:], isOpen: false)

  @Test func `writes bytes directly, with sorted keys and without absent values`() {
    #expect(
      Sample.shape.text(of: full).text
        == #"{"colours":["blue","red"],"count":3,"length":3,"name":"a\"b","open":true,"sizes":{"a":0.5,"b":1}}"#)
    #expect(Sample.shape.text(of: bare).text == #"{"colours":[],"length":0,"name":"","sizes":{}}"#)
  }

  @Test func `reads its own output, and ignores unknown members`() throws {
    for sample in [full, bare] { #expect(try Sample.shape.read(Sample.shape.text(of: sample).value) == sample) }
    let newer = try JSONValue(
      parsing: #"{"colours":[],"name":"x","sizes":{},"count":null,"later":[1]}"#.utf8)
    #expect(try Sample.shape.read(newer).name == "x")
  }

  @Test(arguments: [
    (#"{"colours":[],"sizes":{}}"#, "name: is missing"),
    (#"{"name":1,"colours":[],"sizes":{}}"#, "name: must be of type string"),
    (#"{"name":"","colours":["red","green"],"sizes":{}}"#, "colours[1]: \"green\" is not one of red, blue"),
    (#"{"name":"","colours":[],"sizes":{"a":"1"}}"#, "sizes.a: must be of type number"),
    (#"{"name":"","colours":{},"sizes":{}}"#, "colours: must be an array"),
    (#"{"name":"","colours":[],"sizes":{},"count":1.5}"#, "count: must be of type integer"),
    ("[]", "must be an object"),
  ])
  func `reports a mismatch by its path`(text: String, fault: String) throws {
    let error = try #require(throws: Fault.self) { try Sample.shape.read(JSONValue(parsing: text.utf8)) }
    #expect(error.description.hasSuffix(fault), "\(error)")
  }

  @Test func `collects every fault, and what it does not know, before it gives up`() throws {
    let json = try JSONValue(
      parsing: #"{"name":1,"count":null,"colours":["red","green",5],"sizes":{"a":"1"},"later":[1],"x":null}"#.utf8)
    var reader = ShapeReader()
    #expect(Sample.shape.decode(json, &reader) == nil)
    #expect(
      reader.faults.map(\.description) == [
        "name: must be of type string", "colours[1]: \"green\" is not one of red, blue",
        "colours[2]: must be a string", "sizes.a: must be of type number",
      ])
    #expect(reader.unknown == ["later"])
    var everyday = ShapeReader(for: .people)
    #expect(Sample.shape.decode(json, &everyday) == nil)
    #expect(everyday.faults.first?.description == "name: must be a text, is a number")
  }

  @Test func `is documented with ranges, words and descriptions`() throws {
    var components: [String: JSONValue] = [:]
    Sample.shape.schema.components(into: &components)
    #expect(Sample.shape.schema.json == ["$ref": "#/components/schemas/Sample"])
    #expect(
      components["Sample"] == [
        "type": "object", "description": "Something.", "required": ["name", "colours", "sizes", "length"],
        "properties": [
          "name": ["type": "string", "description": "What it is called."],
          "count": ["type": "integer", "minimum": 0, "maximum": 9, "description": "How many."],
          "colours": [
            "type": "array", "description": "Each.", "items": ["type": "string", "enum": ["red", "blue"]],
          ],
          "sizes": ["type": "object", "description": "By name.", "additionalProperties": ["type": "number"]],
          "open": ["type": "boolean", "description": "Whether it is."],
          "length": ["type": "integer", "minimum": 0, "maximum": .int(1 << 53), "description": "Of its name."],
        ],
      ])
  }
}

@Suite struct `A shape of several types` {
  private let questions: [Question.Body] = [
    .mcq(options: ["a", "b"], correctIndex: 1), .fillBlank(correctAnswer: "a", acceptedAnswers: []),
    .shortAnswer(correctAnswer: "a", keyConcepts: [["b", "c"]]),
  ]

  @Test func `is written and read by its type`() throws {
    for body in questions {
      let question = Question(id: Question.ID(atMs: 1, random: (2, 3)), prompt: "q", body: body, explanation: "e")
      #expect(try QuestionShape.question.read(QuestionShape.question.text(of: question).value) == question)
    }
  }

  @Test func `requires only the members of its type`() throws {
    let found = { (json: JSONValue) in
      var reader = ShapeReader()
      #expect((reader.read("event", json, Shapes.sessionEvent) == nil) == !reader.faults.isEmpty)
      return reader.faults.map(\.description) + reader.unknown
    }
    #expect(found(["type": "answer"]) == ["event.response: is missing"])
    #expect(found(["type": "skip", "response": "x"]) == [])
    #expect(found(["type": "sing"])[0].hasPrefix("event.type: \"sing\" is not one of answer, accept, "))
    #expect(found([:]) == ["event.type: is missing"])
    #expect(found(["type": "skip", "x": 1]) == ["event.x"])
  }
}

@Suite struct `A cue's particles` {
  /// As few as the formula yields on a screen of 1×1, and as many as its limit.
  @Test func `number from 0 to 400 by the formula`() throws {
    for (size, count) in [(1.0, 0), (100_000, 400)] {
      let screen = ScreenSize(width: size, height: size)
      #expect(Intensity.allCases.map { $0.count(on: screen) } == [count, count, count])
    }
    let screen = ScreenSize(width: 1, height: 1)
    var session = Session(
      resuming: Attempt(
        id: Attempt.ID(atMs: 0, random: (0, 1)), homeworkId: nil, quizId: nil,
        learnerId: Learner.ID(atMs: 0, random: (0, 2)), state: .inProgress, questionCount: 5,
        startedAt: Timestamp(millisecondsSince1970: 0), finishedAt: nil, terms: AttemptTerms()),
      environment: SessionEnvironment(screen: screen), atMs: 0)
    var started: [Cue] = []
    for index in 0..<5 {
      let answer = SettledAnswer(questionIndex: index, outcome: .correct, movesStreak: true)
      started += try session.receive(.settled(answer), atMs: 0).started
    }
    let cue = try #require(started.first { $0.animation == .a4 }).report(atMs: 0)
    #expect(cue.particles == 0)
    #expect(try Shapes.cue.read(Shapes.cue.text(of: cue).value).particles == 0)
  }
}
