import HomeworkModel

/// A part of a sync, or a learner's document, as it is taken: of two edits of one field the later wins.
struct Merge {
  let tx: WriteTransaction
  var counts = SyncCounts()
  /// The ids of learners, homework and attempts that this part has brought.
  var new: Set<String> = []
  /// The homework that this part is about, with the copy of its last change.
  var touched: [Homework.ID: SyncCopy.ID] = [:]
  /// The completed attempts that this part has brought, and the questions whose keys were corrected, or whose
  /// corrections were undone.
  private var completed: Set<Attempt.ID> = []
  private var corrected: Set<Question.ID> = []
  /// Attempts that would continue here beside another open one: the rest of the part decides.
  var reopened: Set<Attempt.ID> = []
  /// The restorations of this part, each of which loses to a later deletion.
  private var restored: [SyncChange] = []
  /// The homework of this copy that the part deletes.
  var deletedElsewhere: Set<Homework.ID> = []
  /// Learners whose moments have to be computed again.
  private var learnersToRecompute: Set<Learner.ID> = []
  /// The new quizzes of this part that are current on the copies that sent them, with those copies.
  private var offered: [Homework.ID: (id: Quiz.ID, copy: SyncCopy.ID)] = [:]
  /// The questions of its quizzes, by quiz, by their own ids and by those of their first revisions, read once each.
  private var questions: [Quiz.ID: [Question.ID: StoredQuestion]] = [:]

  /// The copy of another library that has exported a learner's document, if this is one and not a part of a sync.
  let document: SyncCopy.ID?

  init(_ tx: WriteTransaction, document: SyncCopy.ID? = nil) { (self.tx, self.document) = (tx, document) }

  /// Records an event of another copy. What happened in another library stays there.
  func appendEvent(
    _ kind: Event.Kind, _ homework: Homework.ID? = nil, _ detail: Event.Detail = Event.Detail(),
    of learner: Learner.ID? = nil, from copy: SyncCopy.ID
  ) throws(StoreError) {
    guard document != nil else { return try tx.appendEvent(kind, homework, detail, of: learner, from: copy) }
    guard [.learnerAdded, .homeworkAdded, .homeworkRestored, .quizSet].contains(kind) else { return }
    try tx.appendEvent(kind, homework, detail, of: learner)
  }

  var rows: RowTransaction { tx.rows }

  mutating func take(_ change: SyncChange) throws(StoreError) {
    guard let id = change.entity else { return }
    if let homework = Homework.ID(id), try rows.has(homework, in: .homework) || change.kind == .homework {
      touched[homework] = change.copyId
    }
    switch change.kind {
    case .learner: try takeLearner(id, change)
    case .homework: try takeHomework(id, change)
    case .quiz: if let value = change.value { try insertQuiz(id, value, change) }
    case .attempt: try takeAttempt(id, change)
    case .credit: try takeCredit(id, change)
    case .moment: try takeMoment(id, change)
    case .edited: try takeEdit(id, change)
    case .deleted: if let homework = try homework(id) { deletedElsewhere.insert(homework) }
    case .restored: restored.append(change)
    case .erased: try takeErasure(id, change)
    }
    if [.attempt, .credit, .edited].contains(change.kind) { try rows.forgetUnlessHere(change) }
  }

  /// Computes again what follows from what was taken.
  mutating func settle() throws(StoreError) {
    // The erasing copy's new learner came with the erasure.
    if tx.hasErased { try tx.requireLearner() }
    try rows.keepDefault()
    for change in restored { try takeRestored(change) }
    for attempt in reopened.sorted(by: { $0.text < $1.text }) { try MergedAttempt.reopen(attempt, in: tx) }
    for (homework, quiz) in offered.sorted(by: { $0.key.text < $1.key.text }) {
      try makeCurrent(quiz.id, of: homework, from: quiz.copy)
    }
    try tx.regradeLate(completed, corrected)
    for learner in learnersToRecompute { try tx.addReachedMoments(by: learner) }
    for (homework, copy) in touched.sorted(by: { $0.key.text < $1.key.text }) {
      if try rows.has(homework, in: .homework) { try tx.takeInCorrections(homework: homework) }
      try settleDeletion(homework, copy)
    }
    if counts.deletions > 0 { try rows.dropUnusedPictures() }
  }

