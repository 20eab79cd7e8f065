import HomeworkModel

/// A reader of a whole animation file, which reports the mistakes in it.
struct DesignReader {
  let file: AnimationFile
  var tokens: TokenTree
  private(set) var profile: ProfileName
  private(set) var document: String

  static func read(_ file: AnimationFile) throws(AnimationMistakes) -> Design {
    var problem: (offset: Int, message: String)?
    var tree: JSONTree?
    if file.text.utf8.count > AnimationFile.mostBytes {
      problem = (0, "has more than \(AnimationFile.mostBytes) bytes: split it")
    } else {
      do throws(JSONError) { tree = try JSONTree(parsing: file.text.utf8) } catch {
        problem = (error.offset, error.reason.rawValue)
      }
    }
    guard let tree else {
      throw AnimationMistakes(mistakes: [file.mistake(problem?.offset ?? 0, "", problem?.message ?? "")])
    }
    var reader = DesignReader(file, tree)
    let design = reader.design()
    guard reader.tokens.mistakes.isEmpty else {
      throw AnimationMistakes(mistakes: reader.mistakes, more: reader.tokens.furtherMistakes)
    }
    return design
  }

  private var mistakes: [AnimationMistakes.Mistake] {
    tokens.mistakes.enumerated()
      .sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map { file.mistake($0.element.offset, $0.element.path, $0.element.message) }
  }

  private init(_ file: AnimationFile, _ tree: JSONTree) {
    self.file = file
    tokens = TokenTree(tree)
    profile = file.profile
    document = file.name
    let own = tree["$extensions"]?[AnimationFile.extensionName]
    if let name = own?["profile"]?.string { profile = ProfileName(rawValue: name) }
    if let name = own?["document"]?.string { document = name }
  }

  mutating func design() -> Design {
    var entries: [AnimationSpec] = []
    var named: [Token] = []
    var paths: [AnimationName: String] = [:]
    for token in tokens.tokens {
      let own = token.tree["$extensions"]?[AnimationFile.extensionName]
      switch token.type {
      case "transition":
        guard let own else { continue }
        guard entries.count < AnimationFile.mostAnimations else {
          tokens.note(
            token.tree, token.path, "the file has more than \(AnimationFile.mostAnimations) animations: split it")
          return Design(entries: [], tokens: [])
        }
        guard let entry = animation(token, own) else { continue }
        if let other = paths.updateValue(token.path.joined(separator: "."), forKey: entry.name) {
          tokens.note(token.tree, token.path, "\"\(entry.name)\" is also the name of \(other): rename one")
        }
        if let behaviour = entry.behaviour, let other = entries.first(where: { $0.behaviour == behaviour }) {
          tokens.note(
            own, token.path, "\(other.name) already has the behaviour \(behaviour.rawValue): remove one of them")
        }
        entries.append(entry)
      case "duration":
        let length = duration(token.value, token.path)
        named.append(Token(profile: profile, name: token.name, durationMs: length, spring: nil))
      case "cubicBezier":
        _ = curve(bezier: token.value, token.path)
        guard let spring = own?["spring"] else { continue }
        let curve = self.curve(spring, token.path + ["$extensions", AnimationFile.extensionName, "spring"])
        named.append(Token(profile: profile, name: token.name, durationMs: nil, spring: curve))
      default:
        if own != nil, token.path.last != nil {
          tokens.note(token.tree, token.path, "has the extension of an animation: add \"$type\": \"transition\"")
        }
      }
    }
    return Design(entries: entries, tokens: named)
  }

  // MARK: An animation

  private static let members = [
    "source", "on", "behaviour", "phases", "variants", "reduced", "haptic", "sound", "text", "icon", "particles",
    "role", "layer", "until", "stagger", "again", "unstated", "values",
  ]

