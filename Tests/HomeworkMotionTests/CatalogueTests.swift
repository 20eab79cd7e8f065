import Foundation
import HomeworkMotion
import Testing

@Suite struct `The catalogue` {
  @Test func `has every animation that a document names, and no other`() {
    for profile in ProfileName.allCases {
      let named = Set((Documents.lines[profile] ?? []).flatMap(\.names))
      let own = Set(Catalogue.entries(of: profile).map(\.name))
      #expect(named == own, "\(profile.rawValue): \(named.symmetricDifference(own))")
    }
  }

  @Test func `has each once, under its own name and section`() {
    #expect(
      Catalogue.entries.map(\.name).sorted { $0.rawValue < $1.rawValue }
        == AnimationName.allCases.sorted { $0.rawValue < $1.rawValue })
    for entry in Catalogue.entries {
      let places = (Documents.lines[entry.profile] ?? []).filter { $0.names.contains(entry.name) }.map(\.section)
      let isKnown = places.contains { entry.section.hasPrefix($0) }
      #expect(isKnown, "\(entry.name) in \(entry.section)")
      #expect(!entry.variants.isEmpty && !entry.title.isEmpty)
    }
  }

  @Test func `says of every number that is missing that the document gives none`() {
    for entry in Catalogue.entries {
      let lacksDuration = entry.variants.contains { $0.durationMs == nil }
      #expect(lacksDuration == entry.unstated.contains(.duration), "\(entry.name): duration")
      let animated = entry.variants.flatMap(\.phases)
      guard !animated.isEmpty else { continue }
      if animated.allSatisfy({ $0.curve == nil }) { #expect(entry.unstated.contains(.curve), "\(entry.name): curve") }
      if !animated.contains(where: { $0.curve == nil }) {
        #expect(!entry.unstated.contains(.curve), "\(entry.name): curve")
      }
    }
  }

  @Test func `has phases that lie within what is stated, one after another for each property`() {
    for entry in Catalogue.entries {
      for variant in entry.variants {
        for phase in variant.phases {
          #expect(phase.startMs >= 0 && phase.durationMs ?? 0 >= 0)
          if let end = phase.endMs, let all = variant.durationMs { #expect(end <= all, "\(entry.name) \(phase.name)") }
        }
        let timed = variant.phases.filter { $0.durationMs != nil }
        for (one, next) in zip(timed, timed.dropFirst())
        where one.property == next.property && one.startMs < next.startMs {
          #expect(one.endMs! <= next.startMs, "\(entry.name): \(one.name) and \(next.name)")
          #expect(one.to == next.from, "\(entry.name): \(one.name) does not hand over to \(next.name)")
        }
      }
    }
  }

  @Test func `is found by name, alone or with the profile before it`() {
    for name in AnimationName.allCases {
      let short = name.rawValue.split(separator: ".").last.map(String.init) ?? name.rawValue
      #expect(Catalogue.name(of: name.rawValue) == name)
      #expect(Catalogue.name(of: "\(Catalogue[name].profile.rawValue).\(short)") == name)
    }
    for word in ["", ".", "a1", "diet.A1", "nonsense.A1", "A1.mcq-streak", "buttonPress", "diet."] {
      #expect(Catalogue.name(of: word) == nil, "\(word)")
    }
  }

  @Test func `keeps haptics, focus, errors and confirmations under reduced motion`() {
    for entry in Catalogue.entries where entry.role.isIndispensable || entry.haptic != nil {
      #expect(entry.reduced != .removed, "\(entry.name)")
    }
  }

  @Test func `has a screen event for every screen animation, and no event that starts or ends nothing`() {
    let used = Catalogue.entries.flatMap { entry -> [ScreenEvent] in
      var events = entry.until.map { [$0] } ?? []
      if case .screen(let event) = entry.trigger { events.append(event) }
      return events
    }
    #expect(Set(used) == Set(ScreenEvent.allCases), "\(Set(ScreenEvent.allCases).subtracting(used))")
  }
}

@Suite struct `The lint` {
  private func entry(
    phases: [Phase] = [], reduced: ReducedForm = .unchanged, role: Role = .decoration, haptic: Haptic? = nil,
    stagger: Stagger? = nil, claims: [Claim] = []
  ) -> AnimationSpec {
    AnimationSpec(
      .a2, .mcqStreak, "made up", section: "here", on: .screen(.tap), phases: phases, reduced: reduced, haptic: haptic,
      role: role, stagger: stagger, claims: claims)
  }

  @Test func `finds the overshoot of A2 wrong`() throws {
    let finding = try #require(Lint.findings().first { $0.animation == .a2 })
    #expect(finding.kind == .peak && finding.section == "A2, Overshoot peak")
    #expect(finding.stated == "a peak of 1.2 at 200 ms")
    #expect(finding.computed == "spring(0.45, 0.55) peaks at 1.05053 after 269 ms")
  }

  @Test func `finds what the documents say twice and differently`() {
    let found = Set(Lint.findings().map { "\($0.animation.rawValue) \($0.kind.rawValue)" })
    #expect(
      found == [
        "A2 peak", "captureSheet duration", "modal duration", "ncdb.cardAppearance spring", "staggeredList stagger",
        "staggeredList spring", "ncdb.buttonPress duration", "ncdb.buttonPress spring", "starRating spring",
        "rankingReorder spring", "achievementUnlock guideline", "achievementUnlock spring", "milestone guideline",
        "tabSwitching guideline", "foodLogged peak", "toggleSwitch guideline",
      ])
  }

  @Test func `finds each kind of contradiction, and none where there is none`() {
    let spring = Curve.spring(response: 0.45, dampingFraction: 0.55)
    let scale = [Phase("scale", .scale, for: 450, spring, 0.6, 1)]
    let cases: [(AnimationSpec, Finding.Kind?)] = [
      (entry(phases: scale, claims: [Claim(.total(ms: 450), "x")]), nil),
      (entry(phases: scale, claims: [Claim(.total(ms: 451), "x")]), .total),
      (entry(phases: scale, claims: [Claim(.peak(.scale, value: 1.05, atMs: 270), "x")]), nil),
      (entry(phases: scale, claims: [Claim(.peak(.scale, value: 1.05, atMs: 200), "x")]), .peak),
      (entry(phases: scale, claims: [Claim(.peak(.scale, value: 1.06, atMs: nil), "x")]), .peak),
      (entry(phases: scale, claims: [Claim(.duration(450...450), "x")]), nil),
      (entry(phases: scale, claims: [Claim(.duration(500...600), "x")]), .duration),
      (entry(phases: scale, claims: [Claim(.spring(response: 0.45, dampingFraction: 0.55), "x")]), nil),
      (entry(phases: scale, claims: [Claim(.spring(response: 0.5, dampingFraction: 0.55), "x")]), .spring),
      (entry(phases: scale, claims: [Claim(.guideline(name: "g", ms: 400...500), "x")]), nil),
      (entry(phases: scale, claims: [Claim(.guideline(name: "g", ms: 0...400), "x")]), .guideline),
      (entry(stagger: Stagger(delayMs: 50, limit: 10), claims: [Claim(.staggered(count: 10, ms: 450), "x")]), nil),
      (entry(stagger: Stagger(delayMs: 60, limit: 10), claims: [Claim(.staggered(count: 10, ms: 450), "x")]), .stagger),
      (entry(stagger: Stagger(delayMs: 50, limit: 11), claims: [Claim(.staggered(count: 10, ms: 450), "x")]), .stagger),
      (
        entry(stagger: Stagger(delayMs: 50, limit: nil), claims: [Claim(.staggered(count: 10, ms: 450), "x")]), .stagger
      ),
      (entry(reduced: .removed, role: .celebration), nil), (entry(reduced: .removed, role: .confirmation), .removed),
      (entry(reduced: .hapticOnly, role: .error), .removed), (entry(reduced: .removed, role: .focus), .removed),
      (entry(reduced: .removed, haptic: Haptic(.light)), .removed),
      (entry(reduced: .phases([Phase("fade", .opacity, for: 150, nil, 0, 1)])), nil),
      (entry(reduced: .phases([Phase("slide", .slide, for: 150, nil, 1, 0)])), .stillMoves),
    ]
    for (entry, kind) in cases {
      #expect(Lint.findings(in: [entry]).map(\.kind) == (kind.map { [$0] } ?? []), "\(entry.claims) \(entry.reduced)")
    }
  }
}

