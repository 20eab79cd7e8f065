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
    /// The disk operation of the last step at which SIGKILL ends the process.
    var killedAt: Int?
    /// Called with each step before it is performed, so that a process that dies leaves its history.
    var journal: (Step) -> Void = { _ in }
  }

  private(set) var steps: [Step] = []
  private(set) var finding: Finding?
  /// The verbs that took effect, in order.
  private(set) var effects: [Verb] = []

  /// How often one verb took effect after another one.
  var pairs: [String: Int] {
    Dictionary(zip(effects, effects.dropFirst()).map { ("\($0) \($1)", 1) }) { $0 + $1 }
  }

  /// What a finding is known by: its sentence, what it is about, which steps were there before that often are to blame,
  /// and the kind of the last one.
  var kind: String? {
    guard let finding, let last = steps.last else { return nil }
    let causes = [Verb.delete, .undo, .import, .restore, .erase, .regrade].filter { verb in
      verb == .undo ? effects.contains(.undo) || effects.contains(.undoDeletion) : effects.contains(verb)
    }
    let after = causes.isEmpty ? "-" : causes.map(\.rawValue).joined(separator: " ")
    return "\(finding.sentence.rawValue) / \(finding.topic) / \(after) / \(last.kinds)"
  }

  /// Draws a history from a seed.
  init(seed: UInt64, _ options: Options, in directory: String) throws {
    var generator = Generator(seed: seed, only: options.only, pairs: options.pairs, isServed: options.server != nil)
    let copies = options.copies > 0 ? options.copies : 1 + generator.below(3)
    let isFailing = options.isDiskFailing ?? (generator.below(2) == 0)
    let world = try SimulatedWorld(copies: copies, hasFaults: isFailing, server: options.server, in: directory)
    defer { world.end() }
    for _ in 0..<options.steps {
      let step = generator.step(in: world)
      guard perform(step, in: world, options) else { return }
      let copy = world.copies[step.copy]
      copy.unseen += 1
      if copy.unseen == 20, !look(at: copy, in: world) { return }
    }
    conclude(world, options)
  }

  /// Repeats a history.
  init(replaying steps: [Step], _ options: Options = Options(), in directory: String) throws {
    let copies = steps.reduce(max(1, options.copies)) { most, step in
      let others = step.acts.compactMap { $0.verb == .give ? $0["to"] : $0["with"] }.map {
        $0 == "a" ? 1 : $0 == "b" ? 2 : 3
      }
      return max(most, step.copy + 1, others.max() ?? 1)
    }
    let world = try SimulatedWorld(copies: copies, hasFaults: true, server: options.server, in: directory)
    defer { world.end() }
    world.isTwin = options.killedAt != nil
    for (index, step) in steps.enumerated() {
      if let number = options.killedAt, index == steps.count - 1 { try world.die(in: step, at: number) }
      guard perform(step, in: world, options) else { return }
    }
    conclude(world, options)
  }

  private mutating func perform(_ step: Step, in world: SimulatedWorld, _ options: Options) -> Bool {
    options.journal(step)
    steps.append(step)
    finding = Self.finding { try world.perform(step) }
    effects = world.effects
    return finding == nil
  }

  private mutating func look(at copy: SimulatedCopy, in world: SimulatedWorld, copies: Bool = true) -> Bool {
    finding = Self.finding { try world.lookAtEverything(of: copy, copies: copies) }
    return finding == nil
  }

  /// Has all copies exchange everything, and looks at all of them.
  private mutating func conclude(_ world: SimulatedWorld, _ options: Options) {
    for (one, other) in [(0, 1), (1, 2), (0, 2), (0, 1)] where other < world.copies.count {
      let act = Act(verb: .sync, arguments: ["with": Step.name(of: other)])
      guard perform(Step(copy: one, acts: [act]), in: world, options) else { return }
    }
    // They are equal now, so one of them is backed up and exported.
    let chosen = effects.count % world.copies.count
    for copy in world.copies { guard look(at: copy, in: world, copies: copy.number == chosen) else { return } }
  }

  private static func finding(_ body: () throws -> Void) -> Finding? {
    do { try body() } catch { return error as? Finding ?? Finding(.reply, "\(error)") }
    return nil
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
    var steps = steps
    var size = max(1, steps.count / 2)
    while size > 0, triesLeft > 0 {
      var index = steps.count
      while index > 0, triesLeft > 0 {
        let range = max(0, index - size)..<index
        var fewer = steps
        fewer.removeSubrange(range)
        if breaks(fewer, wanted) { steps = fewer }
        index = min(range.lowerBound, steps.count)
      }
      size /= 2
    }
    var hasChanged = true
    while hasChanged, triesLeft > 0 {
      hasChanged = false
      for index in steps.indices.reversed() where index < steps.count {
        for simpler in Self.simpler(steps[index]) where triesLeft > 0 {
          var changed = steps
          if let simpler { changed[index] = simpler } else { changed.remove(at: index) }
          guard breaks(changed, wanted) else { continue }
          (steps, hasChanged) = (changed, true)
          break
        }
      }
    }
    return steps
  }

  private mutating func breaks(_ steps: [Step], _ wanted: String) -> Bool {
    triesLeft -= 1
    guard !steps.isEmpty, let found = kind(steps) else { return false }
    return SimulationReport.essence(found, 2) == SimulationReport.essence(wanted, 2)
  }

  /// Simpler forms of a step; `nil` is none at all.
  private static func simpler(_ step: Step) -> [Step?] {
    var found: [Step?] = [nil]
    for place in step.acts.indices where step.acts.count > 1 {
      var fewer = step
      fewer.acts.remove(at: place)
      found.append(fewer)
    }
    if step.copy > 0 {
      var merged = step
      merged.copy -= 1
      if merged.acts.allSatisfy({ $0["with"] ?? $0["to"] ?? "" != Step.name(of: merged.copy) }) { found.append(merged) }
    }
    for (place, act) in step.acts.enumerated() {
      for parameter in act.verb.parameters + Parameter.common where act.has(parameter.name) {
        var changed = step
        if parameter.isOptional {
          changed.acts[place].arguments[parameter.name] = nil
          found.append(changed)
          continue
        }
        guard case .questions = parameter.kind, let questions = act["quiz"]?.split(separator: ","), questions.count > 1
        else {
          continue
        }
        changed.acts[place].arguments["quiz"] = questions.dropLast().joined(separator: ",")
        found.append(changed)
      }
    }
    return found
  }
}
