import HomeworkModel
import HomeworkMotion
import HomeworkPlay
public import HomeworkReports
import HomeworkSystem

/// Explores every sequence of correct and wrong answers, up to a length, with a kill at every point. It uses the rules
/// alone, without a database, so that it can try all of them.
///
/// Each sequence is one attempt: its answers, the finish, and the results. Sequences with the same beginning share
/// work, and each point of a kill branches off once.
public struct SequenceExplorer: Sendable {
  private let longest: Int
  private let gapMs: Int
  private let onProgress: (@Sendable (_ done: Int, _ all: Int) -> Void)?
  package var faults = SeededFaults()

  /// - Parameters:
  ///   - longest: the length of the longest sequences, from 1.
  ///   - gapMs: the time between two answers.
  public init(
    upTo longest: Int, gapMs: Int = 600, onProgress: (@Sendable (_ done: Int, _ all: Int) -> Void)? = nil
  ) {
    self.longest = longest
    self.gapMs = gapMs
    self.onProgress = onProgress
  }

  public func explore() -> SequenceExploration {
    // The first two answers say which part of the space is whose; the shortest sequences come first.
    let parts = (1...longest).flatMap { length -> [(length: Int, first: [Bool])] in
      let depth = min(2, length)
      return (0..<(1 << depth)).map { bits in (length, (0..<depth).map { bits >> $0 & 1 == 1 }) }
    }
    return SequenceExploration(upTo: longest, parts: parts, onProgress: onProgress) { part in
      var walk = Walk(length: part.length, gapMs: gapMs, faults: faults)
      walk.play(beginning: part.first)
      return walk.result
    }
  }
}

extension SequenceExplorer {
  /// Returns some of the explored sequences and kills, chosen by `seed`, as scripts to play with a database and a
  /// process.
  public func samples(_ count: Int, seed: UInt64) -> [String] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      let length = 1 + Int(random.next() % UInt64(longest))
      var walk = Walk(length: length, gapMs: gapMs, faults: SeededFaults())
      let answers = (0..<length).map { _ in random.next() % 4 != 0 }
      let action = 1 + Int(random.next() % UInt64(length + 1))
      let place: DyingMoment.Place =
        switch random.next() % 3 {
        case 0: .beforeCommit
        case 1: .afterCommit
        default: .afterAnswer(waitedMs: Int(random.next() % UInt64(gapMs)))
        }
      return walk.script(of: answers, DyingMoment(action: action, place: place))
    }
  }
}

extension SequenceExploration {
  /// Plays scripts with a database, and adds the laws that they break.
  public mutating func play(_ scripts: [String], by runner: ScenarioRunner) {
    for script in scripts {
      // Our own scripts can be read.
      guard violation == nil,
        let scenario = try? ScenarioParser.parse(ScenarioSource(name: "sample", text: script)).first
      else { continue }
      let report = runner.run(scenario)
      sampled += 1
      if let broken = report.laws.first(where: { !$0.held }), let law = Law(rawValue: broken.law) {
        violation = Violation(law: law, detail: broken.detail ?? "", script: script)
      } else if report.outcome != .passed {
        violation = Violation(law: .nothingLost, detail: report.complaints.first ?? "", script: script)
      }
    }
  }
}

/// How a killed run died.
private struct DyingMoment {
  enum Place { case afterAnswer(waitedMs: Int), beforeCommit, afterCommit }

  /// How many answers were settled, or were being settled; one more than all for the finish.
  let action: Int
  let place: Place
}

/// One process after another, and all the cues that they told.
private struct Run {
  var play: PlayState
  var cues: [Cue] = []
  var death: DyingMoment?
  /// What broke a law, where something did.
  var broken: (law: Law, detail: String)?

  mutating func tell(_ event: SessionEvent, atMs: Int) {
    do throws(SessionError) {
      let changes = try play.tell(event, atMs: atMs)
      for cue in changes.changed {
        if let place = cues.lastIndex(where: { $0.id == cue.id }) { cues[place] = cue }
      }
      note(changes.started, atMs: atMs)
    } catch {
      `break`(.nothingLost, "refused at \(atMs) ms: \(error)")
    }
  }

  private mutating func note(_ started: [Cue], atMs: Int) {
    for cue in started {
      if cue.startMs < atMs { `break`(.savedBeforeShown, "\(cue.animation.rawValue) starts before its fact") }
      if cues.contains(where: { $0.id == cue.id }) {
        `break`(.atMostOnce, "\(cue.animation.rawValue) was told again at \(atMs) ms")
      }
      cues.append(cue)
    }
  }

  mutating func `break`(_ law: Law, _ detail: String) {
    if broken == nil { broken = (law, detail) }
  }

