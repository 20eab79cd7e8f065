import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkScenarios
import HomeworkService
import HomeworkTestKit

/// A service with its own database.
struct Bench {
  let directory: TemporaryDirectory
  let service: Service

  init() throws {
    directory = try TemporaryDirectory()
    service = Service(local: directory.path("hwdb.sqlite"), player: ScriptPlayer(worker: []))
  }

  func call(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    try service.call(method, params).get().value
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
