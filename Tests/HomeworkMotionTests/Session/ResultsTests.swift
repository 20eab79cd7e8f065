import HomeworkModel
import HomeworkMotion
import Testing

@Suite struct `The results` {
  private func finished(
    _ steps: [Step], motion: MotionPreference = .full, earned: Int, total: Int, atMs: Int = 10_000
  ) throws -> Trace {
    var trace = Trace(after: steps, questions: steps.count, motion: motion)
    try trace.receive(.finished(starsEarned: earned, starsTotal: total), atMs: atMs)
    return trace
  }

  @Test func `spring the badge in and count up 900 ms later`() throws {
    let trace = try finished(Array(repeating: .correct, count: 7), earned: 3, total: 12)
    let badge = try #require(trace.cue(.a2))
    #expect((badge.startMs, badge.durationMs, badge.ending) == (10_000, 450, .played(10_450)))
    let spring = Curve.spring(response: 0.45, dampingFraction: 0.55)
    #expect(badge.phases == [Phase("scale", .scale, at: 0, for: 450, spring, 0.6, 1)])
    let count = try #require(trace.cue(.a3))
    #expect((count.startMs, count.durationMs, count.ending) == (10_900, 600, .played(11_500)))
    let pulse = Curve.boundedSpring(DampedSpring(response: 0.18, dampingFraction: 0.62))
    let steps = (0..<3).flatMap { step in
      [
        Phase("count", .count, at: 200 * step, for: 0, .linear, Double(9 + step), Double(10 + step)),
        Phase("pulseUp", .scale, at: 200 * step, for: 100, pulse, 1, 1.07, isInferred: true),
        Phase("pulseDown", .scale, at: 200 * step + 100, for: 100, pulse, 1.07, 1, isInferred: true),
        Phase("digitRoll", .y, unit: .size, at: 200 * step, for: 150, .easeInOut, 0, 1, isJump: true),
      ]
    }
    #expect(count.phases == steps)
    // The count drawn from the cue alone matches the state: it is a whole number at every moment, and ends at rest.
    for atMs in 0...700 {
      let drawn = try #require(count.phases.value(of: .count, atMs: Double(atMs)))
      #expect(trace.session.state(atMs: 10_900 + atMs)[.count] == .number(Int(drawn)) && drawn == drawn.rounded())
    }
    #expect(count.phases.value(of: .scale, atMs: 600) == 1)
    #expect([100, 300, 500].allSatisfy { count.phases.value(of: .scale, atMs: $0) == 1.07 })
    let shown = [9_999, 10_000, 10_899, 10_900, 11_099, 11_100, 11_299, 11_300, 12_000].map {
      trace.session.state(atMs: $0)[.count]
    }
    #expect(shown == [9, 9, 9, 10, 10, 11, 11, 12, 12].map { .number($0) })
  }

  @Test(arguments: MotionPreference.allCases)
  func `without stars suppress both for that reason, under either motion preference`(motion: MotionPreference) throws {
    let trace = try finished([.correct, .wrong], motion: motion, earned: 0, total: 4)
    #expect(trace.cue(.a2)?.ending == .suppressed(10_000, .noStars))
    #expect(trace.cue(.a3)?.ending == .suppressed(10_000, .noStars))
    #expect(trace.session.state(atMs: 10_000)[.count] == .number(4))
  }

  @Test func `suppress both under reduced motion, with the final count`() throws {
    let trace = try finished(Array(repeating: .correct, count: 6), motion: .reduced, earned: 2, total: 5)
    #expect(trace.cue(.a2)?.ending == .suppressed(10_000, .reduceMotion))
    #expect(trace.cue(.a3)?.ending == .suppressed(10_000, .reduceMotion))
    #expect(trace.session.state(atMs: 10_000)[.count] == .number(5))
    #expect(trace.session.state(atMs: 10_000)[.badge] == .text("shown"))
  }