  /// Everything that ran or was to come is over, and the next process opens on what was saved.
  mutating func die(atMs: Int, resuming attempt: Attempt, faults: SeededFaults) {
    for place in cues.indices {
      if let killed = cues[place].killed(atMs: atMs) { cues[place] = killed }
    }
    play = PlayState(resuming: attempt, environment: play.session.environment, atMs: atMs, hooks: faults.play)
    if !play.shownWrongly.again.isEmpty { note(play.shownWrongly.again, atMs: atMs) }
    let session = play.session
    if session.streak != attempt.streak {
      self.break(.derivedMeansDerived, "the streak is \(session.streak) where the answers give \(attempt.streak)")
    }
    if session.questionIndex != attempt.answers.count {
      self.break(
        .nothingLost, "question index \(session.questionIndex) after \(attempt.answers.count.counted("answer"))")
    }
    if !session.cues.isEmpty || !session.bursts.isEmpty { self.break(.accounted, "something runs after a resume") }
  }
}

/// Walks all sequences of one length that begin alike.
private struct Walk {
  private let length: Int
  private let gapMs: Int
  private let faults: SeededFaults
  private(set) var result = PartResult()
  private var answers: [Bool] = []
  private var attempt: Attempt

  init(length: Int, gapMs: Int, faults: SeededFaults) {
    self.length = length
    self.gapMs = gapMs
    self.faults = faults
    attempt = Attempt(
      id: Self.id(1), homeworkId: Self.id(2), quizId: Self.id(3), learnerId: Self.id(4),
      questionCount: length, startedAt: Timestamp(millisecondsSince1970: 0))
  }

  private static func id<Entity>(_ number: UInt64) -> Identifier<Entity> { Identifier(atMs: 0, random: (0, number)) }

  mutating func play(beginning: [Bool]) {
    let start = Run(
      play: PlayState(resuming: attempt, environment: SessionEnvironment(), atMs: 0, hooks: faults.play))
    extend(start, [], fixed: beginning[...])
  }

  private var nowMs: Int { answers.count * gapMs }

  /// `reference run` was never killed; each of `killed` died once, and has the same answers by now.
  private mutating func extend(_ reference: Run, _ killed: [Run], fixed: ArraySlice<Bool>) {
    guard result.violation == nil else { return }
    guard answers.count < length else { return finish(reference, killed) }
    for isCorrect in fixed.first.map({ [$0] }) ?? [true, false] {
      var (nextTwin, nextKilled) = (reference, killed)
      let atMs = nowMs
      let before = attempt
      settle(isCorrect)
      let event = SessionEvent.settled(SettledAnswer(attempt.answers[attempt.answers.count - 1]))
      nextTwin.tell(event, atMs: atMs)
      for index in nextKilled.indices { nextKilled[index].tell(event, atMs: atMs) }
      result.steps += 1 + nextKilled.count
      nextKilled += deaths(of: reference, in: event, before: before, atMs: atMs)
      nextKilled += deaths(of: nextTwin, after: atMs, for: gapMs)
      extend(nextTwin, nextKilled, fixed: fixed.dropFirst())
      attempt = before
      answers.removeLast()
    }
  }

  private mutating func settle(_ isCorrect: Bool) {
    let outcome: Outcome = isCorrect ? .correct : .wrong
    var streak = attempt.streak
    let position = streak.settle(outcome, isMCQ: true)
    attempt.answers.append(
      Answer(
        questionId: Self.id(UInt64(100 + answers.count)), index: answers.count, response: isCorrect ? "A" : "B",
        outcome: outcome, streakPosition: position, elapsedMs: 0, answeredAt: Timestamp(millisecondsSince1970: 0)))
    answers.append(isCorrect)
  }

  /// Killed inside the commit: before it, the answer is given again; after it, it counts as told and then killed.
  private mutating func deaths(of run: Run, in event: SessionEvent, before: Attempt, atMs: Int) -> [Run] {
    var early = run
    early.death = DyingMoment(action: answers.count, place: .beforeCommit)
    if case .settled(let answer) = event { early.play.foresee(answer, atMs: atMs) }
    if let shown = early.play.shownWrongly.tooEarly.first {
      early.break(.savedBeforeShown, "\(shown.animation.rawValue) was shown before its answer was saved")
    }
    early.die(atMs: atMs, resuming: before, faults: faults)
    early.tell(event, atMs: atMs)
    var late = run
    late.death = DyingMoment(action: answers.count, place: .afterCommit)
    late.tell(event, atMs: atMs)
    late.die(atMs: atMs, resuming: attempt, faults: faults)
    result.points += 2
    result.steps += 2
    return [early, late]
  }

