import HomeworkModel
import HomeworkStore
import HomeworkSystem

// MARK: The model

/// What a copy should show, by what it is about. The same texts are made of a store's reads.
extension PlainLibrary {
  func shown(homework id: String) -> [String: String] {
    guard facts.isVisible(id) else { return [id: "not there"] }
    var shown = [id: "there"]
    for field in Self.fields + ["generation"] { shown["\(id) \(field)"] = facts.edit(id, field) ?? "none" }
    shown["\(id) quiz"] = facts.currentQuiz(of: id).map { $0.map(\.content).joined(separator: ",") } ?? "none"
    if facts.edit(id, "generation") == "none", facts.edit(id, "quiz") != nil { shown["\(id) generation"] = "ready" }
    for learner in facts.presentLearners {
      shown["\(id) completed by \(learner)"] = facts.edit(id, "completed \(learner)") ?? "none"
      shown["\(id) progress of \(learner)"] = facts.progress(of: learner, at: id)
      shown["\(id) open for \(learner)"] = facts.openAttempts(at: id, of: learner, on: copy).isEmpty ? "no" : "yes"
    }
    return shown
  }

  func shown(attempt id: String) -> [String: String] {
    guard let attempt = facts.attempt(id) else { return [id: "not there"] }
    let line = facts.line(id), state = facts.state(id)
    var shown = [
      id: "\(state.rawValue) by \(attempt.learner)", "\(id) homework": attempt.homework ?? "none",
      "\(id) answers": facts.outcomes(id).map(\.rawValue).joined(separator: ","),
      "\(id) elapsed": "\(line.answers.reduce(0) { $0 + (facts.answers[$1]?.elapsedMs ?? 0) })",
      "\(id) finished": line.end.map { "\($0.atMs)" } ?? "none", "\(id) practice": "\(attempt.isPractice)",
      "\(id) deadline": facts.edit(id, "deadline") ?? "none",
      "\(id) here": state == .inProgress ? "\(facts.edit(id, "home") == copy)" : "over",
    ]
    // Answers keep the grades that a completed line gave them, even if that line lost.
    let ends = facts.answersOf[id]?.compactMap { facts.answers[$0]?.isCompleted } ?? []
    if state != .completed, ends.contains(true) { shown["\(id) answers"] = nil }
    return shown
  }

  func shownLibrary() -> [String: String] {
    var shown = [
      "learners": facts.presentLearners.joined(separator: ","), "accepts": facts.edit("library", "accepts") ?? "no",
      "default": defaultLearner,
    ]
    for learner in facts.presentLearners {
      shown["\(learner) name"] = facts.edit(learner, "name") ?? "none"
      let own = facts.attempts.filter { $0.value.learner == learner }.keys
      // What a lost line of a hidden attempt has earned is not told here.
      if facts.unsure.contains(learner) || own.contains(where: facts.isSplit) { continue }
      let counted = facts.counted(of: learner)
      shown["\(learner) finished"] = "\(counted.count)"
      guard counted.allSatisfy({ facts.attempt($0.id) != nil }) else { continue }
      shown["\(learner) stars"] = "\(counted.reduce(0) { $0 + $1.credit.streak.stars })"
      shown["\(learner) reached"] =
        facts.moments.filter { $0.key.hasPrefix(learner) }.map(\.value.value).sorted().joined(separator: ",")
    }
    return shown
  }

  /// Everything that it should show.
  func shown() -> [String: String] {
    var shown = shownLibrary()
    for id in facts.homework.keys { shown.merge(self.shown(homework: id)) { $1 } }
    for id in facts.attempts.keys { shown.merge(self.shown(attempt: id)) { $1 } }
    return shown
  }

  /// What the reply of a call should show.
  func shown(by act: Act, _ seen: Observation) -> [String: String] {
    let id = act["attempt"] ?? ""
    switch act.verb {
    case .settle: return ["\(id) last": facts.outcomes(id).last?.rawValue ?? ""]
    case .finish: return ["\(id) stars": "\(facts.streak(id).stars)"]
    case .start, .review: return shown(attempt: seen.id("attempt"))
    case .extend, .abandon, .take: return shown(attempt: id)
    default: return shown(homework: act.verb == .add ? seen.id("homework") : act["homework"] ?? "")
    }
  }
}

// MARK: The store

/// What a store shows, in the same texts as its model.
extension SimulatedWorld {
  /// Returns the result of `body`; `nil` if it finds nothing.
  static func ifFound<Value>(_ body: () throws -> Value) throws -> Value? {
    do { return try body() } catch StoreError.notFound { return nil }
  }

