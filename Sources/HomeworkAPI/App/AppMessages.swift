package import HomeworkModel
package import HomeworkMotion

/// The versions of the protocol of programs under test.
package enum AppProtocol {
  package static let versions = [1, 2]
}

/// Asked before `app.start`: a program that does not know it speaks version 1.
package struct AppHello: Sendable {
  package var protocols: [Int]

  package init(protocols: [Int] = AppProtocol.versions) { self.protocols = protocols }
}

/// Starts a life. From the second on, the program restores what it saved and resumes the open attempt.
package struct AppStart: Sendable {
  package var version: Int
  package var life: Int
  package var atMs: Int
  package var dataDirectory: String
  package var quiz: Quiz?
  package var motion: MotionPreference
  package var screen: Screen
  package var seed: UInt64
  /// The absolute paths of files.
  package var animations: [String]

  // MARK: Version 2

  /// The designs that the script shows.
  package var profiles: [ProfileName]?
  /// The learners besides the first, and the learner at the screen.
  package var learners: [String]?, learner: String?
  /// Where the program is to keep its data in place of its directory: the address of a server, and the library there.
  package var server: String?, library: String?
  /// Whether a power failure may be simulated.
  package var powerFails: Bool?

  package init(
    version: Int, life: Int, atMs: Int, dataDirectory: String, quiz: Quiz?, motion: MotionPreference, screen: Screen,
    seed: UInt64, animations: [String] = []
  ) {
    (self.version, self.life, self.atMs, self.dataDirectory, self.quiz) = (version, life, atMs, dataDirectory, quiz)
    (self.motion, self.screen, self.seed, self.animations) = (motion, screen, seed, animations)
  }
}

/// The program's description of itself.
package struct AppGreeting: Sendable {
  package var name: String
  package var version: String?
  package var homepage: String?
  package var capabilities: AppCapabilities

  package init(name: String, version: String? = nil, homepage: String? = nil, capabilities: AppCapabilities) {
    (self.name, self.version, self.homepage, self.capabilities) = (name, version, homepage, capabilities)
  }
}

package struct AppCapabilities: Hashable, Sendable {
  package var clock: AppClock
  package var actions: [AppAction]
  package var state: [AppStateName]
  /// Whether `app.start` reports, after a kill, the cues that no longer show.
  package var suppressed: Bool
  /// How it can die besides by a signal from outside.
  package var kills: [AppKill]
  /// The program's own fields in `app.state`.
  package var fields: [AppField]
  /// Whether it supports the options of `start`.
  package var startsWithOptions: Bool

  package init(
    clock: AppClock, actions: [AppAction], state: [AppStateName], suppressed: Bool, kills: [AppKill] = [],
    fields: [AppField] = [], startsWithOptions: Bool = false
  ) {
    (self.clock, self.actions, self.state, self.suppressed) = (clock, actions, state, suppressed)
    (self.kills, self.fields, self.startsWithOptions) = (kills, fields, startsWithOptions)
  }
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
package struct AppField: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case kept, lost
  }

  package var name: String
  package var kind: Kind

  package init(name: String, kind: Kind) { (self.name, self.kind) = (name, kind) }
}

/// Has a program die, now or in the next action that saves.
package struct AppKilling: Sendable {
  package enum Moment: String, CaseIterable, Sendable {
    case now, beforeCommit, afterCommit, write
  }

  /// What ends it.
  package enum Means: String, CaseIterable, Sendable {
    case signal, drop, powerLoss
  }

  package var at: Moment
  package var write: Int?
  package var by: Means
  /// Of the chance that chooses what a disk keeps.
  package var seed: UInt64?

  package init(at: Moment, write: Int? = nil, by: Means, seed: UInt64? = nil) {
    (self.at, self.write, self.by, self.seed) = (at, write, by, seed)
  }
}

package enum AppClock: String, CaseIterable, Sendable {
  /// The program uses the times it is given, and never waits.
  case virtual
  /// The program has its own clock, and the runner waits.
  case real
}

package enum AppAction: String, CaseIterable, Sendable {
  case start, answer, skip, finish, leave, abandon, revisit, event
  /// Of version 2: what other screens do, and another person at this one.
  case add, complete, delete, generation, learner
}

package enum AppStateName: String, CaseIterable, Sendable {
  case question, streak, stars, total, score, percentage, grade, bar, state, attemptOpen, progress
}

