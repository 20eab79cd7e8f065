import HomeworkFormats
import HomeworkModel
import HomeworkMotion

/// The statements that come before the first action.
enum Setting: String, CaseIterable { case quiz, motion, screen, profile, animations, seed }

extension ScenarioSetup {
  mutating func apply(_ setting: Setting, words: inout ScriptWords, files: [String: String]) throws(LineMistake) {
    switch setting {
    case .quiz:
      if let word = words.first, word.isQuoted {
        _ = words.next()
        guard let text = files[word.text] else {
          throw LineMistake(
            column: word.column,
            message: "the quiz file \"\(excerpt(word.text, most: 200))\" cannot be read: check its path")
        }
        do throws(QuizFormatError) { _ = try QuizJSON.quiz(from: Array(text.utf8)) } catch {
          throw LineMistake(column: word.column, message: "\(excerpt(word.text, most: 200)):\(error)")
        }
        quiz = .file(name: word.text, text: text)
      } else {
        quiz = .generated(try Self.questions(&words))
      }
    case .motion: environment.motion = try words.oneOf(MotionPreference.allCases, "full or reduced")
    case .screen: environment.screen = try Self.screen(&words)
    case .profile:
      var profiles: [ProfileName] = []
      repeat {
        let profile = ProfileName(rawValue: try words.name(among: ProfileName.designs.map(\.rawValue), "a profile"))
        if !profiles.contains(profile) { profiles.append(profile) }
      } while words.take(",")
      self.profiles = profiles
      try show(from: 1)
    case .animations:
      let start = words.column
      repeat {
        let column = words.column
        let name = try words.quoted("a file of animations in quotation marks")
        guard let text = files[name] else {
          hasUnreadAnimations = true
          throw LineMistake(
            column: column,
            message: "the file of animations \"\(excerpt(name, most: 200))\" cannot be read: check its path")
        }
        // The same file again, beside the script or in it, adds nothing.
        if !animations.contains(where: { $0.text == text }) { animations.append(AnimationFile(name: name, text: text)) }
      } while words.take(",")
      try show(from: start)
    case .seed:
      let column = words.column
      guard let word = words.next(), let seed = UInt64(word.text) else {
        throw LineMistake(column: column, message: "seed needs a whole number from 0: write seed 42")
      }
      environment.seed = seed
    }
  }

  /// Shows the designs and files; if only files are named, only those.
  mutating func show(from column: Int) throws(LineMistake) {
    do {
      let named = commandLineProfiles + profiles
      environment.catalogue = try Catalogue(
        profiles: named.isEmpty && animations.isEmpty ? [.mcqStreak] : named, files: animations)
      hasUnreadAnimations = false
    } catch {
      hasUnreadAnimations = true
      throw LineMistake(column: column, message: "\(error)")
    }
  }

  /// The animations that statements may mention: those shown if files are named, otherwise all known ones. `nil` if a
  /// file cannot be read, because its names are unknown.
  var knownNames: Catalogue? { hasUnreadAnimations ? nil : animations.isEmpty ? .all : environment.catalogue }

  private static func questions(_ words: inout ScriptWords) throws(LineMistake) -> [(kind: QuestionKind, count: Int)] {
    var parts: [(kind: QuestionKind, count: Int)] = []
    repeat {
      let kind = try words.oneOf(
        QuestionKind.allCases, "a type of question, such as mcq, or a quiz file in quotation marks")
      let count = try words.number("how many questions", 1...200)
      parts.append((kind, count))
    } while words.take(",")
    return parts
  }

  private static func screen(_ words: inout ScriptWords) throws(LineMistake) -> ScreenSize {
    let column = words.column
    let sides = (words.next()?.text ?? "").split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0 else {
      throw LineMistake(column: column, message: "screen needs width and height in points: write screen 390x844")
    }
    return ScreenSize(width: Double(width), height: Double(height))
  }
}

extension ScriptWords {
  /// Takes a word that the statement must have here.
  mutating func require(_ text: String, _ message: @autoclosure () -> String) throws(LineMistake) {
    guard take(text) else { throw LineMistake(column: column, message: message()) }
  }

  mutating func some(_ wanted: String) throws(LineMistake) -> Word {
    guard let word = next() else { throw LineMistake(column: column, message: "\(wanted) is missing here") }
    return word
  }

  mutating func oneOf<Choice: RawRepresentable>(_ choices: [Choice], _ wanted: String) throws(LineMistake) -> Choice
  where Choice.RawValue == String {
    let word = try some(wanted)
    if !word.isQuoted, let choice = Choice(rawValue: word.text) { return choice }
    throw .unknown(word, among: choices.map(\.rawValue), wanted)
  }

  /// Takes the next word as one of a list that files may extend, or as any name if the list is unknown.
  mutating func name(among names: [String]?, _ wanted: String) throws(LineMistake) -> String {
    let word = try some(wanted)
    guard let names else { return word.text }
    guard !word.isQuoted, names.contains(word.text) else {
      throw .unknown(word, among: names, wanted, all: "hwdb motion list shows all of them")
    }
    return word.text
  }

  mutating func number(_ wanted: String, _ range: ClosedRange<Int>) throws(LineMistake) -> Int {
    let word = try some(wanted)
    guard !word.isQuoted, let number = Int(word.text), range.contains(number) else {
      let bounds = range.upperBound == .max ? "from \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
      throw LineMistake(
        column: word.column, message: "\"\(excerpt(word.text))\" is not \(wanted): write a whole number \(bounds)")
    }
    return number
  }

  mutating func quoted(_ wanted: String) throws(LineMistake) -> String {
    guard first?.isQuoted == true else { throw LineMistake(column: column, message: "\(wanted) is missing here") }
    return try some(wanted).text
  }

  /// Takes a duration such as `600ms`, `5s`, `1.5s` or `2min`, in whole milliseconds.
  mutating func duration() throws(LineMistake) -> Int {
    let column = column
    let text = next()?.text ?? ""
    guard let milliseconds = WrittenDuration.milliseconds(text) else {
      let reason = "\"\(excerpt(text))\" is not a time: write 600ms or 5s, in whole milliseconds"
      throw LineMistake(column: column, message: reason)
    }
    return milliseconds
  }

  func end() throws(LineMistake) {
    guard let word = first else { return }
    throw LineMistake(column: word.column, message: "\"\(excerpt(word.text))\" is unexpected here: remove it")
  }
}

extension LineMistake {
  /// - Parameter all: the place to look up a long list of candidates.
  static func unknown(
    _ word: ScriptWords.Word, among candidates: [String], _ wanted: String, all: String? = nil
  ) -> LineMistake {
    let listed = candidates.count > 20 ? all : nil
    let hint =
      suggestion(for: word.text, among: candidates).map { "did you mean \($0)?" } ?? listed
      ?? "possible: \(candidates.joined(separator: ", "))"
    return LineMistake(column: word.column, message: "\"\(excerpt(word.text))\" is not \(wanted): \(hint)")
  }
}
