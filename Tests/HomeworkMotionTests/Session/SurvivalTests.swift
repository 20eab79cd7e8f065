import HomeworkModel
import HomeworkMotion
import Testing

@Suite struct `The survival table` {
  /// The fields that each stored property of a session holds.
  private static let fieldsOfProperty: [String: [FieldName]] = [
    "attemptId": [.attempts],
    "questionCount": [.quiz],
    "stage": [.results],
    "environment": [.motion, .lowPower, .screen, .profiles],
    "nowMs": [.clock],
    "streak": [.streak, .stars, .bar, .longestRun],
    "positions": [.answers, .question],
    "correctCount": [.answers],
    "cues": [.runningA1, .sizeSettle, .others],
    "bursts": [.bursts],
    "lastActivation": [.activation],
    "activatedQuestion": [.activatedQuestion],
    "isFullBarShown": [.fullBar],
    "celebratedQuestions": [.celebratedQuestions],
    "intensity": [.intensity],
    "results": [.results, .badge, .count],
    "draft": [.draft],
    "questionShownMs": [.questionTime],
    "happenedNow": [.occurrences],
  ]

  @Test func `has a row for every stored property of a session`() {
    let properties = Set(Mirror(reflecting: Trace().session).children.compactMap(\.label))
    #expect(properties == Set(Self.fieldsOfProperty.keys))
    #expect(Self.fieldsOfProperty.values.allSatisfy { !$0.isEmpty })
  }

  @Test func `contains only fields that a stored property holds`() {
    let held = Set(Self.fieldsOfProperty.values.joined())
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
  }
}

@Suite struct `The report of a cue` {
  private func report(atMs: Int) throws -> CueReport {
    var trace = Trace(after: [.correct, .correct, .correct, .correct])
    try trace.settleCorrect(2, gapMs: 300)
    return try #require(trace.cue(.a1, question: 4)).report(atMs: atMs)
  }

  @Test func `is running until it ends, and then states how`() throws {
    let running = try report(atMs: 499)
    #expect(running.animation == .a1 && running.disposition == .running && running.durationMs == 1100)
    #expect(running.phases?.isEmpty == false && running.startMs == 200)
    #expect(running.endedMs == nil && running.reason == nil && running.haptic == nil)
    #expect(
      running.trigger
        == Trigger(fact: .answerSettled, attemptId: Trace.attemptId, questionIndex: 4, position: 5))
    let ended = try report(atMs: 500)
    #expect(ended.disposition == .interrupted && ended.endedMs == 500 && ended.reason == .superseded)
  }
}
