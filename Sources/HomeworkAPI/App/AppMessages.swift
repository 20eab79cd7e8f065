package import HomeworkModel
package import HomeworkMotion

/// What the runner asks of a program under test, and what that tells: version 1 of the protocol.
package enum AppProtocol {
  package static let version = 1
}

/// Begins a life. From the second on the program first restores what it saved, and takes the open attempt up again.
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

/// What a program says of itself.
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
  /// It tells itself, in `app.start` after a kill, what it does not show any more.
  package var suppressed: Bool
}

package enum AppClock: String, CaseIterable, Sendable {
  /// It is told the time, and never waits.
  case virtual
  /// It has a clock of its own, and the runner waits.
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
  /// The letter of an option, else a text.
  package var response: String?
  /// Of `revisit`, from 0.
  package var questionIndex: Int?
  /// Of `event`: which, of how many things, and with which number, such as the points of a swipe.
  package var name: String?
  package var count: Int?
  package var number: Int?

  package init(atMs: Int, action: AppAction) {
    (self.atMs, self.action) = (atMs, action)
  }
}

/// What a program says of its state; what it does not have is left out.
package struct AppState: Hashable, Sendable {
  /// The first that is not settled, from 1.
  package var question: Int?
  package var streak: Int?
  package var stars: Int?
  package var total: Int?
  package var score: Int?
  package var percentage: Int?
  package var grade: Grade?
  /// As it is on the screen.
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

/// A cue that is on screen, or will be.
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

/// A cue that would have shown, and does not.
package struct AppCueSuppressed: Sendable {
  package var animation: String
  package var variant: String?
  package var questionIndex: Int?
  /// When it began, or would have begun.
  package var atMs: Int?
  package var reason: Reason

  package init(animation: String, variant: String? = nil, questionIndex: Int?, atMs: Int?, reason: Reason) {
    (self.animation, self.variant, self.questionIndex) = (animation, variant, questionIndex)
    (self.atMs, self.reason) = (atMs, reason)
  }
}

/// In place of a result: the program cannot do what this scenario needs.
package struct AppSkipped: Sendable {
  package var message: String
  package var issueUrl: String?
}
