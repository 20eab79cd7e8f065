import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkScenarios
import HomeworkService
import HomeworkTestKit
import Testing

/// Calls every method that `rpc.discover` lists.
@Suite struct `Every method` {
  @Test func `works in process and returns what its schema declares`() throws {
    let directory = TemporaryDirectory()
    let service = Service(local: directory.path("hwdb.sqlite"), player: ScriptPlayer(worker: []))
    try live(in: directory) {
      try service.call($0, $1).get().value
    } between: { _ in
      let (repaired, freed) = (try service.repair(), try service.vacuum())
      #expect(repaired.left == [] && freed.after.pictures == 1)
    }
  }

  @Test func `works through the daemon, with results and notifications as declared`() throws {
    let daemon = try ServedDaemon()
    let (client, follower) = (try SocketClient(path: daemon.socket), try daemon.client())
    _ = try follower.call("events.subscribe")
    try live(in: daemon.directory) {
      try client.call($0, $1).get()
    } between: { document in
      // Restoring cuts off clients that follow events, which must read the store again.
      _ = try follower.call("events.unsubscribe")
      for notification in try follower.notifications(1) {
        let name = try #require(notification["method"]?.string)
        let declared = try #require(document.notifications[name], "\(name) is not declared")
        #expect(document.faults(in: notification["params"] ?? .null, declared, at: name) == [])
      }
    }
    #expect(daemon.running.stop() == 0)
  }

  /// Plays one life of an assignment.
  private func live(
    in directory: TemporaryDirectory, _ call: (String, JSONValue) throws -> JSONValue,
    between: (ProtocolDocument) throws -> Void
  ) throws {
    let document = ProtocolDocument(try call("rpc.discover", [:]))
    let (photo, mine) = (directory.path("a.jpg"), "Examples/animations/celebrations.tokens.json")
    try Data([0xFF, 0xD8, 0xFF, 0xE0]).write(to: URL(fileURLWithPath: photo))
    var kept: [String: JSONValue] = [
      "everyKind": Self.quiz, "text": .string(JSONText(Self.quiz).text), "script": .string(Self.script),
      "photo": .string(photo), "backup": .string(directory.path("backup.sqlite")),
      "file": .string(directory.path("ada.json")), "fields": .int(Int64(FieldName.allCases.count)),
      "animations": .int(Int64(Catalogue.all.entries.count)),
      "mine": .string(try String(contentsOf: ThisPackage.root.appending(path: mine), encoding: .utf8)),
    ]
    var called: Set<String> = []
    func play(_ calls: [MethodCall]) throws {
      try MethodCall.play(calls, &kept) { method, params in
        called.insert(method)
        let result = try call(method, params)
        let declared = try #require(document.results[method], "\(method) is not declared")
        #expect(document.faults(in: result, declared, at: method) == [])
        return result
      }
    }
    try play(
      Self.learners + Self.editing + Self.people + Self.playing + Self.sessions + Self.regrading + Self.copies)
    kept["cut"] = kept["part"]?.with("facts", [])
    try play([MethodCall("sync.take", ["part": "$cut"], error: .invalidParams)] + Self.starting + Self.reading)
    try between(document)
    try play([MethodCall("database.backup", ["path": "$backup"], ["": ["path": "$backup"]])])
    let beside = Service(local: directory.path("hwdb.sqlite"))
    #expect(try beside.restore(from: directory.path("backup.sqlite")).homework == 2)
    try play(Self.ending)
    // Played days ago, so that questions are due.
    let copied = directory.path("played.sqlite")
    try Fixture.write(to: copied)
    _ = try beside.restore(from: copied)
    try play(Self.reviewing)
    #expect(Set(kept["asked"]?.array ?? []).subtracting([.null]).count == 2)
    // The others have the parameters of their examples, but ids that are there.
    for method in Set(document.results.keys).subtracting(called).sorted() {
      var params = document.examples[method] ?? [:]
      if params["homeworkId"] != nil { params = params.with("homeworkId", "$first") }
      try play([MethodCall(method, params)])
    }
  }

