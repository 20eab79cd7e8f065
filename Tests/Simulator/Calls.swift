import HomeworkModel
import HomeworkStore
import HomeworkSystem

/// What a call has shown that no model can know: new ids, what a random order asks, and when it happened.
struct Observation {
  var ids: [String: String] = [:]
  /// The questions of the quiz that it made, or asks.
  var questions: [PlainQuestion] = []
  var at = Moment(time: 0, copy: ""), nowMs: Int64 = 0
  /// True if the call has logged a change for other copies.
  var hasChanged = false
  /// When another quiz became the current one, and when homework was used, if the call changed more after that.
  var quizAt: Moment?, usedAt: Moment?
  /// The learner whom it is for.
  var learner: String?
  /// The kind of its refusal; `nil` if it was done.
  var refusal: String?
  /// The facts in its reply, in the form in which reads give them.
  var shown: [String: String] = [:]

  func id(_ name: String) -> String { ids[name] ?? "" }
}

/// The outcome of one call inside a write.
struct CallOutcome {
  var act: Act, seen: Observation
  /// The reply to a request, whether it was made before, and how many rows a refusal has changed.
  var reply: String?, isRepeated = false, changed = 0
}

extension SimulatedWorld {
  /// Makes calls in one write, which catches their refusals, and returns what each has shown.
  func write(_ acts: [Act], on copy: SimulatedCopy, _ outcomes: inout [CallOutcome]) throws {
    let store = try open(copy)
    try store.writeAndWait { tx in
      outcomes = []
      var chosen: String?
      for var act in acts {
        // A chosen learner stays chosen for the rest of the write.
        if act.verb.takesLearner {
          act.arguments["learner"] = act["learner"] ?? chosen
          if let name = act["learner"], (try? tx.learner(Learner.ID(names[name] ?? Self.unknownId)!)) != nil {
            chosen = name
          }
        }
        var outcome = CallOutcome(act: act, seen: Observation(nowMs: now(copy)))
        // Rows that were changed and changed back count as well.
        let changes = copy.writer?.totalChanges ?? 0
        let latest = try newest(tx, copy)
        let known = [.regrade, .finish, .accept].contains(act.verb) ? try? tx.syncHello().known.mapValues(\.time) : nil
        do {
          try call(act, tx, &outcome)
        } catch let error as StoreError {
          outcome.seen.refusal = Self.isDamage(error) ? "damaged: \(error)" : Self.kind(of: error)
          outcome.changed = (copy.writer?.totalChanges ?? 0) - changes
        }
        outcome.seen.at = try newest(tx, copy)
        outcome.seen.hasChanged = latest < outcome.seen.at
        // A correction tells more after its revision, and the end of an attempt what was reached by it.
        let told = try known.flatMap { try tx.syncPart(after: $0)?.changes } ?? []
        func last(_ isWanted: (SyncChange) -> Bool) -> Moment? {
          told.last(where: isWanted).map { Moment(time: $0.time, copy: copy.plain.copy) }
        }
        outcome.seen.quizAt = last { $0.part == "quiz" }
        outcome.seen.usedAt = last {
          [.attempt, .edited].contains($0.kind) && !SyncChange.partsOfNoUse.contains($0.part ?? "")
        }
        outcomes.append(outcome)
        if acts.count == 1, let refusal = outcome.seen.refusal { throw Refused(kind: refusal) }
      }
    }
  }

  /// The time of the newest change of a copy's own.
  func newest(_ tx: ReadTransaction, _ copy: SimulatedCopy) throws -> Moment {
    let hello = try? tx.syncHello()
    return Moment(time: hello?.known[hello!.copyId]?.time ?? 0, copy: copy.plain.copy)
  }

  /// Rolls back a write of one call.
  struct Refused: Error {
    let kind: String
  }

  private func call(_ act: Act, _ tx: WriteTransaction, _ outcome: inout CallOutcome) throws {
    guard let name = act["request"] else { return outcome.seen.ids = try perform(act, tx, &outcome.seen) }
    let number = String(name.dropFirst()), zeros = String(repeating: "0", count: 12 - number.count)
    let request = Request(id: "00000000-0000-7000-8000-\(zeros)\(number)", parameters: act.asked)!
    outcome.isRepeated = true
    let kept = try tx.idempotently(request) {
      outcome.isRepeated = false
      outcome.seen.ids = try perform(act, tx, &outcome.seen)
      return .whole("\(outcome.seen.ids.sorted { $0.key < $1.key })")
    }
    if case .whole(let text) = kept { outcome.reply = text }
  }

