import HomeworkJSON
import HomeworkModel
public import HomeworkMotion

extension Shapes {
  package static let cue = Shape<CueReport>(
    "Cue", "One animation told to the screen, as of one moment.",
    Field("animation", .name, \.animation, "Its name in the catalogue."),
    Field(optional: "variant", .string, \.variant, "Such as `newStreak` of A1, `standard` of A4."),
    Field("trigger", trigger, \.trigger, "What it celebrates."),
    Field("startMs", .integer, \.startMs, "When it starts, on the session's clock."),
    Field("durationMs", .count, \.durationMs, "How long it is; one round of what goes on until something ends it."),
    Field("disposition", .word, \.disposition, "How it ended; `running` until it is over."),
    Field(optional: "reason", .word, \.reason, "Why it did not simply play."),
    Field(optional: "endedMs", .integer, \.endedMs, "When it ended; before its start where it never showed."),
    Field(
      optional: "phases", .array(phase), \.phases,
      "What it moves, from its own start; left out of a cue of an answer, whose phases motion.get gives."),
    Field(optional: "haptic", .string, \.haptic, "The tap that the device gives."),
    Field(optional: "hapticAtMs", .count, \.hapticAtMs, "When, from its own start."),
    Field(optional: "particles", .integer(1...400), \.particles, "How many it has."),
    Field(optional: "sound", .string, { $0.accompaniment?.sound }, "What is heard, by its name in the design."),
    Field(optional: "soundAtMs", .count, { $0.accompaniment?.soundAtMs }, "When, from its own start."),
    Field(optional: "text", cueText, { $0.accompaniment?.text }, "What is read."),
    Field(optional: "icon", .string, { $0.accompaniment?.icon }, "By its name in the design."),
    make: {
      CueReport(
        animation: $0, variant: $1, trigger: $2, startMs: $3, durationMs: $4, disposition: $5, reason: $6,
        endedMs: $7, phases: $8, haptic: $9, hapticAtMs: $10, particles: $11,
        accompaniment: .ifAny(sound: $12, soundAtMs: $13, text: $14, icon: $15))
    })

  package static let trigger = Shape<Trigger>(
    "Trigger", "The one occurrence of a fact that triggers a cue; equal triggers are the same occurrence.",
    Field("fact", .word, \.fact, "What happened."),
    Field(optional: "attemptId", .id(), \.attemptId, "The attempt."),
    Field(optional: "questionIndex", .integer(0...199), \.questionIndex, "The question, from 0."),
    Field(optional: "position", .integer(1...10), \.position, "The streak position of an activation."),
    Field(optional: "homeworkId", .id(), \.homeworkId, "The homework."),
    Field(optional: "collection", .string, \.collection, "The collection."),
    Field(
      optional: "name", .string, \.name, "Of the achievement, the milestone, the state of the generation, the event."),
    Field(optional: "atMs", .count, \.atMs, "The moment, where the same can happen more than once."),
    make: {
      Trigger(
        fact: $0, attemptId: $1, questionIndex: $2, position: $3, homeworkId: $4, collection: $5, name: $6, atMs: $7)
    })

  package static let phase = Shape<Phase>(
    "Phase", "One stretch of an animation, in milliseconds from the animation's start.",
    Field("name", .string, \.name, "Its name in its document."),
    Field("property", .word, \.property, "What it moves."),
    Field("startMs", .integer, \.startMs, "When it starts."),
    Field("durationMs", .count, \.durationMs, "How long it is."),
    Field(optional: "curve", curve, \.curve, "Such as `easeOut`, `spring(0.45, 0.55)`."),
    Field("from", .number, \.from, "The value at its start."), Field("to", .number, \.to, "The value at its end."),
    Field(optional: "of", .string, \.part, "The part of the picture that it moves; the whole unless given."),
    Field("colours", .array(.string), else: [], \.colours, "From and to which, by their names in the design."),
    Field("inferred", .boolean, else: false, \.isInferred, "Whether its document names it and gives no numbers."),
    Field("jump", .boolean, else: false, \.isJump, "Whether it begins elsewhere than the one before it ended."),
    make: {
      Phase($0, $1, of: $7, at: $2, for: $3, $4, $5, $6, colours: $8, isInferred: $9, isJump: $10)
    })

  package static let cueText = Shape<CueText>.object(
    Field("title", .string, \.title, "What it says."), Field(optional: "message", .string, \.message, "And below."),
    Field(optional: "suggestion", .string, \.suggestion, "What may help."),
    Field("actions", .array(.string), else: [], \.actions, "Its buttons."),
    make: { CueText($0, message: $1, suggestion: $2, actions: $3) })

  private static let curve = Shape<String>.string.of({ (curve: Curve) in curve.description }) { word in
    guard let curve = Curve(word) else { throw Fault(path: "", message: "\"\(word)\" is not a curve") }
    return curve
  }

  // MARK: Sessions

  static let screen = Shape<Screen>.object(
    Field("width", .number, \.width, "In points, above 0."), Field("height", .number, \.height, "In points, above 0."),
    make: { Screen(width: $0, height: $1) })

