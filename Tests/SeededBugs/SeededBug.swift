package import HomeworkScenarios
package import HomeworkStore

/// A bug seeded on purpose, to prove that the laws can fail. No program that ships has any of them.
package enum SeededBug: String, CaseIterable, Sendable {
  /// An answer is celebrated before it is on disk.
  case cueBeforeCommit
  /// What was celebrated last is celebrated again on resume.
  case replayOnResume
  /// After a kill, answers are not celebrated any more.
  case forgetCue
  /// The last cue of an answer is suppressed, for no reason that stands.
  case hideCue
  /// A resumed session shows its streak begun afresh.
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

  /// Puts into a store what makes it go wrong, for bugs that are a store's.
  package func spoil(_ store: Store?) throws {
    let sql: String
    switch self {
    case .miscount:
      sql = """
        DROP TRIGGER answer_never_changes; DROP TRIGGER answer_totals_follow;
        CREATE TRIGGER miscounted AFTER INSERT ON answer WHEN NEW.position = 1 BEGIN
          UPDATE answer SET run = 0, checksum = NULL WHERE attempt = NEW.attempt AND position = NEW.position;
        END
        """
    case .doubleStars:
      sql = """
        CREATE TRIGGER stars_twice AFTER INSERT ON ledger BEGIN
          UPDATE ledger SET stars = stars * 2, checksum = NULL WHERE id = NEW.id;
        END
        """
    case .forgetTitle:
      sql = """
        CREATE TRIGGER title_forgotten AFTER INSERT ON ledger BEGIN UPDATE homework SET title = 'Untitled'; END
        """
    case .mixLearners:
      sql = """
        CREATE TRIGGER learners_mixed AFTER INSERT ON attempt BEGIN
          UPDATE attempt SET state = 'abandoned', finished_at_ms = NEW.started_at_ms, checksum = NULL
          WHERE learner <> NEW.learner AND state = 'inProgress';
        END
        """
    case .cueBeforeCommit, .replayOnResume, .forgetCue, .hideCue, .forgetStreak, .dropSyncedWrite: return
    }
    try store?.writeAndWait { tx in try tx.execute(sql) }
  }
}

extension ScenarioRunner {
  /// Has everything that it plays go wrong.
  package mutating func seed(_ bug: SeededBug) {
    if bug == .dropSyncedWrite {
      makeProgram = { (world) throws(ProgramFailure) in
        try MemoryProgram(world) {
          let disk = FaultyDisk(records: true)
          disk.ignoreSyncs()
          return disk
        }
      }
    } else {
      wrapProgram = { BuggyProgram($0, bug) }
    }
  }
}

extension SequenceExplorer {
  /// Has everything that it plays go wrong.
  package mutating func seed(_ bug: SeededBug) {
    makeStage = { actions, place in
      let sound = try SequenceExplorer.stage(actions, at: place)
      if let sound = sound as? ActionStage { try bug.spoil(sound.store) }
      return Self.buggy(sound, bug)
    }
    runner.seed(bug)
  }

  private static func buggy(_ sound: some Stage, _ bug: SeededBug) -> any Stage { BuggyStage(sound, bug) }
}
