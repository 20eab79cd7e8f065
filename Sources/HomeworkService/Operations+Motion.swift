import HomeworkJSON
import HomeworkMotion
import HomeworkRPC
import HomeworkScenarios

extension Operations {
  private static let animation = Parameter.required("animation", .string, "its name, such as A1 or ncdb.buttonPress")
  private static let motionPreference = Parameter.optional(
    "motion", .oneOf(MotionPreference.allCases.map(\.rawValue)), "full unless given")

  static let motion: [Operation] = [
    Operation(
      "motion.list", "The catalogue: every animation of the five documents.",
      [.optional("profile", .oneOf(ProfileName.allCases.map(\.rawValue)), "only of this profile")],
      gives: .object(
        ["items": .array(.shape("Animation")), "tokens": .array(.shape("MotionToken"))], required: ["items", "tokens"])
    ) { parameters, _ in
      let profile = parameters.string("profile").flatMap(ProfileName.init)
      let entries = profile.map(Catalogue.entries(of:)) ?? Catalogue.entries
      let tokens = Catalogue.tokens.filter { profile == nil || $0.profile == profile }
      return ["items": .array(entries.map(\.json)), "tokens": .array(tokens.map(\.json))]
    },
    Operation("motion.get", "One animation.", [animation], gives: .shape("Animation")) { parameters, _ in
      try entry(parameters).json
    },
    Operation(
      "motion.timeline", "An animation at every moment.",
      [
        animation, motionPreference, .optional("everyMs", .integer, "between two samples, 1 to 60000; 16 unless given"),
      ],
      gives: .shape("MotionTimeline")
    ) { parameters, _ in
      let entry = try entry(parameters)
      let motion = parameters.string("motion").flatMap(MotionPreference.init) ?? .full
      let everyMs = parameters.int("everyMs") ?? 16
      guard (1...60_000).contains(everyMs) else {
        throw RPCError.fault("everyMs", "must be between 1 and 60000, is \(everyMs)")
      }
      return entry.timelineJSON(motion: motion, everyMs: everyMs)
    },
    Operation(
      "motion.particles", "Every particle of a confetti burst at one moment.",
      [
        .required("intensity", .oneOf(Intensity.allCases.map(\.rawValue)), "how much"),
        .optional("screen", Schemas.screen, "its size in points; 390 by 844 unless given"),
        .optional("seed", .integer, "of the burst, from 0; 0 unless given"),
        .required("atMs", .number, "from the start of the burst"),
      ],
      gives: .object(
        [
          "count": .integer, "durationMs": .integer,
          "particles": .array(
            .object(
              ["x": .number, "y": .number, "rotationDegrees": .number, "opacity": .number],
              required: ["x", "y", "rotationDegrees", "opacity"])),
        ], required: ["count", "durationMs", "particles"])
    ) { parameters, _ in
      let screen = try parameters.screen ?? Screen()
      let seed = UInt64(exactly: parameters.int("seed") ?? 0)
      guard let seed else { throw RPCError.fault("seed", "must be a whole number from 0") }
      let burst = Burst(
        intensity: parameters.string("intensity").flatMap(Intensity.init) ?? .standard, screen: screen, seed: seed)
      let atMs = parameters["atMs"]?.number ?? 0
      guard (0...Double(Session.latestMs)).contains(atMs) else {
        throw RPCError.fault("atMs", "must be between 0 and \(Session.latestMs)")
      }
      var particles: [Particle] = []
      Flight(burst).sample(atMs: atMs, into: &particles)
      return [
        "count": .int(Int64(burst.count)), "durationMs": .int(Int64(burst.intensity.durationMs)),
        "particles": .array(
          particles.map {
            [
              "x": .double($0.x), "y": .double($0.y), "rotationDegrees": .double($0.rotationDegrees),
              "opacity": .double($0.opacity),
            ]
          }),
      ]
    },
    Operation(
      "motion.lint", "Contradictions in the catalogue, and between it and its documents.",
      gives: .object(["findings": .array(.shape("MotionFinding"))], required: ["findings"])
    ) { _, _ in
      ["findings": .array(Lint.findings().map(\.json))]
    },
  ]

  private static func entry(_ parameters: Parameters) throws(RPCError) -> AnimationSpec {
    let word = parameters.string("animation") ?? ""
    do throws(SessionError) { return try Catalogue.entry(named: word) } catch {
      let meant = suggestion(for: word, among: AnimationName.allCases.map(\.rawValue))
      throw RPCError(
        .notFound, "no animation \"\(word)\": " + (meant.map { "did you mean \($0)?" } ?? "motion list has all of them")
      )
    }
  }
}

extension Parameters {
  /// `nil` where none is given.
  var screen: Screen? {
    get throws(RPCError) {
      guard let given = self["screen"] else { return nil }
      let screen = Screen(width: given["width"]?.number ?? 0, height: given["height"]?.number ?? 0)
      guard screen.hasSize else { throw .fault("screen", "needs a width and a height above 0") }
      return screen
    }
  }
}