@Suite struct `An animation at any moment` {
  @Test func `is that of the phase which began last`() throws {
    let phases = Catalogue[.a1].variants[0].phases
    for (atMs, scale, rotation) in [
      (0.0, 0.0, 0.0), (200, 0, 0), (425, nil, 180), (650, nil, 360), (700, 1.2, 360), (1100, 1, 360), (5000, 1, 360),
    ] as [(Double, Double?, Double)] {
      if let scale { #expect(phases.value(of: .scale, atMs: atMs) == scale) }
      #expect(phases.value(of: .rotation, atMs: atMs) == rotation)
    }
    #expect(phases.value(of: .x, atMs: 0) == nil)
  }

  @Test func `is sampled from its start to its very end`() {
    for entry in Catalogue.entries {
      for variant in entry.variants {
        for motion in MotionPreference.allCases {
          let samples = entry.samples(of: variant, motion: motion, everyMs: 16)
          let endMs = entry.visibleMs(of: variant, motion: motion) ?? 0
          #expect(samples.first?.atMs == 0 && samples.last?.atMs == endMs)
          #expect(zip(samples, samples.dropFirst()).allSatisfy { (1...16).contains($1.atMs - $0.atMs) })
          let properties = Set(entry.phases(of: variant, motion: motion).properties)
          #expect(samples.allSatisfy { Set($0.values.keys) == properties && $0.values.values.allSatisfy(\.isFinite) })
        }
      }
    }
  }
}
