public import HomeworkFormats
public import HomeworkModel
import HomeworkMotion
package import HomeworkReports

extension Shapes {
  package static let run = Shape<RunReport>(
    "Run", "The results of the scenarios of one run.",
    Field("scenarios", .array(scenarioReport), \.scenarios, "The result of each scenario."),
    derived: [
      Derived("passed", .count, \.passed, "The number of scenarios that passed."),
      Derived("failed", .count, \.failed, "The number of scenarios that failed."),
      Derived(
        "skipped", .count, \.skipped,
        "The number of scenarios skipped because the program under test does not support them."),
    ], make: RunReport.init)

  package static let scenarioReport = Shape<ScenarioReport>(
    "ScenarioReport", "The result of one scenario.",
    Field("name", .string, \.name, "The name."), Field("file", .string, \.file, "The file."),
    Field("line", .count, \.line, "The line where it starts."),
    Field("outcome", .word, \.outcome, "Whether it passed."),
    Field("mode", .word, \.mode, "The mode of its kills."),
    Field("durationMs", .count, \.durationMs, "The duration on the session's clock."),
    Field("seconds", .number, else: 0, \.seconds, "The real duration, in seconds."),
    Field(optional: "skipped", .string, \.skipped, "Why it was skipped."),
    Field(optional: "knownFailure", .string, \.knownFailure, "The message of a known failure that occurred."),
    Field(optional: "errorOutput", .string, \.errorOutput, "The end of the program's standard error."),
    Field("isMistaken", .boolean, else: false, \.isSenseless, "Whether the script asked for what cannot be."),
    Field("failures", .array(failure), \.failures, "The expectations that failed."),
    Field("laws", .array(law), \.laws, "Each law, and whether it held."),
    Field("kills", .array(kill), \.kills, "Each kill."),
    Field("states", .array(.array(fieldReport)), \.states, "The fields before and after each kill."),
    Field("trace", .array(traceEntry), \.trace, "The actions and their effects, in order."),
    Field("cues", .array(cue), \.cues, "Every cue once, by start, with its final disposition."),
    make: {
      ScenarioReport(
        name: $0, file: $1, line: $2, outcome: $3, mode: $4, durationMs: $5, seconds: $6, skipped: $7,
        knownFailure: $8, errorOutput: $9, isSenseless: $10, failures: $11, laws: $12, kills: $13, states: $14,
        trace: $15, cues: $16)
    })

  private static let failure = Shape<Failure>.object(
    Field("line", .count, \.line, "The line."),
    Field(optional: "statement", .string, \.statement, "The statement in the script."),
    Field("expected", .string, \.expected, "What was expected."), Field("found", .string, \.found, "What was found."),
    Field(optional: "hint", .string, \.hint, "An expectation that would hold, or what to do first."),
    Field(
      "lastCues", .array(.string), \.lastCues, "The last cues before it, one per line; only for the first failure."),
    make: { Failure(line: $0, statement: $1, expected: $2, found: $3, hint: $4, lastCues: $5) })
  private static let law = Shape<LawReport>.object(
    Field("law", .integer(1...6), \.law, "The number of the law."),
    Field("name", .string, \.name, "The name of the law."),
    Field("held", .boolean, \.held, "Whether the law held."),
    Field(optional: "detail", .string, \.detail, "What first broke it."),
    Field(optional: "unjudged", .string, \.unjudged, "Why it was not judged."),
    make: { LawReport(law: $0, name: $1, held: $2, detail: $3, unjudged: $4) })
  private static let kill = Shape<KillReport>.object(
    Field("at", .count, \.at, "The time on the session's clock."),
    Field("point", .string, \.point, "The point of the kill."),
    Field("mode", .word, \.mode, "How."),
    Field(optional: "pid", .integer, { $0.pid.map(Int.init) }, "The process that was killed."),
    Field(optional: "signal", .integer, { $0.signal.map(Int.init) }, "The signal that killed it."),
    Field(optional: "seed", seed, \.seed, "The seed for what the disk kept."),
    make: { KillReport(at: $0, point: $1, mode: $2, pid: $3.map(Int32.init), signal: $4.map(Int32.init), seed: $5) })
  /// A number outside the range of whole numbers is written as the nearest double.
  static let seed = Shape<UInt64>(
    .integer(0...Int.max),
    put: { $1.write(Int64(exactly: $0).map { .int($0) } ?? JSONValue.double(Double($0))) },
    take: { json in
      if case .int(let number) = json, let seed = UInt64(exactly: number) { return seed }
      guard let seed = json.number.flatMap({ UInt64(exactly: $0) }) else {
        throw Fault(path: "", message: "must be of type integer")
      }
      return seed
    })
  private static let fieldReport = Shape<FieldReport>.object(
    Field("field", .string, \.field, "The name of the field."), Field("kind", .word, \.kind, "What a kill does to it."),
    Field(optional: "before", .string, \.before, "The value before the kill."),
    Field(optional: "after", .string, \.after, "The value after the kill."),
    Field("verdict", .word, \.verdict, "What happened to the field."),
    make: { FieldReport(field: $0, kind: $1, before: $2, after: $3, verdict: $4) })
  private static let traceEntry = Shape<TraceEntry>.object(
    Field("atMs", .count, \.atMs, "The time on the session's clock."),
    Field("event", .string, \.event, "What happened."),
    Field(optional: "outcome", .word, \.outcome, "The outcome of the answer."),
    Field(optional: "position", .integer(0...10), \.position, "The streak position of the answer."),
    Field(optional: "question", .integer(0...200), \.question, "The question where it resumed, from 0."),
    Field(optional: "point", .string, \.point, "The point of a kill."),
    Field(optional: "during", .string, \.during, "The action during which it was killed."),
    Field(optional: "refused", .string, \.refused, "The name of the error if the action was refused."),
    Field(optional: "started", .array(.string), \.started, "Cues that were started, in words."),
    Field(optional: "changed", .array(.string), \.changed, "Earlier cues that now end differently."),
    make: {
      TraceEntry(
        atMs: $0, event: $1, outcome: $2, position: $3, question: $4, point: $5, during: $6, refused: $7,
        started: $8, changed: $9)
    })