package struct AppAct: Sendable {
  package var atMs: Int
  package var action: AppAction
  /// The letter of an option, or text.
  package var response: String?
  /// For `revisit`: the question, from 0.
  package var questionIndex: Int?
  /// For `event`: its name, the number of items, and its own number, such as the points of a swipe.
  package var name: String?
  package var count: Int?
  package var number: Int?

  // MARK: Version 2

  /// The number of the action in the scenario, from 1.
  package var serial: Int?
  /// Whether to answer correctly, for a program that chooses the order of its questions itself.
  package var isRight: Bool?
  /// Of `start`.
  package var options: AttemptOptions?
  /// Of `add`: the collection. Of `generation`: state, reason and seconds until a retry.
  package var collection: String?, state: String?, reason: String?, retryAfterSeconds: Int?

  package init(atMs: Int, action: AppAction) {
    (self.atMs, self.action) = (atMs, action)
  }
}

/// What a program may reply to an action, in version 2.
package struct AppActed: Sendable {
  package var outcome: Outcome?
  package var position: Int?
  /// The kill that was armed has struck, and dropped what was in memory.
  package var isKilled: Bool?

  package init(outcome: Outcome? = nil, position: Int? = nil, isKilled: Bool? = nil) {
    (self.outcome, self.position, self.isKilled) = (outcome, position, isKilled)
  }
}

/// The program's state; what it does not have is omitted.
package struct AppState: Hashable, Sendable {
  /// The current question, from 1.
  package var question: Int?
  package var streak: Int?
  package var stars: Int?
  package var total: Int?
  package var score: Int?
  package var percentage: Int?
  package var grade: Grade?
  /// The dots as shown on screen.
  package var bar: [Dot]?
  package var state: Attempt.State?
  package var attemptOpen: Bool?
  package var progress: AppProgress?
  /// Those of its own that are not empty.
  package var fields: [String: String]?

  package init() {}
}

package struct AppProgress: Hashable, Sendable {
  package var bestScore: Int?
  package var completionPercentage: Int
  package var totalAttempts: Int

  package init(bestScore: Int?, completionPercentage: Int, totalAttempts: Int) {
    (self.bestScore, self.completionPercentage) = (bestScore, completionPercentage)
    self.totalAttempts = totalAttempts
  }
}

/// A cue that is on screen or scheduled.
package struct AppCueStarted: Sendable {
  package var animation: String
  package var variant: String?
  package var atMs: Int?
  package var durationMs: Int?
  package var questionIndex: Int?
  package var from: Int?
  package var to: Int?
  /// All of it, with its planned end, in version 2.
  package var cue: CueReport?

  package init(
    animation: String, variant: String? = nil, atMs: Int? = nil, durationMs: Int? = nil, questionIndex: Int? = nil,
    from: Int? = nil, to: Int? = nil, cue: CueReport? = nil
  ) {
    (self.animation, self.variant, self.atMs, self.durationMs) = (animation, variant, atMs, durationMs)
    (self.questionIndex, self.from, self.to, self.cue) = (questionIndex, from, to, cue)
  }
}

package struct AppCueEnded: Sendable {
  package var animation: String
  package var questionIndex: Int?
  package var atMs: Int?
  package var disposition: Disposition
  package var reason: Reason?
  /// All of it, in version 2.
  package var cue: CueReport?

  package init(
    animation: String, questionIndex: Int?, atMs: Int?, disposition: Disposition, reason: Reason?,
    cue: CueReport? = nil
  ) {
    (self.animation, self.questionIndex, self.atMs) = (animation, questionIndex, atMs)
    (self.disposition, self.reason, self.cue) = (disposition, reason, cue)
  }
}

/// A cue that would have shown but is suppressed.
package struct AppCueSuppressed: Sendable {
  package var animation: String
  package var variant: String?
  package var questionIndex: Int?
  /// When it started, or would have started.
  package var atMs: Int?
  package var reason: Reason
  /// All of it, in version 2.
  package var cue: CueReport?

  package init(
    animation: String, variant: String? = nil, questionIndex: Int?, atMs: Int?, reason: Reason, cue: CueReport? = nil
  ) {
    (self.animation, self.variant, self.questionIndex) = (animation, variant, questionIndex)
    (self.atMs, self.reason, self.cue) = (atMs, reason, cue)
  }
}

/// Sent instead of a result: the program does not support what the scenario needs.
package struct AppSkipped: Sendable {
  package var message: String
  package var issueUrl: String?
}
