import HomeworkModel
import HomeworkMotion
import Testing

/// The other profiles besides the streak, in a session.
@Suite struct `A session with other profiles` {
  private static let homework: Identifier<Homework> = Trace.id(7)

  private func event(starting entry: AnimationSpec) -> SessionEvent? { ProfileTests.event(starting: entry) }

  @Test func `starts each animation on its trigger and timeline, and none of other profiles`() throws {
    for entry in Catalogue.all.entries where entry.profile != .mcqStreak {
      guard let event = event(starting: entry), let variant = entry.variants.last else { continue }
      for motion in MotionPreference.allCases {
        var trace = Trace(motion: motion, atMs: 100, profiles: [entry.profile])
        let started = try trace.receive(event, atMs: 1000).started
        #expect(started.allSatisfy { Catalogue.all[$0.animation]?.profile == entry.profile })
        let cue = try #require(started.first { $0.animation == entry.name }, "\(entry.name)")
        #expect(cue.startMs == 1000 + entry.delayMs)
        #expect(cue.phases == entry.phases(of: variant, motion: motion))
        let isGone = entry.reduced == .removed && motion == .reduced
        #expect(cue.haptic == (isGone ? nil : variant.haptic?.kind.rawValue))
        #expect(cue.accompaniment?.sound == (isGone ? nil : variant.sound?.name))
        let isReduced = motion == .reduced && entry.reduced != .unchanged
        let disposition: Disposition = !isReduced ? .played : entry.reduced == .removed ? .suppressed : .reduced
        #expect(cue.ending.disposition == disposition, "\(entry.name)")
        #expect(cue.ending.reason == (isReduced ? .reduceMotion : nil))
        #expect(trace.faults.isEmpty)
        for other in ProfileName.designs where other != entry.profile {
          var elsewhere = Trace(motion: motion, profiles: [other])
          #expect(try !elsewhere.receive(event, atMs: 1000).started.contains { $0.animation == entry.name })
        }
      }
    }
  }

  @Test func `keeps the streak to itself`() throws {
    var trace = Trace(profiles: [.ncdb, .diet])
    try trace.settleCorrect(12, gapMs: 300)
    #expect(Set(trace.cues.values.map(\.animation)) == ["ncdb.buttonPress", "buttonTap"])
    #expect(trace.session.streak.stars == 6)
    #expect(!trace.session.isFullBarShown && trace.session.bursts.isEmpty)
  }

