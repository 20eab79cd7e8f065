import HomeworkModel

/// Draws steps, with arguments from what exists and, one time in ten, from what does not.
struct Generator {
  private var random: SplitMix64
  private var counts: [Thing: Int] = [:]
  private let verbs: [Verb]
  private var requested: [Act] = []
  /// The homework that was used last, most often used again.
  private var recent = ""
  /// How often each verb took effect after each other one, and the verb after which most are still missing.
  private let pairs: [String: Int], target: Verb?
  /// True if questions may refer to missing pictures, if clocks leave the years 1970 to 2100, and if the first copy's
  /// clock starts wrong.
  private let hasLost: Bool, hasWildClock: Bool, isSkewed: Bool
  /// True if questions are typed and most answers wrong, so that some can be accepted; and if attempts have a time limit.
  private let isTyped: Bool, isTimed: Bool
  /// What another program does; and a copy that is seldom used.
  private let foreign: Int, quiet: Int

  init(seed: UInt64, only: Set<Verb> = [], pairs: [String: Int] = [:], isServed: Bool = false) {
    var random = SplitMix64(seed: seed)
    // Each history lacks some verbs, so that the others meet more often (Groce and others, Swarm Testing, 2012). What
    // soon ends a history, or makes it say little about anything else, is in few of them.
    let share = [3, 5, 8][random.below(3)]
    let drawn = Verb.allCases.filter { verb in
      let draw = random.below(10)
      return [.add, .start, .settle, .finish, .sync].contains(verb) || draw < (verb == .foreign ? 1 : share)
    }
    // A server has no file.
    let all = Verb.allCases.filter { !(isServed && [.checkpoint, .foreign].contains($0)) }
    // What seldom came first, and what seldom came after it.
    func pick(_ count: (Verb) -> Int) -> Verb {
      let least = all.map(count).min() ?? 0
      let found = all.filter { count($0) <= least + 1 }
      return found[random.below(found.count)]
    }
    let one = pick { first in Verb.allCases.count { pairs["\(first) \($0)", default: 0] >= 12 } }
    let wanted = pairs.isEmpty ? [] : [one] + (0..<6).map { _ in pick { pairs["\(one) \($0)", default: 0] } }
    let kept = only.isEmpty ? Set((drawn + wanted).flatMap { [$0] + $0.needs }) : only
    isTyped = wanted.contains(.accept) || random.below(8) == 0
    isTimed = wanted.contains(.extend) || random.below(8) == 0
    verbs = all.filter(kept.contains)
    target = pairs.isEmpty || !verbs.contains(one) ? nil : one
    (hasLost, hasWildClock, isSkewed) = (random.below(30) == 0, random.below(20) == 0, random.below(4) == 0)
    (foreign, quiet) = (random.below(8), random.below(4))
    (self.random, self.pairs) = (random, pairs)
  }

  mutating func below(_ limit: Int) -> Int { limit < 1 ? 0 : random.below(limit) }

  private mutating func pick<Value>(_ values: [Value]) -> Value? { values.isEmpty ? nil : values[below(values.count)] }

