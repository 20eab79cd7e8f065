import HomeworkModel
import HomeworkMotion
import HomeworkPlay
package import HomeworkScenarios
import HomeworkStore

/// A bug seeded on purpose, to prove that the laws can fail. No program that ships has any of them.
package enum SeededBug: String, CaseIterable, Sendable {
  /// An answer is celebrated before it is on disk.
  case cueBeforeCommit
  /// What was celebrated last is celebrated again on resume.
  case replayOnResume
  /// A resumed session begins its streak afresh.
  case forgetStreak
  /// What is counted up to the second answer begins a run anew.
  case miscount
  /// A finished attempt is credited twice its stars.
  case doubleStars
  /// Finishing an attempt takes the homework's title away.
  case forgetTitle
  /// Whoever starts an attempt ends those of others.
  case mixLearners
  /// The disk says that it has synced, and has not.
  case dropSyncedWrite

  package var faults: SeededFaults {
    var faults = SeededFaults()
    switch self {
    case .cueBeforeCommit:
      faults.play.showsBeforeCommit = { session, answer, atMs in
        var ahead = PlayState(session)
        // The next answer of an attempt in progress is never refused.
        return (try? ahead.tell(.settled(answer), atMs: atMs).started) ?? []
      }
    case .replayOnResume: faults.play.showsAgain = { $0.lastCues(in: $1, atMs: $2) }
    case .forgetStreak: faults.play.resuming = { $0.withoutStreak }
    case .miscount:
      faults.store = { store in
        try store.writeAndWait { tx in
          try tx.execute(
            """
            DROP TRIGGER answer_never_changes; DROP TRIGGER answer_totals_follow;
            CREATE TRIGGER miscounted AFTER INSERT ON answer WHEN NEW.position = 1 BEGIN
              UPDATE answer SET run = 0, checksum = NULL WHERE attempt = NEW.attempt AND position = NEW.position;
            END
            """)
        }
      }
    case .doubleStars:
      faults.credit = { $0 * 2 }
      faults.store = { store in
        try store.writeAndWait { tx in
          try tx.execute(
            """
            CREATE TRIGGER stars_twice AFTER INSERT ON ledger BEGIN
              UPDATE ledger SET stars = stars * 2, checksum = NULL WHERE id = NEW.id;
            END
            """)
        }
      }
    case .forgetTitle:
      faults.store = { store in
        try store.writeAndWait { tx in
          try tx.execute(
            """
            CREATE TRIGGER title_forgotten AFTER INSERT ON ledger BEGIN UPDATE homework SET title = 'Untitled'; END
            """)
        }
      }
    case .mixLearners:
      faults.store = { store in
        try store.writeAndWait { tx in
          try tx.execute(
            """
            CREATE TRIGGER learners_mixed AFTER INSERT ON attempt BEGIN
              UPDATE attempt SET state = 'abandoned', finished_at_ms = NEW.started_at_ms, checksum = NULL
              WHERE learner <> NEW.learner AND state = 'inProgress';
            END
            """)
        }
      }
    case .dropSyncedWrite: faults.ignoresSyncs = true
    }
    return faults
  }
}

extension Attempt {
  /// As if no answer had been right.
  fileprivate var withoutStreak: Attempt {
    var attempt = self
    attempt.answers = answers.map {
      Answer(
        questionId: $0.questionId, index: $0.index, response: $0.response, outcome: $0.isMCQ ? .wrong : $0.outcome,
        streakPosition: $0.isMCQ ? 0 : nil, elapsedMs: $0.elapsedMs, answeredAt: $0.answeredAt)
    }
    return attempt
  }

  /// The cues of the last answer, as they were told when it was settled.
  fileprivate func lastCues(in environment: SessionEnvironment, atMs: Int) -> [Cue] {
    guard let last = answers.last else { return [] }
    var before = self
    before.answers.removeLast()
    var play = PlayState(resuming: before, environment: environment, atMs: atMs)
    // It was settled once, so it can be.
    return (try? play.tell(.settled(SettledAnswer(last)), atMs: atMs).started) ?? []
  }
}
