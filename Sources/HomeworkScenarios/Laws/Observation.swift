import HomeworkAPI
package import HomeworkModel
import HomeworkMotion
import HomeworkReports

/// An observation of a program at a moment: what was acknowledged, shown and found. The laws judge it for any program;
/// unknown facts are left out, and no law judges them.
struct Observation {
  var action = "an action"
  var atMs = 0
  var line: Int?

  /// The name of an action whose request is repeated, and was done before.
  var repeated: String?
  var refusal: Refusal?
  var acknowledged: Acknowledged?
  /// True if the rules allow the action.
  var isAllowed: Bool?

  /// Cues whose facts must be on disk, from no earlier than `sinceMs`.
  var shown: [Cue] = []
  var sinceMs = 0
  /// Cues shown before anything was saved, and the words for it.
  var early: [Cue] = []
  var earlyWords = "was shown before anything was on disk"
  /// Cues shown for the second time.
  var again: [Cue] = []
  /// Cues of a run in full motion, and whether it was killed.
  var unhindered: [Cue] = []
  var isKilled = false
  /// Cues that the kill cut off and no report mentions.
  var unreported: [CueID] = []
  /// Statements of the report that cannot be true.
  var misreported: [String] = []
  /// All reported cues, and all cues of the run without kills.
  var cues: CueBook?
  var wantedCues: CueBook?
  var toleranceMs = 0
  /// How the killed run may end them otherwise; `nil` if endings are not compared.
  var endings: KilledEndings?
  var isShownToOthers = false

  var before: Snapshot?
  var sessionBefore: Session?
  var facts: Snapshot?
  var state: AppState?
  /// The session of the living process.
  var session: Session?
  /// An action on a screen that the kill has ended.
  var comesBack: String?
  /// True if the process has just been opened.
  var isResumed = false
  var hasChangedOthers = false
  /// The point where a kill struck in the action, and whether the action is on disk.
  var struck: KillPoint?
  var isCommitted: Bool?

  /// The program's own fields, before and after a kill.
  var fields: [FieldReport] = []

  /// The content that two copies of a library share, by its name, after they have exchanged everything.
  var shared: [[String: JSONValue]] = []
  /// Their facts before that.
  var factsBeforeSync: [Snapshot] = []
  /// The credit of each attempt that any copy has had.
  var credits: [Attempt.ID: Int] = [:]

  struct Wanted {
    var refusal: Refusal?
    var facts: Snapshot?
    var state: AppState?
  }

  var wanted: Wanted?
  /// The state that the built-in session derives from the same answers.
  var model: AppState?
  /// The reported states that are compared.
  var states: Set<AppStateName> = []
  /// The program's own fields that a kill keeps.
  var keptFields: [String] = []

  var refusalWords: String { refusal.map { "\($0.name.rawValue): \($0.message)" } ?? "" }

  /// Returns the compared states that differ from `other`.
  func differing(from other: AppState?) -> [AppStateName] {
    guard let here = state?.words, let there = other?.words else { return [] }
    return AppStateName.allCases.filter { states.contains($0) && here[$0] != there[$0] }
  }

  /// A kept field that differs from the run without kills: `cart is 2 instead of 3`.
  var fieldDifference: String? {
    guard let here = state?.fields, let there = wanted?.state?.fields else { return nil }
    return keptFields.first { here[$0] != there[$0] }.map { name in
      "\(name) is \(here[name] ?? "nothing") instead of \(there[name] ?? "nothing")"
    }
  }

  /// Returns the differences, such as `question is 2 instead of 3`; `nil` if there are none.
  func difference(from other: AppState?) -> String? {
    let words = differing(from: other).map { name in
      "\(name.rawValue) is \(state?.words[name] ?? "nothing") instead of \(other?.words[name] ?? "nothing")"
    }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }
}

/// An action that a program has acknowledged.
package enum Acknowledged: Sendable {
  case started(Attempt.ID)
  case settled(Answer, in: Attempt.ID)
  case finished(Attempt.ID, starsTotal: Int)
  case abandoned(Attempt.ID)
  /// An action on the screen alone.
  case shown
}
