/// A contradiction in an entry, or between it and what its document says elsewhere.
public struct Finding: Hashable, Sendable {
  public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
    /// A stated total is not the sum of the phases.
    case total
    /// A stated peak is not the spring's own.
    case peak
    /// Another place of the document gives another duration.
    case duration
    /// Another place of the document gives another spring.
    case spring
    /// Outside of the document's own guideline.
    case guideline
    /// A staggered group takes longer or shorter than stated, or has no limit where the document sets one.
    case stagger
    /// The reduced form takes away what must never be taken away.
    case removed
    /// The reduced form still moves things about.
    case stillMoves
  }

  public let animation: AnimationName
  public let kind: Kind
  /// Where the document says what does not hold.
  public let section: String
  /// What it says, and what follows from the entry.
  public let stated: String, computed: String
}

/// Looks for contradictions. The entry's own numbers are the contract; what disagrees with them is reported, not
/// hidden.
public enum Lint {
  public static func findings(in entries: [AnimationSpec] = Catalogue.entries) -> [Finding] {
    entries.flatMap { entry in
      entry.claims.flatMap { findings(of: $0, in: entry) } + reducedFindings(of: entry)
    }
  }

  private static func findings(of claim: Claim, in entry: AnimationSpec) -> [Finding] {
    func finding(_ kind: Finding.Kind, _ stated: String, _ computed: String) -> Finding {
      Finding(animation: entry.name, kind: kind, section: claim.section, stated: stated, computed: computed)
    }
    switch claim.figure {
    case .total(let ms):
      let sums = entry.variants.compactMap { $0.phases.compactMap(\.endMs).max() }
      guard !sums.contains(ms) else { return [] }
      return [finding(.total, "\(ms) ms in all", "\(sums.map(String.init).joined(separator: ", ")) ms by its phases")]
    case .peak(let property, let value, let atMs):
      return peakFinding(property, value, atMs, in: entry).map { [finding(.peak, $0.stated, $0.computed)] } ?? []
    case .duration(let range):
      let own = entry.delayMs + (entry.variants.compactMap(\.durationMs).max() ?? 0)
      guard !range.contains(own) else { return [] }
      return [finding(.duration, words(range), "\(own) ms in \(entry.section)")]
    case .spring(let response, let dampingFraction):
      let other = Curve.spring(response: response, dampingFraction: dampingFraction)
      let own = entry.variants.flatMap(\.phases).compactMap(\.curve)
      guard !own.contains(other), let first = own.first else { return [] }
      return [finding(.spring, "\(other)", "\(first) in \(entry.section)")]
    case .guideline(let name, let range):
      let lengths = entry.variants.compactMap(\.durationMs)
      guard let odd = lengths.first(where: { !range.contains($0) }) else { return [] }
      return [finding(.guideline, "\(words(range)) for \(name)", "\(odd) ms")]
    case .staggered(let count, let ms):
      guard let stagger = entry.stagger else { return [finding(.stagger, "\(count) staggered", "not staggered")] }
      let last = stagger.lastStartMs(count: count)
      let within = stagger.limit.map { $0 <= count } ?? false
      guard last != ms || !within else { return [] }
      return [finding(.stagger, "\(count) in \(ms) ms", "the last of \(count) starts at \(last) ms")]
    }
  }

  /// To two digits, as documents give them: 1.05 is not about 1.2. A time may be a tenth off, for the same reason.
  private static func peakFinding(
    _ property: Property, _ value: Double, _ atMs: Int?, in entry: AnimationSpec
  ) -> (stated: String, computed: String)? {
    for phase in entry.variants.flatMap(\.phases) where phase.property == property {
      guard case .spring(let response, let dampingFraction) = phase.curve else { continue }
      let stated = "a peak of \(value)" + (atMs.map { " at \($0) ms" } ?? "")
      let spring = DampedSpring(response: response, dampingFraction: dampingFraction)
      guard let peak = spring.peak(from: phase.from, to: phase.to) else { return (stated, "no overshoot at all") }
      let isNear = abs(peak.value - value) < 0.005
      let isInTime = atMs.map { abs(peak.atMs - Double($0)) <= Double($0) / 10 } ?? true
      guard !isNear || !isInTime else { return nil }
      let digits = (peak.value * 1e6).rounded() / 1e6
      return (stated, "\(phase.curve.map { "\($0)" } ?? "") peaks at \(digits) after \(Int(peak.atMs.rounded())) ms")
    }
    return nil
  }

  private static func reducedFindings(of entry: AnimationSpec) -> [Finding] {
    func finding(_ kind: Finding.Kind, _ stated: String, _ computed: String) -> Finding {
      Finding(animation: entry.name, kind: kind, section: entry.section, stated: stated, computed: computed)
    }
    switch entry.reduced {
    case .removed where entry.role.isIndispensable, .hapticOnly where entry.role.isIndispensable:
      return [finding(.removed, "\(entry.role.rawValue)s must be seen", "nothing is left to see")]
    case .removed where entry.haptic != nil:
      return [finding(.removed, "haptics stay", "the haptic goes with the rest")]
    case .phases(let phases):
      guard let mover = phases.first(where: { $0.property.isMovement }) else { return [] }
      return [finding(.stillMoves, "less motion", "\(mover.name) moves \(mover.property.rawValue)")]
    case .unchanged, .instant, .hapticOnly, .removed: return []
    }
  }

  private static func words(_ range: ClosedRange<Int>) -> String {
    if range.lowerBound == range.upperBound { return "\(range.lowerBound) ms" }
    return range.lowerBound == 0 ? "up to \(range.upperBound) ms" : "\(range.lowerBound) to \(range.upperBound) ms"
  }
}
