import HomeworkModel
import HomeworkMotion
import HomeworkReports

/// The laws of any run, with or without kills; the last two are about copies of a library.
public enum Law: Int, CaseIterable, Sendable {
  case savedBeforeShown = 1, atMostOnce, accounted, nothingLost, onlyByReason, derivedMeansDerived
  case converged, onceOverAll

  /// Causes before effects, if several laws are broken.
  static let byCause = LawReport.byCause.compactMap { Law(rawValue: $0) }

  public var name: String {
    switch self {
    case .savedBeforeShown: "saved before shown"
    case .atMostOnce: "at most once"
    case .accounted: "accounted"
    case .nothingLost: "nothing lost"
    case .onlyByReason: "only by a reason"
    case .derivedMeansDerived: "derived means derived"
    case .converged: "converged"
    case .onceOverAll: "once over all"
    }
  }

  var isOfCopies: Bool { self == .converged || self == .onceOverAll }

  /// Returns how an observation breaks the law; `nil` if it does not, or says nothing about it.
  func breach(in seen: Observation) -> Breach? {
    switch self {
    case .savedBeforeShown: Self.savedBeforeShown(seen)
    case .atMostOnce: Self.atMostOnce(seen)
    case .accounted: Self.accounted(seen)
    case .nothingLost: Self.nothingLost(seen)
    case .onlyByReason: Self.onlyByReason(seen)
    case .derivedMeansDerived: Self.derivedMeansDerived(seen)
    case .converged: Self.converged(seen)
    case .onceOverAll: Self.onceOverAll(seen)
    }
  }
}

/// The breach of a law, in the sentence that a report prints.
struct Breach {
  let detail: String
  /// The cue that breaks it, if it is a cue.
  var cue: CueID?

  init(_ detail: String, by cue: CueID? = nil) { (self.detail, self.cue) = (detail, cue) }
}

extension Law {
  /// No cue starts before the commit of the fact that triggers it.
  private static func savedBeforeShown(_ seen: Observation) -> Breach? {
    if let cue = seen.early.first {
      let name = cue.report(atMs: seen.atMs).name
      return Breach("\(name) \(seen.earlyWords), in line \(seen.line ?? 0): save first, then celebrate", by: cue.id)
    }
    if seen.struck == .beforeCommit, let session = seen.session, session != seen.sessionBefore {
      return Breach("\(seen.action) is shown, and was not saved")
    }
    guard let facts = seen.facts else { return nil }
    let first = seen.shown.first { $0.startMs < seen.sinceMs || !facts.hasTrigger(of: $0) }
    return first.map { cue in Breach("\(cue.id.words) at \(cue.startMs) ms has no fact on disk before it", by: cue.id) }
  }

  /// No trigger has two cues of one animation, over all sessions.
  private static func atMostOnce(_ seen: Observation) -> Breach? {
    seen.again.first.map { cue in
      let event = cue.ending.disposition == .suppressed ? "reported as suppressed" : "started"
      return Breach("\(cue.id.words) was \(event) again at \(cue.startMs) ms for the same trigger")
    }
  }

  /// Every cue of the run without kills is reported exactly once, and so is each cue that a kill cut off.
  private static func accounted(_ seen: Observation) -> Breach? {
    let action = seen.action
    if seen.refusal != nil, seen.session != seen.sessionBefore {
      return Breach("\(action) is refused, and has changed what is shown: \(seen.refusalWords)")
    }
    if seen.isShownToOthers { return Breach("\(action) is shown to the other learner") }
    if seen.isResumed, let session = seen.session {
      if !session.cues.isEmpty || !session.bursts.isEmpty { return Breach("something runs after a resume") }
      if let facts = seen.facts, facts.attemptInProgress == nil, session.results != nil || session.stage != .over {
        return Breach("the results come back")
      }
    }
    if let id = seen.unreported.first { return Breach("the resume report does not say how \(id.words) ended") }
    if let words = seen.misreported.first { return Breach("the resume report is false: \(words)") }
    if let action = seen.comesBack { return Breach("the results come back: \(action) is done after the kill") }
    guard let cues = seen.cues, let wanted = seen.wantedCues else { return nil }
    return missing(in: cues, of: wanted, seen.toleranceMs) ?? seen.endings?.difference(of: cues, from: wanted)
  }

