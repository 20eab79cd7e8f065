package import HomeworkModel
public import HomeworkMotion

extension Shapes {
  package static let cue = Shape<CueReport>("Cue", "One animation on screen, with its state at one moment.", .blank) {
    Field("animation", \.animation, .name, "The animation's name in the catalogue.")
    Field("variant", \.variant, "The variant, such as `newStreak` of A1 or `standard` of A4.")
    Field("trigger", \.trigger, trigger, "The occurrence that triggers it.")
    Field("startMs", \.startMs, .integer, "The start, on the session's clock.")
    Field("durationMs", \.durationMs, "The duration; for a repeating animation, that of one round.")
    Field("disposition", \.disposition, .word, "How it ended, or will end because of this event; otherwise `running`.")
    Field("reason", \.reason, .word, "Why it did not play to its end.")
    Field(
      "endedMs", \.endedMs, .integer,
      "When it ended, or will end because of this event. A time before the start means that it never showed.")
    Field(
      optional: "mayHaveEnded", \.mayHaveEnded,
      "After a kill whose moment is unknown: whether it may have ended by itself before.")
    Field(
      optional: "inferred", \.isInferred,
      "Of a program under test: whether its end is inferred from the kill, and not reported by the program.")
    Field(
      "phases", \.phases, .array(phase),
      "The phases of the animation; omitted in the cues of an answer, for which motion.get returns them.")
    Field("haptic", \.haptic, "The haptic feedback.")
    Field("hapticAtMs", \.hapticAtMs, "The time of the haptic feedback, from the start of the cue.")
    Field("particles", \.particles, .integer(0...400), "The number of particles.")
    accompaniment.map { $0.within(\.accompaniment, Accompaniment()) }
  }

  @Fields<Accompaniment> private static var accompaniment: [Field<Accompaniment>] {
    Field("sound", \.sound, "The name of the sound in the design.")
    Field("soundAtMs", \.soundAtMs, "The time of the sound, from the start of the cue.")
    Field("text", \.text, cueText, "The text to show.")
    Field("icon", \.icon, "The name of the icon in the design.")
  }

  package static let trigger = Shape<Trigger>(
    "Trigger", "The occurrence that triggers a cue. Equal triggers are the same occurrence.", Trigger(fact: .screen)
  ) {
    Field("fact", \.fact, .word, "What happened.")
    Field("attemptId", \.attemptId, "The attempt.")
    Field("questionIndex", \.questionIndex, .integer(0...199), "The question, from 0.")
    Field("position", \.position, .integer(1...10), "The streak position of an activation.")
    Field("homeworkId", \.homeworkId, "The homework.")
    Field("collection", \.collection, "The collection.")
    Field("name", \.name, "The name of the achievement, milestone, generation state or screen event.")
    Field("atMs", \.atMs, "The moment, for facts that can happen more than once.")
  }

  package static let phase = Shape<Phase>(
    "Phase", "One phase of an animation. Times are in milliseconds from the start of the animation.",
    Phase("", .opacity, for: 0, nil, 0, 0)
  ) {
    Field("name", \.name, "The name in the document.")
    Field("property", \.property, .word, "The animated property.")
    Field("startMs", \.startMs, .integer, "The start.")
    Field("durationMs", \.durationMs, "The duration.")
    Field("curve", \.curve, curve, "The curve, such as `easeOut` or `spring(0.45, 0.55)`.")
    Field("from", \.from, "The value at the start.")
    Field("to", \.to, "The value at the end.")
    Field("of", \.part, "The animated part of the picture; all of it by default.")
    Field("edge", \.edge, .word, "The edge of the screen beyond which a slide is at 1.")
    Field("unit", \.unit, .word, "What x and y count: points, shares of the screen, or of the size of what moves.")
    Field(optional: "colours", \.colours, "The first and last colour, by their names in the design.")
    Field(optional: "inferred", \.isInferred, "Whether the numbers are inferred because the document gives none.")
    Field(optional: "jump", \.isJump, "Whether it starts at another value than the phase before it ended at.")
    Field(
      optional: "fromNumber", \.fromNumber,
      "The start value by the number of the screen event: pairs of number and value, linear in between.")
  }

  package static let cueText = Shape<CueText>.object(CueText("")) {
    Field("title", \.title, "The title.")
    Field("message", \.message, "The message below the title.")
    Field("suggestion", \.suggestion, "A suggestion that may help.")
    Field(optional: "actions", \.actions, "The titles of its buttons.")
    Field("destructive", \.destructive, "The title of the button that cannot be undone.")
  }

  private static let curve = Shape<String>.string.map(
    to: { word in
      guard let curve = Curve(word) else { throw Fault(path: "", message: "\"\(word)\" is not a curve") }
      return curve
    }, from: \.description)

  // MARK: Sessions

  static let screen = Shape<ScreenSize>.object(ScreenSize(width: 0, height: 0)) {
    Field("width", \.width, .number(0...1_000_000), "The width in points, above 0.")
    Field("height", \.height, .number(0...1_000_000), "The height in points, above 0.")
  }

  static let fieldValue = Shape<FieldValue>(
    .either([.string(), Shape<Int>.integer.schema, .array(.string()), .null]),
    encode: { value, writer in
      switch value {
      case .empty: writer.writeNull()
      case .text(let text): writer.write(text)
      case .number(let number): writer.write(number)
      case .list(let items): Shape<[String]>.array(.string).encode(items, &writer)
      }
    },
    get: { json in
      switch json {
      case .null: .empty
      case .string(let text): .text(text)
      case .int(let number): .number(Int(number))
      default: json.strings.map { .list($0) }
      }
    })

