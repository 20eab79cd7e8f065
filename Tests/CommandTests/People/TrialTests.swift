import Foundation
import HomeworkModel
import HomeworkTestKit
import Testing

/// A trial with many learners, from the executables alone.
@Suite struct `A trial` {
  private enum Verdict: String {
    case right = "Correct.", almost = "Almost, but incorrect.", wrong = "Incorrect."
  }

  /// The model answer, what is typed on a phone, a computer or a tablet, and what it counts as.
  private static let typos: [(answer: String, typed: String, verdict: Verdict)] = [
    // Signs that a keyboard or an autocorrection changes.
    ("don't", "don’t", .right), ("don’t", "don't", .right), ("l'eau", "l’eau", .right), ("it's", "it`s", .right),
    ("it's", "it´s", .right), ("say \"no\"", "say “no”", .right), ("say \"no\"", "say „no“", .right),
    ("«oui»", "\"oui\"", .right), ("−5", "-5", .right), ("-5", "−5", .right), ("-5", "–5", .right),
    ("well-known", "well‑known", .right), ("1914–1918", "1914-1918", .right), ("0.5", "0,5", .right),
    ("0,5", "0.5", .right), ("-0.5", "−0,5", .right), ("5", "+5", .right),
    // Case, spaces and the end.
    ("Paris", "paris", .right), ("Paris", "PARIS", .right), ("paris", "Paris ", .right), ("Paris", "  paris", .right),
    ("New York", "new  york", .right), ("Paris", "Paris.", .right), ("It rains.", "it rains", .right),
    ("straße", "STRASSE", .right), ("café", "cafe\u{301}", .right),
    // Brackets in the model answer, and the sounds of a deck of cards.
    ("(to) run", "run", .right), ("(to) run", "to run", .right), ("run (away)", "run", .right),
    ("run (away)", "run away", .right), ("Hund (m)", "Hund", .right), ("der Hund [pl. Hunde]", "der hund", .right),
    ("chat (noir)", "chat", .right), ("chat[sound:chat.mp3]", "chat", .right), ("Seine (river)", "seine", .right),
    // One letter off.
    ("delta", "delt", .almost), ("delta", "dellta", .almost), ("delta", "dalta", .almost), ("delta", "detla", .almost),
    ("Paris", "Pari", .almost), ("Paris", "Parris", .almost), ("photosynthesis", "fotosynthesis", .wrong),
    ("photosynthesis", "photosyntesis", .almost), ("chlorophyll", "chlorophyl", .almost),
    ("necessary", "neccessary", .almost), ("necessary", "necesary", .almost), ("rhythm", "rythm", .almost),
    ("government", "goverment", .almost), ("definitely", "definately", .almost), ("separate", "seperate", .almost),
    ("their", "thier", .almost), ("receive", "recieve", .almost), ("February", "Febuary", .almost),
    ("Mississippi", "Missisippi", .almost), ("oxygen", "oxigen", .almost), ("nitrogen", "nitogen", .almost),
    // Words and numbers that mean something else.
    ("Paris", "London", .wrong), ("delta", "dlt", .wrong), ("1914", "1915", .wrong), ("1.5", "15", .wrong),
    ("-5", "5", .wrong), ("2", "2.0", .wrong), ("no", "not", .wrong), ("no", "on", .wrong), ("cat", "car", .wrong),
    ("a-b", "ab", .wrong), ("f(x)", "f", .wrong), ("to run (away)", "run", .wrong), ("three", "3", .wrong),
    ("½", "1/2", .wrong), ("dog", "dog (m)", .wrong), ("1,000,000", "1.000.000", .wrong), ("don't", "do not", .wrong),
    ("café", "cafe", .almost), ("colour", "color", .almost),
  ]