  private static let learners = [
    MethodCall("server.info"), MethodCall("server.ping"), MethodCall("server.stats"), MethodCall("rpc.discover"),
    MethodCall("events.subscribe", [:], ["": ["sequence": 0]]), MethodCall("events.unsubscribe"),
    MethodCall("learner.add", ["name": "Ada"], ["isDefault": false]),
    MethodCall("learner.update", ["learnerId": "ada", "isDefault": true], ["isDefault": true]),
    MethodCall("learner.update", ["learnerId": "ada"], error: .invalidParams),
    MethodCall("learner.add", ["name": "ADA"], error: .conflict),
    MethodCall("learner.erase", ["learnerId": "Ada", "name": "Eve"], error: .conflict),
    MethodCall("learner.export", ["learnerId": "Ada"], keeps: ["document": "document"]),
    MethodCall("learner.import", ["document": "$document"], error: .conflict),
    MethodCall("learner.import", ["document": "{}"], error: .invalid),
    MethodCall("learner.import", error: .invalidParams),
    MethodCall("learner.erase", ["learnerId": "Ada", "name": "Ada"], ["attempts": 0]),
    MethodCall("learner.import", ["document": "$document"], ["name": "Ada"]),
    MethodCall("learner.erase", ["learnerId": "Ada", "name": "Ada"], ["attempts": 0]),
    MethodCall("learner.list", [:], ["items.name": ["Learner 1"]]),
  ]

  private static let editing = [
    MethodCall(
      "homework.add",
      [
        "title": "Page 42", "subject": "Maths", "collections": ["A"], "text": "x", "dueOn": "2099-12-01",
        "imagePath": "$photo",
      ], keeps: ["id": "id"]),
    MethodCall("homework.update", ["homeworkId": "$id"]),
    MethodCall("generation.update", ["homeworkId": "$id", "state": "pending"]),
    MethodCall("quiz.set", ["homeworkId": "$id", "quiz": "$everyKind"]),
    MethodCall("quiz.get", ["homeworkId": "$id"], keeps: ["quiz": "", "quizId": "id"]),
    MethodCall(
      "quiz.edit",
      [
        "homeworkId": "$id", "quizId": "$quizId",
        "edits": [
          ["type": "add", "index": 3, "question": question], ["type": "change", "index": 3, "question": question],
          ["type": "move", "index": 3, "to": 0],
        ],
      ], ["revision": 2, "questions.count": 4], keeps: ["edited": "id"]),
    MethodCall(
      "quiz.edit", ["homeworkId": "$id", "quizId": "$quizId", "edits": [["type": "remove", "index": 0]]],
      ["data.quizId": "$edited"], error: .conflict),
    MethodCall(
      "quiz.edit", ["homeworkId": "$id", "edits": [["type": "remove", "index": 9]]],
      ["data.faults.path": ["edits[0].index"]], error: .invalid),
    MethodCall(
      "quiz.edit", ["homeworkId": "$id", "edits": [["type": "swap", "index": 0]]],
      ["data.faults.path": ["edits[0].type"]], error: .invalidParams),
    MethodCall(
      "quiz.edit",
      [
        "homeworkId": "$id",
        "edits": [
          ["type": "change", "index": 0, "question": ["type": "mcq", "question": 4, "options": ["a", 1]]],
          ["type": "move", "index": "0"],
        ],
      ],
      [
        "data.faults.path": [
          "edits[0].question.correctIndex", "edits[0].question.options[1]", "edits[0].question.question",
          "edits[1].index", "edits[1].to",
        ]
      ], error: .invalidParams),
    MethodCall("quiz.edit", ["homeworkId": "$id", "edits": [["type": "remove", "index": 0]]], ["revision": 3]),
    MethodCall("quiz.get", ["quizId": "$quizId"], ["": "$quiz"]), MethodCall("quiz.get", error: .invalidParams),
    MethodCall("quiz.history", ["homeworkId": "$id"], ["items.changes.kind": [["removed"], ["added"], []]]),
    MethodCall("quiz.import", ["text": "$text", "name": "fractions.json"]),
    MethodCall("quiz.import", ["text": "$text", "dryRun": true], ["quizzes.count": 1]),
    MethodCall("quiz.export", ["homeworkIds": ["$id"], "format": "gift"], ["leftOut": 1]),
  ]

