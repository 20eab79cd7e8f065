import HomeworkAPI
import HomeworkCommandLine
import HomeworkJSON

extension CommandTable {
  static let motion: [Command] = [
    Command(
      "motion list", "", 0...0,
      options: [
        Option(
          "profile", "PROFILE", "only of this one",
          choices: ["mcq-streak", "homework", "offload", "ncdb", "diet"])
      ],
      "lists every animation of the five documents", example: "hwdb motion list --profile ncdb"
    ) { invocation in
      let catalogue = try Backend(invocation)(Methods.motionList, try invocation.word("profile", as: "profile"))
      Output.show(catalogue, as: Methods.motionList.result, invocation, isAskedFor: true) {
        TextOutput.animations($0, invocation.screen)
      }
    },
    Command(
      "motion show", "NAME", 1...1,
      options: [
        Option("motion", "MOTION", "full (unless given) or reduced", choices: ["full", "reduced"]),
        Option("every", "MS", "with --json, between two samples; 16 by default"),
      ],
      "draws an animation as bars over milliseconds; with --json, samples of it", example: "hwdb motion show A1"
    ) { invocation in
      let sampling = TimelineSampling(
        animation: invocation.operands[0], motion: try invocation.word("motion", as: "motion"),
        everyMs: try invocation.milliseconds("every"))
      let backend = try Backend(invocation)
      let entry = try backend(Methods.motionGet, invocation.operands[0])
      let timeline = try backend(Methods.motionTimeline, sampling)
      Output.show(
        ShownAnimation(entry: entry, timeline: timeline), as: ShownAnimation.shape, invocation, isAskedFor: true
      ) {
        TextOutput.timeline(of: $0.entry, $0.timeline, invocation.screen)
      }
    },
    Command(
      "motion lint", "", 0...0, "reports where the documents contradict themselves",
      example: "hwdb motion lint"
    ) { invocation in
      let findings = try Backend(invocation)(Methods.motionLint)
      Output.show(findings, as: Methods.motionLint.result, invocation, isAskedFor: true) { findings in
        findings.isEmpty ? "No contradictions\n" : findings.map(TextOutput.motionFinding).joined()
      }
    },
  ]

  /// An animation with its timeline beside the members that it has in the protocol.
  private struct ShownAnimation: Sendable {
    let entry: CatalogueAnimation
    let timeline: MotionTimeline

    static let shape = Shape<Self>(
      .any,
      put: { shown, writer in
        guard let entry = try? Shapes.animation.text(of: shown.entry).value,
          let timeline = try? Shapes.motionTimeline.text(of: shown.timeline).value
        else { return }  // our own text is JSON
        writer.write(entry.with("timeline", timeline))
      },
      take: { json in
        Self(
          entry: try Shapes.animation.read(json),
          timeline: try Shapes.motionTimeline.read(json["timeline"] ?? .null))
      })
  }
}

extension Invocation {
  /// `16`, or `16ms`.
  fileprivate func milliseconds(_ name: String) throws(CommandFailure) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text.hasSuffix("ms") ? String(text.dropLast(2)) : text) else {
      throw .usage("--\(name) \(text) is not a time: write --\(name) 16ms")
    }
    return number
  }
}