  mutating func animation(_ token: TokenTree.Found, _ own: JSONTree) -> AnimationSpec? {
    let valuePath = token.path + ["$value"]
    let path = token.path + ["$extensions", AnimationFile.extensionName]
    guard let value = tokens.resolved(token.value, valuePath) else { return nil }
    check(value, valuePath, has: ["duration", "delay", "timingFunction"])
    let lengthMs = require(value, "duration", valuePath).flatMap { duration($0, valuePath + ["duration"]) }
    let delayMs = require(value, "delay", valuePath).flatMap { duration($0, valuePath + ["delay"]) }
    let timing = require(value, "timingFunction", valuePath).flatMap {
      curve(bezier: $0, valuePath + ["timingFunction"])
    }
    check(own, path, has: Self.members)
    guard let on = own["on"] else {
      tokens.note(own, path, "does not say what starts it: add \"on\": {\"screen\": \"tap\"}")
      return nil
    }
    let name = AnimationName(rawValue: token.name)
    let triggers = rules(on, path + ["on"])
    let variants = self.variants(own, path, lengthMs: lengthMs ?? 0, timing: timing ?? .linear)
    let behaviour: Behaviour? = own["behaviour"].flatMap { word($0, path + ["behaviour"]) }
    if let behaviour { check(behaviour, triggers, variants, on, path + ["on"]) }
    return AnimationSpec(
      name, profile, document: document, title: token.tree["$description"]?.string ?? token.name,
      section: own["source"].flatMap { text($0, path + ["source"]) } ?? token.path.joined(separator: "."), on: triggers,
      behaviour: behaviour, delayMs: delayMs ?? 0, variants: variants,
      reduced: own["reduced"].map { reduced($0, path + ["reduced"]) } ?? .instant,
      role: own["role"].flatMap { word($0, path + ["role"]) } ?? .decoration,
      layer: own["layer"].flatMap { word($0, path + ["layer"]) } ?? .anywhere,
      until: own["until"].map { rules($0, path + ["until"]) } ?? [],
      stagger: own["stagger"].flatMap { stagger($0, path + ["stagger"]) },
      isOnce: own["again"].flatMap { words($0, path + ["again"], among: ["never", "always"]) } == "never",
      unstated: own["unstated"].map { list($0, path + ["unstated"]) } ?? [],
      values: own["values"].map { values($0, path + ["values"]) } ?? [:])
  }

  mutating func variants(
    _ own: JSONTree, _ path: [String], lengthMs: Int, timing: Curve
  ) -> [Variant] {
    let shared = Parts(
      haptic: own["haptic"].flatMap { haptic($0, path + ["haptic"]) },
      sound: own["sound"].flatMap { sound($0, path + ["sound"]) },
      text: own["text"].flatMap { cueText($0, path + ["text"]) },
      icon: own["icon"].flatMap { text($0, path + ["icon"]) },
      particles: own["particles"].flatMap { particles($0, path + ["particles"]) })
    guard let tree = own["variants"] else {
      var phases = own["phases"].map { self.phases($0, path + ["phases"], within: lengthMs) } ?? []
      // A transition without phases progresses from its beginning to its end.
      if own["phases"] == nil, lengthMs > 0 { phases = [Phase("transition", .progress, for: lengthMs, timing, 0, 1)] }
      return [shared.variant(nil, Condition(), phases, lengthMs)]
    }
    if let both = own["phases"] {
      tokens.note(both, path + ["phases"], "cannot be combined with variants: remove one of them")
    }
    guard let items = tree.items, !items.isEmpty else {
      tokens.note(tree, path + ["variants"], "needs at least one variant")
      return [shared.variant(nil, Condition(), [], lengthMs)]
    }
    return items.enumerated().map { index, item in
      let inner = path + ["variants[\(index)]"]
      check(
        item, inner,
        has: ["name", "when", "durationMs", "phases", "haptic", "sound", "text", "icon", "particles", "reduced"])
      let own = Parts(
        haptic: item["haptic"].flatMap { haptic($0, inner + ["haptic"]) },
        sound: item["sound"].flatMap { sound($0, inner + ["sound"]) },
        text: item["text"].flatMap { cueText($0, inner + ["text"]) },
        icon: item["icon"].flatMap { text($0, inner + ["icon"]) },
        particles: item["particles"].flatMap { particles($0, inner + ["particles"]) },
        reduced: item["reduced"].map { reduced($0, inner + ["reduced"]) })
      var length = lengthMs
      if let durationMs = item["durationMs"].flatMap({ milliseconds($0, inner + ["durationMs"]) }) {
        length = durationMs
        if durationMs > lengthMs {
          tokens.note(item, inner + ["durationMs"], "is more than the \(lengthMs) ms of $value.duration")
        }
      }
      let phases = item["phases"].map { self.phases($0, inner + ["phases"], within: length) } ?? []
      if item["durationMs"] == nil { length = phases.map(\.endMs).max() ?? lengthMs }
      let when = item["when"].map { condition($0, inner + ["when"], besides: []) } ?? Condition()
      return own.or(shared).variant(item["name"].flatMap { text($0, inner + ["name"]) }, when, phases, length)
    }
  }

  /// The parts that go with a variant's phases.
  private struct Parts {
    var haptic: Haptic?
    var sound: Sound?
    var text: CueText?
    var icon: String?
    var particles: ParticleCount?
    var reduced: ReducedForm?

