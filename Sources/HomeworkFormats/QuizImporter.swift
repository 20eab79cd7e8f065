public import Foundation
import HomeworkModel

/// Reads quizzes of any format.
public enum QuizImporter {
  /// - Parameter format: `nil` to tell it by what the file holds.
  /// - Throws: where the file as a whole cannot be read; a question that cannot be held is left out, and a note says so.
  public static func read(_ data: Data, as format: QuizFormat? = nil) throws(QuizFormatError) -> QuizImport {
    let text = try FileText(data)
    let (format, tree) = try resolve(format, text, data)
    var found: QuizImport
    switch format {
    case .gift: found = GIFTReader.read(text)
    case .aiken: found = AikenReader.read(text)
    case .moodleXML: found = try MoodleXMLReader.read(text)
    case .csv, .tsv: found = try DelimitedReader.read(text, format)
    case .openTrivia, .json:
      let given: JSONTree
      if let tree { given = tree } else { given = try self.tree(of: text, data) }
      found = format == .json ? try json(given, data) : LooseJSONReader.read(given, .openTrivia)
    }
    if let note = text.note { found.notes.insert(ImportNote(1, .file, "encoding", note), at: 0) }
    guard found.added > 0 || found.leftOut > 0 else {
      throw QuizFormatError(
        line: 1, column: 1, faults: [Fault(path: "", message: "no question of \(format.rawValue) is in it")])
    }
    return found
  }

  /// A quiz as the protocol has it is refused whole for what is wrong with it; of other JSON what can be taken is.
  private static func json(_ tree: JSONTree, _ data: Data) throws(QuizFormatError) -> QuizImport {
    if case .object(let object) = tree, case .list(let several)? = object["quizzes"] {
      var found = QuizImport(format: .json)
      for quiz in several { found.quizzes.append(try QuizReader.quiz(from: quiz)) }
      found.taken = found.added
      return found
    }
    guard !isLoose(tree) else { return LooseJSONReader.read(tree, .json) }
    let quiz = try QuizReader.quiz(from: tree)
    var found = QuizImport(format: .json)
    (found.quizzes, found.taken) = ([quiz], quiz.questions.count)
    return found
  }

  /// Whether no question says its type in the protocol's words.
  private static func isLoose(_ tree: JSONTree) -> Bool {
    guard let questions = LooseJSONReader.questions(in: tree), !questions.isEmpty else { return false }
    if case .object(let object) = tree, object["questions"] == nil { return true }
    return !questions.contains { question in
      guard case .object(let object) = question, case .text(let type)? = object["type"] else { return false }
      return ["mcq", "fillBlank", "shortAnswer"].contains(type)
    }
      && questions.contains {
        if case .object(let object) = $0 { object["correctIndex"] == nil || object["type"] == nil } else { false }
      }
  }

  private static func tree(of text: FileText, _ data: Data) throws(QuizFormatError) -> JSONTree {
    let words = LooseJSONReader.withoutFences(String(decoding: text.bytes, as: UTF8.self))
    return try JSONTree(parsing: words.utf8)
  }

  // MARK: Which format

  private static func resolve(
    _ given: QuizFormat?, _ text: FileText, _ data: Data
  ) throws(QuizFormatError) -> (QuizFormat, JSONTree?) {
    if let given { return (given, nil) }
    let words = String(decoding: text.bytes.prefix(65_536), as: UTF8.self)
    guard let first = words.first(where: { !$0.isWhitespace }) else {
      throw QuizFormatError(line: 1, column: 1, faults: [Fault(path: "", message: "the file is empty")])
    }
    let begin = words.drop { $0.isWhitespace }
    if first == "<", begin.contains("<quiz") || begin.hasPrefix("<?xml") { return (.moodleXML, nil) }
    if begin.hasPrefix("```json") || (first == "[" && !isGIFTFormat(begin)) || (first == "{" && !isGIFTAnswer(begin)) {
      let tree = try tree(of: text, data)
      return (LooseJSONReader.isTrivia(tree) ? .openTrivia : .json, tree)
    }
    return (plainFormat(words), nil)
  }

  /// `[html]` begins a GIFT question as well as a list.
  private static func isGIFTFormat(_ text: Substring) -> Bool {
    ["[html]", "[moodle]", "[plain]", "[markdown]"].contains { text.hasPrefix($0) }
  }

  /// A line of names, one of which is a question's.
  private static func isHeader(_ line: String) -> Bool {
    let names = line.lowercased().split { ",;".contains($0) }.map { $0.trimmedAtEnds.filter(\.isLetter) }
    return names.count > 1 && ["question", "questiontext", "prompt", "front", "term"].contains { names.contains($0) }
  }

  /// `{ =Asia } is …`: no object begins so.
  private static func isGIFTAnswer(_ text: Substring) -> Bool {
    text.dropFirst().first { !$0.isWhitespace }.map { "=~#TF".contains($0) } ?? false
  }

  private static func plainFormat(_ words: String) -> QuizFormat {
    let lines = words.split(separator: "\n").map { $0.trimmedAtEnds }.filter { !$0.isEmpty }
    let hasAnswer = lines.contains { line in
      let plain = line.replacing("**", with: "").uppercased()
      return plain.hasPrefix("ANSWER:") || plain.hasPrefix("ANSWER :") || plain.hasPrefix("CORRECT ANSWER:")
    }
    let hasBraces = words.contains("{") && words.contains("}")
    if hasAnswer, !hasBraces || !words.contains("::") { return .aiken }
    if hasBraces || words.hasPrefix("::") || words.contains("\n::") || words.contains("$CATEGORY:") { return .gift }
    let sample = lines.filter { !$0.hasPrefix("#") }
    if !sample.isEmpty, sample.allSatisfy({ $0.contains("\t") }) || lines[0].hasPrefix("#separator:tab") { return .tsv }
    if let head = sample.first, sample.count > 1,
      sample.allSatisfy({ $0.contains(",") || $0.contains(";") }) || isHeader(head)
    {
      return .csv
    }
    // Texts without a sign of any format are descriptions to GIFT, and are named as that.
    return .gift
  }
}
