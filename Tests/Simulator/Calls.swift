import CHomeworkSQLite
import HomeworkModel
import HomeworkStore
import HomeworkSystem

/// What a call has shown that no model can know: new ids, what a random order asks, and when it happened.
struct Observation {
  var ids: [String: String] = [:]
  /// The questions of the quiz that it made, or asks.
  var questions: [PlainQuestion] = []
  var at = Moment(time: 0, copy: ""), nowMs: Int64 = 0
  /// The kind of its refusal; `nil` if it was done.
  var refusal: String?

  func id(_ name: String) -> String { ids[name] ?? "" }
}

/// The outcome of one call inside a write.
struct CallOutcome {
  var act: Act, seen: Observation
  /// The reply to a request, whether it was made before, and what is wrong with a refusal.
  var reply: String?, isRepeated = false, changed: String?
}

extension SimulatedWorld {
  /// Makes calls in one write, which catches their refusals, and returns what each has shown.
  func write(_ acts: [Act], on copy: SimulatedCopy, _ outcomes: inout [CallOutcome]) throws {
    let store = try open(copy)
    try store.writeAndWait { tx in
      outcomes = []
      var chosen: String?
      var (before, changes) = ([UInt8]?.none, CInt(-1))
      for act in acts {
        // A chosen learner stays chosen for the rest of the write.
        var act = act
        if act.verb.takesLearner {
          act.arguments["learner"] = act["learner"] ?? chosen
          if let name = act["learner"], (try? tx.learner(Learner.ID(names[name] ?? Self.unknownId)!)) != nil {
            chosen = name
          }
        }
        let writer = OpenDatabases.writing(copy.path)
        if acts.count > 1, let writer, changes != sqlite3_total_changes(writer) { before = writer.image }
        changes = writer.map { sqlite3_total_changes($0) } ?? 0
        var outcome = CallOutcome(act: act, seen: Observation(nowMs: now(copy)))
        do {
          try call(act, tx, copy, &outcome)
        } catch let error as StoreError {
          outcome.seen.refusal = Self.kind(of: error)
          if case .unavailable(let reason) = error, case .corrupt = reason {
            outcome.seen.refusal = "damaged: \(error)"
          }
          if let writer, changes != sqlite3_total_changes(writer), let after = writer.image {
            let before = try before ?? OpaquePointer.image(of: copy.path)
            if after != before { outcome.changed = try difference(after, before) }
          }
        }
        let hello = try? tx.syncHello()
        outcome.seen.at = Moment(
          time: hello?.known[hello?.copyId ?? SyncCopy.ID(Self.unknownId)!]?.time ?? 0, copy: copy.plain.copy)
        outcomes.append(outcome)
        if acts.count == 1, let refusal = outcome.seen.refusal { throw Refused(kind: refusal) }
      }
    }
  }

  /// Rolls back a write of one call.
  struct Refused: Error {
    let kind: String
  }

  /// The first table that differs in two images of a file.
  private func difference(_ after: [UInt8], _ before: [UInt8]) throws -> String? {
    let dumps = try [after, before].map { image in
      let path = "\(directory)/image"
      try Files.write(image, to: path)
      let file = try OpaquePointer.opening(path)
      defer { sqlite3_close(file) }
      return try file.dump()
    }
    return dumps[0].keys.sorted().first { dumps[0][$0] != dumps[1][$0] }
      .map { "\($0) has \(dumps[0][$0]?.count ?? 0) rows, not \(dumps[1][$0]?.count ?? 0)" }
  }

