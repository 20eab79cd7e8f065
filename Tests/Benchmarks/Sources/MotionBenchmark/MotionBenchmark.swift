import CLimit
import HomeworkModel
import HomeworkMotion
import Measure

/// The number of facts that a session processes per second, and the time to draw a burst of confetti.
@main
enum MotionBenchmark {
  static func main() throws {
    // Measure this first: a process reads a design only once.
    let read = reading()
    try report("HomeworkMotion", [read] + facts() + bursts())
  }

  /// Measures reading the five designs; a program that needs none, such as `hwdb --help`, reads none.
  private static func reading() -> Figure {
    let start = ContinuousClock.now
    precondition(Catalogue.all.entries.count > 80)
    let elapsed = start.duration(to: .now)
    return Figure("the five designs, read from their files", elapsed / .milliseconds(1), "ms", goal: .atMost(2))
  }

  /// A player of attempts with ten questions, one after another in one session: ten answers, a finish and the next
  /// start are twelve facts.
  private struct Player {
    static let questions = 10
    static let factsOfAttempt = questions + 2
    let attempt = Attempt(
      id: Identifier("00000000-0000-7000-8000-000000000001")!,
      homeworkId: Identifier(
        "00000000-0000-7000-8000-000000000002")!, quizId: Identifier("00000000-0000-7000-8000-000000000003")!,
      learnerId: Identifier("00000000-0000-7000-8000-000000000004")!,
      questionCount: questions, startedAt: Timestamp(millisecondsSince1970: 0))
    var session: Session
    var atMs = 0
    var cues = 0

    init(_ catalogue: Catalogue = .mcqStreak) {
      session = Session(resuming: nil, environment: SessionEnvironment(catalogue: catalogue), atMs: 0)
    }

    mutating func play(attempts: Int) throws {
      for _ in 0..<attempts {
        try send(.started(attempt))
        for index in 0..<Self.questions {
          atMs += 700
          try send(
            .settled(SettledAnswer(questionIndex: index, outcome: index == 2 ? .wrong : .correct, movesStreak: true)))
        }
        try send(.finished(starsEarned: 3, starsTotal: 3))
      }
    }

    private mutating func send(_ event: SessionEvent) throws {
      cues += try session.receive(event, atMs: atMs).started.count
    }
  }

  private static func facts() throws -> [Figure] {
    let attempts = 20_000
    let count = Double(attempts * Player.factsOfAttempt)
    var players = [Player(), Player(.all)]
    var positions = 0
    let times = try alternate(
      rounds: 9,
      [
        { try players[0].play(attempts: attempts) }, { try players[1].play(attempts: attempts / 10) },
        {
          var streak = Streak()
          for index in 0..<(attempts * Player.questions) {
            positions &+= streak.settle(index % 10 == 2 ? .wrong : .correct, movesStreak: true) ?? 0
          }
        },
      ])
    precondition(players[0].cues > 0 && positions > 0)
    let before = heap_bytes()
    try players[0].play(attempts: attempts)
    let grown = Double(heap_bytes() - before)
    let limit = count / times[2].seconds
    return [
      Figure(
        "facts through a session, mcq-streak", count / times[0].seconds, "op/s", goal: .atLeast(1_000_000)),
      Figure(
        "facts through a session, mcq-streak", count / times[0].seconds, "op/s",
        against: ("the streak alone", limit)),
      Figure("facts through a session, all five profiles", count / 10 / times[1].seconds, "op/s"),
      Figure("heap that \(Int(count)) facts more leave behind", grown, "B", goal: .atMost(1000)),
    ]
  }

  private static func bursts() throws -> [Figure] {
    let flight = PrecomputedBurst(Burst(intensity: .max, screen: ScreenSize(width: 1024, height: 1366), seed: 42))
    precondition(flight.burst.count == 400)
    var particles: [Particle] = []
    flight.sample(atMs: 0, into: &particles)
    var sum = 0.0
    let frames = 10_000
    let before = heap_bytes()
    let times = try alternate(
      rounds: 9,
      [
        {
          for frame in 0..<frames {
            flight.sample(atMs: Double(frame % 3400), into: &particles)
            sum += particles[frame % 400].y
          }
        }
      ])
    precondition(sum.isFinite)
    return [
      Figure(
        "a burst of 400 particles at one moment", times[0].seconds / Double(frames) * 1e6, "µs", goal: .atMost(10)),
      Figure("heap that \(frames * 10) frames leave behind", Double(heap_bytes() - before), "B", goal: .atMost(1000)),
    ]
  }
}