  @Test func `of 75 typed answers says what each counts as`() throws {
    #expect(Self.typos.count == 75)
    let directory = TemporaryDirectory()
    let environment = ["HWDB_DATABASE": directory.path("hwdb.sqlite"), "HWDB_MOTION": "off"]
    let questions = Self.typos.enumerated().map { number, typo -> JSONValue in
      ["type": "fillBlank", "question": .string("Question \(number)"), "correctAnswer": .string(typo.answer)]
    }
    try Data(JSONValue.array(questions).encoded()).write(to: directory.url.appending(path: "typed.json"))
    let added = try run(
      ThisPackage.binary("hwdb"), ["add", "Typed", "--quiz", directory.path("typed.json")], environment: environment)
    #expect(added.status == 0, "\(added)")
    let played = try run(
      ThisPackage.binary("hwdb"), ["play", "--plain", "Typed"],
      input: Self.typos.map { "\($0.typed)\n\n" }.joined(), environment: environment)
    let replies = played.output.components(separatedBy: "or skip or exit: ").dropFirst()
    #expect(replies.count == 75, "\(played)")
    for (typo, words) in zip(Self.typos, replies) {
      #expect(words.hasPrefix(typo.verdict.rawValue), "\(typo.answer) typed as \(typo.typed): \(words.prefix(60))")
    }
    let right = Self.typos.count { $0.verdict == .right }
    #expect(played.output.contains("You scored \(right) of 75"), "\(played.output.suffix(300))")
  }

  @Test func `of 28 learners keeps every mark, also after a wrong key`() throws {
    let daemon = try ServedDaemon()
    let client = try daemon.client()
    func hwdb(_ words: [String]) throws -> CommandResult {
      let result = try run(
        ThisPackage.binary("hwdb"), ["--socket", daemon.socket] + words, directory: daemon.directory.url.path)
      #expect(result.status == 0, "\(result)")
      return result
    }
    let numbers = (1...28).map { String(format: "%03d", $0) }
    _ = try hwdb(["learner", "add"] + numbers.map { "Pupil \($0)" })
    // Of three options, A is the key of each question; in the second it ought to be B.
    let questions = (1...5).map { number -> JSONValue in
      ["type": "mcq", "question": .string("Question \(number)"), "options": ["a", "b", "c"], "correctIndex": 0]
    }
    let work = try client.call("homework.add", ["title": "Test", "quiz": .array(questions)])
    let homework = try #require(work["id"]?.string)
    // Each learner chooses by their number in base 3, one digit for each question.
    func choices(_ pupil: Int) -> [Int] { [1, 3, 9, 27, 81].map { pupil * 7 / $0 % 3 } }
    // In the middle, the daemon is killed in the middle of an attempt.
    var caller = client
    for (pupil, number) in numbers.enumerated() {
      let start: JSONValue = ["homeworkId": .string(homework), "learnerId": .string("Pupil \(number)")]
      let id = try #require(caller.call("attempt.start", start)["id"])
      for (index, choice) in choices(pupil).enumerated() {
        if pupil == 14, index == 3 {
          try daemon.killAndRestart()
          caller = try daemon.client()
        }
        _ = try caller.call("attempt.answer", ["attemptId": id, "response": .string(["A", "B", "C"][choice])])
      }
      _ = try caller.call("attempt.finish", ["attemptId": id])
    }
    func book() throws -> [String] {
      try hwdb(["overview", "--format", "csv"]).output.components(separatedBy: "\r\n").dropFirst()
        .filter { !$0.isEmpty }.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        .map { "\($0[1]) \($0[5])/\($0[6])" }
    }
    func expected(_ score: (Int) -> Int) -> [String] {
      numbers.enumerated().map { pupil, number in "Pupil \(number) \(score(pupil))/5" }
    }
    func before(_ pupil: Int) -> Int { zip(choices(pupil), [0, 0, 0, 0, 0]).count { $0 == $1 } }
    func corrected(_ pupil: Int) -> Int { zip(choices(pupil), [0, 1, 0, 0, 0]).count { $0 == $1 } }
    #expect(try book() == expected(before))
    // The table of who changes comes first, and changes nothing.
    let correction = ["quiz", "edit", homework, "2", "--correct", "B", "--regrade"]
    let changing = numbers.indices.count { choices($0)[1] != 2 }
    let preview = try hwdb(correction + ["--dry-run"]).output
    #expect(preview.components(separatedBy: "Pupil ").count - 1 == changing, "\(preview)")
    #expect(try book() == expected(before))
    _ = try hwdb(correction + ["--never-lower"])
    #expect(try book() == expected { max(before($0), corrected($0)) })
    _ = try hwdb(["undo"])
    #expect(try book() == expected(before))
    _ = try hwdb(correction)
    #expect(try book() == expected(corrected))
    #expect(try caller.call("database.check")["findings"] == [])
  }
}
