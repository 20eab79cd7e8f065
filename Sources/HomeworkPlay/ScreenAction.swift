public import HomeworkMotion

/// What happens on a screen and is never saved.
public enum ScreenAction: Hashable, Sendable {
  /// The screen goes away: the questions, to which one may come back, or the results, to which one may not.
  case leave
  /// Going back to a settled question, from 0.
  case revisit(questionIndex: Int)
  /// The choice or text that stands there, not yet submitted; `nil` for none.
  case draft(String?)
  /// What a person gave was refused, and nothing was changed.
  case inputRejected
  /// Something on the screen, of `count` things (cards that come into sight, stars of a rating), with a number where it has
  /// one (points of a swipe, per cent of a sheet).
  case event(ScreenEvent, count: Int = 1, number: Int? = nil)
  case environment(SessionEnvironment)

  var sessionEvent: SessionEvent {
    switch self {
    case .leave: .left
    case .revisit(let index): .revisited(questionIndex: index)
    case .draft(let text): .drafted(text)
    case .inputRejected: .store(StoreFact(.inputRejected))
    case .event(let event, let count, let number): .screen(event, count: count, number: number)
    case .environment(let environment): .environment(environment)
    }
  }
}
