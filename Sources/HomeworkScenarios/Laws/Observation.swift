import HomeworkAPI
package import HomeworkModel
import HomeworkMotion
import HomeworkReports

/// What is seen of a program at a moment: what was acknowledged, shown and found. The laws are judged by it, whoever
/// plays: what is not known is left out, and no law looks at it.
struct Observation {
  /// What was done, by name.
  var action: String?
  var atMs = 0
  /// The statement of the script.
  var line: Int?

  // MARK: Acknowledged

  var refusal: Refusal?
  var acknowledged: Acknowledged?
  /// Whether the rules let it be done.
  var isAllowed: Bool?

  // MARK: Shown

  /// Cues that are to have their facts on disk, from no earlier than `sinceMs`.
  var shown: [Cue] = []
  var sinceMs = 0
  /// Before anything was saved, and how that is said.
  var early: [Cue] = []
  var earlyWords = "was shown before anything was on disk"
  /// For the second time.
  var again: [Cue] = []
  /// By a run in full motion that was not killed.
  var unhindered: [Cue] = []
  /// Cut off by the kill, and not reported.
  var unreported: [CueID] = []
  /// All that was told, and all of it in the run without kills.
  var told: CueBook?
  var wantedCues: CueBook?
  var toleranceMs = 0
  var isShownToOthers = false

  // MARK: Found

  /// What was there before the action.
  var before: Snapshot?
  var sessionBefore: Session?
  var facts: Snapshot?
  var state: AppState?
  /// Of the process that is alive.
  var session: Session?
  /// The process has just been opened.
  var isResumed = false
  var hasChangedOthers = false
  /// Where a kill struck in the action, and whether that is on disk.
  var struck: KillPoint?
  var isCommitted: Bool?

  /// Of a program's own, before a kill and after it.
  var fields: [FieldReport] = []

  // MARK: Wanted

  struct Wanted {
    var refusal: Refusal?
    var facts: Snapshot?
    var state: AppState?
  }

  /// As it is in the run without kills.
  var wanted: Wanted?
  /// As the built-in session derives it from the same answers.
  var model: AppState?
  /// Of what a program tells, that which is compared.
  var states: Set<AppStateName> = []
  /// Of its own fields those that a kill keeps.
  var keptFields: [String] = []

  var refusalWords: String { refusal.map { "\($0.name.rawValue): \($0.message)" } ?? "" }

  /// Of the states that are compared, those that are not as in `other`.
  func differing(from other: AppState?) -> [AppStateName] {
    guard let here = state?.words, let there = other?.words else { return [] }
    return AppStateName.allCases.filter { states.contains($0) && here[$0] != there[$0] }
  }

  /// `cart is 2 instead of 3`: a kept field has the value that it has without kills.
  var fieldDifference: String? {
    guard let here = state?.fields, let there = wanted?.state?.fields else { return nil }
    return keptFields.first { here[$0] != there[$0] }.map { name in
      "\(name) is \(here[name] ?? "nothing") instead of \(there[name] ?? "nothing")"
    }
  }

  /// `question is 2 instead of 3`; `nil` where all are the same.
  func difference(from other: AppState?) -> String? {
    let words = differing(from: other).map { name in
      "\(name.rawValue) is \(state?.words[name] ?? "nothing") instead of \(other?.words[name] ?? "nothing")"
    }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }
}

/// What a program said that it has done.
package enum Acknowledged: Sendable {
  case started(Attempt.ID)
  case settled(Answer, in: Attempt.ID)
  case finished(Attempt.ID, starsTotal: Int)
  case abandoned(Attempt.ID)
  /// On the screen alone.
  case shown
}
