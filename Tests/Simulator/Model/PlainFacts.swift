import HomeworkModel

/// The time of a change, which orders the changes of all copies.
struct Moment: Hashable, Comparable {
  var time: Int64, copy: String

  static func < (one: Moment, other: Moment) -> Bool { (one.time, one.copy) < (other.time, other.copy) }
}

/// A value with the time of its own last change.
@dynamicMemberLookup struct Stamped<Value> {
  var value: Value, at: Moment

  init(_ value: Value, _ at: Moment) { (self.value, self.at) = (value, at) }
  subscript<Member>(dynamicMember path: WritableKeyPath<Value, Member>) -> Member {
    get { value[keyPath: path] }
    set { value[keyPath: path] = newValue }
  }
}

typealias Facts<Value> = [String: Stamped<Value>]

struct PlainRevision {
  var homework: String?, questions: [PlainQuestion]
  /// The corrections known when it was made, which it contains.
  var knows: Set<String>
}

struct PlainAttempt {
  var learner: String, homework: String?, revision: String
  /// The cards in the order in which they are asked.
  var asked: [String]
  var isPractice: Bool, startedAtMs: Int64
}

/// An answer or the end of an attempt, and the answer before it, so that two lines that diverge are different facts.
struct PlainAnswer {
  var learner: String, attempt: String, previous: String, atMs: Int64
  /// Whether an end completes the attempt; `nil` for an answer.
  var isCompleted: Bool?
  var index = 0, card = "", elapsedMs = 0
  /// 0, 1, or nothing if it was skipped.
  var response: Int?
  /// The grade that a learner's document gives it, if not that of its response, and the corrections known there.
  var documented: Outcome?, gradedBy: Set<String> = []
}

/// The score and the streak of a completed attempt, which outlive it and its homework.
struct PlainCredit {
  var learner: String, atMs: Int64, score: Score, streak: Streak
}

/// A corrected key, which holds for every revision made without knowing it.
struct PlainCorrection {
  var homework: String, card: String, type: String, key: Int, neverLower: Bool, atMs: Int64
}

/// Facts never change, and of edits the later one counts: a library is the union of those of its copies.
struct PlainFacts {
  /// By id.
  var learners: Facts<Int64> = [:], homework: Facts<Int64> = [:]
  var revisions: Facts<PlainRevision> = [:], attempts: Facts<PlainAttempt> = [:], answers: Facts<PlainAnswer> = [:]
  var corrections: Facts<PlainCorrection> = [:]
  var credits: Facts<PlainCredit> = [:]
  /// The answers that were accepted, and the last use of an assignment.
  var accepted: Facts<Bool> = [:], uses: Facts<Bool> = [:]
  /// By the thing and its field, such as the title of an assignment. An empty value is none.
  var edits: Facts<String> = [:]
  /// The achievements and milestones that a learner has reached, which nothing takes back.
  var moments: Facts<String> = [:]
  /// The last deletion of an assignment, with its time here.
  var deletions: Facts<Int64> = [:]
  var erased: Set<String> = []
  /// The learners of removed attempts that two copies had continued: the model does not know which credit remains.
  var unsure: Set<String> = []
  /// The answers and ends of each attempt, which are found again by it.
  private(set) var answersOf: [String: [String]] = [:]

  mutating func add(_ answer: PlainAnswer, named name: String, at: Moment) {
    if answers.updateValue(Stamped(answer, at), forKey: name) == nil {
      answersOf[answer.attempt, default: []].append(name)
    }
  }

  /// Finds the answers and ends of each attempt anew.
  mutating func index() { answersOf = Dictionary(grouping: answers.keys) { answers[$0]?.attempt ?? "" } }

