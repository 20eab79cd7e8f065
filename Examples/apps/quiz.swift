// A streak quiz whose answers outlive it: what happens is a line of a file, and a restart plays the file again.
// With Foundation alone: swiftc -O -o quiz quiz.swift
import Foundation
typealias Object = [String: Any]
let confetti: [Int: (variant: String, ms: Int)] = [5: ("standard", 2900), 7: ("medium", 3100), 10: ("max", 3400)]
let grades = [(90, "excellent"), (70, "greatJob"), (50, "goodEffort"), (0, "keepPracticing")]

struct Refused: Error { let name: String, message: String }
struct Cue { let name: String, question: Int?, variant: String?, start: Int; var end: Int, disposition: String, reason: String? }
func fold(_ text: String) -> String { text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ") }
func words(_ text: String) -> String {
  let plain = fold(text).folding(options: .diacriticInsensitive, locale: nil)
  return " " + plain.split { !$0.isLetter && !$0.isNumber }.joined(separator: " ") + " "
}
func line(_ object: Any) throws -> Data { try JSONSerialization.data(withJSONObject: object) + Data("\n".utf8) }
func say(_ message: Object) throws { FileHandle.standardOutput.write(try line(message.merging(["jsonrpc": "2.0"]) { $1 })) }
func tell(_ name: String, _ params: [String: Any?]) throws { try say(["method": name, "params": params.compactMapValues { $0 }]) }

final class Quiz {
  let questions: [Object], reduced: Bool
  var tell: (String, [String: Any?]) throws -> Void = { _, _ in }
  // Saved state, and what follows from it.
  var outcomes: [Bool] = [], positions: [Int?] = [], state: String?
  var total = 0, best: Int?, completion = 0, attempts = 0
  // State that dies with the process.
  var running: [Cue] = [], isActivated = false, isFull = false, stage: String?
  init(_ start: Object) {
    questions = (start["quiz"] as? Object)?["questions"] as? [Object] ?? []
    reduced = start["motion"] as? String == "reduced"
  }
  func forget() { (running, isActivated, isFull, stage) = ([], false, false, state == "inProgress" ? "question" : nil) }
  // Cues are told ahead, and that they end once it is so.
  func begin(_ name: String, _ start: Int, _ ms: Int, _ question: Int? = nil, _ variant: String? = nil, count: Object = [:]) throws {
    let (how, why) = reduced && name == "A1" ? ("reduced", "reduceMotion") : ("played", nil)
    running.append(Cue(name: name, question: question, variant: variant, start: start, end: start + ms, disposition: how, reason: why))
    let cue: [String: Any?] = ["animation": name, "questionIndex": question, "variant": variant, "atMs": start, "durationMs": ms]
    try tell("cue.started", cue.merging(count) { $1 })
  }
  func suppress(_ name: String, _ at: Int, _ why: String, _ question: Int? = nil, _ variant: String? = nil) throws {
    try tell("cue.suppressed", ["animation": name, "questionIndex": question, "variant": variant, "atMs": at, "reason": why])
  }
  func cut(_ names: [String], _ at: Int, _ reason: String) {
    for index in running.indices where names.contains(running[index].name) && running[index].end > at {
      (running[index].end, running[index].disposition, running[index].reason) = (at, "interrupted", reason)
    }
  }
  func advance(_ to: Int) throws {
    let ended = running.filter { $0.end <= to }.sorted { $0.end < $1.end }
    running.removeAll { $0.end <= to }
    for cue in ended {
      let how: [String: Any?] = ["atMs": cue.end, "disposition": cue.disposition, "reason": cue.reason]
      try tell("cue.ended", how.merging(["animation": cue.name, "questionIndex": cue.question]) { $1 })
    }
  }
  // An action is checked, then saved, then performed.
  func check(_ action: String, _ act: Object) throws {
    let (left, isOpen) = (questions.count - outcomes.count, state == "inProgress")
    switch action {
    case "start": if isOpen { throw Refused(name: "conflict", message: "an attempt is open") }
    case _ where stage == nil: throw Refused(name: "notFound", message: "no attempt: start one")
    case "revisit" where act["questionIndex"] as? Int ?? 0 >= outcomes.count: throw Refused(name: "notFound", message: "not settled")
    case "leave", "revisit": break
    case _ where !isOpen || action != "abandon" && (left == 0) != (action == "finish"): throw Refused(name: "conflict", message: "\(left) left")
    default: if action == "answer" { _ = try grade(act) }
    }
  }
  func grade(_ act: Object) throws -> Bool {
    let (question, response) = (questions[outcomes.count], act["response"] as? String ?? "")
    if let options = question["options"] as? [String] {
      let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".prefix(options.count).map(String.init)
      guard let index = letters.firstIndex(of: response) else { throw Refused(name: "invalid", message: "\(response) is no option") }
      return index == question["correctIndex"] as? Int
    }
    if fold(response).isEmpty { throw Refused(name: "invalid", message: "the response is empty") }
    if let concepts = question["keyConcepts"] as? [[String]] {
      return concepts.allSatisfy { $0.contains { words(response).contains(words($0)) } }
    }
    return ([question["correctAnswer"] as? String ?? ""] + (question["acceptedAnswers"] as? [String] ?? [])).map(fold).contains(fold(response))
  }
  func perform(_ action: String, _ t: Int, _ act: Object) throws {
    if action == "answer" || action == "skip" { return try settle(t, action == "answer" && grade(act)) }
    if action == "revisit" {
      let question = act["questionIndex"] as? Int ?? 0
      guard let variant = confetti[positions[question] ?? 0]?.variant else { return }
      return try suppress("A4", t, "alreadyCelebrated", question, variant)
    }
    cut(stage == "results" ? ["A2", "A3"] : ["A1", "dotSettle", "sizeSettle"], t, "left")
    if stage == "results" || action == "abandon" { stage = "over" }
    if action == "abandon" { state = "abandoned" }
    if action == "finish" { try finish(t) }
    if action == "start" { (outcomes, positions, state, stage, isFull) = ([], [], "inProgress", "question", false) }
  }
  func settle(_ t: Int, _ isRight: Bool) throws {
    let q = outcomes.count
    let position = questions[q]["type"] as? String == "mcq" ? (isRight ? streak + 1 : 0) : nil
    (outcomes, positions) = (outcomes + [isRight], positions + [position])
    guard let position else { return }  // Other questions move nothing.
    if position > 0 { try begin("dotSettle", t, 200, q) }
    cut(["A1"], position >= 5 ? t + 200 : t, "superseded")
    if position < 5 { cut(["sizeSettle"], t, "superseded") }
    if position >= 5 {
      let (variant, ms) = position == 5 ? ("newStreak", 1100) : ("continuingStreak", 900)
      try begin("A1", t + 200, reduced ? 250 : ms, q, variant)
      if position > 5, isActivated { try begin("sizeSettle", t + 200, 200, q) }
      if position > 5, !isActivated { try suppress("sizeSettle", t + 200, "killResume", q) }
    }
    (isFull, isActivated) = (position == 10, position >= 5)
    guard let (variant, ms) = confetti[position] else { return }
    if reduced { return try suppress("A4", t, "reduceMotion", q, variant) }
    let bursts = running.indices.filter { running[$0].name == "A4" && running[$0].reason == nil && running[$0].end > t }
    if let first = bursts.first, bursts.count >= 3 {
      (running[first].end, running[first].disposition, running[first].reason) = (min(running[first].end, t + 200), "capped", "burstCap")
    }
    try begin("A4", t, ms, q, variant)
  }
  func finish(_ t: Int) throws {
    if best == nil || percentage > completion { (best, completion) = (score, percentage) }
    (total, attempts, state, stage) = (total + stars, attempts + 1, "completed", "results")
    let reason = stars == 0 ? "noStars" : reduced ? "reduceMotion" : nil
    if let reason { return (try suppress("A2", t, reason), try suppress("A3", t + 900, reason)).0 }
    try begin("A2", t, 450)
    try begin("A3", t + 900, 200 * stars, count: ["from": total - stars, "to": total])
  }
  // All of it follows from the answers.
  var streak: Int { (positions.last { $0 != nil } ?? 0).map { $0 % 10 } ?? 0 }
  var stars: Int { positions.count { $0 ?? 0 >= 5 } }
  var score: Int { outcomes.count { $0 } }
  var percentage: Int { score == questions.count ? 100 : min(99, (200 * score + questions.count) / (2 * questions.count)) }
  var shown: Object {
    var progress: Object = ["completionPercentage": completion, "totalAttempts": attempts]
    if let best { progress["bestScore"] = best }
    var shown: Object = ["total": total, "attemptOpen": state == "inProgress", "progress": progress]
    guard let state else { return shown }
    let (lit, percentage) = (isFull ? 10 : streak, percentage)
    if state == "completed" { shown["grade"] = grades.first { percentage >= $0.0 }?.1 }
    let (bar, question) = ((0..<10).map { $0 >= lit ? "empty" : $0 < 4 ? "green" : "star" }, outcomes.count + 1)
    let attempt: Object = ["question": question, "streak": streak, "stars": stars, "score": score, "bar": bar, "state": state]
    return shown.merging(attempt.merging(["percentage": percentage]) { $1 }) { $1 }
  }
}

/// As it was saved, and the file that goes on; what was moving is not shown any more.
func restore(_ start: Object) throws -> (Quiz, FileHandle) {
  let directory = start["dataDirectory"] as? String ?? ".", path = directory + "/journal"
  let data = (FileManager.default.contents(atPath: path) ?? Data()).prefix { $0 != 0 }  // Zeros were never written.
  let whole = data.lastIndex(of: 10).map { $0 + 1 } ?? 0  // A line without its end was never saved.
  if data.isEmpty { _ = FileManager.default.createFile(atPath: path, contents: nil) }
  let journal = try FileHandle(forUpdating: URL(fileURLWithPath: path))
  try journal.truncate(atOffset: UInt64(whole))
  try FileHandle(forReadingFrom: URL(fileURLWithPath: directory)).synchronize()  // The name of the file is kept only so.
  var t = 0
  let (quiz, lines) = (Quiz(start), data[..<whole].split(separator: 10))
  for (number, line) in lines.enumerated() {
    guard let event = try JSONSerialization.jsonObject(with: line) as? Object, let action = event["do"] as? String else { continue }
    t = event["t"] as? Int ?? t
    if number == lines.count - 1 { quiz.tell = { if $0 != "cue.started" { try tell($0, $1) } } }  // The runner may not have received its end.
    try quiz.advance(t)
    if action == "life" { quiz.forget() } else if action != "time" { try quiz.perform(action, t, event) }
  }
  quiz.tell = tell
  try quiz.advance(t)
  for cue in quiz.running { try quiz.suppress(cue.name, cue.start, "killResume", cue.question, cue.variant) }
  quiz.forget()
  return (quiz, journal)
}

var opened: (quiz: Quiz, journal: FileHandle)?
while let request = readLine().flatMap({ try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? Object }) {
  let (method, params) = (request["method"] as? String ?? "", request["params"] as? Object ?? [:])
  var reply: Object = ["id": request["id"] ?? 0]
  func save(_ action: String, _ t: Any?, _ act: Object = [:]) throws {
    opened?.journal.write(try line(act.merging(["t": t ?? 0, "do": action]) { $1 }))
    try opened?.journal.synchronize()
  }
  do {
    reply["result"] = Object()
    if method == "app.start" {
      opened = try restore(params)
      try save("life", params["atMs"])
      let names = "question streak stars total score percentage grade bar state attemptOpen progress".split(separator: " ").map(String.init)
      let actions = ["start", "answer", "skip", "finish", "leave", "abandon", "revisit"]
      let can: Object = ["clock": "virtual", "suppressed": true, "state": names, "actions": actions]
      reply["result"] = ["name": "streak quiz in Swift", "capabilities": can] as Object
    } else if method == "app.act", let quiz = opened?.quiz, let action = params["action"] as? String {
      try quiz.check(action, params)
      try save(action, params["atMs"], params)
      try tell("saved", [:])
      try quiz.perform(action, params["atMs"] as? Int ?? 0, params)
    } else if method == "app.advance", let quiz = opened?.quiz {
      if !quiz.running.isEmpty { try save("time", params["toMs"]) }  // So that the next life knows what had ended.
      try quiz.advance(params["toMs"] as? Int ?? 0)
    } else if method == "app.state" {
      reply["result"] = opened?.quiz.shown ?? [:]
    }
  } catch let refused as Refused {
    reply = ["id": request["id"] ?? 0, "error": ["code": -32000, "message": refused.message, "data": ["name": refused.name]] as Object]
  }
  try say(reply)
  if method == "app.stop" { break }
}
