public import HomeworkModel

/// What executables need of the modules below them to speak with people.
public enum Presentation {
  /// Returns the words of a grade, such as `🎉 Excellent!`.
  public static func words(of grade: Grade) -> String { "\(grade.emoji) \(grade.words)" }

  /// Returns the letter of an option: A for 0, B for 1, ….
  public static func letter(ofOption index: Int) -> String {
    Question.letters.indices.contains(index) ? Question.letters[index] : String(index + 1)
  }
}
