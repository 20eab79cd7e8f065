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
  let learners: [String]

  /// The session clock's 0 for the store: any fixed moment will do.
  static let beginning = Timestamp(millisecondsSince1970: 1_767_225_600_000)

  static func sessionMs(of timestamp: Timestamp) -> Int {
    Int(timestamp.millisecondsSince1970 - beginning.millisecondsSince1970)
  }

  static func time(ofSessionMs ms: Int) -> Timestamp {
    Timestamp(millisecondsSince1970: beginning.millisecondsSince1970 + Int64(ms))
  }

  init(_ setup: ScenarioSetup, learners: [String] = []) throws {
    (environment, self.learners) = (setup.environment, learners)
    quiz =
      switch setup.quiz {
      case nil: nil
      case .generated(let parts): .generated(parts)
      case .file(_, let text): try QuizJSON.quiz(from: Array(text.utf8))
      }
  }

  init(_ start: AppStart) throws {
    var environment = SessionEnvironment()
    (environment.motion, environment.screen, environment.seed) = (start.motion, start.screen, start.seed)
    let files = try start.animations.map { path in
      AnimationFile(
        name: path, text: String(decoding: try Files.bytes(of: path, upTo: AnimationFile.mostBytes), as: UTF8.self))
    }
    environment.catalogue = try Catalogue(profiles: start.profiles ?? [.mcqStreak], files: files)
    self.environment = environment
    quiz = start.quiz?.draft
    learners = start.learners ?? []
  }

  static func requestId(_ serial: Int) -> String {
    Identifier<Request>(atMs: beginning.millisecondsSince1970, random: (0, UInt64(serial))).text
  }

  /// Returns the seed for what survives on a disk, different for each life of a run.
  func powerSeed(ofLife number: Int) -> UInt64 { environment.seed &+ UInt64(number) }

  /// Creates a store in memory that already contains the homework of the script's quiz, which has triggered nothing and
  /// set no flag.
  package func makeStore(failpoint: Failpoint) throws -> Store {
    let store = try openStore(failpoint: failpoint)
    try fill(store)
    return store
  }

  func openStore(failpoint: Failpoint) throws -> Store { try Store.inMemory(options: options(failpoint)) }

  /// The options of all stores of a scenario: they have its time and its ids, and their commits pass through
  /// `failpoint`.
  func options(_ failpoint: Failpoint, disk: FaultyDisk? = nil) -> StoreOptions {
    var options = StoreOptions(
      clock: { Self.time(ofSessionMs: failpoint.atMs) }, identifiers: { failpoint.drawId() },
      hooks: CommitHooks(
        willCommit: { try failpoint.reach(.beforeCommit) }, didCommit: { try failpoint.reach(.afterCommit) }))
    options.disk = disk?.vfs
    return options
  }

  /// Adds the data from before the script begins to a new store.
  func fill(_ store: Store) throws {
    for name in learners {
      try store.writeAndWait { tx in if try tx.learner(called: name) == nil { _ = try tx.addLearner(name) } }
    }
    guard let quiz else { return }
    _ = try store.writeAndWait {
      _ = try $0.set(LibrarySettings(acceptsAnswers: true))
      return try $0.addHomework(HomeworkDraft(title: quiz.topic ?? "Quiz", quiz: quiz), marksFirstCapture: false)
    }
  }
}

extension ReadTransaction {
  fileprivate func learner(called name: String) throws -> Learner? {
    let folded = Learner.foldedName(name)
    return try learners().first { Learner.foldedName($0.name) == folded }
  }

  /// Selects the learner of this name from here on; without a name, the first learner.
  func use(_ name: String?) throws {
    guard let name else { return }
    guard let learner = try learner(called: name) else { throw StoreError.notFound(.learner, name) }
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