  private static let people =
    [MethodCall("learner.add", ["name": "Ada"])]
    + ["homework.get", "homework.complete", "homework.reopen", "attempt.start", "progress.get"].map {
      MethodCall($0, ["homeworkId": "$id", "learnerId": "Ada"])
    }
    + ["homework.list", "attempt.list", "stats.get", "collection.list", "review.due"].map {
      MethodCall($0, ["learnerId": "Ada"])
    } + [
      MethodCall("learner.export", ["learnerId": "Ada", "path": "$file"], ["": ["path": "$file"]]),
      MethodCall("learner.erase", ["learnerId": "Ada", "name": "Ada"], ["attempts": 1]),
      MethodCall("learner.import", ["path": "$file"], ["name": "Ada"]),
      MethodCall("learner.erase", ["learnerId": "Ada", "name": "Ada"]),
    ]

  private static let playing = [
    MethodCall("attempt.start", ["homeworkId": "$id"], keeps: ["attempt": "id"]),
    MethodCall("attempt.question", ["attemptId": "$attempt"], ["index": 0]),
    MethodCall("attempt.get", ["attemptId": "$attempt"]),
    MethodCall("attempt.resume", ["homeworkId": "$id"], keeps: ["resumed": ""]),
    MethodCall("attempt.resume", ["attemptId": "$attempt"], ["": "$resumed"]),
    MethodCall("attempt.answer", ["attemptId": "$attempt", "response": "A"], ["cues.count": 1]),
    MethodCall("attempt.skip", ["attemptId": "$attempt"]), MethodCall("attempt.skip", ["attemptId": "$attempt"]),
    MethodCall(
      "attempt.get", ["attemptId": "$attempt", "review": true], ["answers[2].correctAnswer": "one of two equal parts"]),
    MethodCall("attempt.finish", ["attemptId": "$attempt"], ["attempt.grade": "keepPracticing"]),
    MethodCall("progress.get", ["homeworkId": "$id"]),
  ]

  private static let sessions = [
    MethodCall("attempt.start", ["homeworkId": "$id"], keeps: ["played": "id"]),
    MethodCall("session.open", ["attemptId": "$played", "motion": "reduced"], keeps: ["session": "sessionId"]),
    MethodCall(
      "session.event", ["sessionId": "$session", "atMs": 1000, "event": ["type": "answer", "response": "A"]],
      ["attempt.questionIndex": 1]),
    MethodCall(
      "session.state", ["sessionId": "$session"], ["fields.count": "$fields"]),
    MethodCall("session.close", ["sessionId": "$session"]), MethodCall("attempt.abandon", ["attemptId": "$played"]),
    MethodCall(
      "attempt.start", ["homeworkId": "$id", "timeLimitMs": 60_000, "practice": true], keeps: ["limited": "id"]),
    MethodCall("attempt.extend", ["attemptId": "$limited", "byMs": 60_000]),
    MethodCall("attempt.take", ["attemptId": "$limited"], ["home": .null]),
    MethodCall("attempt.abandon", ["attemptId": "$limited"]),
    MethodCall("settings.set", [:], ["": ["acceptsAnswers": false]]),
    MethodCall("attempt.start", ["homeworkId": "$id", "only": [1]], keeps: ["typed": "id"]),
    MethodCall("session.open", ["attemptId": "$typed"], keeps: ["typing": "sessionId"]),
    MethodCall(
      "session.event", ["sessionId": "$typing", "atMs": 0, "event": ["type": "accept"]], error: .conflict),
    MethodCall(
      "session.event", ["sessionId": "$typing", "atMs": 0, "event": ["type": "answer", "response": "3"]],
      ["answer.outcome": "wrong"]),
    MethodCall(
      "session.event", ["sessionId": "$typing", "atMs": 0, "event": ["type": "accept"]],
      ["data.attemptId": "$typed"], error: .conflict),
    MethodCall("settings.set", ["acceptsAnswers": true], keeps: ["settings": ""]),
    MethodCall("settings.set", [:], ["": "$settings"]),
    MethodCall(
      "session.event", ["sessionId": "$typing", "atMs": 0, "event": ["type": "accept"]],
      ["attempt.score": 1, "answer.outcome": "correct", "cues": []], keeps: ["counted": ""]),
    MethodCall(
      "session.event", ["sessionId": "$typing", "atMs": 0, "event": ["type": "accept"]], ["": "$counted"]),
    MethodCall("attempt.abandon", ["attemptId": "$typed"]),
  ]

  private static let question: JSONValue = ["type": "fillBlank", "question": "Which?", "correctAnswer": "this"]
  private static let corrected: JSONValue = [
    "type": "mcq", "question": "A half of a half?", "options": ["a quarter", "one"], "correctIndex": 1,
  ]

