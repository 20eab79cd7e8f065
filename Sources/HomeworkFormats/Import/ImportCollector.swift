import HomeworkModel

/// Collects the questions and notes of a reader, question by question.
struct ImportCollector {
  var result: QuizImport
  /// The category of the next questions; `nil` for questions outside any category.
  var category: String? { didSet { if category != oldValue { endIntroductions() } } }
  /// The descriptions above the next question, which introduce it.
  private var introductions: [(lines: ClosedRange<Int>, kind: String, text: String, reason: String)] = []
  /// The files of the pictures that the next questions show; those of a question also of the introductions above it.
  private var files = PictureFiles()
  /// True if notes contain their source text when line numbers cannot locate it.
  let explains: Bool
  private var groups: [(category: String?, questions: [QuestionDraft])] = []
  private var groupIndexes: [String?: Int] = [:]
  /// The names of what no reader has a use for, with their counts.
  private var unread: [String: Int] = [:]

  init(_ format: QuizFormat, explains: Bool = false) {
    result = QuizImport(format: format)
    self.explains = explains
  }

  /// Adds the questions that one question of the file becomes. If one of them breaks a rule of quizzes, leaves the
  /// question out with a note of the fault.
  mutating func take(
    _ questions: [QuestionDraft], lines: ClosedRange<Int>, kind: String, changes: [String] = [],
    source: @autoclosure () -> String? = nil
  ) {
    var (questions, changes) = (questions, changes)
    if !introductions.isEmpty {
      questions[0].introduction = introductions.map(\.text).joined(separator: "\n\n")
    }
    for index in questions.indices {
      var reasons = questions[index].takePictures(from: &files)
      if questions[index].dropDoubledOptions() { reasons.append("an option that is there twice") }
      for reason in reasons where !changes.contains(reason) { changes.append(reason) }
    }
    guard !questions.contains(where: \.isLost) else {
      return leaveOut(lines, kind, "its picture is lost, and there are no words", source: source())
    }
    if let fault = questions.lazy.flatMap({ QuizDraft(questions: [$0]).faults }).first {
      let field = fault.path.split(separator: ".").dropFirst().joined(separator: ".")
      return leaveOut(lines, kind, field.isEmpty ? fault.message : "\(field): \(fault.message)", source: source())
    }
    result.taken += introductions.count + 1
    introductions = []
    if let first = changes.first {
      // A single change is nearly always a literal, so it takes no memory of its own.
      note(lines, .changed, kind, changes.count == 1 ? first : changes.joined(separator: "; "), source: source())
    }
    let group = groupIndexes[category] ?? groups.endIndex
    if group == groups.endIndex {
      groups.append((category, []))
      groupIndexes[category] = group
    }
    groups[group].questions += questions
  }

  /// Names the files for the next question, or for all of them.
  mutating func show(_ files: PictureFiles) {
    guard introductions.isEmpty else { return self.files.add(files) }
    for name in self.files.unused { passOver(name) }
    self.files = files
  }

  mutating func leaveOut(
    _ lines: ClosedRange<Int>, _ kind: String, _ reason: String, source: @autoclosure () -> String? = nil
  ) {
    note(lines, .leftOut, kind, reason, source: source())
  }

  /// Keeps a description, to introduce the next question of its category.
  mutating func introduce(_ lines: ClosedRange<Int>, _ kind: String, _ text: String, otherwise reason: String) {
    guard !text.isBlank else { return leaveOut(lines, kind, reason) }
    introductions.append((lines, kind, text, reason))
  }

  /// Takes the words above a question, which introduce it, or may name the quiz, unless they are long or a sentence.
  mutating func takeHeading(_ lines: ClosedRange<Int>, _ text: String, mayName: Bool) {
    let isTitle = text.count <= 60 && !text.contains("\n") && !(text.last.map(".:?!".contains) ?? true)
    if mayName, isTitle {
      category = text
    } else {
      introduce(lines, "description", text, otherwise: "no question follows it")
    }
  }

  /// Counts a key, a column or an element that the reader has no use for.
  mutating func passOver(_ name: String, count: Int = 1) { unread[name, default: 0] += count }

  private mutating func endIntroductions() {
    for (lines, kind, _, reason) in introductions { leaveOut(lines, kind, reason) }
    introductions = []
  }

  mutating func note(
    _ lines: ClosedRange<Int>, _ outcome: ImportNote.Outcome, _ kind: String, _ reason: String,
    source: @autoclosure () -> String? = nil
  ) {
    let source = explains ? source().map { PictureMark.replace(in: $0) { "[\($1.isEmpty ? $0 : $1)]" } } : nil
    result.notes.append(ImportNote(lines, outcome, kind, reason, source: source))
  }

  mutating func finish() -> QuizImport {
    endIntroductions()
    show(PictureFiles())
    if !unread.isEmpty {
      let names = unread.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\"\($0.key)\" (\($0.value))" }
      let more = names.count > 20 ? " and \(names.count - 20) more" : ""
      note(0...0, .file, "not read", names.prefix(20).joined(separator: ", ") + more)
    }
    for group in groups {
      // A quiz has at most 200 questions, so a larger category is split into parts.
      let (count, most) = (group.questions.count, QuizDraft.questionCounts.upperBound)
      let parts = stride(from: 0, to: count, by: most).map { Array(group.questions[$0..<min($0 + most, count)]) }
      if parts.count > 1 {
        note(0...0, .file, "parts", "\(count) questions make \(parts.count) quizzes of \(most) at most")
      }
      for (index, part) in parts.enumerated() {
        let number = parts.count > 1 ? "(\(index + 1) of \(parts.count))" : nil
        let words = [group.category, number].compactMap(\.self)
        result.quizzes.append(QuizDraft(topic: words.isEmpty ? nil : words.joined(separator: " "), questions: part))
      }
    }
    groups = []
    // Text readers add notes in order; notes about the same line keep their order.
    if !zip(result.notes, result.notes.dropFirst()).allSatisfy({ $0.line <= $1.line }) {
      result.notes = result.notes.enumerated().sorted {
        ($0.element.line, $0.offset) < ($1.element.line, $1.offset)
      }.map(\.element)
    }
    return result
  }
}

extension QuestionDraft {
  /// Keeps the first of equal options; the right option stays right.
  fileprivate mutating func dropDoubledOptions() -> Bool {
    let (options, right) = (body.options, body.correctIndexes)
    guard right.allSatisfy(options.indices.contains), Set(options).count < options.count, pictures.options.isEmpty
    else { return false }
    var seen: Set<String> = []
    let kept = options.filter { seen.insert($0).inserted }
    func index(_ option: Int) -> Int { kept.firstIndex(of: options[option]) ?? 0 }
    switch body {
    case .mcq: body = .mcq(options: kept, correctIndex: index(right[0]))
    case .multi: body = .multi(options: kept, correctIndexes: Set(right.map(index)).sorted())
    default: return false
    }
    return true
  }
}
