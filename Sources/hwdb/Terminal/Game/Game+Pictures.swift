import HomeworkModel

extension Game {
  /// The key that shows the pictures: Control and P.
  static let pictureKey = Key.character("\u{10}")

  /// The pictures of what is on screen, each with what it belongs to.
  var shownPictures: [(name: String, picture: QuestionPicture)] {
    guard let question, stage == .question || stage == .feedback else { return [] }
    let options = question.pictures.optionsInOrder.map {
      (name: "Option \(Question.letter(ofOption: $0.index))", picture: $0.picture)
    }
    let answer = stage == .feedback ? question.pictures.answer.map { [(name: "Answer", picture: $0)] } ?? [] : []
    return (question.pictures.question.map { [(name: "Question \(index + 1)", picture: $0)] } ?? []) + options + answer
  }
}
