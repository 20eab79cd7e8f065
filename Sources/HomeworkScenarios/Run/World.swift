import HomeworkAPI
import HomeworkFormats
import HomeworkModel
package import HomeworkMotion
package import HomeworkStore
import HomeworkSystem

/// Everything that a scenario receives from outside: its quiz, screen and seed, and its stores' clock and ids.
///
/// Virtual time and counted ids make every run of a script the same, in any mode.
package struct World: Sendable {
  package let environment: SessionEnvironment
  let quiz: QuizDraft?
  /// The learners besides the first one, from the beginning.
  var learners: [String] = []

  /// The session clock's 0 for the store: any fixed moment will do.
  static let beginning = Timestamp(millisecondsSince1970: 1_767_225_600_000)

  static func sessionMs(of timestamp: Timestamp) -> Int {
    Int(timestamp.millisecondsSince1970 - beginning.millisecondsSince1970)
  }

  static func time(ofSessionMs ms: Int) -> Timestamp {
    Timestamp(millisecondsSince1970: beginning.millisecondsSince1970 + Int64(ms))
  }

  init(_ setup: ScenarioSetup) throws(QuizFormatError) {
    environment = setup.environment
    quiz =
      switch setup.quiz {
      case nil: nil
      case .generated(let parts): .generated(parts)
      case .file(_, let text): try QuizJSON.quiz(from: Array(text.utf8))
      }
  }

  /// Creates the world of a program under test.
  init(_ start: AppStart) throws {
    var environment = SessionEnvironment()
    (environment.motion, environment.screen, environment.seed) = (start.motion, start.screen, start.seed)
    let files = try start.animations.map { path in
      AnimationFile(name: path, text: String(decoding: try Files.bytes(of: path), as: UTF8.self))
    }
    environment.catalogue = try Catalogue(profiles: start.profiles ?? [.mcqStreak], files: files)
    self.environment = environment
    quiz = start.quiz.map { QuizDraft($0) }
    learners = start.learners ?? []
  }

  /// Returns the id of the request of an action.
  static func requestId(_ serial: Int) -> String {
    Identifier<Request>(atMs: beginning.millisecondsSince1970, random: (0, UInt64(serial))).text
  }

  /// Returns the seed for what survives on a disk, different for each life of a run.
  func powerSeed(ofLife number: Int) -> UInt64 { environment.seed &+ UInt64(number) }

  /// Creates a store in memory that already contains the homework of the script's quiz, which has triggered nothing and
  /// set no flag.
  package func makeStore(failpoint: Failpoint) throws(ProgramFailure) -> Store {
    let store = try openStore(failpoint: failpoint)
    try fill(store)
    return store
  }

  /// Opens a store in memory.
  func openStore(failpoint: Failpoint) throws(ProgramFailure) -> Store {
    try open(failpoint) { (options) throws(StoreError) in try Store.inMemory(options: options) }
  }

  /// Opens something with the options of all stores of a scenario: they have its time and its ids, and their commits
  /// pass through `failpoint`.
  func open<Opened>(
    _ failpoint: Failpoint, disk: FaultyDisk? = nil, _ body: (StoreOptions) throws(StoreError) -> Opened
  ) throws(ProgramFailure) -> Opened {
    var options = StoreOptions(
      clock: { Self.time(ofSessionMs: failpoint.atMs) }, identifiers: { failpoint.drawId() },
      hooks: CommitHooks(
        willCommit: { try failpoint.reach(.beforeCommit) }, didCommit: { try failpoint.reach(.afterCommit) }))
    options.disk = disk?.vfs
    do throws(StoreError) { return try body(options) } catch {
      throw .broken("the scenario's store cannot be opened: \(error)")
    }
  }

  /// Adds the data from before the script begins to a new store.
  func fill(_ store: Store) throws(ProgramFailure) {
    do {
      for name in learners {
        try store.writeAndWait { tx in
          if try tx.learner(called: name) == nil { _ = try tx.addLearner(name) }
        }
      }
      guard let quiz else { return }
      _ = try store.writeAndWait {
        _ = try $0.set(LibrarySettings(acceptsAnswers: true))
        return try $0.addHomework(HomeworkDraft(title: quiz.topic ?? "Quiz", quiz: quiz), marksFirstCapture: false)
      }
    } catch {
      throw .broken("the scenario's quiz cannot be stored: \(error)")
    }
  }
}

extension ReadTransaction {
  fileprivate func learner(called name: String) throws(StoreError) -> Learner? {
    let folded = Learner.foldedName(name)
    return try learners().first { Learner.foldedName($0.name) == folded }
  }

  /// Selects the learner of this name from here on; without a name, the first learner.
  func use(_ name: String?) throws(StoreError) {
    guard let name else { return }
    guard let learner = try learner(called: name) else { throw .notFound(.learner, name) }
    try use(learner.id)
  }
}

extension Quiz {
  /// Creates a quiz whose ids are made from the places of its questions.
  init(_ draft: QuizDraft) {
    func id<Entity>(_ number: UInt64) -> Identifier<Entity> { Identifier(atMs: 1_767_225_600_000, random: (0, number)) }
    self.init(
      id: id(1), homeworkId: id(2), topic: draft.topic, subtopic: draft.subtopic, confidence: draft.confidence,
      questions: draft.questions.enumerated().map { index, question in
        Question(
          id: id(UInt64(index) + 3), prompt: question.prompt, body: question.body, explanation: question.explanation)
      })
  }
}

extension QuizDraft {
  fileprivate init(_ quiz: Quiz) {
    self.init(
      topic: quiz.topic, subtopic: quiz.subtopic, confidence: quiz.confidence,
      questions: quiz.questions.map(QuestionDraft.init))
  }

  /// Generates questions of each kind; the right option moves on from A to D.
  fileprivate static func generated(_ parts: [(kind: QuestionKind, count: Int)]) -> QuizDraft {
    var questions: [QuestionDraft] = []
    for (kind, count) in parts {
      for _ in 0..<count {
        let number = questions.count + 1
        let prompt = "Question \(number)" + (kind == .gaps ? ": {1} and {2}" : "")
        questions.append(QuestionDraft(prompt: prompt, body: .generated(kind, number)))
      }
    }
    return QuizDraft(topic: "Quiz", questions: questions)
  }
}

extension Question.Body {
  private static let four = ["one", "two", "three", "four"]

  /// Generates the answer of a question by its number, from 1.
  fileprivate static func generated(_ kind: QuestionKind, _ number: Int) -> Self {
    switch kind {
    case .mcq: .mcq(options: four, correctIndex: (number - 1) % 4)
    case .multi: .multi(options: four, correctIndexes: number.isMultiple(of: 2) ? [1, 3] : [0, 2])
    case .fillBlank: .fillBlank(correctAnswer: "answer \(number)", acceptedAnswers: [])
    case .shortAnswer: .shortAnswer(correctAnswer: "answer \(number)", keyConcepts: [["answer"], ["\(number)"]])
    case .numeric: .numeric(NumericKey(Double(number), tolerance: .absolute(0.5)))
    case .gaps:
      .gaps([.fillBlank(correctAnswer: "answer \(number)", acceptedAnswers: []), .mcq(options: four, correctIndex: 0)])
    case .ordering: .ordering(four)
    case .card: .card(back: "answer \(number)")
    }
  }
}