  private static let regrading = [
    MethodCall("quiz.regrade", ["homeworkId": "$id", "index": 0, "neverLower": true, "dryRun": true]),
    MethodCall(
      "quiz.regrade", ["homeworkId": "$id", "index": 0, "question": corrected, "dryRun": true],
      ["changes.count": 1, "changes.attemptId": ["$attempt"], "changes.outcome": ["wrong"]],
      keeps: ["foretold": "changes"]),
    MethodCall(
      "quiz.regrade", ["homeworkId": "$id", "index": 0, "question": corrected], ["changes": "$foretold"]),
    MethodCall("attempt.get", ["attemptId": "$attempt"], ["score": 0]),
    MethodCall("homework.undelete", [:], ["regraded.changes.count": 1]),
    MethodCall("attempt.get", ["attemptId": "$attempt"], ["score": 1]),
  ]

  private static let copies = [
    MethodCall("sync.hello", [:], ["isEmpty": false], keeps: ["hello": "", "copy": "copyId"]),
    MethodCall("sync.hello", [:], ["libraryId": "$copy"]),
    MethodCall("sync.give", ["known": [:]], keeps: ["part": "part"]),
    MethodCall("sync.take", ["part": "$part"], ["answers": 0]),
    MethodCall("sync.hello", ["other": "$hello"], error: .invalid),
    MethodCall(
      "attempt.list", ["homeworkId": "$id"],
      ["items.state": ["abandoned", "abandoned", "abandoned", "completed"]]),
  ]

  private static let starting = [
    MethodCall("attempt.start", ["homeworkId": "$id", "only": []], error: .invalid),
    MethodCall("attempt.start", ["homeworkId": "$id", "only": [7]], error: .invalid),
    MethodCall("attempt.start", ["homeworkId": "$id", "only": "due"], error: .notFound),
    MethodCall("attempt.start", ["homeworkId": "$id", "only": "all"], error: .invalidParams),
    MethodCall("attempt.start", ["homeworkId": "$id", "timeLimitMs": 0], error: .invalid),
    MethodCall("attempt.start", ["homeworkId": "$id", "seed": 7], error: .invalid),
    MethodCall(
      "attempt.start", ["homeworkId": "$id", "only": "wrong", "retention": .double(0.5)], error: .invalidParams),
    MethodCall("attempt.start", ["homeworkId": "$id", "only": "wrong", "limit": 3], error: .invalidParams),
    MethodCall("attempt.start", ["homeworkId": "$id", "shuffle": "all"], error: .invalidParams),
    MethodCall(
      "attempt.start", ["homeworkId": "$id", "only": "wrong", "shuffle": "both", "seed": 7],
      ["isPractice": true, "seed": 7, "order.count": 2], keeps: ["practised": "id"]),
    MethodCall("attempt.abandon", ["attemptId": "$practised"]),
  ]

  private static let reading = [
    MethodCall(
      "homework.update", ["homeworkId": "$id", "title": "Page 43", "subject": ""],
      ["title": "Page 43", "subject": .null, "text": "x"]),
    MethodCall("collection.list", [:], ["items.name": ["A"]]), MethodCall("stats.get", [:], ["finishedAttempts": 1]),
    MethodCall("review.due", ["retention": .double(0.8)], ["total": 0, "homework.title": ["Page 43"]]),
    MethodCall("review.start", [:], ["message": "nothing to practise: no question is due"], error: .notFound),
    MethodCall("review.start", ["limit": 0], error: .invalid), MethodCall("review.start", ["seed": 7], error: .invalid),
    MethodCall("review.start", ["shuffle": "all"], error: .invalidParams),
    MethodCall("quiz.get", ["attemptId": "$attempt"], keeps: ["of": "", "ofId": "id"]),
    MethodCall("quiz.get", ["quizId": "$ofId"], ["": "$of"]),
    MethodCall("quiz.get", ["attemptId": "$attempt", "homeworkId": "$id"], error: .invalidParams),
    MethodCall("overview.get", [:], ["cells.count": 1, "hardest": []]),
    MethodCall("database.check", [:], ["findings": []]), MethodCall("database.info", [:], ["schemaVersion": 1]),
  ]