  mutating func unite(with other: PlainFacts) {
    func unite<Value>(_ facts: WritableKeyPath<PlainFacts, Facts<Value>>) {
      self[keyPath: facts].merge(other[keyPath: facts]) { $0.at < $1.at ? $1 : $0 }
    }
    for facts in [\.learners, \.homework] as [WritableKeyPath<PlainFacts, Facts<Int64>>] { unite(facts) }
    for facts in [\.accepted, \.uses] as [WritableKeyPath<PlainFacts, Facts<Bool>>] { unite(facts) }
    // A deadline only moves later.
    func deadline(_ edit: Stamped<String>) -> Int64 { Int64(edit.value) ?? .min }
    edits.merge(other.edits.filter { $0.key.hasSuffix(" deadline") }) { deadline($0) < deadline($1) ? $1 : $0 }
    edits.merge(other.edits.filter { !$0.key.hasSuffix(" deadline") }) { $0.at < $1.at ? $1 : $0 }
    unite(\.moments)
    unite(\.credits)
    unite(\.revisions)
    unite(\.attempts)
    unite(\.answers)
    unite(\.corrections)
    for (id, deletion) in other.deletions where deletions[id].map({ $0.at < deletion.at }) ?? true {
      deletions[id] = Stamped(deletion.at.time / HybridTime.perMs, deletion.at)
    }
    erased.formUnion(other.erased)
    unsure.formUnion(other.unsure)
    forgetErased()
    takeInCorrections()
  }

  /// Removes what was deleted more than 30 days ago, and keeps what was earned by it.
  mutating func removeHidden(at nowMs: Int64) {
    for (id, deletion) in deletions where deletion.value < nowMs - PlainLibrary.monthMs { remove(id) }
  }

  /// Removes homework, unless it is visible.
  mutating func remove(_ id: String) {
    guard !isVisible(id), homework.removeValue(forKey: id) != nil else { return }
    let gone = Set(attempts.filter { $0.value.homework == id }.keys)
    for key in gone {
      credits[key] = credit(key) ?? credits[key]
      if isSplit(key), let attempt = attempts[key] { unsure.insert(attempt.learner) }
    }
    let lost = corrections.filter { $0.value.value.homework == id }.keys
    // Reviews stay, with their grades.
    let cards = Set(lost.compactMap { corrections[$0]?.value.card })
    for (key, answer) in answers where cards.contains(answer.card) && attempts[answer.attempt]?.value.homework == nil {
      guard line(answer.attempt).end?.isCompleted == true else { continue }
      let outcome = outcome(key, isCompleted: true)
      answers[key]?.documented = outcome
      answers[key]?.gradedBy.formUnion(lost)
    }
    for name in lost { (corrections[name], edits["\(name) undone"]) = (nil, nil) }
    revisions = revisions.filter { $0.value.homework != id }
    attempts = attempts.filter { !gone.contains($0.key) }
    forgetLostAnswers()
    edits = edits.filter { key, _ in
      let thing = String(key.prefix { $0 != " " })
      return thing != id && !gone.contains(thing)
    }
  }

  private mutating func forgetLostAnswers() {
    answers = answers.filter { attempts[$0.value.attempt] != nil }
    accepted = accepted.filter { answers[$0.key] != nil }
    index()
  }

  /// A sum that grows with every change.
  var size: Int64 {
    let facts = learners.count + homework.count + revisions.count + attempts.count + answers.count + deletions.count
    let times = edits.values.map(\.at.time) + uses.values.map(\.at.time)
    return times.reduce(Int64(facts + corrections.count + moments.count + erased.count)) { $0 &+ $1 }
  }

  /// Leaves nothing of erased learners, wherever it came from.
  mutating func forgetErased() {
    attempts = attempts.filter { !erased.contains($0.value.learner) }
    credits = credits.filter { !erased.contains($0.value.learner) }
    forgetLostAnswers()
  }
}

// MARK: What follows

extension PlainFacts {
  func edit(_ thing: String, _ field: String) -> String? {
    edits["\(thing) \(field)"].flatMap { $0.value.isEmpty ? nil : $0.value }
  }

  var presentLearners: [String] { learners.keys.filter { !erased.contains($0) }.sorted() }

  func isVisible(_ id: String) -> Bool {
    guard homework[id] != nil else { return false }
    // Of a use and a deletion at the same time the use counts.
    guard let deleted = deletions[id]?.at.time else { return true }
    return uses[id].map { $0.at.time >= deleted } ?? false
  }

  /// What was deleted last and is not visible.
  var newestHidden: (homework: [String], atMs: Int64)? {
    let hidden = deletions.filter { homework[$0.key] != nil && !isVisible($0.key) }
    guard let newest = hidden.values.map(\.value).max() else { return nil }
    return (hidden.filter { $1.value == newest }.keys.sorted(), newest)
  }

  var visibleHomework: [String] { homework.keys.filter(isVisible).sorted() }

