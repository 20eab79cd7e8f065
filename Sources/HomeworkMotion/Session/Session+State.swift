import HomeworkModel

/// The value of a field of the survival table at a moment.
public enum FieldValue: Hashable, Sendable {
  case empty
  case text(String)
  case number(Int)
  case list([String])

  /// True if there is nothing to keep or lose: no value, 0, an empty list, or a bar of empty dots.
  public var isEmpty: Bool {
    switch self {
    case .empty: true
    case .text(let text): text.isEmpty
    case .number(let number): number == 0
    case .list(let items): items.allSatisfy { $0 == Dot.empty.rawValue }
    }
  }
}

extension Session {
  /// Returns every field of a session at a moment that is not in the past, including empty ones. Questions count from
  /// 1.
  public func state(atMs: Int) -> [FieldName: FieldValue] {
    var later = self
    later.advance(toMs: atMs)
    let fields = SurvivalTable.fields.filter { $0.owner == .session }.map(\.name)
    return Dictionary(uniqueKeysWithValues: fields.map { ($0, later.value(of: $0)) })
  }

  /// Returns the time on the current question in milliseconds; 0 if there is none.
  public func questionTimeMs(atMs: Int) -> Int { stage == .question ? max(nowMs, atMs) - questionShownMs : 0 }

  /// Returns the session at a later moment without its question time: everything else that decides what it shows next.
  package func untimed(atMs: Int) -> Session {
    var later = self
    later.advance(toMs: atMs)
    later.questionShownMs = later.nowMs
    return later
  }

  /// Returns a field's value. The `switch` has no `default`, so a new field must be handled here to compile.
  private func value(of field: FieldName) -> FieldValue {
    switch field {
    case .question: .number(min(questionIndex + 1, questionCount))
    case .streak: .number(streak.position)
    case .stars: .number(streak.stars)
    case .longestRun: .number(streak.longest)
    case .bar: .list(streak.bar.map(\.rawValue))
    case .activation: lastActivation.map { .text("\($0.kind.rawValue) at \($0.position)") } ?? .empty
    case .activatedQuestion: activatedQuestion.map { .number($0 + 1) } ?? .empty
    case .fullBar: isFullBarShown ? .text("shown") : .empty
    case .celebratedQuestions: list(celebratedQuestions.map { String($0 + 1) })
    case .intensity: intensity.map { .text($0.rawValue) } ?? .empty
    case .bursts: list(bursts.map(\.intensity.rawValue))
    case .runningA1:
      runningPhase(of: environment.catalogue.streak?.star(.newStreak, .full)?.name).map { .text($0) } ?? .empty
    case .sizeSettle: runningPhase(of: environment.catalogue.streak?.sizeSettle?.name).map { .text($0) } ?? .empty
    case .results, .badge: stage == .results ? .text("shown") : .empty
    case .count: results.map { .number($0.count(atMs: nowMs)) } ?? .empty
    case .draft: draft.map { .text($0) } ?? .empty
    case .questionTime: stage == .question ? .number(questionTimeMs(atMs: nowMs)) : .empty
    case .occurrences: list(happenedNow.map { $0.name ?? $0.fact.rawValue })
    case .profiles: list(environment.catalogue.profiles.map(\.rawValue) + environment.catalogue.files.map(\.name))
    case .others: list(cues.filter { environment.catalogue[$0.animation]?.behaviour == nil }.map(\.animation.rawValue))
    case .motion: .text(environment.motion.rawValue)
    case .lowPower: environment.lowPower ? .text("on") : .empty
    case .screen: .text("\(Self.points(environment.screen.width))x\(Self.points(environment.screen.height))")
    case .clock: .number(nowMs)
    case .homework, .quiz, .collections, .progress, .attempts, .answers, .ledger, .total, .events, .replies,
      .deletion, .learners, .firstCapture, .achievements, .milestones:
      .empty
    }
  }

  private func list(_ items: [String]) -> FieldValue { items.isEmpty ? .empty : .list(items) }

  /// Returns the phase on screen. If several run, such as scale and spin, the longest comes first in the timeline.
  private func runningPhase(of animation: AnimationName?) -> String? {
    guard let cue = cues.first(where: { $0.animation == animation && $0.isRunning(at: nowMs) }) else { return nil }
    let elapsedMs = nowMs - cue.startMs
    return cue.phases.first { $0.startMs <= elapsedMs && elapsedMs < $0.endMs }?.name
  }

  private static func points(_ length: Double) -> String {
    Int(exactly: length).map(String.init) ?? String(length)
  }
}
