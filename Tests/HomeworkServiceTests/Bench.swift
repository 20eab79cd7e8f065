import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkScenarios
import HomeworkService
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit

/// A service with its own database.
struct Bench {
  let directory = TemporaryDirectory()
  let service: Service

  init() throws {
    service = Service(local: directory.path("hwdb.sqlite"), player: ScriptPlayer(worker: []))
  }

  /// Creates a service whose clock stands, and whose ids are always the same.
  init(at now: Timestamp) throws {
    let path = directory.path("hwdb.sqlite")
    let random = Guarded(SplitMix64(seed: 1))
    let options = StoreOptions(clock: { now }, identifiers: { random.withLock { ($0.next(), $0.next()) } })
    service = Service(database: "hwdb", player: ScriptPlayer(worker: [])) { () throws(StoreError) in
      try Store.openAndWait(path: path, options: options)
    }
  }

  func call(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    try service.call(method, params).get().value
  }

  /// Calls a method with values, as a program does in its own process.
  func callByValue(_ name: String, _ params: JSONValue) throws -> JSONText {
    func call(_ method: some DeclaredMethod) throws -> JSONText {
      let method = method.itself
      let values = try method.parameters.read(params)
      return method.result.text(of: try service.call(method, values, as: params["learnerId"]?.string))
    }
    return try call(Service.operation(name).declared)
  }

  func refusal(of method: String, _ params: JSONValue = [:]) -> RPCError? {
    if case .failure(let error) = service.call(method, params) { error } else { nil }
  }

  /// Creates a file with these bytes, and returns its path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = directory.path(name)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  func titles() throws -> [String] {
    try call("homework.list")["items"]?.array?.compactMap { $0["title"]?.string } ?? []
  }
}

extension RPCError {
  /// The faults, each as `path: message`.
  var faults: [String] {
    (data["faults"]?.array ?? []).map { "\($0["path"]?.string ?? "?"): \($0["message"]?.string ?? "?")" }
  }
}

/// One question of each kind.
let everyKind: JSONValue = [
  "topic": "Fractions", "subtopic": "Halves", "confidence": .double(0.5),
  "questions": [
    ["type": "mcq", "question": "A half of a half?", "options": ["a quarter", "one"], "correctIndex": 0],
    ["type": "fillBlank", "question": "Half of 8 is __", "correctAnswer": "4", "acceptedAnswers": ["four"]],
    ["type": "shortAnswer", "question": "What is a half?", "correctAnswer": "one of two equal parts"],
  ],
]

func text(of value: JSONValue) -> JSONValue { .string(String(decoding: value.encoded(), as: UTF8.self)) }
