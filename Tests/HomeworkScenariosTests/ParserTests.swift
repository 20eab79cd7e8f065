import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkReports
import HomeworkScenarios
import Testing

@Suite struct `The scenario language` {
  @Test func `reads every statement of the example`() throws {
    let scenarios = try ScenarioParser.parse(ScenarioSource(name: "x.scenario", text: example))
    let scenario = try #require(scenarios.first)
    #expect(scenarios.count == 1)
    #expect(scenario.name == "killed while the fifth star spins")
    #expect(scenario.setup.environment.seed == 42)
    #expect(scenario.statements.count == 22)
    #expect(scenario.statements.first?.line == 8)
  }

  @Test func `combines animation files from lines, lists and options, each once`() throws {
    func file(_ name: String) -> String {
      """
      {"\(name)": {"$type": "transition", "$value": {"duration": {"value": 8, "unit": "ms"}, "delay": {"value": 0,
      "unit": "ms"}, "timingFunction": [0, 0, 1, 1]}, "$extensions": {"org.hwdb.animation": {"on": "\(name)ing"}}}}
      """
    }
    let files = ["a.json": file("a"), "b.json": file("b")]
    let beside = [AnimationFile(name: "/elsewhere/b.json", text: file("b"))]
    for (settings, given) in [
      ("animations \"a.json\"\nanimations \"b.json\"", []), ("animations \"a.json\", \"b.json\"", []),
      ("animations \"a.json\"", beside), ("animations \"a.json\", \"b.json\"\nanimations \"a.json\"", beside),
    ] {
      let text =
        "scenario \"s\"\n\(settings)\nscreen event aing\nscreen event bing\nexpect running a ever\nexpect no b ever"
      let source = ScenarioSource(name: "x.scenario", text: text, files: files, animations: given)
      let scenario = try #require(try ScenarioParser.parse(source).first, "\(settings)")
      #expect(Set(scenario.setup.environment.catalogue.names) == ["a", "b"])
    }
  }

  @Test func `adds given designs to its own, in place of the default`() throws {
    for (settings, given, shown) in [
      ("", [], [.mcqStreak]), ("", [.diet], [.diet]), ("profile ncdb\n", [.diet], [.diet, .ncdb]),
      ("profile diet\n", [.diet], [.diet]),
    ] as [(String, [ProfileName], [ProfileName])] {
      let source = ScenarioSource(name: "x.scenario", text: "scenario \"s\"\n\(settings)start", profiles: given)
      let scenario = try #require(try ScenarioParser.parse(source).first)
      #expect(scenario.setup.environment.catalogue.profiles == shown)
    }
  }

  @Test func `reports all mistakes at once, each with its place and a suggestion`() {
    let text = """
      scenario "a"
        quiz mcq 10
        start
        answer corect
        kil
        expect bar green x4, star x1
        expect playd A1
        wait 5 s
      """
    let mistakes = mistakes(in: text)
    #expect(mistakes.map { "\($0.line):\($0.column)" } == ["4:10", "5:3", "6:14", "7:10", "8:8"])
    #expect(mistakes[0].message.hasSuffix("did you mean correct?"))
    #expect(mistakes[1].message.hasSuffix("did you mean kill?"))
    #expect(mistakes[2].message == "a bar has ten dots, not 5")
    #expect(mistakes[3].message.hasSuffix("did you mean played?"))
    #expect(mistakes[0].description.hasPrefix("x.scenario:4:10: "))
  }

  @Test(arguments: [
    ("start", "1:1", "this is before the first scenario"),
    ("", "1:1", "there is no scenario in this file"),
    ("scenario", "1:9", "the scenario's name in quotation marks is missing here"),
    ("scenario \"a", "1:10", "a quotation mark is never closed"),
    ("scenario \"a\"\nscenario \"a\"", "2:1", "is already the name of the scenario in line 1"),
    ("scenario \"a\"\nfinish now", "2:8", "\"now\" is unexpected here"),
    ("scenario \"a\"\nstart now", "2:7", "\"now\" is not shuffled, only, practice or limit"),
    ("scenario \"a\"\nstart shufled", "2:7", "did you mean shuffled?"),
    ("scenario \"a\"\nstart shuffled by", "2:18", "a seed is missing here"),
    ("scenario \"a\"\nstart only 0", "2:12", "is not wrong, due or a question"),
    ("scenario \"a\"\nstart limit soon", "2:13", "is not a time"),
    ("scenario \"a\"\nexpect due often", "2:12", "is not a number of questions"),
    ("scenario \"a\"\nstart\nquiz mcq 10", "3:1", "comes after the first action"),
    ("scenario \"a\"\nquiz mcq 1\nstart\nscreen evnt push", "4:8", "write screen event NAME"),
    ("scenario \"a\"\nquiz mcq 0", "2:10", "write a whole number 1 to 200"),
    ("scenario \"a\"\nquiz \"none.json\"", "2:6", "cannot be read"),
    ("scenario \"a\"\nmotion some", "2:8", "is not full or reduced"),
    ("scenario \"a\"\nscreen 0x844", "2:8", "needs width and height"),
    ("scenario \"a\"\nexpect question 1", "2:1", "needs an attempt"),
    ("scenario \"a\"\nresume", "2:1", "resume without a kill before it"),
    ("scenario \"a\"\nscreen event tap\nrepeat", "3:1", "there is no action that saves before repeat"),
    ("scenario \"a\"\nkill before comit", "2:13", "write kill before commit"),
    ("scenario \"a\"\nkill at cal 3", "2:9", "write kill at write 3, kill at call 3 or kill at part 3"),
    ("scenario \"a\"\nanswer ZZ", "2:8", "is not an answer"),
    ("scenario \"a\"\nanswer correct 4", "2:16", "write x4"),
    ("scenario \"a\"\nanswer correct x0", "2:16", "write x4"),
    ("scenario \"a\"\nstart\nexpect kept anwers", "3:13", "did you mean answers?"),
    ("scenario \"a\"\nstart\nexpect played A9", "3:15", "did you mean A1?"),
    ("scenario \"a\"\nstart\nexpect played A3 from 0", "3:24", "write from N to N"),
    ("scenario \"a\"\nexpect error conflict", "2:1", "there is no action before"),
    ("scenario \"a\"\nwait 0.5ms", "2:6", "is not a time"),
  ])
  func `locates a mistake`(text: String, position: String, words: String) {
    let mistakes = mistakes(in: text)
    #expect(mistakes.count == 1)
    #expect(mistakes.first.map { "\($0.line):\($0.column)" } == position)
    #expect(mistakes.first?.message.contains(words) == true, "\(mistakes)")
  }