  static let fieldValue = Shape<FieldValue>(
    .either([.string(), .integer(), .array(.string()), .null]),
    put: { value, writer in
      switch value {
      case .empty: writer.writeNull()
      case .text(let text): writer.write(text)
      case .number(let number): writer.write(number)
      case .list(let items): Shape<[String]>.array(.string).write(items, to: &writer)
      }
    },
    take: { json in
      switch json {
      case .null: .empty
      case .string(let text): .text(text)
      case .int(let number): .number(Int(number))
      default: .list(try Shape<[String]>.array(.string).read(json))
      }
    })

  package static let field = Shape<FieldState>(
    "Field", "A field of a session or of what it is on, with what a kill does to it.",
    Field("field", .word, \.field, "Its name."), Field("kind", .word, \.kind, "What a kill does to it."),
    Field("value", fieldValue, \.value, "Its value; `null` for none."),
    Field("reason", .string, \.reason, "Why a kill does that to it."),
    make: { FieldState(field: $0, kind: $1, value: $2, reason: $3) })

  package static let resumeReport = Shape<ToldResume>(
    "ResumeReport", "What a kill left of the session before: as it was, gone, and not shown again.",
    Field("kept", .array(kept), \.kept, "What follows from what is on disk."),
    Field("lost", .array(lost), \.lost, "What belonged to the session."),
    Field("suppressed", .array(cue), \.suppressed, "Cues that had not ended."),
    make: { ToldResume(kept: $0, lost: $1, suppressed: $2) })

  private static let kept = Shape<FieldState>.object(
    Field("field", .word, \.field, "Its name."), Field("value", fieldValue, \.value, "What it holds."),
    make: { FieldState($0, $1) })
  private static let lost = Shape<FieldState>.object(
    Field("field", .word, \.field, "Its name."), Field("value", fieldValue, \.value, "What it held."),
    Field("reason", .string, { $0.reason }, "Why it is gone."), make: { name, value, _ in FieldState(name, value) })

  package static let sessionEvent = Shape<ClientEvent>.oneOf(
    "SessionEvent", "What happened on a screen.", by: \.type,
    [
      Case(
        "answer", Field("response", .string, { $0.text ?? "" }, "A letter or number of an option, or a text."),
        make: { .answer($0) }),
      Case("skip", make: { .skip }), Case("finish", make: { .finish }), Case("abandon", make: { .abandon }),
      Case("leave", make: { .leave }),
      Case(
        "revisit", Field("questionIndex", .integer, { $0.number ?? 0 }, "A settled question, from 0."),
        make: { .revisit(questionIndex: $0) }),
      Case(
        "draft", Field(optional: "response", .string, \.text, "What was entered and not submitted."),
        make: { .draft($0) }),
      Case(
        "screen", Field(optional: "name", .name, \.screenEvent, "Which of them it is."),
        Field("count", .integer, else: 1, { $0.number ?? 1 }, "Of how many things at once; 1 unless given."),
        Field(optional: "number", .integer, \.eventNumber, "That it tells, such as points of a swipe."),
        make: { event, count, number in
          guard let event else { throw Fault(path: "name", message: "there is no screen event \"\"") }
          return .screen(event, count: count, number: number)
        }),
      Case("wait", make: { .wait }),
    ])
}

/// A field of a session or of what it is on, with what a kill does to it.
public struct FieldState: Hashable, Sendable {
  public let field: FieldName
  public let kind: SurvivalKind
  public let value: FieldValue
  public let reason: String

  package init(field: FieldName, kind: SurvivalKind, value: FieldValue, reason: String) {
    (self.field, self.kind, self.value, self.reason) = (field, kind, value, reason)
  }

  /// With what the survival table says of it.
  package init(_ field: FieldName, _ value: FieldValue) {
    let row = SurvivalTable[field]
    self.init(field: field, kind: row.kind, value: value, reason: row.reason)
  }
}

/// What a kill left of the session before.
public struct ToldResume: Hashable, Sendable {
  /// As it was.
  public let kept: [FieldState]
  /// Gone.
  public let lost: [FieldState]
  /// Not shown again.
  public let suppressed: [CueReport]

  package init(kept: [FieldState], lost: [FieldState], suppressed: [CueReport]) {
    (self.kept, self.lost, self.suppressed) = (kept, lost, suppressed)
  }
}

/// What happened on a client's screen.
public enum ClientEvent: Hashable, Sendable {
  case answer(String)
  case skip, finish, abandon, leave
  case revisit(questionIndex: Int)
  /// The choice or text that stands there, not yet submitted; `nil` for none.
  case draft(String?)
  case screen(ScreenEvent, count: Int = 1, number: Int? = nil)
  /// Only time goes by.
  case wait

  fileprivate var type: String {
    switch self {
    case .answer: "answer"
    case .skip: "skip"
    case .finish: "finish"
    case .abandon: "abandon"
    case .leave: "leave"
    case .revisit: "revisit"
    case .draft: "draft"
    case .screen: "screen"
    case .wait: "wait"
    }
  }

  fileprivate var text: String? {
    switch self {
    case .answer(let text): text
    case .draft(let text): text
    default: nil
    }
  }

  fileprivate var number: Int? {
    switch self {
    case .revisit(let index): index
    case .screen(_, let count, _): count
    default: nil
    }
  }

  fileprivate var screenEvent: ScreenEvent? { if case .screen(let event, _, _) = self { event } else { nil } }
  fileprivate var eventNumber: Int? { if case .screen(_, _, let number) = self { number } else { nil } }
}
