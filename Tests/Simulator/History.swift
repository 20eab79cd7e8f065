import HomeworkModel
import HomeworkSystem

/// A sequence of steps in a world of its own, and what became of it.
struct History {
  struct Options {
    var steps = 120, copies = 0, only: Set<Verb> = [], isDiskFailing: Bool?
    /// How often one verb took effect after another one in earlier histories.
    var pairs: [String: Int] = [:]
    /// The address of a PostgreSQL database; `nil` for files.
    var server: String?
    /// Whether SIGKILL ends the process within the step that has it as its fault.
    var isTwin = false
  }

  private(set) var steps: [Step] = []
  private(set) var finding: Finding?
  /// The verbs that took effect, in order.
  private(set) var effects: [Verb] = []

  /// What a finding is known by: its sentence, what it is about, which steps were there before that often are to blame,
  /// and the kind of the last one.
  var kind: String {
    let causes = [Verb.delete, .undo, .import, .restore, .erase, .regrade].filter { verb in
      effects.contains(verb) || verb == .undo && effects.contains(.undoDeletion)
    }
    let after = causes.isEmpty ? "-" : causes.map(\.rawValue).joined(separator: " ")
    return "\(finding?.sentence.rawValue ?? "") / \(finding?.topic ?? "") / \(after) / \(steps.last?.kinds ?? "")"
  }

  /// Draws a history from a seed.
  init(seed: UInt64, _ options: Options, in directory: String) throws {
    var generator = Generator(seed: seed, only: options.only, pairs: options.pairs, isServed: options.server != nil)
    let copies = options.copies > 0 ? options.copies : [1, 2, 2, 2, 3, 3][generator.below(6)]
    let isFailing = options.isDiskFailing ?? (generator.below(2) == 0)
    let world = try SimulatedWorld(copies: copies, hasFaults: isFailing, server: options.server, in: directory)
    defer { world.end() }
    for _ in 0..<options.steps {
      let step = generator.step(in: world)
      guard perform(step, in: world) else { return }
      let copy = world.copies[step.copy]
      copy.unseen += 1
      if copy.unseen == 20, !hold({ try world.lookAtEverything(of: copy, copies: true) }) { return }
    }
    conclude(world)
  }

  /// Repeats a history.
  init(replaying steps: [Step], _ options: Options = Options(), in directory: String) throws {
    let copies = steps.flatMap { step in [step.copy] + step.acts.compactMap(\.other) }.max() ?? 0
    let world = try SimulatedWorld(
      copies: max(options.copies, copies + 1), hasFaults: true, server: options.server, in: directory)
    defer { world.end() }
    world.isTwin = options.isTwin
    for step in steps { guard perform(step, in: world) else { return } }
    conclude(world)
  }

  private mutating func perform(_ step: Step, in world: SimulatedWorld) -> Bool {
    Simulation.say(step.text)
    steps.append(step)
    defer { effects = world.effects }
    return hold { try world.perform(step) }
  }

  private mutating func hold(_ body: () throws -> Void) -> Bool {
    do { try body() } catch { finding = error as? Finding ?? Finding(.reply, "\(error)") }
    return finding == nil
  }

  /// Has all copies exchange everything, and looks at all of them.
  private mutating func conclude(_ world: SimulatedWorld) {
    for (one, other) in [(0, 1), (1, 2), (0, 2), (0, 1)] where other < world.copies.count {
      let act = Act(verb: .sync, arguments: ["with": Step.names[other]])
      guard perform(Step(copy: one, acts: [act]), in: world) else { return }
    }
    // They are equal now, so one of them is backed up and exported.
    let chosen = effects.count % world.copies.count
    for copy in world.copies {
      guard hold({ try world.lookAtEverything(of: copy, copies: copy.number == chosen) }) else { return }
    }
  }
}

// MARK: Shrinking

/// Shortens a history until nothing can be left out.
struct Shrinker {
  /// Returns the kind of finding that a history has, run in a process of its own.
  let kind: ([Step]) -> String?
  /// The most histories to try.
  var triesLeft = 400

  mutating func shrink(_ steps: [Step], of wanted: String) -> [Step] {
    var (steps, size) = (steps, max(1, steps.count / 2))
    while size > 0 {
      for start in stride(from: steps.count - size, to: -size, by: -size) {
        var fewer = steps
        fewer.removeSubrange(max(0, start)..<min(start + size, steps.count))
        if breaks(fewer, wanted) { steps = fewer }
      }
      size /= 2
    }
    var isShorter = true
    while isShorter {
      isShorter = false
      for index in steps.indices.reversed() where index < steps.count {
        let changed = Self.simpler(steps[index]).lazy.map { Array(steps[..<index]) + $0 + steps[(index + 1)...] }
        guard let found = changed.first(where: { breaks($0, wanted) }) else { continue }
        (steps, isShorter) = (found, true)
      }
    }
    return steps
  }

  private mutating func breaks(_ steps: [Step], _ wanted: String) -> Bool {
    triesLeft -= 1
    guard triesLeft > 0, !steps.isEmpty, let found = kind(steps) else { return false }
    return SimulationReport.essence(found, 2) == SimulationReport.essence(wanted, 2)
  }

  /// Simpler forms of a step, of which the first is none at all.
  private static func simpler(_ step: Step) -> [[Step]] {
    var found: [Step] = []
    func add(_ change: (inout Step) -> Void) {
      var changed = step
      change(&changed)
      found.append(changed)
    }
    for index in step.acts.indices where step.acts.count > 1 { add { $0.acts.remove(at: index) } }
    if step.copy > 0, step.acts.allSatisfy({ $0.other != step.copy - 1 }) { add { $0.copy -= 1 } }
    for (index, act) in step.acts.enumerated() {
      for parameter in act.verb.parameters + Parameter.common where act.has(parameter.name) && parameter.isOptional {
        add { $0.acts[index].arguments[parameter.name] = nil }
      }
      guard let questions = act["quiz"]?.split(separator: ","), questions.count > 1 else { continue }
      add { $0.acts[index].arguments["quiz"] = questions.dropLast().joined(separator: ",") }
    }
    return [[]] + found.map { [$0] }
  }
}
