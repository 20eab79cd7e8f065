/// The due times of a learner's questions, computed from the learner's answers.
///
/// The schedule is not stored but recomputed each time. So it cannot be lost, and it reflects deletions and undos.
public struct ReviewSchedule: Sendable {
  private var pace = AnswerPace()
  /// The memory of each card by its number; `nil` if the card was never answered.
  private var memories: [CardMemory?] = []

  /// The number of a card.
  package typealias Card = Int

  /// Creates the schedule of a learner without answers.
  public init() {}

  /// Adds the next answer, in order of `answeredAt`, for a card: a question across all its revisions, identified by a
  /// small number that the caller assigns.
  ///
  /// Pass the answers of all attempts that are not abandoned, including practice and attempts in progress, because
  /// `AnswerPace` also uses answers to other questions.
  public mutating func settle(
    _ card: Int, _ kind: QuestionKind, _ outcome: Outcome, elapsedMs: Int, at answeredAt: Timestamp
  ) {
    let rating = pace.rate(outcome, of: kind, elapsedMs: elapsedMs)
    while memories.count <= card { memories.append(nil) }
    if memories[card]?.review(rating, at: answeredAt) == nil {
      memories[card] = CardMemory(rating: rating, at: answeredAt)
    }
  }

  /// Returns the memory of a card, or `nil` if it was never answered.
  package subscript(card: Int) -> CardMemory? { memories.indices.contains(card) ? memories[card] : nil }

  /// Returns the due time of each answered card, by card.
  package func dueTimes(for retention: Retention = .usual) -> [(card: Int, dueAt: Timestamp)] {
    memories.indices.compactMap { card in memories[card].map { (card, $0.dueAt(for: retention)) } }
  }

  /// Returns the cards that are due at or before `moment`, longest overdue first, then by card.
  public func due(at moment: Timestamp, for retention: Retention = .usual) -> [(card: Int, dueAt: Timestamp)] {
    dueTimes(for: retention).filter { $0.dueAt <= moment }.sorted { ($0.dueAt, $0.card) < ($1.dueAt, $1.card) }
  }
}
