package import HomeworkModel

extension WriteTransaction {
  /// Takes the changes of another copy: each is here once, whatever comes twice or in another order. What follows from
  /// them, such as progress, is computed again. Nothing of it is celebrated.
  ///
  /// - Throws: `invalid` if changes before it are missing, or if what is in it breaks a rule. Nothing is taken then.
  @discardableResult
  package func takeSync(_ part: SyncPart) throws(StoreError) -> SyncCounts {
    do throws(StoreError) { return try take(part) } catch .inconsistent(let rule) {
      throw rows.fail(Self.refusal("what is in it breaks a rule (\(rule))"))
    } catch .unavailable(.corrupt(let what)) {
      throw rows.fail(Self.refusal("what is in it cannot be (\(what))"))
    }
  }

  private static func refusal(_ reason: String) -> StoreError {
    .invalid([Fault(path: "part", message: "\(reason): nothing of this part was taken")])
  }

  private func take(_ part: SyncPart) throws(StoreError) -> SyncCounts {
    let copies = try copies()
    for (copy, time) in part.after {
      guard try time <= copies.newestTime(of: copy, before: .max) else {
        throw Self.refusal("a part before this one is missing")
      }
      try copies.insertIfAbsent(copy: copy)
    }
    let own = try copies.ownCopy()
    var taking = Taking(self, copies)
    for change in part.changes {
      guard part.after[change.copyId] != nil else { throw Self.refusal("copy \(change.copyId) is not named in it") }
      guard HybridTime.limits.contains(change.time) else {
        throw Self.refusal("a change has a time outside of the years 1970 to 2100: set the clock of its copy")
      }
      guard try copies.insertIfAbsent(change) else { continue }
      guard change.copyId != own else { throw Self.sameCopy }
      try taking.take(change)
    }
    try taking.settle()
    return taking.counts
  }
}

/// One part as it is taken.
struct Taking {
  let tx: WriteTransaction
  let copies: any CopyRows
  private(set) var counts = SyncCounts()
  /// The homework that this part has brought.
  private var new: Set<String> = []
  /// The completed attempts, and the corrections of keys, that this part has brought, and those that it has undone.
  private var completed: Set<Attempt.ID> = []
  private var corrected: [StoredRegrading] = []
  private var undone: [StoredRegrading] = []
  /// Learners whose progress at an assignment, or whose moments, have to be computed again.
  private var played: Set<Played> = []
  private var credited: Set<Int64> = []
  /// The questions of its quizzes, by quiz, by their own ids and by those of their first revisions, read once
  /// each.
  private var questions: [Int64: [String: (row: Int64, question: Question)]] = [:]

  private struct Played: Hashable {
    let homework: Int64, learner: Int64
  }

  init(_ tx: WriteTransaction, _ copies: any CopyRows) { (self.tx, self.copies) = (tx, copies) }

  private var rows: any EngineTransaction { tx.rows }

  mutating func take(_ change: SyncChange) throws(StoreError) {
    guard let id = change.entity else { return }
    switch change.kind {
    case .learner: try takeLearner(id, change)
    case .homework: try takeHomework(id, change)
    case .quiz: try takeQuiz(id, change)
    case .attempt: try takeAttempt(id, change)
    case .credit: try takeCredit(id, change)
    case .moment: try takeMoment(id, change)
    case .edited: try takeEdit(id, change)
    case .deleted: try takeDeletion(id, change)
    case .restored: try takeRestored(id, change)
    case .erased: try takeErasure(id, change)
    }
  }

  /// Computes again what follows from what was taken.
  mutating func settle() throws(StoreError) {
    try tx.regradeLate(completed, corrected: corrected, undone: undone)
    for played in played {
      try tx.recomputeProgress(homework: played.homework, of: played.learner)
    }
    for learner in credited { try tx.rememberReached(by: learner) }
    if counts.deletions > 0 { try rows.dropUnusedPictures() }
  }

  // MARK: Learners

  /// Returns a learner's row; `nil` if they were erased, or are not known.
  private func learner(_ id: String?) throws(StoreError) -> Int64? {
    try id.flatMap { (id) throws(StoreError) in try copies.row(of: id, in: "learner") }
  }

