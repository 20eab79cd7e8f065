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
    func call(_ name: String, _ params: JSONValue = [:]) throws -> JSONValue {
      let result = try bench.call(name, params)
      #expect(declared.faults(in: result, declared.results[name] ?? .null, at: name) == [])
      return result
    }

    for name in ["server.info", "server.ping", "server.stats", "rpc.discover"] { _ = try call(name) }
    #expect(try call("events.subscribe") == ["sequence": 0])
    _ = try call("events.unsubscribe")
    #expect(try call("learner.add", ["name": "Ada"])["isDefault"] == false)
    #expect(try call("learner.update", ["learnerId": "ada", "isDefault": true])["isDefault"] == true)
    #expect(bench.refusal(of: "learner.update", ["learnerId": "ada"])?.name == .invalidParams)
    #expect(bench.refusal(of: "learner.add", ["name": "ADA"])?.name == .conflict)
    #expect(bench.refusal(of: "learner.erase", ["learnerId": "Ada", "name": "Eve"])?.name == .conflict)
    let document = try #require(call("learner.export", ["learnerId": "Ada"])["document"])
    #expect(bench.refusal(of: "learner.import", ["document": document])?.name == .conflict)
    #expect(bench.refusal(of: "learner.import", ["document": "{}"])?.name == .invalid)
    #expect(bench.refusal(of: "learner.import")?.name == .invalidParams)
    #expect(try call("learner.erase", ["learnerId": "Ada", "name": "Ada"])["attempts"] == 0)
    #expect(try call("learner.import", ["document": document])["name"] == "Ada")
    #expect(try call("learner.erase", ["learnerId": "Ada", "name": "Ada"])["attempts"] == 0)
    #expect(try call("learner.list")["items"]?.array?.map { $0["name"] } == ["Learner 1"])
    let id = try #require(
      call(
        "homework.add",
        [
          "title": "Page 42", "subject": "Maths", "collections": ["A"], "text": "x", "dueOn": "2099-12-01",
          "imagePath": .string(bench.file("a.jpg", [0xFF, 0xD8, 0xFF, 0xE0])),
        ])["id"])
    let one: JSONValue = ["homeworkId": id]
    _ = try call("quiz.set", ["homeworkId": id, "quiz": everyKind])
    let quiz = try call("quiz.get", one)
    let question: JSONValue = ["type": "fillBlank", "question": "Which?", "correctAnswer": "this"]
    let edited = try call(
      "quiz.edit",
      [
        "homeworkId": id, "quizId": quiz["id"] ?? .null,
        "edits": [["type": "add", "question": question], ["type": "move", "index": 3, "to": 0]],
      ])
    #expect(edited["revision"] == 2 && edited["questions"]?.array?.count == 4)
    let stale: JSONValue = [
      "homeworkId": id, "quizId": quiz["id"] ?? .null, "edits": [["type": "remove", "index": 0]],
    ]
    #expect(bench.refusal(of: "quiz.edit", stale)?.data["quizId"] == edited["id"])
    func refuses(_ edit: [String: JSONValue], at path: String) {
      let refusal = bench.refusal(of: "quiz.edit", ["homeworkId": id, "edits": .array([.object(edit)])])
      let fault = refusal?.data["faults"]?.array?.first?["path"]?.string ?? refusal?.message ?? ""
      #expect(fault.hasPrefix(path), "\(edit): \(fault)")
    }
    refuses(["type": "remove", "index": 9], at: "edits[0].index")
    refuses(["type": "swap", "index": 0], at: "edits[0]")
    let wrong: JSONValue = ["type": "mcq", "question": "q", "options": ["a"]]
    refuses(["type": "change", "index": 0, "question": wrong], at: "edits[0].question")
    #expect(try call("quiz.edit", ["homeworkId": id, "edits": [["type": "remove", "index": 0]]])["revision"] == 3)
    #expect(try call("quiz.get", ["quizId": quiz["id"] ?? .null]) == quiz)
    #expect(bench.refusal(of: "quiz.get")?.name == .invalidParams)
    let history = try #require(call("quiz.history", one)["items"]?.array)
    #expect(history.map { $0["changes"]?.array?.map { $0["kind"] } } == [["removed"], ["added"], []])
    _ = try call("quiz.import", ["text": text(of: everyKind), "name": "fractions.json"])
    #expect(try call("quiz.import", ["text": text(of: everyKind), "dryRun": true])["quizzes"]?.array?.count == 1)
    #expect(try call("quiz.export", ["homeworkIds": [id], "format": "gift"])["leftOut"] == 1)

    let attempt = try #require(call("attempt.start", one)["id"])
    #expect(try call("attempt.question", ["attemptId": attempt])["index"] == 0)
    let playing: JSONValue = ["attemptId": attempt]
    _ = try call("attempt.get", playing)
    #expect(try call("attempt.resume", one) == call("attempt.resume", playing))
    #expect(try call("attempt.answer", ["attemptId": attempt, "response": "A"])["cues"]?.array?.count == 1)
    for _ in 1...2 { _ = try call("attempt.skip", playing) }
    #expect(try call("attempt.finish", playing)["attempt"]?["grade"] == "keepPracticing")
    _ = try call("progress.get", one)
    let played = try #require(call("attempt.start", one)["id"])
    let session = try #require(call("session.open", ["attemptId": played, "motion": "reduced"])["sessionId"])
    let correct: JSONValue = ["type": "answer", "response": "A"]
    let answered = try call("session.event", ["sessionId": session, "atMs": 1000, "event": correct])
    #expect(answered["attempt"]?["questionIndex"] == 1)
    let state = try call("session.state", ["sessionId": session])
    #expect(state["fields"]?.array?.count == FieldName.allCases.count)
    _ = try call("session.close", ["sessionId": session])
    _ = try call("attempt.abandon", ["attemptId": played])
    let limited = try #require(call("attempt.start", one.with("timeLimitMs", 60_000))["id"])
    _ = try call("attempt.extend", ["attemptId": limited, "byMs": 60_000])
    #expect(try call("attempt.take", ["attemptId": limited])["home"] == nil)
    _ = try call("attempt.abandon", ["attemptId": limited])
    #expect(try call("settings.set") == ["acceptsAnswers": false])
    let typed = try #require(call("attempt.start", one.with("only", [1]))["id"])
    let typing = try #require(call("session.open", ["attemptId": typed])["sessionId"])
    let accepting: JSONValue = ["sessionId": typing, "atMs": 0, "event": ["type": "accept"]]
    #expect(bench.refusal(of: "session.event", accepting)?.name == .conflict)
    let mistyped = accepting.with("event", ["type": "answer", "response": "3"])
    #expect(try call("session.event", mistyped)["answer"]?["outcome"] == "wrong")
    #expect(bench.refusal(of: "session.event", accepting)?.data["attemptId"] == typed)
    #expect(try call("settings.set", ["acceptsAnswers": true]) == call("settings.set"))
    let counted = try call("session.event", accepting)
    #expect(counted["attempt"]?["score"] == 1 && counted["answer"]?["outcome"] == "correct" && counted["cues"] == [])
    #expect(try call("session.event", accepting) == counted)
    _ = try call("attempt.abandon", ["attemptId": typed])
    let corrected: JSONValue = [
      "type": "mcq", "question": "A half of a half?", "options": ["a quarter", "one"], "correctIndex": 1,
    ]
    let correction: JSONValue = ["homeworkId": id, "index": 0, "question": corrected]
    let foretold = try call("quiz.regrade", correction.with("dryRun", true))["changes"]
    #expect(try call("quiz.regrade", correction)["changes"] == foretold && foretold?.array?.count == 1)
    #expect(foretold?.array?.first?["attemptId"] == attempt && foretold?.array?.first?["outcome"] == "wrong")
    #expect(try call("attempt.get", playing)["score"] == 0)
    #expect(try call("homework.undelete")["regraded"]?["changes"]?.array?.count == 1)
    #expect(try call("attempt.get", playing)["score"] == 1)
    let hello = try call("sync.hello")
    #expect(hello["isEmpty"] == false && hello["copyId"] == hello["libraryId"])
    let part = try #require(call("sync.give", ["known": [:]])["part"])
    #expect(try call("sync.take", ["part": part])["answers"] == 0)
    #expect(bench.refusal(of: "sync.take", ["part": part.with("facts", [])])?.name == .invalidParams)
    #expect(bench.refusal(of: "sync.hello", ["other": hello])?.name == .invalid)
    #expect(
      try call("attempt.list", one)["items"]?.array?.map { $0["state"] } == [
        "abandoned", "abandoned", "abandoned", "completed",
      ])

    func refuses(_ name: String, _ value: JSONValue, _ error: RPCError.Name, also: [String: JSONValue] = [:]) {
      var params = also
      (params["homeworkId"], params[name]) = (id, value)
      #expect(bench.refusal(of: "attempt.start", .object(params))?.name == error, "\(name)")
    }
    refuses("only", .array([]), .invalid)
    refuses("only", .array([7]), .invalid)
    refuses("only", "due", .notFound)
    refuses("only", "all", .invalidParams)
    refuses("timeLimitMs", 0, .invalid)
    refuses("seed", 7, .invalid)
    refuses("retention", .double(0.5), .invalidParams, also: ["only": "wrong"])
    refuses("limit", 3, .invalidParams, also: ["only": "wrong"])
    refuses("shuffle", "all", .invalidParams)
    let practised = try call("attempt.start", ["homeworkId": id, "only": "wrong", "shuffle": "both", "seed": 7])
    #expect(practised["isPractice"] == true && practised["seed"] == 7 && practised["order"]?.array?.count == 2)
    _ = try call("attempt.abandon", ["attemptId": practised["id"] ?? .null])

    let updated = try call("homework.update", ["homeworkId": id, "title": "Page 43", "subject": ""])
    #expect(updated["title"] == "Page 43" && updated["subject"] == nil && updated["text"] == "x")
    #expect(try call("collection.list")["items"]?.array?.map { $0["name"] } == ["A"])
    #expect(try call("stats.get")["finishedAttempts"] == 1)
    let due = try call("review.due", ["retention": .double(0.8)])
    #expect(due["total"] == 0 && due["homework"]?.array?.map { $0["title"] } == ["Page 43"])
    #expect(bench.refusal(of: "review.start")?.message == "nothing to practise: no question is due")
    #expect(bench.refusal(of: "review.start", ["limit": 0])?.name == .invalid)
    #expect(bench.refusal(of: "review.start", ["seed": 7])?.name == .invalid)
    #expect(bench.refusal(of: "review.start", ["shuffle": "all"])?.name == .invalidParams)
    let asked = try call("quiz.get", ["attemptId": attempt])
    #expect(try asked == call("quiz.get", ["quizId": asked["id"] ?? .null]))
    #expect(bench.refusal(of: "quiz.get", ["attemptId": attempt, "homeworkId": id])?.name == .invalidParams)
    let overview = try call("overview.get")
    #expect(overview["cells"]?.array?.count == 1 && overview["hardest"] == [])
    #expect(try call("database.check")["findings"] == [])
    #expect(try call("database.info")["schemaVersion"] == 1)
    #expect(try bench.service.repair().left == [])
    #expect(try bench.service.vacuum().after.pictures == 1)
    let backup: JSONValue = ["path": .string(bench.directory.path("backup.sqlite"))]
    #expect(try call("database.backup", backup) == backup)
    #expect(try bench.service.restore(from: bench.directory.path("backup.sqlite")).homework == 2)
    let failed = try call("generation.update", ["homeworkId": id, "state": "failed", "reason": "rateLimited"])
    #expect(failed["generation"]?["reason"] == "rateLimited")
    #expect(bench.refusal(of: "generation.update", ["homeworkId": id, "state": "pending"])?.name == .tooEarly)
    #expect(bench.refusal(of: "generation.update", ["homeworkId": id, "state": "failed"])?.name == .invalidParams)

    _ = try call("homework.complete", one)
    _ = try call("homework.get", one)
    let picture: JSONValue = ["mediaType": "image/jpeg", "byteCount": 4, "base64": "/9j/4A=="]
    #expect(try call("picture.get", one) == picture)
    let digest = try #require(try call("homework.get", one)["image"]?["digest"])
    #expect(try call("picture.get", ["digest": digest]) == picture)
    #expect(bench.refusal(of: "picture.get", ["digest": "x"])?.name == .notFound)
    #expect(bench.refusal(of: "picture.get")?.name == .invalidParams)
    _ = try call("homework.list", ["status": "completed"])
    #expect(try call("homework.list", ["search": "HALF of", "due": "week"])["items"] == [])
    #expect(try call("homework.list", ["search": "half o"])["items"]?.array?.count == 2)
    _ = try call("homework.reopen", one)
    #expect(try call("motion.list")["items"]?.array?.count == Catalogue.all.entries.count)
    #expect(try call("motion.list", ["profile": "offload"])["items"]?.array?.count == 5)
    #expect(try call("motion.get", ["animation": "ncdb.buttonPress"])["durationMs"] == nil)
    _ = try call("scenario.check", ["text": .string(script)])
    #expect(try call("scenario.trace", ["text": .string(script)])["scenarios"]?.array?.count == 2)
    let explored = try call("scenario.explore", ["text": .string(script), "sequences": 3, "kills": 1])
    #expect(explored["sequences"]?["sequences"] == 14)
    #expect(explored["scenarios"]?.array?.first?["violation"] == nil)
    let all = try call("scenario.explore", ["sequences": 1, "actions": "all"])["sequences"]
    // Nine actions, from three starting points.
    #expect(all?["sequences"] == 27 && all?["violation"] == nil)
    let run = try call("scenario.run", ["text": .string(script)])
    #expect(run["passed"] == 1 && run["failed"] == 1)
    #expect(try call("homework.delete", ["homeworkIds": [id]])["deleted"] == [id])
    #expect(try call("homework.undelete")["items"]?.array?.map { $0["id"] } == [id])

    // Played days ago, so that questions are due.
    let days = try bench.file("days.sqlite", Array(Data(contentsOf: ThisPackage.fixture)))
    _ = try bench.service.restore(from: days)
    let review = try call("review.start", ["limit": 12, "shuffle": "both", "seed": 7])
    #expect(review["homeworkId"] == nil && review["quizId"] == nil && review["isPractice"] == true)
    #expect(review["order"]?.array?.count == 12)
    let reviewing: JSONValue = ["attemptId": review["id"] ?? .null]
    #expect(bench.refusal(of: "review.start")?.data["attemptId"] == review["id"])
    #expect(try call("quiz.get", reviewing)["homeworkId"] == nil)
    for _ in 0..<12 { #expect(try call("attempt.skip", reviewing)["answer"]?["homeworkId"]?.string != nil) }
    let given = try call("attempt.get", ["attemptId": review["id"] ?? .null, "review": true])["answers"]?.array
    #expect(Set(given?.compactMap { $0["homeworkId"] } ?? []).count == 2)
    #expect(try call("attempt.finish", reviewing)["progress"] == nil)
  }

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
