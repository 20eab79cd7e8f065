import HomeworkModel
public import HomeworkMotion

extension Shapes {
  package static let cue = Shape<CueReport>(
    "Cue", "One animation on screen, with its state at one moment.",
    Field("animation", .name, \.animation, "The animation's name in the catalogue."),
    Field(optional: "variant", .string, \.variant, "The variant, such as `newStreak` of A1 or `standard` of A4."),
    Field("trigger", trigger, \.trigger, "The occurrence that triggers it."),
    Field("startMs", .integer, \.startMs, "The start, on the session's clock."),
    Field("durationMs", .count, \.durationMs, "The duration; for a repeating animation, that of one round."),
    Field("disposition", .word, \.disposition, "How it ended, or will end because of this event; otherwise `running`."),
    Field(optional: "reason", .word, \.reason, "Why it did not play to its end."),
    Field(
      optional: "endedMs", .integer, \.endedMs,
      "When it ended, or will end because of this event. A time before the start means that it never showed."),
    Field(
      optional: "phases", .array(phase), \.phases,
      "The phases of the animation; omitted in the cues of an answer, for which motion.get returns them."),
    Field(optional: "haptic", .string, \.haptic, "The haptic feedback."),
    Field(optional: "hapticAtMs", .count, \.hapticAtMs, "The time of the haptic feedback, from the start of the cue."),
    Field(optional: "particles", .integer(0...400), \.particles, "The number of particles."),
    Field(optional: "sound", .string, \.accompaniment?.sound, "The name of the sound in the design."),
    Field(
      optional: "soundAtMs", .count, \.accompaniment?.soundAtMs,
      "The time of the sound, from the start of the cue."),
    Field(optional: "text", cueText, \.accompaniment?.text, "The text to show."),
    Field(optional: "icon", .string, \.accompaniment?.icon, "The name of the icon in the design."),
    make: {
      CueReport(
        animation: $0, variant: $1, trigger: $2, startMs: $3, durationMs: $4, disposition: $5, reason: $6,
        endedMs: $7, phases: $8, haptic: $9, hapticAtMs: $10, particles: $11,
        accompaniment: .ifAny(sound: $12, soundAtMs: $13, text: $14, icon: $15))
    })

  package static let trigger = Shape<Trigger>(
    "Trigger", "The occurrence that triggers a cue. Equal triggers are the same occurrence.",
    Field("fact", .word, \.fact, "What happened."),
    Field(optional: "attemptId", .id(), \.attemptId, "The attempt."),
    Field(optional: "questionIndex", .integer(0...199), \.questionIndex, "The question, from 0."),
    Field(optional: "position", .integer(1...10), \.position, "The streak position of an activation."),
    Field(optional: "homeworkId", .id(), \.homeworkId, "The homework."),
    Field(optional: "collection", .string, \.collection, "The collection."),
    Field(
      optional: "name", .string, \.name, "The name of the achievement, milestone, generation state or screen event."),
    Field(optional: "atMs", .count, \.atMs, "The moment, for facts that can happen more than once."),
    make: {
      Trigger(
        fact: $0, attemptId: $1, questionIndex: $2, position: $3, homeworkId: $4, collection: $5, name: $6, atMs: $7)
    })

  package static let phase = Shape<Phase>(
    "Phase", "One phase of an animation. Times are in milliseconds from the start of the animation.",
    Field("name", .string, \.name, "The name in the document."),
    Field("property", .word, \.property, "The animated property."),
    Field("startMs", .integer, \.startMs, "The start."),
    Field("durationMs", .count, \.durationMs, "The duration."),
    Field(optional: "curve", curve, \.curve, "The curve, such as `easeOut` or `spring(0.45, 0.55)`."),
    Field("from", .number, \.from, "The value at the start."), Field("to", .number, \.to, "The value at the end."),
    Field(optional: "of", .string, \.part, "The animated part of the picture; all of it by default."),
    Field("colours", .array(.string), else: [], \.colours, "The first and last colour, by their names in the design."),
    Field(
      "inferred", .boolean, else: false, \.isInferred,
      "Whether the numbers are inferred because the document gives none."),
    Field(
      "jump", .boolean, else: false, \.isJump, "Whether it starts at another value than the phase before it ended at."),
    Field(
      "fromNumber", .array(.array(.number)), else: [], \.fromNumber,
      "The start value by the number of the screen event: pairs of number and value, linear in between."),
    make: {
      Phase($0, $1, of: $7, at: $2, for: $3, $4, $5, $6, fromNumber: $11, colours: $8, isInferred: $9, isJump: $10)
    })

  package static let cueText = Shape<CueText>.object(
    Field("title", .string, \.title, "The title."),
    Field(optional: "message", .string, \.message, "The message below the title."),
    Field(optional: "suggestion", .string, \.suggestion, "A suggestion that may help."),
    Field("actions", .array(.string), else: [], \.actions, "The titles of its buttons."),
    Field(optional: "destructive", .string, \.destructive, "The title of the button that cannot be undone."),
    make: { CueText($0, message: $1, suggestion: $2, actions: $3, destructive: $4) })

