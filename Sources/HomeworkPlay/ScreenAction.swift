public import HomeworkMotion

/// Something that happens on screen and is never saved.
public enum ScreenAction: Hashable, Sendable {
  /// The screen closes: the questions, which can be opened again, or the results, which cannot.
  case leave
  /// The screen returns to an answered question, from 0.
  case revisit(questionIndex: Int)
  /// The choice or text that was entered but not submitted; `nil` for none.
  case draft(String?)
  /// An input was refused, and nothing has changed.
  case inputRejected
  /// A screen event of `count` items, such as cards that appear or stars of a rating, with a number if it has one, such
  /// as the points of a swipe or the percentage of a sheet.
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
