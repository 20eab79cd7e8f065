import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkScenarios
import HomeworkService
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `The service` {
  private let directory = TemporaryDirectory()
  private let service: Service

  init() throws {
    service = Service(local: directory.path("hwdb.sqlite"), player: ScriptPlayer(worker: []))
  }

  private func call(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    try service.call(method, params).get().value
  }

  private func error(_ method: String, _ params: JSONValue = [:]) -> RPCError? {
    if case .failure(let error) = service.call(method, params) { error } else { nil }
  }

  private let questions: JSONValue = [
    ["type": "mcq", "question": "q", "options": ["a", "b"], "correctIndex": 0, "explanation": "e"],
    ["type": "fillBlank", "question": "q", "correctAnswer": "a"],
  ]

  @Test func `says in one line that a schema was upgraded, and how to keep a copy`() {
    let line = SchemaUpgrade(from: 1, to: 3).notice(of: "x.sqlite")
    #expect(
      line == "upgraded x.sqlite from schema 1 to 3; older versions of hwdb can no longer open it: "
        + "to keep a copy, run hwdb database backup FILE")
  }

  @Test func `describes itself in a document whose references all resolve`() throws {
    let document = try call("rpc.discover")
    var references: [String] = []
    func walk(_ value: JSONValue) {
      switch value {
      case .object(let members):
        if let reference = members["$ref"]?.string { references.append(reference) }
        members.values.forEach(walk)
      case .array(let items): items.forEach(walk)
      default: break
      }
    }
    walk(document)
    #expect(!references.isEmpty)
    for reference in references {
      let steps = reference.split(separator: "/").map(String.init)
      #expect(steps.first == "#")
      #expect(steps.dropFirst().reduce(Optional(document)) { $0?[$1] } != nil, "\(reference)")
    }
    let methods = document["methods"]?.array?.compactMap { $0["name"]?.string } ?? []
    #expect(Set(methods).count == methods.count)
    for method in [
      "server.info", "rpc.discover", "homework.add", "homework.list", "homework.get", "homework.delete", "scenario.run",
    ] {
      #expect(methods.contains(method))
    }
  }

  @Test func `plays an attempt from beginning to end`() throws {
    let homework = try call("homework.add", ["title": "t", "quiz": questions])
    let id = try #require(homework["id"])
    #expect(homework["questionCount"] == 2)
    let attempt = try call("attempt.start", ["homeworkId": id])
    let attemptId = try #require(attempt["id"])
    #expect(attempt["state"] == "inProgress")
    #expect(attempt["grade"] == nil)
    #expect(error("attempt.start", ["homeworkId": id])?.name == .conflict)
    let settled = try call("attempt.answer", ["attemptId": attemptId, "response": "A", "elapsedMs": 5])
    #expect(settled["answer"]?["outcome"] == "correct")
    #expect(settled["answer"]?["explanation"] == "e")
    #expect(settled["cues"]?.array?.map { $0["animation"] } == ["dotSettle"])
    #expect(settled["cues"]?.array?.first?["disposition"] == "running")
    #expect(error("attempt.answer", ["attemptId": attemptId, "response": "a", "questionIndex": 0])?.name == .conflict)
    #expect(try call("attempt.skip", ["attemptId": attemptId])["answer"]?["outcome"] == "skipped")
    let finished = try call("attempt.finish", ["attemptId": attemptId])
    #expect(finished["attempt"]?["grade"] == "goodEffort")
    #expect(finished["progress"]?["bestScore"] == 1)
    #expect(finished["cues"]?.array?.map { $0["reason"] } == ["noStars", "noStars"])
    #expect(error("attempt.resume", ["homeworkId": id])?.name == .notFound)
    #expect(try call("homework.delete", ["homeworkIds": [id]])["deleted"] == [id])
    #expect(error("homework.get", ["homeworkId": id])?.name == .notFound)
  }

  @Test func `rejects all unknown, missing and mistyped parameters at once`() {
    let error = error("homework.list", ["limit": "x", "no": 1, "status": "open"])
    #expect(error?.name == .invalidParams)
    #expect(error?.data["faults"]?.array?.map { $0["path"] } == ["limit", "no", "status"])
    #expect(self.error("homework.get")?.data["faults"]?.array?.map { $0["path"] } == ["homeworkId"])
    #expect(self.error("homework.gett")?.name == .methodNotFound)
    #expect(self.error("homework.list", ["limit": 0])?.name == .invalid)
    #expect(self.error("homework.list", ["after": "x"])?.name == .invalid)
  }

  @Test func `stores nothing of an assignment with a faulty quiz`() throws {
    let error = error("homework.add", ["title": "t", "quiz": [["type": "mcq", "question": "q"]]])
    #expect(error?.name == .invalid)
    #expect(error?.data["faults"]?.array?.contains { $0["path"] == "questions[0].options" } == true)
    #expect(try call("homework.list")["items"] == [])
  }

  @Test func `does not open a database that a call does not need`() throws {
    #expect(try call("server.info")["version"] == .string(Service.version))
    #expect(error("scenario.check", ["text": "kil"])?.name == .invalid)
    #expect(!FileManager.default.fileExists(atPath: directory.path("hwdb.sqlite")))
  }
}
