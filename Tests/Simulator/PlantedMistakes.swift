import CHomeworkSQLite
import Foundation
import HomeworkModel
import HomeworkStore

/// Mistakes on purpose, in the connections of the world's stores and around their calls: each is found, or real ones
/// would not be either. No program that ships has them.
public enum PlantedMistake: String, CaseIterable {
  case lostParent, untimedField, revisionByNumber, doubleCredit, undoWithoutPicture
  case erasedNameKept, lateRefusal, forgottenRequest, wrongClock, lostGrading, lostAchievement
  case growingFile, deafObserver

  nonisolated(unsafe) static var planted: PlantedMistake?  // set once, before the first store

  struct Unknown: Error, CustomStringConvertible {
    let description: String
  }

  static func plant(_ name: String) throws {
    guard let mistake = PlantedMistake(rawValue: name) else {
      throw Unknown(description: "no mistake \"\(name)\": use \(allCases.map(\.rawValue).joined(separator: ", "))")
    }
    planted = mistake
  }

  /// Temporary triggers that make the mistake after, or instead of, what the store writes.
  private var triggers: String? {
    switch self {
    case .lostParent:
      "BEFORE INSERT ON main.change WHEN NEW.kind = 'quiz' BEGIN SELECT RAISE(IGNORE); END"
    case .untimedField:
      "BEFORE INSERT ON main.change WHEN NEW.part = 'note' BEGIN SELECT RAISE(IGNORE); END"
    case .revisionByNumber:
      """
      AFTER UPDATE OF is_current ON main.quiz WHEN NEW.is_current AND EXISTS (
        SELECT 1 FROM quiz WHERE homework = NEW.homework AND public_id > NEW.public_id)
      BEGIN
        UPDATE quiz SET is_current = 0 WHERE id = NEW.id;
        UPDATE quiz SET is_current = 1 WHERE id = (
          SELECT id FROM quiz WHERE homework = NEW.homework ORDER BY public_id DESC LIMIT 1);
      END
      """
    case .doubleCredit:
      """
      AFTER INSERT ON main.ledger BEGIN
        INSERT OR IGNORE INTO ledger
          (attempt_public_id, learner, stars, score, total, longest_run, elapsed_ms, finished_at_ms)
        VALUES ('f' || substr(NEW.attempt_public_id, 2), NEW.learner, NEW.stars, NEW.score, NEW.total, NEW.longest_run,
          NEW.elapsed_ms, NEW.finished_at_ms);
      END
      """
    case .undoWithoutPicture:
      """
      AFTER UPDATE OF hidden_at_ms ON main.homework WHEN NEW.hidden_at_ms IS NULL AND OLD.picture IS NOT NULL BEGIN
        UPDATE homework SET picture = NULL WHERE id = NEW.id;
      END
      """
    case .erasedNameKept:
      """
      AFTER DELETE ON main.learner BEGIN
        UPDATE event SET name = OLD.public_id WHERE kind = 'erased';
      END
      """
    case .lostAchievement:
      "BEFORE INSERT ON main.once WHEN NEW.kind = 'achievement' BEGIN SELECT RAISE(IGNORE); END"
    case .wrongClock:
      """
      AFTER INSERT ON main.attempt WHEN NEW.deadline_ms IS NOT NULL BEGIN
        UPDATE attempt SET deadline_ms = deadline_ms + 3600000 WHERE id = NEW.id;
      END
      """
    case .lateRefusal, .forgottenRequest, .lostGrading, .growingFile, .deafObserver: nil
    }
  }

  /// Makes the mistake in the connections to a file that do not have it yet.
  static func plant(in path: String) throws {
    if planted == .growingFile {
      for connection in OpenDatabases.all(of: path) {
        var chunk = CInt(8_000_000)
        sqlite3_file_control(connection, "main", SQLITE_FCNTL_CHUNK_SIZE, &chunk)
      }
    }
    guard let triggers = planted?.triggers else { return }
    for connection in OpenDatabases.all(of: path) {
      try connection.each("CREATE TEMP TRIGGER IF NOT EXISTS planted \(triggers)")
    }
  }

  /// Writes before a call that may be refused.
  static func spoil(_ act: Act, _ tx: WriteTransaction) throws {
    guard planted == .lateRefusal, act.verb == .extend else { return }
    try tx.execute("UPDATE attempt SET deadline_ms = deadline_ms + 1")
  }

  /// A learner's document as it arrives.
  static func spoil(document: String) -> String {
    guard planted == .lostGrading, let at = document.range(of: "\"grading\":[") else { return document }
    let end = document[at.upperBound...].firstIndex(of: "]") ?? at.upperBound
    return String(document[..<at.upperBound] + document[end...])
  }

  /// A file after a restore.
  static func spoil(restored path: String) throws {
    guard planted == .forgottenRequest else { return }
    let file = try OpaquePointer.opening(path)
    defer { sqlite3_close(file) }
    try file.each("DELETE FROM request")
  }
}