  @Test func `shows several profiles independently`() throws {
    var trace = Trace(questions: 10, profiles: ProfileName.designs)
    try trace.settleCorrect(10, gapMs: 5000)
    let changes = try trace.receive(.finished(starsEarned: 6, starsTotal: 6), atMs: 50_000)
    let names = changes.started.map(\.animation)
    #expect(
      names == [
        .a2, .a3, "resultsTransition", "resultsEmoji", "resultsRing", "resultsStats", "resultsActions",
        "resultsConfetti", "quizComplete",
      ])
    let confetti = try #require(changes.started.first { $0.animation == "resultsConfetti" })
    #expect(confetti.startMs == 52_000)
    #expect(changes.started.first { $0.animation == "quizComplete" }?.haptic == "success")
    #expect(trace.cue("answerFeedback", question: 3)?.startMs == 15_100)
    #expect(trace.faults.isEmpty)
  }

  @Test func `draws one ring on the results, whatever else is shown`() throws {
    let rings: [(ProfileName, [AnimationName])] = [
      (.homework, ["resultsRing"]), (.diet, ["calorieProgressRing"]), (.ncdb, []), (.offload, []), (.mcqStreak, []),
    ]
    for (profile, expected) in rings {
      for profiles in [[profile], [profile, .homework]] {
        var trace = Trace(after: [.correct], questions: 1, profiles: Array(Set(profiles)))
        let started = try trace.receive(.finished(starsEarned: 0, starsTotal: 0), atMs: 0).started
        let found = started.filter { $0.phases.contains { $0.property == .progress } }.map(\.animation)
        #expect(found == (profiles.count == 1 ? expected : ["resultsRing"]), "\(profiles)")
      }
    }
  }

  @Test(
    arguments: [
      (nil, "5 minutes"), (300, "5 minutes"), (0, "0 seconds"), (1, "1 second"), (59, "59 seconds"), (60, "1 minute"),
      (61, "2 minutes"), (7199, "120 minutes"), (7200, "2 hours"), (86_400, "24 hours"),
    ] as [(Int?, String)])
  func `asks to wait as long as the rate limit lasts`(seconds: Int?, words: String) throws {
    var trace = Trace(profiles: [.homework])
    let failed = StoreFact(
      .generationChanged, homeworkId: Trace.id(7), name: "failed", reason: "rateLimited", retryAfterSeconds: seconds)
    let text = try trace.receive(.store(failed), atMs: 0).started.first?.accompaniment?.text
    #expect(text?.message == "Please wait \(words)")
  }

  @Test func `throws confetti on results from 90 %`() throws {
    for wrong in 0...3 {
      var trace = Trace(
        after: Array(repeating: .wrong, count: wrong) + Array(repeating: .text, count: 10 - wrong), questions: 10,
        profiles: [.homework])
      let changes = try trace.receive(.finished(starsEarned: 0, starsTotal: 0), atMs: 0)
      #expect(changes.started.contains { $0.animation == "resultsConfetti" } == (wrong <= 1))
      let complete = changes.started.first { $0.animation == "quizComplete" }
      #expect(complete?.haptic == (wrong <= 1 ? "success" : "warning"))
    }
  }

  @Test func `gives feedback on an answer, not on a skip`() throws {
    for (step, variant, haptic) in [
      (Step.correct, "correct", "success"), (.wrong, "wrong", "error"), (.text, "correct", "success"),
      (.skip, nil, nil),
    ] {
      var trace = Trace(profiles: [.homework])
      let cue = try trace.settle(step, atMs: 0).started.first { $0.animation == "answerFeedback" }
      #expect(cue?.variant == variant && cue?.haptic == haptic)
    }
  }

  @Test func `loops until its end event, and ends once`() throws {
    for (begin, end, name) in [
      (ScreenEvent("load"), ScreenEvent("loaded"), AnimationName("skeletonLoading")),
      ("spin", "loaded", "progressIndicator"),
      ("pull", "refreshed", "ncdb.pullToRefresh"),
    ] {
      var trace = Trace(profiles: [.ncdb])
      try trace.receive(.screen(begin), atMs: 0)
      #expect(trace.cue(name)?.disposition(at: 3_600_000) == nil)
      try trace.receive(.screen("tap"), atMs: 3_600_000)
      #expect(trace.cue(name)?.disposition(at: 3_600_000) == nil)
      #expect(try trace.receive(.screen(end), atMs: 3_600_500).changed.map(\.animation) == [name])
      #expect(trace.cue(name)?.ending == .played(3_600_500))
      #expect(try trace.receive(.screen(end), atMs: 3_600_600).changed.isEmpty)
      // The button's own press may still run.
      #expect(trace.session.cues.isEmpty)
    }
  }

  @Test func `has no particles, shimmer or pulse while the battery is low, and repeats only loading`() throws {
    var reduced: Set<AnimationName> = []
    for entry in Catalogue.all.entries where entry.behaviour == nil {
      guard let event = event(starting: entry) else { continue }
      var trace = Trace(profiles: [entry.profile], lowPower: true)
      let cue = try #require(try trace.receive(event, atMs: 0).started.first { $0.animation == entry.name })
      #expect(
        cue.particles == nil && !cue.phases.contains { $0.property == .shimmer && $0.from != $0.to }, "\(entry.name)")
      guard cue.ending.reason == .lowPower else { continue }
      reduced.insert(entry.name)
      #expect(entry.role == .loading || !entry.isEndless || cue.phases.allSatisfy { $0.from == $0.to }, "\(entry.name)")
    }
    #expect(
      reduced == [
        "achievementUnlock", "aiProcessingOverlay", "collectionCompleted", "firstCapture", "foodLogged",
        "initialContentLoad", "milestone", "photoProcessing", "skeletonLoading", "starRating",
      ])
  }

  @Test func `shows loading until it ends, also under reduced motion`() throws {
    for entry in Catalogue.all.entries where entry.isEndless {
      guard let event = event(starting: entry),
        let over = ProfileTests.event(for: entry.until[0], ProfileTests.homework)
      else { continue }
      var trace = Trace(motion: .reduced, profiles: [entry.profile])
      let cue = try #require(try trace.receive(event, atMs: 0).started.first { $0.animation == entry.name })
      #expect(cue.isRunning(at: 600_000) || cue.startMs > 0, "\(entry.name)")
      #expect(try trace.receive(over, atMs: 600_000).changed.contains { $0.animation == entry.name }, "\(entry.name)")
      #expect(trace.cue(entry.name)?.ending.atMs == 600_000)
      #expect(trace.cue(entry.name)?.ending.disposition == (entry.reduced == .unchanged ? .played : .reduced))
    }
  }

  @Test func `shows generation as a sequence: generating, saving, ready, quiz`() throws {
    for tookMs in [1000, 3000, 12_345] {
      var trace = Trace(profiles: [.homework])
      func send(_ name: String, _ reason: String? = nil, atMs: Int) throws {
        _ = try trace.receive(
          .store(StoreFact(.generationChanged, homeworkId: Trace.id(7), name: name, reason: reason)), atMs: atMs)
      }
      try send("pending", atMs: 0)
      #expect(trace.cue("processingGenerating")?.isRunning(at: tookMs - 1) == true)
      try send("ready", atMs: tookMs)
      #expect(trace.cue("processingGenerating")?.ending == .played(tookMs))
      var at = tookMs
      for (name, lengthMs) in [("processingSaving", 200), ("quizReady", 1000), ("toQuiz", 300)] {
        let cue = try #require(trace.cue(AnimationName(rawValue: name)))
        #expect((cue.startMs, cue.ending) == (at, .played(at + lengthMs)), "\(name)")
        at += lengthMs
      }
      if tookMs == 3000 { #expect(trace.cue("toQuiz")?.startMs == 4200) }
    }
  }

  @Test func `shows each generation failure with title, text and actions`() throws {
    let alerts: [(GenerationFailure, AnimationName, String)] = [
      (.missingKey, "alertMissingKey", "Configuration Error"), (.network, "alertNetwork", "Connection Failed"),
      (.timeout, "alertTimeout", "Request Timeout"),
      (.invalidResponse, "alertInvalidResponse", "Quiz Generation Failed"),
      (.rateLimited, "alertRateLimited", "Rate limit reached"),
      (.unreadableImage, "alertUnreadable", "Could not read homework"),
    ]
    #expect(alerts.map(\.0) == GenerationFailure.allCases || Set(alerts.map(\.0)) == Set(GenerationFailure.allCases))
    for (reason, name, title) in alerts {
      var trace = Trace(profiles: [.homework])
      let making = StoreFact(.generationChanged, homeworkId: Trace.id(7), name: "pending")
      try trace.receive(.store(making), atMs: 0)
      let failed = StoreFact(.generationChanged, homeworkId: Trace.id(7), name: "failed", reason: reason.rawValue)
      let changes = try trace.receive(.store(failed), atMs: 900)
      #expect(changes.changed.map(\.animation) == ["processingGenerating"])
      #expect(changes.started.map(\.animation) == [name])
      let text = try #require(changes.started.first?.accompaniment?.text)
      #expect(text.title == title && (text.message ?? text.suggestion)?.isEmpty == false)
    }
    let network = try #require(Catalogue.all["alertNetwork"]?.variants[0].text)
    #expect(network.actions == ["Try Again", "Cancel"])
  }

  @Test func `retries automatically once connected, until generation continues`() throws {
    var trace = Trace(profiles: [.homework])
    let started = try trace.receive(.screen("reconnect"), atMs: 0).started
    #expect(started.map(\.animation) == ["connectedToast", "autoRetry"])
    #expect(started.first?.accompaniment?.text?.title == "Connected")
    let again = StoreFact(.generationChanged, homeworkId: Trace.id(7), name: "pending")
    #expect(try trace.receive(.store(again), atMs: 2000).changed.map(\.animation) == ["autoRetry"])
  }

  @Test func `fills in a toast's text`() throws {
    var trace = Trace(profiles: [.offload])
    let fact = StoreFact(.collectionCompleted, collection: "Chapter 3")
    let toast = try trace.receive(.store(fact), atMs: 0).started.first { $0.animation == "successToast" }
    #expect(toast?.accompaniment?.text?.title == "Chapter 3 complete!")
  }

  @Test func `throws a permitted number of particles, equal for equal seeds`() throws {
    var counts: Set<Int> = []
    for seed in 0..<64 as Range<UInt64> {
      var session = Session(
        resuming: nil, environment: SessionEnvironment(seed: seed, catalogue: Trace.catalogue([.offload])), atMs: 0)
      let first = StoreFact(.homeworkAdded, homeworkId: Self.homework, isFirst: true)
      let count = try #require(try session.receive(.store(first), atMs: 0).started.first?.particles)
      counts.insert(count)
    }
    #expect(counts == [5, 6, 7, 8])
  }

  @Test func `flashes for a photo that is taken, not for a picked one`() throws {
    var trace = Trace(profiles: [.diet])
    #expect(try trace.receive(.screen("photo"), atMs: 0).started.map(\.animation) == ["photoCapture"])
    let working = try trace.receive(.screen("process"), atMs: 400).started.map(\.animation)
    #expect(working == ["photoProcessing", "aiProcessingOverlay"])
  }

  @Test func `derives screen events from facts`() throws {
    func started(_ profile: ProfileName, _ event: SessionEvent) throws -> [AnimationName] {
      var session = Session(
        resuming: Trace.attempt([], of: 1), environment: SessionEnvironment(catalogue: Trace.catalogue([profile])),
        atMs: 0)
      if case .finished = event {
        _ = try session.receive(
          .settled(SettledAnswer(questionIndex: 0, outcome: .correct, movesStreak: true)), atMs: 0)
      }
      return try session.receive(event, atMs: 1000).started.map(\.animation)
    }
    let answer = SettledAnswer(questionIndex: 0, outcome: .wrong, movesStreak: true)
    // A tap that the screen reports at the same instant is the same tap, in either order.
    for first in [true, false] {
      var trace = Trace(profiles: [.diet])
      if first { try trace.receive(.screen("tap"), atMs: 100) }
      try trace.settle(.wrong, atMs: 100)
      if !first { try trace.receive(.screen("tap"), atMs: 100) }
      #expect(trace.cues.values.map(\.animation) == ["buttonTap"])
      #expect(trace.cues.values.first?.trigger.fact == (first ? .screen : .answerSettled))
    }
    #expect(try started(.diet, .settled(answer)) == ["buttonTap"])
    #expect(try started(.ncdb, .settled(answer)) == ["ncdb.buttonPress"])
    // A skipped question moves on to the next one, if there is one.
    let skip = SettledAnswer(questionIndex: 0, outcome: .skipped, movesStreak: true)
    #expect(try !started(.homework, .settled(skip)).contains("nextQuestion"))
    var two = Session(
      resuming: Trace.attempt([], of: 2), environment: SessionEnvironment(catalogue: Trace.catalogue([.homework])),
      atMs: 0)
    #expect(
      try two.receive(.settled(skip), atMs: 9).started.contains { $0.animation == "nextQuestion" && $0.startMs == 9 })
    #expect(try started(.homework, .settled(answer)).first == "homework.buttonPress")
    #expect(try started(.diet, .started(Trace.attempt([], of: 3))) == ["navigationPop", "navigationPush"])
    #expect(try started(.homework, .left) == ["pop"])
    #expect(try started(.homework, .abandoned) == ["pop"])
    #expect(try started(.diet, .finished(starsEarned: 0, starsTotal: 0)) == ["calorieProgressRing"])
    #expect(try started(.diet, .store(StoreFact(.homeworkAdded, homeworkId: Self.homework))) == ["listItemAdd"])
    #expect(
      try started(.diet, .store(StoreFact(.homeworkDeleted, homeworkId: Self.homework)))
        == ["destructiveConfirm", "listItemDelete"])
    #expect(try started(.diet, .store(StoreFact(.inputRejected))) == ["errorShake"])
    let pending = StoreFact(.generationChanged, homeworkId: Self.homework, name: "pending")
    #expect(try started(.diet, .store(pending)) == ["photoProcessing", "aiProcessingOverlay"])
  }

  @Test func `staggers as many as the document allows, and waits for the last`() throws {
    for (profile, event, count, lastMs) in [
      (ProfileName.ncdb, ScreenEvent("list"), 3, 100 + 350), (.ncdb, "list", 10, 450 + 350),
      (.ncdb, "list", 1000, 450 + 350), (.homework, "cards", 1000, 300 + 49_950), (.diet, "bars", 3, 600),
      (.diet, "bars", 9, 600), (.diet, "graph", 7, 700), (.ncdb, "rate", 5, 800), (.ncdb, "rate", 1, 400),
    ] {
      var trace = Trace(profiles: [profile])
      let cue = try #require(try trace.receive(.screen(event, count: count), atMs: 0).started.first)
      #expect(cue.ending.atMs == lastMs, "\(event) \(count)")
    }
  }

  @Test func `ends a repeated animation of the same object, and no other's`() throws {
    var trace = Trace(profiles: [.diet, .offload])
    try trace.receive(.screen("tap"), atMs: 0)
    #expect(try trace.receive(.screen("tap"), atMs: 100).changed.map(\.ending) == [.interrupted(100)])
    #expect(try trace.receive(.screen("tap"), atMs: 100) == CueChanges(), "the same instant is the same tap")
    #expect(try trace.receive(.screen("tap"), atMs: 600).changed.isEmpty)
    try trace.receive(.store(StoreFact(.homeworkCompleted, homeworkId: Trace.id(8))), atMs: 650)
    #expect(
      try trace.receive(.store(StoreFact(.homeworkCompleted, homeworkId: Trace.id(9))), atMs: 700).changed.isEmpty)
    #expect(trace.faults.isEmpty)
  }

  @Test func `is left with its screen, except for overlays`() throws {
    var trace = Trace(questions: 1, profiles: [.homework, .diet])
    try trace.settle(.correct, atMs: 0)
    try trace.receive(.screen("next"), atMs: 0)
    try trace.receive(.screen("push"), atMs: 0)
    let left = try trace.receive(.left, atMs: 50).changed
    #expect(Set(left.map(\.animation)) == ["answerFeedback", "nextQuestion", "progressUpdate"])
    #expect(left.allSatisfy { $0.ending == .interrupted(50, .left) })
  }

  @Test func `suppresses running and pending cues of every profile at a kill`() throws {
    let events = Catalogue.all.entries.filter { $0.profile != .mcqStreak }.compactMap(event)
    for atMs in [1, 100, 250, 450, 900, 2100] {
      var trace = Trace(questions: 10, profiles: ProfileName.designs)
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

  @Test func `accepts facts and screen events without an attempt, and continues into one`() throws {
    var session = Session(
      resuming: nil, environment: SessionEnvironment(catalogue: .designs([.offload, .mcqStreak])), atMs: 0)
    let first = StoreFact(.homeworkAdded, homeworkId: Self.homework, isFirst: true)
    #expect(try session.receive(.store(first), atMs: 0).started.map(\.animation) == ["firstCapture"])
    #expect(throws: SessionError.attemptOver) { try session.receive(.abandoned, atMs: 10) }
    #expect(session.nowMs == 0, "a refused event takes no time")
    _ = try session.receive(.started(Trace.attempt([.correct], of: 3)), atMs: 20)
    #expect(session.stage == .question && session.questionIndex == 1)
    #expect(session.cues.map(\.animation) == ["firstCapture"])
  }

  @Test func `finds events, profiles and animations by name, and rejects others with a typed error`() throws {
    var session = Session(resuming: nil, environment: SessionEnvironment(), atMs: 0)
    #expect(throws: SessionError.unknownEvent("shove")) { try session.receive(.screen("shove"), atMs: 0) }
    #expect(try session.receive(.screen("push"), atMs: 0) == CueChanges(), "a known event that starts nothing here")
    #expect(try Catalogue(profiles: [.diet, .mcqStreak, .diet]).profiles == [.diet, .mcqStreak])
    #expect(throws: SessionError.unknownProfile("mcq")) { try Catalogue(profiles: [.diet, "mcq"]) }
    #expect(Catalogue.all["diet.buttonTap"]?.name == "buttonTap" && Catalogue.all["A5"] == nil)
  }
}

enum ProfileTests {
  static let homework: Identifier<Homework> = Trace.id(7)

  /// Returns an event that starts the entry; `nil` for the streak's own entries and those of an attempt.
  static func event(starting entry: AnimationSpec) -> SessionEvent? { event(for: entry.triggers[0], homework) }

  static func event(for rule: TriggerRule, _ homework: Identifier<Homework>) -> SessionEvent? {
    switch rule.source {
    case .screen(let event): return .screen(event)
    case .fact(.answerSettled), .fact(.attemptFinished), .fact(.revisited), .fact(.screen): return nil
    case .fact(let fact):
      return .store(
        StoreFact(
          fact, homeworkId: homework, name: rule.condition.names?.first, reason: rule.condition.reasons?.first,
          isFirst: rule.condition.first ?? false))
    }
  }
}
