package import HomeworkAPI
import HomeworkModel
package import HomeworkMotion
import HomeworkReports

/// What can be known of a program at a moment: all that is on its disk and in its session, or what it tells.
package struct Evidence: Sendable {
  /// What expectations are judged by; `nil` where no process is alive to tell it.
  package var state: AppState?
  /// All that is on disk; `nil` of a program that only tells.
  package var facts: Snapshot?
  /// Of the process that is alive.
  package var session: Session?

  init(state: AppState?, facts: Snapshot? = nil) {
    (self.state, self.facts) = (state, facts)
  }

  package init(_ facts: Snapshot, _ session: Session?) {
    (self.facts, self.session) = (facts, session)
    state = AppState(facts, shownBar: session?.bar)
  }

  /// The fields of the survival table, those that are empty left out.
  ///
  /// - Parameter running: what is on screen, as far as it is known.
  func fields(atMs: Int, running: [Cue]) -> [FieldName: String] {
    guard let facts else { return (state?.fieldsTold ?? [:]).merging(FieldName.fields(of: running, atMs: atMs)) { $1 } }
    return facts.state.merging(session?.state(atMs: atMs).compactMapValues(\.words) ?? [:]) { $1 }
      .merging(state?.known ?? [:]) { $1 }
  }
}

extension AppState {
  fileprivate init(_ facts: Snapshot, shownBar: [Dot]?) {
    self.init()
    total = facts.starsTotal
    attemptOpen = facts.homework.contains { $0.attempts.contains { $0.state == .inProgress } }
    if let homework = facts.homework.first(where: { !$0.attempts.isEmpty }) ?? facts.homework.first {
      progress = AppProgress {
        ($0.bestScore, $0.completionPercentage) = (homework.bestScore, homework.completionPercentage)
        $0.totalAttempts = homework.totalAttempts
      }
    }
    guard let attempt = facts.attempt else { return }
    let (streak, score) = (attempt.streak, attempt.score)
    question = attempt.answers.count + 1
    (self.streak, stars, bar) = (streak.position, streak.stars, shownBar ?? streak.bar)
    (self.score, percentage, state) = (score.correct, score.percentage, attempt.state)
    if attempt.state == .completed { grade = score.grade }
  }

  /// As far as a program has said that it tells it.
  func only(_ capabilities: AppCapabilities) -> AppState {
    var state = AppState()
    let own = capabilities.fields.map(\.name)
    state.fields = fields?.filter { own.contains($0.key) && !$0.value.isEmpty }
    for name in capabilities.state {
      switch name {
      case .question: state.question = question
      case .streak: state.streak = streak
      case .stars: state.stars = stars
      case .total: state.total = total
      case .score: state.score = score
      case .percentage: state.percentage = percentage
      case .grade: state.grade = grade
      case .bar: state.bar = bar
      case .state: state.state = self.state
      case .attemptOpen: state.attemptOpen = attemptOpen
      case .progress: state.progress = progress
      }
    }
    return state
  }

  /// Of the fields of its own those that the survival table knows.
  fileprivate var known: [FieldName: String] {
    Dictionary(
      uniqueKeysWithValues: (fields ?? [:]).compactMap { name, words in FieldName(rawValue: name).map { ($0, words) } })
  }

  /// Each that is there, in words.
  var words: [AppStateName: String] {
    var words: [AppStateName: String] = [:]
    for name in AppStateName.allCases { words[name] = self.words(of: name) }
    return words
  }

  private func words(of name: AppStateName) -> String? {
    switch name {
    case .question: question.map(String.init)
    case .streak: streak.map(String.init)
    case .stars: stars.map(String.init)
    case .total: total.map(String.init)
    case .score: score.map(String.init)
    case .percentage: percentage.map(String.init)
    case .grade: grade?.rawValue
    case .bar: bar?.words
    case .state: state?.rawValue
    case .attemptOpen: attemptOpen.map(String.init)
    case .progress: progress?.words
    }
  }

  /// The fields of the survival table that it speaks of; what is empty is left out.
  fileprivate var fieldsTold: [FieldName: String] {
    var fields: [FieldName: String] = [:]
    func put(_ name: FieldName, _ number: Int?) {
      if let number, number != 0 { fields[name] = String(number) }
    }
    put(.question, question)
    put(.streak, streak)
    put(.stars, stars)
    put(.total, total)
    put(.ledger, total)
    // A full bar is of the screen alone.
    if let bar, bar.contains(.empty), bar.contains(where: { $0 != .empty }) { fields[.bar] = bar.words }
    if let question, question > 1, let score {
      fields[.answers] = "\(question - 1), \(score) of them correct"
      fields[.longestRun] = fields[.answers]
    }
    // Every life is given them anew.
    (fields[.homework], fields[.quiz]) = ("given", "given")
    if let state { fields[.attempts] = state.rawValue }
    if let progress, progress.totalAttempts > 0 { fields[.progress] = progress.words }
    return fields
  }
}

extension AppProgress {
  /// As the language has it.
  var words: String { "best \(bestScore ?? 0) completion \(completionPercentage) attempts \(totalAttempts)" }
}

extension [Dot] {
  /// `green x4, star x1, empty x5`.
  var words: String {
    Dot.allCases.sorted { firstIndex(of: $0) ?? .max < firstIndex(of: $1) ?? .max }
      .map { dot in (dot, count { $0 == dot }) }
      .filter { $0.1 > 0 }
      .map { "\($0.0.rawValue) x\($0.1)" }
      .joined(separator: ", ")
  }
}

extension FieldName {
  /// What a program must tell for the field to be judged; empty for one that is known without being told, of cues or of
  /// a process that is gone; `nil` for one of which nothing can be told.
  var toldBy: [AppStateName]? {
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
      .profiles,
      .lowPower, .screen, .clock:
      nil
    }
  }

  /// Fields that are cues on screen.
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
