import HomeworkModel
import HomeworkMotion
import Testing

@Suite struct `Confetti` {
  @Test(arguments: [(5, "standard", 80, 2900), (7, "medium", 120, 3100), (10, "max", 160, 3400)])
  func `is thrown at positions 5, 7 and 10`(position: Int, variant: String, count: Int, durationMs: Int) throws {
    var trace = Trace(after: Array(repeating: .correct, count: position - 1))
    try trace.settleCorrect(1, atMs: 500)
    let burst = try #require(trace.cue(.a4))
    #expect(burst.variant == variant)
    #expect(burst.particles == count)
    #expect((burst.startMs, burst.durationMs) == (500, durationMs))
    #expect(burst.ending == .played(500 + durationMs))
  }

  @Test func `scales with the screen's area, rounded half up, to at most 400`() {
    let cases: [(width: Double, height: Double, counts: [Int])] = [
      (390, 844, [80, 120, 160]), (1024, 1366, [340, 400, 400]), (390, 422, [40, 60, 80]), (1, 1, [0, 0, 0]),
      (3000, 3000, [400, 400, 400]), (195, 10.55, [1, 1, 1]), (.greatestFiniteMagnitude, 2, [400, 400, 400]),
      (0, 844, [0, 0, 0]), (.nan, 844, [0, 0, 0]),
    ]
    for (width, height, counts) in cases {
      #expect(Intensity.allCases.map { $0.count(on: ScreenSize(width: width, height: height)) } == counts)
    }
  }

  @Test func `of a fourth burst fades the oldest over 200 ms`() throws {
    // Positions 5, 7, 10 and 5 again within one life.
    var trace = Trace(after: Array(repeating: .correct, count: 4))
    try trace.settleCorrect(11, gapMs: 100)
    #expect(trace.ending(.a4, question: 4) == .capped(1200))
    #expect(trace.ending(.a4, question: 6) == .played(200 + 3100))
    #expect(trace.ending(.a4, question: 9) == .played(500 + 3400))
    #expect(trace.ending(.a4, question: 14) == .played(1000 + 2900))
    #expect(trace.session.bursts.map(\.intensity) == [.standard, .medium, .max, .standard])
    #expect(trace.session.bursts[0].fade(atMs: 1000) == 1)
    #expect(trace.session.bursts[0].fade(atMs: 1100) == 0.5)
    #expect(trace.session.bursts[0].fade(atMs: 1200) == 0)
    #expect(trace.faults.isEmpty)
  }

  /// The oldest of three lives from 0 to 2900.
  @Test(arguments: [(2699, Ending.capped(2899)), (2700, .capped(2900)), (2899, .capped(2900)), (2900, .played(2900))])
  func `that fades ends with its own life if that is earlier`(fourthMs: Int, ending: Ending) throws {
    var trace = Trace(after: Array(repeating: .correct, count: 4))
    try trace.settleCorrect(6)
    try trace.settleCorrect(5, atMs: fourthMs)
    #expect(trace.ending(.a4, question: 4) == ending)
  }

  @Test func `that already fades makes room for only one burst`() throws {
    // At once: 5, 7, 10 | 5, 7, 10: each of the second three makes one of the first three fade.
    var trace = Trace(after: Array(repeating: .correct, count: 4))
    try trace.settleCorrect(16)
    for index in [4, 6, 9] { #expect(trace.ending(.a4, question: index) == .capped(200)) }
    for (index, endMs) in [(14, 2900), (16, 3100), (19, 3400)] {
      #expect(trace.ending(.a4, question: index) == .played(endMs))
    }
  }

  @Test func `that has ended but is still listed makes nothing fade`() throws {
    var trace = Trace(after: Array(repeating: .correct, count: 9))
    try trace.settle(.correct, atMs: 0)
    try trace.settleCorrect(5, atMs: 110)
    try trace.settleCorrect(4, atMs: 120)
    // The second of three ended at 3010 and is on the list until 3200; the first, which lives longer, ends at 3400.
    try trace.settle(.correct, atMs: 3015)
    #expect(trace.session.bursts.count == 4)
    #expect(trace.ending(.a4, question: 9) == .played(3400))
    #expect(trace.ending(.a4, question: 14) == .played(3010))
  }

  @Test func `that has ended leaves the list at the next 200 ms tick`() throws {
    var session = Trace(after: Array(repeating: .correct, count: 4), atMs: 50).session
    _ = try session.receive(
      .settled(SettledAnswer(questionIndex: 4, outcome: .correct, movesStreak: true, streakPosition: 5)), atMs: 50)
    // It lives until 2950.
    #expect(session.state(atMs: 2999)[.bursts] == .list(["standard"]))
    #expect(session.state(atMs: 3000)[.bursts] == .empty)
    session.advance(toMs: 2999)
    #expect(session.bursts.count == 1)
    session.advance(toMs: 3000)
    #expect(session.bursts.isEmpty)
  }

  @Test func `of a revisited question is always suppressed, killed or not, reduced or not`() throws {
    for motion in MotionPreference.allCases {
      for isResumed in [false, true] {
        var trace = Trace(after: isResumed ? Array(repeating: .correct, count: 10) : [], motion: motion)
        if !isResumed { try trace.settleCorrect(10) }
        for index in 0..<10 {
          let reported = try trace.receive(.revisited(questionIndex: index), atMs: 6000)
          guard [4, 6, 9].contains(index) else {
            #expect(reported == CueChanges())
            continue
          }
          let cue = try #require(reported.started.first)
          #expect(reported == CueChanges(started: [cue]))
          #expect((cue.animation, cue.startMs, cue.ending) == (.a4, 6000, .suppressed(6000, .alreadyCelebrated)))
          #expect(cue.trigger.fact == .revisited && cue.trigger.atMs == 6000)
        }
        #expect(try trace.receive(.revisited(questionIndex: 4), atMs: 6000) == CueChanges())
        #expect(try trace.receive(.revisited(questionIndex: 4), atMs: 6001).started.count == 1)
        #expect(trace.faults.isEmpty)
      }
    }
  }
}

@Suite struct `A particle` {
  private static let burst = Burst(
    intensity: .max, screen: ScreenSize(width: 800, height: 1000), seed: 42, startMs: 300)

