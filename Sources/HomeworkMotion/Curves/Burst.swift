import HomeworkModel
import HomeworkSystem

/// One burst of confetti. The position of every particle at every moment is computed in closed form.
public struct Burst: Hashable, Sendable {
  public let intensity: Intensity
  public let screen: ScreenSize
  public let seed: UInt64
  /// The start on the session's clock.
  public let startMs: Int
  /// The streak position that earned it, if known.
  public let trigger: Trigger?
  /// When the burst cap made it fade, over 200 ms.
  public var fadeStartMs: Int?

  public init(intensity: Intensity, screen: ScreenSize, seed: UInt64, startMs: Int = 0, trigger: Trigger? = nil) {
    self.intensity = intensity
    self.screen = screen
    self.seed = seed
    self.startMs = startMs
    self.trigger = trigger
  }

  public static let spawnMs = 400
  public static let fadeMs = 200
  public static let pruneTickMs = 200
  /// The maximum number of bursts that are live and not fading.
  public static let cap = 3

  public var count: Int { intensity.count(on: screen) }

  /// The end of its life, or of its fade if that comes first.
  public var endMs: Int {
    let own = startMs + intensity.durationMs
    return fadeStartMs.map { min(own, $0 + Self.fadeMs) } ?? own
  }

  /// The first tick of the pruning clock at which it is dead.
  public var pruneMs: Int { (endMs + Self.pruneTickMs - 1) / Self.pruneTickMs * Self.pruneTickMs }

  public func isLive(at nowMs: Int) -> Bool { startMs <= nowMs && nowMs < endMs }

  /// Returns the opacity factor: 1, falling to 0 while the burst cap fades it.
  public func fade(atMs nowMs: Double) -> Double {
    guard let fadeStartMs else { return 1 }
    return min(1, max(0, 1 - (nowMs - Double(fadeStartMs)) / Double(Self.fadeMs)))
  }

  /// Returns particle `index`, from 0, at `nowMs` of the session's clock. Its opacity is 0 before it spawns and after
  /// its life.
  public func particle(_ index: Int, atMs nowMs: Double) -> Particle {
    particle(on: ParticleTrajectory(particle: index, seed: seed, screen: screen), atMs: nowMs, fade: fade(atMs: nowMs))
  }

  @inline(__always)
  fileprivate func particle(on trajectory: ParticleTrajectory, atMs nowMs: Double, fade: Double) -> Particle {
    let ageMs = nowMs - Double(startMs) - trajectory.spawnMs
    let t = max(0, ageMs) / 1000
    return Particle(
      x: trajectory.x + trajectory.velocityX * t,
      y: screen.height + 8 + trajectory.velocityY * t + 0.5 * screen.height * 1.6 * t * t,
      rotationDegrees: trajectory.spinDegrees * t,
      opacity: opacity(atAgeMs: ageMs) * fade)
  }

  private func opacity(atAgeMs ageMs: Double) -> Double {
    let lifespanMs = Double(intensity.lifespanMs)
    guard ageMs >= 0, ageMs < lifespanMs else { return 0 }
    return min(1, (lifespanMs - ageMs) / (0.35 * lifespanMs))
  }
}

/// A burst whose random numbers are drawn once, for a screen that draws it sixty times a second.
public struct PrecomputedBurst: Sendable {
  public let burst: Burst
  private let trajectories: [ParticleTrajectory]

  public init(_ burst: Burst) {
    self.burst = burst
    trajectories = (0..<burst.count).map { ParticleTrajectory(particle: $0, seed: burst.seed, screen: burst.screen) }
  }

  /// Replaces `particles` with every particle at `nowMs` of the session's clock.
  ///
  /// It does not allocate if `particles` has had that many elements before.
  public func sample(atMs nowMs: Double, into particles: inout [Particle]) {
    let fade = burst.fade(atMs: nowMs)
    particles.removeAll(keepingCapacity: true)
    for trajectory in trajectories { particles.append(burst.particle(on: trajectory, atMs: nowMs, fade: fade)) }
  }
}

/// The appearance of one particle; y grows downwards.
public struct Particle: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var rotationDegrees: Double
  public var opacity: Double

  package init(x: Double, y: Double, rotationDegrees: Double, opacity: Double) {
    (self.x, self.y, self.rotationDegrees, self.opacity) = (x, y, rotationDegrees, opacity)
  }
}

/// The five draws of one particle.
private struct ParticleTrajectory {
  let x: Double
  let velocityX: Double
  let velocityY: Double
  let spinDegrees: Double
  let spawnMs: Double

  init(particle index: Int, seed: UInt64, screen: ScreenSize) {
    var random = SplitMix64(seed: seed, skipping: UInt64(truncatingIfNeeded: index) &* 5)
    x = random.uniform(0, screen.width)
    // Points per second; 1.79 keeps the highest particle just on the screen.
    let speed = screen.height * random.uniform(1.20, 1.79)
    let direction = random.uniform(-90 - 18, -90 + 18) * .pi / 180
    velocityX = speed * cos(direction)
    velocityY = speed * sin(direction)
    spinDegrees = random.uniform(-540, 540)
    spawnMs = random.uniform(0, Double(Burst.spawnMs))
  }
}
