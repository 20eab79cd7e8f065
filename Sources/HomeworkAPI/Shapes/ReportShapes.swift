public import HomeworkFormats
import HomeworkJSON
public import HomeworkModel
import HomeworkMotion
package import HomeworkReports

extension Shapes {
  package static let run = Shape<RunReport>(
    "Run", "The results of the scenarios of one run.",
    Field("scenarios", .array(scenarioReport), \.scenarios, "Each of them."),
    derived: [
      Derived("passed", .count, \.passed, "How many passed."),
      Derived("failed", .count, \.failed, "How many did not."),
      Derived("skipped", .count, \.skipped, "How many were not played, since a program under test cannot do them."),
    ], make: RunReport.init)

  package static let scenarioReport = Shape<ScenarioReport>(
    "ScenarioReport", "The result of one scenario.",
    Field("name", .string, \.name, "Its name."), Field("file", .string, \.file, "The file that it is in."),
    Field("line", .count, \.line, "Where it begins."), Field("outcome", .word, \.outcome, "Whether it passed."),
    Field("mode", .word, \.mode, "How it was killed."),
    Field("durationMs", .count, \.durationMs, "How far the session's clock went."),
    Field("seconds", .number, else: 0, \.seconds, "How long it really took."),
    Field(optional: "skipped", .string, \.skipped, "Why it was not played."),
    Field(optional: "knownFailure", .string, \.knownFailure, "With which message it is known to fail, and did."),
    Field(optional: "errorOutput", .string, \.errorOutput, "The end of what the program wrote to its standard error."),
    Field("failures", .array(failure), \.failures, "What was not as expected."),
    Field("laws", .array(law), \.laws, "Each law, and whether it held."),
    Field("kills", .array(kill), \.kills, "Each kill."),
    Field("states", .array(.array(fieldReport)), \.states, "For each kill and resume, what became of each field."),
    Field("trace", .array(traceEntry), \.trace, "The actions and what each did, in order."),
    Field("cues", .array(cue), \.cues, "Every cue once, in order of start, with what became of it."),
    make: {
      ScenarioReport(
        name: $0, file: $1, line: $2, outcome: $3, mode: $4, durationMs: $5, seconds: $6, skipped: $7,
        knownFailure: $8, errorOutput: $9, failures: $10, laws: $11, kills: $12, states: $13, trace: $14, cues: $15)
    })

  private static let failure = Shape<Failure>.object(
    Field("line", .count, \.line, "Its place."),
    Field(optional: "statement", .string, \.statement, "The statement as it stands in the script."),
    Field("expected", .string, \.expected, "What it expects."), Field("found", .string, \.found, "What there was."),
    Field(optional: "hint", .string, \.hint, "What would have held, or what to do first."),
    Field("lastCues", .array(.string), \.lastCues, "The last cues before it, a line each; only of the first failure."),
    make: { Failure(line: $0, statement: $1, expected: $2, found: $3, hint: $4, lastCues: $5) })
  private static let law = Shape<LawReport>.object(
    Field("law", .integer(1...6), \.law, "Its number."), Field("name", .string, \.name, "Its name."),
    Field("held", .boolean, \.held, "Whether it held."),
    Field(optional: "detail", .string, \.detail, "What broke it first."),
    Field(optional: "unjudged", .string, \.unjudged, "Why it was not judged."),
    make: { LawReport(law: $0, name: $1, held: $2, detail: $3, unjudged: $4) })
  private static let kill = Shape<KillReport>.object(
    Field("at", .count, \.at, "When, on the session's clock."), Field("point", .string, \.point, "Where it struck."),
    Field("mode", .word, \.mode, "How."),
    Field(optional: "pid", .integer, { $0.pid.map(Int.init) }, "The process that was ended."),
    Field(optional: "signal", .integer, { $0.signal.map(Int.init) }, "The signal that ended it."),
    Field(optional: "seed", seed, \.seed, "The seed that chose what the disk kept."),
    make: { KillReport(at: $0, point: $1, mode: $2, pid: $3.map(Int32.init), signal: $4.map(Int32.init), seed: $5) })
  /// One past the range of whole numbers is told as near as a double comes.
  static let seed = Shape<UInt64>(
    .integer(),
    put: { $1.write(Int64(exactly: $0).map { .int($0) } ?? JSONValue.double(Double($0))) },
    take: { json in
      if case .int(let number) = json, let seed = UInt64(exactly: number) { return seed }
      guard let seed = json.number.flatMap({ UInt64(exactly: $0) }) else {
        throw Fault(path: "", message: "must be of type integer")
      }
      return seed
    })
  private static let fieldReport = Shape<FieldReport>.object(
    Field("field", .word, \.field, "Its name."), Field("kind", .word, \.kind, "What a kill does to it."),
    Field(optional: "before", .string, \.before, "What it held before."),
    Field(optional: "after", .string, \.after, "What it holds after."),
    Field("verdict", .word, \.verdict, "What became of it."),
    make: { FieldReport(field: $0, kind: $1, before: $2, after: $3, verdict: $4) })
  private static let traceEntry = Shape<TraceEntry>.object(
    Field("atMs", .count, \.atMs, "On the session's clock."), Field("event", .string, \.event, "What happened."),
    Field(optional: "outcome", .word, \.outcome, "What the answer was graded."),
    Field(optional: "position", .integer(0...10), \.position, "The streak position of the answer."),
    Field(optional: "question", .integer(0...200), \.question, "Where it resumed, from 0."),
    Field(optional: "point", .string, \.point, "Where a kill struck."),
    Field(optional: "during", .string, \.during, "The action that it struck."),
    Field(optional: "refused", .string, \.refused, "The name of the error."),
    Field(optional: "started", .array(.string), \.started, "Cues told for the first time, in words."),
    Field(optional: "changed", .array(.string), \.changed, "Earlier cues that end otherwise from here on."),
    make: {
      TraceEntry(
        atMs: $0, event: $1, outcome: $2, position: $3, question: $4, point: $5, during: $6, refused: $7,
        started: $8, changed: $9)
    })

