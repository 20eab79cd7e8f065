import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkService
import Testing

@Suite struct `The motion methods` {
  private let bench: Bench

  init() throws {
    bench = try Bench()
  }

  @Test func `reject unknown names and values, with a suggestion`() {
    for (method, params, name, words) in [
      ("motion.get", ["animation": "achievmentUnlock"], .notFound, "did you mean achievementUnlock?"),
      ("motion.get", ["animation": ""], .notFound, "motion list shows all of them"),
      ("motion.list", ["profile": "mcq"], .invalidParams, "mcq-streak"),
    ] as [(String, JSONValue, RPCError.Name, String)] {
      let refusal = bench.refusal(of: method, params)
      #expect(refusal?.name == name && refusal?.message.contains(words) == true, "\(method): \(refusal?.message ?? "")")
    }
  }

  @Test func `return everything about an animation besides its timeline`() throws {
    #expect(
      try bench.call("motion.get", ["animation": "exitAlert"])["variants"]?.array?[0]["text"]?["destructive"] == "Exit")
    let dismissal = try bench.call("motion.get", ["animation": "modalDismissal"])["variants"]?.array
    #expect(dismissal?[0]["reduced"]?["form"] == "instant" && dismissal?[1]["reduced"] == nil)
    #expect(dismissal?[0]["phases"]?.array?[0]["fromNumber"] == [[0, 0], [100, 1]])
    #expect(try bench.call("motion.get", ["animation": "milestone"])["values"] == ["glowRadius": 20])
    #expect(
      try bench.call("motion.get", ["animation": "firstCapture"])["values"]
        == ["offset": "random", "shapes": ["Circle", "RoundedRectangle"]])
  }

  @Test func `distinguish a gesture by where it is released`() throws {
    let id = try #require(bench.call("homework.add", ["title": "Page 42"])["id"])
    _ = try bench.call("quiz.set", ["homeworkId": id, "quiz": everyKind])
    let attempt = try #require(bench.call("attempt.start", ["homeworkId": id])["id"])
    let session = try #require(bench.call("session.open", ["attemptId": attempt, "profiles": ["ncdb"]])["sessionId"])
    let event: JSONValue = ["type": "screen", "name": "swipe", "number": -150]
    let cue = try bench.call("session.event", ["sessionId": session, "atMs": 10, "event": event])["cues"]?.array?[0]
    #expect(cue?["variant"] == "dismissUp")
    #expect(cue?["phases"]?.array?.map { $0["from"] } == [-150, .double(0.5)])
  }
}

@Suite struct `Custom animations in the protocol` {
  private let file: JSONValue = ["name": "mine.tokens.json", "text": .string(mine)]

  @Test func `are shown by a session, alone or with designs`() throws {
    let bench = try Bench()
    let id = try #require(bench.call("homework.add", ["title": "Page 42"])["id"])
    let questions = (1...6).map { number -> JSONValue in
      ["type": "mcq", "question": .string("\(number)?"), "options": ["yes", "no"], "correctIndex": 0]
    }
    _ = try bench.call("quiz.set", ["homeworkId": id, "quiz": .array(questions)])
    let attempt = try #require(bench.call("attempt.start", ["homeworkId": id])["id"])
    func shown(_ opening: JSONValue, _ answers: Int) throws -> [JSONValue] {
      let session = try #require(bench.call("session.open", opening)["sessionId"])
      var names: [JSONValue] = []
      for number in 0..<answers {
        let reply = try bench.call(
          "session.event",
          ["sessionId": session, "atMs": .int(Int64(number) * 1000), "event": ["type": "answer", "response": "A"]])
        names += (reply["cues"]?.array ?? []).compactMap { $0["animation"] }
      }
      return names
    }
    #expect(try shown(["attemptId": attempt, "animations": [file]], 3) == ["flame"])
    let both = try shown(["attemptId": attempt, "profiles": ["mcq-streak"], "animations": [file]], 3)
    #expect(both.contains("flame") && both.contains("A1"))
  }

