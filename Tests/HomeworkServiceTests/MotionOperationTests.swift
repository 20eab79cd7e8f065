import HomeworkJSON
import HomeworkMotion
import HomeworkRPC
import HomeworkService
import Testing

@Suite struct `The motion methods` {
  private let bench: Bench

  init() throws {
    bench = try Bench()
  }

  @Test func `refuse what is not there, naming what was meant`() {
    for (method, params, name, words) in [
      ("motion.get", ["animation": "achievmentUnlock"], .notFound, "did you mean achievementUnlock?"),
      ("motion.timeline", ["animation": ""], .notFound, "motion list has all of them"),
      ("motion.timeline", ["animation": "A1", "everyMs": 0], .invalidParams, "everyMs"),
      ("motion.timeline", ["animation": "A1", "motion": "none"], .invalidParams, "full, reduced"),
      ("motion.list", ["profile": "mcq"], .invalidParams, "mcq-streak"),
      ("motion.particles", ["intensity": "max", "atMs": 0, "seed": -1], .invalidParams, "seed"),
      ("motion.particles", ["intensity": "max", "atMs": .double(1e308)], .invalidParams, "atMs"),
      ("motion.particles", ["intensity": "max", "atMs": -1], .invalidParams, "atMs"),
      (
        "motion.particles", ["intensity": "max", "atMs": 0, "screen": ["width": 0, "height": 9]], .invalidParams,
        "above 0"
      ),
    ] as [(String, JSONValue, RPCError.Name, String)] {
      let refusal = bench.refusal(of: method, params)
      #expect(refusal?.name == name && refusal?.message.contains(words) == true, "\(method): \(refusal?.message ?? "")")
    }
  }

  @Test func `give the particles of the burst itself`() throws {
    let result = try bench.call("motion.particles", ["intensity": "standard", "atMs": .double(812.5), "seed": 9])
    let burst = Burst(intensity: .standard, screen: Screen(), seed: 9)
    let particles = try #require(result["particles"]?.array)
    #expect(particles.count == 80)
    for (index, particle) in particles.enumerated() {
      #expect(particle["x"]?.number == burst.particle(index, atMs: 812.5).x)
      #expect(particle["opacity"]?.number == burst.particle(index, atMs: 812.5).opacity)
    }
  }
}
