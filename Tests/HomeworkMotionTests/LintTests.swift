import HomeworkMotion
import Testing

/// Figures that a document gives at another place than the one that its design follows.
struct OtherFigure: Sendable {
  enum Figure: Sendable {
    /// The duration, with its delay.
    case lasts(ClosedRange<Int>)
    /// The end of the phases of a variant.
    case total(Int)
    /// The range for animations of its kind.
    case guideline(ClosedRange<Int>)
    /// The response and damping fraction.
    case spring(Double, Double)
    /// The highest value of a spring of this response and damping fraction from a value to 1, and its time.
    case peak(Double, atMs: Int?, of: (Double, Double), from: Double)
    /// The start of the last of so many items.
    case staggered(Int, ms: Int)
  }

  let animation: AnimationName, section: String, figure: Figure

  init(_ animation: AnimationName, _ section: String, _ figure: Figure) {
    (self.animation, self.section, self.figure) = (animation, section, figure)
  }

  func holds(of entry: AnimationSpec) -> Bool {
    let lengths = entry.variants.map(\.durationMs)
    let phases = entry.variants.flatMap(\.phases)
    switch figure {
    case .lasts(let range): return range.contains(entry.delayMs + (lengths.max() ?? 0))
    case .total(let ms): return entry.variants.contains { $0.phases.map(\.endMs).max() == ms }
    case .guideline(let range): return lengths.allSatisfy(range.contains)
    case .spring(let response, let damping):
      return phases.contains { $0.curve?.spring == DampedSpring(response: response, dampingFraction: damping) }
    case .peak(let value, let atMs, let of, let from):
      let spring = DampedSpring(response: of.0, dampingFraction: of.1)
      let values = (0...2000).map { spring.value(atMs: Double($0), from: from, to: 1) }
      guard let peakMs = values.indices.max(by: { values[$0] < values[$1] }) else { return false }
      return abs(values[peakMs] - value) < 0.005 && atMs.map { abs(peakMs - $0) <= $0 / 10 } ?? true
    case .staggered(let count, let ms):
      return entry.stagger.map { $0.lastStartMs(count: count) == ms && $0.limit.map { $0 <= count } ?? false } ?? false
    }
  }

  static let agreeing: [Self] = [
    .init("A1", "A1, newStreak", .total(1100)),
    .init("A1", "A1, continuingStreak", .total(900)),
    .init("firstCapture", "Particle System", .lasts(1000...1500)),
    .init("ncdb.cardAppearance", "Performance Guidelines, Don'ts", .guideline(0...500)),
    .init("ncdb.buttonPress", "Performance Guidelines, Don'ts", .guideline(0...500)),
    .init("starRating", "Performance Guidelines, Don'ts", .guideline(0...500)),
    .init("tabTransition", "Quick Reference", .lasts(200...200)),
    .init("tabTransition", "Performance Guidelines, Don'ts", .guideline(0...500)),
    .init("skeletonLoading", "Quick Reference", .lasts(1500...1500)),
    .init("achievementUnlock", "Celebration Animations", .total(800)),
    .init("navigationPush", "10, Duration Guidelines", .guideline(300...400)),
    .init("navigationPop", "10, Duration Guidelines", .guideline(300...400)),
    .init("modalPresentation", "10, Duration Guidelines", .guideline(300...400)),
    .init("modalDismissal", "10, Duration Guidelines", .guideline(300...400)),
    .init("favoriteAdded", "10, Duration Guidelines", .guideline(200...300)),
    .init("cardSelection", "10, Duration Guidelines", .guideline(150...200)),
    .init("calorieProgressRing", "10, Duration Guidelines", .guideline(400...600)),
    .init("macroProgressBars", "10, Duration Guidelines", .guideline(400...600)),
    .init("weeklyGraph", "10, Duration Guidelines", .guideline(400...600)),
    .init("listItemAdd", "10, Duration Guidelines", .guideline(200...300)),
    .init("listItemDelete", "10, Duration Guidelines", .guideline(200...300)),
    .init("contentRefresh", "10, Duration Guidelines", .guideline(200...300)),
    .init("alertDialog", "10, Duration Guidelines", .guideline(200...300)),
  ]

