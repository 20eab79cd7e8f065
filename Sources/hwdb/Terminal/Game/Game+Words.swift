import HomeworkModel

/// The words of a game, besides its notices.
extension Game {
  /// Why not every correct answer earned a star; `nil` if every question could.
  var whyNoStars: String? {
    guard !attempt.terms.isPractice, questions.contains(where: { !$0.movesStreak }) else { return nil }
    return "Typed answers count for your score. Stars come from questions whose answer is chosen."
  }

  /// Sentences that say which answers leaving keeps or loses.
  var leavingWords: [String] {
    let (answers, stars) = (attempt.questionIndex, attempt.streak.stars)
    let next = answers < questions.count ? "go on at question \(answers + 1) of \(questions.count)" : "see your result"
    let lost = answers.counted("answer") + (stars > 0 ? " and \(stars.counted("star"))" : "")
    let finished = homework?.progress.totalAttempts ?? 0
    return [
      "Keep it, and \(next) next time.",
      answers == 0 ? "End it, and nothing is lost." : "End it, and your progress will be lost: \(lost).",
    ] + (finished == 0 ? [] : ["You keep \(finished.counted("finished attempt")) and all stars."])
  }

  /// The verdict on the last answer.
  var verdict: String {
    let isPlain = outcome == .correct && !isAccepted && !isRightInOtherWords
    return TextOutput.verdict(
      outcome ?? .skipped, isAlmost: isAlmost, isAccepted: isAccepted, answer: isPlain ? nil : correctAnswer)
  }

  /// True if a typed answer was right, but worded differently from the quiz, whose answer is then shown.
  private var isRightInOtherWords: Bool {
    pending.way == .typing && outcome == .correct && pending.line.text != correctAnswer
  }

  var correctAnswer: String {
    guard let right = question?.correctIndex else { return question?.correctAnswer ?? "" }
    return "\(Question.letter(ofOption: right)) \(options[right])"
  }
}