  static func texts(of found: Homework) -> [String: String] {
    var generation = found.generation.state
    if case .failed(let reason, let retryAt) = found.generation {
      generation = "failed \(reason.rawValue)" + (retryAt.map { " \($0.millisecondsSince1970)" } ?? "")
    }
    let id = found.id
    return [
      "\(id)": "there", "\(id) title": found.title, "\(id) subject": found.subject ?? "none",
      "\(id) text": found.text ?? "none", "\(id) note": found.note ?? "none", "\(id) due": found.dueOn ?? "none",
      "\(id) collections": found.collections.isEmpty ? "none" : found.collections.joined(separator: ","),
      "\(id) picture": pictureName(found.picture), "\(id) generation": generation,
    ]
  }

  static func texts(of found: Attempt) -> [String: String] {
    let id = found.id
    return [
      "\(id)": "\(found.state.rawValue) by \(found.learnerId)", "\(id) homework": found.homeworkId?.text ?? "none",
      "\(id) answers": found.answers.map(\.outcome.rawValue).joined(separator: ","),
      "\(id) elapsed": "\(found.elapsedMs)",
      "\(id) finished": found.finishedAt.map { "\($0.millisecondsSince1970)" } ?? "none",
      "\(id) practice": "\(found.terms.isPractice)",
      "\(id) deadline": found.terms.deadline.map { "\($0.millisecondsSince1970)" } ?? "none",
      "\(id) here": found.state == .inProgress ? "\(found.home == nil)" : "over",
    ]
  }

  private static func shown(homework id: String, _ tx: ReadTransaction) throws -> [String: String] {
    let homeworkId = Homework.ID(id)!
    var shown: [String: String] = [:]
    for learner in try tx.learners().map(\.id) {
      try tx.use(learner)
      guard let found = try ifFound({ try tx.homework(homeworkId) }) else { return [id: "not there"] }
      shown["\(id) progress of \(learner)"] = found.progress.text
      shown["\(id) completed by \(learner)"] = found.completedAt.map { "\($0.millisecondsSince1970)" } ?? "none"
      shown["\(id) open for \(learner)"] = found.openAttemptId == nil ? "no" : "yes"
      shown.merge(texts(of: found)) { $1 }
    }
    let quiz = try tx.quiz(for: homeworkId)
    shown["\(id) quiz"] = quiz?.questions.map { PlainQuestion($0).content }.joined(separator: ",") ?? "none"
    return shown
  }

  static func shownLibrary(_ tx: ReadTransaction) throws -> [String: String] {
    let learners = try tx.learners().sorted { $0.id < $1.id }
    var shown = [
      "learners": learners.map(\.id.text).joined(separator: ","),
      "accepts": try tx.settings().acceptsAnswers ? "yes" : "no", "default": try tx.learner().id.text,
    ]
    for learner in learners {
      try tx.use(learner.id)
      let earned = try tx.earned(), flag = earned.hasFirstCapture ? ["firstCapture"] : []
      shown["\(learner.id) name"] = learner.name
      shown["\(learner.id) finished"] = "\(earned.finishedAttempts)"
      shown["\(learner.id) stars"] = "\(earned.starsTotal)"
      shown["\(learner.id) reached"] =
        (flag + earned.achievements.map(\.rawValue) + earned.milestones.map(String.init)).sorted()
        .joined(separator: ",")
    }
    return shown
  }

  /// Compares a store's reads with what its model shows.
  ///
  /// - Parameter things: the homework and attempts to read; all by default.
  func difference(_ store: Store, _ plain: PlainLibrary, things: Set<String>? = nil) throws -> String? {
    let homework = plain.facts.homework.keys.filter { things?.contains($0) ?? true }
    let attempts = plain.facts.attempts.keys.filter { things?.contains($0) ?? true }
    var expected = plain.shownLibrary()
    for id in homework { expected.merge(plain.shown(homework: id)) { $1 } }
    for id in attempts { expected.merge(plain.shown(attempt: id)) { $1 } }
    if things == nil { expected["homework"] = plain.facts.visibleHomework.joined(separator: ",") }
    let found = try store.readAndWait { tx in
      var found = try Self.shownLibrary(tx)
      if things == nil {
        found["homework"] = try tx.homeworkList(limit: 500).items.map(\.id.text).sorted().joined(separator: ",")
      }
      for id in homework { found.merge(try Self.shown(homework: id, tx)) { $1 } }
      for id in attempts {
        found.merge(try Self.ifFound { Self.texts(of: try tx.attempt(Attempt.ID(id)!)) } ?? [id: "not there"]) { $1 }
      }
      return found
    }
    return difference(found, expected)
  }

