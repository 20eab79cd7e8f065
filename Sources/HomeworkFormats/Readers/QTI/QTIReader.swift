import HomeworkModel

/// A reader of IMS Question and Test Interoperability (1.2 as written by Canvas and Blackboard, 2.x and 3), as single
/// items or packages.
struct QTIReader {
  var collector: ImportCollector
  /// The package's file being read, if several of its files contain questions.
  private var file: String?
  private var isPacked = false

  static func read(_ data: [UInt8], explains: Bool) throws(QuizFormatError) -> QuizImport {
    var reader = QTIReader(collector: ImportCollector(.qti, explains: explains))
    let root = try XMLDocument.root(of: data)
    guard try reader.read(QTIElement(root)) else {
      throw QuizFormatError("<\(root.name)> is not a QTI item", line: root.line, column: 1)
    }
    return reader.collector.finish()
  }

  /// Reads the files of a package. Other files, such as its manifest, are skipped.
  static func read(
    _ files: [(name: String, data: [UInt8])], pictures: PictureFiles, others: [String], explains: Bool
  ) throws(QuizFormatError) -> QuizImport {
    var reader = QTIReader(collector: ImportCollector(.qti, explains: explains))
    reader.collector.show(pictures)
    for name in others { reader.collector.passOver(name) }
    reader.isPacked = true
    var roots: [(name: String, root: QTIElement)] = []
    for file in files {
      do throws(QuizFormatError) {
        roots.append((file.name, QTIElement(try XMLDocument.root(of: file.data))))
      } catch {
        throw QuizFormatError("\(file.name): \(error)")
      }
    }
    // Files are read in the order of the test, then files outside the test in the order of the archive.
    var order: [String: Int] = [:]
    /// The texts of a test that a candidate should read, by the item that follows.
    var rubrics: [String: [QTIElement]] = [:]
    for (name, root) in roots where root.name == "assessmenttest" {
      if reader.collector.category == nil { reader.collector.category = root.attribute("title") }
      let folder = name.split(separator: "/").dropLast().joined(separator: "/")
      var waiting: [QTIElement] = []
      for element in root.all("assessmentitemref", "rubricblock", "testfeedback") {
        guard element.name == "assessmentitemref" else {
          if rubric(element).isEmpty { reader.passOver([element]) } else { waiting.append(element) }
          continue
        }
        let path = [folder, element.attribute("href") ?? ""].filter { !$0.isEmpty }.joined(separator: "/")
        if order[path] == nil { order[path] = order.count }
        rubrics[path, default: []] += waiting
        waiting = []
      }
      reader.passOver(waiting)
    }
    let title = reader.collector.category
    let isOne = roots.count { ["assessmentitem", "questestinterop"].contains($0.root.name) } == 1
    let sorted = roots.enumerated().sorted {
      (order[$0.element.name] ?? .max, $0.offset) < (order[$1.element.name] ?? .max, $1.offset)
    }
    var hasAny = false
    for (name, root) in sorted.map(\.element) {
      reader.file = isOne ? nil : name.split(separator: "/").last.map(String.init)
      reader.collector.category = title
      for rubric in rubrics[name] ?? [] {
        reader.introduce(reader.question(rubric, rubric.name, Self.rubric(rubric)))
      }
      guard try reader.read(root) else {
        if root.name == "quiz" { reader.passOver(root.all("description")) }  // the settings of Canvas
        if !["manifest", "quiz"].contains(root.name) { reader.collector.passOver(name) }
        continue
      }
      hasAny = true
    }
    guard hasAny else { throw QuizFormatError("the package has no quiz: unpack it, and import its files") }
    return reader.collector.finish()
  }

  private mutating func read(_ root: QTIElement) throws(QuizFormatError) -> Bool {
    switch root.name {
    case "assessmentitem": readItem(root)
    case "questestinterop": readContainer(root)
    case "assessmenttest": break
    default: return false
    }
    return true
  }

  /// Reads an assessment of version 1.2, with its sections and items.
  private mutating func readContainer(_ element: QTIElement) {
    for child in element.children {
      switch child.name {
      case "item": readOldItem(child)
      case "assessment", "objectbank":
        let metadata = child["qtimetadata"].map(Self.metadata) ?? [:]
        collector.category = child.attribute("title") ?? metadata["bank_title"] ?? collector.category
        readContainer(child)
      case "section": readContainer(child)
      case "rubric" where Self.isForCandidate(child), "presentation_material":
        introduce(question(child, child.name, Self.markup(child)))
      case "qtimetadata", "selection_ordering", "outcomes_processing", "assessmentcontrol", "sectioncontrol": break
      default: passOver([child])
      }
    }
  }

  /// Returns a text that a candidate should read as HTML; nothing if it is for those who grade.
  static func rubric(_ block: QTIElement) -> String { isForCandidate(block) ? "<div>\(block.markup())</div>" : "" }

  /// In version 1.2, a rubric without a view is for all.
  static func isForCandidate(_ rubric: QTIElement) -> Bool {
    let views = rubric.attribute("view")?.lowercased() ?? (rubric.name == "rubric" ? "all" : "")
    return views.contains("candidate") || views.contains("all")
  }

  /// Reports elements that are not read, unless they have no text.
  mutating func passOver(_ elements: [QTIElement]) {
    for element in elements where !element.element.isBlank { collector.passOver(element.element.name) }
  }

  static func metadata(_ element: QTIElement) -> [String: String] {
    let fields = element.all("qtimetadatafield").map { ($0["fieldlabel"]?.text ?? "", $0["fieldentry"]?.text ?? "") }
    return Dictionary(fields) { first, _ in first }
  }

  func question(_ item: QTIElement, _ kind: String, _ prompt: String, feedback: String = "") -> MoodleQuestion {
    let (text, losses) = Markup.html.plainText(prompt)
    let (explanation, lost) = Markup.html.plainText(feedback)
    // Line numbers of a packed file mean little, so name the file instead.
    var question = MoodleQuestion(
      lines: file == nil ? item.element.lines : 0...0, kind: file.map { "\(kind) in \($0)" } ?? kind, prompt: text,
      feedback: explanation)
    question.lose(losses.union(lost))
    return question
  }

  mutating func leaveOut(_ question: MoodleQuestion, _ reason: String) {
    collector.leaveOut(question.lines, question.kind, reason, source: isPacked ? question.prompt : nil)
  }

  /// Keeps an item without a question as the introduction of the next one.
  mutating func introduce(_ question: MoodleQuestion) {
    collector.introduce(question.lines, question.kind, question.prompt, otherwise: "it has no question")
  }
}
