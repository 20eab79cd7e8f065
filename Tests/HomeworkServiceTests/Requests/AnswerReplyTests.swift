import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkService
import HomeworkStore
import HomeworkTestKit
import Testing

/// The reply to an answer, and its kept form, are no longer for the last question than for the first.
@Suite struct `The reply to an answer` {
  /// Besides the texts of the quiz and the response.
  static let mostBytes = 2048
  static let mostKeptBytes = 300.0

  /// The ways of answering a question.
  enum Kind: String, CaseIterable {
    case correct, wrong, skip, text
  }

  private func quiz(_ count: Int) -> JSONValue {
    let questions = (0..<count).map { index -> JSONValue in
      index % 5 == 4
        ? ["type": "fillBlank", "question": "Half of 8 is __", "correctAnswer": "4", "explanation": "8 / 2"]
        : [
          "type": "mcq", "question": "A half of a half?", "options": ["a quarter", "one"], "correctIndex": 0,
          "explanation": "1/2 × 1/2",
        ]
    }
    return ["questions": .array(questions)]
  }

  private func requestId(_ number: Int) -> JSONValue {
    .string("0190a3b2-0000-7000-8000-" + String(100_000_000_000 + number))
  }

  /// Returns the call for a question. Every fourth answer is wrong and every seventh skipped, unless `alwaysRight`,
  /// which gives long streaks with stars and confetti.
  private func call(_ index: Int, _ attempt: JSONValue, alwaysRight: Bool) -> (method: String, params: JSONValue) {
    let isText = index % 5 == 4
    if !alwaysRight, index % 7 == 6 {
      return ("attempt.skip", ["attemptId": attempt, "requestId": requestId(index)])
    }
    let isWrong = !alwaysRight && index % 4 == 3
    let response: JSONValue = isText ? isWrong ? "3" : "4" : isWrong ? "B" : "A"
    return ("attempt.answer", ["attemptId": attempt, "response": response, "requestId": requestId(index)])
  }

  private func texts(of reply: JSONValue) -> Int {
    ["correctAnswer", "explanation", "response"].reduce(0) { $0 + (reply["answer"]?[$1]?.string?.utf8.count ?? 0) }
  }

  @Test(arguments: [1, 10, 200], [true, false])
  func `is as short for the last question as for the first, and so is its stored form`(
    count: Int, alwaysRight: Bool
  ) throws {
    let bench = try Bench()
    let homework = try #require(bench.call("homework.add", ["title": "t", "quiz": quiz(count)])["id"])
    let attempt = try #require(bench.call("attempt.start", ["homeworkId": homework])["id"])
    var replies: [String] = []
    var longest: [String: Int] = [:]
    for index in 0..<count {
      let (method, params) = call(index, attempt, alwaysRight: alwaysRight)
      let reply = try bench.service.call(method, params).get()
      let value = try reply.value
      let bytes = reply.text.utf8.count - texts(of: value)
      let kind = (value["answer"]?["outcome"]?.string ?? "") + (index == count - 1 ? ", the last" : "")
      longest[kind] = max(longest[kind] ?? 0, bytes)
      #expect(bytes <= Self.mostBytes, "question \(index + 1) of \(count): \(reply.text)")
      #expect(value["attempt"]?["answers"] == nil && value["attempt"]?["questionIndex"]?.int == index + 1)
      #expect(value["cues"]?.array?.allSatisfy { $0["phases"] == nil } == true)
      replies.append(reply.text)
    }
    let kept = try keptBytes(bench)
    #expect(kept <= Self.mostKeptBytes)
    print("reply to an answer of \(count), bytes at most: \(longest.sorted { $0.key < $1.key }), kept: \(kept)")
    // Repeated requests get the same reply, byte for byte: at once, and from another process after the finish.
    func again() throws -> [String] {
      try (0..<count).map { index in
        let (method, params) = call(index, attempt, alwaysRight: alwaysRight)
        return try bench.service.call(method, params).get().text
      }
    }
    #expect(try again() == replies)
    _ = try bench.call("attempt.finish", ["attemptId": attempt])
    let next = Service(local: bench.directory.path("hwdb.sqlite"))
    for index in 0..<count {
      let (method, params) = call(index, attempt, alwaysRight: alwaysRight)
      #expect(try next.call(method, params).get().text == replies[index])
    }
    #expect(try bench.call("attempt.get", ["attemptId": attempt])["answers"]?.array?.count == count)
  }

  /// Returns the bytes in the file per request, including its index.
  private func keptBytes(_ bench: Bench) throws -> Double {
    let connection = try Connection(path: bench.directory.path("hwdb.sqlite"), access: .readOnly)
    let payload = try connection.number("SELECT sum(payload) FROM dbstat WHERE name IN ('request', 'request_age')")
    return Double(payload) / Double(try connection.number("SELECT count(*) FROM request"))
  }

