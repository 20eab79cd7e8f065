import Foundation
import HomeworkMotion
import Testing

@Suite struct `The catalogue` {
  @Test func `contains exactly the animations that the documents name`() {
    for profile in ProfileName.designs {
      let named = Set((Documents.lines[profile] ?? []).flatMap(\.names))
      let own = Set(Catalogue.all.entries(of: profile).map(\.name))
      #expect(named == own, "\(profile.rawValue): \(named.symmetricDifference(own))")
    }
  }

  @Test func `contains each animation once, under its name and section`() {
    #expect(Set(Catalogue.all.names).count == Catalogue.all.entries.count)
    for entry in Catalogue.all.entries {
      let sections = (Documents.lines[entry.profile] ?? []).filter { $0.names.contains(entry.name) }.map(\.section)
      let isKnown = sections.contains { entry.section.hasPrefix($0) }
      #expect(isKnown, "\(entry.name) in \(entry.section)")
      #expect(!entry.variants.isEmpty && !entry.title.isEmpty)
    }
  }

  @Test func `marks every number that its document does not state`() {
    for entry in Catalogue.all.entries {
      let animated = entry.variants.flatMap(\.phases)
      guard !animated.isEmpty else { continue }
      if entry.unstated.contains(.duration) || entry.unstated.contains(.values) {
        let particles = entry.variants.contains { $0.particles?.isInferred ?? false }
        #expect(particles || animated.contains(where: \.isInferred), "\(entry.name): nothing stands in the place of it")
      }
      if animated.allSatisfy({ $0.curve == nil }) { #expect(entry.unstated.contains(.curve), "\(entry.name): curve") }
    }
  }

  @Test func `never moves one property by two phases at once, under either motion preference`() {
    for (entry, variant, motion) in Self.everything {
      let phases = entry.phases(of: variant, motion: motion)
      for channel in phases.channels {
        let own = phases.filter { $0.channel == channel }
        for (one, next) in zip(own, own.dropFirst()) {
          #expect(one.endMs <= next.startMs, "\(entry.name): \(next.name) lies over \(one.name)")
        }
      }
      let end = phases.map(\.endMs).max() ?? 0
      #expect(end <= entry.durationMs(of: variant, motion: motion), "\(entry.name)")
    }
  }

  /// Otherwise a screen could not draw it: sheets, toasts, the camera and result cards come from below.
  @Test func `says beyond which edge a slide is, and what x and y count`() throws {
    for entry in Catalogue.all.entries {
      for phase in entry.variants.flatMap(\.phases) {
        #expect((phase.edge != nil) == (phase.property == .slide), "\(entry.name) \(phase.name)")
        #expect((phase.unit != nil) == [.x, .y].contains(phase.property), "\(entry.name) \(phase.name)")
      }
    }
    func phases(_ name: AnimationName) throws -> [Phase] {
      try #require(Catalogue.all[name]).variants.flatMap(\.phases)
    }
    for name in [
      "captureSheet", "modalPresentation", "sheetPresentation", "toastAppear", "cameraOpen", "resultCards",
      "resultsStats",
    ] as [AnimationName] {
      #expect(Set(try phases(name).compactMap(\.edge)) == [.bottom], "\(name)")
    }
    #expect(Set(try phases("firstCapture").compactMap(\.unit)) == [.points])
    #expect(Set(try phases("errorShake").compactMap(\.unit)) == [.points])
  }

  @Test func `never jumps, except where its document does`() {
    for (entry, variant, motion) in Self.everything {
      let phases = entry.phases(of: variant, motion: motion)
      for channel in phases.channels {
        let own = phases.filter { $0.channel == channel }
        for (one, next) in zip(own, own.dropFirst()) where !next.isJump {
          let end = one.value(atMs: Double(next.startMs))
          #expect(
            abs(end - next.from) < 1e-9, "\(entry.name): \(one.name) is at \(end), \(next.name) begins at \(next.from)")
        }
        // Between two samples a millisecond apart, no value moves further than its fastest curve allows.
        guard own.allSatisfy({ $0.durationMs > 0 }), !own.contains(where: \.isJump) else { continue }
        let travel = own.map { abs($0.to - $0.from) }.max() ?? 0
        let shortest = Double(own.map(\.durationMs).min() ?? 1)
        for ms in 0..<entry.visibleMs(of: variant, motion: motion) {
          let (before, after) = (
            phases.value(of: channel.property, part: channel.part, atMs: Double(ms)),
            phases.value(of: channel.property, part: channel.part, atMs: Double(ms + 1))
          )
          #expect(
            abs((before ?? 0) - (after ?? 0)) <= travel * 8 / shortest + 1e-9, "\(entry.name) \(channel) at \(ms)")
        }
      }
    }
  }

  @Test func `runs an animation as long as it is visible, so that it can be killed halfway`() throws {
    for entry in Catalogue.all.entries {
      for variant in entry.variants where !variant.phases.isEmpty {
        #expect(variant.durationMs > 0 && variant.durationMs >= variant.phases.map(\.endMs).max() ?? 0, "\(entry.name)")
      }
      guard let event = ProfileTests.event(starting: entry), let variant = entry.variants.last,
        !variant.phases.isEmpty
      else { continue }
      var trace = Trace(profiles: [entry.profile])
      let cue = try #require(try trace.receive(event, atMs: 0).started.first { $0.animation == entry.name })
      let half = cue.startMs + max(1, cue.durationMs / 2)
      #expect(cue.isRunning(at: half), "\(entry.name)")
      trace.kill(atMs: half)
      #expect(trace.cues[cue.id]?.ending == .suppressed(half, .killResume), "\(entry.name)")
      #expect(trace.faults.isEmpty)
    }
  }

  /// Every variant of every entry under both motion preferences.
  private static let everything = Catalogue.all.entries.flatMap { entry in
    entry.variants.flatMap { variant in MotionPreference.allCases.map { (entry, variant, $0) } }
  }

  @Test func `finds an animation by name, with or without its profile`() {
    for name in Catalogue.all.names {
      let short = name.rawValue.split(separator: ".").last.map(String.init) ?? name.rawValue
      #expect(Catalogue.all[name.rawValue]?.name == name)
      let profile = Catalogue.all[name]?.profile
      #expect(Catalogue.all["\(profile!).\(short)"]?.name == name)
      #expect(Catalogue.all["\(profile!)/\(short)"]?.name == name)
    }
    for word in ["", ".", "a1", "diet.A1", "nonsense.A1", "A1.mcq-streak", "buttonPress", "diet."] {
      #expect(Catalogue.all[word] == nil, "\(word)")
    }
  }

  @Test func `prefixes a name with its profile exactly if two designs share it`() throws {
    var owners: [String: Set<ProfileName>] = [:]
    for entry in Catalogue.all.entries {
      let short = entry.name.rawValue.split(separator: ".").last.map(String.init) ?? ""
      owners[short, default: []].insert(entry.profile)
    }
    for entry in Catalogue.all.entries {
      let short = entry.name.rawValue.split(separator: ".").last.map(String.init) ?? ""
      #expect((entry.name.rawValue != short) == ((owners[short] ?? []).count > 1), "\(entry.name)")
    }
  }
}

