/// What a learner's settled answers say of when each question is to be asked again.
///
/// Nothing of it is stored: it is folded anew over the answers whenever it is asked for, so it cannot be lost, and follows
/// what is deleted or undone.
public struct ReviewSchedule: Sendable {
  private var pace = AnswerPace()
  /// In order of their first answers, and where each is.
  private var cards: [(card: Card, memory: CardMemory)] = []
  private var places: [Card: Int] = [:]

  /// A question over all its revisions, by whatever number it is kept.
  public typealias Card = Int64

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
    if let place = places[card] { return cards[place].memory.review(rating, at: answeredAt) }
    places[card] = cards.count
    cards.append((card, CardMemory(rating: rating, at: answeredAt)))
  }

  /// Returns what is remembered of a card; `nil` where it was never answered.
  public subscript(card: Card) -> CardMemory? { places[card].map { cards[$0].memory } }

  /// Returns the cards that are due at `moment`, at that very millisecond too: what has waited longest first, then by card.
  public func due(at moment: Timestamp, for retention: Retention = .usual) -> [(card: Card, dueAt: Timestamp)] {
    cards.map { (card: $0.card, dueAt: $0.memory.dueAt(for: retention)) }.filter { $0.dueAt <= moment }
      .sorted { ($0.dueAt, $0.card) < ($1.dueAt, $1.card) }
  }
}
