import Foundation
import HomeworkMotion
import HomeworkReports
import HomeworkScenarios
import HomeworkTestKit
import Testing

/// A mistake in a program: what of its text is replaced, and the sentence that finds it.
struct PlantedMistake: Sendable, CustomTestStringConvertible {
  let name: String
  let replacements: [(old: String, new: String)]
  let script: String
  let sentence: String
  /// The sentence if the start of its cue was not read before the program died.
  var orElse: String?
  /// The comparison that finds it; `nil` if none is needed.
  var like: ProfileName?
  var questions = 12

  var testDescription: String { name }

  private static let started = "start\nanswer correct x4\nwait 300ms\nanswer correct\nwait 400ms\nanswer correct"
  private static let kept = "app.runningCount = app.activated = app.isFull = 0"
  private static let report = #"suppress(cue->name, cue->start, "killResume", cue->question, cue->variant);"#
  private static let twice =
    "start\nanswer correct x2\nanswer wrong\nfinish\nwait 1s\nleave\nstart\nanswer correct\nanswer wrong x2\nfinish"

  /// Mistakes that only a kill shows; three without a kill; nine that need an exact kill or a repeated request.
  static let all: [Self] = [
    Self(
      name: "the activated star survives the kill",
      replacements: [(kept, "app.runningCount = app.isFull = 0")], script: started,
      sentence: "sizeSettle of question 6 settles a star that was activated before the kill"),
    Self(
      name: "the bar is empty after a restart",
      replacements: [
        ("static void forget(void) {", "static bool isBare;\nstatic void forget(void) {\n  isBare = true;"),
        ("app.isFull ? 10 : streak()", "app.isFull ? 10 : isBare ? 0 : streak()"),
        ("static void settle(long t, int right) {", "static void settle(long t, int right) {\n  isBare = false;"),
      ], script: "start\nanswer correct x2", sentence: "bar is empty x10 instead of green x1, empty x9"),
    Self(
      name: "the full bar survives", replacements: [(kept, "app.runningCount = app.activated = 0")],
      script: "start\nanswer correct x10", sentence: "bar is green x4, star x6 instead of empty x10"),
    Self(
      name: "another reason is reported",
      replacements: [(report, report.replacing("killResume", with: "noStars"))], script: "start\nanswer correct",
      sentence: "suppressed: noStars"),
    Self(
      name: "the results come back",
      replacements: [
        ("? QUESTION : NONE;", #"? QUESTION : app.state && !strcmp(app.state, "completed") ? RESULTS : NONE;"#)
      ], script: "start\nanswer correct x12\nfinish\nwait 100ms\nleave",
      sentence: "the results come back: leave is done after the kill"),
    Self(
      name: "nothing is celebrated after a restart",
      replacements: [
        (
          "static void begin(Cue cue, const char *count) {",
          """
          static bool isQuiet;
          static void begin(Cue cue, const char *count) {
            if (isQuiet) return suppress(cue.name, cue.start, "killResume", cue.question, cue.variant);
          """
        ),
        (
          "app.isTelling = app.tellsLast = true;",
          #"app.isTelling = app.tellsLast = true, isQuiet = number(member(start, "life")) > 1;"#
        ),
      ], script: "start\nwait 1s\nanswer correct",
      sentence: "dotSettle of question 1 at 1000 ms is suppressed: killResume, and no kill cut it off",
      // A kill of the first start leaves the wait out.
      orElse: "dotSettle of question 1 at 0 ms is suppressed: killResume, and no kill cut it off"),
    Self(
      name: "another time is reported",
      replacements: [(report, report.replacing("cue->start", with: "cue->start + 50"))],
      script: "start\nanswer correct",
      // It is compared with its reports before the kill, or with a run without one.
      sentence: "50 ms"),
    Self(
      name: "another variant is reported",
      replacements: [(report, report.replacing("cue->variant)", with: #"cue->variant ? "max" : NULL)"#))],
      script: "start\nanswer correct x5",
      sentence: "the resume report is false: A1 of question 5 was newStreak, not max",
      orElse: "A1 of question 5 at 200 ms is max instead of newStreak"),
    Self(
      name: "nothing is reported", replacements: [(report, "(void)cue;")], script: "start\nanswer correct",
      sentence: "the resume report does not say how dotSettle of question 1 ended",
      orElse: "dotSettle of question 1 at 0 ms is missing from the killed run"),
    Self(
      name: "the score is wrong from the start",
      replacements: [("return sum(app.outcomes, 1);", "return sum(app.outcomes, 1) + (app.settled > 2);")],
      script: twice, sentence: "score is 3 instead of 2", like: "states", questions: 3),
    Self(
      name: "the best score goes down",
      replacements: [("if (!app.attempts || percent > app.percentage)", "if (percent)")], script: twice,
      sentence: "progress is best 1 completion 33 attempts 2 instead of best 2 completion 67 attempts 2",
      like: "states", questions: 3),
    Self(
      name: "the completion is rounded down", replacements: [("(200 * right + all) / (2 * all)", "100 * right / all")],
      script: twice, sentence: "percentage is 66 instead of 67", like: "states", questions: 3),
    Self(
      name: "saved is sent before the write",
      replacements: [(write + savedLine, savedLine + write)], script: "start",
      sentence: "attemptOpen is false instead of true"),
    Self(
      name: "the file is rewritten in place", replacements: rewriting("truncate(where, 0), put(where)"),
      script: "start\nanswer correct", sentence: "question is nothing instead of 2"),
    Self(
      name: "the file is removed before another takes its name",
      replacements: rewriting("put(fresh), unlink(where), rename(fresh, where)"), script: "start\nanswer correct",
      sentence: "question is nothing instead of 2"),
    Self(
      name: "the totals are written after saved",
      replacements: totals + [(perform, perform + #" if (!strcmp(action, "finish")) total(1);"#)],
      script: "start\nanswer correct x5\nfinish", sentence: "total is 0 instead of 1", questions: 5),
    Self(
      name: "the totals are a transaction of their own",
      replacements: totals + [
        (
          savedLine,
          #"if (!strcmp(action, "finish")) app.total += stars(), total(1), app.total -= stars();"# + savedLine
        )
      ], script: "start\nanswer correct x5\nfinish", sentence: "total is 0 instead of 1", questions: 5),
    Self(
      name: "the file is written anew at each start",
      replacements: [
        (
          restored,
          """
            if (ftruncate(fileno(journal), 0)) exit(1);
            for (char *at = saved; at < saved + whole; at += strlen(at) + 1) fprintf(journal, "%s\\n", at);

          """ + restored
        )
      ], script: "start\nanswer correct", sentence: "attemptOpen is false instead of true"),
    Self(
      name: "the first start leaves half of what it makes",
      replacements: [
        (
          opened,
          opened + """

              bool isMade = mkdir(strcat(strcpy((char[4200]){0}, path), ".made"), 0700);
              if (!isMade && (fputs("0 life {}\\n", journal) < 0 || fflush(journal))) exit(1);
              fseek(journal, 0, SEEK_END);
              if (isMade && !ftell(journal)) exit(1);
            """
        ), ("#include <unistd.h>", "#include <unistd.h>\n#include <sys/stat.h>"),
      ], script: "start", sentence: "the program ended with status 1 when it was asked app.start"),
    Self(
      name: "a repeated answer is done again",
      replacements: [(known, known.replacing("*request &&", with: "strcmp(action, \"answer\") &&"))],
      script: "start\nanswer correct",
      sentence: "answer is done again when its request is repeated: question is 3 instead of 2"),
    Self(
      name: "requests are forgotten by a kill",
      replacements: [
        ("  app.runningCount = app.activated", "  app.request[0] = 0;\n  app.runningCount = app.activated")
      ], script: "start", sentence: "start is refused when its request is repeated: conflict: not now"),
  ]

  private static let known = "if (*request && !strcmp(request, app.request))"
  private static let opened = #"  journal = fopen(strcat(path, "/journal"), "a+");"#

  private static let write = "      save(number(member(params, \"atMs\")), action, params);\n"
  private static let savedLine = #"      say("\"method\":\"saved\"");"# + "\n"
  private static let perform = #"      perform(action, number(member(params, "atMs")), params);"#
  private static let journal = "static FILE *journal;"
  private static let restored = "  forget();\n  save(number(member(start, \"atMs\")), \"life\", \"{}\");"

  /// Keeps the total in a file of its own.
  private static let totals = [
    (
      journal,
      journal + """

        static char where[4096];
        static void total(bool writes) {
          FILE *file = fopen(strcat(strcpy((char[4200]){0}, where), ".total"), writes ? "w" : "r");
          if (writes) fprintf(file, "%ld", app.total);
          else if (!file || fscanf(file, "%ld", &app.total) != 1) app.total = 0;
          if (file) fclose(file);
        }
        """
    ), (restored, "  strcpy(where, path), total(0);\n" + restored),
  ]

  /// Has all of the journal written anew each time.
  private static func rewriting(_ statements: String) -> [(String, String)] {
    [
      (
        journal,
        journal + """

          static char whole[1 << 16], where[4096], fresh[4200];
          static void put(const char *name) {
            int file = open(name, O_WRONLY | O_CREAT, 0600);
            if (write(file, whole, strlen(whole)) < 0 || fsync(file)) exit(1);
            close(file);
          }
          """
      ),
      (
        #"  fprintf(journal, "%ld %s %.*s\n", t, action, (int)(after(act) - act), act);"#,
        """
          size_t used = strlen(whole);
          snprintf(whole + used, sizeof whole - used, "%ld %s %.*s\\n", t, action, (int)(after(act) - act), act);
          \(statements);
          return;
        """
      ),
      (
        "  saved[whole] = 0;",
        #"  saved[whole_] = 0, strcpy(whole, saved), strcpy(where, path), strcat(strcpy(fresh, path), ".new");"#
      ),
      ("long whole = ", "long whole_ = "),
      (
        "if (whole < size && ftruncate(fileno(journal), whole))",
        "if (whole_ < size && ftruncate(fileno(journal), whole_))"
      ),
    ]
  }
}

/// Mistakes planted in `Examples/apps/quiz.c`, one by one.
@Suite struct `A mistake in a program` {
  private func runner(
    _ mistake: PlantedMistake?, like: ProfileName? = nil
  ) throws -> (ScenarioRunner, TemporaryDirectory) {
    let directory = TemporaryDirectory()
    var text = try String(contentsOf: ThisPackage.root.appendingPathComponent("Examples/apps/quiz.c"), encoding: .utf8)
    for replacement in mistake?.replacements ?? [] {
      try #require(text.contains(replacement.old), "\(replacement.old)")
      text = text.replacing(replacement.old, with: replacement.new)
    }
    try directory.write(text, to: "quiz.c")
    let (source, program) = (directory.path("quiz.c"), directory.path("quiz"))
    let said = try run("/usr/bin/env", ["clang", "-O1", "-o", program, source])
    try #require(said.status == 0, "\(said.errors)")
    var runner = ScenarioRunner(worker: [])
    runner.app = AppUnderTest(command: "exec '\(program)'", timeLimitMs: 5000, like: like)
    return (runner, directory)
  }

  private func explore(_ mistake: PlantedMistake, isPlanted: Bool) throws -> Exploration {
    let (runner, directory) = try runner(isPlanted ? mistake : nil, like: mistake.like)
    defer { withExtendedLifetime(directory) {} }
    let text = "scenario \"a\"\nquiz mcq \(mistake.questions)\n" + mistake.script
    let scenario = try #require(try ScenarioParser.parse(ScenarioSource(name: "x.scenario", text: text)).first)
    return Explorer(runner, mode: .process).explore(scenario)
  }

  @Test(arguments: Sampling.part(PlantedMistake.all, oneIn: 6))
  func `is found by a sentence that says what is wrong`(mistake: PlantedMistake) throws {
    let found = try explore(mistake, isPlanted: true)
    let sentence = [found.violation?.detail ?? ""] + found.failures
    #expect(
      sentence.contains { $0.contains(mistake.sentence) || $0.contains(mistake.orElse ?? mistake.sentence) }, "\(found)"
    )
    // Each kill is at the same call again.
    let script = found.violation?.script ?? ""
    #expect(!script.contains("at call") || script.contains("# failed 10 of 10 times"), "\(found)")
    let right = try explore(mistake, isPlanted: false)
    #expect(right.violation == nil && right.failures.isEmpty && right.pointsTried > 5, "\(right)")
    if mistake.like != nil { #expect(right.notChecked == nil) }
  }

  /// Two attempts are finished, and the kill comes in the same millisecond as the last star.
  @Test func `is not seen in the right program where two attempts are finished`() throws {
    let (runner, directory) = try runner(nil)
    defer { withExtendedLifetime(directory) {} }
    let text = """
      scenario "a"
      quiz mcq 6
      start
      answer correct x6
      finish
      wait 6s
      leave
      start
      answer correct x5
      wait 3s
      answer correct
      kill after commit
      finish
      resume
      """
    let report = runner.run(try ScenarioParser.parse(ScenarioSource(name: "x", text: text))[0])
    #expect(report.outcome == .passed, "\(report.failures) \(report.brokenLaws)")
  }

  @Test func `is looked for before each call of a start, the first one too`() throws {
    let (runner, directory) = try runner(nil)
    defer { withExtendedLifetime(directory) {} }
    func report(_ body: String) throws -> ScenarioReport {
      runner.run(try ScenarioParser.parse(ScenarioSource(name: "x", text: "scenario \"a\"\nquiz mcq 2\n" + body))[0])
    }
    for call in 1...2 {
      let killed = try report(
        """
        kill at call \(call)
        resume
        start
        answer correct
        kill
        kill at call \(call)
        resume
        resume
        expect question 2
        """)
      #expect(killed.outcome == .passed && killed.notChecked == "law 6 (needs --like)", "\(killed.failures)")
      #expect(killed.kills.map(\.point) == ["at call \(call)", "now", "at call \(call)"])
    }
    let late = try report("kill at call 99\nresume\nstart")
    #expect(late.isScriptError && late.failures[0].found.contains("kill at call 99 is too late"), "\(late.failures)")
  }

  /// Our own session is judged like any program, by the model of which it is made.
  @Test func `is not seen in our worker, by anything that a design tells`() throws {
    let folder = ThisPackage.root.appendingPathComponent("Examples/scenarios").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasPrefix("killed-") && !$0.contains("write") }
    #expect(names.count > 6)
    var runner = ScenarioRunner(worker: [])
    runner.app = AppUnderTest(command: "exec '\(try ThisPackage.binary("hwdb"))' app serve", timeLimitMs: 20_000)
    runner.app?.like = .mcqStreak
    for name in Sampling.part(names.sorted(), oneIn: 3) {
      let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      let report = runner.run(try ScenarioParser.parse(ScenarioSource(name: name, text: text)))
      #expect(report.failed == 0 && report.passed > 0, "\(report.scenarios.map(\.failures))")
    }
  }
}
