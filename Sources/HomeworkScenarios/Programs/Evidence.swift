package import HomeworkAPI
import HomeworkModel
package import HomeworkMotion
import HomeworkReports

/// The knowledge about a program at a moment: everything on its disk and in its session, or what it reports.
package struct Evidence: Sendable {
  /// The state by which expectations are judged; `nil` if no process is alive to report it.
  package var state: AppState?
  /// All facts on disk; `nil` for a program that only reports.
  package var facts: Snapshot?
  /// The session of the living process.
  package var session: Session?

  init(state: AppState?, facts: Snapshot? = nil) { (self.state, self.facts) = (state, facts) }

  package init(_ facts: Snapshot, _ session: Session?) {
    (self.facts, self.session) = (facts, session)
    state = AppState(facts, shownBar: session?.bar)
  }

  /// Returns the fields of the survival table, without empty ones.
  ///
  /// - Parameter running: the cues on screen, as far as known.
  func fields(atMs: Int, running: [Cue]) -> [FieldName: String] {
    guard let facts else {
      return (state?.reportedFields ?? [:]).merging(FieldName.fields(of: running, atMs: atMs)) { $1 }
    }
    let shown = session?.state(atMs: atMs).compactMapValues(\.words) ?? [:]
    return facts.state.merging(shown) { $1 }.merging(state?.known ?? [:]) { $1 }
  }
}

extension AppState {
  fileprivate init(_ facts: Snapshot, shownBar: [Dot]?) {
    self.init()
    total = facts.starsTotal
    attemptOpen = facts.homework.contains { $0.attempts.contains { $0.attempt.state == .inProgress } }
    if let homework = facts.homework.first(where: { !$0.attempts.isEmpty }) ?? facts.homework.first {
      progress = homework.homework.progress
    }
    guard let attempt = facts.attempt else { return }
    let (streak, score) = (attempt.streak, attempt.score)
    question = attempt.answers.count + 1
    (self.streak, stars, bar) = (streak.position, streak.stars, shownBar ?? streak.bar)
    (self.score, percentage, state) = (score.correct, score.percentage, attempt.state)
    if attempt.state == .completed { grade = score.grade }
  }

  /// Its own fields that the survival table contains.
  fileprivate var known: [FieldName: String] {
    Dictionary(
      uniqueKeysWithValues: (fields ?? [:]).compactMap { name, words in FieldName(rawValue: name).map { ($0, words) } })
  }

  /// The words of each present state.
  var words: [AppStateName: String] {
    let words: [AppStateName: String?] = [
      .question: question.map(String.init), .streak: streak.map(String.init), .stars: stars.map(String.init),
      .total: total.map(String.init), .score: score.map(String.init), .percentage: percentage.map(String.init),
      .grade: grade?.rawValue, .bar: bar?.words, .state: state?.rawValue, .attemptOpen: attemptOpen.map(String.init),
      .progress: progress?.words,
    ]
    return words.compactMapValues(\.self)
  }

  /// The fields of the survival table that it reports, without empty ones.
  fileprivate var reportedFields: [FieldName: String] {
    let numbers: [FieldName: Int?] = [
      .question: question, .streak: streak, .stars: stars, .total: total, .ledger: total,
    ]
    var fields = numbers.compactMapValues { $0 == 0 ? nil : $0.map(String.init) }
    // A full bar belongs to the screen alone.
    if let bar, bar.contains(.empty), bar.contains(where: { $0 != .empty }) { fields[.bar] = bar.words }
    if let question, question > 1, let score {
      fields[.answers] = "\(question - 1), \(score) of them correct"
      fields[.longestRun] = fields[.answers]
    }
    // Every life receives these anew.
    (fields[.homework], fields[.quiz]) = ("given", "given")
    if let state { fields[.attempts] = state.rawValue }
    if let progress, progress.totalAttempts > 0 { fields[.progress] = progress.words }
    return fields
  }
}

extension HomeworkProgress {
  /// The progress in the words of the language.
  var words: String { "best \(bestScore ?? 0) completion \(completionPercentage) attempts \(totalAttempts)" }
}

extension [Dot] {
  /// The dots as words: `green x4, star x1, empty x5`.
  var words: String {
    let dots = Dot.allCases.filter(contains).sorted { firstIndex(of: $0) ?? 0 < firstIndex(of: $1) ?? 0 }
    return dots.map { dot in "\(dot.rawValue) x\(count { $0 == dot })" }.joined(separator: ", ")
  }
}

extension FieldName {
  /// The states that a program must report for the field to be judged; empty for a field known without a report, from
  /// cues or from a process that is gone; `nil` for a field that cannot be reported.
  var neededStates: [AppStateName]? {
    switch self {
    case .question: [.question]
    case .streak: [.streak]
    case .stars: [.stars]
    case .total, .ledger: [.total]
    case .bar: [.bar]
    case .answers, .longestRun: [.question, .score]
    case .attempts: [.state]
    case .progress: [.progress]
    case .activation, .activatedQuestion, .fullBar, .celebratedQuestions, .intensity, .bursts, .runningA1, .sizeSettle,
      .results, .badge, .count, .draft, .questionTime, .occurrences, .others, .homework, .quiz:
      []
    case .collections, .events, .replies, .deletion, .learners, .firstCapture, .achievements, .milestones, .motion,
      .profiles, .lowPower, .screen, .clock:
      nil
    }
  }

  /// Returns the fields that are cues on screen.
  fileprivate static func fields(of running: [Cue], atMs: Int) -> [FieldName: String] {
    let shown = running.filter { $0.startMs <= atMs }
    let names: [FieldName: String] = [
      .runningA1: "A1", .sizeSettle: "sizeSettle", .badge: "A2", .count: "A3", .bursts: "A4",
    ]
    return names.compactMapValues { name in
      let cues = shown.filter { $0.animation.rawValue == name }
      return cues.isEmpty ? nil : cues.map { $0.variant ?? name }.joined(separator: "; ")
    }
  }
}