  mutating func step(in world: SimulatedWorld) -> Step {
    var copy = below(world.copies.count)
    if copy == quiet, below(10) > 0 { copy = below(world.copies.count) }
    if isSkewed, world.copies.count > 1, world.effects.isEmpty, verbs.contains(.clock) {
      return Step(copy: 0, acts: [act(.clock, 0, world)])
    }
    // The first step of a copy that has nothing makes something to work with.
    if copy != quiet, world.copies[copy].plain.facts.homework.isEmpty, verbs.contains(.add), below(3) > 0 {
      return Step(copy: copy, acts: [act(.add, copy, world)])
    }
    var first = world.effects.last.flatMap { seldom(after: $0, copy, world) } ?? verb()
    if let target, world.effects.last != target, below(3) == 0 { first = target }
    if let last = world.effects.last, let before = world.performed.last?.copy, below(4) == 0 {
      // A request is repeated after what may have made the library forget it.
      let again = requested.filter { world.copies[before].plain.requests[$0["request"] ?? ""] != nil }
      if [.restart, .restore].contains(last), let again = pick(again) { return Step(copy: before, acts: [again]) }
      if let next = pick(verbs.filter { $0.needs.contains(last) }) { (first, copy) = (next, before) }
    }
    // Of two copies, one that is seldom used is seldom brought up to date.
    if [.sync, .give].contains(first), world.copies.count == 2, quiet < 2, pairs.isEmpty, below(10) > 0 {
      first = .start
    }
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
    let isAlone = below(3) > 0
    for _ in 0..<(isAlone ? 0 : 1 + below(4)) {
      var next = act(verb(), copy, world)
      while !next.verb.isCall { next = act(verb(), copy, world) }
      acts.append(next)
    }
    if isAlone, below(6) == 0 { acts = [request(acts[0])] }
    if world.hasFaults, below(5) == 0 {
      acts[0].arguments["fault"] = ["dies", "power", "full", "eio", "killed"][below(25) == 0 ? 4 : below(4)]
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

  /// Draws a verb that seldom took effect after the last one, and often one that seldom can.
  private mutating func seldom(after last: Verb, _ copy: Int, _ world: SimulatedWorld) -> Verb? {
    guard !pairs.isEmpty, below(4) > 0 else { return nil }
    let seldom = verbs.filter { pairs["\(last) \($0)", default: 0] < 12 }
    let rare: Set<Verb> = [.accept, .review, .take, .giveAgain, .import, .extend]
    let ready = below(2) == 0 ? seldom.filter { rare.contains($0) && possible($0, copy, world) == $0 } : []
    return pick(ready.isEmpty ? seldom : ready)
  }

  private mutating func verb() -> Verb {
    var left = below(verbs.reduce(0) { $0 + $1.weight })
    return verbs.first {
      left -= $0.weight
      return left < 0
    } ?? .add
  }

  private mutating func fresh(_ thing: Thing) -> String {
    counts[thing, default: 0] += 1
    return "\(thing.rawValue)\(counts[thing] ?? 0)"
  }

  // MARK: Arguments

  private mutating func act(_ drawn: Verb, _ copy: Int, _ world: SimulatedWorld) -> Act {
    var act = Act(verb: below(4) == 0 ? drawn : possible(drawn, copy, world))
    for parameter in act.verb.parameters {
      let ofVerb: [Verb: Int] = [.edit: 2, .start: 2, .review: 4]
      let isLikely = ["quiz", "key"].contains(parameter.name) ? 3 : ofVerb[act.verb] ?? 1
      if parameter.isOptional, below(5) >= (isTimed && parameter.name == "limit" ? 5 : isLikely) { continue }
      act.arguments[parameter.name] = value(of: parameter, act.verb, copy, world)
    }
    recent = act["homework"] ?? recent
    return act
  }

  /// What has to take effect before a verb can, or the verb itself.
  private mutating func possible(_ verb: Verb, _ copy: Int, _ world: SimulatedWorld) -> Verb {
    let plain = world.copies[copy].plain, facts = plain.facts
    func isOpen(_ attempt: String) -> Bool { facts.isOpen(attempt, on: plain.copy) }
    switch verb {
    case .accept where facts.edit("library", "accepts") == nil: return .settings
    case .settle, .finish, .accept, .extend, .abandon:
      guard facts.attempts.keys.contains(where: isOpen) else { return .start }
      let isReady = verb != .accept || facts.attempts.keys.contains { isOpen($0) && isAcceptable($0, facts) }
      return isReady ? verb : .settle
    case .review:
      if facts.attempts.contains(where: { $1.value.homework == nil && isOpen($0) }) { return .abandon }
      guard !facts.presentLearners.contains(where: { isDue($0, world.copies[copy], world) }) else { return .review }
      return facts.answers.isEmpty ? possible(.settle, copy, world) : .clock
    case .take where facts.attempts.keys.contains { isOnAnotherCopy($0, plain) }: return .take
    case .take, .give:
      let others = world.copies.filter { $0.number != copy }
      if others.contains(where: { $0.plain.library == plain.library }) { return verb == .take ? .sync : .give }
      if others.contains(where: \.plain.isEmpty) { return .sync }
      return world.backups.isEmpty ? .backup : .restore
    case .giveAgain: return world.lastPart == nil ? possible(.give, copy, world) : .giveAgain
    case .import:
      guard !world.documents.isEmpty else { return .export }
      if world.documents.values.contains(where: { isImportable($0.plain, plain) }) { return .import }
      return below(2) == 0 ? .erase : .editLearner
    default: return verb
    }
  }

  private func isImportable(_ document: PlainDocument, _ plain: PlainLibrary) -> Bool {
    !plain.facts.presentLearners.contains(document.learner) && plain.isFree(document.name, besides: nil)
  }

  /// Returns true if a learner answered a question of a current quiz at least a day ago.
  private func isDue(_ learner: String, _ copy: SimulatedCopy, _ world: SimulatedWorld) -> Bool {
    let facts = copy.plain.facts, yesterday = world.now(copy) - 86_400_000
    return facts.answers.values.contains { answer in
      guard answer.value.learner == learner, answer.value.isCompleted == nil, answer.atMs < yesterday,
        let homework = facts.attempts[answer.attempt]?.homework, facts.isVisible(homework)
      else { return false }
      return facts.currentQuiz(of: homework)?.contains { $0.card == answer.card } ?? false
    }
  }

  private func isAcceptable(_ attempt: String, _ facts: PlainFacts) -> Bool {
    guard let last = facts.line(attempt).answers.last, let answer = facts.answers[last]?.value else { return false }
    return answer.response != nil && facts.question(of: answer)?.type == "fill"
      && facts.outcome(last, isCompleted: false) == .wrong
  }

  private func isOnAnotherCopy(_ attempt: String, _ plain: PlainLibrary) -> Bool {
    plain.facts.attempt(attempt) != nil && plain.facts.state(attempt) == .inProgress
      && plain.facts.edit(attempt, "home") != plain.copy
  }

  private mutating func value(of parameter: Parameter, _ verb: Verb, _ copy: Int, _ world: SimulatedWorld) -> String {
    switch parameter.kind {
    case .new(let thing): return fresh(thing)
    case .existing(let thing):
      return below(10) == 0 ? "\(thing.rawValue)99" : pick(names(of: thing, verb, copy, world)) ?? "\(thing.rawValue)99"
    case .word(let words):
      // Most often gradings, of which it takes more to meet anything.
      if verb == .foreign { return words[min(foreign, words.count - 1)] }
      if verb == .clock, !hasWildClock { return ["minute", "day", "year", "year", "year", "back", "right"][below(7)] }
      if isTyped, below(4) > 0 {
        if verb == .settings { return "yes" }
        if parameter.name == "answer" { return "wrong" }
      }
      // What is refused comes last, and seldom.
      let isSeldom = ["-", "blank", "9"].contains(words.last ?? "") && below(6) > 0
      return words[below(words.count - (isSeldom ? 1 : 0))]
    case .number(let numbers): return "\(below(2) > 0 ? numbers[0] : numbers[below(numbers.count)])"
    case .questions:
      // Equal quizzes, by which libraries know homework again.
      if below(3) == 0, !isTyped { return "mcq0" }
      let count = [1, 1, 2, 2, 3, 6, 12][below(7)]
      return (0..<count).map { _ in
        let type = isTyped ? "fill" : count >= 6 ? "mcq" : ["mcq", "mcq", "mcq", "fill", "fill", "card"][below(6)]
        return "\(hasLost && below(6) == 0 ? "lost" : type)\(below(2))"
      }.joined(separator: ",")
    case .copy:
      var others = world.copies.indices.filter { $0 != copy }
      if others.count > 1, below(8) > 0 { others.removeAll { $0 == quiet } }
      let same = others.filter { world.copies[$0].plain.library == world.copies[copy].plain.library }
      if !same.isEmpty, below(3) > 0 { others = same }
      return Step.names[pick(others) ?? copy]
    }
  }

  /// The names of things that a step can use, most often of those for which it is meant.
  private mutating func names(of thing: Thing, _ verb: Verb, _ copy: Int, _ world: SimulatedWorld) -> [String] {
    let plain = world.copies[copy].plain, facts = plain.facts
    if thing == .backup { return world.backups.keys.sorted() }
    if thing == .document {
      let all = world.documents.keys.sorted()
      let new = all.filter { world.documents[$0].map { isImportable($0.plain, plain) } ?? false }
      return new.isEmpty || below(4) == 0 ? all : new
    }
    func isFit(_ id: String) -> Bool {
      switch thing {
      case .homework: return facts.isVisible(id) && (verb != .start || facts.edit(id, "quiz") != nil)
      case .learner:
        return facts.presentLearners.contains(id)
          && (verb != .review || isDue(id, world.copies[copy], world))
          && (verb != .export || facts.attempts.contains { $1.value.learner == id && facts.attempt($0) != nil })
      default:
        return verb == .take ? isOnAnotherCopy(id, plain) : facts.isOpen(id, on: plain.copy)
      }
    }
    func isBest(_ id: String) -> Bool {
      switch verb {
      case .erase: return world.documents.values.contains { $0.plain.learner == id }
      case .extend: return facts.edit(id, "deadline") != nil
      case .accept: return isAcceptable(id, facts)
      case .finish:
        return facts.line(id).answers.count == facts.attempts[id]?.asked.count
          || facts.edit(id, "deadline").flatMap { Int64($0) } ?? .max < world.now(world.copies[copy])
      default: return world.names[recent] == id
      }
    }
    let all = world.names.filter { $0.key.hasPrefix(thing.rawValue) }.sorted { $0.key < $1.key }
    let fit = all.filter { isFit($0.value) }
    if below(thing == .homework ? 2 : 4) > 0, case let best = fit.filter({ isBest($0.value) }), !best.isEmpty {
      return best.map(\.key)
    }
    return (fit.isEmpty || below(8) == 0 ? all : fit).map(\.key)
  }
}
