import HomeworkModel
import HomeworkMotion
import Testing

/// The start and end of cues that depend on a number, reduced motion or a repetition.
@Suite struct `A design's cue` {
  @Test func `dismisses a swipe past its threshold, up or down, and springs back below it`() throws {
    for number in -400...400 {
      let variant = number > 100 ? "dismiss" : number < -100 ? "dismissUp" : "back"
      var trace = Trace(profiles: [.ncdb])
      let cue = try #require(try trace.receive(.screen("swipe", number: number), atMs: 0).started.first)
      #expect(cue.variant == variant)
      // It continues from the place where the finger let go.
      #expect(cue.phases.value(of: .y, atMs: 0) == Double(number))
      let opacity = try #require(cue.phases.value(of: .opacity, atMs: 0))
      #expect(abs(opacity - max(0, 1 - Double(abs(number)) / 300)) < 1e-9, "\(number)")
      let ends = cue.phases.map(\.to)
      #expect(ends == (variant == "back" ? [0, 1] : [variant == "dismiss" ? 844 : -844, 0]))
    }
    var trace = Trace(profiles: [.ncdb])
    #expect(try trace.receive(.screen("swipe"), atMs: 0).started.first?.variant == "back")
    for (number, variant) in [(nil, "dismissed"), (49, "springBack"), (50, "dismissed")] as [(Int?, String)] {
      var trace = Trace(profiles: [.diet])
      #expect(try trace.receive(.screen("dismiss", number: number), atMs: 0).started.first?.variant == variant)
    }
  }

