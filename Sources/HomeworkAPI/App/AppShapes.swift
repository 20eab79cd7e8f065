package import HomeworkModel
import HomeworkMotion

/// The messages of the protocol of programs under test: writers and readers.
package enum AppShapes {
  /// Asked before the first `app.start`: the versions of the protocol that the runner speaks.
  package static let hello = Shape<[Int]>.object([]) {
    Field("protocols", \.self, versions, "The versions that the runner speaks.")
  }

  package static let helloResult = Shape<[Int]>.object([AppStart.version]) {
    Field(optional: "protocols", \.self, versions, "The versions that the program speaks; 1 by default.")
  }

  private static let versions = Shape<[Int]>.array(.integer(1...1000))

  package static let start = Shape<AppStart>.object(AppStart()) {
    Field("protocol", \.version, .integer(1...1), "The version of the protocol.")
    Field("life", \.life, .integer(1...Int(1) << 53), "The number of this process in the scenario, from 1.")
    Field("atMs", \.atMs, "The time on the scenario's clock, which keeps running over kills.")
    Field(
      "dataDirectory", \.dataDirectory,
      "The program's own directory: empty in life 1, kept over kills, removed at the end.")
    Field("quiz", \.quiz, Shapes.quiz, "The quiz to play, with its answers.")
    Field("motion", \.motion, .word, "Full or reduced.")
    Field("screen", \.screen, Shapes.screen, "The screen size in points.")
    Field("seed", \.seed, Shapes.seed, "The seed of the particles.")
    Field("animations", \.animation, "The absolute path of the first animation file.")
    Field("animationFiles", \.animationFiles, "The absolute paths of all animation files, if there are several.")
    Field("profiles", \.profiles, .array(.name), "The designs that the script shows.")
    Field("learners", \.learners, "Who plays besides the first learner, by name.")
    Field("learner", \.learner, "Who of them is at the screen; the first without.")
    Field("server", \.server, "The address of a server for its data, if not its directory.")
    Field("library", \.library, "The name of the library there.")
    Field("powerFails", \.powerFails, "Whether `app.kill` may follow, by which it loses what is not synced.")
  }

  package static let startResult = Shape<AppStartResult>.object(AppStartResult()) {
    Field("name", \.name, "The name of the program.")
    Field("version", \.version, "The version of the program.")
    Field("homepage", \.homepage, "A URL with more about it.")
    Field("capabilities", \.capabilities, capabilities, "What the program supports.")
  }

  private static let capabilities = Shape<AppCapabilities>.object(AppCapabilities()) {
    Field("clock", \.clock, .word, "`virtual` if the program uses the times it is given, `real` if it waits.")
    Field("actions", \.actions, .array(.word), "The supported actions.")
    Field("state", \.state, .array(.word), "What `app.state` gives.")
    Field("suppressed", \.suppressed, "Whether `app.start` reports the cues that a kill suppressed.")
    Field(
      optional: "kill", \.kill, .word,
      "`process` if the runner ends it by SIGKILL, `own` if it is a bridge that ends what it tests at `app.kill`.")
    Field(
      optional: "kills", \.kills, .array(.word),
      "The ways to die that it has itself, which `app.kill` asks for: by a signal within a `commit` or at a `write` of "
        + "its file, by a `drop` of its memory, by `powerLoss`.")
    Field(optional: "fields", \.fields, .array(field), "Fields of its own in `app.state`.")
    Field(
      optional: "options", \.startsWithOptions,
      "Whether it takes the options of `start`: order, choice of questions, practice, time limit.")
    Field(
      optional: "requests", \.repeatsRequests,
      "Whether it takes a `requestId`, and does a request that is repeated only once, also after a kill.")
    Field(
      optional: "questions", \.questions, .array(.word),
      "The types of questions that it asks; by default `mcq`, `fillBlank` and `shortAnswer`.")
  }

  private static let field = Shape<AppField>.object(AppField()) {
    Field("name", \.name, "The name: lower-case letters, digits and hyphens.")
    Field("kind", \.kind, .word, "`kept` if it is the same after a kill, `lost` if it is empty then.")
  }

  package static let killParams = Shape<AppKillParams>.object(AppKillParams()) {
    Field(
      "at", \.at, .word,
      "`now`, or where the next action that saves comes to it. For a bridge it is always now, and this says where the "
        + "runner is.")
    Field("write", \.write, .integer(1...1_000_000), "At which write or sync of its file, from 1.")
    Field(optional: "by", \.by, .word, "SIGKILL, unless it is a drop of what is in memory, or the power.")
    Field("seed", \.seed, Shapes.seed, "The seed of what a disk keeps that was not synced.")
  }

  /// A bridge's reply once it has ended what it tests.
  package static let killResult = Shape<AppEvidence?>.object(nil) {
    Field("evidence", \.self, evidence, "Of a bridge: what shows that what it tests is gone.")
  }

  private static let evidence = Shape<AppEvidence>.object(AppEvidence()) {
    Field("pid", \.pid, .integer(1...Int(Int32.max)), "The process that it ended, on this machine.")
    Field("text", \.text, "What it did, in words, if no process here shows it.")
  }

  package static let act = Shape<AppAct>.object(AppAct()) {
    Field("atMs", \.atMs, "The time on the scenario's clock.")
    Field("action", \.kind, .word, "The action.")
    Field("response", \.response, "For an answer: the letter of an option, or text.")
    Field("questionIndex", \.questionIndex, .integer(0...199), "Of `revisit`, from 0.")
    Field(
      "name", \.name,
      "For `event`: its name. For `add`, `complete` and `delete`: the title. For `learner`: who comes to the screen.")
    Field("count", \.count, "For `event`: the number of items.")
    Field("number", \.number, .integer, "For `event`: its number, such as the points of a swipe.")
    Field("serial", \.serial, "The number of the action in the scenario, from 1.")
    Field("requestId", \.requestId, "Of an action that saves: a UUID, the same if the request is repeated.")
    Field(
      "right", \.isRight,
      "For an answer: whether it is to be right, for a program that asks in an order of its own.")
    Field("options", \.options, options, "For `start`: what to ask, and how.")
    Field("collection", \.collection, "For `add`: the collection.")
    Field("state", \.state, "For `generation`: `none`, `pending`, `ready` or `failed`.")
    Field("reason", \.reason, "For `generation`: why it failed.")
    Field("retryAfterSeconds", \.retryAfterSeconds, "For `generation`: when to try again.")
    Field("milliseconds", \.milliseconds, .integer(AttemptOptions.timeLimitsMs), "For `extend`: how much more time.")
  }

  private static let options = Shape<AttemptOptions>.object(AttemptOptions()) {
    Field("shuffle", \.shuffle, .word, "What to shuffle.")
    Field("seed", \.seed, Shapes.seed, "The seed of the order.")
    Field("only", \.only, Shapes.selection, "The questions to practise.")
    Field(optional: "practice", \.isPractice, "Whether it is practice.")
    Field("timeLimitMs", \.timeLimitMs, .integer(AttemptOptions.timeLimitsMs), "The time limit.")
  }

  package static let actResult = Shape<AppActResult>.object(AppActResult()) {
    Field("outcome", \.outcome, .word, "How the answer is settled.")
    Field("position", \.position, .integer(0...10), "The streak position of the answer.")
    Field("killed", \.isKilled, "That the kill that was armed has dropped what was in memory instead.")
  }

  package static let advance = Shape<Int>.object(0) {
    Field(
      "toMs", \.self, "The time on the scenario's clock. Report all cues that start or end until then before the reply."
    )
  }

  package static let state = Shape<AppState>.object(AppState()) {
    Field("question", \.question, .integer(1...201), "The current question, from 1.")
    Field("streak", \.streak, .integer(0...10), "The streak position.")
    Field("stars", \.stars, "The stars of the attempt.")
    Field("total", \.total, "The stars of all finished attempts.")
    Field("score", \.score, .integer(0...200), "The number of correct answers.")
    Field(
      "percentage", \.percentage, .integer(0...100),
      "The percentage of correct answers among all questions, rounded half up.")
    Field("grade", \.grade, .word, "The grade, once the attempt is completed.")
    Field("bar", \.bar, .array(.word), "The ten dots on the screen.")
    Field("state", \.state, .word, "The state of the last attempt.")
    Field("attemptOpen", \.attemptOpen, "Whether an attempt is in progress.")
    Field("progress", \.progress, progress, "The progress over all finished attempts.")
    Field("fields", \.fields, .map(.string), "The fields of its own that are not empty.")
  }

  private static let progress = Shape<HomeworkProgress>.object(HomeworkProgress()) {
    Field("bestScore", \.bestScore, .integer(0...200), "The number of correct answers in the best attempt.")
    Field("completionPercentage", \.completionPercentage, .integer(0...100), "The percentage of the best attempt.")
    Field("totalAttempts", \.totalAttempts, "The number of completed attempts.")
  }

  private static let atMs = "A time on the scenario's clock; optional if the clock is real."
  private static let attempt =
    "The program's own name for the attempt, the same after a kill; by default the last attempt, or after a kill the "
    + "one in which a cue of that animation and question had that time."
  private static let whole = "All of it, with its planned end, in place of the other members."

  fileprivate static let cueStarted = Shape<AppCue>.object(AppCue()) {
    Field("animation", \.animation, "The name of the animation.")
    Field("variant", \.variant, "The variant, such as `newStreak` of A1.")
    Field("atMs", \.atMs, "The start; later than now for a scheduled cue. \(atMs)")
    Field("durationMs", \.durationMs, "The duration.")
    Field("questionIndex", \.questionIndex, .integer(0...199), "The question it celebrates, from 0.")
    Field("attempt", \.attempt, attempt)
    Field("from", \.from, .integer, "The start of a count.")
    Field("to", \.to, .integer, "The end of a count.")
    Field("cue", \.cue, Shapes.cue, whole)
  }

  fileprivate static let cueEnded = Shape<AppCue>.object(AppCue()) {
    Field("animation", \.animation, "The name of the animation.")
    Field(
      "questionIndex", \.questionIndex, .integer(0...199),
      "The question, from 0; without it, the oldest running cue of that name ends.")
    Field("attempt", \.attempt, attempt)
    Field("atMs", \.atMs, "When it ended. \(atMs)")
    Field("disposition", \.disposition, .word, "How it ended.")
    Field("reason", \.reason, .word, "Why it did not play to its end.")
    Field("cue", \.cue, Shapes.cue, whole)
  }

  fileprivate static let cueSuppressed = Shape<AppCue>.object(AppCue()) {
    Field("animation", \.animation, "The name of the animation.")
    Field("variant", \.variant, "The variant, such as `newStreak` of A1.")
    Field("questionIndex", \.questionIndex, .integer(0...199), "The question it would celebrate, from 0.")
    Field("attempt", \.attempt, attempt)
    Field("atMs", \.atMs, "When it started, or would have started. \(atMs)")
    Field("reason", \.reasonGiven, .word, "Why it is not shown.")
    Field(optional: "mayHaveEnded", \.mayHaveEnded, "Whether it may have ended by itself before the kill.")
    Field("cue", \.cue, Shapes.cue, whole)
  }

  package static let skipped = Shape<AppSkipped>.object(AppSkipped()) {
    Field("message", \.message, "What the program does not support.")
    Field("issueUrl", \.issueUrl, "The URL of an issue about it.")
  }
}

extension AppCueEvent {
  package var shape: Shape<AppCue> {
    switch self {
    case .started: AppShapes.cueStarted
    case .ended: AppShapes.cueEnded
    case .suppressed: AppShapes.cueSuppressed
    }
  }
}
