import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkService

extension CommandTable {
  static let motion: [Command] = [
    Command(
      "motion list", "", 0...0, options: [.profile, .animations],
      "lists the animations of the five designs, or of your files",
      example: "hwdb motion list --profile ncdb"
    ) { invocation in
      let catalogue = try Backend(invocation)(Methods.motionList, try invocation.choice)
      Output.show(catalogue, as: Methods.motionList.result, invocation, isAskedFor: true) {
        TextOutput.animations($0, invocation.outputStyle)
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
      let animation = try inProcess { try Operations.animation(invocation.operands[0], files) }
      let motion: MotionPreference = try invocation.word("motion", as: "motion") ?? .full
      let entry = CatalogueAnimation(animation)
      guard invocation.has("json") else {
        return Output.write(TextOutput.timeline(of: entry, MotionTimeline(animation, motion), invocation.outputStyle))
      }
      let timeline = MotionTimeline(animation, motion, everyMs: try invocation.sampling(of: animation, motion))
      let text = Shapes.animation.text(of: entry).with("timeline", Shapes.motionTimeline.text(of: timeline))
      Output.write(text.text + "\n")
    },
    Command(
      "motion check", "FILE…", 1...Int.max, "checks files of animations and names each mistake by its JSON path",
      example: "hwdb motion check Examples/animations/celebrations.tokens.json"
    ) { invocation in
      let names = try CommandFailure.gathered(invocation.operands) { path in
        let files = try InputFile.animations([path])
        return try inProcess { try Operations.catalogue([], files).names.map(\.rawValue) }
      }.flatMap(\.self)
      let read = Shape<[String]>.object([]) { Field("animations", \.self, .array(.string), "Their names.") }
      Output.show(names, as: read, invocation) { "\($0.count.counted("animation")) read\n" }
    },
    Command(
      "motion schema", "", 0...0, "prints the JSON Schema of animation files",
      example: "hwdb motion schema"
    ) { _ in Output.write(AnimationFile.schema) },
    Command(
      "motion export", "PROFILE", 1...1, "prints the file of a built-in design, as a template",
      example: "hwdb motion export offload"
    ) { invocation in
      let word = invocation.operands[0]
      guard let text = BuiltInDesign.text(of: ProfileName(rawValue: word)) else {
        let names = ProfileName.designs.map(\.rawValue)
        let hint = suggestion(for: word, among: names).map { "did you mean \($0)?" }
        throw CommandFailure.usage(
          "\"\(word)\" is not a design: " + (hint ?? "write one of \(names.joined(separator: ", "))"))
      }
      Output.write(text)
    },
  ]

  /// Runs a function of the service that needs neither a database nor a daemon.
  private static func inProcess<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as RPCError { throw CommandFailure.refused(error) }
  }
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

  /// Returns the time between two samples, written as `16` or `16ms`.
  fileprivate func sampling(of animation: AnimationSpec, _ motion: MotionPreference) throws(CommandFailure) -> Int {
    let text = value("every") ?? "16ms"
    guard let everyMs = Int(text.hasSuffix("ms") ? String(text.dropLast(2)) : text), (1...60_000).contains(everyMs)
    else {
      throw .usage("--every \(text) is not a time from 1 to 60000 ms: write --every 16ms")
    }
    let lengthMs = animation.variants.map { animation.visibleMs(of: $0, motion: motion) }.reduce(0, +)
    let count = lengthMs / everyMs
    guard count <= 100_000 else {
      throw .usage(
        "--every \(everyMs)ms gives \(count) samples, more than 100000: write --every \(lengthMs / 100_000 + 1)ms")
    }
    return everyMs
  }
}
