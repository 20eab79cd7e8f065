public import HomeworkJSON
import HomeworkMotion

extension Presentation {
  /// A cue of the protocol, to be drawn at any moment.
  public struct PlayingCue: Sendable {
    public let animation: String
    public let variant: String?
    /// On the clock of its session.
    public let startMs: Int
    /// Where nothing cuts it off.
    public let endMs: Int
    public let isShown: Bool
    /// The streak position and the question, from 0, that it is of.
    public let position: Int?
    public let questionIndex: Int?
    private let cue: CueReport

    /// `nil` for what is no cue.
    public init?(_ json: JSONValue) {
      guard let cue: CueReport = try? json.decoded() else { return nil }
      self.cue = cue
      animation = cue.animation.rawValue
      variant = cue.variant
      startMs = cue.startMs
      endMs = cue.endedMs ?? cue.startMs + (cue.durationMs ?? 0)
      (position, questionIndex) = (cue.trigger.position, cue.trigger.questionIndex)
      isShown = cue.disposition == .running || cue.disposition == .played || cue.disposition == .reduced
    }

    /// The same cue, told again because it ends otherwise.
    public func isSame(as other: Self) -> Bool {
      cue.animation == other.cue.animation && cue.trigger == other.cue.trigger
    }

    public func isRunning(atMs nowMs: Double) -> Bool {
      isShown && Double(startMs) <= nowMs && nowMs < Double(endMs)
    }

    /// Of one property at a moment of the session's clock; `nil` where the animation has none of it.
    public func value(of property: String, atMs nowMs: Double) -> Double? {
      Property(rawValue: property).flatMap { cue.phases.value(of: $0, atMs: nowMs - Double(startMs)) }
    }
  }

  /// The confetti of a cue, at any moment.
  public struct Confetti: Sendable {
    private let flight: Flight
    private var particles: [Particle] = []

    /// - Parameters:
    ///   - intensity: `standard`, `medium` or `max`.
    ///   - width: of the screen in points, as `height`.
    public init?(_ intensity: String, width: Double, height: Double, seed: UInt64) {
      guard let intensity = Intensity(rawValue: intensity) else { return nil }
      flight = Flight(
        Burst(intensity: intensity, screen: HomeworkMotion.Screen(width: width, height: height), seed: seed))
    }

    /// Those that are seen so long after its start, in points.
    public mutating func forEach(atMs: Double, _ body: (_ x: Double, _ y: Double, _ opacity: Double) -> Void) {
      flight.sample(atMs: atMs, into: &particles)
      for particle in particles where particle.opacity > 0 { body(particle.x, particle.y, particle.opacity) }
    }
  }
}
