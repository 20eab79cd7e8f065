import HomeworkAPI
import HomeworkFormats
import HomeworkModel

/// A file of quizzes, read.
struct ImportedFile {
  /// Bytes of a file: what is made of it takes several times as much.
  static let largest = 64 << 20

  let name: String
  let found: QuizImport
  /// Of the homework that its quizzes become.
  let titles: [String]
  /// What is not taken, and what is taken but not as it stood there.
  let left: [Fault], changes: [Fault]
  /// How many are not taken: of very many not each is in `left`.
  let leftOut: Int

  init(_ given: QuizFile) throws(RPCError) {
    let unknown: [Fault]
    switch (given.text, given.path) {
    case (let text?, nil):
      name = given.name ?? "quiz"
      let data = Array(text.utf8)
      do throws(QuizFormatError) {
        found = try QuizImporter.read(data, as: given.format, explaining: given.explains)
      } catch {
        throw RPCError(error, in: name)
      }
      unknown = found.format == .json ? Self.unknownMembers(of: data) : []
    case (nil, let path?):
      name = given.name ?? path
      found = try Self.read(path, name, given)
      unknown =
        found.format == .json
        ? Self.unknownMembers(
          of: try NamedFile(path, called: name, parameter: "path").allBytes(limit: Self.largest)) : []
    case (nil, nil), (_?, _?): throw .fault("text", "give either text or path")
    }
    left = Self.faults(found.notes) { $0 == .leftOut } + unknown
    changes = Self.faults(found.notes) { $0 != .leftOut }
    leftOut = found.leftOut + unknown.count
    titles = found.quizzes.topics.map { [name] in Self.title(of: $0, in: name) }
    // Also in a dry run: it says what would be refused.
    for index in titles.indices {
      let faults = draft(index).faults
      guard faults.isEmpty else { throw RPCError(QuizFormatError(faults: faults), in: name) }
    }
    guard !titles.isEmpty else { throw RPCError(QuizFormatError(faults: left), in: name) }
  }

  /// Made when it is asked for: all of a large file together would take several times its size.
  func draft(_ index: Int) -> HomeworkDraft {
    HomeworkDraft(title: titles[index], quiz: found.quizzes[index])
  }

  /// Of what is stored.
  func report(_ added: [Homework], isThere: [Homework.ID]) -> ImportReport {
    report(
      added, isThere: isThere, added: added.reduce(0) { $0 + $1.questionCount }, givesQuizzes: false)
  }

  /// - Parameter added: how many questions; all of them unless some are there already.
  func report(
    _ homework: [Homework], isThere: [Homework.ID], added: Int? = nil, givesQuizzes: Bool
  ) -> ImportReport {
    ImportReport(
      format: found.format, titles: titles, added: added ?? found.added, changed: found.changed,
      leftOut: leftOut, left: left, changes: changes, homework: homework, alreadyThere: isThere,
      quizzes: givesQuizzes ? Array(found.quizzes) : nil, blocks: blocks)
  }

  /// Each by itself, up to a thousand for one reason. The others are counted: a hundred thousand lines that say the
  /// same say less.
  private static func faults(_ notes: [ImportNote], of outcomes: (ImportNote.Outcome) -> Bool) -> [Fault] {
    let most = 1000
    var counts: [String: Int] = [:]
    var faults: [Fault] = []
    for note in notes where outcomes(note.outcome) {
      let count = counts[note.reason, default: 0] + 1
      counts[note.reason] = count
      if count <= most { faults.append(Fault(note)) }
    }
    for (reason, count) in counts.sorted(by: { $0.key < $1.key }) where count > most {
      faults.append(Fault(path: "and \(count - most) more", message: reason))
    }
    return faults
  }

  /// Each question that was left out, as it stands in the file; `nil` unless that was asked for.
  private var blocks: [LeftBlock]? {
    let explained = found.notes.filter { $0.outcome == .leftOut && $0.source != nil }
    guard !explained.isEmpty else { return nil }
    return explained.map { note in
      let fault = Fault(note)
      return LeftBlock(path: fault.path, message: fault.message, text: note.source ?? "")
    }
  }

  /// In parts, so that a large file is never whole in memory.
  private static func read(_ path: String, _ name: String, _ given: QuizFile) throws(RPCError) -> QuizImport {
    let file = try NamedFile(path, called: name, parameter: "path")
    do {
      return try file.readInParts(limit: largest) { next in
        try QuizImporter.read(parts: next, as: given.format, explaining: given.explains)
      }
    } catch let error as QuizFormatError {
      throw RPCError(error, in: name)
    } catch {
      throw Service.rpcError(error)
    }
  }

  /// Members that mean nothing in a quiz. All else was read, or the quiz was refused.
  private static func unknownMembers(of data: [UInt8]) -> [Fault] {
    let text = data.dropFirst(data.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    // Of JSON that is not the protocol's own every question was told by itself.
    guard let json = try? JSONValue(parsing: text), isOwn(json) else { return [] }
    return Shapes.quizInput.schema.unknownMembers(in: json).map {
      Fault(path: $0, message: "is not a key of a quiz: remove it, or correct its name")
    }
  }

  /// The topic, or `fractions` of `quizzes/fractions.json`, with the number of a part after it.
  private static func title(of topic: String?, in path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let stem = file.split(separator: ".", omittingEmptySubsequences: true).first.map(String.init) ?? file
    guard let topic, !topic.allSatisfy(\.isWhitespace) else { return stem }
    return topic.hasPrefix("(") && topic.hasSuffix(")") ? "\(stem) \(topic)" : topic
  }

  /// Whether each of its questions says a type of the protocol.
  private static func isOwn(_ json: JSONValue) -> Bool {
    let questions = json["questions"]?.array ?? json.array ?? []
    return !questions.isEmpty
      && questions.allSatisfy { ["mcq", "fillBlank", "shortAnswer"].contains($0["type"]?.string) }
  }
}

extension Fault {
  fileprivate init(_ note: ImportNote) {
    let place = note.lastLine > note.line ? "lines \(note.line)-\(note.lastLine)" : "line \(note.line)"
    self.init(
      path: note.line == 0 ? note.kind : place,
      message: note.line == 0 ? note.reason : "\(note.kind): \(note.reason)")
  }
}