  // MARK: Learners

  /// Returns a learner's id; `nil` if they were erased, or are not known.
  func learner(_ id: String?) throws(StoreError) -> Learner.ID? {
    guard let id = id.flatMap(Learner.ID.init), try rows.has(id, in: .learner) else { return nil }
    return id
  }

  private mutating func takeLearner(_ id: String, _ change: SyncChange) throws(StoreError) {
    guard let value = change.value, let learnerId = Learner.ID(id) else { return }
    guard try rows.newest([.erased], of: learnerId.tombstone, part: nil) == nil else { return }
    guard let name = value["name"]?.string, Learner.faults(inName: name).isEmpty,
      case .int(let createdAtMs)? = value["createdAtMs"]
    else { throw .damaged("learner", id) }
    if let here = try rows.learner(learnerId) { return try takeName(name, of: here, change) }
    try rows.insert(
      Learner(
        id: learnerId, name: name, isDefault: false, createdAt: Timestamp(millisecondsSince1970: createdAtMs)))
    counts.learners += 1
    new.insert(id)
    try appendEvent(.learnerAdded, of: learnerId, from: change.copyId)
  }

  /// If two copies have imported a learner under different names, the later import's name wins, unless the name was
  /// edited.
  private mutating func takeName(_ name: String, of learner: Learner, _ change: SyncChange) throws(StoreError) {
    let id = learner.id.text
    guard name != learner.name, try rows.newest([.edited], of: id, part: "name") == nil,
      let newest = try rows.newest([.learner], of: id, part: nil), newest == (change.time, change.copyId)
    else { return }
    try takeEdit("name", .string(name), of: id, from: change.copyId)
    try countEdit(of: id)
  }

  private mutating func takeErasure(_ id: String, _ change: SyncChange) throws(StoreError) {
    guard let erased = try rows.learners().first(where: { $0.id.tombstone == id }) else { return }
    counts.deletions += 1
    _ = try rows.erase(learner: erased.id, at: tx.now)
    tx.hasErased = true
    try appendEvent(.erased, from: change.copyId)
    learnersToRecompute.remove(erased.id)
  }

  private mutating func takeMoment(_ id: String, _ change: SyncChange) throws(StoreError) {
    guard let learner = try learner(id), let name = change.part, let value = change.value else { return }
    guard let kind = value["kind"]?.string, case .int(let atMs)? = value["atMs"] else { throw .damaged("moment", name) }
    try rows.keepEarlier(moment: name, kind: kind, of: learner, at: atMs)
  }

  // MARK: Homework

  /// Returns the id of homework that is here, shown or hidden.
  func homework(_ id: String?) throws(StoreError) -> Homework.ID? {
    guard let id = id.flatMap(Homework.ID.init), try rows.has(id, in: .homework) else { return nil }
    return id
  }

  private func quiz(_ id: String?) throws(StoreError) -> Quiz.ID? {
    guard let id = id.flatMap(Quiz.ID.init), try rows.has(id, in: .quiz) else { return nil }
    return id
  }

  private mutating func takeHomework(_ id: String, _ change: SyncChange) throws(StoreError) {
    guard let value = change.value, let homeworkId = Homework.ID(id) else { return }
    guard try homework(id) == nil else {
      try takePicture(value, of: homeworkId, from: change.copyId)
      return try takeUnedited(value, of: homeworkId, change)
    }
    try rows.insert(homeworkId, value)
    counts.homework += 1
    new.insert(id)
    try appendEvent(.homeworkAdded, homeworkId, from: change.copyId)
  }