  private static let curve = Shape<String>.string.of({ (curve: Curve) in curve.description }) { word in
    guard let curve = Curve(word) else { throw Fault(path: "", message: "\"\(word)\" is not a curve") }
    return curve
  }

  // MARK: Sessions

  static let screen = Shape<Screen>.object(
    Field("width", .number(0...1_000_000), \.width, "The width in points, above 0."),
    Field("height", .number(0...1_000_000), \.height, "The height in points, above 0."),
    make: { Screen(width: $0, height: $1) })

  static let fieldValue = Shape<FieldValue>(
    .either([.string(), Shape<Int>.integer.schema, .array(.string()), .null]),
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
    "Field", "A field of a session or its attempt, and what a kill does to it.",
    Field("field", .word, \.field, "The name of the field."), Field("kind", .word, \.kind, "What a kill does to it."),
    Field("value", fieldValue, \.value, "The value, or `null`."),
    Field("reason", .string, \.reason, "The reason for that."),
    make: { FieldState(field: $0, kind: $1, value: $2, reason: $3) })

  package static let resumeReport = Shape<ToldResume>(
    "ResumeReport",
    "What a kill did to the former session: what is kept, what is lost, and which cues do not show again.",
    Field("kept", .array(kept), \.kept, "Fields derived from what is on disk."),
    Field("lost", .array(lost), \.lost, "Fields that only the session held."),
    Field("suppressed", .array(cue), \.suppressed, "Cues that had not ended when the session was killed."),
    make: { ToldResume(kept: $0, lost: $1, suppressed: $2) })

  private static let kept = Shape<FieldState>.object(
    Field("field", .word, \.field, "The name of the field."), Field("value", fieldValue, \.value, "The value."),
    make: { FieldState($0, $1) })
  private static let lost = Shape<FieldState>.object(
    Field("field", .word, \.field, "The name of the field."), Field("value", fieldValue, \.value, "The lost value."),
    Field("reason", .string, \.reason, "Why it is lost."),
    make: { name, value, _ in FieldState(name, value) })

  package static let sessionEvent = Shape<ClientEvent>.oneOf(
    "SessionEvent", "Something that happened on the screen.", by: \.type,
    [
      Case(
        "answer",
        Field(
          "response", .string, { $0.text ?? "" },
          "The letter or number of an option, or text, which must not be blank."),
        make: { .answer($0) }),
      Case("skip", make: { .skip }), Case("finish", make: { .finish }), Case("abandon", make: { .abandon }),
      Case("leave", make: { .leave }),
      Case(
        "revisit",
        Field(
          "questionIndex", .integer(0...199), { $0.number ?? 0 }, "The index of an answered question, from 0."),
        make: { .revisit(questionIndex: $0) }),
      Case(
        "draft", Field(optional: "response", .string, \.text, "Text that was entered but not submitted."),
        make: { .draft($0) }),
      Case(
        "screen", Field(optional: "name", .name, \.screenEvent, "The name of the screen event."),
        Field(
          "count", .integer(1...10_000), else: 1, { $0.number ?? 1 }, "The number of items at once; 1 by default."
        ),
        Field(optional: "number", .integer, \.eventNumber, "A number of the event, such as the points of a swipe."),
        make: { event, count, number in
          guard let event else { throw Fault(path: "name", message: "there is no screen event \"\"") }
          return .screen(event, count: count, number: number)
        }),
      Case("wait", make: { .wait }),
    ])
}

/// A field of a session or its attempt, and what a kill does to it.
public struct FieldState: Hashable, Sendable {
  public let field: FieldName
  public let kind: SurvivalKind
  public let value: FieldValue
  public let reason: String

  package init(field: FieldName, kind: SurvivalKind, value: FieldValue, reason: String) {
    (self.field, self.kind, self.value, self.reason) = (field, kind, value, reason)
  }

  /// Creates a field with its row of the survival table.
  package init(_ field: FieldName, _ value: FieldValue) {
    let row = SurvivalTable[field]
    self.init(field: field, kind: row.kind, value: value, reason: row.reason)
  }
}

/// What a kill did to the former session.
public struct ToldResume: Hashable, Sendable {
  /// The fields that were kept.
  public let kept: [FieldState]
  /// The fields that were lost.
  public let lost: [FieldState]
  /// The cues that must not show again.
  public let suppressed: [CueReport]

  package init(kept: [FieldState], lost: [FieldState], suppressed: [CueReport]) {
    (self.kept, self.lost, self.suppressed) = (kept, lost, suppressed)
  }
}

/// Something that happened on a client's screen.
public enum ClientEvent: Hashable, Sendable {
  case answer(String)
  case skip, finish, abandon, leave
  case revisit(questionIndex: Int)
  /// The choice or text that was entered but not submitted; `nil` for none.
  case draft(String?)
  case screen(ScreenEvent, count: Int = 1, number: Int? = nil)
  /// Only time passes.
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
