import HomeworkModel
import HomeworkMotion
import Testing

/// Two facts, the second at every boundary of every phase that the first started: laws 2, 5 and 6, and which fact ends
/// which cue.
@Suite struct `Every pair of facts` {
  private enum Move: CaseIterable {
    case correct, wrong, skip, text, finish, leave, abandon, revisit, again, add, complete, unlock, reject, generate
    case tap, load, loaded

    func make(_ trace: inout Trace, atMs: Int) throws -> CueChanges {
      switch self {
      case .correct: try trace.settle(.correct, atMs: atMs)
      case .wrong: try trace.settle(.wrong, atMs: atMs)
      case .skip: try trace.settle(.skip, atMs: atMs)
      case .text: try trace.settle(.text, atMs: atMs)
      case .finish:
        try trace.receive(.finished(starsEarned: trace.attempt.streak.stars, starsTotal: 60), atMs: atMs)
      case .leave: try trace.receive(.left, atMs: atMs)
      case .abandon: try trace.receive(.abandoned, atMs: atMs)
      case .revisit: try trace.receive(.revisited(questionIndex: min(4, trace.steps.count - 1)), atMs: atMs)
      case .again: try trace.receive(.started(trace.attempt), atMs: atMs)
      case .add: try trace.receive(.store(StoreFact(.homeworkAdded, homeworkId: Trace.id(atMs + 1000))), atMs: atMs)
      case .complete: try trace.receive(.store(StoreFact(.homeworkCompleted, homeworkId: Trace.id(3))), atMs: atMs)
      case .unlock: try trace.receive(.store(StoreFact(.achievementUnlocked, name: "\(atMs)")), atMs: atMs)
      case .reject: try trace.receive(.store(StoreFact(.inputRejected)), atMs: atMs)
      case .generate: try trace.receive(.store(StoreFact(.generationChanged, name: "ready")), atMs: atMs)
      case .tap: try trace.receive(.screen("tap"), atMs: atMs)
      case .load: try trace.receive(.screen("load"), atMs: atMs)
      case .loaded: try trace.receive(.screen("loaded"), atMs: atMs)
      }
    }
  }

  @Test(arguments: [4, 5, 6, 9, 10])
  func `obeys the laws at every boundary of every phase`(leading: Int) throws {
    var pairs = 0
    var faults: [String] = []
    for isFinishing in [false, true] {
      let before = Array(repeating: Step.correct, count: leading)
      for first in Move.allCases {
        // One more question if the first fact settles one, so that the second may finish.
        let settles = [.correct, .wrong, .skip, .text].contains(first)
        let questions = isFinishing ? leading + (settles ? 1 : 0) : 60
        var trace = Trace(after: before, questions: questions, atMs: 0, profiles: ProfileName.designs)
        guard let changes = try? first.make(&trace, atMs: 1000) else { continue }  // already refused by itself
        let moments = changes.started.flatMap { cue in
          cue.phases.flatMap { [$0.startMs, $0.endMs].map { cue.startMs + $0 } } + [cue.startMs]
            + (cue.ending.atMs < Session.latestMs ? [cue.ending.atMs] : [])
        }
        for moment in Set(moments.flatMap { [$0 - 1, $0, $0 + 1] } + [1000]) where moment >= 1000 {
          for second in Move.allCases {
            var both = trace
            let untouched = both.session
            do { _ = try second.make(&both, atMs: moment) } catch {
              if both.session != untouched { faults.append("\(second) at \(moment) is refused, and changes something") }
              continue
            }
            pairs += 1
            faults += both.faults.map { "\(first), \(second) at \(moment): \($0)" }
            for cue in both.cues.values where cue.ending.disposition == .suppressed {
              guard cue.ending.reason != .noStars && cue.ending.reason != .alreadyCelebrated else { continue }
              // A star of an earlier session cannot shrink in this one.
              if cue.animation == .sizeSettle && cue.ending.reason == .killResume { continue }
              faults.append("\(first), \(second) at \(moment): \(cue.id) suppressed")
            }
            if both.session.stage != .over, both.session.streak != both.attempt.streak {
              faults.append("\(first), \(second) at \(moment): streak")
            }
            // After a kill at this moment, everything is over and reported with its ending.
            both.kill(atMs: moment)
            faults += both.faults
            if faults.count > 5 { break }
          }
        }
      }
    }
    #expect(faults.isEmpty, "\(faults.prefix(5))")
    #expect(pairs > 2000)
  }
}
