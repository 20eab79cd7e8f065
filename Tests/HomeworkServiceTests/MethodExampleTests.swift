import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkScenarios
import HomeworkService
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `A method's example` {
  /// The methods whose order matters: those of an assignment's life. The others follow them, in the order of the document.
  private let life = [
    "server.info", "server.stats", "server.ping", "rpc.discover", "events.subscribe", "learner.add", "learner.list",
    "learner.update", "learner.export", "learner.erase", "learner.import", "homework.add", "homework.update",
    "quiz.set", "quiz.get", "quiz.edit", "attempt.start", "attempt.extend", "attempt.take", "sync.hello", "sync.give",
    "sync.take", "attempt.resume", "attempt.list", "attempt.get", "attempt.question", "attempt.answer",
    "attempt.finish", "attempt.start", "session.open", "session.event", "session.state", "session.close",
    "attempt.abandon", "attempt.start", "attempt.skip", "attempt.abandon", "homework.delete", "homework.undelete",
  ]

  @Test func `can be called as documented, and its result matches the schema`() throws {
    let document = ProtocolDocument(OpenRPC.document)
    for (name, result) in try lived({ try $0.call($1, $2) }) {
      #expect(document.faults(in: result, try #require(document.results[name]), at: name) == [])
    }
  }

  @Test func `gives the same by value as in JSON`() throws {
    let inJSON = try lived { try $0.call($1, $2) }
    let byValue = try lived { try $0.callByValue($1, $2).value }
    #expect(inJSON.count >= Operations.all.count && inJSON.count == byValue.count)
    for (json, value) in zip(inJSON, byValue) {
      #expect(json.name == value.name)
      // These say what is of the process; a session's id is its own, and so is the time that a script took.
      guard !["server.stats", "database.info", "database.backup"].contains(json.name) else { continue }
      let texts = [json, value].map { lived in
        JSONText(lived.result.with("sessionId", "")).text.replacing(/"seconds":[^,]*/, with: "")
      }
      #expect(texts[0] == texts[1], "\(json.name)")
    }
  }

  /// Calls each method with its example's parameters, but with this life's ids and paths. Clock and ids are the same in
  /// every life.
  ///
  /// - Returns: each result.
  private func lived(
    _ call: (Bench, String, JSONValue) throws -> JSONValue
  ) throws -> [(name: String, result: JSONValue)] {
    let (bench, played) = (try Bench(at: Self.now), try Bench(at: Self.now))
    // Played days ago, so that questions are due.
    try Fixture.write(to: played.directory.path("copy.sqlite"))
    _ = try played.service.restore(from: played.directory.path("copy.sqlite"))
    var own: [String: JSONValue] = ["path": .string(bench.directory.path("backup.sqlite"))]
    var results: [(String, JSONValue)] = []
    for name in life + Operations.all.map(\.name).filter({ !life.contains($0) }) {
      let operation = try #require(Operations.named(name))
      guard case .object(var params) = try operation.method.example.value else { continue }
      for (key, value) in own where params[key] != nil { params[key] = value }
      if params["homeworkIds"] != nil { params["homeworkIds"] = .array([try #require(own["homeworkId"])]) }
      if name == "homework.update" {
        params["imagePath"] = .string(try bench.file("a.jpg", [0xFF, 0xD8, 0xFF, 0xE0]))
      }
      let result = try call(name == "review.start" ? played : bench, name, .object(params))
      switch name {
      case "homework.add": own["homeworkId"] = result["id"]
      // Erased by the learner's current name.
      case "learner.update": (own["name"], own["learnerId"]) = (result["name"], result["id"])
      case "learner.export":
        let text = try #require(result["document"]?.string)
        own["path"] = .string(try bench.file("ada.json", Array(text.utf8)))
      case "learner.erase": (own["name"], own["learnerId"]) = (nil, nil)
      case "learner.import": own["path"] = .string(bench.directory.path("backup.sqlite"))
      case "attempt.start": own["attemptId"] = result["id"]
      case "session.open": own["sessionId"] = result["sessionId"]
      default: break
      }
      results.append((name, result))
    }
    return results
  }

  private static let now = Store.systemClock()

  @Test func `belongs to a method with a summary of each parameter, and its errors`() throws {
    #expect(Set(Operations.all.map(\.name)).count == Operations.all.count)
    func isRead(_ method: some DeclaredMethod, _ params: JSONValue) throws { _ = try method.itself.read(params) }
    for operation in Operations.all {
      let method = operation.method
      #expect(method.parameters.allSatisfy { !$0.summary.isEmpty }, "\(method.name)")
      #expect(method.errors.isSuperset(of: [.invalidParams, .internal, .busy, .cancelled]), "\(method.name)")
      try isRead(operation.declared, method.example.value)
    }
  }

  @Test func `belongs to a method that is served`() throws {
    let folder = ThisPackage.root.appending(path: "Sources/HomeworkAPI/Methods")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    var count = 0
    for file in files {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      for declared in text.matches(of: /static let (\w+) = RPCMethod<[^"]*"([\w.]+)"/) {
        count += 1
        #expect(
          Operations.named(String(declared.2)) != nil,
          "add to a list in Sources/HomeworkService/Operations: Operation(reading: Methods.\(declared.1)) { … }")
      }
    }
    #expect(count == Operations.all.count)
  }

  @Test func `lists only errors that are in the table`() throws {
    let document = OpenRPC.document
    guard case .object(let table)? = document["components"]?["errors"] else { return #expect(Bool(false)) }
    for method in document["methods"]?.array ?? [] {
      let errors = try #require(method["errors"]?.array?.compactMap { $0["$ref"]?.string })
      #expect(errors.contains("#/components/errors/invalidParams"))
      #expect(errors.allSatisfy { table[String($0.dropFirst("#/components/errors/".count))] != nil })
    }
    #expect(document["servers"]?.array?.isEmpty == false)
    #expect(document["info"]?["description"]?.string?.contains("ends in LF") == true)
  }
}
