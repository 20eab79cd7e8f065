import HomeworkModel
import HomeworkStore

/// The result of a call.
enum Reading: Equatable {
  case value(AnyHashable)
  /// The call reported damage.
  case refused(String)
  /// Another error: reporting that something existing is missing is a wrong answer.
  case error(String)

  init(_ body: () throws -> some Hashable) {
    do { self = .value(AnyHashable(try body())) } catch {
      if case StoreError.unavailable = error { self = .refused("\(error)") } else { self = .error("\(error)") }
    }
  }

  var isRefused: Bool { if case .refused = self { true } else { false } }
}

/// The queries of a damaged file, and their results.
extension Sample {
  /// Returns whether a reading contains scores, stars or grades.
  static func isOfResults(_ name: String) -> Bool {
    ["results", "progress", "earned", "statistics"].contains { name.hasPrefix($0) }
  }

  /// Returns the attempts and homework whose scores, stars or grades were read differently. If one is missing, `check`
  /// has to report it, as well as any total that lacks it.
  static func wrongResults(_ readings: [String: Reading], _ facts: [String: Reading]) -> [String] {
    facts.keys.sorted().flatMap { name -> [String] in
      guard case .value(let found)? = readings[name], case .value(let right)? = facts[name] else { return [] }
      if let found = found.base as? [String: String], let right = right.base as? [String: String] {
        let wrong = found.filter { right[$0.key] != $0.value }.sorted { $0.key < $1.key }
        return wrong.map { "\(name), \($0.key): \($0.value), not \(right[$0.key] ?? "there")" }
      }
      guard let found = found.base as? HomeworkProgress, found.totalAttempts != 0, AnyHashable(found) != right else {
        return []
      }
      return ["\(name): \(found), not \(right)"]
    }
  }

  /// Returns everything that a store reports, by query.
  static func readings(of store: Store, _ ids: [Homework.ID]) -> [String: Reading] {
    var readings: [String: Reading] = [:]
    func ask(_ name: String, _ body: () throws -> some Hashable) { readings[name] = Reading(body) }
    ask("list") { try store.readAndWait { try $0.homeworkList(limit: 500) }.items }
    ask("pages") {
      let first = try store.readAndWait { try $0.homeworkList(limit: 1) }
      return try store.readAndWait { try $0.homeworkList(limit: 1, after: first.next) }.items
    }
    func askList(_ name: String, _ filter: HomeworkFilter) {
      ask(name) { try store.readAndWait { try $0.homeworkList(filter) }.items.map(\.id) }
    }
    askList("list of a subject", HomeworkFilter(subject: "Mathematics"))
    askList("list of a collection", HomeworkFilter(collection: "all"))
    askList("list of what is started", HomeworkFilter(status: .started))
    askList("list of what is due", HomeworkFilter(due: .week(from: "2026-12-01")))
    askList("search", HomeworkFilter(search: "what page"))
    for (number, id) in ids.enumerated() { readings.merge(self.readings(of: store, id, number)) { $1 } }
    ask("attempt list") { try store.readAndWait { try $0.attemptList() }.items }
    ask("earned") { try store.readAndWait { try $0.earned() } }
    // A subject is a text, which a bad disk can change without anyone noticing.
    ask("statistics") {
      var statistics = try store.readAndWait { try $0.statistics() }
      statistics.subjects = []
      return statistics
    }
    ask("subjects") { try store.readAndWait { try $0.statistics() }.subjects }
    ask("due") {
      let moment = Timestamp(millisecondsSince1970: 4_102_444_800_000)
      return try store.readAndWait { tx in
        try tx.dueQuestions(at: moment).map { "\($0)" } + ["\(tx.dueReviews(at: moment))"]
      }
    }
    ask("collections") { try store.readAndWait { try $0.collections() } }
    ask("events") { try store.readAndWait { tx in try tx.events(since: 0) } }
    ask("counts") {
      let info = try store.infoAndWait()
      return [info.homework, info.quizzes, info.questions, info.attempts, info.answers, info.pictures]
    }
    // Earlier replies and deletions: both are read by writing.
    ask("request") { try store.writeAndWait { tx in try once(tx) } }
    ask("results of the next answer") {
      guard let id = ids.first, let open = try store.readAndWait({ try $0.openAttempt(id) }) else { return "none" }
      let result = try store.writeAndWait { try $0.settle(.choice(0), in: open.id) }
      return "\(result.answer.outcome), \(result.correctAnswer)"
    }
    ask("answer again") { try store.writeAndWait { tx in try again(tx) } }
    ask("undo") {
      let restored = try store.writeAndWait { try $0.undoDeletion() }
      return [try restored.first.flatMap { homework in try store.readAndWait { try $0.quiz(for: homework.id) } }]
    }
    return readings
  }

  /// Returns what it reports of one assignment.
  private static func readings(of store: Store, _ id: Homework.ID, _ number: Int) -> [String: Reading] {
    var readings: [String: Reading] = [:]
    func ask(_ name: String, _ body: () throws -> some Hashable) { readings["\(name) \(number)"] = Reading(body) }
    ask("homework") { try store.readAndWait { try $0.homework(id) } }
    ask("quiz") { try store.readAndWait { try $0.quiz(for: id) } }
    ask("picture") { try store.readAndWait { try $0.picture(of: id) } }
    ask("attempts") { try store.readAndWait { try $0.attempts(of: id) } }
    ask("open attempt") { try store.readAndWait { try $0.openAttempt(id) } }
    ask("progress") { try store.readAndWait { try $0.homework(id) }.progress }
    ask("completed") { try store.readAndWait { try $0.homework(id) }.completedAt }
    ask("results") {
      try store.readAndWait { tx in
        var results: [String: String] = [:]
        for attempt in try tx.attempts(of: id) {
          results["\(attempt.id)"] = "\(attempt.score), \(attempt.score.grade), \(attempt.streak)"
          results["credit of \(attempt.id)"] = try tx.credit(of: attempt.id).map { "\($0)" }
        }
        return results
      }
    }
    ask("credits") {
      try store.readAndWait { tx in
        var credits: [Int?] = []
        for attempt in try tx.attempts(of: id) { credits.append(try tx.credit(of: attempt.id)) }
        return credits
      }
    }
    ask("id") {
      try store.readAndWait { try $0.homeworkId(matching: String(id.text.suffix(8))) }
    }
    return readings
  }
}
