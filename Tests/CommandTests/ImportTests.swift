import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkTestKit
import Testing

@Suite struct `A file import` {
  private let terminal = Terminal()

  @Test func `takes its own export with pictures, strictly`() throws {
    let picture = #"{"base64": "iVBORw0KGgo=", "alternative": "red"}"#
    let question = #""type": "mcq", "question": "Which?", "options": ["a", "b"], "correctIndex": 0"#
    try terminal.directory.write(
      """
      {"topic": "Colours", "questions": [{\(question), "picture": \(picture)},
        {\(question), "optionPictures": [{"index": 1, "base64": "iVBORw0KGgo="}]}]}
      """, to: "colours.json")
    #expect(try terminal.hwdb("import", "--strict", "colours.json").status == 0)
    #expect(try terminal.hwdb("export", "colours", "-o", "again.json").status == 0)
    let again = try terminal.hwdb("import", "--strict", "again.json", "--database", "other.sqlite")
    #expect(again.status == 0 && again.output.hasSuffix("Colours: 2 added, 0 changed, 0 left out\n"), "\(again)")
  }

  @Test func `counts what it leaves out, and explains it on request`() throws {
    try terminal.directory.write("Q1? {=a ~b}\nQ2? {=c ~d}\n\nWho? {=me ~you}\n\nWhy? {}\n", to: "my quiz.gift")
    let imported = try terminal.hwdb("import", "my quiz.gift")
    #expect(imported.status == 0)
    #expect(
      imported.output.hasSuffix(
        "\n2 questions left out; to see them: hwdb import --dry-run --explain 'my quiz.gift'\n"))
    let explained = try terminal.hwdb("import", "--dry-run", "--explain", "my quiz.gift")
    let reason = "put a blank line between questions, and escape what is text as \\{ \\}"
    #expect(
      explained.output == """
        Would add my quiz: 1 added, 0 changed, 2 left out
        Read as gift, since answers stand in { }
        Left out:
          lines 1-2: question: several { } in one question: \(reason)
            | Q1? {=a ~b}
            | Q2? {=c ~d}
          line 6: essay: it has no model answer to grade by
            | Why? {}

        """)
    let json = try terminal.json(terminal.hwdb("import", "--dry-run", "--explain", "--json", "my quiz.gift"))
    #expect(
      json["files"]?.array?.first?["blocks"]?.array?.map { $0["text"] } == ["Q1? {=a ~b}\nQ2? {=c ~d}", "Why? {}"])
    #expect(try terminal.hwdb("import", "--strict", "my quiz.gift").status == 1)
  }

  @Test(arguments: [
    ("bomb.xlsx", "the archive's content is too large: more than 64 MiB"),
    ("leaves-its-folder.zip", "a name in the archive leaves its folder: ../../item.xml"),
    ("encrypted.zip", "the archive is encrypted: unpack it with its password first"),
    ("inside.zip", "an archive within an archive: unpack it, and import quiz.zip"),
  ])
  func `rejects an unreadable archive in one line and stores nothing`(name: String, words: String) throws {
    let path = ThisPackage.root.appending(path: "Tests/HomeworkFormatsTests/Fixtures/\(name)").path
    let refused = try terminal.hwdb("import", path)
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(refused.errors == "hwdb: \(path): \(words)\n")
    #expect(try terminal.hwdb("list", "--json").output.contains("\"items\":[]"))
  }

  @Test func `reads the columns that are named`() throws {
    try terminal.directory.write("Pays,Capitale,Autre\nItalie,Rome,Milan\nFrance,Paris,Lyon\n", to: "villes.csv")
    let refused = try terminal.hwdb("import", "villes.csv")
    #expect(refused.status == 1 && refused.errors.contains("name the columns of question and answer"))
    let named = ["--question", "Pays", "--answer", "Capitale", "--options", "Capitale,Autre"]
    #expect(try terminal.hwdb(["import", "villes.csv"] + named).status == 1)
    let typed = try terminal.hwdb(["import", "villes.csv"] + named.dropLast(2))
    #expect(typed.output.hasSuffix("villes: 2 added, 0 changed, 0 left out\nNot read: \"Autre\" (2)\n"), "\(typed)")
    try terminal.directory.write("q,a1,a2,ok\nRome?,oui,non,1\nOslo?,oui,non,2\n", to: "keys.csv")
    let options = ["--question", "1", "--answer", "D", "--options", "2,a2"]
    #expect(try terminal.hwdb(["import", "keys.csv"] + options).output.contains("2 added"))
  }

  private static let open = "no ANSWER: line, bold option or key below all questions gives its right answer"
  private static let aiken = "Read as aiken, since options stand above the line of the right answer\n"

  @Test(arguments: [
    ("ans.txt", "How hot?\nA. 90\nB. 100\nAns: B\n\nRed?\nA. Mars\nB. Io\nAns: A\n", "2 added, 0 changed, 0", aiken),
    ("frage.txt", "Frage 1: Rot?\nA) Mars\nB) Io\nAntwort: A\n", "1 added, 0 changed, 0", aiken),
    (
      "glued.txt", "Answer all.\n\n1. Explain rain.\n\n2. Which flies?\nA. Owl\nB. Otter\nANSWER: A\n",
      "1 added, 0 changed, 1", "\(aiken)Left out:\n  line 3: question: \(open)\n    | 1. Explain rain.\n"
    ),
    (
      "feedback.txt", "1. Which flies?\na) Otter\n*b) Owl\n... by night\n\n2. Which swims?\na) Owl\n*b) Cod\n",
      "2 added, 0 changed, 0", "Read as aiken, since numbered questions have options by letter\n"
    ),
    (
      "page.md", "<quiz>\n3 x 3?\n\n- [ ] 6\n> Too few.\n- [x] 9\n</quiz>\n", "1 added, 1 changed, 0",
      "Read as markdown, since its right answers are marked as in Markdown\nChanged:\n"
        + "  lines 1-7: list: the feedback of single answers\n"
    ),
    (
      "olx.xml",
      "<problem><multiplechoiceresponse><label>Red?</label><choicegroup><choice correct=\"true\">Mars</choice>"
        + "<choice correct=\"false\">Io</choice></choicegroup></multiplechoiceresponse></problem>",
      "1 added, 0 changed, 0", "Read as open-edx, since it is XML with the root element of this format\n"
    ),
    (
      "pipes.txt", "hill|der Berg\nriver|der Fluss\n", "2 added, 0 changed, 0",
      "Read as csv, since every line has the same columns\n"
    ),
    (
      "typed.json", #"[{"id":"a","type":"mcq","question":"Red?","options":{"a":"Io","b":"Mars"},"answer":"b"}]"#,
      "1 added, 0 changed, 0", "Read as json, since it is JSON\nNot read: \"id\" (1)\n"
    ),
    (
      "letters.csv", "question,first,second,answer\nRed?,Io,Mars,B\nRings?,Saturn,Io,A\n", "2 added, 0 changed, 0",
      "Read as csv, since its first line has the headings of a quiz\nChanged:\n"
        + "  line 1: columns: options \"first\", \"second\", as their content shows: name others if this is wrong\n"
    ),
  ])
  func `explains what it read, and why as this format`(name: String, text: String, counts: String, rest: String) throws
  {
    try terminal.directory.write(text, to: name)
    let found = try terminal.hwdb("import", "--dry-run", "--explain", name)
    #expect(found.output == "Would add \(name.prefix { $0 != "." }): \(counts) left out\n\(rest)", "\(found)")
  }

  @Test func `names keys and columns that a person has to name`() throws {
    let json = #"[{"q":"Red?","o":["Io","Mars"],"a":1},{"q":"Rings?","o":["Saturn","Io"],"a":0}]"#
    try terminal.directory.write(json, to: "short.json")
    let refused = try terminal.hwdb("import", "--explain", "short.json")
    let reason = #"may have its options in "o": name the keys of question, answer and options"#
    #expect(
      refused.status == 1 && refused.errors.contains("question: number 1 \(reason); question: number 2 \(reason)"))
    let named = ["--question", "q", "--answer", "a", "--options", "o", "--dry-run"]
    #expect(
      try terminal.hwdb(["import", "short.json"] + named).output == "Would add short: 2 added, 0 changed, 0 left out\n")
    let path = ThisPackage.root.appending(path: "Tests/HomeworkFormatsTests/Fixtures/empty-headings.xlsx").path
    #expect(try terminal.hwdb("import", path).errors.contains("name the columns of question and answer"))
    let columns = ["--question", "2", "--answer", "6", "--options", "3,4,5", "--dry-run"]
    let found = try terminal.hwdb(["import", path] + columns)
    #expect(
      found.output == "Would add empty-headings: 3 added, 0 changed, 0 left out\nNot read: \"no\" (3)\n", "\(found)")
  }

  @Test func `asks before a list of pairs becomes more than ten quizzes`() throws {
    let pairs = (1...2001).map { "user\($0),Name \($0)\n" }.joined()
    try terminal.directory.write(pairs, to: "accounts.csv")
    let words = "accounts.csv: 2001 pairs without headings would become 11 quizzes: add --yes if they are cards"
    let refused = try terminal.hwdb("import", "accounts.csv")
    #expect(refused.status == 4 && refused.errors == "hwdb: \(words)\n", "\(refused)")
    for certain in [["--yes"], ["--format", "csv"], ["--separator", ","]] {
      let taken = try terminal.hwdb(["import", "--dry-run", "accounts.csv"] + certain)
      #expect(taken.status == 0 && taken.output.contains("2001 added"), "\(taken)")
    }
    try terminal.directory.write("word,meaning\n" + pairs, to: "headed.csv")
    #expect(try terminal.hwdb("import", "--dry-run", "headed.csv").status == 0)
  }

  @Test func `of a corrected file offers the revision, and makes it on request`() throws {
    let text = "One? {=a ~b}\n\nTwo? {=c ~d}\n\nTree? {=e ~f}\n"
    try terminal.directory.write(text, to: "quiz.gift")
    let id = try #require(try terminal.hwdb("import", "quiz.gift").output.split(separator: " ").dropFirst().first)
    // A word is corrected, a question removed and one added.
    let corrected = "Three? {=e ~f}\n\nTwo? {~c =d}\n\nFour? {=g ~h}\n"
    try terminal.directory.write(corrected, to: "quiz.gift")
    let offer =
      "The same title, but other questions: \(id); hwdb import --update revises the quiz with this title\n"
    #expect(try terminal.hwdb("import", "--dry-run", "quiz.gift").output.hasSuffix(offer))
    let before = try terminal.json(terminal.hwdb("quiz", "show", String(id), "--json"))
    let revised = try terminal.hwdb("import", "--update", "quiz.gift")
    #expect(revised.output == "Revised \(id)  quiz: 0 added, 0 changed, 0 left out\n", "\(revised)")
    let after = try terminal.json(terminal.hwdb("quiz", "show", String(id), "--json"))
    let ids = [before, after].map { $0["questions"]?.array?.compactMap { $0["id"]?.string } ?? [] }
    #expect(after["revision"]?.int == 2 && ids[1][0] == ids[0][2] && ids[1][1] == ids[0][1] && ids[1][2] != ids[0][0])
    #expect(try terminal.hwdb("import", "--update", "quiz.gift").output.hasPrefix("Already here: \(id)"))
    try terminal.directory.write(text, to: "quiz.gift")
    #expect(try terminal.hwdb("import", "quiz.gift").output.hasSuffix(offer))
    try terminal.directory.write("One? {=a ~c}", to: "quiz.gift")
    let refused = try terminal.hwdb("import", "--update", "quiz.gift")
    #expect(refused.status != 0 && refused.errors.contains("2 assignments are called \"quiz\""), "\(refused)")
  }

  @Test func `of nothing but faults fails in a short line`() throws {
    let rows = (1...400).map { "Which number is it, the number \($0)?,a,b,c" }
    try terminal.directory.write((["question,a,b,answer"] + rows).joined(separator: "\n"), to: "wrong.csv")
    let refused = try terminal.hwdb("import", "wrong.csv")
    #expect(refused.status == 1 && refused.errors.utf8.count < 600, "\(refused.errors.utf8.count)")
    #expect(refused.errors.hasSuffix("; and 395 more\n"), "\(refused.errors)")
  }

  @Test func `stores quizzes from Anki, Kahoot and QTI files`() throws {
    let folder = ThisPackage.root.appending(path: "Tests/HomeworkFormatsTests/Fixtures").path
    for (name, title) in [("anki-newest.apkg", "Biology – Cells"), ("kahoot.xlsx", "kahoot"), ("canvas.zip", "A test")]
    {
      let imported = try terminal.hwdb("import", "\(folder)/\(name)")
      #expect(imported.status == 0 && imported.output.contains("  \(title): "), "\(imported)")
    }
  }

  /// Kills the import while it writes: the log has grown, and nothing is committed.
  @Test func `stores nothing or everything if it is killed`() throws {
    var text = ""
    for index in 0..<20_000 { text += "Question \(index), which is one of many? {=right \(index) ~wrong ~neither}\n\n" }
    try terminal.directory.write(text, to: "large.gift")
    let database = terminal.directory.path("hwdb.sqlite")
    let running = try RunningCommand(
      ThisPackage.binary("hwdb"), ["import", terminal.directory.path("large.gift"), "--database", database])
    func size(_ path: String) -> Int {
      (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0  // not there yet
    }
    while size(database + "-wal") < 1 << 20, kill(running.pid, 0) == 0 { sched_yield() }
    _ = running.stop(SIGKILL)
    func stored() throws -> JSONValue? { try terminal.json(terminal.hwdb("stats", "--json"))["homework"] }
    // On a busy machine the kill may come after the commit.
    let found = try stored()
    #expect(found == 0 || found == 100)
    #expect(try terminal.hwdb("database", "check").status == 0)
    // A second import reads the whole file, and adds nothing twice.
    let again = try terminal.hwdb("import", "large.gift")
    #expect(again.status == 0 && again.output.contains("20000 added") == (found == 0), "\(again)")
    #expect(try stored() == 100)
  }
}
