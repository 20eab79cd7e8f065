import HomeworkModel

/// A reader of IMS Question and Test Interoperability (1.2 as written by Canvas and Blackboard, 2.x and 3), as single
/// items or packages.
struct QTIReader {
  private(set) var collector: ImportCollector
  /// The package's file being read, if several of its files contain questions.
  private var file: String?
  private var isPacked = false

  static func read(_ data: [UInt8], explains: Bool) throws(QuizFormatError) -> QuizImport {
    var reader = QTIReader(collector: ImportCollector(.qti, explains: explains))
    let root = try XMLDocument.root(of: data)
    guard try reader.read(QTIElement(root)) else {
      throw QuizFormatError(
        line: root.line, column: 1, faults: [Fault(path: "", message: "<\(root.name)> is not a QTI item")])
    }
    return reader.collector.finish()
  }

  /// Reads the files of a package. Other files, such as its manifest, are skipped.
  static func read(
    _ files: [(name: String, data: [UInt8])], pictures: PictureFiles, explains: Bool
  ) throws(QuizFormatError) -> QuizImport {
    var reader = QTIReader(collector: ImportCollector(.qti, explains: explains))
    reader.collector.show(pictures)
    reader.isPacked = true
    var roots: [(name: String, root: QTIElement)] = []
    for file in files {
      let root: XMLElement
      do throws(QuizFormatError) { root = try XMLDocument.root(of: file.data) } catch {
        throw ZipArchive.fault("\(file.name): \(error)")
      }
      roots.append((file.name, QTIElement(root)))
    }
    // Files are read in the order of the test, then files outside the test in the order of the archive.
    var order: [String: Int] = [:]
    for (name, root) in roots where root.name == "assessmenttest" {
      if reader.collector.category == nil { reader.collector.category = root.attribute("title") }
      let folder = name.split(separator: "/").dropLast().joined(separator: "/")
      for reference in root.all("assessmentitemref") {
        let path = [folder, reference.attribute("href") ?? ""].filter { !$0.isEmpty }.joined(separator: "/")
        if order[path] == nil { order[path] = order.count }
      }
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
      hasAny = try reader.read(root) || hasAny
    }
    guard hasAny else { throw ZipArchive.fault("the package has no quiz: unpack it, and import its files") }
    return reader.collector.finish()
  }

  /// - Returns: whether the root element is QTI.
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
      default: break
      }
    }
  }

  static func metadata(_ element: QTIElement) -> [String: String] {
    let fields = element.all("qtimetadatafield").map { ($0["fieldlabel"]?.text ?? "", $0["fieldentry"]?.text ?? "") }
    return Dictionary(fields) { first, _ in first }
  }

  // MARK: All versions

  /// - Parameter kind: the type in the terms of the format.
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

  mutating func update(_ body: (inout ImportCollector) -> Void) { body(&collector) }
}
