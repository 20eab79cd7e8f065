/// One phase of an animation. Times are from the start of the animation.
public struct Phase: Hashable, Sendable {
  public var name: String
  public var property: Property
  /// The animated part of the picture; `nil` for all of it. For `particle`, times are from the spawn of each particle.
  public var part: String?
  /// The edge of the screen beyond which a slide is at 1.
  public var edge: ScreenEdge?
  /// The unit of x and y.
  public var unit: LengthUnit?
  public var startMs: Int
  public var durationMs: Int
  /// The curve; `nil` if the document gives none, which is sampled as linear.
  public var curve: Curve?
  public var from: Double
  public var to: Double
  /// The start value by the number of the screen event, if it depends on one: pairs of number and value in ascending
  /// order, linear in between and constant beyond.
  public var fromNumber: [[Double]]
  /// The first and last colour, by their names in the design, if it animates one.
  public var colours: [String]
  /// True if the numbers are inferred because the document gives none.
  public var isInferred: Bool
  /// True if the document makes it start at another value than the preceding phase's end.
  public var isJump: Bool

  package init(
    _ name: String, _ property: Property, of part: String? = nil, edge: ScreenEdge? = nil, unit: LengthUnit? = nil,
    at startMs: Int = 0, for durationMs: Int, _ curve: Curve?, _ from: Double, _ to: Double,
    fromNumber: [[Double]] = [], colours: [String] = [], isInferred: Bool = false, isJump: Bool = false
  ) {
    (self.name, self.property, self.part, self.startMs, self.durationMs) = (name, property, part, startMs, durationMs)
    (self.curve, self.from, self.to, self.fromNumber, self.colours) = (curve, from, to, fromNumber, colours)
    (self.isInferred, self.isJump, self.edge, self.unit) = (isInferred, isJump, edge, unit)
  }

  public var endMs: Int { startMs + durationMs }

  /// Returns the value `elapsedMs` after the start of the animation: `from` before the phase, and the end value after
  /// it.
  ///
  /// A spring continues after its duration, which is only its perceived settling time.
  public func value(atMs elapsedMs: Double) -> Double {
    (curve ?? .linear).value(atMs: elapsedMs - Double(startMs), durationMs: Double(durationMs), from: from, to: to)
  }

  /// Returns the phase as it plays after a screen event with a number. What does not move stays at the start value.
  func starting(at number: Int?) -> Phase {
    guard let number = number.map(Double.init), let first = fromNumber.first, let last = fromNumber.last else {
      return self
    }
    var start = number <= first[0] ? first[1] : last[1]
    for (low, high) in zip(fromNumber, fromNumber.dropFirst()) where (low[0]...high[0]).contains(number) {
      start = low[1] + (high[1] - low[1]) * (number - low[0]) / (high[0] - low[0])
    }
    return moved(byMs: 0, from: start, to: from == to ? start : nil)
  }

  /// Returns the phase shifted in time, with other values if given.
  func moved(byMs ms: Int, from: Double? = nil, to: Double? = nil) -> Phase {
    Phase(
      name, property, of: part, edge: edge, unit: unit, at: startMs + ms, for: durationMs, curve, from ?? self.from,
      to ?? self.to,
      colours: colours, isInferred: isInferred, isJump: isJump)
  }
}

/// An edge of the screen.
public enum ScreenEdge: String, Hashable, Sendable, CaseIterable {
  case left, right, top, bottom
}

/// The unit of a distance: points, shares of the screen, or shares of the size of what moves.
public enum LengthUnit: String, Hashable, Sendable, CaseIterable {
  case points, screen, size
}

/// The channel that a phase animates: a property of the whole picture or of a part.
public struct Channel: Hashable, Sendable, CustomStringConvertible {
  public let part: String?
  public let property: Property

  public init(_ property: Property, of part: String? = nil) {
    (self.part, self.property) = (part, property)
  }

  /// The name, such as `scale` or `checkmark.scale`.
  public var description: String { part.map { "\($0).\(property.rawValue)" } ?? property.rawValue }
}

extension Phase {
  public var channel: Channel { Channel(property, of: part) }
}

extension [Phase] {
  /// Returns the value of a property at a moment, from its latest phase that has started, or from its first phase.
  public func value(of property: Property, part: String? = nil, atMs elapsedMs: Double) -> Double? {
    var begun: Phase?
    for phase in self where phase.property == property && phase.part == part {
      if begun == nil || Double(phase.startMs) <= elapsedMs { begun = phase }
    }
    return begun?.value(atMs: elapsedMs)
  }

  /// The animated properties, in order of first appearance.
  public var channels: [Channel] {
    reduce(into: []) { if !$0.contains($1.channel) { $0.append($1.channel) } }
  }

  /// The final values once all phases are over, as phases without duration.
  var endState: [Phase] {
    channels.compactMap { channel in
      last { $0.channel == channel }.map {
        Phase(
          $0.name, $0.property, of: $0.part, edge: $0.edge, unit: $0.unit, for: 0, nil, $0.to, $0.to,
          colours: $0.colours, isInferred: $0.isInferred)
      }
    }
  }
}