  private static let ending = [
    MethodCall(
      "generation.update", ["homeworkId": "$id", "state": "failed", "reason": "rateLimited"],
      ["generation.reason": "rateLimited"]),
    MethodCall("generation.update", ["homeworkId": "$id", "state": "pending"], error: .tooEarly),
    MethodCall("generation.update", ["homeworkId": "$id", "state": "failed"], error: .invalidParams),
    MethodCall("homework.complete", ["homeworkId": "$id"]),
    MethodCall("homework.get", ["homeworkId": "$id"], keeps: ["digest": "image.digest"]),
    MethodCall(
      "picture.get", ["homeworkId": "$id"], ["": ["mediaType": "image/jpeg", "byteCount": 4, "base64": "/9j/4A=="]],
      keeps: ["picture": ""]),
    MethodCall("picture.get", ["digest": "$digest"], ["": "$picture"]),
    MethodCall("picture.get", ["digest": "x"], error: .notFound), MethodCall("picture.get", error: .invalidParams),
    MethodCall("homework.list", ["status": "completed"]),
    MethodCall("homework.list", ["search": "HALF of", "due": "week"], ["items": []]),
    MethodCall("homework.list", ["search": "half o"], ["items.count": 2]),
    MethodCall("homework.reopen", ["homeworkId": "$id"]),
    MethodCall("motion.list", [:], ["items.count": "$animations"]),
    MethodCall("motion.list", ["animations": [["name": "celebrations.tokens.json", "text": "$mine"]]]),
    MethodCall("motion.list", ["profile": "offload"], ["items.count": 5]),
    MethodCall("motion.get", ["animation": "ncdb.buttonPress"], ["durationMs": .null]),
    MethodCall("scenario.check", ["text": "$script"]),
    MethodCall("scenario.trace", ["text": "$script"], ["scenarios.count": 2]),
    MethodCall(
      "scenario.explore", ["text": "$script", "sequences": 3, "kills": 1],
      ["sequences.sequences": 14, "scenarios[0].violation": .null]),
    // Nine actions, from three starting points.
    MethodCall(
      "scenario.explore", ["sequences": 1, "actions": "all"],
      ["sequences.sequences": 27, "sequences.violation": .null]),
    MethodCall("scenario.run", ["text": "$script"], ["passed": 1, "failed": 1]),
    MethodCall("homework.delete", ["homeworkIds": ["$id"]], ["deleted": ["$id"]]),
    MethodCall("homework.undelete", [:], ["items.id": ["$id"]]),
  ]

  private static let reviewing =
    [
      MethodCall(
        "review.start", ["limit": 12, "shuffle": "both", "seed": 7],
        ["homeworkId": .null, "quizId": .null, "isPractice": true, "order.count": 12], keeps: ["review": "id"]),
      MethodCall("review.start", [:], ["data.attemptId": "$review"], error: .conflict),
      MethodCall("quiz.get", ["attemptId": "$review"], ["homeworkId": .null]),
    ]
    + (0..<12).map { _ in
      MethodCall("attempt.skip", ["attemptId": "$review"], keeps: ["skipped": "answer.homeworkId"])
    } + [
      MethodCall("attempt.get", ["attemptId": "$review", "review": true], keeps: ["asked": "answers.homeworkId"]),
      MethodCall("attempt.finish", ["attemptId": "$review"], ["progress": .null]),
      MethodCall("homework.list", keeps: ["first": "items[0].id"]),
    ]

  /// Kills, cues, refusals and failures, so that every part of a report occurs.
  private static let script = """
    scenario "killed"
      quiz mcq 10
      start
      answer correct x5
      wait 600ms
      kill before commit
      answer correct
      resume
      start
      expect error conflict
    scenario "fails"
      quiz mcq 1
      start
      answer wrong
      expect question 5
    """

  /// One question of each of three kinds.
  private static let quiz: JSONValue = [
    "topic": "Fractions", "subtopic": "Halves", "confidence": .double(0.5),
    "questions": [
      ["type": "mcq", "question": "A half of a half?", "options": ["a quarter", "one"], "correctIndex": 0],
      ["type": "fillBlank", "question": "Half of 8 is __", "correctAnswer": "4", "acceptedAnswers": ["four"]],
      ["type": "shortAnswer", "question": "What is a half?", "correctAnswer": "one of two equal parts"],
    ],
  ]
}
