import HomeworkModel
import HomeworkPostgres
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Testing

@Suite struct `Random histories of three copies` {
  /// A copy, and what it should have.
  private struct Copy {
    let store: Store
    var plain = PlainCopy()
  }

  private final class Clock: Sendable {
    private let ms = Guarded<Int64>(1_767_225_600_000)

    var nowMs: Int64 { ms.withLock { $0 } }

    func tick() -> Int64 {
      ms.withLock { ms in
        ms += 10
        return ms
      }
    }
  }

  private final class History {
    var copies: [Copy]
    private let clock: Clock
    var random: SplitMix64
    var deleted: Set<Homework.ID> = []

    /// - Parameter servedAt: a PostgreSQL database for one of the copies; without it all are in memory.
    init(seed: UInt64, servedAt url: String? = nil) throws {
      let clock = Clock()
      self.clock = clock
      random = SplitMix64(seed: seed, skipping: 0)
      copies = try (0..<3).map { number in
        let draws = Sequence()
        let options = StoreOptions(
          clock: { Timestamp(millisecondsSince1970: clock.nowMs) },
          identifiers: { (0, UInt64(number + 1) << 40 + draws.next()) })
        guard let url, number == seed % 3 else { return Copy(store: try Store.inMemory(options: options)) }
        return Copy(store: try Store.openAndWait(postgres: url, options: options))
      }
    }

    func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

    func tick() -> Int64 { clock.tick() }
  }

  private let quiz = QuizDraft(questions: Array(repeating: mcq, count: 6))

  /// Does something at random on a copy, in the store and in the plain model.
  private func act(on number: Int, _ history: History) throws {
    let (store, atMs) = (history.copies[number].store, history.tick())
    let homework = try store.readAndWait { try $0.homeworkList(limit: 500).items.map(\.id) }
    let action = history.below(12)
    guard let id = homework.isEmpty ? nil : homework[history.below(homework.count)], action > 0 else {
      let added = try store.writeAndWait { tx in
        try tx.addHomework(HomeworkDraft(title: "\(atMs)", quiz: quiz), marksFirstCapture: false)
      }
      history.copies[number].plain.edits.insert(.init(homework: added.id, atMs: atMs, title: "\(atMs)"))
      return
    }
    switch action {
    case 1:
      try store.writeAndWait { _ = try $0.updateHomework(id, HomeworkChange(title: "\(atMs)")) }
      history.copies[number].plain.edits.insert(.init(homework: id, atMs: atMs, title: "\(atMs)"))
      history.copies[number].plain.uses[id] = atMs
    case 2 where history.below(3) == 0:
      try store.writeAndWait { _ = try $0.deleteHomework([id]) }
      history.copies[number].plain.deletions[id] = atMs
      history.deleted.insert(id)
    case 3: try regrade(id, atMs, isUndone: history.below(4) == 0, on: number, history)
    default: try play(id, atMs, on: number, history)
    }
  }

  /// Corrects the key of a question, or restores the grades before that.
  private func regrade(
    _ id: Homework.ID, _ atMs: Int64, isUndone: Bool, on number: Int, _ history: History
  ) throws {
    let store = history.copies[number].store
    guard try store.readAndWait({ try $0.homework(id).quizId }) != nil else { return }
    var question = mcq
    question.body = .mcq(options: ["3/4", "2/6"], correctIndex: history.below(2))
    let key = KeyCorrection(at: history.below(6), to: question, neverLower: history.below(3) == 0)
    let regrading = try store.writeAndWait { isUndone ? try $0.undoRegrading() : try $0.regrade(id, key) }
    guard let regrading else { return }
    for change in regrading.changes { try take(gradingsOf: change.attemptId, on: number, history) }
    // It is an edit of the homework.
    if let homework = regrading.quiz.homeworkId { history.copies[number].plain.uses[homework] = atMs }
  }

  private func take(gradingsOf id: Attempt.ID, on number: Int, _ history: History) throws {
    let (attempt, gradings) = try history.copies[number].store.readAndWait { tx in
      (try tx.attempt(id), try tx.gradings(of: id))
    }
    for grading in gradings {
      history.copies[number].plain.gradings.insert(
        .init(
          answeredAtMs: attempt.answers[grading.index].answeredAt.millisecondsSince1970,
          atMs: grading.at.millisecondsSince1970, isCorrect: grading.outcome == .correct))
    }
  }

  /// Starts an attempt, settles its next question, takes it over, or finishes it.
  private func play(_ id: Homework.ID, _ atMs: Int64, on number: Int, _ history: History) throws {
    let store = history.copies[number].store
    // Its quiz may be in a part that did not come yet.
    guard try store.readAndWait({ try $0.homework(id).quizId }) != nil else { return }
    let known = try store.readAndWait { tx in
      try tx.attemptList(of: id, state: .inProgress, limit: 500).items.filter { !$0.terms.isPractice }
    }
    let choice = history.below(6) > 0 ? 0 : 1
    let attempt: Attempt
    if let open = try store.readAndWait({ try $0.homework(id).openAttemptId }) {
      attempt = try #require(known.first { $0.id == open })
    } else if let elsewhere = known.first, history.below(2) == 0 {
      attempt = try store.writeAndWait { try $0.takeAttempt(elsewhere.id) }
    } else {
      attempt = try store.writeAndWait { try $0.startAttempt(id) }
    }
    var line = PlainCopy.Line(
      attempt: attempt.id, homework: id,
      answers: attempt.played(before: try store.readAndWait { try $0.gradings(of: attempt.id) }).answers.map {
        .init(atMs: $0.answeredAt.millisecondsSince1970, isCorrect: $0.outcome == .correct)
      })
    if attempt.isSettled {
      try store.writeAndWait { _ = try $0.finishAttempt(attempt.id) }
      line.finishedAtMs = atMs
      try take(gradingsOf: attempt.id, on: number, history)
    } else {
      let outcome = try store.writeAndWait { try $0.settle(.choice(choice), in: attempt.id).answer.outcome }
      line.answers.append(.init(atMs: atMs, isCorrect: outcome == .correct))
    }
    history.copies[number].plain.lines.insert(line)
    history.copies[number].plain.uses[id] = atMs
  }

