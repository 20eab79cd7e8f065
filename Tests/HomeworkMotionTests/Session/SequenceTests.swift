import HomeworkModel
import HomeworkMotion
import Testing

/// The expected result of a whole script, computed at once rather than event by event.
private struct Oracle {
  var endings: [String: Ending] = [:]

  init(_ answers: [(step: Step, atMs: Int)]) {
    var streak = Streak()
    let positions = answers.map { streak.settle($0.step.outcome, movesStreak: $0.step.movesStreak) }
    for (index, position) in positions.enumerated() {
      guard let position, position > 0 else { continue }
      let atMs = answers[index].atMs
      endings["dotSettle \(index)"] = .played(atMs + 200)
      guard position >= 5 else { continue }
      let later = zip(positions, answers).dropFirst(index + 1).compactMap { position, answer in
        position.map { (isStar: $0 >= 5, atMs: answer.atMs) }
      }
      let starCuts = later.map { $0.isStar ? $0.atMs + 200 : $0.atMs }
      endings["A1 \(index)"] = Self.ending(atMs + (position == 5 ? 1300 : 1100), cutAt: starCuts)
      guard position > 5 else { continue }
      endings["sizeSettle \(index)"] = Self.ending(atMs + 400, cutAt: later.filter { !$0.isStar }.map(\.atMs))
    }
    addConfetti(positions, answers)
  }

  private static func ending(_ ownMs: Int, cutAt cuts: [Int]) -> Ending {
    guard let cut = cuts.min(), cut < ownMs else { return .played(ownMs) }
    return .interrupted(cut)
  }

  /// A burst fades if three later bursts that do not fade themselves start within its life.
  private mutating func addConfetti(_ positions: [Int?], _ answers: [(step: Step, atMs: Int)]) {
    var full: [(index: Int, endMs: Int)] = []
    for (index, position) in positions.enumerated() {
      let lives = [5: 2900, 7: 3100, 10: 3400]
      guard let life = position.flatMap({ lives[$0] }) else { continue }
      let atMs = answers[index].atMs
      full.removeAll { $0.endMs <= atMs }
      if full.count == 3 {
        let oldest = full.removeFirst()
        endings["A4 \(oldest.index)"] = .capped(min(oldest.endMs, atMs + 200))
      }
      full.append((index, atMs + life))
      endings["A4 \(index)"] = .played(atMs + life)
    }
  }
}

@Suite struct `Every sequence` {
  /// Plays all scripts up to `length` with one gap, sharing common beginnings, and returns the faults.
  private func play(_ steps: [Step], length: Int, gapMs: Int) throws -> (scripts: Int, faults: [String]) {
    var scripts = 0
    var faults: [String] = []
    func extend(_ trace: Trace, _ answers: [(step: Step, atMs: Int)]) throws {
      scripts += 1
      faults += trace.faults
      let found = Dictionary(
        uniqueKeysWithValues: trace.cues.values.map { cue in
          ("\(cue.animation.rawValue) \(cue.trigger.questionIndex ?? -1)", cue.ending)
        })
      if found != Oracle(answers).endings { faults.append("\(answers): \(found)") }
      let streak = trace.attempt.streak
      if trace.session.streak != streak { faults.append("\(answers): streak") }
      let isFull = trace.steps.last { $0.movesStreak } == .correct && streak.position == 0 && streak.longest > 0
      // Law 5: at full motion nothing is suppressed without its own reason, and these scripts have no results without
      // stars and no revisits.
      if trace.cues.values.contains(where: { $0.ending.disposition == .suppressed }) {
        faults.append("\(answers): suppressed")
      }
      if trace.session.bar != (isFull ? Streak.bar(at: 10) : streak.bar) { faults.append("\(answers): bar") }
      guard answers.count < length, faults.count < 5 else { return }
      for step in steps {
        var next = trace
        let atMs = answers.count * gapMs
        try next.settle(step, atMs: atMs)
        try extend(next, answers + [(step, atMs)])
      }
    }
    try extend(Trace(), [])
    return (scripts, faults)
  }

