public import HomeworkFormats
public import HomeworkModel
import HomeworkMotion
package import HomeworkReports

extension Shapes {
  package static let run = Shape<RunReport>("Run", "The results of the scenarios of one run.", RunReport(scenarios: []))
  {
    Field("scenarios", \.scenarios, .array(scenarioReport), "The result of each scenario.")
    Field(derived: "passed", \.passed, .count, "The number of scenarios that passed.")
    Field(derived: "failed", \.failed, .count, "The number of scenarios that failed.")
    Field(
      derived: "skipped", \.skipped, .count,
      "The number of scenarios skipped because the program under test does not support them.")
    Field(derived: "lost", \.power?.lost, .array(lost), "At power losses: the operations whose loss breaks something.")
    Field(derived: "states", \.power?.states, .count, "At power losses: the number of states of the disk tried.")
    Field(derived: "statesKnown", \.power?.statesKnown, .count, "At power losses: the number of states known.")
  }

  package static let power = Shape<PowerReport>.object(PowerReport()) {
    Field("states", \.states, "The number of states of the disk that were tried.")
    Field("statesKnown", \.statesKnown, "The number of states of the disk that are known.")
    Field(optional: "lost", \.lost, .array(lost), "The smallest set of operations found whose loss breaks something.")
    Field(optional: "unjudged", \.unjudged, .array(unjudged), "The files that cannot be judged.")
  }
  private static let lost = Shape<LostOperation>.object(
    LostOperation(operation: "", path: "", call: "", atMs: 0, line: 0, missing: "")
  ) {
    Field("operation", \.operation, "What was lost: `write`, `truncate`, `create`, `link`, `rename` or `remove`.")
    Field("path", \.path, "The path in the data directory.")
    Field("call", \.call, "The system call.")
    Field("atMs", \.atMs, "The time on the scenario's clock.")
    Field("line", \.line, "The line of the action to which it belongs.")
    Field("missing", \.missing, "What happened, and the call that would have kept it.")
  }
  private static let unjudged = Shape<UnjudgedFile>.object(UnjudgedFile(path: "", unjudged: "")) {
    Field("path", \.path, "The path in the data directory; empty for every file.")
    Field("unjudged", \.unjudged, "Why it cannot be judged.")
  }

  package static let scenarioReport = Shape<ScenarioReport>(
    "ScenarioReport", "The result of one scenario.", ScenarioReport(name: "", file: "", line: 0, mode: .simulated)
  ) {
    Field("name", \.name, "The name.")
    Field("file", \.file, "The file.")
    Field("line", \.line, "The line where it starts.")
    Field("mode", \.mode, .word, "The mode of its kills.")
    Field("durationMs", \.durationMs, "The duration on the session's clock.")
    Field(optional: "seconds", \.seconds, "The real duration, in seconds.")
    Field("skipped", \.skipped, "Why it was skipped.")
    Field("knownFailure", \.knownFailure, "The message of a known failure that occurred.")
    Field("seed", \.seed, seed, "The seed with which it failed.")
    Field("errorOutput", \.errorOutput, "The end of the program's standard error.")
    Field(optional: "isMistaken", \.isScriptError, "Whether the script asked for what cannot be.")
    Field(optional: "isUnanswered", \.isUnanswered, "Whether the program did not start, or did not answer in time.")
    Field(optional: "startsNoCue", \.startsNoCue, "Whether a program under test started no cue.")
    Field(
      optional: "unreported", \.unreported,
      "The expectations that hold, but of which the program reports nothing, and why.")
    Field("failures", \.failures, .array(failure), "The expectations that failed.")
    Field("laws", \.laws, .array(law), "Each law, and whether it held.")
    // After the laws, of which a broken one fails what is not known to have passed.
    Field("outcome", \.outcome, .word, "Whether it passed.")
    Field("kills", \.kills, .array(kill), "Each kill.")
    Field("states", \.states, .array(.array(fieldReport)), "The fields before and after each kill.")
    Field("trace", \.trace, .array(traceEntry), "The actions and their effects, in order.")
    Field("cues", \.cues, .array(cue), "Every cue once, by start, with its final disposition.")
    Field("power", \.power, power, "What losing the power did to a program under test.")
  }

