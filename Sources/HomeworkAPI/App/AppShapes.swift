package import HomeworkModel
import HomeworkMotion

/// The messages of the protocol of programs under test: schemas, writers and readers.
package enum AppShapes {
  package static let hello = Shape<AppHello>.object(
    Field("protocols", .array(.integer(1...1000)), \.protocols, "The versions that are spoken."),
    make: AppHello.init)

  package static let start = Shape<AppStart>.object(
    Field(
      "protocol", .integer(1...2), \.version, "2 for a program that has answered `app.hello` with it, otherwise 1."),
    Field("life", .integer(1...Int(1) << 53), \.life, "The number of this process in the scenario, from 1."),
    Field("atMs", .count, \.atMs, "The time on the scenario's clock, which keeps running over kills."),
    Field(
      "dataDirectory", .string, \.dataDirectory,
      "The program's own directory: empty in life 1, kept over kills, removed at the end."),
    Field(optional: "quiz", Shapes.quiz, \.quiz, "The quiz to play, with its answers."),
    Field("motion", .word, \.motion, "Full or reduced."),
    Field("screen", Shapes.screen, \.screen, "The screen size in points."),
    Field("seed", Shapes.seed, \.seed, "The seed of the particles."),
    Field(
      optional: "animations", .string, \.animations.first, "The absolute path of the first animation file."),
    Field(
      optional: "animationFiles", .array(.string), { $0.animations.count > 1 ? $0.animations : nil },
      "The absolute paths of all animation files, if there are several."),
    Field(optional: "profiles", .array(.name), \.profiles, "The designs that the script shows. Version 2."),
    Field(
      optional: "learners", .array(.string), \.learners, "Who plays besides the first learner, by name. Version 2."),
    Field(optional: "learner", .string, \.learner, "Who of them is at the screen; the first without. Version 2."),
    Field(
      optional: "server", .string, \.server, "The address of a server for its data, if not its directory. Version 2."),
    Field(optional: "library", .string, \.library, "The name of the library there. Version 2."),
    Field(
      optional: "powerFails", .boolean, \.powerFails,
      "Whether `app.kill` may follow, by which it loses what is not synced. Version 2."),
    make: {
      var start = AppStart(
        version: $0, life: $1, atMs: $2, dataDirectory: $3, quiz: $4, motion: $5, screen: $6, seed: $7,
        animations: $9 ?? [$8].compactMap(\.self))
      (start.profiles, start.learners, start.learner) = ($10, $11, $12)
      (start.server, start.library, start.powerFails) = ($13, $14, $15)
      return start
    })

  package static let greeting = Shape<AppGreeting>.object(
    Field("name", .string, \.name, "The name of the program."),
    Field(optional: "version", .string, \.version, "The version of the program."),
    Field(optional: "homepage", .string, \.homepage, "A URL with more about it."),
    Field("capabilities", capabilities, \.capabilities, "What the program supports."),
    make: { AppGreeting(name: $0, version: $1, homepage: $2, capabilities: $3) })

  private static let capabilities = Shape<AppCapabilities>.object(
    Field(
      "clock", .word, \.clock, "`virtual` if the program uses the times it is given, `real` if it waits."),
    Field("actions", .array(.word), \.actions, "The supported actions."),
    Field("state", .array(.word), \.state, "What `app.state` gives."),
    Field("suppressed", .boolean, \.suppressed, "Whether `app.start` reports the cues that a kill suppressed."),
    Field(
      "kills", .array(.word), else: [], \.kills,
      "The ways to die that it has itself, which `app.kill` asks for: by a signal within a `commit` or at a `write` of "
        + "its file, by a `drop` of its memory, by `powerLoss`. Version 2."),
    Field("fields", .array(field), else: [], \.fields, "Fields of its own in `app.state`."),
    Field(
      "options", .boolean, else: false, \.startsWithOptions,
      "Whether it takes the options of `start`: order, choice of questions, practice, time limit. Version 2."),
    make: {
      AppCapabilities(
        clock: $0, actions: $1, state: $2, suppressed: $3, kills: $4, fields: $5, startsWithOptions: $6)
    })

  private static let field = Shape<AppField>.object(
    Field("name", .string, \.name, "The name: lower-case letters, digits and hyphens."),
    Field("kind", .word, \.kind, "`kept` if it is the same after a kill, `lost` if it is empty then."),
    make: AppField.init)

  package static let killing = Shape<AppKilling>.object(
    Field("at", .word, \.at, "`now`, or where the next action that saves comes to it."),
    Field(optional: "write", .integer(1...1_000_000), \.write, "At which write or sync of its file, from 1."),
    Field("by", .word, \.by, "SIGKILL, a drop of what is in memory, or the power."),
    Field(optional: "seed", Shapes.seed, \.seed, "The seed of what a disk keeps that was not synced."),
    make: AppKilling.init)

  package static let act = Shape<AppAct>.object(
    Field("atMs", .count, \.atMs, "The time on the scenario's clock."), Field("action", .word, \.action, "The action."),
    Field(optional: "response", .string, \.response, "For an answer: the letter of an option, or text."),
    Field(optional: "questionIndex", .integer(0...199), \.questionIndex, "Of `revisit`, from 0."),
    Field(
      optional: "name", .string, \.name,
      "For `event`: its name. For `add`, `complete` and `delete`: the title. For `learner`: who comes to the screen."),
    Field(optional: "count", .count, \.count, "For `event`: the number of items."),
    Field(optional: "number", .integer, \.number, "For `event`: its number, such as the points of a swipe."),
    Field(optional: "serial", .count, \.serial, "The number of the action in the scenario, from 1. Version 2."),
    Field(
      optional: "right", .boolean, \.isRight,
      "For an answer: whether it is to be right, for a program that asks in an order of its own. Version 2."),
    Field(optional: "options", options, \.options, "For `start`: what to ask, and how. Version 2."),
    Field(optional: "collection", .string, \.collection, "For `add`: the collection."),
    Field(optional: "state", .string, \.state, "For `generation`: `none`, `pending`, `ready` or `failed`."),
    Field(optional: "reason", .string, \.reason, "For `generation`: why it failed."),
    Field(optional: "retryAfterSeconds", .count, \.retryAfterSeconds, "For `generation`: when to try again."),
    make: {
      var act = AppAct(atMs: $0, action: $1)
      (act.response, act.questionIndex, act.name, act.count, act.number) = ($2, $3, $4, $5, $6)
      (act.serial, act.isRight, act.options, act.collection) = ($7, $8, $9, $10)
      (act.state, act.reason, act.retryAfterSeconds) = ($11, $12, $13)
      return act
    })

  private static let options = Shape<AttemptOptions>.object(
    Field(optional: "shuffle", .word, \.shuffle, "What to shuffle."),
    Field(optional: "seed", Shapes.seed, \.seed, "The seed of the order."),
    Field(optional: "only", Shapes.selection, \.only, "The questions to practise."),
    Field("practice", .boolean, else: false, \.isPractice, "Whether it is practice."),
    Field(optional: "timeLimitMs", .integer(AttemptOptions.timeLimitsMs), \.timeLimitMs, "The time limit."),
    make: { AttemptOptions(shuffle: $0, seed: $1, only: $2, isPractice: $3, timeLimitMs: $4) })

  package static let acted = Shape<AppActed>.object(
    Field(optional: "outcome", .word, \.outcome, "How the answer is settled."),
    Field(optional: "position", .integer(0...10), \.position, "The streak position of the answer."),
    Field(
      optional: "killed", .boolean, \.isKilled, "That the kill that was armed has dropped what was in memory instead."),
    make: AppActed.init)

  package static let advance = Shape<Int>.object(
    Field(
      "toMs", .count, \.self,
      "The time on the scenario's clock. Report all cues that start or end until then before the reply."),
    make: { $0 })

  package static let state = Shape<AppState>.object(
    Field(optional: "question", .integer(1...201), \.question, "The current question, from 1."),
    Field(optional: "streak", .integer(0...10), \.streak, "The streak position."),
    Field(optional: "stars", .count, \.stars, "The stars of the attempt."),
    Field(optional: "total", .count, \.total, "The stars of all finished attempts."),
    Field(optional: "score", .integer(0...200), \.score, "The number of correct answers."),
    Field(
      optional: "percentage", .integer(0...100), \.percentage,
      "The percentage of correct answers among all questions, rounded half up."),
    Field(optional: "grade", .word, \.grade, "The grade, once the attempt is completed."),
    Field(optional: "bar", .array(.word), \.bar, "The ten dots on the screen."),
    Field(optional: "state", .word, \.state, "The state of the last attempt."),
    Field(optional: "attemptOpen", .boolean, \.attemptOpen, "Whether an attempt is in progress."),
    Field(optional: "progress", progress, \.progress, "The progress over all finished attempts."),
    Field(optional: "fields", .map(.string), \.fields, "The fields of its own that are not empty."),
    make: {
      var state = AppState()
      (state.question, state.streak, state.stars, state.total, state.score) = ($0, $1, $2, $3, $4)
      (state.percentage, state.grade, state.bar, state.state, state.attemptOpen) = ($5, $6, $7, $8, $9)
      (state.progress, state.fields) = ($10, $11)
      return state
    })

  private static let progress = Shape<AppProgress>.object(
    Field(optional: "bestScore", .integer(0...200), \.bestScore, "The number of correct answers in the best attempt."),
    Field("completionPercentage", .integer(0...100), \.completionPercentage, "The percentage of the best attempt."),
    Field("totalAttempts", .count, \.totalAttempts, "The number of completed attempts."),
    make: AppProgress.init)

  private static let atMs = "A time on the scenario's clock; optional if the clock is real."
  private static let whole = "All of it, with its planned end, in place of the other members. Version 2."

  package static let cueStarted = Shape<AppCueStarted>.object(
    Field("animation", .string, \.animation, "The name of the animation."),
    Field(optional: "variant", .string, \.variant, "The variant, such as `newStreak` of A1."),
    Field(optional: "atMs", .count, \.atMs, "The start; later than now for a scheduled cue. \(atMs)"),
    Field(optional: "durationMs", .count, \.durationMs, "The duration."),
    Field(optional: "questionIndex", .integer(0...199), \.questionIndex, "The question it celebrates, from 0."),
    Field(optional: "from", .integer, \.from, "The start of a count."),
    Field(optional: "to", .integer, \.to, "The end of a count."),
    Field(optional: "cue", Shapes.cue, \.cue, whole),
    make: {
      AppCueStarted(
        animation: $0, variant: $1, atMs: $2, durationMs: $3, questionIndex: $4, from: $5, to: $6, cue: $7)
    })

  package static let cueEnded = Shape<AppCueEnded>.object(
    Field("animation", .string, \.animation, "The name of the animation."),
    Field(
      optional: "questionIndex", .integer(0...199), \.questionIndex,
      "The question, from 0; without it, the oldest running cue of that name ends."),
    Field(optional: "atMs", .count, \.atMs, "When it ended. \(atMs)"),
    Field("disposition", .word, \.disposition, "How it ended."),
    Field(optional: "reason", .word, \.reason, "Why it did not play to its end."),
    Field(optional: "cue", Shapes.cue, \.cue, whole),
    make: { AppCueEnded(animation: $0, questionIndex: $1, atMs: $2, disposition: $3, reason: $4, cue: $5) })

  package static let cueSuppressed = Shape<AppCueSuppressed>.object(
    Field("animation", .string, \.animation, "The name of the animation."),
    Field(optional: "variant", .string, \.variant, "The variant, such as `newStreak` of A1."),
    Field(
      optional: "questionIndex", .integer(0...199), \.questionIndex, "The question it would celebrate, from 0."),
    Field(optional: "atMs", .count, \.atMs, "When it started, or would have started. \(atMs)"),
    Field("reason", .word, \.reason, "Why it is not shown."),
    Field(optional: "cue", Shapes.cue, \.cue, whole),
    make: { AppCueSuppressed(animation: $0, variant: $1, questionIndex: $2, atMs: $3, reason: $4, cue: $5) })

  package static let skipped = Shape<AppSkipped>.object(
    Field("message", .string, \.message, "What the program does not support."),
    Field(optional: "issueUrl", .string, \.issueUrl, "The URL of an issue about it."),
    make: { AppSkipped(message: $0, issueUrl: $1) })

  // MARK: The document

  private static let requests: [(name: String, summary: String, params: Schema, result: Schema)] = [
    ("app.hello", "Asks which versions it speaks; one that does not know it speaks 1.", hello.schema, hello.schema),
    ("app.start", "Starts a life: the program restores what it saved.", start.schema, greeting.schema),
    ("app.act", "Performs an action of a person.", act.schema, acted.schema),
    (
      "app.kill", "Has a program that declares it die. Version 2.", killing.schema, Shape<Void>.nothing.schema
    ),
    ("app.advance", "Advances the virtual clock.", advance.schema, Shape<Void>.nothing.schema),
    ("app.state", "Returns what the program shows.", Shape<Void>.nothing.schema, state.schema),
    (
      "app.stop", "Stops the program: it replies and exits with 0.", Shape<Void>.nothing.schema,
      Shape<Void>.nothing.schema
    ),
  ]

  private static let notifications: [(name: String, summary: String, params: Schema)] = [
    (
      "saved", "The effect of the current request is on disk: it is acknowledged and must survive.",
      Shape<Void>.nothing.schema
    ),
    ("cue.started", "An animation is on screen or scheduled.", cueStarted.schema),
    ("cue.ended", "An animation has ended.", cueEnded.schema),
    ("cue.suppressed", "An animation that would have shown is suppressed.", cueSuppressed.schema),
  ]

  /// The names of the notifications of a program.
  package static let notificationNames = notifications.map(\.name)

  /// A JSON Schema of every message, with one definition for each and one for a line.
  package static var document: JSONValue {
    var definitions: [String: JSONValue] = [:]
    func message(_ name: String, _ summary: String, _ members: [String: JSONValue], requires: [JSONValue]) {
      definitions[name] = [
        "description": .string(summary), "type": "object",
        "properties": .object(members.merging(["jsonrpc": ["const": "2.0"]]) { $1 }),
        "required": .array(["jsonrpc"] + requires),
      ]
    }
    let id: JSONValue = ["type": "integer", "description": "The id of the request, repeated in the reply."]
    for request in requests {
      message(
        request.name, request.summary,
        ["id": id, "method": ["const": .string(request.name)], "params": request.params.json],
        requires: ["id", "method", "params"])
      let isReplaced = request.name == "app.stop" ? [] : [wrapped(skipped.schema)]
      message(
        "\(request.name) result", "The reply to \(request.name).",
        ["id": id, "result": ["anyOf": .array([request.result.json] + isReplaced)]], requires: ["id", "result"])
    }
    for told in notifications {
      message(
        told.name, told.summary, ["method": ["const": .string(told.name)], "params": told.params.json],
        requires: ["method"])
    }
    message(
      "error", "Sent instead of a result if the action is refused; nothing has changed.",
      [
        "id": id,
        "error": [
          "type": "object", "required": ["code", "message"],
          "properties": [
            "code": ["type": "integer"], "message": ["type": "string"],
            "data": [
              "type": "object",
              "properties": ["name": ["type": "string", "description": "The word that `expect error` names."]],
            ],
          ],
        ],
      ], requires: ["id", "error"])
    var components: [String: JSONValue] = [:]
    for schema in requests.flatMap({ [$0.params, $0.result] }) { schema.components(into: &components) }
    return JSONValue.object([
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Programs under test, versions 1 and 2",
      "$defs": .object(definitions), "components": ["schemas": .object(components)],
      "anyOf": .array(definitions.keys.sorted().map { ["$ref": .string("#/$defs/\(escaped($0))")] }),
    ])
  }

  private static func wrapped(_ skipped: Schema) -> JSONValue {
    ["type": "object", "properties": ["skipped": skipped.json], "required": ["skipped"]]
  }

  /// Escapes text as a fragment of a URI.
  private static func escaped(_ name: String) -> String { name.replacing(" ", with: "%20") }
}
