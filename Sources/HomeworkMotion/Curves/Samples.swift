extension AnimationSpec {
  /// The values of all animated properties at one moment.
  public struct Sample: Hashable, Sendable {
    /// The time from the start of the animation.
    public let atMs: Int
    public let values: [Channel: Double]
  }

  /// A spring has settled when it stays within this share of its travel.
  public static let settlingTolerance = 0.01

  /// The time in milliseconds during which something is visible: the duration, or until the last spring has settled.
  public func visibleMs(of variant: Variant, motion: MotionPreference) -> Int {
    let phases = phases(of: variant, motion: motion)
    let ends = phases.map { phase -> Int in
      let isLast = !phases.contains { $0.channel == phase.channel && $0.startMs > phase.startMs }
      guard isLast, case .spring(let spring) = phase.curve,
        let settlesMs = spring.settlesMs(within: Self.settlingTolerance)
      else { return phase.endMs }
      return max(phase.endMs, phase.startMs + Int(settlesMs.rounded(.up)))
    }
    return max(ends.max() ?? 0, durationMs(of: variant, motion: motion))
  }

  /// Returns samples from the start to the end, every `everyMs`, and one at the end.
  ///
  /// - Parameter everyMs: at least 1.
  public func samples(of variant: Variant, motion: MotionPreference, everyMs: Int) -> [Sample] {
    let phases = phases(of: variant, motion: motion)
    let endMs = visibleMs(of: variant, motion: motion)
    var moments = Array(stride(from: 0, through: endMs, by: max(1, everyMs)))
    if moments.last != endMs { moments.append(endMs) }
    let channels = phases.channels
    return moments.map { moment in
      let values = channels.compactMap { channel in
        phases.value(of: channel.property, part: channel.part, atMs: Double(moment)).map { (channel, $0) }
      }
      return Sample(atMs: moment, values: Dictionary(uniqueKeysWithValues: values))
    }
  }
}