  /// The corrections of cards that a revision was made without, and that are not older than one of the same card that
  /// it knows.
  private func late(_ revision: PlainRevision, _ cards: Set<String>) -> Facts<PlainCorrection> {
    let ofCards = corrections.filter { cards.contains($1.card) },
      known = ofCards.filter { revision.knows.contains($0.key) }
    return ofCards.filter { name, late in
      !revision.knows.contains(name) && known.values.allSatisfy { $0.card != late.card || $0.at < late.at }
    }
  }

  /// The questions of a revision, with the keys that were corrected where it was not known.
  func questions(of revision: String) -> [PlainQuestion] {
    guard let found = revisions[revision]?.value else { return [] }
    return found.questions.map { question in
      var question = question
      let fitting = late(found, [question.card]).values.filter { $0.type == question.type }
      if let last = fitting.max(by: { $0.at < $1.at }) { question.key = last.key }
      return question
    }
  }

  /// Makes the revisions that have the keys that were corrected elsewhere: no edits, so no later than what they are of.
  mutating func takeInCorrections() {
    for id in homework.keys {
      guard let base = edits["\(id) quiz"]?.value.split(separator: "+").first.map(String.init),
        let found = revisions[base], case let late = late(found.value, Set(found.questions.map(\.card))), !late.isEmpty
      else { continue }
      let name = "\(base)+\(late.keys.sorted().joined(separator: "+"))", knows = found.knows.union(late.keys)
      revisions[name] = Stamped(
        PlainRevision(homework: id, questions: questions(of: base), knows: knows), found.at)
      edits["\(id) quiz"]?.value = name
    }
  }

  func currentQuiz(of id: String) -> [PlainQuestion]? { edit(id, "quiz").map(questions) }

  // MARK: Attempts

  func attempt(_ id: String) -> PlainAttempt? {
    guard let found = attempts[id]?.value, !erased.contains(found.learner) else { return nil }
    return found.homework.map(isVisible) ?? true ? found : nil
  }

  /// The line that is the attempt: at each place at which lines diverge, what happened earlier.
  func line(_ id: String) -> (answers: [String], end: PlainAnswer?) {
    let all = (answersOf[id] ?? []).compactMap { name in answers[name].map { (name: name, answer: $0.value) } }
      .sorted { one, other in
        func rank(_ found: (name: String, answer: PlainAnswer)) -> (Int64, Int, String) {
          (found.answer.atMs, found.answer.isCompleted == nil ? 1 : 0, found.name)
        }
        return rank(one) < rank(other)
      }
    var line: [String] = []
    while true {
      let next = all.first { $0.answer.previous == line.last ?? id }
      guard let next, next.answer.isCompleted == nil else { return (line, next?.answer) }
      line.append(next.name)
    }
  }

  /// True if two copies have continued an attempt in different ways.
  func isSplit(_ id: String) -> Bool {
    let mine = (answersOf[id] ?? []).compactMap { answers[$0]?.previous }
    return Set(mine).count < mine.count
  }

  func state(_ id: String) -> Attempt.State {
    line(id).end.map { $0.isCompleted == true ? .completed : .abandoned } ?? .inProgress
  }

  func isOpen(_ id: String, on copy: String) -> Bool {
    attempt(id) != nil && edit(id, "home") == copy && state(id) == .inProgress
  }

  func openAttempts(at homework: String?, of learner: String? = nil, on copy: String) -> [String] {
    attempts.filter { id, found in
      found.value.homework == homework && learner ?? found.value.learner == found.value.learner && isOpen(id, on: copy)
    }.map(\.key)
  }

  func question(of answer: PlainAnswer) -> PlainQuestion? {
    revisions[attempts[answer.attempt]?.revision ?? ""]?.questions.first { $0.card == answer.card }
  }

