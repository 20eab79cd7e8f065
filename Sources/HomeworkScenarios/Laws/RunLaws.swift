import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkReports

/// Judges a run as it goes on. Of each law it keeps the first thing that broke it.
struct RunLaws {
  /// The cues of the reference run that was never killed.
  var reference = CueBook()
  var hasKills = false
  /// Why a law is not judged, and of which states, for a program that cannot tell everything.
  var unjudged: [Law: String] = [:]
  var told: Set<AppStateName> = []
  /// Of its own fields those that a kill keeps.
  var keptFields: [String] = []
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

  mutating func noteLine(of cues: [Cue]) {
    for cue in cues where lines[cue.id] == nil { lines[cue.id] = line }
  }

  mutating func look(at seen: Observation) {
    for law in Law.allCases where broken[law] == nil {
      if let breach = law.breach(in: seen) { broken[law] = (breach.detail, breach.cue.flatMap { lines[$0] } ?? line) }
    }
  }

  /// Looks at what is found now, beside what there would be had nobody been killed.
  mutating func look(
    at book: CueBook, _ evidence: Evidence, beside reference: Evidence? = nil, unreported: Set<CueID> = []
  ) {
    var seen = Observation(unreported: Array(unreported))
    (seen.facts, seen.state, seen.session) = (evidence.facts, evidence.state, evidence.session)
    seen.wanted = reference.map { Observation.Wanted(facts: $0.facts, state: $0.state) }
    // A bar is what is on the screen, which is no fact.
    seen.states = unjudged[.nothingLost] == nil ? told.subtracting([.bar]) : []
    (seen.keptFields, seen.line) = (unjudged[.nothingLost] == nil ? keptFields : [], line)
    if let facts = evidence.facts {
      seen.shown = book.cues.filter { !founded.contains($0.id) }
      founded.formUnion(seen.shown.filter(facts.hold).map(\.id))
    }
    look(at: seen)
  }

  /// All six, once the script has ended; without its cues, as far as it came.
  ///
  /// - Parameters:
  ///   - unheard: what a program that is dead had no time to tell.
  ///   - unsaved: what it showed of an action of the screen in which it died, which nobody knows whether it was done.
  func verdicts(on book: CueBook?, unheard: Set<CueID> = [], unsaved: Set<CueID> = []) -> [LawReport] {
    var laws = self
    var seen = Observation(toleranceMs: toleranceMs)
    if let book, unjudged[.accounted] == nil, hasKills || told.isEmpty {
      seen.told = book.without(unsaved.filter { reference[$0] == nil })
      seen.wantedCues = reference.without(unheard.filter { book[$0] == nil })
    }
    if let book, unjudged[.onlyByReason] == nil, environment.motion == .full {
      seen.unhindered = (hasKills ? reference : book).cues
    }
    laws.look(at: seen)
    return Law.allCases.map { law in
      LawReport(law, detail: laws.broken[law]?.detail, line: laws.broken[law]?.line, unjudged: unjudged[law])
    }
  }
}
