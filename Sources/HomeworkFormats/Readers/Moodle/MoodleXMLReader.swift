import HomeworkModel

struct MoodleXMLReader {
  private var collector: ImportCollector

  static func read(_ data: [UInt8], explains: Bool = false) throws(QuizFormatError) -> QuizImport {
    var reader = MoodleXMLReader(collector: ImportCollector(.moodleXML, explains: explains))
    let note = try XMLDocument.read(
      data, rootBegan: { $0.name == "quiz" ? nil : "<\($0.name)> is not a <quiz> of Moodle" },
      wanting: { depth, _ in depth == 1 }
    ) { element in
      if element.name == "question" { reader.read(element) } else { reader.collector.passOver(element.name) }
      return nil
    }
    if let note { reader.collector.note(note.line...note.line, .file, note.kind, note.reason) }
    return reader.collector.finish()
  }

  /// The elements of a question that are read, and those that only say how Moodle shows and grades it.
  private static let known = Set(WordLists.words("moodle elements"))

  private mutating func read(_ element: XMLElement) {
    let kind = element.attributes["type"] ?? "question"
    if let info = element["info"], !info.isBlank { collector.passOver("info") }
    guard kind != "category" else {
      return collector.category = MoodleCategory.name(of: Self.content(element["category"], otherwise: .plain).text)
    }
    collector.show(PictureFiles(Self.files(in: element)))
    let (prompt, losses) = Self.content(element["questiontext"])
    let feedback = Self.content(element["generalfeedback"])
    let inner = element.children.filter { Self.known.contains($0.name) && $0["text"] != nil }.flatMap(\.children)
    for child in element.children + inner where !Self.known.contains(child.name) && !child.isBlank {
      collector.passOver(child.name)
    }
    var question = MoodleQuestion(lines: element.lines, kind: kind, prompt: prompt, feedback: feedback.text)
    question.lose(losses.union(feedback.losses))
    switch kind {
    case "multichoice":
      let options = answers(element)
      // Several answers that each count in full: all are to be chosen if several can be.
      let isMulti = element["single"]?.text.trimmedAtEnds == "false" && options.count { $0.weight >= 100 } > 1
      isMulti ? collector.takeMulti(question, options) : collector.takeChoice(question, options)
    case "truefalse":
      let answers = answers(element)
      guard let right = answers.first(where: { $0.weight >= 100 }), ["true", "false"].contains(right.text.lowercased())
      else { return collector.leaveOut(question, "neither true nor false is correct") }
      collector.takeTrueFalse(
        question, right.text.lowercased() == "true", right: right.feedback,
        wrong: answers.first { $0.weight < 100 }?.feedback ?? "")
    case "shortanswer":
      question.isExact = element["usecase"]?.text.trimmedAtEnds == "1"
      collector.takeShortAnswer(question, answers(element, .plain))
    case "numerical": readNumerical(element, question)
    case "ordering":
      collector.takeOrdering(
        question,
        answers(element).enumerated().sorted { ($0.element.weight, $0.offset) < ($1.element.weight, $1.offset) }
          .map(\.element))
    case "matching": readMatching(element, question)
    case "essay": collector.takeEssay(question, model: Self.content(element["graderinfo"]).text)
    case "description": collector.introduce(question.lines, kind, prompt, otherwise: "it has no question")
    case "cloze": collector.take(MoodleCloze(prompt), of: question)
    default: collector.leaveOut(question, "this type of question is not supported")
    }
  }

  /// - Parameter markup: the markup of a text that does not state it; short answers and numbers are plain.
  private func answers(_ element: XMLElement, _ markup: Markup = .html) -> [MoodleQuestion.Answer] {
    element.all("answer").map { answer in
      let (text, losses) = Self.content(answer, otherwise: markup, isAlways: markup == .plain)
      let fraction = Double(answer.attributes["fraction"]?.trimmedAtEnds ?? "0") ?? 0
      return MoodleQuestion.Answer(
        weight: fraction, text: text, feedback: Self.content(answer["feedback"]).text, losses: losses,
        tolerance: answer["tolerance"].flatMap { Double(Self.content($0, otherwise: .plain).text) } ?? 0)
    }
  }

  private mutating func readNumerical(_ element: XMLElement, _ question: MoodleQuestion) {
    let units = element["units"]?.all("unit") ?? []
    guard units.count < 2 else { return collector.leaveOut(question, "several units") }
    let name = units.first.map { Self.content($0["unit_name"], otherwise: .plain).text }
    collector.takeNumerical(question, answers(element, .plain), unit: name)
  }

  private mutating func readMatching(_ element: XMLElement, _ question: MoodleQuestion) {
    var question = question
    let pairs = element.all("subquestion").map { pair in
      let (stem, losses) = Self.content(pair)
      question.lose(losses, of: "its pairs")
      return (stem: stem, side: Self.content(pair["answer"], otherwise: .plain).text)
    }
    collector.takeMatching(question, pairs)
  }

  /// Returns the `<text>` of an element as plain text, read in its stated format, or else as HTML.
  private static func content(
    _ element: XMLElement?, otherwise markup: Markup = .html, isAlways: Bool = false
  ) -> (text: String, losses: Losses) {
    guard let element else { return ("", []) }
    let holder = element["text"] ?? element
    // Unescaped tags are meant as tags.
    let hasTags = element["text"] != nil && !holder.children.isEmpty
    return hasTags
      ? Markup.html.plainText(QTIElement(holder).markup()) : format(element, markup, isAlways).plainText(holder.text)
  }

  /// Returns the files in an element, at any depth.
  private static func files(in element: XMLElement) -> [(name: String, bytes: [UInt8])] {
    element.children.flatMap { child in
      guard child.name == "file", let name = child.attributes["name"] else { return files(in: child) }
      let path = (child.attributes["path"] ?? "/") + name
      return Base64.bytes(of: child.text.filter { !$0.isWhitespace }).map { [(path, $0)] } ?? []
    }
  }

  private static func format(_ element: XMLElement, _ markup: Markup, _ isAlways: Bool) -> Markup {
    guard !isAlways else { return markup }
    let known: [String: Markup] = [
      "plain_text": .plain, "markdown": .plain, "moodle_auto_format": .automatic, "html": .html,
    ]
    return element.attributes["format"].flatMap { known[$0] } ?? markup
  }
}
