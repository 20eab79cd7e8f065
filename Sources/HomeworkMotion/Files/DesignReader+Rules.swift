import HomeworkModel

/// Reads the triggers of animations, and the haptics, sounds and texts that go with them.
extension DesignReader {
  mutating func rules(_ tree: JSONTree, _ path: [String]) -> [TriggerRule] {
    if let word = tree.string { return [.screen(ScreenEvent(rawValue: word))] }
    let items =
      tree.items?.enumerated().map { ($1, Array(path.dropLast()) + ["\(path.last ?? "")[\($0)]"]) } ?? [(tree, path)]
    if items.isEmpty { tokens.note(tree, path, "is empty: name a fact or a screen event") }
    return items.compactMap { item, inner in rule(item, inner) }
  }

  mutating func rule(_ tree: JSONTree, _ path: [String]) -> TriggerRule? {
    guard tree.isObject else {
      tokens.note(tree, path, "is not a trigger: write {\"fact\": \"answerSettled\"} or {\"screen\": \"tap\"}")
      return nil
    }
    let condition = self.condition(tree, path, besides: ["fact", "screen"])
    switch (tree["fact"], tree["screen"]) {
    case (let fact?, nil):
      guard let fact: Fact = word(fact, path + ["fact"], but: [.screen]) else { return nil }
      return TriggerRule(.fact(fact), condition)
    case (nil, let event?):
      guard let name = text(event, path + ["screen"]), !name.isEmpty else { return nil }
      return TriggerRule(.screen(ScreenEvent(rawValue: name)), condition)
    default:
      tokens.note(tree, path, "names a fact or a screen event, one of them")
      return nil
    }
  }

  mutating func condition(_ tree: JSONTree, _ path: [String], besides others: [String]) -> Condition {
    check(
      tree, path,
      has: others + ["outcome", "streak", "percentage", "stars", "name", "reason", "first", "number"])
    var condition = Condition()
    condition.outcomes = tree["outcome"].map { list($0, path + ["outcome"]) }
    condition.streak = tree["streak"].flatMap { streak($0, path + ["streak"]) }
    condition.percentage = tree["percentage"].flatMap { range($0, path + ["percentage"], in: 0...100) }
    condition.stars = tree["stars"].flatMap { range($0, path + ["stars"], in: 0...Int.max) }
    condition.names = tree["name"].map { texts($0, path + ["name"]) }
    condition.reasons = tree["reason"].map { texts($0, path + ["reason"]) }
    condition.first = tree["first"].flatMap { flag($0, path + ["first"]) }
    condition.number = tree["number"].flatMap { range($0, path + ["number"], in: Int.min...Int.max) }
    return condition
  }

  mutating func streak(_ tree: JSONTree, _ path: [String]) -> Condition.StreakRule? {
    if let items = tree.items, !items.isEmpty {
      let positions = items.compactMap { int($0, path, in: 1...Streak.cycle) }
      return .positions(positions)
    }
    guard tree.isObject, let every = tree["every"] else {
      tokens.note(tree, path, "is a list of streak positions, or {\"every\": 3}")
      return nil
    }
    check(tree, path, has: ["every"])
    return int(every, path + ["every"], in: 1...Streak.cycle).map { .every($0) }
  }

  mutating func range(_ tree: JSONTree, _ path: [String], in limits: ClosedRange<Int>) -> ClosedRange<Int>? {
    check(tree, path, has: ["from", "to"])
    guard tree["from"] != nil || tree["to"] != nil else {
      tokens.note(tree, path, "needs a limit: write {\"from\": 90}")
      return nil
    }
    let low = tree["from"].flatMap { int($0, path + ["from"], in: limits) } ?? limits.lowerBound
    let high = tree["to"].flatMap { int($0, path + ["to"], in: limits) } ?? limits.upperBound
    guard low <= high else {
      tokens.note(tree, path, "goes from \(low) down to \(high): swap them")
      return nil
    }
    return low...high
  }

  // MARK: Accompaniment

  mutating func reduced(_ tree: JSONTree, _ path: [String]) -> ReducedForm {
    if tree.items != nil { return .phases(phases(tree, path, within: nil)) }
    switch words(tree, path, among: ["unchanged", "instant", "hapticOnly", "removed"]) {
    case "unchanged": return .unchanged
    case "hapticOnly": return .hapticOnly
    case "removed": return .removed
    default: return .instant
    }
  }

