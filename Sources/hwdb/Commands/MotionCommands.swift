import HomeworkAPI
import HomeworkModel
import HomeworkMotion

extension CommandTable {
  static let motion: [Command] = [
    Command(
      "motion list", "", 0...0, options: [.profile, .animations],
      "lists the animations of the five designs, or of your files",
      example: "hwdb motion list --profile ncdb"
    ) { invocation in
      let catalogue = try Backend(invocation)(Methods.motionList, try invocation.choice)
      Output.show(catalogue, as: Methods.motionList.result, invocation, isAskedFor: true) {
        TextOutput.animations($0, invocation.screen)
      }
    },
    Command(
      "motion show", "NAME", 1...1,
      options: [
        .animations,
        Option("motion", "MOTION", "full (unless given) or reduced", choices: ["full", "reduced"]),
        Option("every", "MS", "with --json, the time between two samples; 16 by default"),
      ],
      "draws an animation as bars over milliseconds; with --json, samples of it", example: "hwdb motion show A1"
    ) { invocation in
      let files = try InputFile.animations(invocation.values("animations"))
      let sampling = try TimelineSampling {
        ($0.animation, $0.motion) = (invocation.operands[0], try invocation.word("motion", as: "motion"))
        ($0.everyMs, $0.animations) = (try invocation.milliseconds("every"), files)
      }
      let backend = try Backend(invocation)
      let entry = try backend(
        Methods.motionGet,
        AnimationLookup {
          ($0.animation, $0.animations) = (invocation.operands[0], files)
        })
      let timeline = try backend(Methods.motionTimeline, sampling)
      Output.show(
        ShownAnimation(entry, timeline), as: Shapes.shownAnimation, invocation, isAskedFor: true
      ) {
        TextOutput.timeline(of: $0.entry, $0.timeline, invocation.screen)
      }
    },
    Command(
      "motion lint", "[FILE…]", 0...Int.max, options: [.profile, .animations],
      "reports contradictions in designs, and everything that was inferred", example: "hwdb motion lint"
    ) { invocation in
      let findings = try Backend(invocation)(Methods.motionLint, try invocation.choice)
      Output.show(findings, as: Methods.motionLint.result, invocation, isAskedFor: true) { findings in
        findings.isEmpty ? "No contradictions\n" : findings.map(TextOutput.motionFinding).joined()
      }
    },
    Command(
      "motion check", "FILE…", 1...Int.max, "checks files of animations and names each mistake by its JSON path",
      example: "hwdb motion check Examples/animations/celebrations.tokens.json"
    ) { invocation in
      let backend = try Backend(invocation)
      let checked = try CommandFailure.gathered(invocation.operands) { path in
        try backend(Methods.motionCheck, InputFile.animations([path])[0])
      }
      let all = CheckedAnimations.all(checked)
      Output.show(all, as: Methods.motionCheck.result, invocation) { all in
        all.findings.map(TextOutput.motionFinding).joined()
          + "\(all.animations.count.counted("animation")) read\n"
      }
    },
    Command(
      "motion schema", "", 0...0, "prints the JSON Schema of animation files",
      example: "hwdb motion schema"
    ) { invocation in
      let schema = try Backend(invocation)(Methods.motionSchema)
      Output.write(JSONText(schema).text + "\n")
    },
    Command(
      "motion export", "[PROFILE]", 0...1,
      options: [
        .animations,
        Option("format", "FORMAT", "tokens (by default), or css", choices: ["tokens", "css"]),
      ],
      "prints a built-in design, or your own file, as design tokens or CSS",
      example: "hwdb motion export offload --format css"
    ) { invocation in
      let files = try InputFile.animations(invocation.values("animations"))
      guard !invocation.operands.isEmpty || !files.isEmpty else {
        throw CommandFailure.usage(
          "PROFILE is missing: write one of \(ProfileName.designs.map(\.rawValue).joined(separator: ", ")), "
            + "or --animations FILE"
        )
      }
      let text = try Backend(invocation)(
        Methods.motionExport,
        try AnimationExport {
          ($0.profile, $0.animations) = (invocation.operands.first.map { ProfileName(rawValue: $0) }, files)
          $0.format = try invocation.word("format", as: "format") ?? .tokens
        })
      Output.write(text)
    },
  ]
}

extension Invocation {
  /// The design and files named by options.
  fileprivate var choice: AnimationChoice {
    get throws(CommandFailure) {
      var choice = AnimationChoice()
      choice.profile = value("profile").map { ProfileName(rawValue: $0) }
      choice.animations = try InputFile.animations(values("animations") + operands)
      return choice
    }
  }

  /// Parses `16` or `16ms`.
  fileprivate func milliseconds(_ name: String) throws(CommandFailure) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text.hasSuffix("ms") ? String(text.dropLast(2)) : text) else {
      throw .usage("--\(name) \(text) is not a time: write --\(name) 16ms")
    }
    return number
  }
}