  /// Returns a cue that one of the two books lacks, or that differs.
  private static func missing(in cues: CueBook, of wanted: CueBook, _ toleranceMs: Int) -> Breach? {
    for cue in wanted.cues {
      let name = cue.id.words
      guard let found = cues[cue.id] else {
        return Breach("\(name) at \(cue.startMs) ms is missing from the killed run", by: cue.id)
      }
      if found.variant != cue.variant {
        let (has, wants) = (found.variant ?? "of no variant", cue.variant ?? "of no variant")
        return Breach("\(name) at \(cue.startMs) ms is \(has) instead of \(wants)", by: cue.id)
      }
      if abs(found.startMs - cue.startMs) > toleranceMs {
        return Breach("\(name) starts at \(found.startMs) ms instead of \(cue.startMs) ms", by: cue.id)
      }
    }
    return cues.cues.first { wanted[$0.id] == nil }.map { cue in
      Breach("\(cue.id.words) at \(cue.startMs) ms is reported only in the killed run", by: cue.id)
    }
  }

  /// Acknowledged actions are on disk, refused ones are not, and the stored data matches an unkilled run.
  private static func nothingLost(_ seen: Observation) -> Breach? {
    let action = seen.action
    if let repeated = seen.repeated {
      guard seen.refusal == nil else {
        return Breach("\(repeated) is refused when its request is repeated: \(seen.refusalWords)")
      }
      return seen.wanted.flatMap { difference(seen, $0) }.map { again in
        Breach("\(repeated) is done again when its request is repeated: \(again.detail)")
      }
    }
    if let point = seen.struck, let isCommitted = seen.isCommitted, let isMeant = point.isAfterCommit,
      isCommitted != isMeant
    {
      return Breach("killed \(point.words), \(action) is \(isCommitted ? "" : "not ")on disk")
    }
    if let facts = seen.facts, let before = seen.before {
      if let loss = facts.loss(since: before) { return Breach(loss) }
      if seen.refusal != nil, facts != before {
        return Breach("\(action) is refused, and has changed facts: \(seen.refusalWords)")
      }
      if let done = seen.acknowledged, let missing = facts.missing(done, since: before, atMs: seen.atMs) {
        return Breach(missing)
      }
    }
    if let lost = seen.fields.first(where: { $0.verdict == .forgotten }) {
      return Breach(
        "\(lost.field) was \(lost.before ?? "empty") before the kill and is \(lost.after ?? "empty") after it")
    }
    if seen.hasChangedOthers { return Breach("\(action) has changed what is the other learner's") }
    if let isAllowed = seen.isAllowed, isAllowed == (seen.refusal != nil) {
      return Breach("\(action) is \(isAllowed ? "refused: \(seen.refusalWords)" : "done, and cannot be")")
    }
    if seen.isResumed, let session = seen.session, let facts = seen.facts, let open = facts.attemptInProgress,
      session.attemptId != open.id
    {
      return Breach("another attempt is resumed")
    }
    return seen.wanted.flatMap { difference(seen, $0) }
  }

  /// Returns the difference from a run without kills.
  private static func difference(_ seen: Observation, _ wanted: Observation.Wanted) -> Breach? {
    if (seen.refusal == nil) != (wanted.refusal == nil) {
      let situation = seen.refusal == nil ? "in the run without kills" : "only after a kill"
      return Breach("\(seen.action) is refused \(situation): \((seen.refusal ?? wanted.refusal)?.message ?? "")")
    }
    if let facts = seen.facts, let others = wanted.facts {
      guard facts != others else { return nil }
      let (here, there) = (facts.state, others.state)
      let details = FieldName.allCases.filter { here[$0] != there[$0] }.map {
        "\($0.rawValue): \(here[$0] ?? "nothing") instead of \(there[$0] ?? "nothing")"
      }
      let words = facts.others == others.others ? "ids or times differ" : "what another learner has differs"
      return Breach(details.isEmpty ? words : details.joined(separator: "; "))
    }
    return seen.difference(from: wanted.state).map { Breach($0) }
  }

