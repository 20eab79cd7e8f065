import HomeworkModel

/// A copy of a library as `behaviour.md` describes it, in sets and dictionaries.
struct PlainLibrary {
  var library: String, copy: String
  var facts = PlainFacts()
  /// The learner who is meant if none is chosen.
  var defaultLearner: String
  /// Requests with what they asked for, and the reply.
  var requests: [String: (asked: String, reply: String?)] = [:]
  /// Requests that may have been kept for a learner who was erased.
  var uncertainRequests: Set<String> = []
  /// The time of the newest change here.
  private var newest: Int64 = 0

  init(library: String, copy: String, defaultLearner: String) {
    (self.library, self.copy, self.defaultLearner) = (library, copy, defaultLearner)
  }

  static let monthMs: Int64 = 30 * 86_400_000, yearMs = 31_536_000_000
}

extension PlainLibrary {
  /// Performs a call, of which `act` has ids in place of names, and returns the kind of its refusal, if any.
  mutating func perform(_ act: Act, _ seen: Observation) -> String? {
    var after = self
    if let refusal = after.change(act, seen) { return refusal }
    // The first write after 30 days removes what is hidden.
    if seen.at.time > newest { after.facts.removeHidden(at: seen.nowMs) }
    after.newest = seen.at.time
    self = after
    return nil
  }

  private mutating func change(_ act: Act, _ seen: Observation) -> String? {
    let homework = act["homework"] ?? ""
    switch act.verb {
    case .add, .edit, .delete, .generate, .complete, .reopen:
      return changeHomework(act, homework, seen)
    case .setQuiz, .changeQuestion, .addQuestion, .removeQuestion, .moveQuestion, .updateQuiz, .regrade:
      return changeQuiz(act, homework, seen)
    case .undo:
      if let last = newestCorrection, facts.newestHidden.map({ $0.atMs < last.correction.atMs }) ?? true,
        last.correction.atMs >= seen.nowMs - Self.monthMs
      {
        return undoRegrading(seen)
      }
      return undoDeletion(seen)
    case .undoDeletion: return undoDeletion(seen)
    case .undoRegrading: return undoRegrading(seen)
    case .settings:
      set("library", "accepts", act["accepts"] == "yes" ? "yes" : "", seen)
    case .addLearner, .editLearner, .erase: return changeLearner(act, seen)
    case .start, .review: return start(act, homework, seen)
    case .settle, .accept, .extend, .finish, .abandon, .take:
      defer {
        if act.verb == .finish, let attempt = facts.attempt(act["attempt"] ?? "") {
          facts.remember(attempt.learner, at: seen.at)
        }
      }
      return play(act, act["attempt"] ?? "", seen)
    default: break
    }
    return nil
  }

  private mutating func set(_ thing: String, _ field: String, _ value: String, _ seen: Observation) {
    facts.edits["\(thing) \(field)"] = Stamped(value: value, at: seen.at)
    use(thing, seen)
  }

  private mutating func use(_ homework: String?, _ seen: Observation) {
    if let homework, facts.homework[homework] != nil { facts.uses[homework] = Stamped(value: true, at: seen.at) }
  }

  // MARK: Homework

  static let fields = ["title", "subject", "text", "note", "due", "collections", "picture"]

  private mutating func changeHomework(_ act: Act, _ id: String, _ seen: Observation) -> String? {
    if act.verb == .add {
      guard let learner = chosen(act) else { return "notFound" }
      guard Self.isPossible(act), act["quiz"].map(Self.isPossible) ?? true else { return "invalid" }
      let id = seen.id("homework")
      facts.homework[id] = Stamped(value: seen.nowMs, at: seen.at)
      for field in Self.fields { set(id, field, Self.value(act[field]), seen) }
      set(id, "generation", act.has("quiz") ? "ready" : "none", seen)
      if let quiz = act["quiz"].flatMap(PlainQuestion.list) { revise(id, quiz, seen) }
      if !act.has("uncaptured") { facts.reach("firstCapture", learner, at: seen.at) }
      return nil
    }
    guard facts.isVisible(id) else { return "notFound" }
    switch act.verb {
    case .edit:
      guard Self.isPossible(act) else { return "invalid" }
      for field in Self.fields where act.has(field) { set(id, field, Self.value(act[field]), seen) }
    case .delete:
      let gone = [id] + (act["also"].map { [$0] } ?? [])
      guard gone.allSatisfy(facts.isVisible) else { return "notFound" }
      for id in gone { facts.deletions[id] = Stamped(value: seen.nowMs, at: seen.at) }
    case .generate: return generate(act["state"] ?? "", id, seen)
    default:
      guard let learner = chosen(act) else { return "notFound" }
      guard (facts.edit(id, "completed \(learner)") == nil) == (act.verb == .complete) else { return nil }
      set(id, "completed \(learner)", act.verb == .complete ? "\(seen.nowMs)" : "", seen)
    }
    return nil
  }

