import HomeworkModel

/// A copy of a library as `behaviour.md` describes it, in sets and dictionaries.
struct PlainLibrary {
  var library = "", copy = ""
  var facts = PlainFacts()
  /// The learner who is meant if none is chosen.
  var defaultLearner = ""
  /// Requests with what they asked for, and the reply.
  var requests: [String: (asked: String, reply: String?)] = [:]
  /// Requests that may have been kept for a learner who was erased.
  var uncertainRequests: Set<String> = []
  /// The current call, and what the store has shown of it.
  private var act = Act(verb: .check), seen = Observation()

  static let monthMs: Int64 = 30 * 86_400_000, yearMs = 31_536_000_000
  static let fields = ["title", "subject", "text", "note", "due", "collections", "picture"]
}

extension PlainLibrary {
  /// Performs a call, of which `act` has ids in place of names, and returns the kind of its refusal, if any.
  mutating func perform(_ act: Act, _ seen: Observation) -> String? {
    var after = self
    (after.act, after.seen) = (act, seen)
    if let refusal = after.change(act["homework"] ?? "") { return refusal }
    // The first write after 30 days removes what is hidden.
    if seen.hasChanged { after.facts.removeHidden(at: seen.nowMs) }
    self = after
    return nil
  }

  private mutating func change(_ homework: String) -> String? {
    switch act.verb {
    case .add, .edit, .delete, .generate, .complete, .reopen: return changeHomework(homework)
    case .setQuiz, .changeQuestion, .addQuestion, .removeQuestion, .moveQuestion, .updateQuiz, .regrade:
      return changeQuiz(homework)
    case .undoRegrading: undoRegrading()
    case .undo where facts.newestHidden.map { $0.atMs < newestCorrection?.atMs ?? .min } ?? true && undoRegrading():
      break
    case .undo, .undoDeletion:
      facts.removeHidden(at: seen.nowMs)
      for id in facts.newestHidden?.homework ?? [] { use(id) }
    case .settings: set("library", "accepts", act["accepts"] == "yes" ? "yes" : "")
    case .addLearner, .editLearner, .erase: return changeLearner(act["learner"] ?? "")
    case .start, .review: return start(homework)
    default: return play(act["attempt"] ?? "")
    }
    return nil
  }

  private mutating func set(_ thing: String, _ field: String, _ value: String, at moment: Moment? = nil) {
    facts.edits["\(thing) \(field)"] = Stamped(value, moment ?? seen.at)
    use(thing)
  }

  private mutating func use(_ homework: String?) {
    if let homework, facts.homework[homework] != nil { facts.uses[homework] = Stamped(true, seen.usedAt ?? seen.at) }
  }

  // MARK: Homework

  private mutating func changeHomework(_ id: String) -> String? {
    let (isAdd, isPossible) = (act.verb == .add, act["title"] != "-" && act["due"] != "2041-02-30")
    let isForLearner = [.add, .complete, .reopen].contains(act.verb), learner = chosen
    guard isAdd ? learner != nil : facts.isVisible(id) else { return "notFound" }
    switch act.verb {
    case .add, .edit:
      guard isPossible, act["quiz"]?.contains("lost") != true else { return "invalid" }
      let id = isAdd ? seen.id("homework") : id
      if isAdd { facts.homework[id] = Stamped(seen.nowMs, seen.at) }
      let given = Self.fields.filter { isAdd || act.has($0) }
      for (index, field) in given.enumerated() {
        set(id, field, act[field] == "none" ? "" : act[field] ?? "", at: inTurn(index, of: given.count))
      }
      guard isAdd else { break }
      set(id, "generation", act.has("quiz") ? "ready" : "none")
      // Initial values are no edits: any edit is later.
      for field in Self.fields + ["generation"] { facts.edits["\(id) \(field)"]?.at.time -= 1 << 60 }
      if act.has("quiz") { revise(id, drafts) }
      if !act.has("uncaptured"), let learner { facts.reach("firstCapture", learner, at: seen.at) }
    case .delete:
      let gone = [id] + (act["also"].map { [$0] } ?? [])
      guard gone.allSatisfy(facts.isVisible) else { return "notFound" }
      for (index, id) in gone.enumerated() {
        facts.deletions[id] = Stamped(seen.nowMs, inTurn(index, of: gone.count))
      }
    case .generate: return generate(act["state"] ?? "", id)
    default:
      guard isForLearner, let learner else { return "notFound" }
      guard (facts.edit(id, "completed \(learner)") == nil) == (act.verb == .complete) else { return nil }
      set(id, "completed \(learner)", act.verb == .complete ? "\(seen.nowMs)" : "")
    }
    return nil
  }