  private static let violation = Shape<Violation>.object(
    Field("law", .integer(1...6), \.law, "Its number."), Field("name", .string, \.name, "Its name."),
    Field("detail", .string, \.detail, "What broke it."), Field("script", .string, \.script, "A script that shows it."),
    make: { Violation(law: $0, name: $1, detail: $2, script: $3) })

  package static let exploration = Shape<ExplorationReport>(
    "Exploration", "What exploring scenarios and sequences gave.",
    Field(optional: "scenarios", .array(explored), \.scenarios, "Each scenario of the script."),
    Field(optional: "sequences", sequences, \.sequences, "Every sequence of answers."),
    make: { ExplorationReport(scenarios: $0, sequences: $1) })

  private static let explored = Shape<Exploration>.object(
    Field("name", .string, \.name, "Its name."), Field("file", .string, \.file, "The file that it is in."),
    Field("line", .count, \.line, "Where it begins."),
    Field("pointsKnown", .count, \.pointsKnown, "Points at which it can die."),
    Field("pointsTried", .count, \.pointsTried, "Those tried."),
    Field(optional: "violation", violation, \.violation, "The earliest, shortened."),
    Field(optional: "skipped", .string, \.skipped, "Why it was not explored."),
    make: {
      Exploration(name: $0, file: $1, line: $2, pointsKnown: $3, pointsTried: $4, violation: $5, skipped: $6)
    })
  private static let sequences = Shape<SequenceExploration>.object(
    Field("upTo", .integer(1...16), \.upTo, "Answers of the longest."),
    Field("sequences", .count, \.sequences, "How many there are."), Field("points", .count, \.points, "Deaths tried."),
    Field("steps", .count, \.steps, "Actions played."),
    Field("sampled", .count, \.sampled, "How many of these were played with a database and really killed."),
    Field(optional: "violation", violation, \.violation, "The earliest, shortened."),
    make: { SequenceExploration(upTo: $0, sequences: $1, points: $2, steps: $3, sampled: $4, violation: $5) })

  // MARK: Import

  package static let imported = Shape<ImportReport>(
    "Import", "What was taken from a quiz file, and what was left out, and why.",
    Field("format", .word, \.format, "What the file was read as."),
    Field("titles", .array(.string), \.titles, "What the quizzes are called."),
    Field("added", .count, \.added, "Questions added."), Field("changed", .count, \.changed, "Those changed."),
    Field("leftOut", .count, \.leftOut, "What was left out."),
    Field("left", .array(fault), \.left, "Each thing that was, and why."),
    Field("changes", .array(fault), \.changes, "Each thing that is not as it stood there, and why."),
    Field("homework", .array(homework), \.homework, "What was added."),
    Field("alreadyThere", .array(.id()), \.alreadyThere, "Homework whose quiz asks the same: it was not added again."),
    Field(optional: "quizzes", .array(quizInput), \.quizzes, "Of a dry run, what would be added."),
    Field(optional: "blocks", .array(leftBlock), \.blocks, "What was left out, as it stands in the file."),
    make: ImportReport.init)

  private static let leftBlock = Shape<LeftBlock>.object(
    Field("path", .string, \.path, "Where it stands."), Field("message", .string, \.message, "Why it was left out."),
    Field("text", .string, \.text, "What stands there."), make: LeftBlock.init)
}

/// What was taken from a quiz file, and what was left out, and why.
public struct ImportReport: Sendable {
  public let format: QuizFormat
  public let titles: [String]
  /// Questions.
  public let added: Int, changed: Int, leftOut: Int
  public let left: [Fault], changes: [Fault]
  public let homework: [Homework]
  public let alreadyThere: [Homework.ID]
  public let quizzes: [QuizDraft]?
  /// `nil` unless that was asked for, and anything was left out.
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

/// Something that was left out of a file, as it stands there.
public struct LeftBlock: Hashable, Sendable {
  /// The lines, or what else says where it is.
  public let path: String
  /// Why it was left out.
  public let message: String
  public let text: String

  package init(path: String, message: String, text: String) {
    (self.path, self.message, self.text) = (path, message, text)
  }
}
