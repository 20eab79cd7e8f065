package import HomeworkModel
package import HomeworkMotion

/// Starts a life. From the second on, the program restores what it saved and resumes the open attempt.
package struct AppStart: DefaultInitializable {
  /// The version of the protocol.
  package static let version = 1

  package var version = Self.version, life = 0, atMs = 0, dataDirectory = "", quiz: Quiz?
  package var motion = MotionPreference.full, screen = ScreenSize(width: 0, height: 0), seed: UInt64 = 0
  /// The absolute paths of files.
  package var animations: [String] = []
  /// The first file; and all, if there are several.
  var animation: String? {
    get { animations.first }
    set { animations = [newValue].compactMap(\.self) }
  }
  var animationFiles: [String]? {
    get { animations.count > 1 ? animations : nil }
    set { animations = newValue ?? animations }
  }

  /// The designs that the script shows.
  package var profiles: [ProfileName]?
  /// The learners besides the first, and the learner at the screen.
  package var learners: [String]?, learner: String?
  /// Where the program is to keep its data in place of its directory: the address of a server, and the library there.
  package var server: String?, library: String?
  /// True if a power failure may be simulated.
  package var powerFails: Bool?

  package init() {}
}

/// The program's description of itself.
package struct AppStartResult: DefaultInitializable {
  package var name = "", version: String?, homepage: String?, capabilities = AppCapabilities()

  package init() {}
}

package struct AppCapabilities: Hashable, DefaultInitializable {
  package var clock = AppClock.virtual, actions: [AppAction] = [], state: [AppStateName] = []
  /// True if `app.start` reports, after a kill, the cues that no longer show.
  package var suppressed = false
  /// The one that ends it at a kill.
  package var kill = AppKiller.process
  /// How it can die besides by a signal from outside.
  package var kills: [AppKill] = []
  /// The program's own fields in `app.state`.
  package var fields: [AppField] = []
  /// True if it supports the options of `start`.
  package var startsWithOptions = false
  /// True if requests carry ids, so that a repeated request takes effect only once.
  package var repeatsRequests = false
  /// The types of questions that it asks.
  package var questions: [QuestionKind] = [.mcq, .fillBlank, .shortAnswer]

  package init() {}
}

/// The one that ends a program at a kill.
package enum AppKiller: String, CaseIterable, Sendable {
  /// The runner, by SIGKILL to its process group.
  case process
  /// The program itself, a bridge, ends what it tests, which no signal from the runner reaches.
  case own
}

/// A way to die that a program has itself.
package enum AppKill: String, CaseIterable, Sendable {
  /// By a signal within a commit, before or after it; and at a write of its file.
  case commit, write
  /// It drops what is in memory, and its process stays.
  case drop
  /// It takes back what was not synced, by a seed.
  case powerLoss
}

/// A field of a program's own: equal before and after a kill, or empty after it.
package struct AppField: Hashable, DefaultInitializable {
  package enum Kind: String, CaseIterable, Sendable {
    case kept, lost
  }

  package var name = "", kind = Kind.kept

  package init() {}
}

/// Has a program die, now or in the next action that saves.
package struct AppKillParams: DefaultInitializable {
  package enum Moment: String, CaseIterable, Sendable {
    case now, beforeCommit, afterCommit, write
  }

  /// The way to end it.
  package enum Means: String, CaseIterable, Sendable {
    case signal, drop, powerLoss
  }

  package var at = Moment.now, write: Int?, by = Means.signal
  /// Of the chance that chooses what a disk keeps.
  package var seed: UInt64?

  package init() {}
}

/// The evidence of a kill: the process that is gone, or words.
package struct AppEvidence: DefaultInitializable {
  package var pid: Int?, text: String?

  package init() {}
}

package enum AppClock: String, CaseIterable, Sendable {
  /// The program uses the times it is given, and never waits.
  case virtual
  /// The program has its own clock, and the runner waits.
  case real
}

package enum AppAction: String, CaseIterable, Sendable {
  case start, answer, skip, finish, leave, abandon, revisit, event
  /// Actions of other screens, and of another person at this one.
  case add, complete, delete, generation, regrade, learner
  /// Continue the attempt that is played on another copy of the library.
  case take
  /// Give the attempt in progress more time.
  case extend
  /// Have the last answer counted, a wrong typed one, because the learner was right.
  case accept
}

package enum AppStateName: String, CaseIterable, Sendable {
  case question, streak, stars, total, score, percentage, grade, bar, state, attemptOpen, progress
}

/// An action of a learner, or of the program that embeds the library: as a script says it, and as a program gets it.
package struct AppAct: Hashable, DefaultInitializable {
  package var atMs = 0, kind = AppAction.start
  /// The letter of an option, or text; for `regrade`, the one that is right after all.
  package var response: String?
  /// For `revisit` and `regrade`: the question, from 0.
  package var questionIndex: Int?
  /// For `event`: its name, the number of items, and its own number, such as the points of a swipe. For other screens:
  /// the title of homework, or the learner.
  package var name: String?
  package var count: Int?, number: Int?

  /// The number of the action in the scenario, from 1.
  package var serial: Int?
  /// The id by which the request may be repeated, and whether this is a repetition of one that was done.
  package var requestId: String?, isRepeated = false
  /// True to answer correctly, for a program that chooses the order of its questions itself.
  package var isRight: Bool?
  /// For `start`: how the attempt is played.
  package var options: AttemptOptions?
  /// Of `add`: the collection. Of `generation`: state, reason and seconds until a retry.
  package var collection: String?, state: String?, reason: String?, retryAfterSeconds: Int?
  /// For `extend`: how much later the deadline becomes.
  package var milliseconds: Int?

  package init() {}
}

/// A program's reply to an action.
package struct AppActResult: DefaultInitializable {
  package var outcome: Outcome?, position: Int?
  /// The kill that was armed has struck, and dropped what was in memory.
  package var isKilled: Bool?

  package init() {}
}

/// The program's state; what it does not have is omitted.
package struct AppState: Hashable, DefaultInitializable {
  /// The current question, from 1.
  package var question: Int?
  package var streak: Int?, stars: Int?, total: Int?, score: Int?, percentage: Int?, grade: Grade?
  /// The dots as shown on screen.
  package var bar: [Dot]?
  package var state: Attempt.State?, attemptOpen: Bool?, progress: HomeworkProgress?
  /// Its own fields that are not empty.
  package var fields: [String: String]?

  package init() {}
}

/// A report of a program about a cue.
package enum AppCueEvent: String, CaseIterable, Sendable {
  /// It is on screen or scheduled; it has ended; it would have shown, and is suppressed.
  case started = "cue.started", ended = "cue.ended", suppressed = "cue.suppressed"
}

package struct AppCue: DefaultInitializable {
  package var animation = "", variant: String?, questionIndex: Int?
  /// The program's own name for the attempt that it belongs to.
  package var attempt: String?
  /// When it started, would have started, or ended.
  package var atMs: Int?
  package var durationMs: Int?, from: Int?, to: Int?, disposition = Disposition.running, reason: Reason?
  /// The reason of a suppressed one.
  var reasonGiven: Reason {
    get { reason ?? .killResume }
    set { reason = newValue }
  }
  /// True if it may have ended by itself before the kill.
  package var mayHaveEnded = false
  /// All of it, with its planned end.
  package var cue: CueReport?

  package init() {}
}

/// Sent instead of a result: the program does not support what the scenario needs.
package struct AppSkipped: DefaultInitializable {
  package var message = "", issueUrl: String?

  package init() {}
}