  /// The moment of one of the changes of a call, which come one after the other, the last one at the call's.
  private func inTurn(_ index: Int, of count: Int) -> Moment {
    Moment(time: seen.at.time - Int64(count - 1 - index), copy: seen.at.copy)
  }

  private mutating func generate(_ state: String, _ id: String) -> String? {
    var value = state
    switch state {
    case "pending":
      let words = (facts.edit(id, "generation") ?? "").split(separator: " ")
      if words.count > 2, Int64(words[2]) ?? 0 > seen.nowMs { return "tooEarly" }
    case "ready": guard facts.edit(id, "quiz") != nil else { return "notFound" }
    case "rateLimited": value = "failed rateLimited \(seen.nowMs + 300_000)"
    case "network": value = "failed network"
    default: break
    }
    set(id, "generation", value)
    return nil
  }

  private var chosen: String? {
    let learner = act["learner"] ?? defaultLearner
    return facts.presentLearners.contains(learner) ? learner : nil
  }

  // MARK: Quizzes

  private var drafts: [PlainQuestion] { act["quiz"].flatMap(PlainQuestion.list) ?? [] }

  private mutating func revise(_ homework: String, _ questions: [PlainQuestion]) {
    let questions = questions.enumerated().map { index, question in
      var question = question
      if index < seen.questions.count { question.card = seen.questions[index].card }
      return question
    }
    // Imported with a document, the former one may know a correction that is not known here.
    let former = facts.edit(homework, "quiz").flatMap { facts.revisions[$0]?.knows } ?? []
    facts.revisions[seen.id("quiz")] = Stamped(
      PlainRevision(homework: homework, questions: questions, knows: former.union(facts.corrections.keys)), seen.at)
    set(homework, "quiz", seen.id("quiz"))
    facts.edits["\(homework) quiz"]?.at = seen.quizAt ?? seen.at
  }

  private mutating func changeQuiz(_ id: String) -> String? {
    guard facts.isVisible(id) else { return "notFound" }
    if act.verb == .setQuiz {
      guard facts.openAttempts(at: id, on: copy).isEmpty else { return "quizInUse" }
      guard act["quiz"]?.contains("lost") != true else { return "invalid" }
      revise(id, drafts)
      set(id, "generation", "ready")
      return nil
    }
    guard let before = facts.currentQuiz(of: id) else { return "notFound" }
    var quiz = before
    let index = act.number("index") ?? quiz.count
    switch act.verb {
    case .addQuestion:
      guard 0...quiz.count ~= index else { return "invalid" }
      quiz.insert(contentsOf: drafts.prefix(1), at: index)
    case .updateQuiz: quiz = drafts
    default:
      guard quiz.indices.contains(index) else { return "invalid" }
      if act.verb == .removeQuestion { quiz.remove(at: index) }
      if act.verb == .moveQuestion {
        guard let to = act.number("to"), quiz.indices.contains(to) else { return "invalid" }
        quiz.insert(quiz.remove(at: index), at: to)
      }
      if act.verb == .changeQuestion || act.verb == .regrade { quiz[index].change(as: act) }
    }
    guard !quiz.isEmpty, !quiz.contains(where: { $0.type == "lost" }) else { return "invalid" }
    guard !act.has("dry") else { return nil }
    if act.verb == .regrade {
      let last = facts.corrections.values.map(\.value.atMs).max() ?? .min
      let atMs = max(seen.nowMs, seen.at.time / HybridTime.perMs, last &+ 1)
      facts.corrections["c\(seen.at.time) \(seen.at.copy)"] = Stamped(
        PlainCorrection(
          homework: id, card: quiz[index].card, type: quiz[index].type, key: quiz[index].key,
          neverLower: act.has("neverLower"), atMs: atMs), seen.at)
      use(id)
    }
    if act.verb == .updateQuiz {
      guard seen.questions.map(\.content) == quiz.map(\.content) else { return "another quiz" }
      for index in quiz.indices { quiz[index].card = seen.questions[index].card }
    }
    if act.verb == .regrade || quiz != before { revise(id, quiz) }
    if act.verb == .regrade { for learner in facts.presentLearners { facts.remember(learner, at: seen.at) } }
    return nil
  }