  mutating func haptic(_ tree: JSONTree, _ path: [String]) -> Haptic? {
    guard tree.isObject else { return word(tree, path).map { Haptic($0) } }
    check(tree, path, has: ["kind", "atMs"])
    let atMs = tree["atMs"].flatMap { milliseconds($0, path + ["atMs"]) } ?? 0
    return require(tree, "kind", path).flatMap { word($0, path + ["kind"]) }.map { Haptic($0, atMs: atMs) }
  }

  mutating func sound(_ tree: JSONTree, _ path: [String]) -> Sound? {
    guard tree.isObject else { return text(tree, path).map { Sound($0) } }
    check(tree, path, has: ["name", "atMs"])
    let atMs = tree["atMs"].flatMap { milliseconds($0, path + ["atMs"]) } ?? 0
    return require(tree, "name", path).flatMap { text($0, path + ["name"]) }.map { Sound($0, atMs: atMs) }
  }

  mutating func cueText(_ tree: JSONTree, _ path: [String]) -> CueText? {
    guard tree.isObject else { return text(tree, path).map { CueText($0) } }
    check(tree, path, has: ["title", "message", "suggestion", "actions", "destructive"])
    guard let title = require(tree, "title", path).flatMap({ text($0, path + ["title"]) }) else { return nil }
    let actions = tree["actions"].map { texts($0, path + ["actions"]) } ?? []
    return CueText(
      title, message: tree["message"].flatMap { text($0, path + ["message"]) },
      suggestion: tree["suggestion"].flatMap { text($0, path + ["suggestion"]) }, actions: actions,
      destructive: tree["destructive"].flatMap { words($0, path + ["destructive"], among: actions) })
  }

  mutating func values(_ tree: JSONTree, _ path: [String]) -> [String: DesignValue] {
    check(tree, path, has: tree.members.map(\.name))
    var values: [String: DesignValue] = [:]
    for member in tree.members {
      let inner = path + [member.name]
      if member.value.number != nil {
        values[member.name] = value(member.value, inner).map { .number($0) }
      } else if member.value.items != nil {
        values[member.name] = .list(texts(member.value, inner))
      } else {
        values[member.name] = text(member.value, inner).map { .text($0) }
      }
    }
    return values
  }

  mutating func pairs(_ tree: JSONTree, _ path: [String]) -> [[Double]] {
    let pairs = (tree.items ?? []).map { ($0.items ?? []).compactMap { value($0, path) } }
    let ascends = zip(pairs, pairs.dropFirst()).allSatisfy { ($0.first ?? 0) < ($1.first ?? 0) }
    guard pairs.count >= 2, pairs.allSatisfy({ $0.count == 2 }), ascends else {
      tokens.note(tree, path, "must be pairs of number and value, in ascending order: write [[0, 0], [100, 1]]")
      return []
    }
    return pairs
  }

  mutating func particles(_ tree: JSONTree, _ path: [String]) -> ParticleCount? {
    check(tree, path, has: ["from", "to", "colours", "inferred"])
    guard let low = require(tree, "from", path).flatMap({ int($0, path + ["from"], in: 1...400) }) else { return nil }
    let high = tree["to"].flatMap { int($0, path + ["to"], in: 1...400) } ?? low
    guard low <= high else {
      tokens.note(tree, path, "goes from \(low) down to \(high): swap them")
      return nil
    }
    return ParticleCount(
      low...high, colours: tree["colours"].map { texts($0, path + ["colours"]) } ?? [],
      isInferred: tree["inferred"].flatMap { flag($0, path + ["inferred"]) } ?? false)
  }

  mutating func stagger(_ tree: JSONTree, _ path: [String]) -> Stagger? {
    check(tree, path, has: ["delayMs", "limit"])
    let limit = tree["limit"].flatMap { int($0, path + ["limit"], in: 1...100_000) }
    return require(tree, "delayMs", path).flatMap { milliseconds($0, path + ["delayMs"]) }.map {
      Stagger(delayMs: $0, limit: limit)
    }
  }
}
