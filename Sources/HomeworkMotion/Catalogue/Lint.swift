/// A contradiction in an entry or with its document, or a number that was inferred.
public struct Finding: Hashable, Sendable {
  public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
    /// The stated total is not the sum of the phases.
    case total
    /// The stated peak is not the spring's peak.
    case peak
    /// Another place of the document gives another duration.
    case duration
    /// Another place of the document gives another spring.
    case spring
    /// The value is outside the document's own guideline.
    case guideline
    /// A staggered group takes longer or shorter than stated, or lacks the document's limit.
    case stagger
    /// Two places of the document contradict each other.
    case contradiction
    /// The reduced form removes something that must stay.
    case removed
    /// The reduced form still moves.
    case stillMoves
    /// The value of a property jumps between two phases.
    case jump
    /// The document gives no numbers, so these are inferred.
    case inferred
    /// The token uses the syntax of an earlier draft of the format.
    case earlierDraft
  }

  /// The animation, or the token if there is none.
  public let animation: AnimationName
  public let kind: Kind
  public let document: String
  /// The place of the statement in the document.
  public let section: String
  /// The statement of the document, and the computed value.
  public let stated: String, computed: String

  /// Returns a finding about a duration written as text.
  static func earlierDraft(_ path: [String], _ word: String, _ profile: ProfileName, _ document: String) -> Finding {
    let name = path.last { !$0.hasPrefix("$") && $0 != "duration" && $0 != "delay" } ?? profile.rawValue
    return Finding(
      animation: AnimationName(rawValue: name), kind: .earlierDraft, document: document,
      section: path.joined(separator: "."), stated: "\"\(word)\"",
      computed: "the format of 2025.10 has {\"value\": …, \"unit\": \"ms\"}")
  }
}

/// Finds the contradictions of a catalogue. The numbers of an entry are authoritative; the lint reports what disagrees
/// with them.
public enum Lint {
  public static func findings(in catalogue: Catalogue = .all) -> [Finding] {
    catalogue.findings + findings(in: catalogue.entries)
  }

  package static func findings(in entries: [AnimationSpec]) -> [Finding] {
    entries.flatMap { entry in
      entry.claims.flatMap { findings(of: $0, in: entry) } + entry.reducedForms.flatMap { findings(of: $0, in: entry) }
        + jumps(in: entry) + inferences(in: entry)
    }
  }

  private static func findings(of claim: Claim, in entry: AnimationSpec) -> [Finding] {
    func finding(_ kind: Finding.Kind, _ stated: String, _ computed: String) -> Finding {
      Finding(
        animation: entry.name, kind: kind, document: entry.document, section: claim.section, stated: stated,
        computed: computed)
    }
    let lengths = entry.variants.map(\.durationMs)
    switch claim.figure {
    case .total(let ms):
      let sums = entry.variants.compactMap { $0.phases.map(\.endMs).max() }
      guard !sums.contains(ms) else { return [] }
      return [finding(.total, "\(ms) ms in total", "\(sums.map(String.init).joined(separator: ", ")) ms by its phases")]
    case .peak(let value, let atMs, let spring, let from, let to):
      return peak(value, atMs, of: spring, from, to).map { [finding(.peak, $0.stated, $0.computed)] } ?? []
    case .duration(let range):
      let own = entry.delayMs + (lengths.max() ?? 0)
      guard !range.contains(own) else { return [] }
      return [finding(.duration, words(range), "\(own) ms in \(entry.section)")]
    case .spring(let other):
      let own = entry.variants.flatMap(\.phases).compactMap(\.curve)
      guard !own.contains(where: { $0.spring == other.spring }), let first = own.first else { return [] }
      return [finding(.spring, "\(other)", "\(first) in \(entry.section)")]
    case .guideline(let name, let range):
      guard let odd = lengths.first(where: { !range.contains($0) }) else { return [] }
      return [finding(.guideline, "\(words(range)) for \(name)", "\(odd) ms")]
    case .staggered(let count, let ms):
      guard let stagger = entry.stagger else { return [finding(.stagger, "\(count) staggered", "not staggered")] }
      let last = stagger.lastStartMs(count: count)
      let within = stagger.limit.map { $0 <= count } ?? false
      guard last != ms || !within else { return [] }
      return [finding(.stagger, "\(count) in \(ms) ms", "the last of \(count) starts at \(last) ms")]
    case .contradiction(let words, let other, let place):
      return [finding(.contradiction, words, "\(other) in \(place ?? entry.section)")]
    }
  }