  /// A restored backup may import homework, with other fields than its copies have. What came later counts, unless a
  /// field was edited.
  private mutating func takeUnedited(
    _ value: JSONValue, of id: Homework.ID, _ change: SyncChange
  ) throws(StoreError) {
    guard let newest = try rows.newest([.homework], of: id.text, part: nil), newest == (change.time, change.copyId),
      let own = try rows.value(of: change)
    else { return }
    for field in RowTransaction.fieldsOfHomework
    where RowTransaction.members(ofField: field).contains(where: { own[$0] != value[$0] }) {
      guard try rows.newest([.edited], of: id.text, part: field) == nil else { continue }
      try takeEdit(field, value, ofHomework: id, from: change.copyId)
      try countEdit(of: id.text)
    }
  }

  /// A learner's document brings homework without its picture, which another copy may have.
  mutating func takePicture(_ value: JSONValue, of id: Homework.ID, from copy: SyncCopy.ID) throws(StoreError) {
    guard try rows.homework(id, of: nil)?.picture == nil,
      try rows.newest([.edited], of: id.text, part: "picture") == nil,
      let picture = try RowTransaction.picture(value["picture"])
    else { return }
    try rows.setPicture(picture, homework: id)
    try countEdit(of: id.text)
    try appendEvent(.homeworkUpdated, id, from: copy)
  }

  /// Inserts a quiz, unless it is here or its homework is not.
  mutating func insertQuiz(_ id: String, _ value: JSONValue, _ change: SyncChange) throws(StoreError) {
    guard let quizId = Quiz.ID(id), try quiz(id) == nil, value["id"]?.string == id else { return }
    if let homework = value["homework"]?.string, try self.homework(homework) == nil {
      return try requireDeleted(homework, "quiz \(id)")
    }
    try rows.insert(portable: value, ["is_current": .flag(false)], into: .quiz)
    try rows.store(files: value["pictures"])
    for question in value["questions"]?.array ?? [] {
      try rows.insert(portable: question, ["quiz": .text(id)], into: .question)
    }
    if let regradings = value["regradings"] { try takeRegradings(regradings, ofQuiz: quizId) }
    guard let homework = try homework(value["homework"]?.string) else { return }
    let faults = try tx.wholeQuiz(.id(quizId))?.draft.faults ?? []
    if let fault = faults.first { throw .damaged("quiz", "\(fault)") }
    if value["isCurrent"] == true { offered[homework] = (quizId, change.copyId) }
  }

  /// Makes a quiz the current one, as on the copy that sent it, unless an edit has chosen one. Of two quizzes from
  /// learners' documents, which are not edits, the later one wins; a document itself never replaces a current quiz.
  private mutating func makeCurrent(
    _ quiz: Quiz.ID, of homework: Homework.ID, from copy: SyncCopy.ID
  ) throws(StoreError) {
    let quizzes = try rows.revisions(homework: homework)
    guard let new = quizzes.firstIndex(where: { $0.id == quiz }), !quizzes[new].isCurrent else { return }
    if let own = quizzes.firstIndex(where: \.isCurrent) {
      let edited = try rows.newest([.edited], of: homework.text, part: "quiz")
      guard document == nil, edited == nil, own < new else { return }
    }
    try takeField("quiz", .string(quiz.text), of: homework)
    if !self.new.contains(homework.text) { try appendEvent(.quizSet, homework, from: copy) }
    try countEdit(of: homework.text)
  }

  /// Refuses what arrives before its homework. If that was deleted so long ago that it was removed here, nothing is
  /// missing.
  private func requireDeleted(_ homework: String?, _ thing: String) throws(StoreError) {
    guard let homework, try rows.newest([.deleted], of: homework, part: nil) != nil else {
      throw .damaged("place", "\(thing) comes before what it belongs to")
    }
  }

