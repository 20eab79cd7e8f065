import Foundation
import HomeworkAPI
import HomeworkFormats
import HomeworkModel
import HomeworkTestKit
import Testing

@Suite struct `An export` {
  private let bench: Bench
  private let ids: [JSONValue]

  init() throws {
    let bench = try Bench()
    self.bench = bench
    ids = try ["Fractions", "<b>Halves</b>"].map { title in
      let options: JSONValue = .array((1...8).map { .string("option \($0)") })
      let questions: [JSONValue] = (1...9).map {
        ["type": "mcq", "question": .string("Question \($0)?"), "options": options, "correctIndex": .int($0 % 8)]
      }
      let homework = try bench.call("homework.add", ["title": .string(title), "quiz": .array(questions)])
      return try #require(homework["id"])
    }
  }

  private func text(_ members: [String: JSONValue], of ids: [JSONValue]? = nil) throws -> String {
    let asked = JSONValue.object(members.merging(["homeworkIds": .array(ids ?? self.ids)]) { $1 })
    return try #require(try bench.call("quiz.export", asked)["text"]?.string)
  }

  @Test func `as a worksheet depends only on its seed, and its key matches`() throws {
    for shuffle in ["questions", "options", "both"] as [JSONValue] {
      var sheets: Set<String> = []
      for seed in 1...5 as ClosedRange<Int64> {
        let asked: [String: JSONValue] = ["format": "worksheet", "shuffle": shuffle, "seed": .int(seed)]
        let sheet = try text(asked), key = try text(asked.merging(["key": true]) { $1 })
        #expect(try text(asked) == sheet)
        sheets.insert(sheet)
        // For each question: its number in its text, and its options in order; in the key, the letter with its option.
        let asks = sheet.matches(of: /Question (\d)\?<\/p><ol class="options">(.*?)<\/ol>/)
        let rights = key.matches(of: /Question (\d)\?<\/p><p class="right" dir="auto">✓ <b>(\w)<\/b>(.*?)<\/p>/)
        #expect(asks.count == 18 && rights.count == 18)
        for (ask, right) in zip(asks, rights) {
          #expect(ask.output.1 == right.output.1)
          let options = ask.output.2.matches(of: /<li dir="auto">(.*?)<\/li>/).map(\.output.1)
          let index = try #require(right.output.2.unicodeScalars.first).value - 65
          #expect(options[Int(index)] == right.output.3)
          #expect(right.output.3 == "option \((Int(right.output.1) ?? 0) % 8 + 1)")
        }
        // Independent of the other questions on the page.
        #expect(
          sheet.contains(
            try text(asked, of: [ids[0]]).components(separatedBy: "<ol class=\"questions\">")[1].prefix(2000)))
      }
      #expect(sheets.count == 5)
      let asked: [String: JSONValue] = ["format": "worksheet", "shuffle": shuffle]
      #expect(try text(asked) == text(asked.merging(["seed": 1]) { $1 }))
    }
  }

  @Test func `can be shuffled in any format, and otherwise keeps the quiz's order`() throws {
    for format in ExportFormat.allCases.map({ JSONValue.string($0.rawValue) }) {
      let plain = try text(["format": format])
      #expect(plain.matches(of: /Question (\d)/).map { Int($0.output.1) ?? 0 } == Array(1...9) + Array(1...9))
      #expect(try text(["format": format, "shuffle": "both", "seed": 3]) != plain)
    }
    #expect(ExportFormat.allCases.compactMap(\.quizFormat) == QuizExporter.formats)
  }

  @Test func `rejects a key without a worksheet, and a seed without shuffling`() throws {
    #expect(
      bench.refusal(of: "quiz.export", ["format": "gift", "key": true])?.faults == [
        "key: needs the format worksheet"
      ])
    #expect(
      bench.refusal(of: "quiz.export", ["seed": 3])?.faults == [
        "seed: needs shuffle: say what to shuffle"
      ])
    for wrong: JSONValue in [["shuffle": "all"], ["shuffle": "both", "seed": -1], ["format": "tsv"], ["key": "yes"]] {
      #expect(bench.refusal(of: "quiz.export", wrong) != nil, "\(wrong)")
    }
  }
}
