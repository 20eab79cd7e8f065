import Foundation
import HomeworkFormats
import HomeworkModel
import HomeworkStore
import Measure

/// The speed of reading GIFT, and of storing 100,000 of its questions.
@main
enum FormatsBenchmark {
  static func main() throws {
    try report("HomeworkFormats", try parsing() + storing())
  }

  /// Returns GIFT like real files: mostly single choice of four, some short answers, matching and text with tags.
  private static func gift(questions: Int) -> Data {
    var text = ""
    for index in 0..<questions {
      switch index % 20 {
      case 0...13:
        text += """
          ::Question \(index):: Which of these numbers is the one that was asked for here, the \(index)th? {
            ~\(index + 1) # not this one
            =\(index)
            ~\(index + 2)
            ~none of them \\: all are wrong
          }\n\n
          """
      case 14...16:
        text += "The capital of country \(index) is {=Paris =paris =City of \(index)} as everybody knows.\n\n"
      case 17: text += "Match them, number \(index). {\n =one -> 1\n =two -> 2\n =three -> \(index)\n}\n\n"
      case 18: text += "[html]<p>Is <b>\(index)</b> &gt; \(index - 1)?</p> {T#no#yes}\n\n"
      default: text += "// a comment\n\(index) is even. {F}\n\n"
      }
    }
    return Data(text.utf8)
  }

  private static func parsing() throws -> [Figure] {
    let (small, large) = (gift(questions: 20_000), gift(questions: 120_000))
    let times = try alternate(
      rounds: 5, [{ _ = try QuizImporter.read(small, as: .gift) }, { _ = try QuizImporter.read(large, as: .gift) }])
    let megabytes = [small, large].map { Double($0.count) / 1e6 }
    let speeds = zip(megabytes, times).map { $0 / $1.seconds }
    return [
      Figure("GIFT of \(Int(megabytes[1])) MB read", speeds[1], "MB/s", goal: .atLeast(20)),
      Figure(
        "the same a byte, beside \(Int(megabytes[0])) MB", times[1].seconds / megabytes[1], "s/MB",
        against: ("a smaller file", times[0].seconds / megabytes[0]), goal: .atMost(1.3)),
    ]
  }

  private static func storing() throws -> [Figure] {
    let data = gift(questions: 91_000)
    let directory = FileManager.default.temporaryDirectory.appending(path: "hwdb-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }  // a leftover is harmless
    var (number, count) = (0, 0)
    let time = try alternate(
      rounds: 3,
      [
        {
          number += 1
          let store = try Store.openAndWait(path: directory.appending(path: "\(number).sqlite").path)
          let found = try QuizImporter.read(data, as: .gift)
          count = found.added
          try store.writeAndWait { tx in
            for quiz in found.quizzes {
              _ = try tx.addHomework(HomeworkDraft(title: quiz.topic ?? "Quiz", quiz: quiz))
            }
          }
        }
      ])[0]
    precondition(count >= 100_000)
    return [Figure("\(count) questions of GIFT read and stored, one transaction", time.seconds, "s", goal: .atMost(5))]
  }
}