  private mutating func takeLearner(_ id: String, _ change: SyncChange) throws(StoreError) {
    guard let value = change.value, let learnerId = Learner.ID(id), try learner(id) == nil else { return }
    guard try copies.newest([.erased], of: learnerId.tombstone, part: nil) == nil else { return }
    guard let name = value["name"]?.string, Learner.faults(inName: name).isEmpty,
      case .int(let createdAtMs)? = value["createdAtMs"]
    else { throw .damaged("learner", id) }
    let row = try copies.insertNamesake(
      Learner(
        id: learnerId, name: name, isDefault: false, createdAt: Timestamp(millisecondsSince1970: createdAtMs)))
    counts.learners += 1
    try tx.record(.learnerAdded, of: row, from: change.copyId)
  }

  private mutating func takeErasure(_ id: String, _ change: SyncChange) throws(StoreError) {
    counts.deletions += 1
    guard let erased = try rows.learners().first(where: { $0.learner.id.tombstone == id }) else { return }
    _ = try rows.erase(learner: erased.row, at: tx.now)
    try tx.record(.erased, from: change.copyId)
    played = played.filter { $0.learner != erased.row }
    credited.remove(erased.row)
  }

  private mutating func takeMoment(_ id: String, _ change: SyncChange) throws(StoreError) {
    guard let learner = try learner(id), let name = change.part, let value = change.value else { return }
    guard let kind = value["kind"]?.string, case .int(let atMs)? = value["atMs"] else { throw .damaged("moment", name) }
    try copies.keepEarlier(moment: name, kind: kind, of: learner, at: atMs)
  }

  // MARK: Homework

  private func homework(_ id: String) throws(StoreError) -> Int64? { try copies.row(of: id, in: "homework") }

  private mutating func takeHomework(_ id: String, _ change: SyncChange) throws(StoreError) {
    guard let value = change.value, try homework(id) == nil, let homeworkId = Homework.ID(id) else { return }
    if let deleted = try copies.newest([.deleted], of: id, part: nil), deleted.time > change.time { return }
    try insertHomework(homeworkId, value)
    counts.homework += 1
    new.insert(id)
    try tx.record(.homeworkAdded, homeworkId, from: change.copyId)
  }

  private func insertHomework(_ id: Homework.ID, _ value: JSONValue) throws(StoreError) {
    guard value["publicId"]?.string == id.text,
      let row = try copies.insert(portable: value, ["picture": .null(.integer)], into: .homework)
    else { throw .damaged("homework", id.text) }
    try rows.setCollections((value["collections"]?.array ?? []).compactMap(\.string), homework: row)
    if let picture = try Self.picture(value["picture"]) { try rows.setPicture(picture, homework: row) }
    guard let homework = try rows.homework(id, of: nil) else { throw .damaged("homework", id.text) }
    if let fault = homework.draft.faults.first { throw .damaged("homework", "\(fault)") }
    try rows.search?.index(homework: row)
  }

  static func picture(_ json: JSONValue?) throws(StoreError) -> Picture? {
    guard let text = json?.string else { return nil }
    guard let bytes = Base64.bytes(of: text) else { throw .damaged("picture", "not in Base64") }
    do { return try Picture(bytes) } catch { throw .damaged("picture", "\(error)") }
  }

  private mutating func takeQuiz(_ id: String, _ change: SyncChange) throws(StoreError) {
    guard let value = change.value else { return }
    try insertQuiz(id, value)
  }

  /// Inserts a quiz, unless it is here or its homework is not.
  private mutating func insertQuiz(_ id: String, _ value: JSONValue) throws(StoreError) {
    guard try copies.row(of: id, in: "quiz") == nil, value["publicId"]?.string == id else { return }
    if let homework = value["homework"]?.string, try self.homework(homework) == nil { return }
    guard let row = try copies.insert(portable: value, ["is_current": .flag(false)], into: .quiz) else { return }
    try copies.store(files: value["pictures"])
    for question in value["questions"]?.array ?? [] {
      _ = try copies.insert(portable: question, ["quiz": .integer(row)], into: .question)
    }
    if let regradings = value["regradings"] { try takeRegradings(regradings, ofQuiz: row) }
    guard value["homework"] != nil, let quizId = Quiz.ID(id) else { return }
    let faults = try tx.wholeQuiz(.id(quizId))?.draft.faults ?? []
    if let fault = faults.first { throw .damaged("quiz", "\(fault)") }
  }

  private mutating func takeRegradings(_ value: JSONValue, ofQuiz row: Int64) throws(StoreError) {
    let before = try copies.regradings(ofQuiz: row)
    try copies.setRegradings(quiz: row, from: value)
    let after = try copies.regradings(ofQuiz: row)
    corrected += after
    undone += before.filter { !after.contains($0) }
  }

