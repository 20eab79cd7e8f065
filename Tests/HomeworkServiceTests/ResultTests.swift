import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkService
import HomeworkTestKit
import Testing

@Suite struct `A result` {
  /// One assignment's life.
  @Test func `has exactly the keys that its method declares`() throws {
    let (bench, declared) = (try Bench(), ProtocolDocument(OpenRPC.document))
    var kept: [String: JSONValue] = [
      "everyKind": everyKind, "text": text(of: everyKind), "script": .string(script),
      "photo": .string(try bench.file("a.jpg", [0xFF, 0xD8, 0xFF, 0xE0])),
      "backup": .string(bench.directory.path("backup.sqlite")),
    ]
    func play(_ calls: [MethodCall]) throws {
      try MethodCall.play(calls, &kept) { name, params in
        let result = try bench.call(name, params)
        #expect(declared.faults(in: result, declared.results[name] ?? .null, at: name) == [])
        return result
      }
    }

    try play(learners + editing + playing + sessions + regrading + copies)
    kept["cut"] = kept["part"]?.with("facts", [])
    try play([MethodCall("sync.take", ["part": "$cut"], fails: .invalidParams)] + starting + reading)
    #expect(try bench.service.repair().left == [])
    #expect(try bench.service.vacuum().after.pictures == 1)
    try play([MethodCall("database.backup", ["path": "$backup"], ["": ["path": "$backup"]])])
    #expect(try bench.service.restore(from: bench.directory.path("backup.sqlite")).homework == 2)
    try play(ending)
    // Played days ago, so that questions are due.
    let days = try bench.file("days.sqlite", Array(Data(contentsOf: ThisPackage.fixture)))
    _ = try bench.service.restore(from: days)
    try play(reviewing)
    #expect(Set(kept["asked"]?.array ?? []).subtracting([.null]).count == 2)
  }

  private let learners = [
    MethodCall("server.info"), MethodCall("server.ping"), MethodCall("server.stats"), MethodCall("rpc.discover"),
    MethodCall("events.subscribe", [:], ["": ["sequence": 0]]), MethodCall("events.unsubscribe"),
    MethodCall("learner.add", ["name": "Ada"], ["isDefault": false]),
    MethodCall("learner.update", ["learnerId": "ada", "isDefault": true], ["isDefault": true]),
    MethodCall("learner.update", ["learnerId": "ada"], fails: .invalidParams),
    MethodCall("learner.add", ["name": "ADA"], fails: .conflict),
    MethodCall("learner.erase", ["learnerId": "Ada", "name": "Eve"], fails: .conflict),
    MethodCall("learner.export", ["learnerId": "Ada"], keeps: ["document": "document"]),
    MethodCall("learner.import", ["document": "$document"], fails: .conflict),
    MethodCall("learner.import", ["document": "{}"], fails: .invalid),
    MethodCall("learner.import", fails: .invalidParams),
    MethodCall("learner.erase", ["learnerId": "Ada", "name": "Ada"], ["attempts": 0]),
    MethodCall("learner.import", ["document": "$document"], ["name": "Ada"]),
    MethodCall("learner.erase", ["learnerId": "Ada", "name": "Ada"], ["attempts": 0]),
    MethodCall("learner.list", [:], ["items.name": ["Learner 1"]]),
  ]

