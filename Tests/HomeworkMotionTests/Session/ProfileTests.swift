import HomeworkModel
import HomeworkMotion
import Testing

/// The profiles beside the streak, in a session.
@Suite struct `A session with other profiles` {
  private static let homework: Identifier<Homework> = Trace.id(7)

  /// Something that starts each entry but the streak's own.
  private func event(starting entry: AnimationSpec) -> SessionEvent? {
    switch entry.trigger {
    case .screen(let event): return .screen(event)
    case .fact(.answerSettled, _), .fact(.attemptFinished, _), .fact(.revisited, _), .fact(.screen, _): return nil
    case .fact(let fact, let condition):
      var told = StoreFact(fact, homeworkId: Self.homework)
      if case .name(let name) = condition { told.name = name }
      if case .first(let isFirst) = condition { told.isFirst = isFirst }
      return .store(told)
    }
  }

  @Test func `starts every animation of a profile by its trigger, on its timeline, and no other profile's`() throws {
    for entry in Catalogue.entries where entry.profile != .mcqStreak {
      guard let event = event(starting: entry) else { continue }
      for motion in MotionPreference.allCases {
        var trace = Trace(motion: motion, atMs: 100, profiles: [entry.profile])
        let started = try trace.receive(event, atMs: 1000).started
        #expect(started.allSatisfy { Catalogue[$0.animation].profile == entry.profile })
        let cue = try #require(started.first { $0.animation == entry.name }, "\(entry.name)")
        #expect(cue.startMs == 1000 + entry.delayMs)
        #expect(cue.phases == entry.phases(of: entry.variants[0], motion: motion))
        #expect(cue.haptic == (entry.reduced == .removed && motion == .reduced ? nil : entry.haptic?.kind.rawValue))
        let isReduced = motion == .reduced && entry.reduced != .unchanged
        let disposition: Disposition = !isReduced ? .played : entry.reduced == .removed ? .suppressed : .reduced
        #expect(cue.ending.disposition == disposition, "\(entry.name)")
        #expect(cue.ending.reason == (isReduced ? .reduceMotion : nil))
        #expect(trace.faults.isEmpty)
        for other in ProfileName.allCases where other != entry.profile {
          var elsewhere = Trace(motion: motion, profiles: [other])
          #expect(try !elsewhere.receive(event, atMs: 1000).started.contains { $0.animation == entry.name })
        }
      }
    }
  }

  @Test func `keeps the streak to itself`() throws {
    var trace = Trace(profiles: [.ncdb, .diet])
    try trace.settleCorrect(12, gapMs: 300)
    #expect(trace.cues.isEmpty && trace.session.streak.stars == 6)
    #expect(!trace.session.isFullBarShown && trace.session.bursts.isEmpty)
  }