  package static let field = Shape<FieldState>(
    "Field", "A field of a session or its attempt, and what a kill does to it.", .blank
  ) {
    Field("field", \.field, .word, "The name of the field.")
    Field("kind", \.kind, .word, "What a kill does to it.")
    Field("value", \.value, fieldValue, "The value, or `null`.")
    Field("reason", \.reason, "The reason for that.")
  }

  package static let resumeReport = Shape<SessionResumeReport>(
    "ResumeReport",
    "What a kill did to the former session: what is kept, what is lost, and which cues do not show again.",
    SessionResumeReport()
  ) {
    Field("kept", \.kept, .array(kept), "Fields derived from what is on disk.")
    Field("lost", \.lost, .array(lost), "Fields that only the session held.")
    Field(
      "suppressed", \.suppressed, .array(cue), "Cues that had not ended when the session was killed, or may not have.")
  }

  private static let kept = Shape.object((field: FieldName.question, value: FieldValue.empty)) {
    Field("field", \.field, .word, "The name of the field.")
    Field("value", \.value, fieldValue, "The value.")
  }.map(to: { FieldState($0.field, $0.value) }, from: { ($0.field, $0.value) })
  private static let lost = Shape.object(
    (field: FieldName.question, value: FieldValue.empty, reason: "", mayHaveEnded: false)
  ) {
    Field("field", \.field, .word, "The name of the field.")
    Field("value", \.value, fieldValue, "The lost value.")
    Field("reason", \.reason, "Why it is lost.")
    Field(
      optional: "mayHaveEnded", \.mayHaveEnded,
      "After a kill whose moment is unknown: whether the value may have been gone, or another one.")
  }.map(
    to: { FieldState($0.field, $0.value, mayHaveEnded: $0.mayHaveEnded) },
    from: { ($0.field, $0.value, $0.reason, $0.mayHaveEnded) })

  package static let sessionEvent = Shape<ClientEvent>.oneOf(
    "SessionEvent", "Something that happened on the screen.",
    [
      Case("answer", "") {
        if case .answer(let text) = $0 { text } else { nil }
      } make: {
        .answer($0)
      } fields: {
        Field(
          "response", \.self, .string.upTo(TextLimits.response),
          "The letter or number of an option, or text, which must not be blank.")
      },
      Case("accept", .accept), Case("skip", .skip), Case("finish", .finish), Case("abandon", .abandon),
      Case("leave", .leave),
      Case("revisit", 0) {
        if case .revisit(let index) = $0 { index } else { nil }
      } make: {
        .revisit(questionIndex: $0)
      } fields: {
        Field("questionIndex", \.self, .integer(0...199), "The index of an answered question, from 0.")
      },
      Case("draft", String?.none) {
        if case .draft(let text) = $0 { text } else { nil }
      } make: {
        .draft($0)
      } fields: {
        Field("response", \.self, .string.upTo(TextLimits.response), "Text that was entered but not submitted.")
      },
      Case("screen", (name: ScreenEvent?.none, count: 1, number: Int?.none)) {
        if case .screen(let name, let count, let number) = $0 { (name, count, number) } else { nil }
      } make: { screen in
        guard let name = screen.name else { throw Fault(path: "name", message: "there is no screen event \"\"") }
        return .screen(name, count: screen.count, number: screen.number)
      } fields: {
        Field("name", \.name, .name, "The name of the screen event.")
        Field(optional: "count", \.count, .integer(1...10_000), "The number of items at once; 1 by default.")
        Field("number", \.number, .integer, "A number of the event, such as the points of a swipe.")
      },
      Case("wait", .wait),
    ])
}

/// A field of a session or its attempt, and what a kill does to it.
public struct FieldState: Hashable, Sendable {
  public var field: FieldName, kind: SurvivalKind, value: FieldValue, reason: String
  /// After a kill whose moment is unknown: whether the value may have been gone, or another one.
  public var mayHaveEnded = false

  package init(field: FieldName, kind: SurvivalKind, value: FieldValue, reason: String) {
    (self.field, self.kind, self.value, self.reason) = (field, kind, value, reason)
  }

  /// Creates a field with its row of the survival table.
  package init(_ field: FieldName, _ value: FieldValue, mayHaveEnded: Bool = false) {
    let row = SurvivalTable[field]
    self.init(field: field, kind: row.kind, value: value, reason: row.reason)
    self.mayHaveEnded = mayHaveEnded
  }
}

/// The effects of a kill on the previous session.
public struct SessionResumeReport: Hashable, DefaultInitializable {
  /// The fields that were kept, and those that were lost.
  public var kept: [FieldState] = [], lost: [FieldState] = []
  /// The cues that must not show again.
  public var suppressed: [CueReport] = []

  public init() {}
}

/// Something that happened on a client's screen.
public enum ClientEvent: Hashable, Sendable {
  case answer(String)
  /// Counts the last answer, a wrong typed one, because the learner was right.
  case accept
  case skip, finish, abandon, leave
  case revisit(questionIndex: Int)
  /// The choice or text that was entered but not submitted; `nil` for none.
  case draft(String?)
  case screen(ScreenEvent, count: Int = 1, number: Int? = nil)
  /// Only time passes.
  case wait
}

extension CueReport {
  static var blank: Self {
    Self(
      animation: "", variant: nil, trigger: Trigger(fact: .screen), startMs: 0, durationMs: 0, disposition: .running,
      reason: nil, endedMs: nil, phases: nil, haptic: nil, hapticAtMs: nil, particles: nil)
  }
}

extension FieldState {
  static var blank: Self { Self(.question, .empty) }
}