  static let contradicting: [Self] = [
    .init("A2", "A2, Overshoot peak", .peak(1.2, atMs: 200, of: (0.45, 0.55), from: 0.6)),
    .init("captureSheet", "Animation Specifications, Modal", .lasts(400...400)),
    .init("modal", "1, Step 1", .lasts(300...300)),
    .init("ncdb.cardAppearance", "Quick Reference", .spring(0.6, 0.8)),
    .init("staggeredList", "Animation Patterns", .staggered(10, ms: 500)),
    .init("staggeredList", "Quick Reference", .spring(0.6, 0.8)),
    .init("ncdb.buttonPress", "Duration Reference, Instant", .lasts(100...100)),
    .init("ncdb.buttonPress", "Quick Reference", .spring(0.4, 0.85)),
    .init("starRating", "Quick Reference", .spring(0.5, 0.6)),
    .init("rankingReorder", "Quick Reference", .spring(0.3, 0.7)),
    .init("achievementUnlock", "Duration Reference, Emphasis", .guideline(0...500)),
    .init("achievementUnlock", "Quick Reference", .spring(0.5, 0.6)),
    .init("milestone", "Duration Reference, Emphasis", .guideline(0...500)),
    .init("tabSwitching", "10, Duration Guidelines", .guideline(300...400)),
    .init("foodLogged", "4", .peak(1.1, atMs: nil, of: (0.3, 0.6), from: 0.8)),
    .init("buttonTap", "10, Duration Guidelines", .guideline(150...200)),
    .init("toggleSwitch", "10, Duration Guidelines", .guideline(150...200)),
    .init("toastAppear", "10, Duration Guidelines", .guideline(200...300)),
  ]
}

extension Role {
  /// True if reduced motion may change it but not remove it.
  fileprivate var isIndispensable: Bool { self == .confirmation || self == .error || self == .focus }
}

extension Property {
  /// True for a movement, which reduced motion avoids.
  var isMovement: Bool {
    switch self {
    case .scale, .rotation, .x, .y, .size, .slide, .shimmer, .particles: true
    case .opacity, .colour, .progress, .glow, .count: false
    }
  }
}

@Suite struct `The designs` {
  @Test(arguments: OtherFigure.agreeing)
  func `agree with the other figures of their documents`(other: OtherFigure) throws {
    #expect(other.holds(of: try #require(Catalogue.all[other.animation])), "\(other)")
  }

  @Test(arguments: OtherFigure.contradicting)
  func `contradict their documents only where these contradict themselves`(other: OtherFigure) throws {
    #expect(!other.holds(of: try #require(Catalogue.all[other.animation])), "\(other)")
  }

  @Test func `leave something to see or feel under reduced motion, and nothing that moves`() {
    for entry in Catalogue.all.entries {
      let hasHaptic = entry.variants.contains { $0.haptic != nil }
      let isHeard = hasHaptic || entry.variants.contains { $0.sound != nil }
      for reduced in [entry.reduced] + entry.variants.compactMap(\.reduced) {
        switch reduced {
        case .removed: #expect(!entry.role.isIndispensable && !hasHaptic, "\(entry.name)")
        case .hapticOnly: #expect(!entry.role.isIndispensable && isHeard, "\(entry.name)")
        case .phases(let phases):
          #expect(!phases.contains { $0.property.isMovement && $0.from != $0.to }, "\(entry.name)")
        case .unchanged, .instant: break
        }
      }
    }
  }

  @Test func `do not jump from one phase to the next, unless they say so`() {
    for entry in Catalogue.all.entries {
      for phases in entry.variants.map(\.phases) {
        for channel in phases.channels {
          let own = phases.filter { $0.channel == channel }
          for (one, next) in zip(own, own.dropFirst()) where !next.isJump {
            #expect(abs(one.value(atMs: Double(next.startMs)) - next.from) <= 1e-9, "\(entry.name): \(next.name)")
          }
        }
      }
    }
  }
}
