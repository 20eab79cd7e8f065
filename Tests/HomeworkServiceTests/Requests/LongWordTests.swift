import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkService
import HomeworkTestKit
import Testing

@Suite struct `A long word from a client` {
  private let long = String(repeating: "homework.list", count: 30_000)

  /// Comparing with each candidate would take seconds, and the reply would repeat the whole word.
  @Test func `gets no suggestion, and is shortened in the message`() throws {
    let bench = try Bench()
    let animation = #"{"mine": {"$type": "transition", "$value": "{\#(long)}"}}"#
    let calls: [(String, JSONValue)] = [
      (long, [:]), ("homework.list", [long: 1]), ("motion.get", ["animation": .string(long)]),
      ("homework.get", ["homeworkId": .string(long)]),
      ("session.open", ["attemptId": "0190", "profiles": [.string(long)]]),
      ("motion.list", ["animations": [["name": "mine.tokens.json", "text": .string(animation)]]]),
      ("scenario.check", ["text": .string("scenario \"a\"\n  \(long)\n")]),
    ]
    for (method, params) in calls {
      let start = ProcessorTime.ofThread
      let message = bench.refusal(of: method, params)?.message
      #expect(message?.utf8.count ?? 0 < 2000, "\(excerpt(method)): \(excerpt(message ?? ""))")
      #expect(ProcessorTime.ofThread - start < 2, "\(excerpt(method))")
    }
  }

  @Test func `can be a misspelling up to 64 bytes`() {
    let name = String(repeating: "a", count: 63)
    #expect(suggestion(for: name, among: [name + "b"]) == name + "b")
    #expect(suggestion(for: name + "bb", among: [name + "b"]) == nil)
    #expect(suggestion(for: name, among: [name + "bb"]) == nil)
    #expect(suggestion(for: "atempt.strat", among: ["attempt.stop", "attempt.start"]) == "attempt.start")
    #expect(excerpt("\(name)b") == "\(name)b")
    #expect(excerpt("\(name)bc") == "\(name)b…")
  }
}

@Suite struct `A long response` {
  @Test(arguments: ["fillBlank", "shortAnswer"])
  func `is rejected from 16 KiB, and leaves the question open`(type: String) throws {
    let bench = try Bench()
    let quiz: JSONValue = [["type": .string(type), "question": "?", "correctAnswer": "ответ"]]
    let id = try #require(bench.call("homework.add", ["title": "x", "quiz": quiz])["id"])
    let attempt = try #require(bench.call("attempt.start", ["homeworkId": id])["id"])
    func answer(_ count: Int) -> JSONValue {
      ["attemptId": attempt, "response": .string(String(repeating: "ж", count: count))]
    }
    let refusal = bench.refusal(of: "attempt.answer", answer(8193))
    #expect(refusal?.name == .invalid)
    #expect(refusal?.message == "response: has 16386 bytes, more than 16384: shorten it")
    #expect(try bench.call("attempt.answer", answer(8192))["answer"]?["outcome"] == "wrong")
  }
}
