import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `An edited quiz` {
  private let store: Store
  private let homework: Homework
  private let first: Quiz

  init() throws {
    let store = try makeStore()
    let draft = HomeworkDraft(title: "t", quiz: QuizDraft(topic: "T", questions: Self.drafts))
    let homework = try store.writeAndWait { try $0.addHomework(draft) }
    let first = try store.readAndWait { try $0.quiz(for: homework.id) }
    (self.store, self.homework, self.first) = (store, homework, try #require(first))
  }

  private static let drafts = ["a", "b", "c"].map { question($0) }

  private static func question(_ prompt: String, right: Int = 0) -> QuestionDraft {
    QuestionDraft(prompt: prompt, body: .mcq(options: ["yes", "no"], correctIndex: right))
  }

  private func edit(_ edits: [QuizEdit], expecting id: Quiz.ID? = nil) throws -> Quiz {
    try store.writeAndWait { try $0.editQuiz(homework.id, edits, expecting: id) }
  }

  /// Each edit of three questions, and each pair of edits, compared with the same edits of a word list.
  @Test func `matches its edits, and keeps its questions`() throws {
    let indexes = 0..<3
    let edits: [QuizEdit] =
      indexes.map { .change(at: $0, to: Self.question("changed")) } + indexes.map { .remove(at: $0) }
      + (0...3).map { .add(Self.question("added"), at: $0) } + [.add(Self.question("added"), at: nil)]
      + indexes.flatMap { from in indexes.map { .move(from: from, to: $0) } }
    let pairs = edits.map { [$0] } + edits.flatMap { one in edits.map { [one, $0] } }
    for pair in pairs {
      let homework = try store.writeAndWait {
        try $0.addHomework(HomeworkDraft(title: "t", quiz: QuizDraft(topic: "T", questions: Self.drafts)))
      }
      let found = try store.readAndWait { try $0.quiz(for: homework.id) }
      let first = try #require(found)
      var wanted = Self.drafts.enumerated().map { ($0.element.prompt, Optional(first.questions[$0.offset].id)) }
      var isPossible = true
      for edit in pair where isPossible {
        switch edit {
        case .change(let at, let to): if at < wanted.count { wanted[at].0 = to.prompt } else { isPossible = false }
        case .remove(let at): if at < wanted.count { wanted.remove(at: at) } else { isPossible = false }
        case .add(let draft, let at):
          if at ?? 0 <= wanted.count {
            wanted.insert((draft.prompt, nil), at: at ?? wanted.count)
          } else {
            isPossible = false
          }
        case .move(let from, let to):
          guard from < wanted.count, to < wanted.count else {
            isPossible = false
            continue
          }
          wanted.insert(wanted.remove(at: from), at: to)
        }
      }
      guard isPossible else { continue }
      let quiz = try store.writeAndWait { try $0.editQuiz(homework.id, pair, expecting: first.id) }
      #expect(quiz.questions.map(\.prompt) == wanted.map(\.0), "\(pair)")
      for (question, wanted) in zip(quiz.questions, wanted) where wanted.1 != nil { #expect(question.id == wanted.1) }
      #expect(Set(quiz.questions.map(\.id)).count == quiz.questions.count)
      #expect(try store.readAndWait { try $0.quiz(for: homework.id) } == quiz)
      #expect(try store.readAndWait { try $0.quiz(first.id) } == first)
      let isSame = quiz.questions == first.questions
      #expect((quiz.id == first.id) == isSame && quiz.revision == (isSame ? 1 : 2))
      let history = try store.readAndWait { try $0.quizHistory(homework.id) }
      #expect(history.map(\.isCurrent) == (isSame ? [true] : [true, false]))
      #expect(history[0].changes.isEmpty == isSame)
      _ = try store.writeAndWait { tx in
        _ = try tx.deleteHomework([homework.id])
        return try tx.undoDeletion()
      }
      #expect(try store.readAndWait { try $0.quiz(for: homework.id) } == quiz)
      #expect(try store.readAndWait { try $0.quizHistory(homework.id) } == history)
    }
    #expect(try store.checkAndWait() == [])
  }

  @Test func `leaves an open attempt its wording, and settled answers their grades`() throws {
    let open = try store.writeAndWait { tx in
      let attempt = try tx.startAttempt(homework.id)
      _ = try tx.settle(.choice(0), in: attempt.id)
      return attempt
    }
    let second = try edit([.change(at: 0, to: Self.question("A", right: 1)), .remove(at: 1)])
    #expect(second.revision == 2 && second.questions.map(\.prompt) == ["A", "c"])
    #expect(try store.readAndWait { try $0.homework(homework.id) }.openAttemptId == open.id)
    #expect(throws: StoreError.attemptAlreadyOpen(open.id)) {
      try store.writeAndWait { try $0.startAttempt(homework.id) }
    }
    #expect(try store.readAndWait { try $0.currentQuestion(of: open.id) } == first.questions[1])
    try store.writeAndWait { tx in
      _ = try tx.settle(.choice(0), in: open.id)
      _ = try tx.settle(.choice(0), in: open.id)
      #expect(try tx.finishAttempt(open.id).progress?.completionPercentage == 100)
    }
    let played = try store.readAndWait { try $0.attempt(open.id) }
    #expect(played.quizId == first.id && played.answers.map(\.outcome) == [.correct, .correct, .correct])
    let next = try store.writeAndWait { try $0.startAttempt(homework.id) }
    #expect(next.quizId == second.id && next.questionCount == 2)
    #expect(try store.writeAndWait { try $0.settle(.choice(0), in: next.id) }.answer.outcome == .wrong)
    #expect(try store.checkAndWait() == [])
  }

  @Test func `is practised and reviewed by question across revisions`() throws {
    _ = try store.play([.wrong, .correct, .wrong], of: homework)
    let second = try edit([
      .move(from: 2, to: 0), .change(at: 1, to: Self.question("A")), .add(Self.question("d"), at: 3),
    ])
    #expect(second.questions.map(\.prompt) == ["c", "A", "b", "d"])
    let attempt = try store.writeAndWait { tx in
      let attempt = try tx.startAttempt(homework.id, AttemptOptions(only: .wrong))
      _ = try tx.settle(.choice(0), in: attempt.id)
      return attempt
    }
    #expect(attempt.order?.map(\.questionId) == [first.questions[2].id, first.questions[0].id])
    let late = Timestamp(millisecondsSince1970: 1_767_225_600_000 + 400 * 86_400_000)
    let due = try store.readAndWait { try $0.dueQuestions(at: late) }
    #expect(Set(due.map(\.questionId)) == Set(first.questions.map(\.id)) && due.count == 3)
    #expect(try store.readAndWait { try $0.dueReviews(at: late) }.homework.map(\.due) == [3])
    let third = try edit([.remove(at: 0)])
    #expect(
      Set(try store.readAndWait { try $0.dueQuestions(at: late) }.map(\.questionId))
        == Set(third.questions.map(\.id).dropLast()))
    let hardest = try store.readAndWait { try $0.overview() }.hardest
    #expect(
      hardest.map(\.prompt) == ["A", "c"] && hardest.map(\.settled) == [1, 2] && hardest.map(\.wrong) == [1, 1])
    #expect(try store.checkAndWait() == [])
  }

  @Test func `is found by its current words`() throws {
    _ = try edit([.change(at: 1, to: Self.question("zebra"))])
    func count(_ words: String) throws -> Int {
      try store.readAndWait { try $0.homeworkList(HomeworkFilter(search: words)) }.items.count
    }
    #expect(try count("zebra") == 1)
    _ = try edit([.change(at: 1, to: Self.question("b"))])
    #expect(try count("zebra") == 0)
    #expect(try store.checkAndWait() == [])
  }

  @Test func `lists its changes, newest first`() throws {
    var changed = Self.question("b", right: 1)
    changed.explanation = "because"
    _ = try edit([.change(at: 1, to: changed)])
    _ = try edit([.remove(at: 0), .move(from: 1, to: 0), .add(fillBlank, at: nil)])
    let history = try store.readAndWait { try $0.quizHistory(homework.id) }
    #expect(history.map(\.revision) == [3, 2, 1] && history.map(\.questionCount) == [3, 3, 3])
    #expect(history.allSatisfy { $0.createdAt != nil } && history[2].changes == [] && history[2].quizId == first.id)
    #expect(
      history[1].changes.map(\.kind) == [.changed] && history[1].changes[0].parts == [.correctIndex, .explanation])
    #expect(history[0].changes.map(\.kind) == [.removed, .moved, .added])
    #expect(history[0].changes.map(\.prompt).first == "a" && history[0].changes.last?.prompt == fillBlank.prompt)
  }

  @Test func `moves to another library with its player, including revisions`() throws {
    _ = try store.play([.wrong, .correct, .correct], of: homework)
    _ = try edit([.change(at: 0, to: Self.question("A")), .move(from: 0, to: 2)])
    _ = try store.play([.correct, .wrong, .correct], of: homework)
    let learner = try store.readAndWait { try $0.learner() }
    let other = try makeStore()
    _ = try other.writeAndWait { tx in try tx.updateLearner(tx.learner().id, name: "Other") }
    _ = try other.writeAndWait { [document = try store.readAndWait { try $0.exportLearner(learner.id) }] in
      try $0.importLearner(document)
    }
    func seen(_ store: Store) throws -> [AnyHashable] {
      try store.readAndWait { tx in
        try tx.use(learner.id)
        return [
          try tx.quiz(for: homework.id), try tx.quizHistory(homework.id), try tx.attemptList().items,
          try tx.overview().hardest.map(\.questionId),
        ]
      }
    }
    #expect(try seen(other) == seen(store))
    #expect(try other.checkAndWait() == [])
  }

  private static let refused: [([QuizEdit], String)] = [
    ([.remove(at: 3)], "edits[0].index"), ([.remove(at: -1)], "edits[0].index"),
    ([.remove(at: 0), .change(at: 2, to: question("x"))], "edits[1].index"),
    ([.move(from: 0, to: 3)], "edits[0].to"), ([.move(from: .max, to: 0)], "edits[0].index"),
    ([.add(question("x"), at: 4)], "edits[0].index"),
    ([.remove(at: 0), .remove(at: 0), .remove(at: 0)], "questions"),
    ([.change(at: 1, to: question("", right: 0))], "questions[1].question"),
    ([.change(at: 2, to: question("x", right: 2))], "questions[2].correctIndex"),
    (
      [.change(at: 0, to: QuestionDraft(prompt: "x", body: .mcq(options: ["a"], correctIndex: 0)))],
      "questions[0].options"
    ),
  ]

  @Test(arguments: refused.indices) func `is unchanged by an impossible edit`(_ index: Int) throws {
    let (edits, path) = Self.refused[index]
    let error = #expect(throws: StoreError.self) { try edit(edits) }
    guard case .invalid(let faults)? = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(faults.map(\.path) == [path])
    #expect(try store.readAndWait { try $0.quizHistory(homework.id) }.count == 1)
  }

  @Test func `keeps the first of two concurrent edits, and informs the second`() throws {
    let second = try edit([.remove(at: 0)], expecting: first.id)
    #expect(throws: StoreError.quizRevised(second.id)) { try edit([.remove(at: 0)], expecting: first.id) }
    let none = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "none")) }
    #expect(throws: StoreError.notFound(.quiz, "of homework \(none.id)")) {
      try store.writeAndWait { try $0.editQuiz(none.id, [.remove(at: 0)]) }
    }
    #expect(try store.readAndWait { try $0.quizHistory(none.id) } == [])
  }
}