  @Test(arguments: [0, 100, 250, 5000])
  func `of correct and wrong answers up to 10 follows the rules`(gapMs: Int) throws {
    let (scripts, faults) = try play([.correct, .wrong], length: 10, gapMs: gapMs)
    #expect(scripts == 2047)
    #expect(faults == [])
  }

  @Test func `of correct, wrong and skipped answers up to 10 follows the rules`() throws {
    let (scripts, faults) = try play([.correct, .wrong, .skip], length: 10, gapMs: 250)
    #expect(scripts == 88_573)
    #expect(faults == [])
  }

  @Test func `of correct and wrong answers up to 14 follows the rules`() throws {
    let (scripts, faults) = try play([.correct, .wrong], length: 14, gapMs: 250)
    #expect(scripts == 32_767)
    #expect(faults == [])
  }

  @Test func `of three answers at any intervals after any position follows the rules`() throws {
    var faults: [String] = []
    var scripts = 0
    let gaps = [0, 100, 199, 200, 899, 900, 1100, 1101]
    let moves = [Step.correct, .wrong, .text].flatMap { step in gaps.map { (step, $0) } }
    for leading in 4...13 {
      // Long ago: nothing runs any more when the three answers come.
      let before = (0..<leading).map { (step: Step.correct, atMs: $0 * 10_000) }
      var trace = Trace()
      for answer in before { try trace.settle(answer.step, atMs: answer.atMs) }
      func extend(_ trace: Trace, _ answers: [(step: Step, atMs: Int)], _ left: Int) throws {
        scripts += 1
        if !trace.faults.isEmpty { faults += trace.faults }
        let found = Dictionary(
          uniqueKeysWithValues: trace.cues.values.map {
            ("\($0.animation.rawValue) \($0.trigger.questionIndex ?? -1)", $0.ending)
          })
        if found != Oracle(answers).endings { faults.append("\(answers.dropFirst(leading)): \(found)") }
        guard left > 0, faults.count < 5 else { return }
        for (step, gapMs) in moves where left > 1 || step != .text {
          var next = trace
          let atMs = (answers.last?.atMs ?? 0) + gapMs
          try next.settle(step, atMs: atMs)
          try extend(next, answers + [(step, atMs)], left - 1)
        }
      }
      try trace.settle(.correct, atMs: 200_000)
      try extend(trace, before + [(.correct, 200_000)], 2)
    }
    #expect(scripts == 10 * (1 + 24 + 24 * 16))
    #expect(faults == [])
  }

  @Test(arguments: [0, 100, 250, 5000])
  func `suppresses only confetti under reduced motion`(gapMs: Int) throws {
    var trace = Trace(motion: .reduced)
    for index in 0..<50 { try trace.settle(index % 17 == 16 ? .wrong : .correct, atMs: index * gapMs) }
    #expect(trace.faults == [])
    for cue in trace.cues.values {
      #expect((cue.animation == .a4) == (cue.ending.reason == .reduceMotion && cue.ending.disposition == .suppressed))
    }
  }

  @Test func `of two hundred answers leaves nothing behind`() throws {
    var trace = Trace(questions: 200)
    for index in 0..<200 {
      try trace.settle(index % 23 == 22 ? .wrong : .correct, atMs: index * 1000)
      #expect(trace.session.cues.count <= 8 && trace.session.bursts.count <= 4)
    }
    trace.receiveNothing(untilMs: 300_000)
    #expect(trace.session.cues.isEmpty && trace.session.bursts.isEmpty)
  }
}

extension Trace {
  fileprivate mutating func receiveNothing(untilMs: Int) {
    // An event that changes nothing, to advance the session's clock.
    _ = try? receive(.drafted(nil), atMs: untilMs)  // Refused only after the attempt's end.
  }
}
