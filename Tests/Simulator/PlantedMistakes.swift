import HomeworkModel
import HomeworkStore
import HomeworkSystem

/// Mistakes on purpose, in the connections of the world's stores and around their calls: each is found, or real ones
/// would not be either. No program that ships has them.
enum PlantedMistake: String, CaseIterable {
  case lostParent, untimedField, revisionByNumber, doubleCredit, undoWithoutPicture, erasedNameKept
  case lateRefusal, forgottenRequest, wrongClock, lostGrading, lostAchievement, growingFile, deafObserver

  nonisolated(unsafe) static var planted: PlantedMistake?  // set once, before the first store

  static func plant(_ name: String) throws {
    planted = PlantedMistake(rawValue: name)
    guard planted == nil else { return }
    throw Simulation.Usage(
      description: "no mistake \"\(name)\": use \(allCases.map(\.rawValue).joined(separator: ", "))")
  }

  /// Temporary triggers that make the mistake after, or instead of, what the store writes.
  private static let triggers: [PlantedMistake: String] = [
    .lostParent: "BEFORE INSERT ON main.change WHEN NEW.kind = 'quiz' BEGIN SELECT RAISE(IGNORE); END",
    .untimedField: "BEFORE INSERT ON main.change WHEN NEW.part = 'note' BEGIN SELECT RAISE(IGNORE); END",
    .revisionByNumber: """
    AFTER UPDATE OF is_current ON main.quiz WHEN NEW.is_current AND EXISTS (
      SELECT 1 FROM quiz WHERE homework = NEW.homework AND id > NEW.id)
    BEGIN
      UPDATE quiz SET is_current = 0 WHERE id = NEW.id;
      UPDATE quiz SET is_current = 1 WHERE id = (
        SELECT id FROM quiz WHERE homework = NEW.homework ORDER BY id DESC LIMIT 1);
    END
    """,
    .doubleCredit: """
    AFTER INSERT ON main.ledger BEGIN
      INSERT OR IGNORE INTO ledger
        (attempt, learner, stars, score, total, longest_run, elapsed_ms, finished_at_ms)
      VALUES ('f' || substr(NEW.attempt, 2), NEW.learner, NEW.stars, NEW.score, NEW.total, NEW.longest_run,
        NEW.elapsed_ms, NEW.finished_at_ms);
    END
    """,
    .undoWithoutPicture: """
    AFTER UPDATE OF hidden_at_ms ON main.homework WHEN NEW.hidden_at_ms IS NULL AND OLD.picture IS NOT NULL BEGIN
      UPDATE homework SET picture = NULL WHERE id = NEW.id;
    END
    """,
    .erasedNameKept: """
    AFTER DELETE ON main.learner BEGIN UPDATE event SET name = OLD.id WHERE kind = 'erased'; END
    """,
    .lostAchievement:
      "BEFORE INSERT ON main.moment WHEN NEW.kind = 'achievement' BEGIN SELECT RAISE(IGNORE); END",
    .wrongClock: """
    AFTER INSERT ON main.attempt WHEN NEW.deadline_ms IS NOT NULL BEGIN
      UPDATE attempt SET deadline_ms = deadline_ms + 3600000 WHERE id = NEW.id;
    END
    """,
  ]

  static func plant(in writer: Connection) throws {
    guard let trigger = planted.flatMap({ triggers[$0] }) else { return }
    try writer.execute("CREATE TEMP TRIGGER planted \(trigger)")
  }

  /// Writes before a call that may be refused.
  static func spoil(_ act: Act, _ tx: WriteTransaction) throws {
    guard planted == .lateRefusal, act.verb == .extend else { return }
    try tx.execute("UPDATE attempt SET deadline_ms = deadline_ms + 1")
  }

  /// A learner's document as it arrives.
  static func spoil(document: String) -> String {
    guard planted == .lostGrading, let at = document.firstRange(of: "\"gradings\":[") else { return document }
    let end = document[at.upperBound...].firstIndex(of: "]") ?? at.upperBound
    return String(document[..<at.upperBound] + document[end...])
  }

  /// A file after a restore.
  static func spoil(restored path: String) throws {
    guard planted == .forgottenRequest else { return }
    try Connection(path: path, access: .readWrite).execute("DELETE FROM request")
  }

  /// A file after its store was closed.
  static func spoil(closed path: String) {
    guard planted == .growingFile, let size = Files.size(path) else { return }
    truncate(path, size + 8_000_000)
  }
}
