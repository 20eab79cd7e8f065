package import HomeworkModel
package import HomeworkMotion

/// The requests to a program under test, and its notifications: version 1 of the protocol.
package enum AppProtocol {
  package static let version = 1
}

/// Starts a life. From the second on, the program restores what it saved and resumes the open attempt.
package struct AppStart: Sendable {
  package var life: Int
  package var atMs: Int
  package var dataDirectory: String
  package var quiz: Quiz?
  package var motion: MotionPreference
  package var screen: Screen
  package var seed: UInt64
  /// The absolute paths of files.
  package var animations: [String]

  package init(
    life: Int, atMs: Int, dataDirectory: String, quiz: Quiz?, motion: MotionPreference, screen: Screen, seed: UInt64,
    animations: [String] = []
  ) {
    (self.life, self.atMs, self.dataDirectory, self.quiz) = (life, atMs, dataDirectory, quiz)
    (self.motion, self.screen, self.seed, self.animations) = (motion, screen, seed, animations)
  }
}

/// The program's description of itself.
package struct AppGreeting: Sendable {
  package var name: String
  package var version: String?
  package var homepage: String?
  package var capabilities: AppCapabilities
}

package struct AppCapabilities: Hashable, Sendable {
  package var clock: AppClock
  package var actions: [AppAction]
  package var state: [AppStateName]
  /// Whether `app.start` reports, after a kill, the cues that no longer show.
  package var suppressed: Bool
}

package enum AppClock: String, CaseIterable, Sendable {
  /// The program uses the times it is given, and never waits.
  case virtual
  /// The program has its own clock, and the runner waits.
  case real
}

package enum AppAction: String, CaseIterable, Sendable {
  case start, answer, skip, finish, leave, abandon, revisit, event
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

  package init(atMs: Int, action: AppAction) {
    (self.atMs, self.action) = (atMs, action)
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
}

package struct AppCueEnded: Sendable {
  package var animation: String
  package var questionIndex: Int?
  package var atMs: Int?
  package var disposition: Disposition
  package var reason: Reason?
}

/// A cue that would have shown but is suppressed.
package struct AppCueSuppressed: Sendable {
  package var animation: String
  package var variant: String?
  package var questionIndex: Int?
  /// When it started, or would have started.
  package var atMs: Int?
  package var reason: Reason

  package init(animation: String, variant: String? = nil, questionIndex: Int?, atMs: Int?, reason: Reason) {
    (self.animation, self.variant, self.questionIndex) = (animation, variant, questionIndex)
    (self.atMs, self.reason) = (atMs, reason)
  }
}

/// Sent instead of a result: the program does not support what the scenario needs.
package struct AppSkipped: Sendable {
  package var message: String
  package var issueUrl: String?
}
