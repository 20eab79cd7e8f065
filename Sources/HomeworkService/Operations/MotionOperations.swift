import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkRPC

extension Operations {
  static let motion: [Operation] = [
    Operation(Methods.motionList) { profile, _ in
      let entries = profile.map(Catalogue.entries(of:)) ?? Catalogue.entries
      let tokens = Catalogue.tokens.filter { profile == nil || $0.profile == profile }
      return AnimationCatalogue(items: entries.map(CatalogueAnimation.init), tokens: tokens.map(MotionToken.init))
    },
    Operation(Methods.motionGet) { name, _ in CatalogueAnimation(try entry(name)) },
    Operation(Methods.motionTimeline) { sampling, _ in
      let entry = try entry(sampling.animation)
      let everyMs = sampling.everyMs ?? 16
      guard (1...60_000).contains(everyMs) else {
        throw RPCError.fault("everyMs", "must be between 1 and 60000, is \(everyMs)")
      }
      return MotionTimeline(entry, motion: sampling.motion ?? .full, everyMs: everyMs)
    },
    Operation(Methods.motionParticles) { sampling, _ in
      let screen = try checked(sampling.screen) ?? Screen()
      let seed = UInt64(exactly: sampling.seed ?? 0)
      guard let seed else { throw RPCError.fault("seed", "must be a whole number from 0") }
      let burst = Burst(intensity: sampling.intensity, screen: screen, seed: seed)
      guard (0...Double(Session.latestMs)).contains(sampling.atMs) else {
        throw RPCError.fault("atMs", "must be between 0 and \(Session.latestMs)")
      }
      var particles: [Particle] = []
      Flight(burst).sample(atMs: sampling.atMs, into: &particles)
      return ParticleSample(count: burst.count, durationMs: burst.intensity.durationMs, particles: particles)
    },
    Operation(Methods.motionLint) { _, _ in Lint.findings().map(MotionFinding.init) },
  ]

  private static func entry(_ word: String) throws(RPCError) -> AnimationSpec {
    do throws(SessionError) { return try Catalogue.entry(named: word) } catch {
      let meant = suggestion(for: word, among: AnimationName.allCases.map(\.rawValue))
      throw RPCError(
        .notFound, "no animation \"\(word)\": " + (meant.map { "did you mean \($0)?" } ?? "motion list has all of them")
      )
    }
  }

  /// `nil` where none is given.
  static func checked(_ screen: Screen?) throws(RPCError) -> Screen? {
    guard let screen, !screen.hasSize else { return screen }
    throw .fault("screen", "needs a width and a height above 0")
  }
}
