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
    @discardableResult func call(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
      called.insert(method)
      do {
        let result = try answer(method, params)
        let declared = try #require(document.results[method], "\(method) is not declared")
        #expect(document.faults(in: result, declared, at: method) == [])
        return result
      } catch {
        Issue.record("\(method) \(String(decoding: params.encoded(), as: UTF8.self)): \(error)")
        throw error
      }
    }
    func id(_ result: JSONValue, _ name: String = "id") throws -> JSONValue { try #require(result[name]) }

    for method in ["rpc.discover", "server.info", "server.ping", "server.stats", "events.subscribe"] {
      try call(method)
    }

    let page = ThisPackage.root.appending(path: "Documentation/pictures/report.png").path
    let homeworkId = try id(call("homework.add", ["title": "Page 42", "imagePath": .string(page)]))
    let homework: JSONValue = ["homeworkId": homeworkId]
    try call("picture.get", ["digest": call("homework.get", homework)["image"]?["digest"] ?? .null])
    try call("generation.update", ["homeworkId": homeworkId, "state": "pending"])
    try call("quiz.set", ["homeworkId": homeworkId, "quiz": Self.quiz])
    let quizId = try id(call("quiz.get", homework))
    let question: JSONValue = ["type": "fillBlank", "question": "Which way?", "correctAnswer": "left"]
    let edits: JSONValue = [
      ["type": "add", "question": question], ["type": "move", "index": 1, "to": 0],
      ["type": "change", "index": 0, "question": question], ["type": "remove", "index": 0],
    ]
    try call("quiz.edit", ["homeworkId": homeworkId, "quizId": quizId, "edits": edits])
    try call("quiz.edit", ["homeworkId": homeworkId, "edits": [["type": "add", "index": 0, "question": question]]])
    try call("quiz.edit", ["homeworkId": homeworkId, "edits": [["type": "remove", "index": 0]]])
    try call("quiz.regrade", ["homeworkId": homeworkId, "index": 0, "neverLower": true])
    try call("quiz.get", ["quizId": quizId])
    try call("quiz.history", homework)
    try call("quiz.import", ["text": .string(String(decoding: Self.quiz.encoded(), as: UTF8.self))])
    try call("quiz.export")
    for method in ["homework.get", "homework.update", "homework.complete", "homework.reopen", "picture.get"] {
      try call(method, homework)
    }
    let learner: JSONValue = ["learnerId": "Ada"]
    try call("learner.add", ["name": "Ada"])
    for method in ["homework.get", "homework.complete", "homework.reopen", "attempt.start", "progress.get"] {
      try call(method, ["homeworkId": homeworkId, "learnerId": "Ada"])
    }
    for method in ["homework.list", "attempt.list", "stats.get", "collection.list", "review.due"] {
      try call(method, learner)
    }
    try call("learner.update", ["learnerId": "Ada", "isDefault": true])
    try call("overview.get")
    try call("learner.list")
    let exported = try call("learner.export", learner)
    let adasFile = directory.path("ada.json")
    #expect(try call("learner.export", ["learnerId": "Ada", "path": .string(adasFile)]) == ["path": .string(adasFile)])
    try call("learner.erase", ["learnerId": "Ada", "name": "Ada"])
    try call("learner.import", ["document": try id(exported, "document")])
    try call("learner.erase", ["learnerId": "Ada", "name": "Ada"])
    try call("learner.import", ["path": .string(adasFile)])
    try call("learner.erase", ["learnerId": "Ada", "name": "Ada"])
    for method in ["homework.list", "collection.list"] { try call(method) }

    let attemptId = try id(call("attempt.start", homework))
    let attempt: JSONValue = ["attemptId": attemptId]
    let sessionId = try id(call("session.open", attempt), "sessionId")
    let session: JSONValue = ["sessionId": sessionId]
    let event: JSONValue = ["type": "answer", "response": "A"]
    try call("session.event", ["sessionId": sessionId, "atMs": 0, "event": event])
    try call("session.state", session)
    try call("session.close", session)
    try call("attempt.question", attempt)
    try call("attempt.answer", ["attemptId": attemptId, "response": "A"])
    try call("attempt.skip", attempt)
    try call("attempt.get", attempt)
    try call("attempt.get", ["attemptId": attemptId, "review": true])
    try call("attempt.resume", homework)
    try call("attempt.finish", attempt)
    for options in [
      [:], ["practice": true, "timeLimitMs": 60_000], ["only": [0]], ["shuffle": "both", "seed": 7],
    ] as [[String: JSONValue]] {
      let started = try call("attempt.start", .object(options.merging(["homeworkId": homeworkId]) { $1 }))
      if options["timeLimitMs"] != nil {
        try call("attempt.extend", ["attemptId": try id(started), "byMs": 600_000])
        try call("attempt.take", ["attemptId": try id(started)])
      }
      try call("attempt.abandon", ["attemptId": try id(started)])
    }
    try call("settings.set", ["acceptsAnswers": true])
    try call("settings.set")
    let typed = try id(call("attempt.start", ["homeworkId": homeworkId, "only": [2]]))
    let typing = try id(call("session.open", ["attemptId": typed]), "sessionId")
    for event in [["type": "answer", "response": "right"], ["type": "accept"]] as [JSONValue] {
      try call("session.event", ["sessionId": typing, "atMs": 0, "event": event])
    }
    try call("attempt.list")
    try call("sync.hello")
    try call("sync.take", ["part": try id(call("sync.give", ["known": [:]]), "part")])
    try call("progress.get", homework)
    try call("stats.get")
    try call("review.due", ["retention": .double(0.8)])

    let script: JSONValue = ["text": "scenario \"s\"\n quiz mcq 1\n start\n answer correct\n kill\n resume"]
    for method in ["scenario.check", "scenario.run", "scenario.trace", "scenario.explore"] { try call(method, script) }
    try call("motion.list")
    let mine = try String(
      contentsOf: ThisPackage.root.appending(path: "Examples/animations/celebrations.tokens.json"), encoding: .utf8)
    let file: JSONValue = ["name": "celebrations.tokens.json", "text": .string(mine)]
    try call("motion.list", ["animations": [file]])
    try call("motion.get", ["animation": "A1"])

    let backup: JSONValue = ["path": .string(directory.path("backup.sqlite"))]
    for method in ["database.info", "database.check"] { try call(method) }
    // Restoring cuts off clients that follow events, which must read the store again.
    try call("events.unsubscribe")
    try call("database.backup", backup)
    try call("homework.delete", ["homeworkIds": [homeworkId]])
    try call("homework.undelete")
    // This was played days ago, so something is due.
    let copied = directory.path("played.sqlite")
    try FileManager.default.copyItem(atPath: ThisPackage.fixture.path, toPath: copied)
    _ = try Service(local: directory.path("hwdb.sqlite")).restore(from: copied)
    let review = try id(call("review.start", ["limit": 2]))
    try call("quiz.get", ["attemptId": review])
    try call("attempt.answer", ["attemptId": review, "response": "A"])
    try call("attempt.get", ["attemptId": review, "review": true])
    // The others have the parameters of their examples, but ids that are there.
    let first = try call("homework.list")["items"]?.array?.first
    for method in Set(document.results.keys).subtracting(called).sorted() {
      var params = document.examples[method] ?? [:]
      if params["homeworkId"] != nil { params = params.with("homeworkId", first?["id"] ?? .null) }
      if params["attemptId"] != nil { params = params.with("attemptId", review) }
      try call(method, params)
    }
    return document
  }

  /// One question for each way in which `live` settles one.
  private static let quiz: JSONValue = [
    "questions": .array(
      (1...3).map {
        ["type": "mcq", "question": .string("Question \($0)?"), "options": ["yes", "no"], "correctIndex": 0]
      }
    )
  ]
}
