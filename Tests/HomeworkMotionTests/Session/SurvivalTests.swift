import Foundation
import HomeworkModel
import HomeworkMotion
import Testing

extension `A killed attempt` {
  static func copy(_ session: Session) throws -> Session {
    try JSONDecoder().decode(Session.self, from: JSONEncoder().encode(session))
  }
}

@Suite struct `The survival table` {
  @Test func `has a row for every stored property of a session`() {
    let properties = Set(Mirror(reflecting: Trace().session).children.compactMap(\.label))
    #expect(properties == Set(Session.fieldsOfProperty.keys))
    #expect(Session.fieldsOfProperty.values.allSatisfy { !$0.isEmpty })
  }

  @Test func `contains only fields that a stored property holds`() {
    let held = Set(Session.fieldsOfProperty.values.joined())
    for field in SurvivalTable.fields where field.owner == .session {
      #expect(held.contains(field.name), "\(field.name.rawValue)")
    }
  }

  @Test func `lists each field once, with a kind and a reason, in lower-case words`() {
    #expect(SurvivalTable.fields.map(\.name) == FieldName.allCases)
    for field in SurvivalTable.fields {
      #expect(!field.reason.isEmpty)
      #expect(field.name.rawValue.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
    }
    let words = """
      homework quiz collections progress attempts answers ledger total events replies deletion stars streak question bar longest-run \
      first-capture achievements milestones activation activated-question full-bar celebrated-questions intensity bursts \
      running-a1 size-settle results badge count draft question-time occurrences others motion low-power screen profiles
      """
    #expect(words.split(separator: " ").allSatisfy { FieldName(rawValue: String($0)) != nil })
  }

  @Test func `defines a session's state`() {
    let fields = SurvivalTable.fields.filter { $0.owner == .session }.map(\.name)
    #expect(Set(Trace().session.state(atMs: 0).keys) == Set(fields))
  }

  @Test func `holds across a kill: derived values as before, ephemeral ones empty`() throws {
    var trace = Trace(questions: 12, profiles: [.mcqStreak, .diet])
    try trace.settleCorrect(10, gapMs: 100)
    try trace.receive(.screen("push"), atMs: 1140)
    try trace.receive(.drafted("three quarters"), atMs: 1150)
    try trace.receive(.revisited(questionIndex: 4), atMs: 1150)
    let before = trace.session.state(atMs: 1150)
    // These fields cannot have a value at the same time as the results.
    let results: Set<FieldName> = [.results, .badge, .count]
    for field in SurvivalTable.fields where field.owner == .session && field.kind == .ephemeral {
      #expect(before[field.name]?.isEmpty == results.contains(field.name), "\(field.name.rawValue)")
    }
    trace.kill(atMs: 1150)
    trace.resume(atMs: 1150)
    let after = trace.session.state(atMs: 1150)
    for field in SurvivalTable.fields where field.owner == .session {
      switch field.kind {
      case .derived: #expect(after[field.name] == before[field.name])
      case .ephemeral: #expect(after[field.name]?.isEmpty == true, "\(field.name.rawValue)")
      case .persisted, .environment: break
      }
    }
  }

  @Test func `has a value in words for each field`() throws {
    var trace = Trace(questions: 12)
    try trace.settleCorrect(6, gapMs: 1000)
    let state = trace.session.state(atMs: 5300)
    #expect(state[.question] == .number(7))
    #expect(state[.streak] == .number(6))
    #expect(state[.stars] == .number(2))
    #expect(state[.longestRun] == .number(6))
    #expect(
      state[.bar] == .list(["green", "green", "green", "green", "star", "star", "empty", "empty", "empty", "empty"]))
    #expect(state[.activation] == .text("continuingStreak at 6"))
    #expect(state[.activatedQuestion] == .number(6))
    #expect(state[.celebratedQuestions] == .list(["5"]))
    #expect(state[.intensity] == .text("standard"))
    #expect(state[.bursts] == .list(["standard"]))
    #expect(state[.runningA1] == .text("scaleEnter"))
    #expect(state[.sizeSettle] == .text("size"))
    #expect(state[.questionTime] == .number(300))
    #expect(state[.fullBar] == .empty)
    #expect(state[.screen] == .text("390x844"))
    // The earlier star runs until this one starts.
    #expect(trace.session.state(atMs: 5199)[.runningA1] == .text("scaleExit"))
    #expect(trace.session.state(atMs: 5700)[.runningA1] == .text("scaleExit"))
    #expect(trace.session.state(atMs: 6100)[.runningA1] == .empty)
    let json = try JSONEncoder().encode(FieldName.allCases.compactMap { state[$0] })
    #expect(try JSONDecoder().decode([FieldValue].self, from: json) == FieldName.allCases.compactMap { state[$0] })
  }
}

@Suite struct `A cue in JSON` {
  private func report(atMs: Int) throws -> String {
    var trace = Trace(after: [.correct, .correct, .correct, .correct])
    try trace.settleCorrect(2, gapMs: 300)
    let cue = try #require(trace.cue(.a1, question: 4))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(cue.report(atMs: atMs)), as: UTF8.self)
  }

  @Test func `is running until it ends, and then states how`() throws {
    let running = try report(atMs: 499)
    #expect(
      running.hasPrefix(#"{"animation":"A1","disposition":"running","durationMs":1100,"phases":[{"#))
    #expect(!running.contains("endedMs") && !running.contains("reason") && !running.contains("haptic"))
    #expect(
      running.contains(
        #""trigger":{"attemptId":"\#(Trace.attemptId)","fact":"answerSettled","position":5,"questionIndex":4}"#))
    let ended = try report(atMs: 500)
    #expect(ended.contains(#""disposition":"interrupted","durationMs":1100,"endedMs":500,"#))
    #expect(ended.contains(#""reason":"superseded","startMs":200,"#))
  }
}
