import Foundation
import HomeworkMotion
import Testing

@Suite struct `A curve` {
  @Test func `of the badge peaks at 269 ms and 1.051, unlike the reference`() throws {
    let spring = DampedSpring(response: 0.45, dampingFraction: 0.55)
    let values = (0...20_000).map { spring.value(atMs: Double($0) / 10, from: 0.6, to: 1) }
    let peak = try #require(values.indices.max { values[$0] < values[$1] })
    #expect(peak == 2694 && abs(values[peak] - 1.050530) < 0.0000005)
  }

  @Test func `of the badge settles within one percent from 616 ms`() throws {
    let spring = DampedSpring(response: 0.45, dampingFraction: 0.55)
    let settlesMs = try #require(spring.settlesMs(within: 0.01))
    #expect(abs(settlesMs - 616.297) < 0.0005)
    for ms in 0...2000 where Double(ms) > settlesMs {
      #expect(abs(spring.value(atMs: Double(ms), from: 0.6, to: 1) - 1) <= 0.004)
    }
  }

  @Test func `of a spring starts at rest and ends at its target, for any damping`() {
    for dampingFraction in [0.05, 0.3, 0.55, 0.62, 0.99, 1, 1.01, 2] {
      let spring = DampedSpring(response: 0.3, dampingFraction: dampingFraction)
      #expect(spring.value(atMs: 0, from: 2, to: 5) == 2)
      #expect(abs(spring.value(atMs: 0.01, from: 2, to: 5) - 2) < 0.0001)
      #expect(abs(spring.value(atMs: 10_000, from: 2, to: 5) - 5) < 0.0001)
    }
  }

  @Test func `of a spring that is too fast for the numbers arrives at once`() {
    let spring = DampedSpring(response: .leastNonzeroMagnitude, dampingFraction: 0.5)
    #expect([0, 0.5, 1000].allSatisfy { spring.value(atMs: $0, from: 0, to: 1) == 1 })
    #expect(spring.settlesMs(within: 0.01) == 0)
    // With extreme damping it never arrives.
    for dampingFraction in [1e9, 1e200, 1e308] {
      #expect(
        DampedSpring(response: 0.3, dampingFraction: dampingFraction).settlesMs(within: 0.01).map { $0 > 1e6 } ?? true)
    }
  }

  @Test func `of a critically damped spring lies between its neighbours`() {
    for ms in stride(from: 1.0, through: 600, by: 7) {
      let values = [0.999_999, 1, 1.000_001].map {
        DampedSpring(response: 0.3, dampingFraction: $0).value(atMs: ms, from: 0, to: 1)
      }
      #expect(abs(values[0] - values[1]) < 1e-5 && abs(values[2] - values[1]) < 1e-5)
    }
  }

  @Test func `of easing meets both ends, never reverses, and is symmetric if it eases both`() {
    for curve in [Curve.linear, .easeIn, .easeOut, .easeInOut] {
      let values = (0...100).map { curve.value(atMs: Double($0), durationMs: 100, from: 0, to: 1) }
      #expect(values.first == 0 && values.last == 1)
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
    }
    #expect(abs(Curve.easeInOut.value(atMs: 50, durationMs: 100, from: 0, to: 1) - 0.5) < 1e-9)
    // A fraction of cubic-bezier(0, 0, 0.58, 1): at s = 0.5, x = 0.3425 × … is 0.3425 and y is 0.5.
    #expect(abs(Curve.easeOut.value(atMs: 34.25, durationMs: 100, from: 0, to: 1) - 0.5) < 1e-9)
    #expect(abs(Curve.easeIn.value(atMs: 65.75, durationMs: 100, from: 0, to: 1) - 0.5) < 1e-9)
  }

  @Test func `is one word, and reads back`() {
    let curves: [Curve] = [
      .linear, .easeIn, .easeOut, .easeInOut, .spring(response: 0.45, dampingFraction: 0.55),
    ]
    #expect(curves.map(\.description) == ["linear", "easeIn", "easeOut", "easeInOut", "spring(0.45, 0.55)"])
    #expect(curves.map(\.description).map(Curve.init) == curves)
  }

  @Test(arguments: ["", "bounce", "spring", "spring()", "spring(1)", "spring(0, 1)", "spring(nan, 1)", "spring(1, -1)"])
  func `with an unknown word is rejected`(word: String) {
    #expect(Curve(word) == nil)
  }
}