  @Test func `are played by a script that names none, with a design`() throws {
    let bench = try Bench()
    let script =
      "scenario \"s\"\nquiz mcq 3\nstart\nanswer correct x3\nexpect running flame\nexpect running buttonTap ever"
    let both: JSONValue = ["text": .string(script), "animations": [file], "profile": "diet"]
    #expect(try bench.call("scenario.check", both)["scenarios"]?.array?.count == 1)
    let wrong = bench.refusal(of: "scenario.check", ["text": .string(script), "profile": "diett"])
    #expect(wrong?.message.contains("did you mean diet?") == true)
  }

  @Test func `show the list after leaving a quiz or its results, at its full length`() throws {
    let bench = try Bench()
    for number in 1...3 { _ = try bench.call("homework.add", ["title": .string("Page \(number)")]) }
    let id = try #require(bench.call("homework.add", ["title": "Page 42"])["id"])
    _ = try bench.call("quiz.set", ["homeworkId": id, "quiz": everyKind])
    for last in ["leave", "abandon"] {
      let attempt = try #require(bench.call("attempt.start", ["homeworkId": id])["id"])
      let opening: JSONValue = ["attemptId": attempt, "profiles": ["homework", "ncdb"]]
      let session = try #require(bench.call("session.open", opening)["sessionId"])
      func cues(_ type: String, atMs: Int64) throws -> [JSONValue] {
        let telling: JSONValue = ["sessionId": session, "atMs": .int(atMs), "event": ["type": .string(type)]]
        return try bench.call("session.event", telling)["cues"]?.array ?? []
      }
      let left = try cues(last, atMs: 100)
      #expect(
        left.map { $0["animation"]?.string }
          == ["pop", "staggeredList", "homework.cardAppearance", "ncdb.cardAppearance"])
      // Four animations, each 50 ms after the previous one.
      #expect(left.map { $0["durationMs"]?.int } == [300, 350 + 150, 300 + 150, 350])
      if last == "leave" { _ = try bench.call("attempt.abandon", ["attemptId": attempt]) }
    }
  }

  @Test func `show a refused answer, together with the refusal`() throws {
    let bench = try Bench()
    let id = try #require(bench.call("homework.add", ["title": "Page 42"])["id"])
    _ = try bench.call("quiz.set", ["homeworkId": id, "quiz": everyKind])
    let attempt = try #require(bench.call("attempt.start", ["homeworkId": id])["id"])
    let session = try #require(
      bench.call("session.open", ["attemptId": attempt, "profiles": ["diet"]])["sessionId"])
    let event: JSONValue = ["type": "answer", "response": .string(String(repeating: "ж", count: 9000))]
    let refusal = bench.refusal(of: "session.event", ["sessionId": session, "atMs": 10, "event": event])
    #expect(refusal?.name == .invalid)
    #expect(refusal?.data["cues"]?.array?.map { $0["animation"] } == ["errorShake"])
  }

  @Test func `are rejected completely, with every mistake, in every method`() throws {
    let bench = try Bench()
    let wrong: JSONValue = [
      "name": "x.json", "text": .string(mine.replacing("800", with: "-1").replacing("every", with: "evry")),
    ]
    let refusals = [
      bench.refusal(of: "motion.list", ["animations": [wrong]]),
      bench.refusal(of: "motion.get", ["animation": "flame", "animations": [wrong]]),
    ]
    for refusal in refusals {
      #expect(refusal?.name == .invalid)
      #expect((refusal?.data["faults"]?.array?.count ?? 0) >= 2, "\(refusal?.message ?? "")")
    }
    let script = "scenario \"s\"\n animations \"x.json\"\n quiz mcq 1\n start\n expect no anything"
    let inScript = bench.refusal(
      of: "scenario.check", ["text": .string(script), "files": ["x.json": wrong["text"] ?? ""]])
    let faults = inScript?.data["faults"]?.array?.compactMap { $0["path"]?.string } ?? []
    #expect(faults.count >= 2 && faults.allSatisfy { $0.hasPrefix("scenario:2:") }, "\(faults)")
    #expect(bench.refusal(of: "motion.list", ["profile": "diett"])?.message.contains("did you mean diet?") == true)
    #expect(bench.refusal(of: "picture.get", ["homeworkId": "00000000"])?.name == .notFound)
  }
}