  /// The name of an error's case.
  static func kind(of error: StoreError) -> String {
    switch error {
    case .otherLibrary: "otherLibrary"
    case .busy: "busy"
    case .cancelled: "cancelled"
    default: Mirror(reflecting: error).children.first?.label ?? "\(error)"
    }
  }

  // MARK: One call

  /// Performs a call, and returns the ids that are new, by what they are of.
  private func perform(_ named: Act, _ tx: WriteTransaction, _ seen: inout Observation) throws -> [String: String] {
    let act = resolved(named)
    func id<Entity>(_ name: String) -> Identifier<Entity> { Identifier(act[name] ?? "") ?? Identifier(Self.unknownId)! }
    if act.has("learner"), act.verb.takesLearner { try tx.use(id("learner")) }
    seen.learner = try? tx.learner().id.text
    try PlantedMistake.spoil(act, tx)
    let homework: Homework.ID = id("homework"), attempt: Attempt.ID = id("attempt")
    func bind(_ name: String, _ id: String) -> [String: String] {
      if let label = named[name] { names[label] = id }
      return [name: id]
    }
    func quizIds(_ quiz: Quiz?) -> [String: String] {
      seen.questions = quiz?.questions.map(PlainQuestion.init) ?? []
      return ["quiz": quiz?.id.text ?? ""]
    }
    func replied(_ homework: Homework) { seen.shown = Self.texts(of: homework) }
    func replied(_ attempt: Attempt) { seen.shown = Self.texts(of: attempt) }
    switch act.verb {
    case .add:
      let added = try tx.addHomework(Self.draft(act), marksFirstCapture: !act.has("uncaptured"))
      replied(added)
      return try quizIds(added.quizId.flatMap { try tx.quiz($0) }).merging(bind("homework", added.id.text)) { $1 }
    case .edit: replied(try tx.updateHomework(homework, Self.change(act)))
    case .delete: _ = try tx.deleteHomework([homework] + (act.has("also") ? [id("also")] : []))
    case .undo: _ = try tx.undo()
    case .undoDeletion: _ = try tx.undoDeletion()
    case .undoRegrading: _ = try tx.undoRegrading()
    case .complete: replied(try tx.completeHomework(homework))
    case .reopen: replied(try tx.reopenHomework(homework))
    case .setQuiz:
      return quizIds(try tx.setQuiz(QuizDraft(questions: Self.questions(act)), for: homework))
    case .changeQuestion, .addQuestion, .removeQuestion, .moveQuestion, .updateQuiz:
      return quizIds(try tx.editQuiz(homework, edits(act, tx.quiz(for: homework))))
    case .regrade:
      return quizIds(try tx.regrade(homework, Self.correction(act, of: tx.quiz(for: homework))).quiz)
    case .generate: replied(try tx.updateGeneration(homework, Self.generation(act["state"])))
    case .settings: _ = try tx.set(LibrarySettings(acceptsAnswers: act["accepts"] == "yes"))
    case .addLearner: return bind("learner", try tx.addLearner(Self.text(act["name"])).id.text)
    case .editLearner:
      _ = try tx.updateLearner(id("learner"), name: act["name"].map(Self.text), becomesDefault: act.has("default"))
    case .import:
      return bind("learner", try importLearner(documents[act["document"] ?? ""], tx, named["learner"] ?? ""))
    case .start, .review:
      let started =
        act.verb == .review
        ? try tx.startReview(atMost: act.number("limit") ?? 200) : try tx.startAttempt(homework, Self.options(act))
      replied(started)
      return bind("attempt", started.id.text).merging(try asked(started, tx, &seen)) { $1 }
    case .settle: seen.shown = ["\(attempt) last": try settle(act, attempt, tx).answer.outcome.rawValue]
    case .accept: _ = try tx.acceptAnswer(in: attempt, at: act.number("index"))
    case .extend: replied(try tx.extendAttempt(attempt, byMs: act.number("by") ?? 0))
    case .finish: seen.shown = ["\(attempt) stars": "\(try tx.finishAttempt(attempt).attempt.streak.stars)"]
    case .abandon: replied(try tx.abandonAttempt(attempt))
    case .take: replied(try tx.takeAttempt(attempt))
    default: preconditionFailure("\(act.verb) is no call")
    }
    return [:]
  }

