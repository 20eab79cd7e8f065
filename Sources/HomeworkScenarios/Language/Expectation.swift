package import HomeworkModel
package import HomeworkMotion

/// What a script says must be so.
package enum Expectation: Sendable {
  case question(Int)
  case streak(Int)
  case stars(Int)
  case total(Int)
  case score(Int)
  case percentage(Int)
  case grade(Grade)
  case state(Attempt.State)
  case bar([Dot])
  case progress(ProgressExpectation)
  case flag(name: FlagName, isSet: Bool)
  /// By name: fields of the survival table, or of a program's own.
  case kept([String])
  case lost([String])
  case cue(CueExpectation)
  case nothingRunning
  case noAnimation(AnimationName, ever: Bool)
  case noAttemptOpen
  case error(name: String)
  /// Questions to be asked again by now.
  case due(Int)
  /// It is judged from here on after every statement, and at every point at which the script is killed.
  indirect case always(Expectation)

  /// Whether it speaks of an attempt, which `start` must have made.
  var needsAttempt: Bool {
    switch self {
    case .always(let expectation): expectation.needsAttempt
    case .question, .streak, .stars, .score, .percentage, .grade, .state, .bar: true
    case .total, .progress, .flag, .kept, .lost, .cue, .nothingRunning, .noAnimation, .noAttemptOpen, .error, .due:
      false
    }
  }
}

package struct ProgressExpectation: Sendable {
  var best: Int?
  var completion: Int?
  var attempts: Int?
}

package struct CueExpectation: Sendable {
  var disposition: Disposition
  var animation: AnimationName
  var variant: String?
  var atMs: Int?
  var reason: Reason?
  var times: Int?
  var count: (from: Int, to: Int)?
  var ever = false
}

/// Facts that are remembered once and for all.
package enum FlagName: String, CaseIterable, Sendable {
  case firstCapture = "first-capture"
}