  private static func isPossible(_ act: Act) -> Bool { act["title"] != "-" && act["due"] != "2041-02-30" }
  private static func isPossible(_ quiz: String) -> Bool { !quiz.contains("lost") }
  private static func value(_ word: String?) -> String { word == "none" ? "" : word ?? "" }

  private mutating func generate(_ state: String, _ id: String, _ seen: Observation) -> String? {
    var value = state
    switch state {
    case "pending":
      let retryAtMs = (facts.edit(id, "generation") ?? "").split(separator: " ").dropFirst(2).first.flatMap {
        Int64($0)
      }
      if let retryAtMs, retryAtMs > seen.nowMs { return "tooEarly" }
    case "ready": guard facts.edit(id, "quiz") != nil else { return "notFound" }
    case "rateLimited": value = "failed rateLimited \(seen.nowMs + 300_000)"
    case "network": value = "failed network"
    default: break
    }
    set(id, "generation", value, seen)
    return nil
  }

  private func chosen(_ act: Act) -> String? {
    let learner = act["learner"] ?? defaultLearner
    return facts.presentLearners.contains(learner) ? learner : nil
  }

  private mutating func undoDeletion(_ seen: Observation) -> String? {
    facts.removeHidden(at: seen.nowMs)
    for id in facts.newestHidden?.homework ?? [] { use(id, seen) }
    return nil
  }

  // MARK: Quizzes

  private mutating func revise(_ homework: String, _ questions: [PlainQuestion], _ seen: Observation) {
    var questions = questions
    for index in questions.indices where index < seen.questions.count {
      questions[index].card = seen.questions[index].card
    }
    let knows = Set(facts.corrections.keys)
    facts.revisions[seen.id("quiz")] = Stamped(
      value: PlainRevision(homework: homework, questions: questions, knows: knows), at: seen.at)
    set(homework, "quiz", seen.id("quiz"), seen)
  }

  private mutating func changeQuiz(_ act: Act, _ id: String, _ seen: Observation) -> String? {
    let drafts = act["quiz"].flatMap(PlainQuestion.list) ?? []
    if act.verb == .setQuiz {
      guard facts.isVisible(id) else { return "notFound" }
      guard facts.openAttempts(at: id, on: copy).isEmpty else { return "quizInUse" }
      guard act["quiz"].map(Self.isPossible) ?? true else { return "invalid" }
      revise(id, drafts, seen)
      set(id, "generation", "ready", seen)
      return nil
    }
    guard facts.isVisible(id), let before = facts.currentQuiz(of: id) else { return "notFound" }
    var quiz = before
    let place = act.number("place") ?? quiz.count
    switch act.verb {
    case .addQuestion:
      guard 0...quiz.count ~= place else { return "invalid" }
      quiz.insert(contentsOf: drafts.prefix(1), at: place)
    case .updateQuiz: quiz = drafts
    default:
      guard quiz.indices.contains(place) else { return "invalid" }
      if act.verb == .removeQuestion { quiz.remove(at: place) }
      if act.verb == .moveQuestion {
        guard let to = act.number("to"), quiz.indices.contains(to) else { return "invalid" }
        quiz.insert(quiz.remove(at: place), at: to)
      }
      if act.verb == .changeQuestion || act.verb == .regrade {
        quiz[place].change(as: act)
      }
    }
    guard !quiz.isEmpty, !quiz.contains(where: { $0.type == "lost" }) else { return "invalid" }
    guard act["dry"] == nil else { return nil }
    if act.verb == .regrade {
      let newest = newestCorrection?.correction.atMs ?? .min
      facts.corrections["c\(seen.at.time) \(seen.at.copy)"] = Stamped(
        value: PlainCorrection(
          homework: id, card: quiz[place].card, type: quiz[place].type, key: quiz[place].key,
          neverLower: act.has("neverLower"),
          atMs: max(seen.nowMs, newest == .min ? newest : newest + 1)), at: seen.at)
      use(id, seen)
    }
    if act.verb == .updateQuiz {
      guard seen.questions.map(\.content) == quiz.map(\.content) else { return "another quiz" }
      for index in quiz.indices { quiz[index].card = seen.questions[index].card }
    }
    if quiz != before { revise(id, quiz, seen) }
    if act.verb == .regrade { for learner in facts.presentLearners { facts.remember(learner, at: seen.at) } }
    return nil
  }

