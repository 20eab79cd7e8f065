import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkReports

/// Judges a run as it proceeds. It keeps the first breach of each law.
struct RunLaws {
  var can = Visibility()
  var kills: [KilledEndings.Moment] = []
  var hasKills: Bool { !kills.isEmpty }
  /// The statement being played.
  var line: Int?
  /// The statement at which a cue was first reported, in the run or in the reference.
  private(set) var lines: [CueID: Int] = [:]
  private let environment: SessionEnvironment
  private let hasCopies: Bool
  /// The credit of each attempt that was seen; deleting its homework does not undo that.
  private var credits: [Attempt.ID: Int] = [:]
  /// The attempts of which other copies have settled a question: here their screen was taken up as after a kill.
  private var taken: Set<Attempt.ID> = []
  private var broken: [Law: (detail: String, line: Int?)] = [:]
  /// The cues whose fact was found on disk; deleting the homework later does not undo that.
  private var cuesWithStoredTrigger: Set<CueID> = []

  /// - Parameter hasCopies: true if the script has copies of the library.
  init(environment: SessionEnvironment, hasCopies: Bool) {
    (self.environment, self.hasCopies) = (environment, hasCopies)
  }

  mutating func noteLine(of cues: [Cue]) { for cue in cues where lines[cue.id] == nil { lines[cue.id] = line } }

  mutating func check(_ seen: Observation) {
    for law in Law.allCases where broken[law] == nil {
      if let breach = law.breach(in: seen) { broken[law] = (breach.detail, breach.cue.flatMap { lines[$0] } ?? line) }
    }
  }

  /// Judges the present evidence, compared with an unkilled run.
  mutating func check(
    _ book: CueBook, _ evidence: Evidence, beside reference: Evidence? = nil, isResumed: Bool = false,
    unreported: Set<CueID> = [], misreported: [String] = []
  ) {
    var seen = Observation(unreported: Array(unreported), misreported: misreported)
    (seen.facts, seen.state, seen.session) = (evidence.facts, evidence.state, evidence.session)
    seen.wanted = reference.map { Observation.Wanted(facts: $0.facts, state: $0.state) }
    if can.unjudged[.nothingLost] == nil {
      seen.states = can.states.subtracting([.bar])
      // The bar is part of the screen: what is shown again follows from the answers, and a full one is not.
      if isResumed, let there = reference?.state, there.attemptOpen ?? (there.state ?? .inProgress == .inProgress) {
        if there.bar?.contains(.empty) == false {
          seen.wanted?.state?.bar = [Dot](repeating: .empty, count: Streak.cycle)
        }
        if can.states.contains(.bar) { seen.states.insert(.bar) }
      }
      seen.keptFields = can.fields.filter { $0.kind == .kept }.map(\.name)
    }
    seen.line = line
    if let facts = evidence.facts {
      // The reported state is derived from the same answers; the bar is as shown.
      seen.model = Evidence(facts, nil).state
      seen.states = Set(AppStateName.allCases).subtracting([.bar])
      seen.shown = book.cues.filter { !cuesWithStoredTrigger.contains($0.id) }
      cuesWithStoredTrigger.formUnion(seen.shown.filter(facts.hasTrigger).map(\.id))
      if hasCopies {
        credits.merge(facts.credits) { $1 }
        taken.formUnion(facts.events.filter { $0.origin != nil }.compactMap(\.detail.attemptId))
      }
    }
    check(seen)
  }

  /// Judges a copy of the library that has exchanged everything with another one.
  ///
  /// - Parameters:
  ///   - facts: what it has now.
  ///   - before: what both had before.
  ///   - shared: what both share now.
  mutating func judge(exchanged facts: Snapshot?, _ before: [Snapshot?], _ shared: [[String: JSONValue]]) {
    var seen = Observation(facts: facts, shared: shared, factsBeforeSync: before.compactMap { $0 }, credits: credits)
    for snapshot in seen.factsBeforeSync { seen.credits.merge(snapshot.credits) { $1 } }
    credits = seen.credits
    check(seen)
  }

  /// Judges all laws once the script has ended; without cues, as far as it got.
  ///
  /// - Parameters:
  ///   - account: what should have happened.
  ///   - possiblyUnreported: the cues that a dead program had no time to report.
  ///   - unsaved: the cues that it showed for a screen action in which it died, which may or may not have been done.
  func verdicts(
    on book: CueBook?, beside account: Account?, possiblyUnreported: Set<CueID> = [], unsaved: Set<CueID> = []
  ) -> [LawReport] {
    var laws = self
    var seen = Observation(toleranceMs: can.toleranceMs)
    if let book, let account, can.unjudged[.accounted] == nil, hasKills || !account.isModel {
      seen.cues = book.without(unsaved.filter { account.book[$0] == nil })
      seen.wantedCues = account.book.without(possiblyUnreported.filter { book[$0] == nil })
      // The model is killed too, and compared with everything.
      if hasKills, !account.isModel {
        seen.endings = KilledEndings(
          kills: kills, done: account.done, toleranceMs: can.toleranceMs, possiblyUnreported: possiblyUnreported)
      }
    }
    if let book, can.unjudged[.onlyByReason] == nil, environment.motion == .full {
      seen.isKilled = hasKills
      seen.unhindered = ((hasKills ? account?.book.cues ?? [] : []) + book.cues).filter { cue in
        cue.ending.reason != .killResume || !(cue.trigger.attemptId.map(taken.contains) ?? false)
      }
    }
    laws.check(seen)
    return Law.allCases.filter { hasCopies || !$0.isOfCopies }.map { law in
      LawReport(law, detail: laws.broken[law]?.detail, line: laws.broken[law]?.line, unjudged: can.unjudged[law])
    }
  }
}
