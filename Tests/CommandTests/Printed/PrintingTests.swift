import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkTestKit
import Testing

@Suite struct `The printed output` {
  private let terminal = Terminal()

  @Test func `cannot control the terminal`() throws {
    let id = try terminal.add("evil\u{1B}[31m\u{202E}\ntitle")
    for arguments in [["list"], ["show", id], ["delete", id, "--yes"]] {
      let output = try terminal.hwdb(arguments).output
      #expect(output.contains("evil\u{FFFD}[31m title"))
      #expect(!output.contains("\u{1B}") && !output.contains("\u{202E}"))
    }
    #expect(!(try terminal.hwdb("show", "\u{1B}[31m").errors.contains("\u{1B}")))
  }

  @Test func `is limited by --quiet to what was requested`() throws {
    #expect(try terminal.hwdb("add", "t", "--quiet").output.isEmpty)
    #expect(try terminal.hwdb("list", "--quiet").output.contains("  no quiz"))
  }

  @Test func `is coloured only on request`() throws {
    try terminal.directory.write("scenario \"a\"\n quiz mcq 1\n start\n", to: "a.scenario")
    #expect(try terminal.hwdb("scenario", "run", "a.scenario").output.hasPrefix("✓"))
    #expect(try terminal.hwdb("scenario", "run", "a.scenario", "--color", "always").output.hasPrefix("\u{1B}[32m✓"))
    let refused = try terminal.hwdb("list", "--color", "purple")
    #expect(refused.status == 2)
    #expect(refused.problems == ["hwdb: --color purple is not allowed: write one of auto, always, never"])
  }

  @Test func `locates a quiz's fault in its file, whichever command reads it`() throws {
    let id = try terminal.add("t")
    try terminal.directory.write("{\n  ]", to: "bad.json")
    try terminal.directory.write("[{\"type\": \"mcq\", \"question\": \"q\", \"correctIndex\": 0}]", to: "fault.json")
    for arguments in [["add", "x", "--quiz"], ["quiz", "set", id], ["import"]] {
      for (file, message) in [
        ("bad.json", "bad.json:2:3: this is not valid JSON"), ("fault.json", "fault.json: questions[0].options"),
      ] {
        let result = try terminal.hwdb(arguments + [file])
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("hwdb: \(message)"), "\(arguments): \(result.errors)")
      }
    }
    #expect(try terminal.json(terminal.hwdb("list", "--json"))["items"]?.array?.count == 1)
  }

  @Test func `reports the faults of all files at once`() throws {
    try terminal.directory.write("[]", to: "one.json")
    try terminal.directory.write("{", to: "two.json")
    let result = try terminal.hwdb("import", "one.json", "two.json", "none.json")
    #expect(result.status == 1)
    #expect(
      result.problems.map { $0.prefix(14) } == [
        "hwdb: one.json", "hwdb: two.json", "hwdb: none.jso",
      ])
    try terminal.directory.write("kil\n", to: "a.scenario")
    let check = try terminal.hwdb("scenario", "check", "a.scenario", "none.scenario", "--json")
    let error = try JSONValue(parsing: Data(check.errors.utf8))["error"]
    #expect(error?["name"] == "invalid")
    #expect(error?["data"]?["errors"]?.array?.map { $0["name"] } == ["invalid", "notFound"])
  }

  @Test func `describes all that an animation has besides its timeline`() throws {
    for (animation, line) in [
      ("modalDismissal", "  Reduced       phases, springBack instant\n"), ("push", "  Reduced       instant\n"),
      ("exitAlert", "  Says          Exit Quiz? · Your progress will be lost · Cancel · Exit (destructive)\n"),
      ("firstCapture", "  Values        offset random · shapes Circle, RoundedRectangle\n"),
      ("progressIndicator", "  Values        height 30 · lineWidth 3 · trimFrom 0 · trimTo 0.7 · width 30\n"),
    ] {
      let output = try terminal.hwdb("motion", "show", animation).output
      #expect(output.contains(line), "\(animation): \(output)")
    }
  }

  @Test(.enabled(if: Machine.hasTerminals, "there are no pseudo-terminals"))
  func `shows the answer after an accepted alternative, and the model of a short answer`() throws {
    try terminal.directory.write(
      """
      [{"type": "fillBlank", "question": "Half of 8 is __", "correctAnswer": "4", "acceptedAnswers": ["four"]},
       {"type": "fillBlank", "question": "Half of 6 is __", "correctAnswer": "3"},
       {"type": "shortAnswer", "question": "What is a half?", "correctAnswer": "One of two equal parts."},
       {"type": "mcq", "question": "A half of a half?", "options": ["a quarter", "one"], "correctIndex": 0}]
      """, to: "halves.json")
    #expect(try terminal.hwdb("import", terminal.directory.path("halves.json")).status == 0)
    let lines = try terminal.hwdb("play", "halves", "--plain", input: "four\n\n3\n\none of two equal parts\n\nA\n\n\n")
      .output
    for words in [
      "Correct. The answer is 4.\n", "Correct.\n", "Correct. The answer is One of two equal parts.\n",
    ] { #expect(lines.contains(words), "\(words)") }
    #expect(lines.components(separatedBy: "The answer is").count == 3)

    #expect(try terminal.hwdb("attempt", "start", "halves").status == 0)
    let attempt = String(try terminal.hwdb("attempt", "list").output.prefix(8))
    for (response, verdict) in [
      ("four", "Correct. The answer is 4.\n"), ("3", "Correct.\n"),
      ("one of two equal parts", "Correct. The answer is One of two equal parts.\n"),
      ("A", "Correct.\n"),
    ] { #expect(try terminal.hwdb("attempt", "answer", attempt, response).output.hasPrefix(verdict), "\(response)") }
    #expect(try terminal.hwdb("attempt", "finish", attempt).status == 0)

    let screen = try terminal.screen(["play", "halves", "--motion", "reduced"])
    #expect(screen.waits(for: "Question 1 of 4"))
    screen.type("four\n")
    #expect(screen.waits(for: "Correct. The answer is 4"))
    screen.type("\n3\n\none of two equal parts\n")
    #expect(screen.waits(for: "Correct. The answer is One of two equal parts."))
    #expect(!screen.output.contains("it is 3"))
  }

  @Test func `ends silently if its reader leaves`() throws {
    let result = try run(
      "/bin/bash", ["-c", "'\(ThisPackage.binary("hwdb"))' help | head -n 1; echo ${PIPESTATUS[0]}"])
    #expect(result.output.hasSuffix("\n0\n"))
    #expect(result.errors.isEmpty)
  }
}
