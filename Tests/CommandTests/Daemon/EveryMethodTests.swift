import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkScenarios
import HomeworkService
import HomeworkTestKit
import Testing

/// Calls every method that `rpc.discover` lists.
@Suite struct `Every method` {
  @Test func `works in process and returns what its schema declares`() throws {
    let directory = try TemporaryDirectory()
    let service = Service(local: directory.path("hwdb.sqlite"), player: ScriptPlayer(worker: []))
    try live(in: directory) { method, params in try service.call(method, params).get().value }
  }

  @Test func `works through the daemon, with results and notifications as declared`() throws {
    let daemon = try ServedDaemon()
    let client = try daemon.client()
    let document = try live(in: daemon.directory) { method, params in try client.call(method, params) }
    let told = try client.told(1)
    for notification in told {
      let name = try #require(notification["method"]?.string)
      let declared = try #require(document.notifications[name], "\(name) is not declared")
      #expect(document.faults(in: notification["params"] ?? .null, declared, at: name) == [])
    }
    #expect(daemon.running.stop() == 0)
  }

  /// Plays one life of an assignment, calling each method with its minimal parameters.
  @discardableResult
  private func live(
    in directory: TemporaryDirectory, _ answer: (String, JSONValue) throws -> JSONValue
  ) throws -> ProtocolDocument {
    let document = ProtocolDocument(try answer("rpc.discover", [:]))
    var called: Set<String> = []
    let examples = ThisPackage.root.appending(path: "Examples")
    var kept: [String: JSONValue] = [
      "page": .string(examples.appending(path: "pictures/report.png").path), "quiz": Self.quiz,
      "text": .string(String(decoding: Self.quiz.encoded(), as: UTF8.self)),
      "file": .string(directory.path("ada.json")), "backup": .string(directory.path("backup.sqlite")),
      "mine": .string(
        try String(
          contentsOf: examples.appending(path: "animations/celebrations.tokens.json"), encoding: .utf8)),
    ]
    func play(_ calls: [MethodCall]) throws {
      try MethodCall.play(calls, &kept) { method, params in
        called.insert(method)
        let result = try answer(method, params)
        let declared = try #require(document.results[method], "\(method) is not declared")
        #expect(document.faults(in: result, declared, at: method) == [])
        return result
      }
    }
    try play(Self.editing + Self.people + Self.playing + Self.rest)
    // This was played days ago, so something is due.
    let copied = directory.path("played.sqlite")
    try FileManager.default.copyItem(atPath: ThisPackage.fixture.path, toPath: copied)
    _ = try Service(local: directory.path("hwdb.sqlite")).restore(from: copied)
    try play(Self.reviewing)
    // The others have the parameters of their examples, but ids that are there.
    for method in Set(document.results.keys).subtracting(called).sorted() {
      var params = document.examples[method] ?? [:]
      if params["homeworkId"] != nil { params = params.with("homeworkId", "$first") }
      if params["attemptId"] != nil { params = params.with("attemptId", "$review") }
      try play([MethodCall(method, params)])
    }
    return document
  }

  private static let question: JSONValue = ["type": "fillBlank", "question": "Which way?", "correctAnswer": "left"]

  private static let editing =
    ["rpc.discover", "server.info", "server.ping", "server.stats", "events.subscribe"].map { MethodCall($0) } + [
      MethodCall("homework.add", ["title": "Page 42", "imagePath": "$page"], keeps: ["id": "id"]),
      MethodCall("homework.get", ["homeworkId": "$id"], keeps: ["digest": "image.digest"]),
      MethodCall("picture.get", ["digest": "$digest"]),
      MethodCall("generation.update", ["homeworkId": "$id", "state": "pending"]),
      MethodCall("quiz.set", ["homeworkId": "$id", "quiz": "$quiz"]),
      MethodCall("quiz.get", ["homeworkId": "$id"], keeps: ["quizId": "id"]),
      MethodCall(
        "quiz.edit",
        [
          "homeworkId": "$id", "quizId": "$quizId",
          "edits": [
            ["type": "add", "question": question], ["type": "move", "index": 1, "to": 0],
            ["type": "change", "index": 0, "question": question], ["type": "remove", "index": 0],
          ],
        ]),
      MethodCall(
        "quiz.edit", ["homeworkId": "$id", "edits": [["type": "add", "index": 0, "question": question]]]),
      MethodCall("quiz.edit", ["homeworkId": "$id", "edits": [["type": "remove", "index": 0]]]),
      MethodCall("quiz.regrade", ["homeworkId": "$id", "index": 0, "neverLower": true]),
      MethodCall("quiz.get", ["quizId": "$quizId"]), MethodCall("quiz.history", ["homeworkId": "$id"]),
      MethodCall("quiz.import", ["text": "$text"]), MethodCall("quiz.export"),
    ]
    + ["homework.get", "homework.update", "homework.complete", "homework.reopen", "picture.get"].map {
      MethodCall($0, ["homeworkId": "$id"])
    }

