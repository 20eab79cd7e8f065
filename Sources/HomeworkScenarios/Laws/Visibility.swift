import HomeworkAPI

/// The parts of a program that can be judged, which are known once it has started.
struct Visibility {
  /// The cues cut off by a kill that a resume report must list.
  enum Report {
    /// The program reports no suppressed cues.
    case nothing
    /// The cues of the attempt in progress, as our own session does.
    case attempt
    /// Every cue of a saved fact.
    case everything
  }

  /// True for our own programs, whose facts on disk can be read; others only report.
  private(set) var hasFacts = true
  private(set) var report = Report.attempt
  /// True if the program has a clock of its own.
  private(set) var isReal = false
  /// The states that it reports, and fields of its own.
  private(set) var states: Set<AppStateName> = []
  private(set) var fields: [AppField] = []
  /// The reasons why laws are not judged.
  var unjudged: [Law: String] = [:]

  init() {}

  /// - Parameter hasModel: true if it is compared with the built-in model.
  init(_ capabilities: AppCapabilities, hasModel: Bool) {
    (hasFacts, report) = (false, capabilities.suppressed ? .everything : .nothing)
    isReal = capabilities.clock == .real
    (states, fields) = (Set(capabilities.state), capabilities.fields)
    if report == .nothing {
      let reason = "the program does not report suppressed cues"
      (unjudged[.accounted], unjudged[.onlyByReason]) = (reason, reason)
    }
    if !hasModel { unjudged[.derivedMeansDerived] = "needs --like" }
    if states.isEmpty { unjudged[.nothingLost] = "the program reports no state" }
  }

  /// The tolerance for the times of a clock that is not ours.
  var toleranceMs: Int { isReal ? AppProgram.toleranceMs : 0 }
}
