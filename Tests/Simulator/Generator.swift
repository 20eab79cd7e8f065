import HomeworkModel

/// Draws steps, with arguments from what exists and, one time in ten, from what does not.
struct Generator {
  private var random: SplitMix64
  private var counts: [Thing: Int] = [:]
  private let verbs: [(verb: Verb, weight: Int)]
  private var requested: [Act] = []
  /// How often one verb took effect after another one.
  private let pairs: [String: Int]
  /// Whether questions may have pictures that no library has.
  private let hasLost: Bool
  /// Whether clocks leave the years 1970 to 2100; what another program does; and a copy that is seldom used.
  private let hasWildClock: Bool, foreign: Verb.Foreign, quiet: Int

  init(seed: UInt64, only: Set<Verb> = [], pairs: [String: Int] = [:], isServed: Bool = false) {
    var random = SplitMix64(seed: seed)
    // Each history lacks some verbs, so that the others meet more often (Groce and others, Swarm Testing, 2012). What
    // soon ends a history, or makes it say little about anything else, is in few of them.
    let share = [3, 5, 8][random.below(3)]
    let drawn = Verb.allCases.filter { verb in
      let draw = random.below(10)
      return verb.isBasic || (verb == .foreign ? draw == 0 : draw < share)
    }
    // What seldom came first, and what seldom came after it.
    self.pairs = pairs
    func pick(_ count: (Verb) -> Int) -> Verb {
      let least = Verb.allCases.map(count).min() ?? 0
      let found = Verb.allCases.filter { count($0) <= least + 1 }
      return found[random.below(found.count)]
    }
    let one = pick { first in Verb.allCases.count { pairs["\(first) \($0)", default: 0] >= 12 } }
    let wanted = pairs.isEmpty ? [] : [one, pick { pairs["\(one) \($0)", default: 0] }]
    let kept = only.isEmpty ? Set((drawn + wanted).flatMap { [$0] + $0.needs }) : only
    // A server has no file.
    verbs = Verb.allCases.filter { kept.contains($0) && !(isServed && [.checkpoint, .foreign].contains($0)) }.map {
      ($0, $0.weight)
    }
    (hasLost, hasWildClock) = (random.below(30) == 0, random.below(20) == 0)
    (foreign, quiet) = ((Verb.Foreign.allCases + [.grading, .grading, .grading])[random.below(8)], random.below(4))
    self.random = random
  }

  mutating func below(_ limit: Int) -> Int { limit < 1 ? 0 : random.below(limit) }

  private mutating func pick<Value>(_ values: [Value]) -> Value? { values.isEmpty ? nil : values[below(values.count)] }

  mutating func step(in world: SimulatedWorld) -> Step {
    var copy = below(world.copies.count)
    if copy == quiet, below(10) > 0 { copy = below(world.copies.count) }
    // The first step of a copy that has nothing makes something to work with.
    if copy != quiet, world.copies[copy].plain.facts.homework.isEmpty, below(3) > 0,
      verbs.contains(where: { $0.verb == .add })
    {
      return Step(copy: copy, acts: [act(.add, copy, world)])
    }
    var first = verb(after: world.effects.last)
    // Of two copies, one that is seldom used is seldom brought up to date.
    if [.sync, .give].contains(first), world.copies.count == 2, quiet < 2, below(10) > 0 { first = .start }
    var acts = [act(first, copy, world)]
    if acts[0].has("cut"), below(2) == 0 {
      acts.append(act(pick([.add, .edit, .settings, .addLearner]) ?? .add, copy, world))
    }
    guard acts[0].verb.isCall else { return Step(copy: copy, acts: acts) }
    // Whole runs of right answers, which earn stars.
    if first == .settle, acts[0].verb == .settle, below(4) == 0 {
      acts[0].arguments = ["attempt": acts[0]["attempt"] ?? "t99", "answer": "right"]
      return Step(copy: copy, acts: Array(repeating: acts[0], count: 12))
    }
    // One write in three has several calls: one step in four.
    if below(3) == 0 {
      for _ in 0...below(4) {
        var next = verb()
        while !next.isCall { next = verb() }
        acts.append(act(next, copy, world))
      }
    }
    if acts.count == 1, below(8) == 0 { acts = [request(acts[0])] }
    if world.hasFaults, below(5) == 0 {
      acts[0].arguments["fault"] = Parameter.Fault.allCases[below(25) == 0 ? 4 : below(4)].rawValue
      acts[0].arguments["at"] = "\(1 + below(12))"
    }
    return Step(copy: copy, acts: acts)
  }

