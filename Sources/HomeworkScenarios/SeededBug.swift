import HomeworkModel
import HomeworkMotion

/// A mistake made on purpose, to prove that the laws can fail. Only builds for tests make it.
enum SeededBug: String, CaseIterable, Codable, Sendable {
  /// An answer is celebrated before it is on disk.
  case cueBeforeCommit
  /// What was celebrated last is celebrated again on resume.
  case replayOnResume
  /// A resumed session begins its streak afresh.
  case forgetStreak
  /// A finished attempt is credited twice its stars.
  case doubleStars
  /// The disk says that it has synced, and has not.
  case dropSyncedWrite
}

extension Attempt {
  /// As if no answer had been right.
  var withoutStreak: Attempt {
    var attempt = self
    attempt.answers = answers.map {
      Answer(
        questionId: $0.questionId, index: $0.index, response: $0.response, outcome: $0.isMCQ ? .wrong : $0.outcome,
        streakPosition: $0.isMCQ ? 0 : nil, elapsedMs: $0.elapsedMs, answeredAt: $0.answeredAt)
    }
    return attempt
  }

  /// The cues of the last answer, as they were told when it was settled.
  func lastCues(in environment: SessionEnvironment, atMs: Int) -> [Cue] {
    guard let last = answers.last else { return [] }
    var before = self
    before.answers.removeLast()
    var session = Session(resuming: before, environment: environment, atMs: atMs)
    // It was settled once, so it can be.
    return (try? session.receive(.settled(SettledAnswer(last)), atMs: atMs).started) ?? []
  }
}
