/// How a value changes from one end of a phase to the other.
public enum Curve: Hashable, Sendable {
  case linear, easeIn, easeOut, easeInOut
  case cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double)
  case spring(DampedSpring)
  /// A spring that hands over to the next phase: it is scaled to end exactly at its target value.
  case boundedSpring(DampedSpring)

  public static func spring(response: Double, dampingFraction: Double) -> Self {
    .spring(DampedSpring(response: response, dampingFraction: dampingFraction))
  }

  /// Returns the value `elapsedMs` after the start. A spring does not end at its duration.
  public func value(atMs elapsedMs: Double, durationMs: Double, from: Double, to: Double) -> Double {
    if case .spring(let spring) = self { return spring.value(atMs: elapsedMs, from: from, to: to) }
    // A phase without duration is at its end at once.
    guard elapsedMs > 0 || elapsedMs == 0 && durationMs == 0 else { return from }
    guard elapsedMs < durationMs else { return to }
    let fraction = elapsedMs / durationMs
    guard case .boundedSpring(let spring) = self else { return from + (to - from) * eased(fraction) }
    let rest = spring.value(atMs: durationMs, from: from, to: to) - to
    return spring.value(atMs: elapsedMs, from: from, to: to) - rest * fraction
  }

  private func eased(_ fraction: Double) -> Double {
    guard let points = controlPoints else { return fraction }
    return CubicBezier(x1: points.x1, y1: points.y1, x2: points.x2, y2: points.y2).y(atX: fraction)
  }

  /// The control points of a Bézier curve, including those of the platform's named timing curves.
  public var controlPoints: (x1: Double, y1: Double, x2: Double, y2: Double)? {
    switch self {
    case .easeIn: (0.42, 0, 1, 1)
    case .easeOut: (0, 0, 0.58, 1)
    case .easeInOut: (0.42, 0, 0.58, 1)
    case .cubicBezier(let x1, let y1, let x2, let y2): (x1, y1, x2, y2)
    case .linear, .spring, .boundedSpring: nil
    }
  }

  /// The spring, if the curve is one.
  public var spring: DampedSpring? {
    switch self {
    case .spring(let spring), .boundedSpring(let spring): spring
    case .linear, .easeIn, .easeOut, .easeInOut, .cubicBezier: nil
    }
  }

  /// Creates a Bézier curve, or the named curve with these control points.
  package init(x1: Double, y1: Double, x2: Double, y2: Double) {
    switch (x1, y1, x2, y2) {
    case (0, 0, 1, 1): self = .linear
    case (0.42, 0, 1, 1): self = .easeIn
    case (0, 0, 0.58, 1): self = .easeOut
    case (0.42, 0, 0.58, 1): self = .easeInOut
    default: self = .cubicBezier(x1: x1, y1: y1, x2: x2, y2: y2)
    }
  }
}

/// Written as a word: `easeOut`, `spring(0.45, 0.55)`.
extension Curve: LosslessStringConvertible {
  private static let named: [String: Curve] = [
    "linear": .linear, "easeIn": .easeIn, "easeOut": .easeOut, "easeInOut": .easeInOut,
  ]

  /// Returns `nil` for anything but the names above. A spring needs a positive response and a damping of at least 0;
  /// the points of a Bézier curve must have times between 0 and 1.
  public init?(_ word: String) {
    if let curve = Self.named[word] {
      self = curve
      return
    }
    guard let open = word.firstIndex(of: "("), word.last == ")" else { return nil }
    let numbers = word[word.index(after: open)...].dropLast().split(separator: ",", omittingEmptySubsequences: false)
      .map { Double(String($0.drop { $0 == " " })) }
    let finite = numbers.compactMap(\.self).filter(\.isFinite)
    guard finite.count == numbers.count else { return nil }
    switch (word[..<open], finite.count) {
    case ("spring", 2), ("boundedSpring", 2):
      guard finite[0] > 0, finite[1] >= 0 else { return nil }
      let spring = DampedSpring(response: finite[0], dampingFraction: finite[1])
      self = word.hasPrefix("bounded") ? .boundedSpring(spring) : .spring(spring)
    case ("cubicBezier", 4):
      guard (0...1).contains(finite[0]), (0...1).contains(finite[2]) else { return nil }
      self.init(x1: finite[0], y1: finite[1], x2: finite[2], y2: finite[3])
    default: return nil
    }
  }

  public var description: String {
    switch self {
    case .linear: "linear"
    case .easeIn: "easeIn"
    case .easeOut: "easeOut"
    case .easeInOut: "easeInOut"
    case .cubicBezier(let x1, let y1, let x2, let y2): "cubicBezier(\(x1), \(y1), \(x2), \(y2))"
    case .spring(let spring): "spring(\(spring.response), \(spring.dampingFraction))"
    case .boundedSpring(let spring): "boundedSpring(\(spring.response), \(spring.dampingFraction))"
    }
  }
}

/// A timing curve through (0, 0) and (1, 1).
private struct CubicBezier {
  let x1: Double, y1: Double, x2: Double, y2: Double

  /// `x` grows with the parameter, so bisection finds it: 50 steps reach the last bit of a fraction.
  func y(atX x: Double) -> Double {
    var low = 0.0
    var high = 1.0
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if Self.coordinate(middle, x1, x2) < x { low = middle } else { high = middle }
    }
    return Self.coordinate((low + high) / 2, y1, y2)
  }

  private static func coordinate(_ s: Double, _ first: Double, _ second: Double) -> Double {
    let rest = 1 - s
    return 3 * rest * rest * s * first + 3 * rest * s * s * second + s * s * s
  }
}
