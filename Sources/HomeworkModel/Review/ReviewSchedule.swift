/// What a learner's settled answers say of when each question is to be asked again.
///
/// Nothing of it is stored: it is folded anew over the answers whenever it is asked for, so it cannot be lost, and follows
/// what is deleted or undone.
public struct ReviewSchedule: Sendable {
  private var pace = AnswerPace()
  /// Each at the place of its number; `nil` for one that was never answered.
  private var memories: [CardMemory?] = []

  /// A question over all its revisions, by its place in a list of the caller's: numbers are small.
  public typealias Card = Int

  /// Of a learner who has answered nothing.
  public init() {}

  /// Takes the next answer that a learner settled, in order of `answeredAt`.
  ///
  /// Of all attempts that are not abandoned, practice ones and those in progress too: `AnswerPace` looks at answers to other
  /// questions as well.
  public mutating func settle(
    _ card: Card, _ kind: QuestionKind, _ outcome: Outcome, elapsedMs: Int, at answeredAt: Timestamp
  ) {
    let rating = pace.rate(outcome, of: kind, elapsedMs: elapsedMs)
    while memories.count <= card { memories.append(nil) }
    if memories[card]?.review(rating, at: answeredAt) == nil {
      memories[card] = CardMemory(rating: rating, at: answeredAt)
    }
  }

  /// Returns what is remembered of a card; `nil` where it was never answered.
  public subscript(card: Card) -> CardMemory? { memories.indices.contains(card) ? memories[card] : nil }

  /// Returns when each card is due that was ever answered, by card.
  public func dueTimes(for retention: Retention = .usual) -> [(card: Card, dueAt: Timestamp)] {
    memories.indices.compactMap { card in memories[card].map { (card, $0.dueAt(for: retention)) } }
  }

  /// Returns the cards that are due at `moment`, at that very millisecond too: what has waited longest first, then by card.
  public func due(at moment: Timestamp, for retention: Retention = .usual) -> [(card: Card, dueAt: Timestamp)] {
    dueTimes(for: retention).filter { $0.dueAt <= moment }.sorted { ($0.dueAt, $0.card) < ($1.dueAt, $1.card) }
  }
}
