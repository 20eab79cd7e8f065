package import HomeworkAPI
package import HomeworkMotion

/// A condition that a script expects to hold.
package enum Expectation: Sendable {
  /// A state that the program reports, in its own words.
  case told(AppStateName, String)
  case progress(ProgressExpectation)
  case flag(name: FlagName, isSet: Bool)
  /// Fields of the survival table, or of the program's own, by name.
  case kept([String])
  case lost([String])
  case cue(CueExpectation)
  case nothingRunning
  case noAnimation(AnimationName, ever: Bool)
  case noAttemptOpen
  case error(name: String)
  /// The number of questions due now.
  case due(Int)
  /// It is judged from here on after every statement, and at every point at which the script is killed.
  indirect case always(Expectation)

  /// True if it concerns an attempt, which `start` must have made.
  var needsAttempt: Bool {
    switch self {
    case .always(let expectation): expectation.needsAttempt
    case .told(let name, _): name != .total
    case .progress, .flag, .kept, .lost, .cue, .nothingRunning, .noAnimation, .noAttemptOpen, .error, .due:
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

/// Facts that are set once and never reset.
package enum FlagName: String, CaseIterable, Sendable {
  case firstCapture = "first-capture"
}
