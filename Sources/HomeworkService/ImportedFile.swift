import Foundation
import HomeworkAPI
import HomeworkFormats
import HomeworkJSON
import HomeworkModel
import HomeworkRPC

/// A file of quizzes, read.
struct ImportedFile {
  let name: String
  let found: QuizImport
  let drafts: [HomeworkDraft]
  /// What is not taken, and what is taken but not as it stood there.
  let left: [Fault], changes: [Fault]

  init(_ given: QuizFile) throws(RPCError) {
    let (data, name) = try Self.data(of: given)
    let found: QuizImport
    do throws(QuizFormatError) { found = try QuizImporter.read(data, as: given.format) } catch {
      throw RPCError(error, in: name)
    }
    func faults(_ outcomes: ImportNote.Outcome...) -> [Fault] {
      found.notes.filter { outcomes.contains($0.outcome) }.map {
        Fault(
          path: $0.line == 0 ? $0.kind : "line \($0.line)",
          message: $0.line == 0 ? $0.reason : "\($0.kind): \($0.reason)")
      }
    }
    (self.name, self.found) = (name, found)
    left = faults(.leftOut) + (found.format == .json ? Self.unknownMembers(of: data) : [])
    changes = faults(.changed, .file)
    drafts = found.quizzes.map { quiz in
      HomeworkDraft(title: Self.title(of: quiz, in: name), quiz: quiz)
    }
    // Also in a dry run: it says what would be refused.
    for draft in drafts where !draft.faults.isEmpty { throw RPCError(QuizFormatError(faults: draft.faults), in: name) }
    guard !drafts.isEmpty else { throw RPCError(QuizFormatError(faults: left), in: name) }
  }

  /// - Parameter added: how many questions; all of them unless some are there already.
  func report(
    _ homework: [Homework], isThere: [Homework.ID], added: Int? = nil, givesQuizzes: Bool
  ) -> ImportReport {
    ImportReport(
      format: found.format, titles: drafts.map(\.title), added: added ?? found.added, changed: found.changed,
      leftOut: left.count, left: left, changes: changes, homework: homework, alreadyThere: isThere,
      quizzes: givesQuizzes ? found.quizzes : nil)
  }

  private static func data(of given: QuizFile) throws(RPCError) -> (Data, name: String) {
    switch (given.text, given.path) {
    case (let text?, nil): return (Data(text.utf8), given.name ?? "quiz")
    case (nil, let path?):
      let name = given.name ?? path
      guard path.hasPrefix("/") else { throw .fault("path", "must be absolute, is \"\(path)\"") }
      guard FileManager.default.fileExists(atPath: path) else {
        throw RPCError(.notFound, "\(name) is not there: check the path")
      }
      do { return (try Data(contentsOf: URL(fileURLWithPath: path)), name) } catch {
        throw RPCError(.invalid, "\(name) cannot be read: check that it is a file, and its permissions")
      }
    case (nil, nil), (_?, _?): throw .fault("text", "give either text or path")
    }
  }

  /// Members that mean nothing in a quiz. All else was read, or the quiz was refused.
  private static func unknownMembers(of data: Data) -> [Fault] {
    let text = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
    // Of JSON that is not the protocol's own every question was told by itself.
    guard let json = try? JSONValue(parsing: text), isOwn(json) else { return [] }
    return Shapes.quizInput.schema.unknownMembers(in: json).map {
      Fault(path: $0, message: "is not a key of a quiz: remove it, or correct its name")
    }
  }

  /// The topic, or `fractions` of `quizzes/fractions.json`, with the number of a part after it.
  private static func title(of quiz: QuizDraft, in path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let stem = file.split(separator: ".", omittingEmptySubsequences: true).first.map(String.init) ?? file
    guard let topic = quiz.topic, !topic.allSatisfy(\.isWhitespace) else { return stem }
    return topic.hasPrefix("(") && topic.hasSuffix(")") ? "\(stem) \(topic)" : topic
  }

  /// Whether each of its questions says a type of the protocol.
  private static func isOwn(_ json: JSONValue) -> Bool {
    let questions = json["questions"]?.array ?? json.array ?? []
    return !questions.isEmpty
      && questions.allSatisfy { ["mcq", "fillBlank", "shortAnswer"].contains($0["type"]?.string) }
  }
}