  /// The outcome of an answer: as it was given, or by the corrections of its key if the attempt is completed.
  func outcome(_ key: String, isCompleted: Bool) -> Outcome {
    guard let answer = answers[key]?.value, let response = answer.response, let question = question(of: answer),
      let revision = revisions[attempts[answer.attempt]?.revision ?? ""]?.value
    else { return .skipped }
    if accepted[key] != nil { return .correct }
    var outcome: Outcome = response == question.key ? .correct : .wrong
    let cards = corrections.filter { $0.value.card == answer.card }.keys
    if let documented = answer.documented, answer.gradedBy.isDisjoint(with: cards) { outcome = documented }
    guard isCompleted, question.type != "card" else { return outcome }
    let late = late(revision, [answer.card]).filter { edit($0.key, "undone") == nil }
    for correction in late.values.sorted(by: { $0.at < $1.at }) where correction.type == question.type {
      let graded: Outcome = response == correction.key ? .correct : .wrong
      if graded == .correct || !correction.neverLower { outcome = graded }
    }
    return outcome
  }

  func outcomes(_ id: String) -> [Outcome] {
    let line = line(id)
    return line.answers.map { outcome($0, isCompleted: line.end?.isCompleted == true) }
  }

  func streak(_ id: String) -> Streak {
    guard let attempt = attempts[id]?.value, let revision = revisions[attempt.revision]?.value else { return Streak() }
    let moving = Set(revision.questions.filter { $0.type == "mcq" }.map(\.card))
    return Streak(settling: zip(outcomes(id), attempt.asked.map(moving.contains)).lazy.map { ($0, $1) })
  }

  /// Keeps what a learner has reached by the attempts that count.
  mutating func remember(_ learner: String, at: Moment) {
    var stars = 0
    for (index, attempt) in counted(of: learner).enumerated() {
      let (score, streak) = (attempt.credit.score, attempt.credit.streak)
      stars += streak.stars
      var reached = Achievement.earned(score, longestRun: streak.longest, starsTotal: stars).map(\.rawValue)
      if Milestone.completedAttempts.contains(index + 1) { reached.append("\(index + 1)") }
      for name in reached { reach(name, learner, at: at) }
    }
  }

  mutating func reach(_ name: String, _ learner: String, at: Moment) {
    if moments["\(learner) \(name)"] == nil { moments["\(learner) \(name)"] = Stamped(name, at) }
  }

  /// Returns the credit of an attempt; `nil` unless it is completed, asks anything and is no practice.
  func credit(_ id: String) -> Stamped<PlainCredit>? {
    guard let found = attempts[id], !found.value.isPractice, !found.value.asked.isEmpty,
      let end = line(id).end, end.isCompleted == true
    else { return nil }
    let score = Score(correct: outcomes(id).count { $0 == .correct }, total: found.value.asked.count)
    return Stamped(
      PlainCredit(learner: found.value.learner, atMs: end.atMs, score: score, streak: streak(id)), found.at)
  }

  /// Returns the credits of a learner in the order of their ends; at homework, only those of attempts that are present.
  func counted(of learner: String, at homework: String? = nil) -> [(id: String, credit: PlainCredit)] {
    let own = attempts.filter { $1.value.learner == learner && (homework == nil || $1.value.homework == homework) }
    let here = Dictionary(uniqueKeysWithValues: own.compactMap { id, _ in credit(id).map { (id, $0) } })
    let all = homework == nil ? here.merging(credits.filter { $1.value.learner == learner }) { own, _ in own } : here
    return all.map { ($0.key, $0.value.value) }.sorted { ($0.1.atMs, $0.0) < ($1.1.atMs, $1.0) }
  }

  func progress(of learner: String, at homework: String) -> String {
    var progress = HomeworkProgress()
    for (_, credit) in counted(of: learner, at: homework) {
      progress.record(credit.score, at: Timestamp(millisecondsSince1970: credit.atMs))
    }
    return progress.text
  }

  /// What counts as wrong for practice: the questions last answered wrong or skipped.
  func lastWrong(of learner: String, in quiz: [PlainQuestion]) -> [String] {
    let cards = Set(quiz.map(\.card))
    var last: [String: (atMs: Int64, isWrong: Bool)] = [:]
    for (id, found) in attempts.sorted(by: { $0.key < $1.key }) where found.value.learner == learner {
      let line = line(id)
      if attempt(id) == nil || line.end?.isCompleted == false { continue }
      for (key, outcome) in zip(line.answers, outcomes(id)) {
        guard let answer = answers[key]?.value, cards.contains(answer.card) else { continue }
        if answer.atMs >= last[answer.card]?.atMs ?? .min { last[answer.card] = (answer.atMs, outcome != .correct) }
      }
    }
    return quiz.map(\.card).filter { last[$0]?.isWrong == true }
  }
}