  @Test func `stays at the finger while it drags, whatever the motion`() throws {
    for motion in MotionPreference.allCases {
      for number in [-400, -150, 0, 30, 99, 100, 400] {
        var trace = Trace(motion: motion, profiles: [.ncdb])
        let drag = try #require(try trace.receive(.screen("swiping", number: number), atMs: 0).started.first)
        var row = Trace(motion: motion, profiles: [.diet])
        let reveal = try #require(try row.receive(.screen("swiping", number: number), atMs: 0).started.first)
        for ms in [0, 150, 300] as [Double] {
          #expect(drag.phases.value(of: .y, atMs: ms) == Double(number))
          let opacity = try #require(drag.phases.value(of: .opacity, atMs: ms))
          #expect(abs(opacity - max(0, 1 - Double(abs(number)) / 300)) < 1e-9)
          #expect(reveal.phases.value(of: .x, atMs: ms) == min(max(0, Double(number) / 100), 1))
        }
        #expect(reveal.haptic == (number < 100 ? nil : "medium"))
        #expect(
          try row.receive(.screen("swipe", number: number), atMs: 400).started.first?.variant
            == (number < 100 ? "back" : "committed"))
      }
    }
  }

  @Test func `changes a slider's label on release alone under reduced motion`() throws {
    for motion in MotionPreference.allCases {
      var trace = Trace(motion: motion, profiles: [.diet])
      let slides = try trace.receive(.screen("slide"), atMs: 0).started
      #expect((slides.first?.phases.contains { $0.part == "label" } == true) == (motion == .full))
      #expect(slides.first?.haptic == "selection")
      let release = try trace.receive(.screen("slideEnd"), atMs: 500).started
      #expect(release.map { $0.phases.map(\.part) } == [["label", "value"]])
    }
  }

  @Test func `opens a modal by the floating button, at once under reduced motion`() throws {
    for motion in MotionPreference.allCases {
      var trace = Trace(motion: motion, profiles: [.diet])
      let started = try trace.receive(.screen("fabTap"), atMs: 0).started
      #expect(Set(started.map(\.animation)) == ["fabTap", "modalPresentation"])
      #expect(started.first { $0.animation == "fabTap" }?.phases.isEmpty == (motion == .reduced))
    }
  }

  @Test func `stops in the background, and leaves the streak's as they are`() throws {
    var trace = Trace(profiles: [.mcqStreak, .diet])
    for index in 0..<5 { try trace.settle(.correct, atMs: 10 * index) }
    try trace.receive(.screen("load"), atMs: 100)
    try trace.receive(.screen("toast"), atMs: 100)
    let changed = try trace.receive(.screen("background"), atMs: 150).changed
    #expect(Set(changed.map(\.animation)).isSuperset(of: ["initialContentLoad", "toastAppear"]))
    #expect(changed.allSatisfy { $0.ending == Ending(atMs: 150, disposition: .interrupted, reason: .left) })
    #expect(
      !trace.session.cues.isEmpty
        && trace.session.cues.allSatisfy { ["A1", "A4", "sizeSettle", "dotSettle"].contains($0.animation) })
  }

  @Test func `moves a modal from its current position, and never fades one that springs back`() throws {
    for number in 0...100 {
      for motion in MotionPreference.allCases {
        var trace = Trace(motion: motion, profiles: [.diet])
        let cue = try #require(try trace.receive(.screen("dismiss", number: number), atMs: 0).started.first)
        let isKept = number < 50
        #expect(cue.variant == (isKept ? "springBack" : "dismissed"))
        #expect(cue.ending == (motion == .full ? .played(300) : .reduced(isKept ? 0 : 150)))
        let slide = cue.phases.value(of: .slide, atMs: 0)
        switch (motion, isKept) {
        case (.full, _): #expect(slide == Double(number) / 100)
        case (.reduced, true): #expect(slide == 0)
        case (.reduced, false): #expect(slide == nil)
        }
        #expect(cue.phases.contains { $0.property == .opacity } == !isKept)
      }
    }
  }

  @Test func `has particles only if it shows them`() throws {
    for entry in Catalogue.all.entries where entry.variants[0].particles != nil && entry.behaviour == nil {
      guard let event = ProfileTests.event(starting: entry) else { continue }
      for motion in MotionPreference.allCases {
        var trace = Trace(motion: motion, profiles: [entry.profile])
        let cue = try #require(try trace.receive(event, atMs: 0).started.first { $0.animation == entry.name })
        #expect((cue.particles != nil) == (motion == .full), "\(entry.name)")
      }
    }
  }

  @Test func `repeats only the spinner of a loading button`() throws {
    var trace = Trace(profiles: [.diet])
    let started = try trace.receive(.screen("inlineLoad"), atMs: 0).started
    #expect(started.map(\.animation) == ["inlineLoading", "inlineText"])
    #expect(started.map(\.ending) == [.played(Session.latestMs), .played(150)])
    #expect(started[0].phases.map(\.channel) == [Channel(.rotation, of: "spinner")])
    #expect(try trace.receive(.screen("loaded"), atMs: 5000).changed.map(\.animation) == ["inlineLoading"])
  }

  @Test func `scales no selection under reduced motion, and no thumb at rest`() throws {
    for (event, channels) in [("select", ["border.opacity", "checkmark.opacity"]), ("slide", ["thumb.scale"])] {
      var trace = Trace(motion: .reduced, profiles: [.diet])
      let cue = try #require(try trace.receive(.screen(ScreenEvent(rawValue: event)), atMs: 0).started.first)
      #expect(cue.phases.channels.map(\.description) == channels)
      #expect(cue.phases.allSatisfy { $0.from == 1 && $0.to == 1 } && cue.ending == .reduced(0))
    }
  }

  @Test func `pulses without a jump under reduced motion, and shows no invented progress`() throws {
    for entry in Catalogue.all.entries where entry.isEndless {
      for variant in entry.variants {
        let phases = entry.phases(of: variant, motion: .reduced)
        for channel in phases.channels where channel.property == .opacity || channel.property == .progress {
          let own = phases.filter { $0.channel == channel }
          #expect(entry.reduced == .unchanged || own.first?.from == own.last?.to, "\(entry.name) \(channel)")
          if channel.property == .progress { #expect(own.allSatisfy { $0.to == 0 }, "\(entry.name)") }
        }
      }
    }
  }

  @Test func `waits for the last star of a rating to settle`() throws {
    let rating = try #require(Catalogue.all["starRating"])
    let variant = rating.variants[0]
    #expect(rating.visibleMs(of: variant, motion: .full) == variant.durationMs)
    for count in 1...8 {
      var trace = Trace(profiles: [.ncdb])
      let cue = try #require(try trace.receive(.screen("rate", count: count), atMs: 0).started.first)
      #expect(cue.ending.atMs == 100 * (min(count, 5) - 1) + variant.durationMs)
    }
  }

  @Test func `names the product that reads the assignment`() throws {
    var trace = Trace(profiles: [.homework])
    let pending = StoreFact(.generationChanged, homeworkId: Trace.id(7), name: "pending")
    let cue = try trace.receive(.store(pending), atMs: 0).started.first { $0.animation == "processingGenerating" }
    #expect(cue?.accompaniment?.text?.message == "Claude is reading your homework...")
  }
}