    func or(_ other: Self) -> Self {
      Self(
        haptic: haptic ?? other.haptic, sound: sound ?? other.sound, text: text ?? other.text, icon: icon ?? other.icon,
        particles: particles ?? other.particles, reduced: reduced)
    }

    func variant(_ name: String?, _ when: Condition, _ phases: [Phase], _ durationMs: Int) -> Variant {
      Variant(
        name, when: when, phases: phases, durationMs: durationMs, haptic: haptic, sound: sound, text: text, icon: icon,
        particles: particles, reduced: reduced)
    }
  }

  /// Checks that the file agrees with the program, which decides when the animation plays.
  mutating func check(
    _ behaviour: Behaviour, _ triggers: [TriggerRule], _ variants: [Variant], _ on: JSONTree, _ path: [String]
  ) {
    var condition = Condition()
    if let positions = behaviour.positions {
      condition.streak = .positions(positions)
    } else {
      condition.stars = 1...Int.max
    }
    let fact: Fact = behaviour.positions == nil ? .attemptFinished : .answerSettled
    if triggers != [.fact(fact, condition)] {
      let when = behaviour.positions.map { "\"streak\": \($0)" } ?? "\"stars\": {\"from\": 1}"
      tokens.note(
        on, path, "\(behaviour.rawValue) is triggered by the program: write {\"fact\": \"\(fact.rawValue)\", \(when)}")
    }
    let names: [String] =
      switch behaviour {
      case .star: Activation.allCases.map(\.rawValue)
      case .confetti: Intensity.allCases.map(\.rawValue)
      case .dotSettle, .sizeSettle, .badge, .countUp: []
      }
    if !names.isEmpty, variants.map({ $0.name ?? "" }) != names {
      tokens.note(on, path, "\(behaviour.rawValue) has the variants \(names.joined(separator: ", ")), in this order")
    } else if behaviour == .confetti, variants.map(\.durationMs) != Intensity.allCases.map(\.durationMs) {
      let lengths = Intensity.allCases.map { "\($0.durationMs)" }.joined(separator: ", ")
      tokens.note(on, path, "the program draws the confetti, which takes \(lengths) ms: use these durations")
    }
  }

  // MARK: Phases

  mutating func phases(_ tree: JSONTree, _ path: [String], within lengthMs: Int?) -> [Phase] {
    guard let items = tree.items else {
      tokens.note(tree, path, "must be a list of phases: begin it with [")
      return []
    }
    guard items.count <= Self.mostPhases else {
      tokens.note(tree, path, "has more than \(Self.mostPhases) phases: remove some")
      return []
    }
    var phases: [Phase] = []
    for (index, item) in items.enumerated() {
      let inner = Array(path.dropLast()) + ["\(path.last ?? "")[\(index)]"]
      guard let phase = self.phase(item, inner) else { continue }
      if let lengthMs, phase.endMs > lengthMs {
        tokens.note(item, inner, "ends at \(phase.endMs) ms, after the end of the animation at \(lengthMs) ms")
      }
      if let other = phases.first(where: { $0.channel == phase.channel && $0.overlaps(phase) }) {
        tokens.note(
          item, inner, "overlaps \(other.name), which also moves \(phase.channel): start it at \(other.endMs) ms")
      }
      // The last phase of a channel is found by its place in the list, so phases must be in order.
      if let later = phases.first(where: { $0.channel == phase.channel && $0.startMs > phase.startMs }) {
        tokens.note(item, inner, "comes after \(later.name), which moves \(phase.channel) later: put it first")
      }
      phases.append(phase)
    }
    return phases
  }

  mutating func phase(_ tree: JSONTree, _ path: [String]) -> Phase? {
    check(
      tree, path,
      has: [
        "name", "property", "of", "edge", "unit", "startMs", "durationMs", "curve", "from", "to", "fromNumber",
        "colours", "inferred", "jump",
      ])
    let property: Property? = require(tree, "property", path).flatMap { word($0, path + ["property"]) }
    let startMs = tree["startMs"].map { milliseconds($0, path + ["startMs"]) } ?? 0
    let durationMs = require(tree, "durationMs", path).flatMap { milliseconds($0, path + ["durationMs"]) }
    let from = require(tree, "from", path).flatMap { value($0, path + ["from"]) }
    let to = require(tree, "to", path).flatMap { value($0, path + ["to"]) }
    let curve = tree["curve"].flatMap { self.curve($0, path + ["curve"]) }
    guard let property, let startMs, let durationMs, let from, let to else { return nil }
    return Phase(
      tree["name"].flatMap { text($0, path + ["name"]) } ?? property.rawValue, property,
      of: tree["of"].flatMap { text($0, path + ["of"]) }, edge: tree["edge"].flatMap { word($0, path + ["edge"]) },
      unit: tree["unit"].flatMap { word($0, path + ["unit"]) }, at: startMs, for: durationMs, curve, from, to,
      fromNumber: tree["fromNumber"].map { pairs($0, path + ["fromNumber"]) } ?? [],
      colours: tree["colours"].map { texts($0, path + ["colours"]) } ?? [],
      isInferred: tree["inferred"].flatMap { flag($0, path + ["inferred"]) } ?? false,
      isJump: tree["jump"].flatMap { flag($0, path + ["jump"]) } ?? false)
  }

