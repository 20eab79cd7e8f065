/// How a value goes from one end of a phase to the other.
public enum Curve: Hashable, Sendable {
  case linear, easeIn, easeOut, easeInOut
  /// `response` in seconds.
  case spring(response: Double, dampingFraction: Double)

  /// The value `elapsedMs` after the start. A spring has no end of its own, so the duration says nothing about it.
  public func value(atMs elapsedMs: Double, durationMs: Double, from: Double, to: Double) -> Double {
    if case .spring(let response, let dampingFraction) = self {
      return DampedSpring(response: response, dampingFraction: dampingFraction).value(
        atMs: elapsedMs, from: from, to: to)
    }
    guard elapsedMs > 0 else { return from }
    guard elapsedMs < durationMs else { return to }
    return from + (to - from) * eased(elapsedMs / durationMs)
  }

  private func eased(_ fraction: Double) -> Double {
    switch self {
    // The control points of the platform's timing curves of these names.
    case .easeIn: CubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1).y(atX: fraction)
    case .easeOut: CubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1).y(atX: fraction)
    case .easeInOut: CubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1).y(atX: fraction)
    case .linear, .spring: fraction
    }
  }
}

/// Written as one word: `easeOut`, `spring(0.45, 0.55)`.
extension Curve: LosslessStringConvertible {
  private static let named: [String: Curve] = [
    "linear": .linear, "easeIn": .easeIn, "easeOut": .easeOut, "easeInOut": .easeInOut,
  ]

  /// `nil` for anything but the words above; a spring needs a positive response and a damping of at least 0.
  public init?(_ word: String) {
    if let curve = Self.named[word] {
      self = curve
      return
    }
    guard word.hasPrefix("spring("), word.hasSuffix(")") else { return nil }
    let numbers = word.dropFirst("spring(".count).dropLast().split(separator: ",", omittingEmptySubsequences: false)
      .map { Double(String($0.drop { $0 == " " })) }
    guard numbers.count == 2, let response = numbers[0], let dampingFraction = numbers[1],
      response.isFinite, dampingFraction.isFinite, response > 0, dampingFraction >= 0
    else { return nil }
    self = .spring(response: response, dampingFraction: dampingFraction)
  }

  public var description: String {
    switch self {
    case .linear: "linear"
    case .easeIn: "easeIn"
    case .easeOut: "easeOut"
    case .easeInOut: "easeInOut"
    case .spring(let response, let dampingFraction): "spring(\(response), \(dampingFraction))"
    }
  }
}

extension Curve: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let word = try container.decode(String.self)
    guard let curve = Self(word) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\"\(word)\" is not a curve such as easeInOut or spring(0.45, 0.55)")
    }
    self = curve
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// A timing curve through (0, 0) and (1, 1).
struct CubicBezier {
  let x1, y1, x2, y2: Double

  /// `x` grows with the parameter, so halving finds it: 50 steps reach the last bit of a fraction.
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