  private mutating func takeRegradings(_ value: JSONValue, ofQuiz id: Quiz.ID) throws(StoreError) {
    try rows.setRegradings(quiz: id, from: value)
    for correction in try rows.regradings(ofQuiz: id) {
      if try rows.isUndone(correction) { try rows.undo(correction) }
      corrected.insert(correction.key.id)
    }
  }

  // MARK: Edits

  /// Takes an edit if it is the last one of its field, and counts it if the field of what was here has another value by
  /// it.
  mutating func takeEdit(_ id: String, _ change: SyncChange) throws(StoreError) {
    guard let field = change.part, let value = change.value else { return }
    if let newest = try rows.newest([.edited], of: id, part: field),
      (newest.time, newest.copyId) > (change.time, change.copyId)
    {
      return
    }
    let before = try rows.value(of: change)
    try takeEdit(field, value, of: id, from: change.copyId)
    if try rows.value(of: change) != before { try countEdit(of: id) }
  }

  /// Counts an edit of what was here. What was hidden comes back, if it does, as a whole.
  private mutating func countEdit(of id: String) throws(StoreError) {
    if new.contains(id) { return }
    var homework = try homework(id)
    if homework == nil, let attempt = Attempt.ID(id) {
      homework = try rows.summary(attempt, upTo: -1)?.attempt.homeworkId
    }
    if let homework, try !rows.isShown(homework) { return }
    counts.edits += 1
  }

  private mutating func takeEdit(
    _ field: String, _ value: JSONValue, of id: String, from copyId: SyncCopy.ID
  ) throws(StoreError) {
    if let homework = try homework(id) { return try takeEdit(field, value, ofHomework: homework, from: copyId) }
    if field == LibrarySettings.field, try id == rows.libraryId().text {
      guard case .bool(let acceptsAnswers) = value else { throw .damaged("setting", field) }
      return try rows.set(LibrarySettings(acceptsAnswers: acceptsAnswers))
    }
    if field == "name", let learner = try learner(id), let name = value.string, Learner.faults(inName: name).isEmpty {
      try rows.rename(learner: learner, to: name)
      return try appendEvent(.learnerUpdated, of: learner, from: copyId)
    }
    guard field == "home", let attempt = Attempt.ID(id),
      let learner = try rows.summary(attempt, upTo: -1)?.attempt.learnerId
    else { return }
    guard let copy = value.string.flatMap(SyncCopy.ID.init) else { throw .damaged("copy", id) }
    try rows.insertIfAbsent(copy: copy)
    try rows.move(attempt: attempt, to: copy)
    try appendEvent(.attemptExtended, nil, Event.Detail(attemptId: attempt), of: learner, from: copyId)
  }

  /// A deadline only moves later: of two, the later one counts, whenever it was given.
  mutating func takeDeadline(_ value: JSONValue?, of id: String, _ copy: SyncCopy.ID) throws(StoreError) {
    guard let value, let attemptId = Attempt.ID(id) else { return }
    guard case .int(let atMs) = value else { throw .damaged("deadline", id) }
    guard let attempt = try rows.summary(attemptId, upTo: -1)?.attempt,
      atMs > attempt.terms.deadline?.millisecondsSince1970 ?? .max
    else { return }
    try rows.extend(attempt: attemptId, to: Timestamp(millisecondsSince1970: atMs))
    try countEdit(of: id)
    try appendEvent(.attemptExtended, nil, Event.Detail(attemptId: attemptId), of: attempt.learnerId, from: copy)
  }