@Suite struct `An animation at any moment` {
  @Test func `has the value of the phase that began last`() throws {
    let phases = Catalogue.mcqStreak[.a1]!.variants[0].phases
    for (atMs, scale, rotation) in [
      (0.0, 0.0, 0.0), (200, 0, 0), (425, nil, 180), (650, nil, 360), (700, 1.2, 360), (1100, 1, 360), (5000, 1, 360),
    ] as [(Double, Double?, Double)] {
      if let scale { #expect(phases.value(of: .scale, part: "star", atMs: atMs) == scale) }
      #expect(phases.value(of: .rotation, part: "star", atMs: atMs) == rotation)
    }
    #expect(phases.value(of: .x, atMs: 0) == nil)
  }

  @Test func `keeps the green dot of A1 at its size, and scales only the star`() throws {
    let entry = try #require(Catalogue.mcqStreak[.a1])
    for variant in entry.variants {
      for sample in entry.samples(of: variant, motion: .full, everyMs: 1) {
        let scaled = sample.values.keys.filter { $0.property == .scale || $0.property == .rotation }
        #expect(Set(scaled.map(\.part)) == ["star"])
      }
    }
  }

  @Test func `does not flash while skeleton screens are shown`() throws {
    let entry = try #require(Catalogue.all["skeletonScreens"])
    let samples = entry.samples(of: entry.variants[0], motion: .full, everyMs: 1)
    #expect(entry.isEndless && Set(samples.flatMap(\.values.values)) == [1])
  }

  @Test func `lasts as long as the largest burst for results confetti`() throws {
    let entry = try #require(Catalogue.all["resultsConfetti"])
    #expect(entry.variants.map(\.durationMs) == [Intensity.max.durationMs])
  }

  @Test func `is sampled from start to end`() {
    for entry in Catalogue.all.entries {
      for variant in entry.variants {
        for motion in MotionPreference.allCases {
          let samples = entry.samples(of: variant, motion: motion, everyMs: 16)
          let endMs = entry.visibleMs(of: variant, motion: motion)
          #expect(samples.first?.atMs == 0 && samples.last?.atMs == endMs)
          #expect(zip(samples, samples.dropFirst()).allSatisfy { (1...16).contains($1.atMs - $0.atMs) })
          let channels = Set(entry.phases(of: variant, motion: motion).channels)
          #expect(samples.allSatisfy { Set($0.values.keys) == channels && $0.values.values.allSatisfy(\.isFinite) })
        }
      }
    }
  }
}

@Suite struct `The documented numbers` {
  @Test(arguments: DocumentedNumber.all)
  func `match the catalogue`(row: DocumentedNumber) throws {
    let entry = try #require(Catalogue.all[row.animation], "\(row.animation)")
    #expect(entry.profile == row.profile)
    for figure in row.figures { #expect(holds(figure, of: entry), "\(row.row): \(figure)") }
  }

  private func holds(_ figure: DocumentedNumber.Figure, of entry: AnimationSpec) -> Bool {
    func variant(_ name: String?) -> Variant? {
      entry.variants.first { $0.name == name } ?? (name == nil ? entry.variants[0] : nil)
    }
    switch figure {
    case .delay(let ms): return entry.delayMs == ms
    case .lasts(let ms, let name): return variant(name)?.durationMs == ms
    case .moves(let property, let part, let from, let to, let startMs, let durationMs, let curve, let name):
      return variant(name)?.phases.contains {
        $0.property == property && $0.part == part && $0.from == from && $0.to == to && $0.startMs == startMs
          && (durationMs == nil || $0.durationMs == durationMs) && (curve == nil || $0.curve == curve)
      } ?? false
    case .haptic(let kind, let atMs, let name): return variant(name)?.haptic == Haptic(kind, atMs: atMs)
    case .sound(let name): return entry.variants[0].sound?.name == name
    case .explains(let message):
      return entry.variants[0].text.map { $0.message == message && $0.suggestion == nil } ?? false
    case .suggests(let words):
      return entry.variants[0].text.map { $0.suggestion == words && $0.message == nil } ?? false
    case .says(let title): return entry.variants[0].text?.title == title
    case .staggered(let ms, let limit): return entry.stagger == Stagger(delayMs: ms, limit: limit)
    case .particles(let count, let name): return variant(name)?.particles?.count == count
    case .reducedTo(let form, let name): return variant(name).map(entry.reduced) == form
    case .reducedMoves(let property, let part, let from, let to, let startMs, let durationMs):
      guard case .phases(let phases) = entry.reduced else { return false }
      return phases.contains {
        $0.channel == Channel(property, of: part) && $0.from == from && $0.to == to && $0.startMs == startMs
          && $0.durationMs == durationMs
      }
    case .startsAt(let pairs, let property, let name):
      return variant(name)?.phases.contains { $0.property == property && $0.fromNumber == pairs } ?? false
    case .message(let words): return entry.variants[0].text?.message == words
    case .destructive(let action):
      let text = entry.variants[0].text
      return text?.destructive == action && text?.actions.contains(action) == true
    case .value(let name, let value): return entry.values[name] == value
    case .fadesReduced(let ms):
      guard case .phases(let phases) = entry.reduced else { return false }
      return phases.map(\.endMs).max() == ms && phases.allSatisfy { !$0.property.isMovement }
    case .onlyHaptic: return entry.reduced == .hapticOnly
    case .isInstant: return entry.reduced == .instant
    case .isUnchanged: return entry.reduced == .unchanged
    case .isRemoved: return entry.reduced == .removed
    case .until(let event): return entry.until == [.screen(ScreenEvent(rawValue: event))]
    case .untilFact(let fact): return entry.until == [.fact(fact)]
    case .icon(let name): return entry.variants[0].icon == name
    case .from(let percentage): return entry.triggers[0].condition.percentage == percentage...100
    case .coloured(let colour):
      var phases = entry.variants.flatMap(\.phases)
      if case .phases(let reduced) = entry.reduced { phases += reduced }
      return phases.contains { $0.colours.contains(colour) }
    }
  }

  @Test func `cover every animation in the catalogue`() {
    let numbered = Set(DocumentedNumber.all.map(\.animation))
    #expect(numbered == Set(Catalogue.all.names), "\(numbered.symmetricDifference(Catalogue.all.names))")
  }

  @Test func `include the catalogue's named durations and springs`() {
    func lengths(_ profile: ProfileName) -> [String: Int] {
      Dictionary(
        uniqueKeysWithValues: Catalogue.all.tokens.filter { $0.profile == profile }.compactMap { token in
          token.durationMs.map { (token.name, $0) }
        })
    }
    #expect(lengths(.ncdb) == ["Instant": 100, "Quick": 200, "Standard": 350, "Emphasis": 500, "Slow": 800])
    // The longest of each range.
    #expect(
      lengths(.diet) == [
        "micro-interaction": 200, "UI element appearance": 300, "screen transition": 400, "complex animation": 600,
        "emphasis": 800,
      ])
    let springs = Catalogue.all.tokens.compactMap { token in token.spring.map { "\(token.name): \($0)" } }
    #expect(
      springs == [
        "Standard spring: spring(0.6, 0.8)", "Quick spring: spring(0.4, 0.85)", "Bouncy spring: spring(0.5, 0.6)",
        "Gentle spring: spring(0.8, 0.9)", "Interactive spring: spring(0.3, 0.7)",
      ])
  }
}