  private var newestCorrection: (id: String, homework: String, atMs: Int64)? {
    facts.corrections.filter { facts.isVisible($1.homework) && facts.edit($0, "undone") == nil }
      .max { $0.value.atMs < $1.value.atMs }.map { ($0, $1.homework, $1.atMs) }
  }

  @discardableResult private mutating func undoRegrading() -> Bool {
    guard let last = newestCorrection, last.atMs >= seen.nowMs - Self.monthMs else { return false }
    set(last.id, "undone", "yes")
    use(last.homework)
    for learner in facts.presentLearners { facts.remember(learner, at: seen.at) }
    return true
  }

  // MARK: Learners

  private mutating func changeLearner(_ id: String) -> String? {
    let isNew = act.verb == .addLearner
    guard isNew || facts.presentLearners.contains(id) else { return "notFound" }
    if act.verb == .erase {
      facts.erased.insert(id)
      facts.forgetErased()
      requests = [:]
      if seen.ids["new"] != nil { addLearner(seen.id("new"), Learner.firstName, seen) }
      defaultLearner = seen.id("default")
      return facts.presentLearners.contains(defaultLearner) ? nil : "default learner"
    }
    if let name = act["name"] {
      guard name != "-" else { return "invalid" }
      guard isFree(name, besides: isNew ? nil : id) else { return "nameTaken" }
      if isNew { addLearner(seen.id("learner"), name, seen) } else { set(id, "name", name) }
    }
    if act.has("default") { defaultLearner = id }
    return nil
  }

  func isFree(_ name: String, besides id: String?) -> Bool {
    facts.presentLearners.allSatisfy { $0 == id || facts.edit($0, "name")?.lowercased() != name.lowercased() }
  }

  mutating func addLearner(_ id: String, _ name: String, _ seen: Observation) {
    facts.learners[id] = Stamped(seen.nowMs, seen.at)
    self.name(id, name, seen.at)
  }

  /// Sets a learner's initial name, which is no edit: any edit is later.
  mutating func name(_ learner: String, _ name: String, _ at: Moment) {
    facts.edits["\(learner) name"] = Stamped(name, Moment(time: at.time - 1 << 60, copy: at.copy))
  }

  // MARK: Attempts

  private mutating func start(_ homework: String) -> String? {
    guard let learner = chosen else { return "notFound" }
    let (isReview, limit, only) = (act.verb == .review, act.number("limit"), act["only"])
    guard isReview || facts.isVisible(homework) && facts.edit(homework, "quiz") != nil else { return "notFound" }
    guard facts.openAttempts(at: isReview ? nil : homework, of: learner, on: copy).isEmpty else {
      return "attemptAlreadyOpen"
    }
    guard limit != 0 else { return "invalid" }
    let quiz = isReview ? seen.questions : facts.currentQuiz(of: homework) ?? []
    let asked = seen.questions.map(\.card)
    var wanted = quiz.map(\.card)
    if only == "due" || isReview {
      // Only the review schedule knows what is due.
      if seen.refusal == "nothingToPractise" { return seen.refusal }
      guard !asked.isEmpty, Set(asked).isSubset(of: wanted) else { return "other questions" }
      wanted = asked
    } else if let only {
      let indexes = only == "wrong" ? [] : only.split(separator: ",").compactMap { Int($0) }
      guard indexes.allSatisfy(quiz.indices.contains) else { return "invalid" }
      wanted = only == "wrong" ? facts.lastWrong(of: learner, in: quiz) : indexes.map { quiz[$0].card }
      if wanted.isEmpty { return "nothingToPractise" }
    } else if !act.has("practice"), quiz.contains(where: { $0.type == "card" }) {
      return "invalid"
    }
    let isInOrder = act["shuffle"] == nil || act["shuffle"] == "options"
    guard seen.refusal != nil || (isInOrder ? asked == wanted : asked.sorted() == wanted.sorted()) else {
      return "other questions"
    }
    let (id, revision) = (seen.id("attempt"), isReview ? seen.id("quiz") : facts.edit(homework, "quiz") ?? "")
    if isReview {
      facts.revisions[revision] = Stamped(
        PlainRevision(homework: nil, questions: quiz, knows: Set(facts.corrections.keys)), seen.at)
    }
    facts.attempts[id] = Stamped(
      PlainAttempt(
        learner: learner, homework: isReview ? nil : homework, revision: revision, asked: asked,
        isPractice: isReview || act.has("practice") || only != nil, startedAtMs: seen.nowMs), seen.at)
    // Where it was started is no edit, which a clock could make later than one.
    facts.edits["\(id) home"] = Stamped(copy, Moment(time: 0, copy: copy))
    if !isReview, let limit { set(id, "deadline", "\(seen.nowMs + Int64(limit))") }
    use(isReview ? nil : homework)
    return nil
  }