  private static let people =
    [MethodCall("learner.add", ["name": "Ada"])]
    + ["homework.get", "homework.complete", "homework.reopen", "attempt.start", "progress.get"].map {
      MethodCall($0, ["homeworkId": "$id", "learnerId": "Ada"])
    }
    + ["homework.list", "attempt.list", "stats.get", "collection.list", "review.due"].map {
      MethodCall($0, ["learnerId": "Ada"])
    } + [
      MethodCall("learner.update", ["learnerId": "Ada", "isDefault": true]), MethodCall("overview.get"),
      MethodCall("learner.list"), MethodCall("learner.export", ["learnerId": "Ada"], keeps: ["document": "document"]),
      MethodCall("learner.export", ["learnerId": "Ada", "path": "$file"], ["": ["path": "$file"]]),
      MethodCall("learner.erase", ["learnerId": "Ada", "name": "Ada"]),
      MethodCall("learner.import", ["document": "$document"]),
      MethodCall("learner.erase", ["learnerId": "Ada", "name": "Ada"]),
      MethodCall("learner.import", ["path": "$file"]),
      MethodCall("learner.erase", ["learnerId": "Ada", "name": "Ada"]), MethodCall("homework.list"),
      MethodCall("collection.list"),
    ]

  private static let playing =
    [
      MethodCall("attempt.start", ["homeworkId": "$id"], keeps: ["attempt": "id"]),
      MethodCall("session.open", ["attemptId": "$attempt"], keeps: ["session": "sessionId"]),
      MethodCall(
        "session.event", ["sessionId": "$session", "atMs": 0, "event": ["type": "answer", "response": "A"]]),
      MethodCall("session.state", ["sessionId": "$session"]), MethodCall("session.close", ["sessionId": "$session"]),
      MethodCall("attempt.question", ["attemptId": "$attempt"]),
      MethodCall("attempt.answer", ["attemptId": "$attempt", "response": "A"]),
      MethodCall("attempt.skip", ["attemptId": "$attempt"]), MethodCall("attempt.get", ["attemptId": "$attempt"]),
      MethodCall("attempt.get", ["attemptId": "$attempt", "review": true]),
      MethodCall("attempt.resume", ["homeworkId": "$id"]), MethodCall("attempt.finish", ["attemptId": "$attempt"]),
      MethodCall(
        "attempt.start", ["homeworkId": "$id", "practice": true, "timeLimitMs": 60_000], keeps: ["limited": "id"]),
      MethodCall("attempt.extend", ["attemptId": "$limited", "byMs": 600_000]),
      MethodCall("attempt.take", ["attemptId": "$limited"]), MethodCall("attempt.abandon", ["attemptId": "$limited"]),
    ]
    + ([["only": [0]], ["shuffle": "both", "seed": 7], [:]] as [JSONValue]).flatMap { options in
      [
        MethodCall("attempt.start", options.with("homeworkId", "$id"), keeps: ["other": "id"]),
        MethodCall("attempt.abandon", ["attemptId": "$other"]),
      ]
    }
    + [
      MethodCall("settings.set", ["acceptsAnswers": true]), MethodCall("settings.set"),
      MethodCall("attempt.start", ["homeworkId": "$id", "only": [2]], keeps: ["typed": "id"]),
      MethodCall("session.open", ["attemptId": "$typed"], keeps: ["typing": "sessionId"]),
      MethodCall(
        "session.event", ["sessionId": "$typing", "atMs": 0, "event": ["type": "answer", "response": "right"]]),
      MethodCall("session.event", ["sessionId": "$typing", "atMs": 0, "event": ["type": "accept"]]),
      MethodCall("attempt.list"), MethodCall("sync.hello"),
      MethodCall("sync.give", ["known": [:]], keeps: ["part": "part"]), MethodCall("sync.take", ["part": "$part"]),
      MethodCall("progress.get", ["homeworkId": "$id"]), MethodCall("stats.get"),
      MethodCall("review.due", ["retention": .double(0.8)]),
    ]

  private static let rest =
    ["scenario.check", "scenario.run", "scenario.trace", "scenario.explore"].map {
      MethodCall($0, ["text": "scenario \"s\"\n quiz mcq 1\n start\n answer correct\n kill\n resume"])
    } + [
      MethodCall("motion.list"),
      MethodCall("motion.list", ["animations": [["name": "celebrations.tokens.json", "text": "$mine"]]]),
      MethodCall("motion.get", ["animation": "A1"]), MethodCall("database.info"), MethodCall("database.check"),
      // Restoring cuts off clients that follow events, which must read the store again.
      MethodCall("events.unsubscribe"), MethodCall("database.backup", ["path": "$backup"]),
      MethodCall("homework.delete", ["homeworkIds": ["$id"]]), MethodCall("homework.undelete"),
    ]

  private static let reviewing = [
    MethodCall("review.start", ["limit": 2], keeps: ["review": "id"]),
    MethodCall("quiz.get", ["attemptId": "$review"]),
    MethodCall("attempt.answer", ["attemptId": "$review", "response": "A"]),
    MethodCall("attempt.get", ["attemptId": "$review", "review": true]),
    MethodCall("homework.list", keeps: ["first": "items[0].id"]),
  ]

  /// One question for each way in which `live` settles one.
  private static let quiz: JSONValue = [
    "questions": .array(
      (1...3).map {
        ["type": "mcq", "question": .string("Question \($0)?"), "options": ["yes", "no"], "correctIndex": 0]
      }
    )
  ]
}
