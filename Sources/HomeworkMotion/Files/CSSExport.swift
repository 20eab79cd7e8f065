import HomeworkModel

/// Animations as CSS: `@keyframes` for everything that moves, with springs sampled as `linear()`, and a class for each
/// part of the picture that plays them, such as `.A1-newStreak` for the dot and `.A1-newStreak-star` for its star.
package struct CSSExport {
  private var lines: [String] = []

  package static func text(of entries: [AnimationSpec]) -> String {
    var export = CSSExport()
    for entry in entries { export.write(entry) }
    return export.lines.joined(separator: "\n") + "\n"
  }

  /// The maximum error of a spring's easing at any moment, as a share of its travel.
  package static let tolerance = 0.005

  private mutating func write(_ entry: AnimationSpec) {
    for variant in entry.variants where !variant.phases.isEmpty {
      let name = ([entry.name.rawValue] + [variant.name].compactMap(\.self)).map(Self.identifier).joined(separator: "-")
      lines.append("/* \(entry.title.replacing("*/", with: "* /")), \(variant.durationMs) ms */")
      let full = write(entry, variant, .full, name)
      lines += full.map { ".\(Self.name(name, $0.part)) { animation: \($0.animations.joined(separator: ", ")); }" }
      if entry.reduced(of: variant) != .unchanged {
        let still = write(entry, variant, .reduced, "\(name)-reduced")
        lines.append("@media (prefers-reduced-motion: reduce) {")
        let parts = (full + still).map(\.part).reduce(into: [String?]()) { if !$0.contains($1) { $0.append($1) } }
        for part in parts {
          let animations = still.first { $0.part == part }?.animations ?? ["none"]
          lines.append("  .\(Self.name(name, part)) { animation: \(animations.joined(separator: ", ")); }")
        }
        lines.append("}")
      }
      lines.append("")
    }
  }

  /// Writes the keyframes of each channel, and returns the `animation` values of each part that moves.
  private mutating func write(
    _ entry: AnimationSpec, _ variant: Variant, _ motion: MotionPreference, _ name: String
  ) -> [(part: String?, animations: [String])] {
    let phases = entry.phases(of: variant, motion: motion)
    var parts: [(part: String?, animations: [String])] = []
    for channel in phases.channels {
      let own = phases.filter { $0.channel == channel }
      let stretches = own.enumerated().map { index, phase in
        Stretch(phase, isLast: index == own.count - 1)
      }
      guard let lengthMs = stretches.map(\.endMs).max(), lengthMs > 0 else { continue }
      let keyframes = "\(Self.name(name, channel.part))-\(channel.property.rawValue)"
      lines.append("@keyframes \(keyframes) {")
      // Without this keyframe, a browser would begin at the value that the page gives.
      if stretches[0].startMs > 0 { lines.append("  0.0% { \(channel.css(stretches[0].from)); }") }
      for stretch in stretches {
        let easing = stretch.easing.map { " animation-timing-function: \($0);" } ?? ""
        lines.append("  \(Self.percent(stretch.startMs, lengthMs)) { \(channel.css(stretch.from));\(easing) }")
        lines.append("  \(Self.percent(stretch.endMs, lengthMs)) { \(channel.css(stretch.to)); }")
      }
      lines.append("}")
      let count = entry.isEndless && motion == .full ? " infinite" : ""
      let animation = "\(keyframes) \(lengthMs)ms linear \(entry.delayMs)ms both\(count)"
      if let place = parts.firstIndex(where: { $0.part == channel.part }) {
        parts[place].animations.append(animation)
      } else {
        parts.append((channel.part, [animation]))
      }
    }
    return parts
  }

  /// A phase with its time in a browser: a channel's last spring continues until it has settled.
  private struct Stretch {
    let startMs: Int, endMs: Int
    let from: Double, to: Double
    let easing: String?

    init(_ phase: Phase, isLast: Bool) {
      (startMs, from, to) = (phase.startMs, phase.from, phase.to)
      var durationMs = phase.durationMs
      if isLast, case .spring(let spring) = phase.curve, let settlesMs = spring.settlesMs(within: 0.8 * tolerance) {
        durationMs = max(durationMs, Int(settlesMs.rounded(.up)))
      }
      endMs = startMs + durationMs
      easing = phase.curve.flatMap { CSSExport.easing($0, durationMs: Double(durationMs)) }
    }
  }

  /// Returns the CSS easing; `nil` for `linear`, the default.
  package static func easing(_ curve: Curve, durationMs: Double) -> String? {
    if let points = curve.controlPoints {
      return "cubic-bezier(\(points.x1), \(points.y1), \(points.x2), \(points.y2))"
    }
    guard curve.spring != nil, durationMs > 0 else { return nil }
    func value(_ share: Double) -> Double {
      curve.value(atMs: share * durationMs, durationMs: durationMs, from: 0, to: 1)
    }
    // Use as few points as keep each segment within the tolerance.
    var count = 8
    while count < 4096, (0..<count).contains(where: { !isNear($0, of: count, value) }) { count = count * 5 / 4 }
    let points = (0...count).map { rounded(value(Double($0) / Double(count))) }
    return "linear(\(points.map { "\($0)" }.joined(separator: ", ")))"
  }

  /// Returns whether the straight line between two points stays near the curve.
  private static func isNear(_ index: Int, of count: Int, _ value: (Double) -> Double) -> Bool {
    let (start, end) = (value(Double(index) / Double(count)), value(Double(index + 1) / Double(count)))
    return (1..<8).allSatisfy { step in
      let share = Double(step) / 8
      let exact = value((Double(index) + share) / Double(count))
      return abs(start + (end - start) * share - exact) < 0.8 * tolerance
    }
  }

  private static func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }

  private static func percent(_ ms: Int, _ lengthMs: Int) -> String {
    "\(rounded(Double(ms) * 100 / Double(lengthMs)))%"
  }

  /// Appends the part to the name.
  private static func name(_ name: String, _ part: String?) -> String {
    part.map { "\(name)-\(identifier($0))" } ?? name
  }

  /// Returns an identifier of letters, digits and hyphens.
  private static func identifier(_ name: String) -> String {
    let plain = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    return plain.first.map { $0.isNumber } ?? true ? "a\(plain)" : plain
  }
}

extension Channel {
  /// Returns the declaration of a value: a custom property, for the page to use, if CSS has none for it.
  fileprivate func css(_ value: Double) -> String {
    switch property {
    case .opacity: "opacity: \(value)"
    case .scale: "scale: \(value)"
    case .rotation: "rotate: \(value)deg"
    case .x: "translate: \(value)px"
    case .y: "translate: 0 \(value)px"
    case .slide: "translate: \(value * 100)%"
    case .size: "font-size: \(value)px"
    case .colour, .progress, .glow, .shimmer, .particles, .count: "--\(property.rawValue): \(value)"
    }
  }
}
