import HomeworkModel

/// An answer until it is given: what keys have chosen, picked or typed.
struct PendingAnswer {
  /// The effect of keys, by the type of question.
  enum Way { case choosing, picking, typing, grading }

  let way: Way
  /// The option at the cursor, from 0. None is chosen at first, so that a second Enter after "next" answers nothing.
  var chosen: Int?
  /// The options picked so far, in the order of picking.
  private(set) var picked: [Int] = []
  private(set) var line = TypedLine(limit: 500)
  /// True once the learner sees the back of a card.
  private(set) var isTurned = false

  init(to question: Question?) {
    way =
      switch question?.body {
      case .mcq: .choosing
      case .multi, .ordering: .picking
      case .card: .grading
      case .fillBlank, .shortAnswer, .numeric, .gaps, nil: .typing
      }
    // Options to pick have a cursor from the start: being there picks none.
    chosen = way == .picking ? 0 : nil
  }

  /// The response as it would be typed.
  var response: String {
    switch way {
    case .choosing: chosen.map(Question.letter(ofOption:)) ?? ""
    // In an ordering the order counts; otherwise it does not matter.
    case .picking: picked.map(Question.letter(ofOption:)).joined(separator: ",")
    case .typing, .grading: line.text
    }
  }

  /// Picks the option at the cursor, or takes it back.
  mutating func pick() {
    guard let chosen else { return }
    if let at = picked.firstIndex(of: chosen) { picked.remove(at: at) } else { picked.append(chosen) }
  }

  /// Handles a key, and returns the response if the key gives it.
  mutating func press(_ key: Game.Key) -> String? {
    switch (way, key) {
    case (.grading, .enter): isTurned = true
    case (.grading, .character(let character)) where isTurned:
      return ["K": "known", "N": "unknown"][String(character).uppercased()]
    case (.grading, _): break
    case (_, .enter): return response
    case (.picking, .character(" ")): pick()
    case (.typing, _): line.press(key)
    case (.choosing, _), (.picking, _): break
    }
    return nil
  }
}