  /// Imports a document, and returns the learner's id.
  private func importLearner(
    _ document: (text: String, plain: PlainDocument)?, _ tx: WriteTransaction, _ name: String
  ) throws -> String {
    let id = try tx.importLearner(PlantedMistake.spoil(document: document?.text ?? "{}")).id.text
    guard let plain = document?.plain, plain.learner != id else { return id }
    // Attempts of a learner who gets another id get other names, too: t3 of l12 is t3012.
    for (attempt, former) in names where plain.facts.attempts[former] != nil {
      names["\(attempt)0\(name.dropFirst())"] = PlainDocument.id(of: former, for: id)
    }
    return id
  }

  private static func correction(_ act: Act, of quiz: Quiz?) -> KeyCorrection {
    KeyCorrection(
      at: act.number("index") ?? 0, to: act.has("key") ? question(act, in: quiz) : nil,
      neverLower: act.has("neverLower"), isDryRun: act.has("dry"))
  }

  /// Notes what a new attempt asks, in the quiz's own order of options, and returns the quiz's id.
  private func asked(_ attempt: Attempt, _ tx: WriteTransaction, _ seen: inout Observation) throws -> [String: String] {
    let quiz = try tx.quiz(ofAttempt: attempt.id)
    seen.questions = attempt.questions(of: quiz).map { asked in
      PlainQuestion(quiz.questions.first { $0.id == asked.id } ?? asked)
    }
    return ["quiz": quiz.id.text]
  }

  private func settle(_ act: Act, _ attempt: Attempt.ID, _ tx: WriteTransaction) throws -> AnswerResult {
    let question = try? tx.currentQuestion(of: attempt)
    let (key, isRight) = (question.map(PlainQuestion.init)?.key ?? 0, act["answer"] == "right")
    let word = PlainQuestion.words[isRight ? key : 1 - key]
    var response = Response.skip, typed: String?
    switch (act["answer"], question?.body) {
    case ("skip", _): break
    case ("blank", _): (response, typed) = (.text(" "), " ")
    case (_, .card): response = .known(isRight)
    case (_, .fillBlank): (response, typed) = (.text(word), word)
    default:
      let index = question?.body.options.firstIndex(of: word) ?? 0
      (response, typed) = (.choice(index), index == 0 ? "A" : "B")
    }
    let (index, elapsed) = (act.number("index"), act.number("elapsed") ?? 0)
    guard act.has("typed"), response != .known(isRight) else {
      return try tx.settle(response, in: attempt, at: index, elapsedMs: elapsed)
    }
    return try tx.settle(typed: typed, in: attempt, at: index, elapsedMs: elapsed)
  }
}

// MARK: Arguments

extension SimulatedWorld {
  private static func text(_ word: String?) -> String { word == "-" ? " " : word ?? "" }