  /// Reads a word such as `spring(0.4, 0.8)`, or a reference to a curve.
  mutating func curve(_ tree: JSONTree, _ path: [String]) -> Curve? {
    guard let word = tree.string else {
      tokens.note(tree, path, "is not a curve: write \"easeOut\" or \"spring(0.4, 0.8)\"")
      return nil
    }
    if let token = tokens.token(meantBy: word),
      let spring = token.tree["$extensions"]?[AnimationFile.extensionName]?["spring"]
    {
      return curve(spring, path)
    }
    if TokenTree.reference(tree) != nil { return curve(bezier: tree, path) }
    guard let curve = Curve(word) else {
      tokens.note(
        tree, path,
        "\"\(word)\" is not a curve: write linear, easeIn, easeOut, easeInOut, "
          + "cubicBezier(0, 0, 1, 1) or spring(0.4, 0.8)"
      )
      return nil
    }
    guard let spring = curve.spring else { return curve }
    guard let settlesMs = spring.settlesMs(within: AnimationSpec.settlingTolerance), settlesMs <= Self.longestSettleMs
    else {
      tokens.note(tree, path, "\(curve) does not settle within a minute: raise its damping fraction, the second number")
      return nil
    }
    return curve
  }

  mutating func curve(bezier tree: JSONTree, _ path: [String]) -> Curve? {
    guard let tree = tokens.resolved(tree, path) else { return nil }
    let numbers = (tree.items ?? []).enumerated().compactMap { index, item -> Double? in
      tokens.resolved(item, path + ["\(index)"])?.number
    }
    guard numbers.count == 4, tree.items?.count == 4, (0...1).contains(numbers[0]), (0...1).contains(numbers[2]) else {
      tokens.note(tree, path, "is not a curve: write [x1, y1, x2, y2], with x1 and x2 from 0 to 1")
      return nil
    }
    return Curve(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
  }

  private static let longestMs = 600_000, longestSettleMs = 60_000.0, mostPhases = 500

  /// Reads `{"value": 150, "unit": "ms"}`.
  mutating func duration(_ tree: JSONTree, _ path: [String]) -> Int? {
    guard let tree = tokens.resolved(tree, path) else { return nil }
    check(tree, path, has: ["value", "unit"])
    let value = tree["value"].flatMap { tokens.resolved($0, path + ["value"])?.number }
    let unit = tree["unit"].flatMap { tokens.resolved($0, path + ["unit"])?.string }
    guard let value, let unit, unit == "ms" || unit == "s", value.isFinite else {
      tokens.note(tree, path, "is not a duration: write {\"value\": 150, \"unit\": \"ms\"}")
      return nil
    }
    let ms = value * (unit == "s" ? 1000 : 1)
    guard (0...Double(Self.longestMs)).contains(ms) else {
      tokens.note(tree, path, "is \(ms) ms: a duration must be between 0 and ten minutes")
      return nil
    }
    return Int(ms.rounded())
  }

  /// Reads a number, or a reference to a duration.
  mutating func milliseconds(_ tree: JSONTree, _ path: [String]) -> Int? {
    if TokenTree.reference(tree) != nil { return duration(tree, path) }
    return int(tree, path, in: 0...Self.longestMs)
  }
}

extension AnimationFile {
  func mistake(_ offset: Int, _ path: String, _ message: String) -> AnimationMistakes.Mistake {
    let inner = JSONPosition(offset, in: text.utf8)
    return AnimationMistakes.Mistake(
      file: name, path: path, line: inner.line, column: inner.column, message: message)
  }
}

extension Phase {
  /// Returns whether both phases move at some moment.
  fileprivate func overlaps(_ other: Phase) -> Bool {
    startMs < other.endMs && other.startMs < endMs || startMs == other.startMs
  }
}
