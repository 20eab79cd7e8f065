import Foundation
import Homework
import HomeworkStore
import Interchange
import Wire

extension Operations {
  static let importing = Operation(
    "quiz.import", "Adds a homework from a quiz file.",
    [
      .optional("text", .string, "what the file holds; this or path"),
      .optional("path", .string, "the file's absolute path, which the process that serves the call reads"),
      .optional("name", .string, "what it is called"),
      .optional("format", .oneOf(["auto", "json"]), "auto unless given"),
      .optional("strict", .boolean, "refuse a file of which something would be left out"),
      .optional("dryRun", .boolean, "only say what would be added"),
    ], gives: .shape("Import"), writes: true
  ) { parameters, context in
    let (data, name) = try file(parameters)
    let quiz: QuizDraft
    do throws(QuizFormatError) { quiz = try QuizJSON.quiz(from: data) } catch { throw RPCError(error, in: name) }
    let left = leftOut(of: data)
    guard left.isEmpty || !parameters.bool("strict") else {
      throw RPCError(QuizFormatError(faults: left), in: name)
    }
    let draft = HomeworkDraft(title: title(of: quiz, in: name), quiz: quiz)
    // Also in a dry run: it says what would be refused.
    guard draft.faults.isEmpty else { throw RPCError(QuizFormatError(faults: draft.faults), in: name) }
    func report(_ homework: Homework?) -> JSONValue {
      object([
        "title": .string(draft.title), "added": JSONValue(quiz.questions.count), "changed": 0,
        "leftOut": JSONValue(left.count), "left": left.json, "homework": homework?.json,
      ])
    }
    if parameters.bool("dryRun") { return report(nil) }
    return try context.write(parameters) { tx in report(try tx.addHomework(draft)) }
  }

  private static func file(_ parameters: Parameters) throws(RPCError) -> (Data, name: String) {
    switch (parameters.string("text"), parameters.string("path")) {
    case (let text?, nil): return (Data(text.utf8), parameters.string("name") ?? "quiz")
    case (nil, let path?):
      let name = parameters.string("name") ?? path
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
  private static func leftOut(of data: Data) -> [Fault] {
    let text = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
    // The quiz's own reader has accepted this text.
    guard let json = try? JSONValue(parsing: Data(text)) else { return [] }
    return Schema.shape("QuizInput").unknownMembers(in: json).map {
      Fault(path: $0, message: "is not a key of a quiz: remove it, or correct its name")
    }
  }

  /// The topic, or `fractions` of `quizzes/fractions.json`.
  private static func title(of quiz: QuizDraft, in path: String) -> String {
    if let topic = quiz.topic, !topic.allSatisfy(\.isWhitespace) { return topic }
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.split(separator: ".", omittingEmptySubsequences: true).first.map(String.init) ?? file
  }
}