  @Test func `have no phases in a cue that is suppressed at its start`() throws {
    var full = Trace(after: Array(repeating: .correct, count: 5), questions: 10)
    try full.receive(.revisited(questionIndex: 4), atMs: 0)
    // After a kill an earlier star cannot shrink.
    try full.settleCorrect(5)
    try full.receive(.finished(starsEarned: 0, starsTotal: 6), atMs: 1)
    var reduced = Trace(questions: 10, motion: .reduced, profiles: ProfileName.designs)
    try reduced.settleCorrect(10)
    try reduced.receive(.finished(starsEarned: 6, starsTotal: 6), atMs: 1)
    let suppressed = [full, reduced].map { $0.cues.values.filter { $0.ending.disposition == .suppressed } }
    #expect(Set(suppressed[0].map(\.animation)) == [.a2, .a3, .a4, .sizeSettle])
    #expect(Set(suppressed[1].map(\.animation)).isSuperset(of: [.a2, .a3, .a4, "resultsConfetti"]))
    for cue in suppressed.joined() { #expect(cue.phases.isEmpty, "\(cue.id)") }
  }

  @Test func `count from 0 if the total is less than the stars earned`() throws {
    let trace = try finished(Array(repeating: .correct, count: 6), earned: 2, total: 1)
    #expect(trace.cue(.a3)?.phases.first?.from == 0)
    #expect(
      [10_000, 10_900, 11_100].map { trace.session.state(atMs: $0)[.count] } == [.number(0), .number(1), .number(1)])
  }

  @Test func `end the question screen's stars, while confetti continues`() throws {
    var trace = Trace(after: Array(repeating: .correct, count: 5), questions: 7)
    try trace.settleCorrect(2, gapMs: 3000)
    try trace.receive(.finished(starsEarned: 3, starsTotal: 3), atMs: 3150)
    for animation in [AnimationName.a1, .sizeSettle, .dotSettle] {
      #expect(trace.ending(animation, question: 6) == .interrupted(3150, .left))
    }
    #expect(trace.ending(.a4, question: 6) == .played(6100))
    #expect(trace.faults.isEmpty)
  }

  @Test(arguments: [
    (0, Ending.interrupted(10_000, .left), Ending.interrupted(10_000, .left)),
    (449, .interrupted(10_449, .left), .interrupted(10_449, .left)),
    (450, .played(10_450), .interrupted(10_450, .left)), (1499, .played(10_450), .interrupted(11_499, .left)),
    (1500, .played(10_450), .played(11_500)),
  ])
  func `interrupt running and scheduled cues when left`(afterMs: Int, badge: Ending, count: Ending) throws {
    var trace = try finished(Array(repeating: .correct, count: 7), earned: 3, total: 3)
    try trace.receive(.left, atMs: 10_000 + afterMs)
    #expect(trace.cue(.a2)?.ending == badge)
    #expect(trace.cue(.a3)?.ending == count)
    #expect(trace.session.state(atMs: 10_000 + afterMs)[.results] == .empty)
    #expect(trace.session.state(atMs: 10_000 + afterMs)[.badge] == .empty)
    // The count jumped to the total.
    #expect(trace.session.state(atMs: 10_000 + afterMs)[.count] == .number(3))
  }

  @Test func `play with the whole attempt's stars after an earlier kill`() throws {
    var trace = Trace(questions: 6)
    try trace.settleCorrect(6, gapMs: 100)
    trace.kill(atMs: 700)
    trace.resume(atMs: 800)
    try trace.receive(.finished(starsEarned: 2, starsTotal: 9), atMs: 900)
    #expect(trace.cue(.a2)?.ending == .played(1350))
    #expect(trace.cue(.a3)?.ending == .played(2200))
    #expect(trace.cue(.a3)?.phases.filter { $0.property == .count }.map(\.to) == [8, 9])
    #expect(trace.ending(.a1, question: 5) == .suppressed(700, .killResume))
    #expect(trace.faults.isEmpty)
  }

  @Test func `are suppressed by a kill and do not return`() throws {
    var trace = try finished(Array(repeating: .correct, count: 7), earned: 3, total: 3)
    trace.kill(atMs: 10_450)
    #expect(trace.cue(.a2)?.ending == .played(10_450))
    #expect(trace.cue(.a3)?.ending == .suppressed(10_450, .killResume))
    var attempt = trace.attempt
    attempt.state = .completed
    let session = Session(resuming: attempt, environment: SessionEnvironment(), atMs: 10_500)
    #expect(session.stage == .over)
    #expect(session.state(atMs: 10_500)[.results] == .empty)
  }
}
