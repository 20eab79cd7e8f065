/// The formats of quiz files.
public enum QuizFormat: String, Hashable, Sendable, CaseIterable {
  case json, gift
  case moodleXML = "moodle-xml"
  case aiken
  case openTrivia = "open-trivia"
  case csv, tsv
  /// An Anki package, or its collection alone.
  case anki
  /// The first sheet of a workbook, as from Kahoot and Quizizz.
  case xlsx
  /// A Word document with questions as in Aiken, or numbered ones with a key or bold right options.
  case docx
  /// IMS Question and Test Interoperability 1.2, 2.x or 3, as a package or an item.
  case qti
  case blackboard
  case openTriviaQA = "open-trivia-qa"
  case markdown
  /// Problems of Open edX, in OLX.
  case openEdX = "open-edx"
}