  private mutating func play(_ id: String) -> String? {
    guard let attempt = facts.attempt(id) else { return "notFound" }
    guard facts.state(id) == .inProgress else { return "attemptOver" }
    let (isHere, line) = (facts.edit(id, "home") == copy, facts.line(id).answers)
    guard isHere || act.verb == .take else { return "attemptElsewhere" }
    let deadline = facts.edit(id, "deadline").flatMap { Int64($0) }, isLate = deadline.map { seen.nowMs > $0 } ?? false
    let left = attempt.asked.count - line.count, elapsedMs = act.number("elapsed") ?? 0
    switch act.verb {
    case .take:
      guard !isHere else { return nil }
      guard facts.openAttempts(at: attempt.homework, of: attempt.learner, on: copy).isEmpty else {
        return "attemptAlreadyOpen"
      }
      set(id, "home", copy)
      return nil
    case .settle:
      guard left > 0 else { return "everyQuestionSettled" }
      guard act.number("index") ?? line.count == line.count else { return "wrongQuestion" }
      if isLate { return "timeUp" }
      guard 0...Self.yearMs ~= elapsedMs, act["answer"] != "blank" else { return "invalid" }
      settle(act["answer"] ?? "skip", in: id, elapsedMs)
    case .accept:
      guard let last = line.last, let answer = facts.answers[last], facts.edit("library", "accepts") != nil,
        act.number("index") ?? answer.index == answer.index, facts.question(of: answer.value)?.type == "fill",
        facts.accepted[last] != nil || facts.outcome(last, isCompleted: false) == .wrong
      else { return "notAcceptable" }
      guard facts.accepted[last] == nil else { return nil }
      facts.accepted[last] = Stamped(true, seen.at)
    case .extend:
      guard let by = act.number("by"), 1...Self.yearMs ~= by, let deadline else { return "invalid" }
      set(id, "deadline", "\(max(deadline, seen.nowMs) + Int64(by))")
    case .finish:
      guard isLate || left == 0 else { return "questionsLeft" }
      let spent = line.reduce(0) { $0 + (facts.answers[$1]?.elapsedMs ?? 0) }
      for number in 0..<left {
        let rest = Int((deadline ?? 0) - attempt.startedAtMs) - spent
        settle("skip", in: id, number == 0 ? max(0, min(rest, Self.yearMs)) : 0)
      }
      end(id, isCompleted: true, seen)
      if let homework = attempt.homework, !attempt.isPractice, facts.outcomes(id).allSatisfy({ $0 == .correct }),
        facts.edit(homework, "completed \(attempt.learner)") == nil
      {
        set(homework, "completed \(attempt.learner)", "\(seen.nowMs)")
      }
      facts.remember(attempt.learner, at: seen.at)
    default: end(id, isCompleted: false, seen)
    }
    use(attempt.homework)
    return nil
  }

  private mutating func settle(_ answer: String, in id: String, _ elapsedMs: Int) {
    let line = facts.line(id).answers
    guard let attempt = facts.attempts[id], line.count < attempt.asked.count else { return }
    var settled = PlainAnswer(
      learner: attempt.learner, attempt: id, previous: line.last ?? id, atMs: seen.nowMs, index: line.count,
      card: attempt.asked[line.count], elapsedMs: elapsedMs)
    let key = facts.question(of: settled)?.key ?? 0
    settled.response = answer == "skip" ? nil : answer == "right" ? key : 1 - key
    let word = settled.response.map(String.init) ?? "skip"
    facts.add(settled, named: "\(id) \(line.count) \(seen.nowMs) \(word) \(elapsedMs)", at: seen.at)
  }

  mutating func end(_ id: String, isCompleted: Bool, _ seen: Observation) {
    let last = facts.line(id).answers.last ?? id
    let end = PlainAnswer(
      learner: facts.attempts[id]?.learner ?? "", attempt: id, previous: last, atMs: seen.nowMs,
      isCompleted: isCompleted)
    facts.add(end, named: "\(id) \(last) \(seen.nowMs) \(isCompleted)", at: seen.at)
  }
}
