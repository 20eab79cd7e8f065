package import HomeworkJSON
import HomeworkModel
import HomeworkMotion

/// The messages of the protocol of programs under test: their schemas, writers and readers.
package enum AppShapes {
  package static let start = Shape<AppStart>.object(
    Field("protocol", .integer(AppProtocol.version...AppProtocol.version), { _ in AppProtocol.version }, "1."),
    Field("life", .integer(1...Int(1) << 53), \.life, "Which process of this scenario it is, from 1."),
    Field("atMs", .count, \.atMs, "The scenario's clock, which runs on through kills."),
    Field(
      "dataDirectory", .string, \.dataDirectory, "Its own: empty in life 1, kept over kills, removed at the end."),
    Field(optional: "quiz", Shapes.quiz, \.quiz, "The quiz that is played, with its answers."),
    Field("motion", .word, \.motion, "Full or reduced."), Field("screen", Shapes.screen, \.screen, "In points."),
    Field("seed", Shapes.seed, \.seed, "Of the particles."),
    Field(
      optional: "animations", .string, \.animations.first,
      "The absolute path of a file of animations, of several the first."
    ),
    Field(
      optional: "animationFiles", .array(.string), { $0.animations.count > 1 ? $0.animations : nil },
      "Where there are several, the absolute path of each."),
    make: {
      AppStart(
        life: $1, atMs: $2, dataDirectory: $3, quiz: $4, motion: $5, screen: $6, seed: $7,
        animations: $9 ?? [$8].compactMap(\.self))
    })

  package static let greeting = Shape<AppGreeting>.object(
    Field("name", .string, \.name, "What the program is called."),
    Field(optional: "version", .string, \.version, "Its version."),
    Field(optional: "homepage", .string, \.homepage, "Where to read about it."),
    Field("capabilities", capabilities, \.capabilities, "What it can do and tell."),
    make: { AppGreeting(name: $0, version: $1, homepage: $2, capabilities: $3) })

  private static let capabilities = Shape<AppCapabilities>.object(
    Field("clock", .word, \.clock, "`virtual` where it goes by the times that it is told, `real` where it waits."),
    Field("actions", .array(.word), \.actions, "The actions that it does."),
    Field("state", .array(.word), \.state, "What `app.state` gives."),
    Field("suppressed", .boolean, \.suppressed, "Whether it tells in `app.start` what a kill has suppressed."),
    make: { AppCapabilities(clock: $0, actions: $1, state: $2, suppressed: $3) })

  package static let act = Shape<AppAct>.object(
    Field("atMs", .count, \.atMs, "The scenario's clock."), Field("action", .word, \.action, "What a person does."),
    Field(optional: "response", .string, \.response, "Of an answer: the letter of an option, else a text."),
    Field(optional: "questionIndex", .integer(0...199), \.questionIndex, "Of `revisit`, from 0."),
    Field(optional: "name", .string, \.name, "Of `event`: which."),
    Field(optional: "count", .count, \.count, "Of `event`: of how many things."),
    Field(optional: "number", .integer, \.number, "Of `event`: its number, such as the points of a swipe."),
    make: {
      var act = AppAct(atMs: $0, action: $1)
      (act.response, act.questionIndex, act.name, act.count, act.number) = ($2, $3, $4, $5, $6)
      return act
    })

  package static let advance = Shape<Int>.object(
    Field(
      "toMs", .count, { $0 }, "The scenario's clock: all that began and ended until then is told before the reply."),
    make: { $0 })

  package static let state = Shape<AppState>.object(
    Field(optional: "question", .integer(1...201), \.question, "The first that is not settled, from 1."),
    Field(optional: "streak", .integer(0...10), \.streak, "The streak position."),
    Field(optional: "stars", .count, \.stars, "Of the attempt."),
    Field(optional: "total", .count, \.total, "Of all finished attempts."),
    Field(optional: "score", .integer(0...200), \.score, "Correct answers."),
    Field(optional: "percentage", .integer(0...100), \.percentage, "Of all questions, rounded half up."),
    Field(optional: "grade", .word, \.grade, "Once the attempt is completed."),
    Field(optional: "bar", .array(.word), \.bar, "Ten dots, as they are on the screen."),
    Field(optional: "state", .word, \.state, "Of the last attempt."),
    Field(optional: "attemptOpen", .boolean, \.attemptOpen, "Whether an attempt is in progress."),
    Field(optional: "progress", progress, \.progress, "What the finished attempts amount to."),
    make: {
      var state = AppState()
      (state.question, state.streak, state.stars, state.total, state.score) = ($0, $1, $2, $3, $4)
      (state.percentage, state.grade, state.bar, state.state, state.attemptOpen) = ($5, $6, $7, $8, $9)
      state.progress = $10
      return state
    })

  private static let progress = Shape<AppProgress>.object(
    Field(optional: "bestScore", .integer(0...200), \.bestScore, "Correct answers of the best attempt."),
    Field("completionPercentage", .integer(0...100), \.completionPercentage, "Of the best attempt."),
    Field("totalAttempts", .count, \.totalAttempts, "Completed attempts."),
    make: AppProgress.init)

  private static let atMs = "The scenario's clock; may be left out where the clock is real."

  package static let cueStarted = Shape<AppCueStarted>.object(
    Field("animation", .string, \.animation, "Its name."),
    Field(optional: "variant", .string, \.variant, "Such as `newStreak` of A1."),
    Field(optional: "atMs", .count, \.atMs, "When it begins; later than now for one that is scheduled. \(atMs)"),
    Field(optional: "durationMs", .count, \.durationMs, "How long it is."),
    Field(optional: "questionIndex", .integer(0...199), \.questionIndex, "The question that it celebrates, from 0."),
    Field(optional: "from", .integer, \.from, "Of a count."), Field(optional: "to", .integer, \.to, "Of a count."),
    make: {
      AppCueStarted(
        animation: $0, variant: $1, atMs: $2, durationMs: $3, questionIndex: $4, from: $5, to: $6)
    })

  package static let cueEnded = Shape<AppCueEnded>.object(
    Field("animation", .string, \.animation, "Its name."),
    Field(
      optional: "questionIndex", .integer(0...199), \.questionIndex,
      "The question, from 0; without it the oldest of that name that has not ended is meant."),
    Field(optional: "atMs", .count, \.atMs, "When it ended. \(atMs)"),
    Field("disposition", .word, \.disposition, "How it ended."),
    Field(optional: "reason", .word, \.reason, "Why it did not simply play."),
    make: { AppCueEnded(animation: $0, questionIndex: $1, atMs: $2, disposition: $3, reason: $4) })

  package static let cueSuppressed = Shape<AppCueSuppressed>.object(
    Field("animation", .string, \.animation, "Its name."),
    Field(optional: "variant", .string, \.variant, "Such as `newStreak` of A1."),
    Field(
      optional: "questionIndex", .integer(0...199), \.questionIndex, "The question that it would celebrate, from 0."),
    Field(optional: "atMs", .count, \.atMs, "When it began, or would have begun. \(atMs)"),
    Field("reason", .word, \.reason, "Why it does not show."),
    make: { AppCueSuppressed(animation: $0, variant: $1, questionIndex: $2, atMs: $3, reason: $4) })

  package static let skipped = Shape<AppSkipped>.object(
    Field("message", .string, \.message, "What the program cannot do."),
    Field(optional: "issueUrl", .string, \.issueUrl, "Where that is written down."),
    make: { AppSkipped(message: $0, issueUrl: $1) })

  // MARK: The document

  private static let requests: [(name: String, summary: String, params: Schema, result: Schema)] = [
    ("app.start", "Begins a life; the program restores what it saved.", start.schema, greeting.schema),
    ("app.act", "A person does something.", act.schema, Shape<Void>.nothing.schema),
    ("app.advance", "Time goes by, where the clock is virtual.", advance.schema, Shape<Void>.nothing.schema),
    ("app.state", "What does the program show?", Shape<Void>.nothing.schema, state.schema),
    ("app.stop", "The program replies, and ends with 0.", Shape<Void>.nothing.schema, Shape<Void>.nothing.schema),
  ]

  private static let notifications: [(name: String, summary: String, params: Schema)] = [
    (
      "saved", "What the request at hand did is on disk: it is acknowledged, and survives.",
      Shape<Void>.nothing.schema
    ),
    ("cue.started", "An animation is on screen, or will be.", cueStarted.schema),
    ("cue.ended", "How one ended.", cueEnded.schema),
    ("cue.suppressed", "One would have shown, and does not.", cueSuppressed.schema),
  ]

  /// The names of what a program may tell.
  package static let notificationNames = notifications.map(\.name)

  /// A JSON Schema of every message, each a definition by its name, with what may stand in a line.
  package static var document: JSONValue {
    var definitions: [String: JSONValue] = [:]
    func message(_ name: String, _ summary: String, _ members: [String: JSONValue], requires: [JSONValue]) {
      definitions[name] = [
        "description": .string(summary), "type": "object",
        "properties": .object(members.merging(["jsonrpc": ["const": "2.0"]]) { $1 }),
        "required": .array(["jsonrpc"] + requires),
      ]
    }
    let id: JSONValue = ["type": "integer", "description": "Of the request; the reply has the same."]
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
      "error", "In place of a result: the action is refused, and nothing was changed.",
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
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Programs under test, version 1",
      "$defs": .object(definitions), "components": ["schemas": .object(components)],
      "anyOf": .array(definitions.keys.sorted().map { ["$ref": .string("#/$defs/\(escaped($0))")] }),
    ])
  }

  private static func wrapped(_ skipped: Schema) -> JSONValue {
    ["type": "object", "properties": ["skipped": skipped.json], "required": ["skipped"]]
  }

  /// As a fragment of a URI.
  private static func escaped(_ name: String) -> String { name.replacing(" ", with: "%20") }
}