  @Test func `shows several profiles at once, each its own`() throws {
    var trace = Trace(questions: 10, profiles: ProfileName.allCases)
    try trace.settleCorrect(10, gapMs: 5000)
    let changes = try trace.receive(.finished(starsEarned: 6, starsTotal: 6), atMs: 50_000)
    let names = changes.started.map(\.animation)
    #expect(
      names == [
        .a2, .a3, .resultsTransition, .resultsEmoji, .resultsRing, .resultsStats, .resultsActions, .resultsConfetti,
        .quizComplete,
      ])
    let confetti = try #require(changes.started.first { $0.animation == .resultsConfetti })
    #expect(confetti.startMs == 52_000)
    #expect(changes.started.last?.haptic == "success")
    #expect(trace.cue(.answerFeedback, question: 3)?.startMs == 15_100)
    #expect(trace.faults.isEmpty)
  }

  @Test func `throws the results' confetti from 90 % on`() throws {
    for wrong in 0...3 {
      var trace = Trace(
        after: Array(repeating: .wrong, count: wrong) + Array(repeating: .text, count: 10 - wrong), questions: 10,
        profiles: [.homework])
      let changes = try trace.receive(.finished(starsEarned: 0, starsTotal: 0), atMs: 0)
      #expect(changes.started.contains { $0.animation == .resultsConfetti } == (wrong <= 1))
      #expect(changes.started.last?.haptic == (wrong <= 1 ? "success" : "warning"))
    }
  }

  @Test func `gives feedback to an answer, not to a skip`() throws {
    for (step, variant, haptic) in [
      (Step.correct, "correct", "success"), (.wrong, "wrong", "error"), (.text, "correct", "success"),
      (.skip, nil, nil),
    ] {
      var trace = Trace(profiles: [.homework])
      let cue = try trace.settle(step, atMs: 0).started.first { $0.animation == .answerFeedback }
      #expect(cue?.variant == variant && cue?.haptic == haptic)
    }
  }

  @Test func `goes round until it is told to end, once`() throws {
    for (begin, end, name) in [
      (ScreenEvent.load, ScreenEvent.loaded, AnimationName.skeletonLoading), (.spin, .loaded, .progressIndicator),
      (.pull, .refreshed, .ncdbPullToRefresh),
    ] {
      var trace = Trace(profiles: [.ncdb])
      try trace.receive(.screen(begin), atMs: 0)
      #expect(trace.cue(name)?.disposition(at: 3_600_000) == nil)
      try trace.receive(.screen(.tap), atMs: 3_600_000)
      #expect(trace.cue(name)?.disposition(at: 3_600_000) == nil)
      #expect(try trace.receive(.screen(end), atMs: 3_600_500).changed.map(\.animation) == [name])
      #expect(trace.cue(name)?.ending == .played(3_600_500))
      #expect(try trace.receive(.screen(end), atMs: 3_600_600).changed.isEmpty)
      // The button's own press may still run.
      #expect(trace.session.cues.isEmpty)
    }
  }

  @Test func `goes round for nothing but loading while the battery is low`() throws {
    for entry in Catalogue.entries where entry.isEndless {
      guard let event = event(starting: entry) else { continue }
      var trace = Trace(profiles: [entry.profile], lowPower: true)
      let cue = try #require(try trace.receive(event, atMs: 0).started.first { $0.animation == entry.name })
      if entry.role == .loading {
        #expect(cue.ending == .played(Session.latestMs), "\(entry.name)")
      } else {
        #expect(cue.ending == Ending(atMs: 0, disposition: .reduced, reason: .lowPower), "\(entry.name)")
      }
    }
    #expect(Catalogue.entries.contains { $0.isEndless && $0.role != .loading })
  }

  @Test func `staggers as many as the document allows`() throws {
    for (profile, event, count, lastMs) in [
      (ProfileName.ncdb, ScreenEvent.list, 3, 100), (.ncdb, .list, 10, 450), (.ncdb, .list, 1000, 450),
      (.homework, .cards, 1000, 300 + 49_950), (.diet, .bars, 3, 600), (.diet, .bars, 9, 600),
      (.diet, .graph, 7, 700), (.ncdb, .rate, 5, 500), (.ncdb, .rate, 1, 100),
    ] {
      var trace = Trace(profiles: [profile])
      let cue = try #require(try trace.receive(.screen(event, count: count), atMs: 0).started.first)
      #expect(cue.ending.atMs == lastMs, "\(event) \(count)")
    }
  }

  @Test func `ends an animation that comes again for the same thing, and leaves that of another alone`() throws {
    var trace = Trace(profiles: [.diet, .offload])
    try trace.receive(.screen(.tap), atMs: 0)
    #expect(try trace.receive(.screen(.tap), atMs: 100).changed.map(\.ending) == [.interrupted(100)])
    #expect(try trace.receive(.screen(.tap), atMs: 100) == CueChanges(), "the same instant is the same tap")
    #expect(try trace.receive(.screen(.tap), atMs: 300).changed.isEmpty)
    try trace.receive(.store(StoreFact(.homeworkCompleted, homeworkId: Trace.id(8))), atMs: 400)
    #expect(
      try trace.receive(.store(StoreFact(.homeworkCompleted, homeworkId: Trace.id(9))), atMs: 500).changed.isEmpty)
    #expect(trace.faults.isEmpty)
  }

  @Test func `is left with its screen, but for what lies above`() throws {
    var trace = Trace(questions: 1, profiles: [.homework, .diet])
    try trace.settle(.correct, atMs: 0)
    try trace.receive(.screen(.next), atMs: 0)
    try trace.receive(.screen(.push), atMs: 0)
    let left = try trace.receive(.left, atMs: 50).changed
    #expect(Set(left.map(\.animation)) == [.answerFeedback, .nextQuestion])
    #expect(left.allSatisfy { $0.ending == .interrupted(50, .left) })
  }

  @Test func `suppresses at a kill what ran and what was still to come, of every profile`() throws {
    let events = Catalogue.entries.filter { $0.profile != .mcqStreak }.compactMap(event)
    for atMs in [1, 100, 250, 450, 900, 2100] {
      var trace = Trace(questions: 10, profiles: ProfileName.allCases)
      try trace.settleCorrect(10)
      for event in events { try trace.receive(event, atMs: 0) }
      try trace.receive(.finished(starsEarned: 6, starsTotal: 6), atMs: 0)
      let before = trace.cues
      trace.kill(atMs: atMs)
      #expect(trace.faults.isEmpty)
      for (id, cue) in before {
        let ended = try #require(trace.cues[id]).ending
        #expect(ended == (cue.ending.atMs > atMs ? .suppressed(atMs, .killResume) : cue.ending), "\(id)")
      }
      trace.resume(atMs: atMs)
      #expect(trace.session.cues.isEmpty)
    }
  }

  @Test func `takes facts and screen events where there is no attempt, and goes on into one`() throws {
    var session = Session(resuming: nil, environment: SessionEnvironment(profiles: [.offload, .mcqStreak]), atMs: 0)
    let first = StoreFact(.homeworkAdded, homeworkId: Self.homework, isFirst: true)
    #expect(try session.receive(.store(first), atMs: 0).started.map(\.animation) == [.firstCapture])
    #expect(throws: SessionError.attemptOver) { try session.receive(.abandoned, atMs: 10) }
    #expect(session.nowMs == 0, "what is refused takes no time")
    _ = try session.receive(.started(Trace.attempt([.correct], of: 3)), atMs: 20)
    #expect(session.stage == .question && session.questionIndex == 1)
    #expect(session.cues.map(\.animation) == [.firstCapture])
  }

  @Test func `knows events, profiles and animations by name, and refuses others by a typed error`() throws {
    #expect(try SessionEvent.screen(named: "push", count: 3) == .screen(.push, count: 3))
    #expect(throws: SessionError.unknownEvent("shove")) { try SessionEvent.screen(named: "shove") }
    #expect(try Catalogue.profiles(named: ["diet", "mcq-streak", "diet"]) == [.diet, .mcqStreak])
    #expect(throws: SessionError.unknownProfile("mcq")) { try Catalogue.profiles(named: ["diet", "mcq"]) }
    #expect(try Catalogue.entry(named: "diet.buttonTap").name == .buttonTap)
    #expect(throws: SessionError.unknownAnimation("A5")) { try Catalogue.entry(named: "A5") }
  }
}