  /// The first of the expected texts that is another one.
  func difference(_ found: [String: String], _ expected: [String: String]) -> String? {
    expected.filter { $0.value != found[$0.key] && !ignored.contains($0.key) }
      .min { ($0.key.count, $0.key) < ($1.key.count, $1.key) }
      .map { "\($0.key) is \(found[$0.key] ?? "missing"), not \($0.value)" }
  }

  /// Compares all reads of a copy with its model.
  func compare(_ copy: SimulatedCopy, things: Set<String>? = nil) throws {
    guard let wrong = try difference(open(copy), copy.plain, things: things) else { return }
    // By the field that it is about.
    let words = named(wrong).split(separator: " ").dropFirst().prefix { !["is", "of", "by", "for"].contains($0) }
    throw Finding(
      .reads, "\(named(wrong)) on \(Step.names[copy.number])",
      topic: words.isEmpty ? "being there" : words.joined(separator: " "))
  }

  /// Makes every other read, none of which may fail.
  func readEverything(_ store: Store) throws {
    try store.readAndWait { tx in
      let moment = Timestamp(millisecondsSince1970: nowMs)
      for learner in try tx.learners() {
        try tx.use(learner.id)
        _ = (
          try tx.statistics(), try tx.collections(), try tx.dueQuestions(at: moment), try tx.overview(),
          try tx.openReview()
        )
        for status in HomeworkFilter.Status.allCases { _ = try tx.homeworkList(HomeworkFilter(status: status)) }
        for attempt in try tx.attemptList(limit: 500).items {
          _ = (try tx.attemptSummary(attempt.id), try tx.quiz(ofAttempt: attempt.id), try tx.owningCopy(of: attempt.id))
        }
      }
      _ = try tx.homeworkList(HomeworkFilter(search: "Rivers"), limit: 500)
      for homework in try tx.homeworkList().items {
        _ = (try tx.quizHistory(homework.id), try tx.picture(of: homework.id))
      }
      let range = try tx.eventRange()
      let numbers = try tx.events(since: max(0, range.oldest - 1), limit: 10_000).map(\.sequence)
      guard range.newest == 0 || numbers == Array(range.oldest...range.newest) else {
        throw Finding(.events, "\(range) has \(numbers.count)")
      }
    }
    _ = try store.infoAndWait()
  }
}

/// Follows what a store shows, until its copy is closed or has another observer.
final class Observer {
  private final class Latest: Sendable {
    let shown = Guarded<[String: String]>([:])
    func keep(_ next: [String: String]) { shown.withLock { $0 = next } }
  }

  private let latest: Latest, task: Task<Void, Never>

  init(_ store: Store) {
    let latest = Latest()
    self.latest = latest
    let follow: @Sendable () async -> Void = { await Self.follow(store, latest) }
    task = Task(operation: follow)
  }

  private static func follow(_ store: Store, _ latest: Latest) async {
    var shown = store.observe { try Self.shown($0) }.makeAsyncIterator()
    do {
      while let next = try await shown.next(), PlantedMistake.planted != .deafObserver { latest.keep(next) }
    } catch {
      latest.keep(["observer": "\(error)"])
    }
  }

  deinit { task.cancel() }

  private static func shown(_ tx: ReadTransaction) throws -> [String: String] {
    let titles = try tx.homeworkList(limit: 500).items.map { ($0.id.text, $0.title) }
    return try SimulatedWorld.shownLibrary(tx).merging(titles) { $1 }
  }

  /// Waits until it has what a read shows now, for two seconds at most.
  func compare(with store: Store) throws {
    let expected = try store.readAndWait(Self.shown)
    var looks = 0
    while latest.shown.withLock({ $0 }) != expected, looks < 4000 {
      usleep(500)
      looks += 1
    }
    let last = latest.shown.withLock { $0 }
    guard let key = expected.keys.sorted().first(where: { last[$0] != expected[$0] }) else { return }
    throw Finding(
      .observed, "\(key) is \(last["observer"] ?? last[key] ?? "missing"), not \(expected[key] ?? "")",
      topic: last["observer"] == nil ? "observer" : "ends")
  }
}

extension HomeworkProgress {
  var text: String {
    guard totalAttempts > 0 else { return "none" }
    return "\(totalAttempts) attempts, best \(bestScore ?? -1)/\(bestTotal ?? -1), \(completionPercentage) %, "
      + "last at \(lastPlayedAt?.millisecondsSince1970 ?? -1)"
  }
}