  @Test func `accepts the options of start in any order`() throws {
    let options = [
      "start": AttemptOptions(), "start shuffled": AttemptOptions(shuffle: .both),
      "start shuffled questions by 7": AttemptOptions(shuffle: .questions, seed: 7),
      "start limit 1.5s practice": AttemptOptions(isPractice: true, timeLimitMs: 1500),
      "start only wrong limit 2h": AttemptOptions(only: .wrong, timeLimitMs: 7_200_000),
      "start only due shuffled options": AttemptOptions(shuffle: .options, only: .due(.usual)),
      "start practice only 5, 1": AttemptOptions(only: .questions([4, 0]), isPractice: true),
    ]
    for (text, wanted) in options {
      let source = ScenarioSource(name: "x.scenario", text: "scenario \"a\"\nquiz mcq 9\n\(text)")
      let scenarios = try ScenarioParser.parse(source)
      guard case .action(let action, _)? = scenarios.first?.statements.first?.body, action.kind == .start else {
        Issue.record("\(text)")
        continue
      }
      #expect((action.options ?? AttemptOptions()) == wanted, "\(text)")
    }
  }

  @Test func `handles comments, quotation marks and blank lines`() throws {
    let text = "# first\n\nscenario \"a # b \\\"c\\\"\" # name\n  start # go\n\r\n\tanswer \"x, y # z\"\n"
    let scenario = try #require(try ScenarioParser.parse(ScenarioSource(name: "x", text: text)).first)
    #expect(scenario.name == "a # b \"c\"")
    #expect(scenario.statements.map(\.text) == ["start", "answer \"x, y # z\""])
    guard case .action(let action, times: 1) = scenario.statements[1].body else {
      Issue.record("\(scenario.statements[1])")
      return
    }
    #expect(action.kind == .answer && action.response == "x, y # z" && action.isRight == nil)
  }

  @Test func `finds the quiz files that a script names`() {
    #expect(ScenarioParser.files(in: "scenario \"a\"\nquiz \"b.json\"\n# quiz \"c\"\nquiz \"b.json\"") == ["b.json"])
  }

  private func mistakes(in text: String) -> [ScenarioIssue] {
    do throws(ScenarioMistakes) {
      _ = try ScenarioParser.parse(ScenarioSource(name: "x.scenario", text: text))
      return []
    } catch { return error.mistakes }
  }
}

/// The example of the language's reference.
let example = """
  scenario "killed while the fifth star spins"
    quiz mcq 10                 # or: quiz "fractions.json"   quiz mcq 4, fillBlank 2, mcq 4
    motion full                 # full | reduced
    screen 390x844
    profile mcq-streak          # one or more, comma-separated; this is the default
    seed 42                     # of the particles

    start
    answer correct x4           # correct | wrong | skip | "text" | B
    answer correct              # position 5: A1 newStreak, A4 standard
    wait 600ms                  # virtual time; A1 runs 200..1300 after the answer
    kill                        # kill [process|simulated|power-loss] [before commit|after commit|at write N]
    resume

    expect question 6
    expect streak 5
    expect stars 1
    expect bar green x4, star x1, empty x5
    expect suppressed A1 because killResume
    expect suppressed A4 because killResume
    expect nothing running
    expect kept answers, streak, stars, question
    expect lost bursts, activation, celebrated-questions

    answer correct x5
    wait 5s
    finish
    wait 5s
    expect played A2
    expect played A3 from 0 to 6
    expect total 6
  """
