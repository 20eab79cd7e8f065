package import HomeworkScenarios
package import HomeworkStore

/// A bug seeded on purpose, to prove that the laws can fail. No shipped program contains any of them.
package enum SeededBug: String, CaseIterable, Sendable {
  /// An answer is celebrated before it is on disk.
  case cueBeforeCommit
  /// The last celebration is repeated on resume.
  case replayOnResume
  /// After a kill, answers are not celebrated any more.
  case forgetCue
  /// The last cue of an answer is suppressed without a valid reason.
  case hideCue
  /// A resumed session shows its streak starting afresh.
  case forgetStreak
  /// A resumed session still has a star that was activated before the kill.
  case keepActivation
  /// A finished attempt counts one correct answer less.
  case miscount
  /// A finished attempt is credited twice its stars.
  case doubleStars
  /// Finishing an attempt removes the homework's title.
  case forgetTitle
  /// Starting an attempt ends the attempts of other learners.
  case mixLearners
  /// An answer that is counted afterwards is celebrated.
  case celebrateAccepted
  /// Progress does not follow the correction of a key.
  case forgetRegrading
  /// The disk reports a sync that it has not done.
  case dropSyncedWrite

  // MARK: Of copies of a library

  /// A change from another copy resets the scores of finished attempts.
  case lastWriterWins
  /// The credit of an attempt that another copy finished is counted twice.
  case creditTwice
  /// Another copy's deletions are ignored.
  case ignoreDeletion
  /// Attempts that another copy finished count again at each exchange with it.
  case takeTwice
  /// Facts of another copy are celebrated.
  case celebrateOthers

  /// Makes a store misbehave, for bugs in a store.
  package func spoil(_ store: Store?) throws {
    let sql: String
    switch self {
    case .miscount:
      sql = """
        CREATE TRIGGER miscounted AFTER INSERT ON ledger BEGIN
          UPDATE ledger SET score = max(0, score - 1) WHERE attempt = NEW.attempt;
        END
        """
    case .doubleStars:
      sql = """
        CREATE TRIGGER stars_twice AFTER INSERT ON ledger BEGIN
          UPDATE ledger SET stars = stars * 2 WHERE attempt = NEW.attempt;
        END
        """
    case .forgetTitle:
      sql = """
        CREATE TRIGGER title_forgotten AFTER INSERT ON ledger BEGIN UPDATE homework SET title = 'Untitled'; END
        """
    case .mixLearners:
      sql = """
        CREATE TRIGGER learners_mixed AFTER INSERT ON attempt BEGIN
          UPDATE attempt SET state = 'abandoned', finished_at_ms = NEW.started_at_ms
          WHERE learner <> NEW.learner AND state = 'inProgress';
        END
        """
    case .forgetRegrading:
      sql = """
        CREATE TRIGGER regrading_forgotten AFTER UPDATE OF score ON ledger BEGIN
          UPDATE ledger SET score = OLD.score WHERE attempt = NEW.attempt;
        END
        """
    case .cueBeforeCommit, .celebrateAccepted, .replayOnResume, .forgetCue, .hideCue, .forgetStreak, .keepActivation,
      .dropSyncedWrite, .lastWriterWins, .creditTwice, .ignoreDeletion, .takeTwice, .celebrateOthers:
      return
    }
    try store?.writeAndWait { tx in try tx.execute(sql) }
  }
}

extension SeededBug {
  /// Makes a store misbehave after it has taken something of another copy.
  func spoilTaken(_ store: Store?) throws {
    let ofOthers = "(SELECT id FROM attempt WHERE copy IS NOT NULL)"
    let sql: String
    switch self {
    case .lastWriterWins: sql = "UPDATE ledger SET score = 0"
    case .creditTwice:
      sql = """
        INSERT OR IGNORE INTO ledger (attempt, learner, stars, score, total, longest_run, elapsed_ms,
          finished_at_ms)
        SELECT '00000000-0000-7000-8000-' || substr(attempt, 25), learner, stars, score, total, longest_run,
          elapsed_ms, finished_at_ms FROM ledger WHERE attempt IN \(ofOthers)
        """
    case .takeTwice: sql = "UPDATE ledger SET stars = stars + 1"
    default: return
    }
    try store?.writeAndWait { tx in try tx.execute(sql) }
  }
}

extension ScenarioRunner {
  /// Makes every program that it plays misbehave.
  package mutating func seed(_ bug: SeededBug) {
    if bug == .dropSyncedWrite {
      makeProgram = { world in
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

extension Explorer {
  /// Makes every target that it plays misbehave.
  package mutating func seed(_ bug: SeededBug) {
    makeTarget = { actions, position in
      let target = try ExplorationTarget(actions, at: position)
      try bug.spoil(target.store)
      target.bug = BuggyTarget(bug)
      return target
    }
    runner.seed(bug)
  }
}