  private mutating func takeEdit(
    _ field: String, _ value: JSONValue, ofHomework id: Homework.ID, from copy: SyncCopy.ID
  ) throws(StoreError) {
    if let completing = SyncChange.learner(completing: field) {
      guard let learner = try learner(completing) else { return }
      try rows.setCompletion(homework: id, by: learner, at: value == .null ? nil : value.int.map(Int64.init))
      return try appendEvent(value == .null ? .homeworkReopened : .homeworkCompleted, id, of: learner, from: copy)
    }
    if field.hasPrefix("regrading ") {
      guard let quiz = try quiz(String(field.dropFirst(10))) else { return }
      return try takeRegradings(value, ofQuiz: quiz)
    }
    try takeField(field, value, of: id)
    try appendEvent(field == "quiz" ? .quizSet : .homeworkUpdated, id, from: copy)
  }

  /// - Parameter value: the id of the current quiz; for all other fields its columns.
  private func takeField(_ field: String, _ value: JSONValue, of id: Homework.ID) throws(StoreError) {
    switch field {
    case "collections":
      try rows.setCollections((value["collections"]?.array ?? []).compactMap(\.string), homework: id)
    case "picture": try rows.setPicture(RowTransaction.picture(value["picture"]), homework: id)
    case "quiz":
      guard let quiz = try quiz(value.string) else { return }
      try rows.makeCurrent(quiz: quiz, homework: id)
      try rows.index(homework: id)
    default: try takeColumns(field, value, of: id)
    }
  }

  /// Takes fields that are columns of homework, all of them if one follows from another.
  private func takeColumns(_ field: String, _ value: JSONValue, of id: Homework.ID) throws(StoreError) {
    try rows.set(RowTransaction.members(ofField: field), from: value, homework: id)
    try rows.index(homework: id)
    if let fault = try rows.homework(id, of: nil)?.draft.faults.first { throw .damaged(field, "\(fault)") }
  }

  // MARK: Attempts

  /// Takes a line of the ledger. It follows from the attempt if that is completed here; otherwise the latest counts.
  private mutating func takeCredit(_ id: String, _ change: SyncChange) throws(StoreError) {
    guard let value = change.value, value["attempt"]?.string == id, let attempt = Attempt.ID(id),
      let learner = try learner(value["learner"]?.string)
    else { return }
    if try rows.summary(attempt, upTo: nil)?.attempt.state == .completed {
      let own = try rows.value(of: change)
      guard own != value else { return }
      let counted = ["learner", "stars", "score", "total", "longestRun", "elapsedMs", "finishedAtMs"]
      if document != nil, counted.contains(where: { value[$0] != own?[$0] }) { throw .damaged("credit", id) }
      // Told again, for copies that no longer have the attempt.
      return try tx.logChange(.credit, id)
    }
    guard let newest = try rows.newest([.credit], of: id, part: nil),
      (newest.time, newest.copyId) <= (change.time, change.copyId)
    else { return }
    try rows.forgetCredit(of: attempt)
    try rows.insert(portable: value, into: .ledger)
    learnersToRecompute.insert(learner)
  }

  mutating func takeAttempt(
    _ id: String, _ change: SyncChange, _ value: JSONValue? = nil
  ) throws(StoreError) {
    // A learner who is not here was erased.
    guard let value = value ?? change.value, let learner = try learner(value["learner"]?.string) else { return }
    guard let quiz = try quiz(value["quiz"]?.string) else {
      return try requireDeleted(value["homework"]?.string, "attempt \(id)")
    }
    let line = try MergedAttempt(id, value, quiz: quiz, learner: learner)
    try line.take(in: &self, change)
    guard let merged = try rows.summary(line.id, upTo: -1)?.attempt else { return }
    if let homework = merged.homeworkId { touched[homework] = change.copyId }
    guard merged.state == .completed else { return }
    learnersToRecompute.insert(learner)
    completed.insert(line.id)
  }

  mutating func questions(ofQuiz id: Quiz.ID) throws(StoreError) -> [Question.ID: StoredQuestion] {
    if let known = questions[id] { return known }
    var found = try rows.questions(ofQuiz: id)
    // Answers that are here know their question by its first revision.
    for asked in found.values { found[asked.question.id] = asked }
    questions[id] = found
    return found
  }
}