  private mutating func takeDeletion(_ id: String, _ change: SyncChange) throws(StoreError) {
    guard let row = try homework(id), let homeworkId = Homework.ID(id) else { return }
    let used = try copies.newestUse(homework: row)
    guard used < change.time else {
      // A later use wins: the copies that deleted it get it back.
      return try tx.note(.restored, id, "\(used)")
    }
    counts.deletions += 1
    try rows.search?.unindex(homework: row)
    try rows.delete(homework: row)
    played = played.filter { $0.homework != row }
    try tx.record(.homeworkDeleted, homeworkId, from: change.copyId)
  }

  /// Takes homework with all that belongs to it: what is missing here, and every field, as if each had been edited.
  private mutating func takeRestored(_ id: String, _ change: SyncChange) throws(StoreError) {
    guard let value = change.value, let whole = value["homework"], let homeworkId = Homework.ID(id) else { return }
    let used = change.part.flatMap { Int64($0) } ?? change.time
    if let deleted = try copies.newest([.deleted], of: id, part: nil), deleted.time > used { return }
    if try homework(id) == nil {
      try insertHomework(homeworkId, whole)
      counts.homework += 1
      try tx.record(.homeworkRestored, homeworkId, from: change.copyId)
    }
    guard let row = try homework(id) else { return }
    for quiz in value["quizzes"]?.array ?? [] { try insertQuiz(quiz["publicId"]?.string ?? "", quiz) }
    for attempt in value["attempts"]?.array ?? [] {
      try takeAttempt(attempt["publicId"]?.string ?? "", change, attempt)
    }
    for field in Self.fields where try isNewest(change, of: id, field) {
      try takeField(field, field == "quiz" ? value["quiz"] ?? .null : whole, of: homeworkId, row)
    }
    for learner in try rows.learners() {
      let learnerId = learner.learner.id.text
      guard try isNewest(change, of: id, "completed \(learnerId)") else { continue }
      let atMs = value["completed"]?[learnerId].flatMap { if case .int(let atMs) = $0 { atMs } else { nil } }
      try copies.setCompletion(homework: row, by: learner.row, at: atMs)
    }
  }

  private static let fields = [
    "title", "subject", "text", "note", "dueOn", "generation", "collections", "picture", "quiz",
  ]

  /// Returns whether no later change of a field is here.
  private func isNewest(_ change: SyncChange, of id: String, _ field: String) throws(StoreError) -> Bool {
    guard let newest = try copies.newest([.edited, .restored], of: id, part: field) else { return true }
    return (newest.time, newest.copyId) <= (change.time, change.copyId)
  }

  // MARK: Edits

  private mutating func takeEdit(_ id: String, _ change: SyncChange) throws(StoreError) {
    guard let field = change.part, let value = change.value, try isNewest(change, of: id, field) else { return }
    if !new.contains(id) { counts.edits += 1 }
    if let row = try homework(id), let homeworkId = Homework.ID(id) {
      return try takeEdit(field, value, ofHomework: homeworkId, row, from: change.copyId)
    }
    if field == LibrarySettings.field, try id == copies.libraryId().text {
      guard case .bool(let acceptsAnswers) = value else { throw .damaged("setting", field) }
      return try rows.set(LibrarySettings(acceptsAnswers: acceptsAnswers))
    }
    if field == "name", let row = try learner(id), let name = value.string, Learner.faults(inName: name).isEmpty {
      try copies.rename(namesake: row, to: name)
      return try tx.record(.learnerUpdated, of: row, from: change.copyId)
    }
    guard let row = try copies.row(of: id, in: "attempt"), let attempt = Attempt.ID(id) else { return }
    switch field {
    case "home":
      guard let copy = value.string.flatMap(SyncCopy.ID.init) else { throw .damaged("copy", id) }
      try copies.insertIfAbsent(copy: copy)
      try copies.move(attempt: row, to: copy)
    case "deadline":
      guard case .int(let atMs) = value else { throw .damaged("deadline", id) }
      try rows.extend(attempt: row, to: Timestamp(millisecondsSince1970: atMs))
    default: return
    }
    try tx.record(.attemptExtended, nil, Event.Detail(attemptId: attempt), from: change.copyId)
  }

