import Homework
import SQLite

/// One thing that is not as it must be, and where.
public struct Inconsistency: Hashable, Sendable, CustomStringConvertible {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// SQLite finds the file's own structure damaged.
    case structure
    /// A row refers to one that is not there.
    case reference
    /// A settled answer is stored at another streak position than the answers before it give.
    case streakPosition
    /// The ledger credits other stars than the attempt's answers give, or nothing at all.
    case credit
    /// Progress is not what the finished attempts give.
    case progress
  }

  public let kind: Kind
  /// The id of the attempt or homework, or the table.
  public let place: String
  public let detail: String

  public var description: String { "\(kind.rawValue) of \(place): \(detail)" }
}

extension ReadTransaction {
  /// Everything in this store that is damaged, or that a recomputation does not give; empty for a sound one.
  public func check() throws(StoreError) -> [Inconsistency] {
    var found = try structure()
    var cursor: String?
    repeat {
      let page = try homeworkList(limit: 500, after: cursor)
      for homework in page.items { found += try derived(of: homework) }
      cursor = page.next
    } while cursor != nil
    return found
  }

  private func structure() throws(StoreError) -> [Inconsistency] {
    try sql { (connection) throws(SQLiteError) in
      let structure = try connection.all("PRAGMA integrity_check", []) { $0.text(0) }.filter { $0 != "ok" }
      let references = try connection.all("PRAGMA foreign_key_check", []) {
        ($0.text(0), "row \($0.int64(1)) refers to \($0.text(2)) that is not there")
      }
      return structure.map { Inconsistency(kind: .structure, place: "file", detail: $0) }
        + references.map { Inconsistency(kind: .reference, place: $0.0, detail: $0.1) }
    }
  }

  private func derived(of homework: Homework) throws(StoreError) -> [Inconsistency] {
    var found: [Inconsistency] = []
    var progress = Progress()
    for attempt in try attempts(of: homework.id) {
      var streak = Streak()
      for answer in attempt.answers {
        let position = streak.settle(answer.outcome, isMCQ: answer.isMCQ)
        guard position != answer.streakPosition else { continue }
        found.append(
          Inconsistency(
            kind: .streakPosition, place: attempt.id.text,
            detail:
              "question \(answer.index + 1) stands at \(Self.text(answer.streakPosition)), not \(Self.text(position))"))
      }
      guard attempt.state == .completed, let finishedAt = attempt.finishedAt else { continue }
      let credit = try credit(of: attempt.id)
      if credit != streak.stars {
        found.append(
          Inconsistency(
            kind: .credit, place: attempt.id.text, detail: "\(Self.text(credit)) stars credited, not \(streak.stars)"))
      }
      progress.record(attempt.score, at: finishedAt)
    }
    if progress != homework.progress {
      found.append(
        Inconsistency(
          kind: .progress, place: homework.id.text,
          detail: "\(Self.words(homework.progress)) stored, the attempts give \(Self.words(progress))"))
    }
    return found
  }

  private static func text(_ number: Int?) -> String { number.map(String.init) ?? "nothing" }

  private static func words(_ progress: Progress) -> String {
    "best \(text(progress.bestScore)) of \(text(progress.bestTotal)), \(progress.completionPercentage) %, "
      + "\(progress.totalAttempts) attempts"
  }
}

extension Store {
  /// Over one snapshot; others may write meanwhile.
  public func check() throws(StoreError) -> [Inconsistency] {
    try read { (tx) throws(StoreError) in try tx.check() }
  }
}
