import Foundation
import HomeworkFormats
import HomeworkTestKit
import Testing

@Suite struct `The page on formats` {
  private let page: String

  init() throws {
    page = try String(contentsOf: ThisPackage.root.appending(path: "Documentation/FORMATS.md"), encoding: .utf8)
  }

  /// Returns the first column of the table under a heading.
  private func rows(_ heading: String) -> [String] {
    let part = page.components(separatedBy: "\n## \(heading)\n").last ?? ""
    let lines = part.split(separator: "\n").drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
    return lines.dropFirst(2).map { $0.split(separator: "|")[0].trimmedAtEnds.filter { $0 != "`" } }
  }

  @Test func `lists every format once, by its name`() {
    #expect(rows("Formats").sorted() == QuizFormat.allCases.map(\.rawValue).sorted())
    #expect(rows("Exports").sorted() == QuizExporter.formats.map(\.rawValue).sorted())
  }

  @Test func `states the readers' limits and columns`() {
    // Ignore line breaks.
    let page = page.replacing("\n", with: " ")
    #expect(page.contains("more than 100,000 names, more than 64 MiB of XML or 256 MiB of a collection"))
    #expect(ZipArchive.mostNames == 100_000 && ZipArchive.largest == 256 << 20)
    #expect(page.contains(Column.known))
  }

  /// One file of each format, detected by its content, as the table says.
  @Test(arguments: [
    ("{\"questions\":[{\"type\":\"fillBlank\",\"question\":\"Q\",\"correctAnswer\":\"a\"}]}", QuizFormat.json),
    ("{\"results\":[{\"question\":\"Q\",\"correct_answer\":\"a\",\"incorrect_answers\":[\"b\"]}]}", .openTrivia),
    ("Q {=a ~b}", .gift), ("::T::Q", .gift), ("$CATEGORY: x\n\nQ {T}", .gift),
    ("<quiz><question type='essay'/></quiz>", .moodleXML), ("Q\nA) a\nB) b\nANSWER: A", .aiken),
    ("question,answer\nQ,a", .csv), ("a;b\nc;d", .csv), ("a\tb\nc\td", .tsv), ("#separator:tab\na\tb", .tsv),
    ("<assessmentItem><itemBody/></assessmentItem>", .qti), ("TF\tQ\ttrue", .blackboard),
    ("#Q Q\n^ a\nA a\nB b", .openTriviaQA), ("Q\n- [x] a\n- [ ] b", .markdown), ("Q: Q\nA: a", .markdown),
    ("Q\n\nA. a\nB. b\n\n> Correct Answer: A", .markdown), ("## Q\n\n**Answer:** a", .markdown),
  ])
  func `distinguishes files as documented`(text: String, format: QuizFormat) throws {
    #expect(try QuizImporter.read(Data(text.utf8)).format == format)
  }
}
