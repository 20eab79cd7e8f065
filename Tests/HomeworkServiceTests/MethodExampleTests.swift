import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkService
import HomeworkTestKit
import Testing

@Suite struct `A method's example` {
  /// The calls of an assignment's life, each with its example's parameters, but with this life's ids and paths.
  private let life = [
    "server.info", "server.stats", "server.ping", "rpc.discover", "events.subscribe", "learner.add", "learner.list",
    "learner.update",
    "learner.export", "learner.erase", "learner.import", "overview.get", "homework.add", "homework.get",
    "picture.get",
    "homework.list", "homework.update", "quiz.set", "quiz.get", "quiz.edit", "quiz.regrade", "quiz.history",
    "quiz.import",
    "quiz.export", "attempt.start",
    "attempt.extend", "attempt.take", "sync.hello", "sync.give", "sync.take", "attempt.resume", "attempt.list",
    "attempt.get", "attempt.question", "attempt.answer", "attempt.finish",
    "settings.set",
    "attempt.start",
    "session.open", "session.event", "session.state", "session.close", "attempt.abandon", "attempt.start",
    "attempt.skip", "attempt.abandon", "progress.get", "collection.list", "stats.get", "review.due",
    "review.start",
    "generation.update",
    "homework.complete", "homework.reopen", "motion.list", "motion.get", "scenario.check", "scenario.run",
    "scenario.trace",
    "scenario.explore", "database.info",
    "database.check", "database.backup", "homework.delete", "homework.undelete", "events.unsubscribe",
  ]

  @Test func `can be called as documented, and its result matches the schema`() throws {
    let (bench, played) = (try Bench(), try Bench())
    // Played days ago, so that questions are due.
    let fixture = ThisPackage.fixture
    let copy = try played.file("copy.sqlite", Array(Data(contentsOf: fixture)))
    _ = try played.service.restore(from: copy)
    var own: [String: JSONValue] = ["path": .string(bench.directory.path("backup.sqlite"))]
    let methods = try #require(bench.call("rpc.discover")["methods"]?.array)
    var called: Set<String> = []
    for name in life {
      let method = try #require(methods.first { $0["name"]?.string == name })
      let example = try #require(method["examples"]?.array?.first?["params"]?.array)
      var params: [String: JSONValue] = [:]
      for part in example {
        let key = try #require(part["name"]?.string)
        params[key] = key == "homeworkIds" ? .array([own["homeworkId"] ?? .null]) : own[key] ?? part["value"]
      }
      if name == "picture.get" {
        let picture = try bench.file("a.jpg", [0xFF, 0xD8, 0xFF, 0xE0])
        _ = try bench.call(
          "homework.update", ["homeworkId": own["homeworkId"] ?? .null, "imagePath": .string(picture)])
      }
      let place = name == "review.start" ? played : bench
      let result = try place.call(name, .object(params))
      let operation = try #require(Operations.named(name))
      #expect(operation.method.result.faults(in: result, at: name) == [])
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
      called.insert(name)
    }
    #expect(called == Set(Operations.all.map(\.name)))
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