  /// A session with more designs has more cues, but as many at the end of the quiz as at its start.
  @Test(arguments: [["mcq-streak"], ["mcq-streak", "homework"], ProfileName.designs.map(\.rawValue)])
  func `is as short in a session`(profiles: [String]) throws {
    let bench = try Bench()
    let homework = try #require(bench.call("homework.add", ["title": "t", "quiz": quiz(200)])["id"])
    let attempt = try #require(bench.call("attempt.start", ["homeworkId": homework])["id"])
    let session = try #require(
      bench.call("session.open", ["attemptId": attempt, "profiles": .array(profiles.map { .string($0) })])["sessionId"])
    var longest = [0, 0]
    for index in 0..<200 {
      let event: JSONValue =
        index % 20 == 19 ? ["type": "skip"] : ["type": "answer", "response": index % 5 == 4 ? "4" : "A"]
      let params: JSONValue = ["sessionId": session, "atMs": .int(Int64(index * 700)), "event": event]
      let reply = try bench.service.call("session.event", params).get()
      let value = try reply.value
      longest[index / 100] = max(longest[index / 100], reply.text.utf8.count - texts(of: value))
      #expect(value["answer"]?["index"]?.int == index && value["answer"]?["correctAnswer"] != nil)
      #expect(value["attempt"]?["answers"] == nil)
      #expect(value["cues"]?.array?.allSatisfy { $0["phases"] == nil } == true)
    }
    print("reply by a session of \(profiles), bytes at most: \(longest)")
    // Later numbers have more digits.
    #expect(longest[1] - longest[0] <= 40)
    if profiles.count == 1 { #expect(longest.allSatisfy { $0 <= Self.mostBytes }) }
    let finished = try bench.call(
      "session.event", ["sessionId": session, "atMs": 200_000, "event": ["type": "finish"]])
    #expect(finished["attempt"]?["answers"] == nil && finished["attempt"]?["state"] == "completed")
    #expect(finished["answer"] == nil)
  }

  @Test func `keeps the wording that was played, and is not found once its homework is deleted`() throws {
    let bench = try Bench()
    let homework = try #require(bench.call("homework.add", ["title": "t", "quiz": quiz(2)])["id"])
    let attempt = try #require(bench.call("attempt.start", ["homeworkId": homework])["id"])
    let asked = (0..<2).map { call($0, attempt, alwaysRight: true) }
    let replies = try asked.map { try bench.service.call($0.method, $0.params).get().text }
    func again() throws -> [String] { try asked.map { try bench.service.call($0.method, $0.params).get().text } }
    _ = try bench.call("attempt.finish", ["attemptId": attempt])
    _ = try bench.call("quiz.set", ["homeworkId": homework, "quiz": everyKind])
    #expect(try again() == replies)
    _ = try bench.call("homework.delete", ["homeworkIds": [homework]])
    let events = try bench.call("database.info")["events"]
    for _ in 0..<2 {
      #expect(asked.allSatisfy { bench.refusal(of: $0.method, $0.params)?.name == .notFound })
    }
    #expect(bench.refusal(of: "attempt.skip", asked[0].params)?.name == .invalidParams)
    #expect(try bench.call("database.info")["events"] == events)
    _ = try bench.call("homework.undelete")
    #expect(try again() == replies)
  }

  /// With the corrected key, the sixth answer is the fifth in a row, which earns a star.
  @Test func `celebrates nothing that was graded anew since`() throws {
    let bench = try Bench()
    let homework = try #require(bench.call("homework.add", ["title": "t", "quiz": quiz(6)])["id"])
    let attempt = try #require(bench.call("attempt.start", ["homeworkId": homework])["id"])
    for index in 0..<6 {
      let (method, params) = call(index, attempt, alwaysRight: false)
      _ = try bench.call(method, params)
    }
    _ = try bench.call("attempt.finish", ["attemptId": attempt])
    let key: JSONValue = [
      "type": "mcq", "question": "A half of a half?", "options": ["a quarter", "one"], "correctIndex": 1,
    ]
    _ = try bench.call("quiz.regrade", ["homeworkId": homework, "index": 3, "question": key])
    let last = call(5, attempt, alwaysRight: false)
    let reply = try bench.call(last.method, last.params)
    #expect(reply["answer"]?["streakPosition"] == 5 && reply["cues"] == [], "\(reply)")
  }

  @Test func `is stored completely for other writes, including the finish`() throws {
    let bench = try Bench()
    let homework = try #require(bench.call("homework.add", ["title": "t", "quiz": quiz(1)])["id"])
    let attempt = try #require(bench.call("attempt.start", ["homeworkId": homework])["id"])
    let params: JSONValue = ["attemptId": attempt, "response": "A"]
    _ = try bench.call("attempt.answer", params)
    let finish: JSONValue = ["attemptId": attempt, "requestId": requestId(1)]
    let finished = try bench.service.call("attempt.finish", finish).get()
    #expect(try finished.value["attempt"]?["answers"] == nil)
    #expect(try finished.value["cues"]?.array?.isEmpty == false)
    #expect(try finished.value["cues"]?.array?.allSatisfy { $0["phases"] != nil } == true)
    _ = try bench.call("homework.delete", ["homeworkIds": [homework]])
    #expect(try bench.service.call("attempt.finish", finish).get() == finished)
  }
}