  @Test func `starts below the bottom edge and never rises above the screen`() {
    var highest = Double.infinity
    for index in 0..<Self.burst.count {
      let start = Self.burst.particle(index, atMs: 0)
      #expect((0...800).contains(start.x) && start.y == 1008 && start.rotationDegrees == 0 && start.opacity == 0)
      let path = stride(from: 300.0, through: 3700, by: 10).map { Self.burst.particle(index, atMs: $0) }
      highest = min(highest, path.map(\.y).min() ?? 0)
      let last = Self.burst.particle(index, atMs: 3700)
      #expect(last.opacity == 0)
      // Gravity alone: the second difference of a parabola during flight.
      let flying = [1000.0, 1100, 1200].map { Self.burst.particle(index, atMs: $0) }
      #expect(abs(flying[2].y - 2 * flying[1].y + flying[0].y - 1600 * 0.01) < 1e-6)
      #expect(abs(flying[2].x - 2 * flying[1].x + flying[0].x) < 1e-6)
      #expect(abs(flying[1].rotationDegrees - flying[0].rotationDegrees) <= 54)
      let (rise, drift) = (flying[0].y - start.y, flying[0].x - start.x)
      #expect(rise < 0 && abs(drift) < 800)
    }
    #expect(highest > 0 && highest < 500)
  }

  @Test func `is opaque for 65 percent of its life, then fades evenly`() {
    for index in 0..<Self.burst.count {
      let opacities = (0...3800).map { Self.burst.particle(index, atMs: Double($0)).opacity }
      let first = opacities.firstIndex { $0 > 0 } ?? 0
      #expect((300...701).contains(first))
      #expect(opacities[first...(first + 1948)].allSatisfy { $0 == 1 })
      #expect(abs(opacities[first + 1950 + 525] - 0.5) < 0.002)
      #expect(opacities[(first + 3000)...].allSatisfy { $0 == 0 })
    }
  }

  @Test func `depends only on its seed`() {
    func particles(seed: UInt64) -> [Particle] {
      let burst = Burst(intensity: .standard, screen: ScreenSize(), seed: seed)
      return (0..<burst.count).map { burst.particle($0, atMs: 800) }
    }
    #expect(particles(seed: 1) == particles(seed: 1))
    #expect(Set(particles(seed: 1) + particles(seed: 2)).count == 160)
  }

  @Test func `moves the same singly and in bulk`() {
    var burst = Burst(intensity: .medium, screen: ScreenSize(), seed: 3, startMs: 1000)
    burst.fadeStartMs = 3000
    let flight = PrecomputedBurst(burst)
    var particles: [Particle] = []
    for atMs in stride(from: 900.0, through: 4200, by: 33) {
      flight.sample(atMs: atMs, into: &particles)
      #expect(particles == (0..<120).map { burst.particle($0, atMs: atMs) })
    }
  }

  @Test func `uses the generator that its name states`() {
    // The reference implementation's first three numbers for the seed 1234567.
    var random = SplitMix64(seed: 1_234_567)
    #expect(
      [random.next(), random.next(), random.next()]
        == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
    var skipped = SplitMix64(seed: 1_234_567, skipping: 2)
    #expect(skipped.next() == 9_817_491_932_198_370_423)
  }
}