  private static func peak(
    _ value: Double, _ atMs: Int?, of spring: DampedSpring, _ from: Double, _ to: Double
  ) -> (stated: String, computed: String)? {
    let stated = "a peak of \(value)" + (atMs.map { " at \($0) ms" } ?? "")
    guard let peak = spring.peak(from: from, to: to) else { return (stated, "no overshoot at all") }
    let isNear = abs(peak.value - value) < 0.005
    let isInTime = atMs.map { abs(peak.atMs - Double($0)) <= Double($0) / 10 } ?? true
    guard !isNear || !isInTime else { return nil }
    let digits = (peak.value * 1e6).rounded() / 1e6
    return (stated, "\(Curve.spring(spring)) peaks at \(digits) after \(Int(peak.atMs.rounded())) ms")
  }

  private static func findings(of reduced: ReducedForm, in entry: AnimationSpec) -> [Finding] {
    func finding(_ kind: Finding.Kind, _ stated: String, _ computed: String) -> Finding {
      Finding(
        animation: entry.name, kind: kind, document: entry.document, section: entry.section, stated: stated,
        computed: computed)
    }
    let hasHaptic = entry.variants.contains { $0.haptic != nil }
    let isHeard = hasHaptic || entry.variants.contains { $0.sound != nil }
    switch reduced {
    case .removed where entry.role.isIndispensable, .hapticOnly where entry.role.isIndispensable:
      return [finding(.removed, "\(entry.role.rawValue)s must be seen", "nothing is left to see")]
    case .removed where hasHaptic:
      return [finding(.removed, "haptics stay", "the haptic goes with the rest")]
    case .hapticOnly where !isHeard:
      return [finding(.removed, "only the haptic stays", "there is neither haptic nor sound")]
    case .phases(let phases):
      guard let mover = phases.first(where: { $0.property.isMovement }) else { return [] }
      return [finding(.stillMoves, "less motion", "\(mover.name) moves \(mover.property.rawValue)")]
    case .unchanged, .instant, .hapticOnly, .removed: return []
    }
  }

  private static func jumps(in entry: AnimationSpec) -> [Finding] {
    entry.variants.flatMap { variant in
      variant.phases.channels.flatMap { channel -> [Finding] in
        let own = variant.phases.filter { $0.channel == channel }
        return zip(own, own.dropFirst()).compactMap { one, next in
          let end = one.value(atMs: Double(next.startMs))
          guard !next.isJump, abs(end - next.from) > 1e-9 else { return nil }
          let value = (end * 1e6).rounded() / 1e6
          return Finding(
            animation: entry.name, kind: .jump, document: entry.document, section: entry.section,
            stated: "\(next.name) begins with \(channel) \(next.from)",
            computed: "\(one.name) has it at \(value) by then")
        }
      }
    }
  }

  private static func inferences(in entry: AnimationSpec) -> [Finding] {
    var phases = entry.variants.flatMap(\.phases)
    for case .phases(let reduced) in entry.reducedForms { phases += reduced }
    var inferred = phases.filter(\.isInferred).map { phase in
      "\(phase.name) \(number(phase.from)) → \(number(phase.to)) in \(phase.durationMs) ms"
    }
    let particles = entry.variants.lazy.compactMap(\.particles).first { $0.isInferred }
    if let particles { inferred.append("\(particles.count.lowerBound) particles") }
    guard !inferred.isEmpty else { return [] }
    let open = entry.unstated.map(\.rawValue).joined(separator: ", ")
    return [
      Finding(
        animation: entry.name, kind: .inferred, document: entry.document, section: entry.section,
        stated: open.isEmpty ? "no moments of its own" : "no \(open)", computed: inferred.joined(separator: "; "))
    ]
  }

  private static func number(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }

  private static func words(_ range: ClosedRange<Int>) -> String {
    if range.lowerBound == range.upperBound { return "\(range.lowerBound) ms" }
    return range.lowerBound == 0 ? "up to \(range.upperBound) ms" : "\(range.lowerBound) to \(range.upperBound) ms"
  }
}
