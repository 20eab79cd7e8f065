import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkTestKit
import Testing

/// Compares a resume report with the cues that were on screen at the real moment of the end.
@Suite struct `A report after a real end` {
  /// How long after the last fact it ends, and whether that fact is the finish or the fifth right answer of ten.
  struct Instant: Sendable, CustomTestStringConvertible {
    let afterMs: Int
    let isFinished: Bool

    var testDescription: String { "\(afterMs) ms after \(isFinished ? "the finish" : "the fifth answer")" }
  }

  /// Around the ends of the dots at 200 ms, of A1 at 1300, of A4 at 2900; of A2 at 450, and of A3 at 900 to 1100.
  private static let instants =
    [0, 180, 220, 700, 1250, 1350, 1500, 2000, 2850, 2950, 3200].map { Instant(afterMs: $0, isFinished: false) }
    + [0, 430, 470, 700, 880, 920, 1080, 1120, 1500].map { Instant(afterMs: $0, isFinished: true) }

  @Test(.inTestAll, arguments: instants)
  func `of the daemon tells what was cut off for certain, and what may have ended`(instant: Instant) throws {
    let daemon = try ServedDaemon()
    let play = try Play(daemon.client(), instant)
    let killedMs = play.nowMs
    try daemon.killAndRestart()
    let (beforeMs, report) = (play.nowMs, try Play.report(to: daemon.client(), on: play.attempt))
    let afterMs = play.nowMs
    var (certain, uncertain) = (0, 0)
    for (cue, endMs) in play.ends {
      let reported = report[cue]
      // The clocks of client and daemon read each fact at different times.
      let doubtMs = play.latencyMs + 20
      if endMs > afterMs + doubtMs {
        #expect(reported == false, "\(cue) was cut off for certain")
        certain += 1
      } else if endMs + doubtMs < beforeMs, endMs > play.lastMs + doubtMs {
        #expect(reported == true, "\(cue) ended between the last fact and the opening")
        uncertain += 1
      }
      if reported == false { #expect(endMs > killedMs - doubtMs, "\(cue) had ended for certain") }
      if endMs > killedMs + doubtMs { #expect(reported != nil, "\(cue) was on screen") }
    }
    #expect(Set(report.keys).isSubset(of: play.ends.keys))
    #expect(certain > 0 || instant.afterMs > (instant.isFinished ? 700 : 2000))
    #expect(uncertain > 0 || instant.afterMs < (instant.isFinished ? 700 : 1500))
  }

  @Test(arguments: [instants[1], instants[5], instants[13]])
  func `of a client whose connection closed tells exactly what was on screen`(instant: Instant) throws {
    let daemon = try ServedDaemon()
    var client: LineClient? = try daemon.client()
    let play = try Play(#require(client), instant)
    client = nil
    let endedMs = play.nowMs
    usleep(300_000)
    let report = try Play.report(to: daemon.client(), on: play.attempt)
    for (cue, endMs) in play.ends {
      let doubtMs = play.latencyMs + 20
      if endMs > endedMs + doubtMs { #expect(report[cue] == false, "\(cue) was on screen") }
      if endMs < endedMs - doubtMs { #expect(report[cue] == nil, "\(cue) had ended") }
    }
    #expect(report.values.allSatisfy { !$0 })
  }
}

/// A client that plays by the real clock.
private struct Play {
  let attempt: JSONValue
  /// The planned end of each cue, on the session's clock.
  private(set) var ends: [String: Int] = [:]
  /// When the last fact was sent, and how long the slowest call took.
  private(set) var lastMs = 0, latencyMs = 0
  private let start = ContinuousClock.now

  var nowMs: Int { Int(start.duration(to: .now) / .milliseconds(1)) }

  /// Plays up to an instant.
  init(_ client: LineClient, _ instant: `A report after a real end`.Instant) throws {
    let questions = (0..<(instant.isFinished ? 5 : 10)).map { number -> JSONValue in
      ["type": "mcq", "question": .string("Question \(number)?"), "options": ["yes", "no"], "correctIndex": 0]
    }
    let homework = try client.call("homework.add", ["title": "Page 42", "quiz": .array(questions)])
    attempt = try #require(client.call("attempt.start", ["homeworkId": homework["id"] ?? .null])["id"])
    let session = try #require(client.call("session.open", ["attemptId": attempt])["sessionId"])
    for _ in 0..<5 { try send(client, session, ["type": "answer", "response": "A"]) }
    if instant.isFinished { try send(client, session, ["type": "finish"]) }
    while nowMs < lastMs + instant.afterMs { usleep(1000) }
  }

  private mutating func send(_ client: LineClient, _ session: JSONValue, _ event: JSONValue) throws {
    lastMs = nowMs
    let reported = try client.call(
      "session.event", ["sessionId": session, "atMs": .int(Int64(lastMs)), "event": event])
    latencyMs = max(latencyMs, nowMs - lastMs)
    for cue in reported["cues"]?.array ?? [] {
      let planned = (cue["startMs"]?.int ?? 0) + (cue["durationMs"]?.int ?? 0)
      ends[try Self.name(of: cue)] = Int(cue["endedMs"]?.int ?? planned)
    }
  }

  /// Returns the cues that a new session reports as suppressed, and of each whether it may have ended.
  static func report(to client: LineClient, on attempt: JSONValue) throws -> [String: Bool] {
    let opened = try client.call("session.open", ["attemptId": attempt])
    let suppressed = try #require(opened["report"]?["suppressed"]?.array)
    #expect(suppressed.allSatisfy { $0["reason"] == "killResume" })
    return Dictionary(
      uniqueKeysWithValues: try suppressed.map { (try name(of: $0), $0["mayHaveEnded"] == true) })
  }

  private static func name(of cue: JSONValue) throws -> String {
    let trigger = try #require(cue["trigger"])
    return "\(cue["animation"]?.string ?? "?") of \(trigger["questionIndex"]?.int ?? -1)"
  }
}
