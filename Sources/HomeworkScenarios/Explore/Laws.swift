import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkReports

/// The six laws of any run, with or without kills.
public enum Law: Int, CaseIterable, Sendable {
  case savedBeforeShown = 1, atMostOnce, accounted, nothingLost, onlyByReason, derivedMeansDerived

  /// Where several are broken, the one that explains the others first: what is derived wrongly is lost, then missed.
  static let byCause: [Law] = [
    .savedBeforeShown, .atMostOnce, .derivedMeansDerived, .nothingLost, .onlyByReason, .accounted,
  ]

  public var name: String {
    switch self {
    case .savedBeforeShown: "saved before shown"
    case .atMostOnce: "at most once"
    case .accounted: "accounted"
    case .nothingLost: "nothing lost"
    case .onlyByReason: "only by a reason"
    case .derivedMeansDerived: "derived means derived"
    }
  }
}

/// Watches a run for broken laws; each keeps the first thing that broke it.
struct LawBook {
  /// The cues of the reference run that was never killed.
  var reference = CueBook()
  var hasKills = false
  /// Why a law is not judged, and of which states, for a program that cannot tell everything.
  var unjudged: [Law: String] = [:]
  var told: Set<AppStateName> = []
  /// How far the times of a clock that is not ours may be off.
  var toleranceMs = 0
  /// The statement that is played.
  var line: Int?
  /// At which statement a cue was told for the first time, in the run or in the reference.
  private var lines: [CueID: Int] = [:]
  private let environment: SessionEnvironment
  private var broken: [Law: (detail: String, line: Int?)] = [:]
  /// Cues whose fact was found on disk; deleting the homework later does not take that back.
  private var founded: Set<CueID> = []

  init(environment: SessionEnvironment) {
    self.environment = environment
  }

  /// - Parameter cue: that breaks it, where that is one told before this statement.
  mutating func `break`(_ law: Law, _ detail: String, by cue: CueID? = nil) {
    if broken[law] == nil { broken[law] = (detail, cue.flatMap { lines[$0] } ?? line) }
  }

  /// Law 2.
  mutating func breakAgain(_ cue: Cue) {
    self.break(.atMostOnce, cue.toldAgain)
  }

  mutating func noteLine(of cues: [Cue]) {
    for cue in cues where lines[cue.id] == nil { lines[cue.id] = line }
  }

  /// Looks at what is on disk now: laws 1 and 6.
  mutating func inspect(_ book: CueBook, _ evidence: Evidence) {
    guard let facts = evidence.facts else { return }
    for cue in book.cues where !founded.contains(cue.id) {
      if facts.hold(cue) {
        founded.insert(cue.id)
      } else {
        self.break(.savedBeforeShown, cue.withoutFact, by: cue.id)
      }
    }
    if let difference = facts.derivedDifference { self.break(.derivedMeansDerived, difference) }
    guard let session = evidence.session, let attempt = facts.attempt, attempt.id == session.attemptId else { return }
    if session.streak != attempt.streak {
      self.break(
        .derivedMeansDerived, "the session's streak \(session.streak) is not that of the answers, \(attempt.streak)")
    }
    if session.questionIndex != attempt.answers.count {
      self.break(
        .derivedMeansDerived,
        "the session is at question \(session.questionIndex), the answers at \(attempt.answers.count)")
    }
  }

  /// Law 3, for people: what a kill suppressed of what is gone on with, its resume report says.
  mutating func inspect(report: [CueID], killed: Set<CueID>) {
    for id in killed.subtracting(report) {
      self.break(.accounted, "the resume report does not say that \(id.animation.rawValue) was suppressed")
    }
  }

  /// Law 4: what is there is what would be there had nobody been killed.
  mutating func compare(_ evidence: Evidence, with reference: Evidence) {
    guard let facts = evidence.facts, let wanted = reference.facts else {
      return compare(evidence.state, reference.state)
    }
    guard facts != wanted else { return }
    let (here, there) = (facts.state, wanted.state)
    let differing = FieldName.allCases.filter { here[$0] != there[$0] }
    let detail = differing.map { "\($0.rawValue): \(here[$0] ?? "nothing") instead of \(there[$0] ?? "nothing")" }
    let others = facts.others == wanted.others ? "ids or times differ" : "what another learner has differs"
    self.break(.nothingLost, detail.isEmpty ? others : detail.joined(separator: "; "))
  }

  /// What a program tells; its bar is what is on the screen, which is no fact.
  private mutating func compare(_ state: AppState?, _ reference: AppState?) {
    guard unjudged[.nothingLost] == nil, let state = state?.words, let reference = reference?.words else { return }
    let detail = AppStateName.allCases.compactMap { name in
      guard name != .bar, told.contains(name), state[name] != reference[name] else { return nil as String? }
      return "\(name.rawValue) is \(state[name] ?? "nothing") instead of \(reference[name] ?? "nothing")"
    }
    if !detail.isEmpty { self.break(.nothingLost, detail.joined(separator: "; ")) }
  }