  /// With full motion, only valid reasons suppress cues: a finish without stars, a revisit, and a kill.
  private static func onlyByReason(_ seen: Observation) -> Breach? {
    let cue = seen.unhindered.first { cue in
      guard cue.ending.disposition == .suppressed else { return false }
      switch cue.ending.reason {
      case .killResume: return !seen.isKilled
      case .noStars: return cue.trigger.fact == .answerSettled
      case .alreadyCelebrated: return cue.trigger.fact == .attemptFinished
      case .reduceMotion, .lowPower, .superseded, .left, .burstCap, nil: return true
      }
    }
    return cue.map { cue in
      let reason = cue.ending.reason?.rawValue ?? "-"
      return Breach("\(cue.id.words) at \(cue.startMs) ms is suppressed: \(reason)", by: cue.id)
    }
  }

  /// Stars, position, bar and progress are derived from the settled answers, and lost fields stay lost.
  private static func derivedMeansDerived(_ seen: Observation) -> Breach? {
    if let difference = seen.difference(from: seen.model) {
      return Breach("after line \(seen.line ?? 0), \(difference)")
    }
    if let leaked = seen.fields.first(where: { $0.verdict == .leaked }) {
      return Breach("\(leaked.field) is declared lost and is still \(leaked.after ?? "") after the kill")
    }
    if let difference = seen.fieldDifference { return Breach("after line \(seen.line ?? 0), \(difference)") }
    guard let facts = seen.facts else { return nil }
    if let difference = facts.derivedDifference { return Breach(difference) }
    guard let session = seen.session, let attempt = session.attemptId.flatMap(facts.attempt) else { return nil }
    if session.streak != attempt.streak {
      return Breach("the session's streak \(session.streak) is not that of the answers, \(attempt.streak)")
    }
    if session.questionIndex != attempt.answers.count {
      return Breach("the session is at question \(session.questionIndex), the answers at \(attempt.answers.count)")
    }
    // The attempt may be abandoned without being on screen.
    let isAbandonedElsewhere = seen.acknowledged == nil && attempt.state == .abandoned
    if (session.stage == .question) != (attempt.state == .inProgress), !isAbandonedElsewhere {
      return Breach("\(session.stage.rawValue) is up where the attempt is \(attempt.state.rawValue)")
    }
    return nil
  }

  /// Copies that have exchanged everything have the same.
  private static func converged(_ seen: Observation) -> Breach? {
    guard let one = seen.shared.first, let other = seen.shared.last else { return nil }
    let differing = Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }
    return differing.min().map { name in
      let values = [one, other].map { $0[name].map { excerpt(String(decoding: $0.encoded(), as: UTF8.self)) } }
      return Breach("\(name) is \(values[0] ?? "missing") on one copy, and \(values[1] ?? "missing") on the other")
    }
  }

  /// A fact of one copy is on all that have exchanged with it, counts once, and is celebrated on that copy alone.
  private static func onceOverAll(_ seen: Observation) -> Breach? {
    guard let facts = seen.facts else { return nil }
    if let cue = seen.shown.first(where: facts.isOfAnotherCopy) {
      return Breach("\(cue.id.words) at \(cue.startMs) ms celebrates what happened on another copy", by: cue.id)
    }
    guard !seen.factsBeforeSync.isEmpty else { return nil }
    for before in seen.factsBeforeSync { if let missing = facts.missing(of: before) { return Breach(missing) } }
    if let returned = facts.returned(in: seen.factsBeforeSync.flatMap(\.events)) { return Breach(returned) }
    return facts.doubled(seen.credits).map { Breach($0) }
  }
}

extension CueID {
  /// The animation and its question, from 1: `A1 of question 5`.
  var words: String { animation.rawValue + (trigger.questionIndex.map { " of question \($0 + 1)" } ?? "") }
}