  /// Killed at every instant until the next action at which anything begins, ends or changes its phase.
  private mutating func deaths(of run: Run, after atMs: Int, for durationMs: Int) -> [Run] {
    var moments: Set<Int> = [0]
    for cue in run.play.session.cues {
      var own = [cue.startMs, cue.ending.atMs]
      for phase in cue.phases { own += [cue.startMs + phase.startMs, cue.startMs + phase.endMs] }
      for moment in own where atMs < moment && moment < atMs + durationMs { moments.insert(moment - atMs) }
    }
    result.points += moments.count
    return moments.sorted().map { waitedMs in
      var killed = run
      killed.death = DyingMoment(action: answers.count, place: .afterAnswer(waitedMs: waitedMs))
      killed.play.advance(toMs: atMs + waitedMs)
      killed.die(atMs: atMs + waitedMs, resuming: attempt, faults: faults)
      return killed
    }
  }

  /// The results, with a kill at every point of them too; then the laws over every run.
  private mutating func finish(_ reference: Run, _ killed: [Run]) {
    result.sequences += 1
    let atMs = nowMs
    let stars = faults.credit?(attempt.streak.stars) ?? attempt.streak.stars
    let event = SessionEvent.finished(starsEarned: min(length, stars), starsTotal: stars)
    var (reference, killed) = (reference, killed)
    let before = reference
    reference.tell(event, atMs: atMs)
    for index in killed.indices { killed[index].tell(event, atMs: atMs) }
    result.steps += 1 + killed.count
    var early = before
    early.death = DyingMoment(action: length + 1, place: .beforeCommit)
    early.die(atMs: atMs, resuming: attempt, faults: faults)
    early.tell(event, atMs: atMs)
    killed.append(early)
    var completed = attempt
    completed.state = .completed
    // The results do not come back, whenever the process died on them.
    for moment in [0, 1, 450, 900, 1100] {
      var late = reference
      late.death = DyingMoment(action: length + 1, place: moment == 0 ? .afterCommit : .afterAnswer(waitedMs: moment))
      late.play.advance(toMs: atMs + moment)
      for place in late.cues.indices {
        if let dead = late.cues[place].killed(atMs: atMs + moment) { late.cues[place] = dead }
      }
      late.play = PlayState(
        resuming: completed, environment: late.play.session.environment, atMs: atMs + moment, hooks: faults.play)
      if late.play.session.results != nil { late.break(.accounted, "the results come back") }
      killed.append(late)
    }
    result.points += 6
    if stars != attempt.streak.stars {
      reference.break(
        .derivedMeansDerived, "\(stars.counted("star")) credited instead of \(attempt.streak.stars)")
    }
    judge(reference, killed)
  }

  private mutating func judge(_ reference: Run, _ killed: [Run]) {
    for cue in reference.cues where cue.ending.disposition == .suppressed && cue.ending.reason != .noStars {
      report(reference, (.onlyByReason, "\(cue.animation.rawValue) at \(cue.startMs) ms is suppressed"))
    }
    if let broken = reference.broken { report(reference, broken) }
    for run in killed {
      if let broken = run.broken { return report(run, broken) }
      // The same facts in the same order: so are the cues.
      guard run.cues.count == reference.cues.count else {
        return report(run, (.accounted, "\(run.cues.count.counted("cue")) instead of \(reference.cues.count)"))
      }
      for (told, cue) in zip(run.cues, reference.cues)
      where told.startMs != cue.startMs || told.variant != cue.variant || told.animation != cue.animation {
        return report(
          run, (.accounted, "\(told.animation.rawValue) at \(told.startMs) ms is not \(cue.animation.rawValue)"))
      }
    }
  }

  private mutating func report(_ run: Run, _ broken: (law: Law, detail: String)) {
    guard result.violation == nil else { return }
    result.violation = Violation(law: broken.law, detail: broken.detail, script: script(run.death))
  }

  mutating func script(of answers: [Bool], _ death: DyingMoment) -> String {
    self.answers = answers
    return script(death)
  }

  /// The same as a scenario, which shows it with the database too.
  private func script(_ death: DyingMoment?) -> String {
    var lines = [
      "scenario \"\(answers.map { $0 ? "correct" : "wrong" }.joined(separator: " "))\"", "  quiz mcq \(length)", "",
    ]
    lines.append("  start")
    func action(_ number: Int) -> String {
      number > length ? "finish" : "answer \(answers[number - 1] ? "correct" : "wrong")"
    }
    for number in 1...(length + 1) {
      guard let death, death.action == number else {
        lines += ["  \(action(number))", "  wait \(gapMs)ms"]
        continue
      }
      switch death.place {
      case .beforeCommit:
        lines += [
          "  kill before commit", "  \(action(number))", "  resume", "  \(action(number))", "  wait \(gapMs)ms",
        ]
      case .afterCommit: lines += ["  kill after commit", "  \(action(number))", "  resume", "  wait \(gapMs)ms"]
      case .afterAnswer(let waitedMs):
        let wait = waitedMs > 0 ? ["  wait \(waitedMs)ms"] : []
        let rest = waitedMs < gapMs ? ["  wait \(gapMs - waitedMs)ms"] : []
        lines += ["  \(action(number))"] + wait + ["  kill", "  resume"] + rest
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
