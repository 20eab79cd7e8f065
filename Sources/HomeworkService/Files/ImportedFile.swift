import HomeworkAPI
import HomeworkFormats
import HomeworkModel

/// A parsed file of quizzes.
struct ImportedFile {
  /// The maximum file size in bytes: its parsed form takes several times as much memory.
  static let largest = 64 << 20

  let name: String
  let found: QuizImport
  /// The homework to make from its quizzes.
  let drafts: [HomeworkDraft]
  /// The questions left out, and the changes to those taken.
  let left: [Fault], changes: [Fault]
  /// The number of questions left out: if there are very many, `left` does not list each of them.
  let leftOut: Int

  init(_ parameters: QuizFile) throws(RPCError) {
    let data: [UInt8]
    switch (parameters.text, parameters.path) {
    case (let text?, nil):
      name = parameters.name ?? "quiz"
      data = Array(text.utf8)
    case (nil, let path?):
      name = parameters.name ?? path
      data = try NamedFile.bytes(of: path, upTo: Self.largest, called: name)
    case (nil, nil), (_?, _?): throw .fault("text", "give either text or path")
    }
    do throws(QuizFormatError) {
      found = try QuizImporter.read(
        data, as: parameters.format, columns: parameters.columns, explaining: parameters.explains)
    } catch {
      throw RPCError(error, in: name)
    }
    (left, changes) = (Self.list(Self.left(found)), Self.list(Self.changes(found)))
    leftOut = found.leftOut
    drafts = found.quizzes.map { [name] in HomeworkDraft(title: Self.title(of: $0.topic, in: name), quiz: $0) }
    // In a dry run too, to report what would be refused.
    for draft in drafts where !draft.faults.isEmpty {
      throw RPCError(QuizFormatError(faults: draft.faults), in: name)
    }
    guard !drafts.isEmpty else {
      throw RPCError(QuizFormatError(Faults(Self.left(found).lazy.map(Fault.init))), in: name)
    }
    let isCertain =
      !found.isUncertain || parameters.format != nil || parameters.columns.separator != nil || parameters.isConfirmed
    guard isCertain || drafts.count <= 10 else {
      let what = "\(name): \(found.added) pairs without headings would become \(drafts.count) quizzes"
      throw RPCError(.conflict, "\(what): add --yes if they are cards", faults: [Fault(path: "yes", message: what)])
    }
  }

  /// The titles of the homework, in order.
  var titles: [String] { drafts.map(\.title) }

  /// Returns the report on what was stored, or on what would be if no homework is given.
  func report(
    _ homework: [Homework]? = nil, isThere: [Homework.ID] = [], givesQuizzes: Bool = false
  ) -> ImportReport {
    let added = homework?.reduce(0) { $0 + $1.questionCount } ?? found.added
    return ImportReport {
      ($0.format, $0.formatReason) = (found.format, found.formatReason)
      ($0.titles, $0.added, $0.changed) = (titles, added, found.changed)
      ($0.leftOut, $0.left, $0.changes, $0.homework) = (leftOut, left, changes, homework ?? [])
      ($0.alreadyThere, $0.quizzes, $0.blocks) = (isThere, givesQuizzes ? found.quizzes : nil, blocks)
    }
  }

  /// The error for a file that would be imported only in part: the skipped questions, then the changed ones.
  var refusal: RPCError {
    var faults = Faults(Self.left(found).lazy.map(Fault.init))
    faults.append(contentsOf: Faults(Self.changes(found).lazy.map(Fault.init)))
    return RPCError(QuizFormatError(faults), in: name)
  }

  private static func left(_ found: QuizImport) -> some Sequence<ImportNote> {
    found.notes.lazy.filter { $0.outcome == .leftOut }
  }

  private static func changes(_ found: QuizImport) -> some Sequence<ImportNote> {
    found.notes.lazy.filter { $0.outcome != .leftOut }
  }

  /// Lists up to a thousand notes for one reason and counts the rest: a hundred thousand equal lines say less.
  private static func list(_ notes: some Sequence<ImportNote>) -> [Fault] {
    let most = 1000
    var counts: [String: Int] = [:]
    var faults: [Fault] = []
    for note in notes {
      let count = counts[note.reason, default: 0] + 1
      counts[note.reason] = count
      if count <= most { faults.append(Fault(note)) }
    }
    for (reason, count) in counts.sorted(by: { $0.key < $1.key }) where count > most {
      faults.append(Fault(path: "and \(count - most) more", message: reason))
    }
    return faults
  }

  /// Each question left out, with its source text; `nil` if there are none, or if none were requested.
  private var blocks: [LeftBlock]? {
    let explained = found.notes.filter { $0.outcome == .leftOut && $0.source != nil }
    guard !explained.isEmpty else { return nil }
    return explained.map { note in
      let fault = Fault(note)
      return LeftBlock { ($0.path, $0.message, $0.text) = (fault.path, fault.message, note.source ?? "") }
    }
  }

  /// Returns the topic, or `fractions` for `quizzes/fractions.json`, followed by the number of a part.
  private static func title(of topic: String?, in path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let stem = file.split(separator: ".", omittingEmptySubsequences: true).first.map(String.init) ?? file
    guard let topic, !topic.allSatisfy(\.isWhitespace) else { return stem }
    return topic.hasPrefix("(") && topic.hasSuffix(")") ? "\(stem) \(topic)" : topic
  }
}

extension Fault {
  fileprivate init(_ note: ImportNote) {
    let lines = note.lastLine > note.line ? "lines \(note.line)-\(note.lastLine)" : "line \(note.line)"
    self.init(
      path: note.line == 0 ? note.kind : lines,
      message: note.line == 0 ? note.reason : "\(note.kind): \(note.reason)")
  }
}