  private mutating func request(_ act: Act) -> Act {
    if below(3) == 0, let again = pick(requested) { return again }
    var act = act
    act.arguments["request"] = below(8) == 0 ? requested.last?["request"] ?? fresh(.request) : fresh(.request)
    requested.append(act)
    return act
  }

  /// Draws a verb, every other time one that seldom took effect after the last one.
  private mutating func verb(after last: Verb? = nil) -> Verb {
    if let last, !pairs.isEmpty, below(2) == 0 {
      let seldom = verbs.map(\.verb).filter { pairs["\(last) \($0)", default: 0] < 12 }
      if let found = pick(seldom) { return found }
    }
    var left = below(verbs.reduce(0) { $0 + $1.weight })
    for (verb, weight) in verbs {
      left -= weight
      if left < 0 { return verb }
    }
    return .add
  }

  private mutating func fresh(_ thing: Thing) -> String {
    counts[thing, default: 0] += 1
    return "\(thing.rawValue)\(counts[thing] ?? 0)"
  }

  // MARK: Arguments

  private mutating func act(_ drawn: Verb, _ copy: Int, _ world: SimulatedWorld) -> Act {
    var verb = drawn
    let plain = world.copies[copy].plain
    let isPlaying = [.settle, .finish, .accept, .extend, .abandon].contains(verb)
    if isPlaying, below(4) > 0, !plain.facts.attempts.keys.contains(where: { plain.facts.isOpen($0, on: plain.copy) }) {
      verb = .start
    }
    var act = Act(verb: verb)
    for parameter in verb.parameters {
      let isLikely = ["quiz", "key"].contains(parameter.name) ? 3 : verb == .edit || verb == .start ? 2 : 1
      if parameter.isOptional, below(5) >= isLikely { continue }
      act.arguments[parameter.name] = value(of: parameter, verb, copy, world)
    }
    return act
  }

  private mutating func value(of parameter: Parameter, _ verb: Verb, _ copy: Int, _ world: SimulatedWorld) -> String {
    switch parameter.kind {
    case .new(let thing): return fresh(thing)
    case .existing(let thing):
      if below(10) == 0 { return "\(thing.rawValue)99" }
      let known = names(of: thing, verb, copy, world)
      return pick(known) ?? "\(thing.rawValue)99"
    case .word(let words):
      if verb == .foreign { return foreign.rawValue }
      if verb == .clock, !hasWildClock { return ["minute", "day", "year", "year", "year", "back", "right"][below(7)] }
      // What is refused comes last, and seldom.
      let isSeldom = ["-", "blank", "2041-02-30", "9"].contains(words.last ?? "") || words.contains("blank")
      if isSeldom, below(6) > 0 { return words[below(words.count - 1)] }
      return words[below(words.count)]
    case .number(let numbers): return "\(below(2) > 0 ? numbers[0] : numbers[below(numbers.count)])"
    case .questions:
      // Equal quizzes, by which libraries know homework again.
      if below(3) == 0 { return "mcq0" }
      let count = [1, 1, 2, 2, 3, 6, 12][below(7)]
      return (0..<count).map { _ in
        let type = count >= 6 ? "mcq" : ["mcq", "mcq", "mcq", "fill", "fill", "card"][below(6)]
        return "\(hasLost && below(6) == 0 ? "lost" : type)\(below(2))"
      }.joined(separator: ",")
    case .copy:
      var others = world.copies.indices.filter { $0 != copy }
      if others.count > 1, below(8) > 0 { others.removeAll { $0 == quiet } }
      return Step.name(of: pick(others) ?? copy)
    }
  }