  private static let failure = Shape<Failure>.object(Failure(line: 0, expected: "", found: "", lastCues: [])) {
    Field("line", \.line, "The line.")
    Field("statement", \.statement, "The statement in the script.")
    Field("expected", \.expected, "What was expected.")
    Field("found", \.found, "What was found.")
    Field("hint", \.hint, "An expectation that would hold, or what to do first.")
    Field("lastCues", \.lastCues, "The last cues before it, one per line; only for the first failure.")
  }
  private static let law = Shape<LawReport>.object(LawReport(law: 1, name: "", held: false, detail: nil)) {
    Field("law", \.law, .integer(1...6), "The number of the law.")
    Field("name", \.name, "The name of the law.")
    Field("held", \.held, "Whether the law held.")
    Field("detail", \.detail, "What first broke it.")
    Field("unjudged", \.unjudged, "Why it was not judged.")
  }
  private static let kill = Shape<KillReport>.object(
    KillReport(at: 0, point: "", mode: .simulated, pid: nil, signal: nil, seed: nil)
  ) {
    Field("at", \.at, "The time on the session's clock.")
    Field("point", \.point, "The point of the kill.")
    Field("mode", \.mode, .word, "How the process was killed.")
    Field(
      "pid", \.pid, Shape<Int>.integer.map(to: { Int32(truncatingIfNeeded: $0) }, from: { Int($0) }),
      "The process that was killed.")
    Field(
      "signal", \.signal, Shape<Int>.integer.map(to: { Int32(truncatingIfNeeded: $0) }, from: { Int($0) }),
      "The signal that killed it.")
    Field("seed", \.seed, seed, "The seed for what the disk kept.")
    Field("unproved", \.unproved, "The words of a bridge that named no process that it ended: the kill was not proved.")
  }
  /// A number outside the range of whole numbers is written as the nearest double.
  static let seed = Shape<UInt64>(
    .integer(0...Int.max),
    check: { seed, path, _, faults in
      guard Int(exactly: seed) == nil else { return }
      faults.append(.outside(0...Int.max, JSONText(JSONValue(Double(seed))).text, at: path))
    },
    encode: { $1.write(Int64(exactly: $0).map { .int($0) } ?? JSONValue.double(Double($0))) },
    get: { json in
      if case .int(let number) = json { UInt64(exactly: number) } else { json.number.flatMap { UInt64(exactly: $0) } }
    })
  private static let fieldReport = Shape<FieldReport>.object(
    FieldReport(field: "", kind: .persisted, before: nil, after: nil, verdict: .kept)
  ) {
    Field("field", \.field, "The name of the field.")
    Field("kind", \.kind, .word, "What a kill does to it.")
    Field("before", \.before, "The value before the kill.")
    Field("after", \.after, "The value after the kill.")
    Field("verdict", \.verdict, .word, "What happened to the field.")
  }
  private static let traceEntry = Shape<TraceEntry>.object(TraceEntry(atMs: 0, event: "")) {
    Field("atMs", \.atMs, "The time on the session's clock.")
    Field("event", \.event, "What happened.")
    Field("outcome", \.outcome, .word, "The outcome of the answer.")
    Field("position", \.position, .integer(0...10), "The streak position of the answer.")
    Field("question", \.question, .integer(0...200), "The question where it resumed, from 0.")
    Field("point", \.point, "The point of a kill.")
    Field("during", \.during, "The action during which it was killed.")
    Field("refused", \.refused, "The name of the error if the action was refused.")
    Field("started", \.started, "Cues that were started, in words.")
    Field("changed", \.changed, "Earlier cues that now end differently.")
    Field("parts", \.parts, "The number of parts of an exchange with another copy.")
  }

  private static let violation = Shape<Violation>.object(Violation(law: 0, name: "", detail: "", script: "")) {
    Field("law", \.law, .integer(0...6), "The number of the law; 0 for what the script always expects.")
    Field("name", \.name, "The name of the law.")
    Field("detail", \.detail, "What broke it.")
    Field("script", \.script, "A script that reproduces it.")
    Field(optional: "lost", \.lost, .array(lost), "The operations that are lost with the power.")
  }

  package static let exploration = Shape<ExplorationReport>(
    "Exploration", "The result of exploring scenarios or sequences.", ExplorationReport(scenarios: nil, sequences: nil)
  ) {
    Field("scenarios", \.scenarios, .array(explored), "The result for each scenario.")
    Field("sequences", \.sequences, sequences, "The result for sequences.")
  }

