/// One stretch of an animation. Times count from the start of the animation.
public struct Phase: Hashable, Codable, Sendable {
  public let name: String
  public let property: Property
  public let startMs: Int
  /// `nil` where the document gives none: of a spring, its parameters say how long it takes.
  public let durationMs: Int?
  /// `nil` where the document gives none; sampled as linear then.
  public let curve: Curve?
  public let from: Double
  public let to: Double

  package init(
    _ name: String, _ property: Property, at startMs: Int = 0, for durationMs: Int?, _ curve: Curve?,
    _ from: Double, _ to: Double
  ) {
    self.name = name
    self.property = property
    self.startMs = startMs
    self.durationMs = durationMs
    self.curve = curve
    self.from = from
    self.to = to
  }

  /// `nil` for one without a duration.
  public var endMs: Int? { durationMs.map { startMs + $0 } }

  /// The animated value `elapsedMs` after the start of the animation; `from` before the phase, and the end after it.
  ///
  /// A spring goes on past its duration, which is only its perceived settle. What has neither is there at once.
  public func value(atMs elapsedMs: Double) -> Double {
    (curve ?? .linear).value(atMs: elapsedMs - Double(startMs), durationMs: Double(durationMs ?? 0), from: from, to: to)
  }
}

extension [Phase] {
  /// The value of a property at a moment: that of the phase of it that began last, or what the first will begin with.
  public func value(of property: Property, atMs elapsedMs: Double) -> Double? {
    let own = filter { $0.property == property }
    let begun = own.last { Double($0.startMs) <= elapsedMs } ?? own.first
    return begun?.value(atMs: elapsedMs)
  }

  /// Every property that is animated at all, in order of first appearance.
  public var properties: [Property] {
    reduce(into: []) { if !$0.contains($1.property) { $0.append($1.property) } }
  }
}