  /// The names of things that a step can use, most often of those for which it is meant.
  private mutating func names(of thing: Thing, _ verb: Verb, _ copy: Int, _ world: SimulatedWorld) -> [String] {
    let plain = world.copies[copy].plain
    switch thing {
    case .document:
      let all = world.documents.keys.sorted()
      let absent = all.filter { !plain.facts.presentLearners.contains(world.documents[$0]?.plain.learner ?? "") }
      return absent.isEmpty || below(4) == 0 ? all : absent
    case .backup: return world.backups.keys.sorted()
    case .request: return []
    case .homework, .attempt, .learner:
      let all = world.names.filter { $0.key.hasPrefix(thing.rawValue) }.sorted { $0.key < $1.key }
      let fit = all.filter { _, id in
        switch thing {
        case .homework: return plain.facts.isVisible(id) && (verb != .start || plain.facts.edit(id, "quiz") != nil)
        case .learner:
          let hasPlayed = plain.facts.attempts.contains {
            $0.value.value.learner == id && plain.facts.attempt($0.key) != nil
          }
          return plain.facts.presentLearners.contains(id) && (verb != .export || hasPlayed)
        default:
          guard plain.facts.attempt(id) != nil, plain.facts.state(id) == .inProgress else { return false }
          return (plain.facts.edit(id, "home") == plain.copy) == (verb != .take)
        }
      }
      if verb == .erase, below(4) > 0 {
        let kept = Set(world.documents.values.map(\.plain.learner))
        let exported = fit.filter { kept.contains($0.value) }
        if !exported.isEmpty { return exported.map(\.key) }
      }
      if verb == .extend, below(4) > 0 {
        let timed = fit.filter { plain.facts.edit($0.value, "deadline") != nil }
        if !timed.isEmpty { return timed.map(\.key) }
      }
      if verb == .finish, below(4) > 0 {
        let nowMs = world.now(world.copies[copy])
        let settled = fit.filter {
          plain.facts.line($0.value).answers.count == plain.facts.attempts[$0.value]?.value.asked.count
            || plain.facts.edit($0.value, "deadline").flatMap { Int64($0) } ?? .max < nowMs
        }
        if !settled.isEmpty { return settled.map(\.key) }
      }
      return (fit.isEmpty || below(8) == 0 ? all : fit).map(\.key)
    }
  }
}

extension Verb {
  /// True if without it nothing much can happen.
  fileprivate var isBasic: Bool { [.add, .start, .settle, .finish, .sync].contains(self) }

  /// What it needs to take effect.
  fileprivate var needs: [Verb] {
    switch self {
    case .import: [.export, .erase]
    case .restore: [.backup]
    case .take, .giveAgain: [.give]
    case .endErasures: [.erase, .addLearner]
    case .review: [.clock]
    case .accept: [.settings]
    case .findLearner: [.addLearner]
    case .undoDeletion, .undo: [.delete]
    case .undoRegrading, .foreign: [.regrade, .undo]
    default: []
    }
  }

  /// How often it is drawn: each often enough to follow each other one within minutes.
  fileprivate var weight: Int {
    switch self {
    case .settle: 16
    case .start, .finish, .sync: 8
    case .add, .edit, .delete, .undo, .regrade, .changeQuestion: 4
    case .undoDeletion, .undoRegrading, .give, .setQuiz, .import, .export, .addLearner, .extend, .clock, .findLearner: 3
    case .foreign: 4
    case .vacuum, .endErasures: 1
    default: 2
    }
  }
}
