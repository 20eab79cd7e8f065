import HomeworkAPI
import HomeworkModel
import HomeworkMotion

extension Operations {
  static let motion: [Operation] = [
    Operation(Methods.motionList) { choice, _ in
      let catalogue = try catalogue(choice)
      return AnimationCatalogue(
        items: catalogue.entries.map(CatalogueAnimation.init), tokens: catalogue.tokens.map(MotionToken.init))
    },
    Operation(Methods.motionGet) { lookup, _ in CatalogueAnimation(try entry(lookup.animation, lookup.animations)) },
    Operation(Methods.motionTimeline) { sampling, _ in
      let entry = try entry(sampling.animation, sampling.animations)
      let everyMs = sampling.everyMs ?? 16
      guard (1...60_000).contains(everyMs) else {
        throw RPCError.fault("everyMs", "must be between 1 and 60000, not \(everyMs)")
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
    Operation(Methods.motionLint) { choice, _ in
      Lint.findings(in: try catalogue(choice)).map(MotionFinding.init)
    },
    Operation(Methods.motionCheck) { file, _ in
      let catalogue = try catalogue(AnimationChoice { $0.animations = [file] })
      return CheckedAnimations(
        animations: catalogue.names, findings: catalogue.findings.map(MotionFinding.init))
    },
    Operation(Methods.motionSchema) { _, _ in try JSONValue(parsing: AnimationFile.schema.utf8) },
    Operation(Methods.motionExport) { export, _ in
      let choice = AnimationChoice { ($0.profile, $0.animations) = (export.profile, export.animations) }
      let catalogue = try catalogue(choice)
      switch export.format {
      case .css: return CSSExport.text(of: catalogue.entries)
      case .tokens:
        if let file = export.animations.first, export.animations.count == 1, export.profile == nil { return file.text }
        guard let profile = export.profile, export.animations.isEmpty, let text = BuiltInDesign.text(of: profile) else {
          throw RPCError.fault("profile", "a file of tokens has one design or one file: give only one")
        }
        return text
      }
    },
  ]

  /// Returns all five designs if neither a design nor a file is named.
  private static func catalogue(_ choice: AnimationChoice) throws(RPCError) -> Catalogue {
    guard choice.profile != nil || !choice.animations.isEmpty else { return .all }
    return try catalogue(choice.profile.map { [$0] } ?? [], choice.animations)
  }

  /// Returns the catalogue of designs, by name, and animation files.
  static func catalogue(_ profiles: [ProfileName], _ files: [AnimationFile]) throws(RPCError) -> Catalogue {
    do { return try Catalogue(profiles: profiles, files: files) } catch {
      if let mistakes = error as? AnimationMistakes { throw RPCError(mistakes) }
      throw (error as? SessionError).map { RPCError($0) } ?? RPCError(.internal, "\(error)")
    }
  }

  private static func entry(_ word: String, _ files: [AnimationFile]) throws(RPCError) -> AnimationSpec {
    let catalogue = try catalogue(AnimationChoice { $0.animations = files })
    if let entry = catalogue[word] { return entry }
    let meant = suggestion(for: word, among: catalogue.names.map(\.rawValue))
    throw RPCError(
      .notFound,
      "no animation \"\(excerpt(word))\": " + (meant.map { "did you mean \($0)?" } ?? "motion list shows all of them")
    )
  }

  /// Returns the screen, if given, after checking its size.
  static func checked(_ screen: Screen?) throws(RPCError) -> Screen? {
    guard let screen, !screen.hasSize else { return screen }
    throw .fault("screen", "needs a width and a height above 0")
  }
}
