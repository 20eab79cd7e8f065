import HomeworkModel
import HomeworkMotion
import Testing

@Suite struct `A star` {
  @Test func `at position 5 takes 1100 ms in five phases, 200 ms after its answer`() throws {
    var trace = Trace()
    try trace.settleCorrect(5, atMs: 1000)
    let star = try #require(trace.cue(.a1, question: 4))
    #expect(star.variant == "newStreak")
    #expect((star.startMs, star.durationMs) == (1200, 1100))
    #expect(star.ending == .played(2300))
    #expect(
      star.phases == [
        Phase("greenHold", .opacity, at: 0, for: 100, .linear, 1, 1),
        Phase("greenToYellow", .colour, at: 100, for: 100, .linear, 0, 1, colours: ["green", "yellow"]),
        Phase("scaleEnter", .scale, of: "star", at: 200, for: 500, .easeOut, 0, 1.2),
        Phase("spin", .rotation, of: "star", at: 200, for: 450, .linear, 0, 360),
        Phase("scaleExit", .scale, of: "star", at: 700, for: 400, .easeInOut, 1.2, 1),
      ])
  }

  @Test(arguments: 6...10) func `at positions 6 to 10 takes 900 ms in three phases`(position: Int) throws {
    var trace = Trace()
    try trace.settleCorrect(position, gapMs: 5000)
    let star = try #require(trace.cue(.a1, question: position - 1))
    let atMs = (position - 1) * 5000
    #expect(star.variant == "continuingStreak")
    #expect((star.startMs, star.durationMs) == (atMs + 200, 900))
    #expect(star.ending == .played(atMs + 1100))
    #expect(
      star.phases == [
        Phase("scaleEnter", .scale, of: "star", at: 0, for: 500, .easeOut, 0, 1.2),
        Phase("spin", .rotation, of: "star", at: 0, for: 450, .linear, 0, 360),
        Phase("scaleExit", .scale, of: "star", at: 500, for: 400, .easeInOut, 1.2, 1),
      ])
    let settle = try #require(trace.cue(.sizeSettle, question: position - 1))
    #expect((settle.startMs, settle.durationMs) == (star.startMs, 200))
    #expect(settle.ending == .played(atMs + 400))
    #expect(settle.phases == [Phase("size", .size, at: 0, for: 200, .easeInOut, 22.4, 16)])
    #expect(trace.faults.isEmpty)
  }

  @Test func `is reported for positions 5 to 10 only, and its dot for every correct MCQ`() throws {
    var trace = Trace()
    let reported = try (1...12).map { index in
      try trace.settle(.correct, atMs: index * 5000).started.map(\.animation)
    }
    let plain: [AnimationName] = [.dotSettle]
    let continuing: [AnimationName] = [.dotSettle, .a1, .sizeSettle]
    #expect(
      reported == [
        plain, plain, plain, plain, [.dotSettle, .a1, .a4], continuing, continuing + [.a4], continuing, continuing,
        continuing + [.a4], plain, plain,
      ])
    #expect(try trace.settle(.text, atMs: 70_000) == CueChanges())
    #expect(try trace.settle(.wrong, atMs: 80_000) == CueChanges())
    #expect(try trace.settle(.skip, atMs: 90_000) == CueChanges())
  }

  /// The first star runs from 200 to 1300; the second answer's star starts 200 after it.
  @Test(arguments: [
    (1099, Ending.interrupted(1299)), (1100, .played(1300)), (1101, .played(1300)), (0, .interrupted(200)),
    (50, .interrupted(250)),
  ])
  func `yields to the next one when that starts, unless it has ended`(gapMs: Int, ending: Ending) throws {
    var trace = Trace(after: [.correct, .correct, .correct, .correct])
    try trace.settleCorrect(2, gapMs: gapMs)
    #expect(trace.ending(.a1, question: 4) == ending)
    #expect(trace.ending(.a1, question: 5) == .played(gapMs + 1100))
  }

  @Test(arguments: [Step.wrong, .skip])
  func `ends at once on a wrong MCQ, unless it has ended`(step: Step) throws {
    for (gapMs, ending) in [
      (0, Ending.interrupted(0)), (100, .interrupted(100)), (1299, .interrupted(1299)), (1300, .played(1300)),
      (1301, .played(1300)),
    ] {
      var trace = Trace(after: [.correct, .correct, .correct, .correct])
      try trace.settle(.correct, atMs: 0)
      try trace.settle(step, atMs: gapMs)
      #expect(trace.ending(.a1, question: 4) == ending)
      #expect(trace.ending(.dotSettle, question: 4) == .played(200))
    }
  }

  @Test func `that is interrupted twice ends at the earlier time`() throws {
    var trace = Trace(after: [.correct, .correct, .correct, .correct])
    try trace.settleCorrect(2, gapMs: 250)
    #expect(trace.ending(.a1, question: 4) == .interrupted(450))
    try trace.settle(.wrong, atMs: 300)
    #expect(trace.ending(.a1, question: 4) == .interrupted(300))
    // It was scheduled for 450, but interrupted before, so it never showed.
    #expect(trace.ending(.a1, question: 5) == .interrupted(300))
    #expect(trace.ending(.sizeSettle, question: 5) == .interrupted(300))
  }

  @Test func `that yields keeps its end if the one after starts later`() throws {
    var trace = Trace(after: [.correct, .correct, .correct, .correct])
    try trace.settleCorrect(3, gapMs: 100)
    #expect(trace.ending(.a1, question: 4) == .interrupted(300))
    #expect(trace.ending(.a1, question: 5) == .interrupted(400))
    #expect(trace.ending(.sizeSettle, question: 5) == .played(500))
    #expect(trace.ending(.sizeSettle, question: 6) == .played(600))
  }

  @Test func `is unaffected by a question of another type`() throws {
    var trace = Trace(after: [.correct, .correct, .correct, .correct])
    try trace.settle(.correct, atMs: 0)
    #expect(try trace.settle(.text, atMs: 300) == CueChanges())
    #expect(trace.ending(.a1, question: 4) == .played(1300))
  }

  @Test func `at position 10 yields at once to the first answer of the next cycle`() throws {
    var trace = Trace(after: Array(repeating: .correct, count: 8))
    try trace.settleCorrect(2, gapMs: 5000)
    try trace.settle(.correct, atMs: 5300)
    #expect(trace.ending(.a1, question: 9) == .interrupted(5300))
    #expect(trace.ending(.sizeSettle, question: 9) == .interrupted(5300))
    #expect(trace.session.activatedQuestion == nil)
  }

  @Test func `shrinks the previous star, unless a killed session activated that`() throws {
    for answeredBefore in 5...9 {
      var trace = Trace(after: Array(repeating: .correct, count: answeredBefore))
      try trace.settleCorrect(1, atMs: 700)
      #expect(trace.ending(.sizeSettle, question: answeredBefore) == .suppressed(700, .killResume))
      guard answeredBefore < 9 else { continue }
      try trace.settleCorrect(1, atMs: 5000)
      #expect(trace.ending(.sizeSettle, question: answeredBefore + 1) == .played(5400))
    }
  }

  @Test func `shrinks nothing after a wrong answer or in a new cycle`() throws {
    var trace = Trace(after: Array(repeating: .correct, count: 10))
    try trace.settleCorrect(5, gapMs: 5000)
    #expect(trace.cue(.sizeSettle) == nil)
    try trace.settle(.wrong, atMs: 30_000)
    try trace.settleCorrect(5, atMs: 31_000, gapMs: 5000)
    #expect(trace.cue(.sizeSettle) == nil)
  }

  @Test func `is one opacity change of 250 ms under reduced motion, while its companions play`() throws {
    var trace = Trace(motion: .reduced)
    try trace.settleCorrect(10, gapMs: 1000)
    for index in 4...9 {
      let star = try #require(trace.cue(.a1, question: index))
      #expect(star.phases == [Phase("opacity", .opacity, at: 0, for: 250, .easeInOut, 0, 1)])
      #expect((star.startMs, star.durationMs) == (index * 1000 + 200, 250))
      #expect(star.ending == .reduced(index * 1000 + 450))
      #expect(star.variant == (index == 4 ? "newStreak" : "continuingStreak"))
    }
    for index in 0...9 { #expect(trace.ending(.dotSettle, question: index) == .played(index * 1000 + 200)) }
    for index in 5...9 { #expect(trace.ending(.sizeSettle, question: index) == .played(index * 1000 + 400)) }
    for index in [4, 6, 9] {
      #expect(trace.ending(.a4, question: index) == .suppressed(index * 1000, .reduceMotion))
    }
    #expect(trace.session.bursts.isEmpty)
  }

  @Test func `yields under reduced motion, too`() throws {
    var trace = Trace(after: [.correct, .correct, .correct, .correct], motion: .reduced)
    try trace.settleCorrect(2, gapMs: 249)
    #expect(trace.ending(.a1, question: 4) == .interrupted(449))
    trace = Trace(after: [.correct, .correct, .correct, .correct], motion: .reduced)
    try trace.settleCorrect(2, gapMs: 250)
    #expect(trace.ending(.a1, question: 4) == .reduced(450))
  }

  @Test(arguments: [SessionEvent.left, .abandoned])
  func `ends with its companions when the question screen closes, while confetti continues`(event: SessionEvent) throws
  {
    var trace = Trace(after: [.correct, .correct, .correct, .correct, .correct])
    try trace.settleCorrect(2, gapMs: 5000)
    try trace.receive(event, atMs: 5100)
    for animation in [AnimationName.a1, .sizeSettle, .dotSettle] {
      #expect(trace.ending(animation, question: 6) == .interrupted(5100, .left))
    }
    #expect(trace.ending(.a1, question: 5) == .played(1100))
    #expect(trace.ending(.a4, question: 6) == .played(5000 + 3100))
  }

  @Test func `continues when its session is left and reopened`() throws {
    var trace = Trace(after: [.correct, .correct, .correct, .correct])
    try trace.settle(.correct, atMs: 0)
    try trace.receive(.left, atMs: 100)
    try trace.settle(.correct, atMs: 5000)
    // Leaving is not a kill, so it suppresses nothing.
    #expect(trace.ending(.sizeSettle, question: 5) == .played(5400))
  }
}