  private mutating func takeEdit(
    _ field: String, _ value: JSONValue, ofHomework id: Homework.ID, _ row: Int64, from copy: SyncCopy.ID
  ) throws(StoreError) {
    if field.hasPrefix("completed ") {
      guard let learner = try learner(String(field.dropFirst(10))) else { return }
      try copies.setCompletion(homework: row, by: learner, at: value == .null ? nil : value.int.map(Int64.init))
      return try tx.record(value == .null ? .homeworkReopened : .homeworkCompleted, id, of: learner, from: copy)
    }
    if field.hasPrefix("regrading ") {
      guard let quiz = try copies.row(of: String(field.dropFirst(10)), in: "quiz") else { return }
      return try takeRegradings(value, ofQuiz: quiz)
    }
    try takeField(field, value, of: id, row)
    try tx.record(field == "quiz" ? .quizSet : .homeworkUpdated, id, from: copy)
  }

  /// - Parameter value: the id of the current quiz; for all other fields the homework.
  private func takeField(
    _ field: String, _ value: JSONValue, of id: Homework.ID, _ row: Int64
  ) throws(StoreError) {
    switch field {
    case "collections":
      try rows.setCollections((value["collections"]?.array ?? []).compactMap(\.string), homework: row)
    case "picture": try rows.setPicture(Self.picture(value["picture"]), homework: row)
    case "quiz": try takeQuiz(asCurrentOf: id.text, value)
    default: try takeColumns(field, value, of: id, row)
    }
  }

  private func takeQuiz(asCurrentOf id: String, _ value: JSONValue?) throws(StoreError) {
    guard let homework = try homework(id), let quiz = value?.string,
      let row = try copies.row(of: quiz, in: "quiz")
    else { return }
    try rows.search?.unindex(homework: homework)
    try copies.makeCurrent(quiz: row, homework: homework)
    try rows.search?.index(homework: homework)
  }

  /// Takes fields that are columns of homework, all of them if one follows from another.
  private func takeColumns(
    _ field: String, _ value: JSONValue, of id: Homework.ID, _ row: Int64
  ) throws(StoreError) {
    let columns = field == "generation" ? ["generationState", "generationReason", "generationRetryAtMs"] : [field]
    try rows.search?.unindex(homework: row)
    try copies.set(columns, from: value, homework: row)
    try rows.search?.index(homework: row)
    if let fault = try rows.homework(id, of: nil)?.draft.faults.first { throw .damaged(field, "\(fault)") }
  }

  // MARK: Attempts

  /// Takes a line of the ledger. It follows from the attempt if that is completed here; otherwise the latest counts.
  private mutating func takeCredit(_ id: String, _ change: SyncChange) throws(StoreError) {
    guard let value = change.value, value["attemptPublicId"]?.string == id, let attempt = Attempt.ID(id),
      let learner = try learner(value["learner"]?.string)
    else { return }
    if try rows.summary(attempt, upTo: nil)?.attempt.state == .completed {
      // Told again, for copies that no longer have the attempt.
      if try copies.value(of: change) != value { try tx.note(.credit, id) }
      return
    }
    guard let newest = try copies.newest([.credit], of: id, part: nil),
      (newest.time, newest.copyId) <= (change.time, change.copyId)
    else { return }
    try rows.maintenance?.forgetCredit(of: attempt)
    _ = try copies.insert(portable: value, [:], into: .ledger)
    credited.insert(learner)
  }

  private mutating func takeAttempt(
    _ id: String, _ change: SyncChange, _ value: JSONValue? = nil
  ) throws(StoreError) {
    guard let value = value ?? change.value, let learner = try learner(value["learner"]?.string),
      let quiz = try value["quiz"]?.string.flatMap({ (id) throws(StoreError) in try copies.row(of: id, in: "quiz") })
    else { return }
    let line = try TakenLine(id, value, quiz: quiz, learner: learner)
    try line.take(in: &self, change)
    if let homework = try rows.summary(line.id, upTo: -1)?.homeworkRow {
      played.insert(Played(homework: homework, learner: learner))
    }
    guard line.isCompleted else { return }
    credited.insert(learner)
    completed.insert(line.id)
  }

  mutating func count(attempts: Int, answers: Int) {
    counts.attempts += attempts
    counts.answers += answers
  }

  mutating func questions(ofQuiz row: Int64) throws(StoreError) -> [String: (row: Int64, question: Question)] {
    if let known = questions[row] { return known }
    var found = try copies.questions(ofQuiz: row)
    // Answers that are here know their question by its first revision.
    for asked in found.values { found[asked.question.id.text] = asked }
    questions[row] = found
    return found
  }
}