  private static let explored = Shape<Exploration>.object(Exploration(name: "", file: "", line: 0, pointsKnown: 0)) {
    Field("name", \.name, "The name.")
    Field("file", \.file, "The file.")
    Field("line", \.line, "The line where it starts.")
    Field("pointsKnown", \.pointsKnown, "The number of points where it can be killed.")
    Field("pointsTried", \.pointsTried, "The number of points tried.")
    Field("estimatedMs", \.estimatedMs, "How long all of it would have taken, if the budget ended it.")
    Field("violation", \.violation, violation, "The earliest violation, with a shortened script.")
    Field(optional: "failures", \.failures, "What went wrong without further kills.")
    Field(optional: "isMistaken", \.isScriptError, "Whether the script asked for what cannot be.")
    Field(optional: "isUnanswered", \.isUnanswered, "Whether the program did not start, or did not answer in time.")
    Field(optional: "startsNoCue", \.startsNoCue, "Whether a program under test started no cue.")
    Field("skipped", \.skipped, "Why it was skipped.")
    Field("notChecked", \.notChecked, "The laws that were not checked, and why.")
    Field("power", \.power, power, "What losing the power did to a program under test.")
  }
  private static let sequences = Shape<SequenceExploration>.object(
    SequenceExploration(upTo: 1, sequences: 0, points: 0, steps: 0)
  ) {
    Field("upTo", \.upTo, .integer(1...16), "The length of the longest sequence.")
    Field("sequences", \.sequences, "The number of sequences.")
    Field("points", \.points, "The number of kills tried.")
    Field("steps", \.steps, "The number of actions played.")
    Field("violation", \.violation, violation, "The earliest violation, with a shortened script.")
  }

  // MARK: Import

  package static let imported = Shape<ImportReport>(
    "Import", "What was imported from a quiz file, and what was left out and why.", ImportReport()
  ) {
    Field("format", \.format, .word, "The format of the file.")
    Field("formatReason", \.formatReason, "Why the file was read in this format; omitted if it was given.")
    Field("titles", \.titles, "The titles of the quizzes.")
    Field("added", \.added, "The number of questions added.")
    Field("changed", \.changed, "The number of questions changed.")
    Field("leftOut", \.leftOut, "The number of questions left out.")
    Field("left", \.left, .array(fault), "What was left out, and why.")
    Field("changes", \.changes, .array(fault), "What was changed, and why.")
    Field("homework", \.homework, .array(homework), "The homework that was added.")
    Field("alreadyThere", \.alreadyThere, "Existing homework with the same quiz, not added again.")
    Field("revised", \.revised, .array(homework), "Existing homework whose quiz has a new revision.")
    Field("sameTitle", \.sameTitle, "Existing homework with one of the titles, but with other questions.")
    Field("quizzes", \.quizzes, .array(quizInput), "For a dry run: the quizzes that would be added.")
    Field("blocks", \.blocks, .array(leftBlock), "The text of each question left out.")
  }

  private static let leftBlock = Shape<LeftBlock>.object(LeftBlock()) {
    Field("path", \.path, "The place in the file.")
    Field("message", \.message, "Why it was left out.")
    Field("text", \.text, "The text in the file.")
  }
}

/// The homework imported from a quiz file, and the questions left out, with reasons.
public struct ImportReport: DefaultInitializable {
  public var format = QuizFormat.json
  /// Why the file was read in this format; `nil` if it was given.
  public var formatReason: String?
  public var titles: [String] = []
  /// The numbers of questions.
  public var added = 0, changed = 0, leftOut = 0
  public var left: [Fault] = [], changes: [Fault] = [], homework: [Homework] = [], alreadyThere: [Homework.ID] = []
  /// Existing homework whose quiz was revised.
  public var revised: [Homework] = []
  /// Existing homework that an update would revise.
  public var sameTitle: [Homework.ID] = []
  public var quizzes: [QuizDraft]?
  /// The text of each question left out; `nil` unless requested.
  public var blocks: [LeftBlock]?

  public init() {}
}

/// A question that was left out, with its text in the file.
public struct LeftBlock: Hashable, DefaultInitializable {
  /// The lines, or another description of the place; why it was left out; and its text.
  public var path = "", message = "", text = ""

  public init() {}
}