  private static let pictures = try? [
    "p1": Picture([0xFF, 0xD8, 0xFF, 1]), "p2": Picture([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
  ]

  static func pictureName(_ info: PictureInfo?) -> String {
    info.flatMap { info in pictures?.first { $0.value.info == info }?.key } ?? "none"
  }

  private static func draft(_ act: Act) -> HomeworkDraft {
    func value(_ name: String) -> String? { act[name] == "none" ? nil : act[name] }
    return HomeworkDraft(
      title: text(act["title"]), subject: value("subject"),
      collections: value("collections")?.split(separator: ",").map(String.init) ?? [],
      picture: value("picture").flatMap { pictures?[$0] }, text: value("text"), dueOn: value("due"),
      note: value("note"), quiz: act.has("quiz") ? QuizDraft(questions: questions(act)) : nil)
  }

  private static func change(_ act: Act) -> HomeworkChange {
    func part(_ name: String) -> HomeworkChange.Part<String>? { act[name].map { $0 == "none" ? .clear : .set($0) } }
    let picture = act["picture"].map { name in pictures?[name].map { HomeworkChange.Part.set($0) } ?? .clear }
    return HomeworkChange(
      title: act["title"].map(text), subject: part("subject"),
      collections: act["collections"].map { $0 == "none" ? [] : $0.split(separator: ",").map(String.init) },
      picture: picture, text: part("text"), dueOn: part("due"), note: part("note"))
  }

  private static func generation(_ word: String?) -> GenerationUpdate {
    switch word {
    case "pending": .pending
    case "ready": .ready
    case "rateLimited": .failed(.rateLimited, retryAfterSeconds: nil)
    case "network": .failed(.network, retryAfterSeconds: nil)
    default: .none
    }
  }

  private static func options(_ act: Act) -> AttemptOptions {
    var options = AttemptOptions(isPractice: act.has("practice"), timeLimitMs: act.number("limit"))
    options.shuffle = act["shuffle"].flatMap(QuizOrder.Shuffle.init)
    switch act["only"] {
    case nil: break
    case "wrong": options.only = .wrong
    case "due": options.only = .due(.usual)
    case let indexes?: options.only = .questions(indexes.split(separator: ",").compactMap { Int($0) })
    }
    return options
  }

  private static func questions(_ act: Act) -> [QuestionDraft] {
    PlainQuestion.list(act["quiz"] ?? "")?.map(QuestionDraft.init) ?? []
  }

  /// The question at an index, changed.
  private static func question(_ act: Act, in quiz: Quiz?) -> QuestionDraft {
    let index = act.number("index") ?? 0
    var plain = PlainQuestion(type: "mcq", key: 0)
    if let quiz, quiz.questions.indices.contains(index) { plain = PlainQuestion(quiz.questions[index]) }
    plain.change(as: act)
    return QuestionDraft(plain)
  }

  private func edits(_ act: Act, _ quiz: Quiz?) -> [QuizEdit] {
    let index = act.number("index") ?? quiz?.questions.count ?? 0
    switch act.verb {
    case .changeQuestion: return [.change(at: index, to: Self.question(act, in: quiz))]
    case .addQuestion: return Self.questions(act).prefix(1).map { .add($0, at: index) }
    case .removeQuestion: return [.remove(at: index)]
    case .moveQuestion: return [.move(from: index, to: act.number("to") ?? 0)]
    default: return quiz?.edits(to: Self.questions(act)) ?? []
    }
  }
}

// MARK: Questions

/// A question with two possible answers, 0 and 1.
struct PlainQuestion: Hashable {
  /// The same in every revision.
  var card = ""
  /// `mcq`, `fill`, `card`, or `lost`, a question with a picture that no library has.
  var type: String, key: Int, wording = 0

  /// Reads questions such as `mcq0,fill1`.
  static func list(_ text: String) -> [PlainQuestion]? {
    let words = text.split(separator: ",")
    let found = words.compactMap { word -> PlainQuestion? in
      guard let key = word.last?.wholeNumberValue, key < 2 else { return nil }
      let type = String(word.dropLast())
      return Verb.questionTypes.contains(type) ? PlainQuestion(type: type, key: key) : nil
    }
    return found.isEmpty || found.count < words.count ? nil : found
  }

  mutating func change(as act: Act) {
    (key, wording) = (act.number("key") ?? key, act.number("wording") ?? wording)
  }

  /// The question without its identity.
  var content: String { "\(type)\(key)/\(wording)" }

  static let words = ["one", "two"]

  init(card: String = "", type: String, key: Int, wording: Int = 0) {
    (self.card, self.type, self.key, self.wording) = (card, type, key, wording)
  }

  init(_ question: Question) {
    let type =
      switch question.body {
      case .fillBlank: "fill"
      case .card: "card"
      default: question.pictures.question == nil ? "mcq" : "lost"
      }
    self.init(
      card: question.id.text, type: type, key: question.body.correctAnswer == Self.words[1] ? 1 : 0,
      wording: question.prompt.last?.wholeNumberValue ?? 0)
  }
}

extension QuestionDraft {
  fileprivate init(_ plain: PlainQuestion) {
    let word = PlainQuestion.words[plain.key]
    let body: Question.Body =
      switch plain.type {
      case "fill": .fillBlank(correctAnswer: word, acceptedAnswers: [])
      case "card": .card(back: word)
      default: .mcq(options: PlainQuestion.words, correctIndex: plain.key)
      }
    self.init(prompt: "Which of \(plain.wording)", body: body)
    if plain.type == "lost" { pictures.question = QuestionPicture(digest: String(repeating: "0", count: 64)) }
  }
}
