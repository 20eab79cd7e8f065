import Foundation
import HomeworkTestKit
import Testing

/// Playing a quiz with the built executable under its own terminal.
@Suite(.enabled(if: Machine.hasTerminals, "there are no pseudo-terminals")) struct `Playing` {
  private let terminal = Terminal()
  private let id: String

  init() throws {
    let quiz = ThisPackage.root.appending(path: "Examples/quizzes/rivers.json").path
    _ = try terminal.hwdb("import", quiz)
    id = String(try terminal.hwdb("list").output.prefix(8))
  }

  private func hwdb(_ arguments: String..., input: String = "") throws -> CommandResult {
    try terminal.hwdb(arguments, input: input)
  }

  private func play(_ environment: [String: String] = [:], _ options: String...) throws -> PseudoTerminal {
    try play(id, environment, options)
  }

  private func play(
    _ title: String, _ environment: [String: String] = [:], _ options: [String] = [], columns: UInt16 = 80
  ) throws -> PseudoTerminal {
    try terminal.screen(["play", title] + options, columns: columns, environment: environment)
  }

  @Test func `resumes at the same question after a kill, with still stars`() throws {
    let first = try play()
    #expect(first.waits(for: "Question 1 of 10"))
    for (number, answer) in ["b", "a", "c", "d", "b"].enumerated() {
      first.type("\(answer)\n")
      #expect(first.waits(for: "Correct"))
      guard number < 4 else { break }
      // Keys are handled one after another, so there is no need to wait.
      first.type("\n")
    }
    // The star is spinning, and the confetti falls.
    usleep(600_000)
    #expect(first.waits(for: "▪"))
    // The dot turned from blue to green before its star appeared.
    #expect(first.output.contains("\u{1B}[34m●") && first.output.contains("\u{1B}[32m●"))
    #expect(first.end(SIGKILL) == 128 + SIGKILL)
    let again = try play()
    #expect(again.waits(for: "Going on at question 6 of 10"))
    #expect(again.waits(for: "★"))
    #expect(!again.output.contains("▪"))
    // Leaving keeps the attempt for later or loses it, as chosen.
    again.type("\u{1B}")
    #expect(again.waits(for: "your progress will be lost: 5 answers and 1 star."))
    again.type("k")
    #expect(again.finish() == 0)
    #expect(try hwdb("attempt", "list").output.contains("question 6 of 10"))
  }

  @Test(arguments: [(80, 32_768), (80, 65_535), (32_768, 24), (65_535, 65_535)])
  func `survives a terminal of any size`(columns: Int, rows: Int) throws {
    let screen = try terminal.screen(["play", id], columns: UInt16(columns), rows: UInt16(rows))
    #expect(screen.waits(for: "Question 1 of 10"))
    #expect(screen.end(SIGTERM) == 128 + SIGTERM)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func `restores the terminal at the end, also after a signal`(signal: Int32) throws {
    let screen = try play()
    #expect(screen.waits(for: "Question 1 of 10"))
    kill(screen.pid, signal)
    #expect(screen.finish() == 128 + signal)
    // rmcup of the terminal: the previous screen is restored.
    #expect(screen.output.contains("\u{1B}[?1049l"))
    #expect(try hwdb("attempt", "list").output.contains("question 1 of 10"))
  }

  @Test func `works without colours or Unicode, and in another size`() throws {
    let screen = try play(["TERM": "linux", "LC_ALL": "C", "NO_COLOR": "1"])
    #expect(screen.waits(for: "A-D or arrows"))
    let isASCII = screen.output.unicodeScalars.allSatisfy(\.isASCII)
    #expect(isASCII)
    #expect(!screen.output.contains("\u{1B}[31m") && !screen.output.contains("\u{1B}[32m"))
    for (columns, rows) in [(40, 12), (1, 1), (200, 60), (80, 24)] as [(UInt16, UInt16)] {
      screen.resize(columns: columns, rows: rows)
      usleep(100_000)
    }
    screen.type("\u{1B}")
    #expect(screen.shows { $0.text.contains("Stop here?") })
    screen.type("e")
    #expect(screen.finish() == 0)
    #expect(try hwdb("attempt", "list").output.contains("abandoned"))
  }

  @Test func `shows a quiz's control characters harmlessly, also after a skip`() throws {
    let quiz =
      #"{"topic": "t", "questions": [{"type": "fillBlank", "question": "q\u001b[31m", "correctAnswer": "a\u001b[31m"}, {"type": "fillBlank", "question": "r", "correctAnswer": "b"}]}"#
    try terminal.directory.write(quiz, to: "evil.json")
    #expect(try hwdb("import", "evil.json").status == 0)
    let result = try hwdb("play", "t", "--plain", input: "skip\nexit\nkeep\n")
    #expect(result.output.contains("Skipped. The answer is a\u{FFFD}[31m."))
    #expect(!result.output.contains("\u{1B}"))
  }

  @Test func `is a line-by-line dialogue for screen readers and pipes`() throws {
    let answers = "B\n\nB\n\nskip\n\nZ\nD\n\nexit\nno\nB\n\nD\n\nmouth\n\nx\n\nx\n\nx\n\n\n"
    let result = try hwdb("play", id, "--plain", input: answers)
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.output.hasPrefix("Rivers\n\nQuestion 1 of 10: Where does a river begin?\n  A: At its mouth\n"))
    for words in [
      "Correct. The source", "Incorrect. The answer is A ", "Skipped. The answer is ",
      "\"Z\" is not an option: write one of a, b, c, d",
      "Stop here? Keep it, and go on at question 5 of 10 next time. End it, and your progress will be lost: 4 answers.\n",
      "Finished. ", "You scored ",
      "stars earned, time 0:",
    ] { #expect(result.output.contains(words), "\(words)") }
    #expect(try hwdb("attempt", "list", "--state", "completed").output.contains("of 10 correct"))
    // If the input ends early, the attempt is kept for later.
    #expect(try hwdb("play", id, "--plain", input: "A\n").status == 0)
    #expect(try hwdb("play", id, "--plain").output.contains("Going on at question 2 of 10\n"))
  }

  @Test func `lets a choice change until Enter, unless answers are immediate`() throws {
    let careful = try play()
    #expect(careful.waits(for: "A-D or arrows, then Enter"))
    careful.type("ab\n")
    #expect(careful.waits(for: "Correct"))
    #expect(!careful.output.contains("Incorrect"))
    careful.type("\u{1B}")
    #expect(careful.waits(for: "E end it"))
    careful.type("e")
    #expect(careful.finish() == 0)
    let immediate = try play([:], "--immediate")
    #expect(immediate.waits(for: "A-D answer   Arrows and Enter"))
    immediate.type("b")
    #expect(immediate.waits(for: "Correct"))
  }

  @Test func `offers a list of quizzes if none is named`() throws {
    let quiz = ThisPackage.root.appending(path: "Examples/quizzes/fractions.json").path
    #expect(try hwdb("import", quiz).status == 0)
    let listed = "What do you want to play?\n  1: Fractions, 10 questions\n  2: Rivers, 10 questions\n"
    #expect(try hwdb("play").output.hasPrefix(listed))
    for choice in ["2", "rivers", "Riv"] {
      let result = try hwdb("play", input: "\(choice)\nB\n")
      #expect(result.status == 0 && result.output.contains("Rivers\n\nQuestion 1 of 10"), "\(choice): \(result)")
      #expect(try hwdb("attempt", "abandon", String(try hwdb("attempt", "list").output.prefix(8)), "--yes").status == 0)
    }
    for (wrong, status) in [("3", 2), ("0", 2), ("-1", 2), ("no such quiz", 3)] as [(String, Int32)] {
      let result = try hwdb("play", input: "\(wrong)\n")
      #expect(result.status == status && result.errors.contains(wrong), "\(wrong): \(result)")
    }
    // Homework in progress comes first.
    #expect(try hwdb("play", id, "--plain", input: "A\n").status == 0)
    #expect(try hwdb("play").output.contains("  1: Rivers, 10 questions, in progress\n  2: Fractions"))
    let screen = try terminal.screen(["play"])
    #expect(screen.waits(for: "> Rivers"))
    screen.type("fra\n")
    #expect(screen.waits(for: "Question 1 of 10"))
    screen.type("\u{1B}")
    #expect(screen.waits(for: "nothing is lost"))
    screen.type("e")
    #expect(screen.finish() == 0)
    #expect(try hwdb("attempt", "list", "Fractions").output.contains("abandoned"))
    let empty = try Terminal().hwdb("play")
    #expect(empty.status == 0 && empty.output == "There is no quiz to play: add one with hwdb import FILE.\n")
  }

  @Test func `reveals the list card by card, or at once under reduced motion`() throws {
    let quiz = ThisPackage.root.appending(path: "Examples/quizzes/fractions.json").path
    #expect(try hwdb("import", quiz).status == 0)
    for (motion, times) in [("full", 2), ("reduced", 1)] {
      let screen = try terminal.screen(["play", "--motion", motion])
      #expect(screen.waits(for: "Rivers"))
      usleep(700_000)
      screen.type("\u{1B}")
      #expect(screen.finish() == 0)
      // The text is first faint, then in full.
      #expect(screen.output.components(separatedBy: "Rivers").count - 1 == times, "\(screen.output.debugDescription)")
    }
  }

  @Test func `submits no empty answer, on screen or by line`() throws {
    let quiz = #"[{"type": "fillBlank", "question": "q", "correctAnswer": "a"}]"#
    try terminal.directory.write(quiz, to: "one.json")
    #expect(try hwdb("import", "one.json").status == 0)
    let screen = try play("one")
    #expect(screen.waits(for: "Type and Enter"))
    screen.type("\n  \na\n")
    #expect(screen.waits(for: "Correct"))
    #expect(!screen.output.contains("Incorrect"))
    screen.type("\n")
    #expect(screen.waits(for: "100 %"))
    screen.type("d")
    #expect(screen.finish() == 0)
    let lines = try hwdb("play", "one", "--plain", input: "\n  \na\n\n\n")
    #expect(lines.status == 0 && !lines.output.contains("Incorrect") && lines.output.contains("1 of 1"))
    let attempt = try hwdb("attempt", "start", "one").output.prefix(8)
    let refused = try hwdb("attempt", "answer", String(attempt), " ")
    #expect(refused.status == 1 && refused.errors.contains("is empty: give a text, or skip the question"))
  }

  private func add(_ name: String, _ quiz: String) throws {
    try terminal.directory.write(quiz, to: "\(name).json")
    #expect(try hwdb("import", terminal.directory.path("\(name).json")).status == 0)
  }

  private static let fillIn = #"{"type": "fillBlank", "question": "q", "correctAnswer": "a"}"#

  @Test func `shows the badge and total without movement under reduced motion`() throws {
    let screen = try play(["HWDB_MOTION": "reduced"])
    #expect(screen.waits(for: "Question 1 of 10"))
    screen.type("b\n\na\n\nc\n\nd\n\nb\n\n\t\t\t\t\t")
    #expect(screen.waits(for: "★ +1   1 star in total") && !screen.output.contains("0 stars in total"))
  }

  @Test func `stops its clock with the last answer`() throws {
    try add("one", "[\(Self.fillIn)]")
    let screen = try play("one")
    #expect(screen.waits(for: "Type and Enter"))
    screen.type("a\n")
    #expect(screen.waits(for: "Correct"))
    // Once the feedback shows, nothing moves: the question has been answered, so its time stands still.
    _ = screen.waits(for: "\u{0}", seconds: 1)
    let shown = screen.output
    #expect(!screen.waits(for: "\u{0}", seconds: 2.1) && screen.output == shown)
    screen.type("\n")
    #expect(screen.waits(for: "Time 0:0"))
  }

  @Test func `reports the full limit as the time once it runs out`() throws {
    try add("two", "[\(Self.fillIn), \(Self.fillIn)]")
    let screen = try play("two", [:], ["--time-limit", "2s"])
    // If a machine takes longer than this to start, no answer is in time.
    _ = screen.waits(for: "Type and Enter")
    screen.type("a\n")
    #expect(screen.waits(for: "Time is up: ") && screen.waits(for: "Time 0:02"))
    let attempt = try hwdb("attempt", "list", "--json").output
    let skipped = attempt.ranges(of: #""outcome":"skipped""#).count
    #expect(screen.output.contains("Time is up: \(skipped == 1 ? "1 question" : "2 questions") counted as skipped"))
    #expect(attempt.contains(#""elapsedMs":2000,"finishedAt""#), "\(attempt)")
    let plain = try play("two", [:], ["--time-limit", "1ms", "--plain"])
    _ = plain.waits(for: "\u{0}", seconds: 0.5)
    plain.type("a\n")
    #expect(plain.waits(for: "time 0:00"))
  }

  @Test(arguments: [[], ["--plain"]]) func `reports that its quiz was deleted`(options: [String]) throws {
    let screen = try play(id, [:], options)
    #expect(screen.waits(for: "Question 1 of 10"))
    #expect(try hwdb("delete", id, "--yes").status == 0)
    screen.type("b\n")
    #expect(screen.waits(for: "hwdb: \"Rivers\" was deleted while you played it: choose another quiz with hwdb play"))
    #expect(screen.finish() == 3)
  }

  @Test func `handles Ctrl-U and Ctrl-W like a shell and ignores other control characters`() throws {
    try add("line", #"[{"type": "fillBlank", "question": "q", "correctAnswer": "the delta"}]"#)
    let screen = try play("line")
    #expect(screen.waits(for: "Type and Enter"))
    let controls = (1...31).filter { ![3, 8, 9, 10, 13, 17, 19, 21, 23, 26, 27, 28].contains($0) }
    let ignored = String(String.UnicodeScalarView(controls.map { Unicode.Scalar($0)! }))
    screen.type("source\u{15}the river\u{17}\(ignored)de\u{7F}elta mouth  \u{17}\n")
    #expect(screen.waits(for: "Correct"))
    let attempt = String(try hwdb("attempt", "list").output.prefix(8))
    #expect(try hwdb("attempt", "show", attempt, "--json").output.contains(#""response":"the delta ""#))
    let plain = try hwdb("play", "line", "--plain", input: "the\tdelta\u{1}\n\n\n").output
    #expect(plain.contains("Correct."))
  }

  @Test func `wraps a verdict that is wider than the screen`() throws {
    let answer = String(repeating: "over and ", count: 20) + "out"
    try add("long", #"[{"type": "fillBlank", "question": "q", "correctAnswer": "\#(answer)"}]"#)
    for columns in [40, 80] as [UInt16] {
      let screen = try play("long", columns: columns)
      #expect(screen.waits(for: "Type and Enter"))
      screen.type("x\n")
      #expect(screen.waits(for: "Incorrect. The answer is over and") && screen.waits(for: "and out"))
      screen.type("\n")
      #expect(screen.waits(for: "P play again"))
      screen.type("d")
      #expect(screen.finish() == 0)
    }
  }

  @Test func `reports that a wrong answer is almost right`() throws {
    let quiz = #"{"topic": "t", "questions": [{"type": "fillBlank", "question": "q", "correctAnswer": "delta"}]}"#
    try terminal.directory.write(quiz, to: "delta.json")
    #expect(try hwdb("import", "delta.json").status == 0)
    let words = "Almost, but incorrect. The answer is delta."
    #expect(try hwdb("play", "t", "--plain", input: "detla\nexit\nabandon\n").output.contains(words))
    #expect(try hwdb("play", "t", "--plain", input: "river\n").output.contains(": Incorrect. The answer is delta."))
    // As after a kill between the last question and the end.
    #expect(try hwdb("attempt", "abandon", String(try hwdb("attempt", "list").output.prefix(8)), "--yes").status == 0)
    #expect(try hwdb("attempt", "start", "t").status == 0)
    #expect(try hwdb("attempt", "skip", String(try hwdb("attempt", "list").output.prefix(8))).status == 0)
    let last = try hwdb("play", "t", "--plain", input: "\nagain\nexit\nabandon\n").output
    #expect(last.contains("Skipped.") && !last.contains("Incorrect."))
    // The attempt finished in the meantime is kept.
    #expect(
      last.contains(
        "End it, and nothing is lost. You keep 1 finished attempt and all stars."))
  }

  @Test func `reviews each question at the end on request`() throws {
    try terminal.directory.write(
      """
      [{"type": "mcq", "question": "A half of a half?", "options": ["a quarter", "one"], "correctIndex": 0},
       {"type": "fillBlank", "question": "Half of 8 is __", "correctAnswer": "4", "explanation": "\(String(repeating: "By two. ", count: 300))End."},
       {"type": "fillBlank", "question": "Half of 6 is __", "correctAnswer": "3"}]
      """, to: "halves.json")
    #expect(try hwdb("import", "halves.json").status == 0)
    let lines = try hwdb("play", "halves", "--plain", input: "B\n\n4\n\nskip\nreview\nreview\n\n")
    #expect(lines.status == 0)
    for words in [
      "Write review to see each question, wrong to practise the wrong answers, again to play again, or Enter to end: ",
      "\n1. A half of a half?\n   Incorrect: B one\n   Correct answer: A a quarter\n\n2. Half of 8 is __\n   Correct: 4\n   By two.",
      "\n3. Half of 6 is __\n   Skipped\n   Correct answer: 3\n\nWrite again to play again, or Enter to end: ",
    ] { #expect(lines.output.contains(words), "\(words)") }
    #expect(lines.output.components(separatedBy: "\n1. A half of a half?\n").count == 3)

    let screen = try terminal.screen(["play", "halves", "--motion", "reduced"])
    #expect(screen.waits(for: "Question 1 of 3"))
    screen.type("b\n\n4\n\n\t")
    #expect(screen.waits(for: "R review"))
    screen.type("r")
    #expect(screen.waits(for: "Incorrect: B one") && screen.waits(for: "Arrows and Space move"))
    // The review is longer than a screen: it scrolls to its end, and no further.
    #expect(!screen.output.contains("Half of 6 is __\n   Skipped") && !screen.output.contains("3. Half of 6"))
    screen.type("  ")
    #expect(screen.waits(for: "3. Half of 6 is __") && screen.waits(for: "Correct answer: 3"))
    screen.type("\u{1B}")
    #expect(screen.shows { $0.text.contains("P play again   W practise wrong answers   R review   D done") })
    screen.type("w")
    #expect(screen.shows { $0.text.contains("halves, practice") && $0.text.contains("Question 1 of 2") })
    screen.type("a\n\n3\n\n")
    #expect(screen.shows { $0.text.contains("Practice: progress and stars do not change") })
    #expect(screen.shows { $0.text.contains("P play again   R review   D done") })
    screen.type("w")
    #expect(screen.shows { $0.text.contains("Nothing to practise: every answer was correct") })
    screen.type("d")
    #expect(screen.finish() == 0)

    let practised = try hwdb("play", "halves", "--plain", input: "A\n\n4\n\nskip\nwrong\n3\n\n\n").output
    #expect(practised.contains("\nQuestion 1 of 1: Half of 6 is __\n"))
    #expect(practised.contains("1 correct, 0 wrong or skipped, practice earns no stars, time "))
    #expect(try hwdb("play", "halves", "--only", "wrong").output.hasPrefix("Nothing to practise: no question was"))
    #expect(
      try hwdb("play", "halves", "--only", "1", "--shuffle", "both", "--plain", input: "exit\nabandon\n").status == 0)
    #expect(try hwdb("review").output.hasPrefix("Nothing is due; the next is on "))
  }

  @Test func `ends an attempt when its time is up, and counts unanswered questions as skipped`() throws {
    let quiz =
      #"[{"type": "fillBlank", "question": "q", "correctAnswer": "a"}, {"type": "fillBlank", "question": "r", "correctAnswer": "a"}]"#
    try terminal.directory.write(quiz, to: "two.json")
    #expect(try hwdb("import", "two.json").status == 0)
    let started = try hwdb("attempt", "start", "two", "--time-limit", "1ms")
    #expect(started.status == 0 && started.output.contains(", 0:00 left") || started.output.contains("time is up"))
    usleep(2000)
    let late = try hwdb("attempt", "answer", String(started.output.prefix(8)), "a")
    #expect(late.status == 4 && late.errors.contains(" is up: finish it"))
    let open = try hwdb("play", "two", "--shuffle", "both")
    #expect(open.status == 4 && open.errors.contains("is already open with other settings"))
    let played = try hwdb("play", "two", "--plain", input: "a\n\n")
    #expect(played.output.contains("Time is up: 2 questions counted as skipped\n\nFinished. "))
    #expect(try hwdb("attempt", "list", "--state", "completed").output.contains("0 of 2 correct"))
  }

  @Test func `reports errors before it takes over the terminal`() throws {
    let none = try hwdb("play", "00000000")
    #expect(none.status == 3 && none.errors.contains("00000000"))
    _ = try hwdb("add", "no quiz")
    let other = String(try hwdb("list", "--search", "no quiz").output.prefix(8))
    let without = try hwdb("play", other)
    #expect(without.status != 0 && without.errors.contains("quiz"))
  }
}