  /// All six, once the script has ended.
  func verdicts(on book: CueBook) -> [LawReport] {
    var laws = self
    if let cue = book.toldAgain.first { laws.breakAgain(cue) }
    if unjudged[.accounted] == nil, hasKills || told.isEmpty { laws.checkAccounted(book) }
    if unjudged[.onlyByReason] == nil { laws.checkReasons(hasKills ? reference : book) }
    return Law.allCases.map { law in
      LawReport(law, detail: laws.broken[law]?.detail, line: laws.broken[law]?.line, unjudged: unjudged[law])
    }
  }

  private mutating func checkAccounted(_ book: CueBook) {
    for cue in reference.cues {
      guard let told = book[cue.id] else {
        self.break(
          .accounted, "\(cue.animation.rawValue) at \(cue.startMs) ms is missing from the killed run", by: cue.id)
        continue
      }
      if abs(told.startMs - cue.startMs) > toleranceMs || told.variant != cue.variant {
        self.break(
          .accounted, "\(cue.animation.rawValue) starts at \(told.startMs) ms instead of \(cue.startMs) ms", by: cue.id)
      }
    }
    for cue in book.cues where reference[cue.id] == nil {
      self.break(
        .accounted, "\(cue.animation.rawValue) at \(cue.startMs) ms is told only in the killed run", by: cue.id)
    }
  }

  private mutating func checkReasons(_ book: CueBook) {
    guard environment.motion == .full else { return }
    for cue in book.cues {
      if let detail = cue.unreasonablySuppressed { self.break(.onlyByReason, detail, by: cue.id) }
    }
  }
}

/// What a cue may break a law by, in words.
extension Cue {
  var toldAgain: String { "\(animation.rawValue) was told again at \(startMs) ms for the same trigger" }
  var withoutFact: String { "\(animation.rawValue) at \(startMs) ms has no fact on disk before it" }
  /// In full motion; `nil` where nothing suppressed it, or one of the reasons that stand.
  var unreasonablySuppressed: String? {
    guard ending.disposition == .suppressed, ending.reason != .noStars, ending.reason != .alreadyCelebrated else {
      return nil
    }
    return "\(animation.rawValue) at \(startMs) ms is suppressed: \(ending.reason?.rawValue ?? "-")"
  }
}

extension Snapshot {
  /// Whether the fact that triggered `cue` is here, from no later than the cue's start.
  func hold(_ cue: Cue) -> Bool {
    let trigger = cue.trigger
    switch trigger.fact {
    // Of the screen alone: nothing of it is saved.
    case .screen, .inputRejected: return true
    case .attemptFinished:
      return trigger.attemptId.flatMap(attempt)?.finishedAtMs.map { $0 <= cue.startMs } ?? false
    case .answerSettled, .revisited:
      guard let attempt = trigger.attemptId.flatMap(attempt), let index = trigger.questionIndex,
        attempt.answers.indices.contains(index)
      else { return false }
      return attempt.answers[index].answeredAtMs <= cue.startMs
    case .homeworkAdded, .homeworkCompleted, .homeworkDeleted, .collectionCompleted, .achievementUnlocked,
      .milestoneReached, .generationChanged:
      return events.contains { event in
        Fact(event.kind) == trigger.fact && event.atMs <= cue.startMs
          && event.name == trigger.collection ?? trigger.name
          && (trigger.homeworkId == nil || event.homeworkId == trigger.homeworkId)
      }
    }
  }

  /// The first thing stored or derived that a recomputation from settled answers does not give.
  var derivedDifference: String? {
    for other in others.values { if let difference = other.derivedDifference { return difference } }
    for homework in homework {
      let attempts = homework.attempts.map(\.attempt)
      for (stored, attempt) in zip(homework.attempts, attempts) {
        for (answer, right) in zip(attempt.answers, attempt.recomputed.answers) where answer != right {
          return "question \(answer.index + 1) is stored at streak position \(answer.streakPosition ?? 0), "
            + "not \(right.streakPosition ?? 0)"
        }
        let standing = attempt.standings.last ?? Standing()
        let counted = Snapshot.Counted(
          answers: standing.settled, correct: standing.correct, streak: standing.streak)
        guard stored.counted == counted else {
          return "counted up to the last answer is \(stored.counted) where the answers give \(counted)"
        }
        guard attempt.state != .completed || stored.credit == attempt.credit else {
          return "the ledger credits \((stored.credit ?? 0).counted("star")) instead of \(attempt.credit ?? 0)"
        }
      }
      let progress = HomeworkProgress(of: attempts)
      let stored = (homework.bestScore, homework.completionPercentage, homework.totalAttempts)
      let rebuilt = (progress.bestScore, progress.completionPercentage, progress.totalAttempts)
      guard stored == rebuilt, homework.bestTotal == progress.bestTotal else {
        return "the progress of \"\(homework.title)\" is \(stored) instead of \(rebuilt)"
      }
    }
    return nil
  }
}
