import Foundation
import HomeworkFormats
import HomeworkModel
import HomeworkTestKit
import Testing

/// Tests with quiz files from public sources, if these files are next to the package.
@Suite(.withCorpus) struct `The corpus` {
  /// Files for which our count differs from Moodle's, and the reason.
  private static let known = [
    // Moodle silently stops at the last question, whose options have no sign after their letters.
    "aiken/fabiommendes__aiken/src__aiken__dump_with_string.txt": "0 + 1 instead of 0"
  ]

  @Test func `yields as many questions as Moodle accepts, each read or reported, in every file`() throws {
    var (files, questions) = (0, 0)
    for row in try Corpus.rows() {
      let data = try Data(contentsOf: Corpus.root.appending(path: row.file))
      files += 1
      let found: QuizImport
      do throws(QuizFormatError) { found = try QuizImporter.read(data) } catch {
        #expect(row.moodle == 0, "\(row.file): \(error)")
        continue
      }
      for quiz in found.quizzes { #expect(quiz.faults.isEmpty, "\(row.file): \(quiz.faults.prefix(2))") }
      #expect(found.notes.allSatisfy { !$0.kind.isEmpty && !$0.reason.isEmpty })
      #expect(found.format.rawValue.replacing("-", with: "") == row.format, "\(row.file)")
      questions += found.taken + found.leftOut
      let difference = "\(found.taken) + \(found.leftOut) instead of \(row.moodle)"
      let isEqual = found.taken + found.leftOut == row.moodle
      #expect(isEqual || Self.known[row.file] == difference, "\(row.file): \(difference), others \(row.others)")
    }
    #expect(files > 130 && questions > 700, "\(files), \(questions)")
  }

  @Test func `reads back equal after an export, in every format that can hold it`() throws {
    for row in try Corpus.rows() {
      guard let found = try? QuizImporter.read(Data(contentsOf: Corpus.root.appending(path: row.file))) else {
        continue
      }
      for quiz in found.quizzes {
        for format in [found.format, .json] {
          let written = QuizExporter.text(of: [quiz], as: format)
          let again = try QuizImporter.read(Data(written.text.utf8), as: format)
          let kept = quiz.questions.filter { QuizExporter.reason(against: $0, in: format) == nil }
          let read = again.quizzes.flatMap(\.questions)
          #expect(read.count == kept.count, "\(row.file)")
          for (one, other) in zip(read, kept) { #expect(one == other, "\(row.file) \(format)") }
        }
      }
    }
  }
}

extension Trait where Self == ConditionTrait {
  static var withCorpus: Self {
    .enabled(
      if: FileManager.default.fileExists(atPath: Corpus.root.path),
      "there are no third-party quiz files beside the package")
  }
}

enum Corpus {
  static let root = ThisPackage.root.deletingLastPathComponent().appending(path: "shared/corpus")

  struct Row {
    let file: String
    let format: String
    let moodle: Int
    /// The counts of other parsers, if known.
    let others: String
  }

  static func rows() throws -> [Row] {
    let text = try String(contentsOf: root.appending(path: "manifest.tsv"), encoding: .utf8)
    return text.split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Row(file: fields[0], format: fields[1], moodle: Int(fields[2]) ?? 0, others: fields[3])
    }
  }
}
