extension AnimationSpec {
  /// What every property of an animation is at one moment.
  public struct Sample: Hashable, Sendable {
    /// From the start of the animation.
    public let atMs: Int
    public let values: [Property: Double]
  }

  /// A spring has settled once it stays within this share of its travel.
  public static let settlingTolerance = 0.01

  /// How long there is something to see, in milliseconds: the stated length, or until the last spring has settled.
  ///
  /// `nil` where the document gives neither a length nor a spring.
  public func visibleMs(of variant: Variant, motion: MotionPreference) -> Int? {
    let phases = phases(of: variant, motion: motion)
    let ends = phases.compactMap { phase -> Int? in
      guard case .spring(let response, let dampingFraction) = phase.curve else { return phase.endMs }
      let spring = DampedSpring(response: response, dampingFraction: dampingFraction)
      return spring.settlesMs(within: Self.settlingTolerance).map { phase.startMs + Int($0.rounded(.up)) }
    }
    guard let longest = (ends + [durationMs(of: variant, motion: motion)].compactMap(\.self)).max() else { return nil }
    return longest
  }

  /// Every property from the start to the end, `everyMs` apart and at the very end; at the start alone where no length
  /// is known.
  ///
  /// - Parameter everyMs: at least 1.
  public func samples(of variant: Variant, motion: MotionPreference, everyMs: Int) -> [Sample] {
    let phases = phases(of: variant, motion: motion)
    let endMs = visibleMs(of: variant, motion: motion) ?? 0
    var moments = Array(stride(from: 0, through: endMs, by: max(1, everyMs)))
    if moments.last != endMs { moments.append(endMs) }
    let properties = phases.properties
    return moments.map { moment in
      let values = properties.compactMap { property in
        phases.value(of: property, atMs: Double(moment)).map { (property, $0) }
      }
      return Sample(atMs: moment, values: Dictionary(uniqueKeysWithValues: values))
    }
  }
}