  private var newestCorrection: (id: String, correction: PlainCorrection)? {
    facts.corrections.filter { facts.isVisible($0.value.value.homework) && facts.edit($0.key, "undone") == nil }
      .max { $0.value.value.atMs < $1.value.value.atMs }.map { ($0.key, $0.value.value) }
  }

  private mutating func undoRegrading(_ seen: Observation) -> String? {
    guard let (id, correction) = newestCorrection, correction.atMs >= seen.nowMs - Self.monthMs else { return nil }
    set(id, "undone", "yes", seen)
    use(correction.homework, seen)
    for learner in facts.presentLearners { facts.remember(learner, at: seen.at) }
    return nil
  }

  // MARK: Learners

  private mutating func changeLearner(_ act: Act, _ seen: Observation) -> String? {
    let id = act["learner"] ?? ""
    if act.verb != .addLearner, !facts.presentLearners.contains(id) { return "notFound" }
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
      guard isFree(name, besides: act.verb == .addLearner ? nil : id) else { return "nameTaken" }
      if act.verb == .addLearner { addLearner(seen.id("learner"), name, seen) } else { set(id, "name", name, seen) }
    }
    if act.has("default") { defaultLearner = id }
    return nil
  }

  func isFree(_ name: String, besides id: String?) -> Bool {
    facts.presentLearners.allSatisfy { $0 == id || facts.edit($0, "name")?.lowercased() != name.lowercased() }
  }

  mutating func addLearner(_ id: String, _ name: String, _ seen: Observation) {
    facts.learners[id] = Stamped(value: seen.nowMs, at: seen.at)
    set(id, "name", name, seen)
  }

  // MARK: Attempts

  private mutating func start(_ act: Act, _ homework: String, _ seen: Observation) -> String? {
    guard let learner = chosen(act) else { return "notFound" }
    let (isReview, limit) = (act.verb == .review, act.number("limit"))
    if !isReview { guard facts.isVisible(homework), facts.edit(homework, "quiz") != nil else { return "notFound" } }
    guard facts.openAttempts(at: isReview ? nil : homework, of: learner, on: copy).isEmpty else {
      return "attemptAlreadyOpen"
    }
    guard limit != 0 else { return "invalid" }
    let quiz = isReview ? seen.questions : facts.currentQuiz(of: homework) ?? []
    let asked = seen.questions.map(\.card)
    var wanted: [String]?
    if let only = act["only"], only != "due" {
      let places = only == "wrong" ? [] : only.split(separator: ",").compactMap { Int($0) }
      guard places.allSatisfy(quiz.indices.contains) else { return "invalid" }
      wanted = only == "wrong" ? facts.lastWrong(of: learner, in: quiz) : places.map { quiz[$0].card }
      if wanted == [] { return "nothingToPractise" }
    } else if act["only"] == "due" || isReview {
      // Only the review schedule knows what is due.
      if seen.refusal == "nothingToPractise" { return seen.refusal }
      guard !asked.isEmpty, Set(asked).isSubset(of: quiz.map(\.card)) else { return "other questions" }
    } else if !act.has("practice"), quiz.contains(where: { $0.type == "card" }) {
      return "invalid"
    } else {
      wanted = quiz.map(\.card)
    }
    if let wanted, seen.refusal == nil {
      let isInOrder = act["shuffle"] == nil || act["shuffle"] == "options"
      guard isInOrder ? asked == wanted : asked.sorted() == wanted.sorted() else { return "other questions" }
    }
    let id = seen.id("attempt")
    if isReview {
      facts.revisions[seen.id("quiz")] = Stamped(
        value: PlainRevision(homework: nil, questions: quiz, knows: Set(facts.corrections.keys)), at: seen.at)
    }
    facts.attempts[id] = Stamped(
      value: PlainAttempt(
        learner: learner, homework: isReview ? nil : homework,
        revision: isReview ? seen.id("quiz") : facts.edit(homework, "quiz") ?? "", asked: asked,
        isPractice: isReview || act.has("practice") || act.has("only"), startedAtMs: seen.nowMs), at: seen.at)
    set(id, "home", copy, seen)
    if !isReview, let limit { set(id, "deadline", "\(seen.nowMs + Int64(limit))", seen) }
    use(isReview ? nil : homework, seen)
    return nil
  }

  private mutating func play(_ act: Act, _ id: String, _ seen: Observation) -> String? {
    guard let attempt = facts.attempt(id) else { return "notFound" }
    guard facts.state(id) == .inProgress else { return "attemptOver" }
    if act.verb == .take {
      guard facts.edit(id, "home") != copy else { return nil }
      guard facts.openAttempts(at: attempt.homework, of: attempt.learner, on: copy).isEmpty else {
        return "attemptAlreadyOpen"
      }
      set(id, "home", copy, seen)
      use(attempt.homework, seen)
      return nil
    }
    guard facts.edit(id, "home") == copy else { return "attemptElsewhere" }
    let line = facts.line(id).answers
    let deadline = facts.edit(id, "deadline").flatMap { Int64($0) }
    switch act.verb {
    case .settle:
      guard line.count < attempt.asked.count else { return "everyQuestionSettled" }
      guard act.number("place") ?? line.count == line.count else { return "wrongQuestion" }
      if let deadline, seen.nowMs > deadline { return "timeUp" }
      guard 0...Self.yearMs ~= act.number("elapsed") ?? 0, act["answer"] != "blank" else { return "invalid" }
      settle(act["answer"] ?? "skip", in: id, elapsedMs: act.number("elapsed") ?? 0, seen)
    case .accept:
      guard let last = line.last, let answer = facts.answers[last]?.value, facts.edit("library", "accepts") != nil,
        act.number("place") ?? answer.index == answer.index,
        facts.revisions[attempt.revision]?.value.questions.first(where: { $0.card == answer.card })?.type == "fill",
        facts.accepted[last] != nil || facts.outcome(last, isCompleted: false) == .wrong
      else { return "notAcceptable" }
      guard facts.accepted[last] == nil else { return nil }
      facts.accepted[last] = Stamped(value: true, at: seen.at)
    case .extend:
      guard let by = act.number("by"), 1...Self.yearMs ~= by, let deadline else { return "invalid" }
      set(id, "deadline", "\(max(deadline, seen.nowMs) + Int64(by))", seen)
    case .finish:
      if let deadline, seen.nowMs > deadline {
        let spent = line.reduce(0) { $0 + (facts.answers[$1]?.value.elapsedMs ?? 0) }
        var rest = max(0, min(Int(deadline - attempt.startedAtMs) - spent, Self.yearMs))
        for _ in line.count..<attempt.asked.count {
          settle("skip", in: id, elapsedMs: rest, seen)
          rest = 0
        }
      } else if line.count < attempt.asked.count {
        return "questionsLeft"
      }
      end(id, isCompleted: true, seen)
      let isPerfect = facts.outcomes(id).allSatisfy { $0 == .correct }
      if let homework = attempt.homework, !attempt.isPractice, isPerfect,
        facts.edit(homework, "completed \(attempt.learner)") == nil
      {
        set(homework, "completed \(attempt.learner)", "\(seen.nowMs)", seen)
      }
    default: end(id, isCompleted: false, seen)
    }
    use(attempt.homework, seen)
    return nil
  }

  private mutating func settle(_ answer: String, in id: String, elapsedMs: Int, _ seen: Observation) {
    let line = facts.line(id).answers
    guard let attempt = facts.attempts[id]?.value, line.count < attempt.asked.count else { return }
    let card = attempt.asked[line.count]
    let key = facts.revisions[attempt.revision]?.value.questions.first { $0.card == card }?.key ?? 0
    let response = answer == "skip" ? nil : answer == "right" ? key : 1 - key
    let name = "\(id) \(line.count) \(seen.nowMs) \(response.map(String.init) ?? "skip") \(elapsedMs)"
    facts.add(
      PlainAnswer(
        learner: attempt.learner, attempt: id, previous: line.last ?? id, atMs: seen.nowMs, index: line.count,
        card: card, elapsedMs: elapsedMs, response: response), named: name, at: seen.at)
  }

  mutating func abandon(_ id: String, _ seen: Observation) { end(id, isCompleted: false, seen) }

  private mutating func end(_ id: String, isCompleted: Bool, _ seen: Observation) {
    let last = facts.line(id).answers.last ?? id
    facts.add(
      PlainAnswer(
        learner: facts.attempts[id]?.value.learner ?? "", attempt: id, previous: last, atMs: seen.nowMs,
        isCompleted: isCompleted),
      named: "\(id) \(last) \(seen.nowMs) \(isCompleted)", at: seen.at)
  }
}