  private let editing = [
    MethodCall(
      "homework.add",
      [
        "title": "Page 42", "subject": "Maths", "collections": ["A"], "text": "x", "dueOn": "2099-12-01",
        "imagePath": "$photo",
      ], keeps: ["id": "id"]),
    MethodCall("quiz.set", ["homeworkId": "$id", "quiz": "$everyKind"]),
    MethodCall("quiz.get", ["homeworkId": "$id"], keeps: ["quiz": "", "quizId": "id"]),
    MethodCall(
      "quiz.edit",
      [
        "homeworkId": "$id", "quizId": "$quizId",
        "edits": [
          ["type": "add", "question": ["type": "fillBlank", "question": "Which?", "correctAnswer": "this"]],
          ["type": "move", "index": 3, "to": 0],
        ],
      ], ["revision": 2, "questions.count": 4], keeps: ["edited": "id"]),
    MethodCall(
      "quiz.edit", ["homeworkId": "$id", "quizId": "$quizId", "edits": [["type": "remove", "index": 0]]],
      ["data.quizId": "$edited"], fails: .conflict),
    MethodCall(
      "quiz.edit", ["homeworkId": "$id", "edits": [["type": "remove", "index": 9]]],
      ["data.faults.path": ["edits[0].index"]], fails: .invalid),
    MethodCall(
      "quiz.edit", ["homeworkId": "$id", "edits": [["type": "swap", "index": 0]]],
      ["data.faults.path": ["edits[0].type"]], fails: .invalidParams),
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
      ], fails: .invalidParams),
    MethodCall("quiz.edit", ["homeworkId": "$id", "edits": [["type": "remove", "index": 0]]], ["revision": 3]),
    MethodCall("quiz.get", ["quizId": "$quizId"], ["": "$quiz"]), MethodCall("quiz.get", fails: .invalidParams),
    MethodCall("quiz.history", ["homeworkId": "$id"], ["items.changes.kind": [["removed"], ["added"], []]]),
    MethodCall("quiz.import", ["text": "$text", "name": "fractions.json"]),
    MethodCall("quiz.import", ["text": "$text", "dryRun": true], ["quizzes.count": 1]),
    MethodCall("quiz.export", ["homeworkIds": ["$id"], "format": "gift"], ["leftOut": 1]),
  ]

  private let playing = [
    MethodCall("attempt.start", ["homeworkId": "$id"], keeps: ["attempt": "id"]),
    MethodCall("attempt.question", ["attemptId": "$attempt"], ["index": 0]),
    MethodCall("attempt.get", ["attemptId": "$attempt"]),
    MethodCall("attempt.resume", ["homeworkId": "$id"], keeps: ["resumed": ""]),
    MethodCall("attempt.resume", ["attemptId": "$attempt"], ["": "$resumed"]),
    MethodCall("attempt.answer", ["attemptId": "$attempt", "response": "A"], ["cues.count": 1]),
    MethodCall("attempt.skip", ["attemptId": "$attempt"]), MethodCall("attempt.skip", ["attemptId": "$attempt"]),
    MethodCall("attempt.finish", ["attemptId": "$attempt"], ["attempt.grade": "keepPracticing"]),
    MethodCall("progress.get", ["homeworkId": "$id"]),
  ]

  private let sessions = [
    MethodCall("attempt.start", ["homeworkId": "$id"], keeps: ["played": "id"]),
    MethodCall("session.open", ["attemptId": "$played", "motion": "reduced"], keeps: ["session": "sessionId"]),
    MethodCall(
      "session.event", ["sessionId": "$session", "atMs": 1000, "event": ["type": "answer", "response": "A"]],
      ["attempt.questionIndex": 1]),
    MethodCall(
      "session.state", ["sessionId": "$session"], ["fields.count": .int(Int64(FieldName.allCases.count))]),
    MethodCall("session.close", ["sessionId": "$session"]), MethodCall("attempt.abandon", ["attemptId": "$played"]),
    MethodCall("attempt.start", ["homeworkId": "$id", "timeLimitMs": 60_000], keeps: ["limited": "id"]),
    MethodCall("attempt.extend", ["attemptId": "$limited", "byMs": 60_000]),
    MethodCall("attempt.take", ["attemptId": "$limited"], ["home": .null]),
    MethodCall("attempt.abandon", ["attemptId": "$limited"]),
    MethodCall("settings.set", [:], ["": ["acceptsAnswers": false]]),
    MethodCall("attempt.start", ["homeworkId": "$id", "only": [1]], keeps: ["typed": "id"]),
    MethodCall("session.open", ["attemptId": "$typed"], keeps: ["typing": "sessionId"]),
    MethodCall(
      "session.event", ["sessionId": "$typing", "atMs": 0, "event": ["type": "accept"]], fails: .conflict),
    MethodCall(
      "session.event", ["sessionId": "$typing", "atMs": 0, "event": ["type": "answer", "response": "3"]],
      ["answer.outcome": "wrong"]),
    MethodCall(
      "session.event", ["sessionId": "$typing", "atMs": 0, "event": ["type": "accept"]],
      ["data.attemptId": "$typed"], fails: .conflict),
    MethodCall("settings.set", ["acceptsAnswers": true], keeps: ["settings": ""]),
    MethodCall("settings.set", [:], ["": "$settings"]),
    MethodCall(
      "session.event", ["sessionId": "$typing", "atMs": 0, "event": ["type": "accept"]],
      ["attempt.score": 1, "answer.outcome": "correct", "cues": []], keeps: ["counted": ""]),
    MethodCall(
      "session.event", ["sessionId": "$typing", "atMs": 0, "event": ["type": "accept"]], ["": "$counted"]),
    MethodCall("attempt.abandon", ["attemptId": "$typed"]),
  ]

  private static let corrected: JSONValue = [
    "type": "mcq", "question": "A half of a half?", "options": ["a quarter", "one"], "correctIndex": 1,
  ]

  private let regrading = [
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

  private let copies = [
    MethodCall("sync.hello", [:], ["isEmpty": false], keeps: ["hello": "", "copy": "copyId"]),
    MethodCall("sync.hello", [:], ["libraryId": "$copy"]),
    MethodCall("sync.give", ["known": [:]], keeps: ["part": "part"]),
    MethodCall("sync.take", ["part": "$part"], ["answers": 0]),
    MethodCall("sync.hello", ["other": "$hello"], fails: .invalid),
    MethodCall(
      "attempt.list", ["homeworkId": "$id"],
      ["items.state": ["abandoned", "abandoned", "abandoned", "completed"]]),
  ]

  private let starting = [
    MethodCall("attempt.start", ["homeworkId": "$id", "only": []], fails: .invalid),
    MethodCall("attempt.start", ["homeworkId": "$id", "only": [7]], fails: .invalid),
    MethodCall("attempt.start", ["homeworkId": "$id", "only": "due"], fails: .notFound),
    MethodCall("attempt.start", ["homeworkId": "$id", "only": "all"], fails: .invalidParams),
    MethodCall("attempt.start", ["homeworkId": "$id", "timeLimitMs": 0], fails: .invalid),
    MethodCall("attempt.start", ["homeworkId": "$id", "seed": 7], fails: .invalid),
    MethodCall(
      "attempt.start", ["homeworkId": "$id", "only": "wrong", "retention": .double(0.5)], fails: .invalidParams),
    MethodCall("attempt.start", ["homeworkId": "$id", "only": "wrong", "limit": 3], fails: .invalidParams),
    MethodCall("attempt.start", ["homeworkId": "$id", "shuffle": "all"], fails: .invalidParams),
    MethodCall(
      "attempt.start", ["homeworkId": "$id", "only": "wrong", "shuffle": "both", "seed": 7],
      ["isPractice": true, "seed": 7, "order.count": 2], keeps: ["practised": "id"]),
    MethodCall("attempt.abandon", ["attemptId": "$practised"]),
  ]

  private let reading = [
    MethodCall(
      "homework.update", ["homeworkId": "$id", "title": "Page 43", "subject": ""],
      ["title": "Page 43", "subject": .null, "text": "x"]),
    MethodCall("collection.list", [:], ["items.name": ["A"]]), MethodCall("stats.get", [:], ["finishedAttempts": 1]),
    MethodCall("review.due", ["retention": .double(0.8)], ["total": 0, "homework.title": ["Page 43"]]),
    MethodCall("review.start", [:], ["message": "nothing to practise: no question is due"], fails: .notFound),
    MethodCall("review.start", ["limit": 0], fails: .invalid), MethodCall("review.start", ["seed": 7], fails: .invalid),
    MethodCall("review.start", ["shuffle": "all"], fails: .invalidParams),
    MethodCall("quiz.get", ["attemptId": "$attempt"], keeps: ["of": "", "ofId": "id"]),
    MethodCall("quiz.get", ["quizId": "$ofId"], ["": "$of"]),
    MethodCall("quiz.get", ["attemptId": "$attempt", "homeworkId": "$id"], fails: .invalidParams),
    MethodCall("overview.get", [:], ["cells.count": 1, "hardest": []]),
    MethodCall("database.check", [:], ["findings": []]), MethodCall("database.info", [:], ["schemaVersion": 1]),
  ]

  private let ending = [
    MethodCall(
      "generation.update", ["homeworkId": "$id", "state": "failed", "reason": "rateLimited"],
      ["generation.reason": "rateLimited"]),
    MethodCall("generation.update", ["homeworkId": "$id", "state": "pending"], fails: .tooEarly),
    MethodCall("generation.update", ["homeworkId": "$id", "state": "failed"], fails: .invalidParams),
    MethodCall("homework.complete", ["homeworkId": "$id"]),
    MethodCall("homework.get", ["homeworkId": "$id"], keeps: ["digest": "image.digest"]),
    MethodCall(
      "picture.get", ["homeworkId": "$id"], ["": ["mediaType": "image/jpeg", "byteCount": 4, "base64": "/9j/4A=="]],
      keeps: ["picture": ""]),
    MethodCall("picture.get", ["digest": "$digest"], ["": "$picture"]),
    MethodCall("picture.get", ["digest": "x"], fails: .notFound), MethodCall("picture.get", fails: .invalidParams),
    MethodCall("homework.list", ["status": "completed"]),
    MethodCall("homework.list", ["search": "HALF of", "due": "week"], ["items": []]),
    MethodCall("homework.list", ["search": "half o"], ["items.count": 2]),
    MethodCall("homework.reopen", ["homeworkId": "$id"]),
    MethodCall("motion.list", [:], ["items.count": .int(Int64(Catalogue.all.entries.count))]),
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

  private let reviewing =
    [
      MethodCall(
        "review.start", ["limit": 12, "shuffle": "both", "seed": 7],
        ["homeworkId": .null, "quizId": .null, "isPractice": true, "order.count": 12], keeps: ["review": "id"]),
      MethodCall("review.start", [:], ["data.attemptId": "$review"], fails: .conflict),
      MethodCall("quiz.get", ["attemptId": "$review"], ["homeworkId": .null]),
    ]
    + (0..<12).map { _ in
      MethodCall("attempt.skip", ["attemptId": "$review"], keeps: ["skipped": "answer.homeworkId"])
    } + [
      MethodCall("attempt.get", ["attemptId": "$review", "review": true], keeps: ["asked": "answers.homeworkId"]),
      MethodCall("attempt.finish", ["attemptId": "$review"], ["progress": .null]),
    ]

  /// Kills, cues, refusals and failures, so that every part of a report occurs.
  private let script = """
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

  @Test func `uses every listed shape, and no other`() {
    var named: Set<String> = []
    func walk(_ value: JSONValue) {
      switch value {
      case .object(let members):
        if let reference = members["$ref"]?.string { named.insert(String(reference.split(separator: "/").last ?? "")) }
        members.values.forEach(walk)
      case .array(let items): items.forEach(walk)
      default: break
      }
    }
    let document = OpenRPC.document
    walk(document)
    guard case .object(let schemas)? = document["components"]?["schemas"] else { return #expect(Bool(false)) }
    #expect(named.subtracting(RPCError.Name.allCases.map(\.rawValue)) == Set(schemas.keys))
  }
}

@Suite struct `A page` {
  @Test func `continues where the previous one ended`() throws {
    let bench = try Bench()
    for number in 1...5 { _ = try bench.call("homework.add", ["title": .string("\(number)")]) }
    let titles = try pages(of: "homework.list", bench).map { $0["title"]?.string }
    #expect(titles == ["5", "4", "3", "2", "1"])
  }

  @Test func `of attempts continues where the previous one ended`() throws {
    let bench = try Bench()
    let id = try #require(bench.call("homework.add", ["title": "t", "quiz": everyKind])["id"])
    var started: [JSONValue?] = []
    for _ in 1...5 {
      let attempt = try #require(bench.call("attempt.start", ["homeworkId": id])["id"])
      _ = try bench.call("attempt.abandon", ["attemptId": attempt])
      started.insert(attempt, at: 0)
    }
    #expect(try pages(of: "attempt.list", bench).map { $0["id"] } == started)
    #expect(bench.refusal(of: "attempt.list", ["after": "nowhere"])?.name == .invalid)
    #expect(bench.refusal(of: "attempt.list", ["limit": 0])?.name == .invalid)
    #expect(try bench.call("attempt.list", ["state": "completed"])["items"] == [])
  }

  private func pages(of method: String, _ bench: Bench) throws -> [JSONValue] {
    var items: [JSONValue] = []
    var after: JSONValue?
    repeat {
      let page = try bench.call(method, ["limit": 2, "after": after ?? .null])
      items += page["items"]?.array ?? []
      after = page["next"]
    } while after != nil
    return items
  }
}

/// A flame at every third consecutive right answer.
let mine = """
  {"flame": {"$type": "transition", "$value": {"duration": {"value": 800, "unit": "ms"}, \
  "delay": {"value": 0, "unit": "ms"}, "timingFunction": [0, 0, 0.58, 1]}, \
  "$extensions": {"org.hwdb.animation": {"on": {"fact": "answerSettled", "streak": {"every": 3}}}}}}
  """