  private static let violation = Shape<Violation>.object(
    Field("law", .integer(0...6), \.law, "The number of the law; 0 for what the script always expects."),
    Field("name", .string, \.name, "The name of the law."),
    Field("detail", .string, \.detail, "What broke it."),
    Field("script", .string, \.script, "A script that reproduces it."),
    make: { Violation(law: $0, name: $1, detail: $2, script: $3) })

  package static let exploration = Shape<ExplorationReport>(
    "Exploration", "The result of exploring scenarios or sequences.",
    Field(optional: "scenarios", .array(explored), \.scenarios, "The result for each scenario."),
    Field(optional: "sequences", sequences, \.sequences, "The result for sequences."),
    make: { ExplorationReport(scenarios: $0, sequences: $1) })

  private static let explored = Shape<Exploration>.object(
    Field("name", .string, \.name, "The name."), Field("file", .string, \.file, "The file."),
    Field("line", .count, \.line, "The line where it starts."),
    Field("pointsKnown", .count, \.pointsKnown, "The number of points where it can be killed."),
    Field("pointsTried", .count, \.pointsTried, "The number of points tried."),
    Field(optional: "violation", violation, \.violation, "The earliest violation, with a shortened script."),
    Field("failures", .array(.string), else: [], \.failures, "What went wrong without further kills."),
    Field("isMistaken", .boolean, else: false, \.isSenseless, "Whether the script asked for what cannot be."),
    Field(optional: "skipped", .string, \.skipped, "Why it was skipped."),
    Field(optional: "notChecked", .string, \.notChecked, "The laws that were not checked, and why."),
    make: {
      Exploration(
        name: $0, file: $1, line: $2, pointsKnown: $3, pointsTried: $4, violation: $5, failures: $6,
        isSenseless: $7, skipped: $8, notChecked: $9)
    })
  private static let sequences = Shape<SequenceExploration>.object(
    Field("upTo", .integer(1...16), \.upTo, "The length of the longest sequence."),
    Field("sequences", .count, \.sequences, "The number of sequences."),
    Field("points", .count, \.points, "The number of kills tried."),
    Field("steps", .count, \.steps, "The number of actions played."),
    Field("sampled", .count, \.sampled, "The number of sequences that were also killed with a database on disk."),
    Field(optional: "violation", violation, \.violation, "The earliest violation, with a shortened script."),
    make: { SequenceExploration(upTo: $0, sequences: $1, points: $2, steps: $3, sampled: $4, violation: $5) })

  // MARK: Import

  package static let imported = Shape<ImportReport>(
    "Import", "What was imported from a quiz file, and what was left out and why.",
    Field("format", .word, \.format, "The format of the file."),
    Field("titles", .array(.string), \.titles, "The titles of the quizzes."),
    Field("added", .count, \.added, "The number of questions added."),
    Field("changed", .count, \.changed, "The number of questions changed."),
    Field("leftOut", .count, \.leftOut, "The number of questions left out."),
    Field("left", .array(fault), \.left, "What was left out, and why."),
    Field("changes", .array(fault), \.changes, "What was changed, and why."),
    Field("homework", .array(homework), \.homework, "The homework that was added."),
    Field(
      "alreadyThere", .array(.id()), \.alreadyThere, "Existing homework with the same quiz, not added again."),
    Field(optional: "quizzes", .array(quizInput), \.quizzes, "For a dry run: the quizzes that would be added."),
    Field(optional: "blocks", .array(leftBlock), \.blocks, "The text of each question left out."),
    make: ImportReport.init)

  private static let leftBlock = Shape<LeftBlock>.object(
    Field("path", .string, \.path, "The place in the file."),
    Field("message", .string, \.message, "Why it was left out."),
    Field("text", .string, \.text, "The text in the file."), make: LeftBlock.init)
}

/// What was imported from a quiz file, and what was left out and why.
public struct ImportReport: Sendable {
  public let format: QuizFormat
  public let titles: [String]
  /// The numbers of questions.
  public let added: Int, changed: Int, leftOut: Int
  public let left: [Fault], changes: [Fault]
  public let homework: [Homework]
  public let alreadyThere: [Homework.ID]
  public let quizzes: [QuizDraft]?
  /// The text of each question left out; `nil` unless requested.
  public let blocks: [LeftBlock]?

  package init(
    format: QuizFormat, titles: [String], added: Int, changed: Int, leftOut: Int, left: [Fault], changes: [Fault],
    homework: [Homework], alreadyThere: [Homework.ID], quizzes: [QuizDraft]?, blocks: [LeftBlock]?
  ) {
    (self.format, self.titles, self.added, self.changed, self.leftOut) = (format, titles, added, changed, leftOut)
    (self.left, self.changes, self.homework) = (left, changes, homework)
    (self.alreadyThere, self.quizzes, self.blocks) = (alreadyThere, quizzes, blocks)
  }
}

/// A question that was left out, with its text in the file.
public struct LeftBlock: Hashable, Sendable {
  /// The lines, or another description of the place.
  public let path: String
  /// Why it was left out.
  public let message: String
  public let text: String

  package init(path: String, message: String, text: String) {
    (self.path, self.message, self.text) = (path, message, text)
  }
}