  /// Exchanges two copies, in parts of one change up to all, or only some of the parts.
  private func sync(_ one: Int, _ other: Int, _ history: History, isCut: Bool = false) throws {
    let (mine, theirs) = (history.copies[one].store, history.copies[other].store)
    let size = [1, 2000, SyncPart.size][history.below(3)]
    var left = isCut ? history.below(6) : Int.max
    var hasMoved = true
    while hasMoved {
      hasMoved = false
      for (source, target) in [(mine, theirs), (theirs, mine)] {
        while left > 0 {
          _ = history.tick()
          let known = try target.readAndWait { try $0.syncHello().known.mapValues(\.time) }
          guard let part = try source.readAndWait({ try $0.syncPart(after: known, size: size) }) else { break }
          try target.writeAndWait { _ = try $0.takeSync(part) }
          (left, hasMoved) = (left - 1, true)
        }
      }
    }
    // Which of them grades an attempt by a correction that the other one made is left to them.
    for number in [one, other] {
      let store = history.copies[number].store
      for homework in try store.readAndWait({ try $0.homeworkList(limit: 500).items }) {
        let attempts = try store.readAndWait { try $0.attemptList(of: homework.id, limit: 500).items }
        for attempt in attempts { try take(gradingsOf: attempt.id, on: number, history) }
      }
    }
    guard !isCut else { return }
    let both = history.copies[one].plain
    history.copies[one].plain.add(history.copies[other].plain)
    history.copies[other].plain.add(both)
  }

  private func expectAsPlain(_ copy: Copy, _ history: History) throws {
    let plain = copy.plain
    let shown = try copy.store.readAndWait { try $0.homeworkList(limit: 500).items }
    #expect(Set(shown.map(\.id)) == plain.homework)
    // Of homework that was deleted and came back, what the copy had on which it was used last is there.
    for homework in shown where !history.deleted.contains(homework.id) {
      #expect(homework.title == plain.title(homework.id))
      #expect(homework.progress.totalAttempts == plain.progress(homework.id))
      #expect(homework.progress.bestScore == plain.best(homework.id))
      let attempts = try copy.store.readAndWait { try $0.attemptList(of: homework.id, limit: 500).items }
      let (practice, played) = (attempts.filter(\.terms.isPractice), attempts.filter { !$0.terms.isPractice })
      for attempt in played where !attempt.answers.isEmpty {
        #expect(
          attempt.answers.map { $0.answeredAt.millisecondsSince1970 } == plain.line(attempt.id)?.answers.map(\.atMs))
      }
      let lost = played.flatMap { plain.lostLines($0.id) }.map { $0.map(\.atMs) }
      let kept = practice.map { $0.answers.map { $0.answeredAt.millisecondsSince1970 } }
      for line in lost { #expect(kept.contains(line), "\(line) of \(homework.title)") }
    }
    if history.deleted.isEmpty {
      let earned = try copy.store.readAndWait { try $0.earned() }
      #expect(earned.starsTotal == plain.stars && earned.finishedAttempts == plain.credited.count)
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>) func `end equal, as a plain model has it`(seed: UInt64) throws {
    try expectEqual(History(seed: seed))
  }

  @Test(.onPostgres, arguments: 0..<10 as Range<UInt64>)
  func `end equal if one copy is on PostgreSQL`(seed: UInt64) throws {
    try expectEqual(History(seed: seed, servedAt: PostgresServer.shared().createDatabase()))
  }

  private func expectEqual(_ history: History) throws {
    // All become copies of the first one's library.
    try act(on: 0, history)
    for other in 1..<3 { try join(other, history) }
    for _ in 0..<60 {
      switch history.below(8) {
      case 0: try sync(0, 1, history)
      case 1: try sync(history.below(2), 2, history)
      case 2: try sync(history.below(2), 2, history, isCut: true)
      default: try act(on: history.below(3), history)
      }
    }
    for (one, other) in [(0, 1), (1, 2), (0, 1), (0, 2)] { try sync(one, other, history) }
    let states = try history.copies.map { copy in try copy.store.readAndWait { try $0.shared() } }
    for key in Set(states.flatMap(\.keys)) {
      let values = states.map { state in state[key].map { String(decoding: $0.encoded(), as: UTF8.self) } ?? "nothing" }
      #expect(Set(values).count == 1, "\(key): \(values)")
    }
    for copy in history.copies {
      try expectAsPlain(copy, history)
      let found = try copy.store.checkAndWait()
      #expect(found == [])
    }
  }

  private func join(_ number: Int, _ history: History) throws {
    let hello = try history.copies[0].store.readAndWait { try $0.syncHello() }
    try history.copies[number].store.writeAndWait { tx in _ = try tx.syncHello(to: hello) }
    try sync(0, number, history)
  }
}
