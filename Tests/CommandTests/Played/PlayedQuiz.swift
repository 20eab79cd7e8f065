/// The quizzes that the screens show.
enum PlayedQuiz {
  private static let letters = (0..<26).map { String(UnicodeScalar(UInt8(65 + $0))) }
  private static let poem = (1...40).map { "Line \($0) of a poem about the river Danube" }.joined(separator: "\\n")
  private static let options = letters.map { #""the town of \#($0)""# }.joined(separator: ", ")
  private static let long = String(repeating: "It flows on and on, from the hills to the plain. ", count: 30)

  static let json = #"""
    [{"type": "mcq", "question": "Which of these rivers runs through four capitals of Europe before it reaches the sea?",
      "options": ["the Danube, which begins in the Black Forest and ends in the Black Sea", "the Rhine", "the Elbe"],
      "correctIndex": 0, "explanation": "Vienna, Bratislava, Budapest and Belgrade."},
     {"type": "mcq", "question": "What does this program print?\n\nfor depth in 1...3 {\n    if depth > 2 {\n\tprint(\"deep\")\n    }\n}",
      "options": ["deep", "deep deep", "nothing"], "correctIndex": 0},
     {"type": "fillBlank", "question": "Into which sea does the Danube run?", "correctAnswer": "Black Sea",
      "acceptedAnswers": ["the Black Sea"]},
     {"type": "mcq", "question": "\#(poem)", "options": [\#(options)], "correctIndex": 1},
     {"type": "shortAnswer", "question": "Why is the lower course of a river wide?", "correctAnswer": "tributaries",
      "explanation": "\#(long)"}]
    """#

  /// Four right answers, and a star.
  static let short =
    "["
    + Array(repeating: #"{"type": "mcq", "question": "Salt?", "options": ["yes", "no"], "correctIndex": 0}"#, count: 5)
    .joined(separator: ", ") + "]"
}
