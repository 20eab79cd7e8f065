import HomeworkModel
import HomeworkMotion
import Testing

@Suite struct `A killed attempt` {
  private enum Act: Hashable {
    case settle(Step)
    case finish
    case revisit(Int)
  }

  /// The order of a kill and an act at the same instant.
  private enum Order: CaseIterable { case killBeforeActs, killAfterActs }

  private func play(
    _ acts: [(act: Act, atMs: Int)], motion: MotionPreference, killAtMs: Int? = nil, order: Order = .killBeforeActs
  ) throws -> Trace {
    let questions = acts.count { if case .settle = $0.act { true } else { false } }
    var trace = Trace(questions: questions, motion: motion)
    var isKilled = false
    func killIfDue(before atMs: Int) {
      guard let killAtMs, !isKilled, killAtMs < atMs || (killAtMs == atMs && order == .killBeforeActs) else { return }
      isKilled = true
      trace.kill(atMs: killAtMs)
      trace.resume(atMs: killAtMs)
    }
    for (act, atMs) in acts {
      killIfDue(before: atMs)
      switch act {
      case .settle(let step): try trace.settle(step, atMs: atMs)
      case .revisit(let index): try trace.receive(.revisited(questionIndex: index), atMs: atMs)
      case .finish:
        let stars = trace.attempt.streak.stars
        try trace.receive(.finished(starsEarned: stars, starsTotal: stars), atMs: atMs)
      }
    }
    if let killAtMs, !isKilled { trace.kill(atMs: killAtMs) }
    return trace
  }

  private static let scripts: [[(act: Act, atMs: Int)]] = {
    let fast = (0..<16).map { (act: Act.settle(.correct), atMs: $0 * 130) }
    let slow = (0..<12).map { (act: Act.settle(.correct), atMs: $0 * 1500) }
    let mixed: [(act: Act, atMs: Int)] = [
      Step.correct, .correct, .text, .correct, .correct, .correct, .correct, .wrong, .correct, .correct, .correct,
      .correct, .correct, .skip,
    ].enumerated().map { (.settle($1), $0 * 310) }
    let revisiting: [(act: Act, atMs: Int)] =
      (0..<10).map { (.settle(.correct), $0 * 90) } + [(.revisit(4), 1000), (.revisit(6), 2000), (.revisit(6), 2500)]
    return [fast, slow, mixed, revisiting].map { $0 + [(.finish, ($0.last?.atMs ?? 0) + 700)] }
  }()

  @Test(arguments: MotionPreference.allCases)
  func `accounts for every cue exactly once at any boundary`(motion: MotionPreference) throws {
    for script in Self.scripts {
      let whole = try play(script, motion: motion)
      let edges = whole.cues.values.flatMap { [$0.startMs, $0.ending.atMs] } + script.map(\.atMs)
      for killAtMs in Set(edges.flatMap { [$0 - 1, $0, $0 + 1] }).sorted() where killAtMs >= 0 {
        for order in Order.allCases {
          let killed = try play(script, motion: motion, killAtMs: killAtMs, order: order)
          try #require(killed.faults == [], "killed at \(killAtMs)")
          try #require(Set(killed.cues.keys) == Set(whole.cues.keys), "killed at \(killAtMs)")
          for (id, cue) in killed.cues { try account(cue, id, killAtMs, order, whole) }
        }
      }
    }
  }

  /// A cue ended before the kill as without it, was suppressed by it, or was reported after it.
  private func account(_ cue: Cue, _ id: CueID, _ killAtMs: Int, _ order: Order, _ whole: Trace) throws {
    let unkilled = try #require(whole.cues[id])
    let toldMs =
      cue.startMs - (cue.animation == .a1 || cue.animation == .sizeSettle ? 200 : cue.animation == .a3 ? 900 : 0)
    let isToldBefore = toldMs < killAtMs || (toldMs == killAtMs && order == .killAfterActs)
    if isToldBefore {
      // At the very instant of the kill, an act had interrupted the cue only if the act came first.
      let expected: Ending =
        unkilled.ending.atMs < killAtMs || (unkilled.ending.atMs == killAtMs && cue.ending.reason != .killResume)
        ? unkilled.ending : .suppressed(killAtMs, .killResume)
      try #require(cue.ending == expected, "\(id) killed at \(killAtMs)")
      if order == .killAfterActs && unkilled.ending.atMs == killAtMs {
        try #require(cue.ending == unkilled.ending, "\(id) killed at \(killAtMs)")
      }
    } else if cue.animation != .sizeSettle {
      try #require(cue.ending.reason != .killResume, "\(id) killed at \(killAtMs)")
    }
  }

  @Test func `suppresses running and scheduled cues, and keeps those that ended`() throws {
    var trace = Trace(after: [.correct, .correct, .correct, .correct])
    try trace.settle(.correct, atMs: 0)
    trace.kill(atMs: 200)
    #expect(trace.ending(.dotSettle, question: 4) == .played(200))
    #expect(trace.ending(.a1, question: 4) == .suppressed(200, .killResume))
    #expect(trace.ending(.a4, question: 4) == .suppressed(200, .killResume))
  }

  @Test func `suppresses a star before its scheduled interruption`() throws {
    var trace = Trace(after: [.correct, .correct, .correct, .correct])
    try trace.settleCorrect(2, gapMs: 300)
    #expect(trace.ending(.a1, question: 4) == .interrupted(500))
    trace.kill(atMs: 499)
    #expect(trace.ending(.a1, question: 4) == .suppressed(499, .killResume))
  }

  @Test func `reports and then suppresses its cues if killed between commit and reply`() throws {
    var trace = Trace(after: [.correct, .correct, .correct, .correct])
    try trace.settle(.correct, atMs: 0)
    try trace.settle(.wrong, atMs: 500)
    trace.kill(atMs: 500)
    #expect(trace.ending(.a1, question: 4) == .interrupted(500))

    trace = Trace(after: [.correct, .correct, .correct, .correct], motion: .reduced)
    try trace.settle(.correct, atMs: 500)
    trace.kill(atMs: 500)
    #expect(trace.ending(.a1, question: 4) == .suppressed(500, .killResume))
    #expect(trace.ending(.dotSettle, question: 4) == .suppressed(500, .killResume))
    #expect(trace.ending(.a4, question: 4) == .suppressed(500, .reduceMotion))
  }

  @Test func `shows a new cycle at once, while a live one keeps its full bar until the next MCQ`() throws {
    var trace = Trace()
    try trace.settleCorrect(10)
    #expect(trace.session.bar == Streak.bar(at: 10))
    trace.kill(atMs: 100)
    var live = trace
    trace.resume(atMs: 100)
    #expect(trace.session.bar == Streak.bar(at: 0))
    try live.settle(.text, atMs: 200)
    #expect(live.session.bar == Streak.bar(at: 10))
    try live.settle(.correct, atMs: 300)
    #expect(live.session.bar == Streak.bar(at: 1))
  }
}