  private func call(_ act: Act, _ tx: WriteTransaction, _ copy: SimulatedCopy, _ outcome: inout CallOutcome) throws {
    guard let name = act["request"] else { return outcome.seen.ids = try perform(act, tx, &outcome.seen) }
    let number = String(name.dropFirst()), zeros = String(repeating: "0", count: 12 - number.count)
    let request = Request(id: "00000000-0000-7000-8000-\(zeros)\(number)", parameters: act.asked)!
    outcome.isRepeated = true
    let kept = try tx.once(request) {
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
    try PlantedMistake.spoil(act, tx)
    let homework: Homework.ID = id("homework")
    func bind(_ name: String, _ value: String) { if let label = named[name] { names[label] = value } }
    func quizIds(_ quiz: Quiz?) -> [String: String] {
      seen.questions = quiz?.questions.map(PlainQuestion.init) ?? []
      return ["quiz": quiz?.id.text ?? ""]
    }
    switch act.verb {
    case .add:
      let quiz = act["quiz"].flatMap(PlainQuestion.list).map(QuizDraft.init(plain:))
      let added = try tx.addHomework(
        Self.draft(act, quiz), marksFirstCapture: act["uncaptured"] == nil)
      bind("homework", added.id.text)
      return quizIds(try added.quizId.flatMap { try tx.quiz($0) }).merging(["homework": added.id.text]) { $1 }
    case .edit: _ = try tx.updateHomework(homework, Self.change(act))
    case .delete: _ = try tx.deleteHomework([homework] + (act.has("also") ? [id("also")] : []))
    case .undo: _ = try tx.undo()
    case .undoDeletion: _ = try tx.undoDeletion()
    case .undoRegrading: _ = try tx.undoRegrading()
    case .complete: _ = try tx.completeHomework(homework)
    case .reopen: _ = try tx.reopenHomework(homework)
    case .setQuiz:
      return quizIds(try tx.setQuiz(QuizDraft(plain: PlainQuestion.list(act["quiz"] ?? "") ?? []), for: homework))
    case .changeQuestion, .addQuestion, .removeQuestion, .moveQuestion, .updateQuiz:
      return quizIds(try tx.editQuiz(homework, edits(act, tx.quiz(for: homework))))
    case .regrade:
      let quiz = try tx.quiz(for: homework)
      let correction = KeyCorrection(
        at: act.number("place") ?? 0, to: act.has("key") ? Self.question(act, in: quiz) : nil,
        neverLower: act.has("neverLower"), isDryRun: act.has("dry"))
      return quizIds(try tx.regrade(homework, correction).quiz)
    case .generate: _ = try tx.updateGeneration(homework, Self.generation(act["state"]))
    case .settings: _ = try tx.set(LibrarySettings(acceptsAnswers: act["accepts"] == "yes"))
    case .addLearner:
      let learner = try tx.addLearner(Self.text(act["name"]))
      bind("learner", learner.id.text)
      return ["learner": learner.id.text]
    case .editLearner:
      _ = try tx.updateLearner(id("learner"), name: act["name"].map(Self.text), becomesDefault: act.has("default"))
    case .import:
      let learner = try tx.importLearner(
        PlantedMistake.spoil(document: documents[act["document"] ?? ""]?.text ?? "{}"))
      bind("learner", learner.id.text)
      return ["learner": learner.id.text]
    case .start, .review:
      let attempt =
        act.verb == .review
        ? try tx.startReview(atMost: act.number("limit") ?? 200)
        : try tx.startAttempt(homework, Self.options(act))
      bind("attempt", attempt.id.text)
      let quiz = try tx.quiz(ofAttempt: attempt.id)
      let asked = attempt.questions(of: quiz)
      seen.questions = asked.map { question in
        // In the quiz's own order of options.
        PlainQuestion(quiz.questions.first { $0.id == question.id } ?? question)
      }
      return ["attempt": attempt.id.text, "quiz": quiz.id.text]
    case .settle: try settle(act, id("attempt"), tx)
    case .accept: _ = try tx.acceptAnswer(in: id("attempt"), at: act.number("place"))
    case .extend: _ = try tx.extendAttempt(id("attempt"), byMs: act.number("by") ?? 0)
    case .finish: _ = try tx.finishAttempt(id("attempt"))
    case .abandon: _ = try tx.abandonAttempt(id("attempt"))
    case .take: _ = try tx.takeAttempt(id("attempt"))
    default: preconditionFailure("\(act.verb) is no call")
    }
    return [:]
  }

  private func settle(_ act: Act, _ attempt: Attempt.ID, _ tx: WriteTransaction) throws {
    let question = try? tx.currentQuestion(of: attempt)
    let plain = question.map(PlainQuestion.init)
    let wanted = act["answer"] == "right" ? plain?.key ?? 0 : 1 - (plain?.key ?? 0)
    var response = Response.skip, typed: String?
    switch (act["answer"], plain?.type) {
    case ("skip", _): break
    case ("blank", _): (response, typed) = (.text(" "), " ")
    case (_, "card"): (response, typed) = (.known(act["answer"] == "right"), act["answer"] == "right" ? "yes" : "no")
    case (_, "fill"): (response, typed) = (.text(PlainQuestion.words[wanted]), PlainQuestion.words[wanted])
    default:
      let index = question?.body.options.firstIndex(of: PlainQuestion.words[wanted]) ?? 0
      (response, typed) = (.choice(index), index == 0 ? "A" : "B")
    }
    let (place, elapsed) = (act.number("place"), act.number("elapsed") ?? 0)
    if act.has("typed"), plain?.type != "card" {
      _ = try tx.settle(typed: typed, in: attempt, at: place, elapsedMs: elapsed)
    } else {
      _ = try tx.settle(response, in: attempt, at: place, elapsedMs: elapsed)
    }
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

  private static func draft(_ act: Act, _ quiz: QuizDraft?) -> HomeworkDraft {
    func value(_ name: String) -> String? { act[name] == "none" ? nil : act[name] }
    return HomeworkDraft(
      title: text(act["title"]), subject: value("subject"),
      collections: value("collections")?.split(separator: ",").map(String.init) ?? [],
      picture: value("picture").flatMap { pictures?[$0] }, text: value("text"), dueOn: value("due"),
      note: value("note"), quiz: quiz)
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
    case let places?: options.only = .questions(places.split(separator: ",").compactMap { Int($0) })
    }
    return options
  }

  /// The question at a place, changed.
  private static func question(_ act: Act, in quiz: Quiz?) -> QuestionDraft {
    let place = act.number("place") ?? 0
    var plain = PlainQuestion(type: "mcq", key: 0)
    if let quiz, quiz.questions.indices.contains(place) { plain = PlainQuestion(quiz.questions[place]) }
    plain.key = act.number("key") ?? plain.key
    plain.wording = act.number("wording") ?? plain.wording
    return QuestionDraft(plain: plain)
  }

  private func edits(_ act: Act, _ quiz: Quiz?) -> [QuizEdit] {
    let place = act.number("place") ?? quiz?.questions.count ?? 0
    let drafts = PlainQuestion.list(act["quiz"] ?? "")?.map(QuestionDraft.init(plain:)) ?? []
    switch act.verb {
    case .changeQuestion: return [.change(at: place, to: Self.question(act, in: quiz))]
    case .addQuestion: return drafts.prefix(1).map { .add($0, at: place) }
    case .removeQuestion: return [.remove(at: place)]
    case .moveQuestion: return [.move(from: place, to: act.number("to") ?? 0)]
    default: return quiz?.edits(to: drafts) ?? []
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
    var found: [PlainQuestion] = []
    for word in text.split(separator: ",") {
      guard let key = word.last?.wholeNumberValue, key < 2, Verb.questionTypes.contains(String(word.dropLast())) else {
        return nil
      }
      found.append(PlainQuestion(type: String(word.dropLast()), key: key))
    }
    return found.isEmpty ? nil : found
  }

  /// The question without its identity.
  var content: String { "\(type)\(key)/\(wording)" }
}

extension PlainQuestion {
  static let words = ["one", "two"]

  init(_ question: Question) {
    let wording = question.prompt.last?.wholeNumberValue ?? 0
    let key = question.body.correctAnswer == Self.words[1] ? 1 : 0
    let type =
      switch question.body {
      case .fillBlank: "fill"
      case .card: "card"
      default: question.pictures.question == nil ? "mcq" : "lost"
      }
    self.init(card: question.id.text, type: type, key: key, wording: wording)
  }
}

extension QuestionDraft {
  init(plain: PlainQuestion) {
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

extension QuizDraft {
  init(plain: [PlainQuestion]) { self.init(questions: plain.map(QuestionDraft.init(plain:))) }
}
