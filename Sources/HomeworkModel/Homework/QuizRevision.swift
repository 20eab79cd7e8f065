/// One change to a quiz. Indexes are from 0, and refer to the quiz after the changes before it.
public enum QuizEdit: Hashable, Sendable {
  /// Replaces the text, options or answer of a question, which keeps its identity.
  case change(at: Int, to: QuestionDraft)
  /// Adds a question at an index, or at the end.
  case add(QuestionDraft, at: Int?)
  case remove(at: Int)
  /// Moves a question to an index.
  case move(from: Int, to: Int)
}

extension Quiz {
  /// Returns the questions after a series of edits, each with its id if it had one.
  ///
  /// - Throws: the faults of the first edit whose question does not exist, or of all questions in the result.
  package func edited(_ edits: [QuizEdit]) throws(QuizEditFailure) -> [(id: Question.ID?, draft: QuestionDraft)] {
    var edited = questions.map { (id: Question.ID?.some($0.id), draft: QuestionDraft($0)) }
    for (number, edit) in edits.enumerated() {
      func position(_ position: Int, upTo end: Int, _ name: String) throws(QuizEditFailure) -> Int {
        guard 0..<end ~= position else {
          let message = "there is no question \(position &+ 1): the quiz has questions 1 to \(end)"
          throw QuizEditFailure(faults: [Fault(path: "edits[\(number)].\(name)", message: message)])
        }
        return position
      }
      switch edit {
      case .change(let at, let draft): edited[try position(at, upTo: edited.count, "index")].draft = draft
      case .add(let draft, let at):
        edited.insert((nil, draft), at: try position(at ?? edited.count, upTo: edited.count + 1, "index"))
      case .remove(let at): edited.remove(at: try position(at, upTo: edited.count, "index"))
      case .move(let from, let to):
        let moved = edited.remove(at: try position(from, upTo: edited.count, "index"))
        edited.insert(moved, at: try position(to, upTo: edited.count + 1, "to"))
      }
    }
    let faults = QuizDraft(questions: edited.map(\.draft)).faults
    guard faults.isEmpty else { throw QuizEditFailure(faults: faults) }
    return edited
  }
}

extension Quiz {
  /// Returns the edits that turn the quiz into these questions, such as those of a corrected file.
  ///
  /// A question continues an equal one, else one with the same text, else one with the same answers, and in a quiz that
  /// keeps its number of questions else the one at the same place.
  package func edits(to drafts: [QuestionDraft]) -> [QuizEdit] {
    var old = Array(questions.indices)
    var sources: [Int?] = drafts.map { _ in nil }
    func match(_ isSame: (Int, Int) -> Bool) {
      for new in drafts.indices where sources[new] == nil {
        guard let position = old.firstIndex(where: { isSame($0, new) }) else { continue }
        sources[new] = old.remove(at: position)
      }
    }
    match { QuestionDraft(questions[$0]) == drafts[$1] }
    match { questions[$0].prompt == drafts[$1].prompt }
    match { questions[$0].body == drafts[$1].body }
    if drafts.count == questions.count { match { $0 == $1 } }
    var edits = old.reversed().map { QuizEdit.remove(at: $0) }
    var order = questions.indices.filter { !old.contains($0) }.map(Optional.some)
    for (new, source) in sources.enumerated() {
      guard let source, let from = order.firstIndex(of: source) else {
        edits.append(.add(drafts[new], at: new))
        order.insert(nil, at: new)
        continue
      }
      if from != new { edits.append(.move(from: from, to: new)) }
      order.insert(order.remove(at: from), at: new)
      if QuestionDraft(questions[source]) != drafts[new] { edits.append(.change(at: new, to: drafts[new])) }
    }
    return edits
  }
}

/// The reason why a quiz cannot be edited.
package struct QuizEditFailure: Error {
  package let faults: [Fault]
}

/// One revision of an assignment's quiz: the first one, a replacement, or an edit.
public struct QuizRevision: Hashable, Sendable {
  /// The quiz's id, and the number of the revision, from 1.
  public var quizId: Quiz.ID, revision: Int
  /// The time of the revision, `nil` if unknown; whether new attempts use it; and its number of questions.
  public var createdAt: Timestamp?, isCurrent: Bool, questionCount: Int
  /// The changes since the previous revision; empty for the first one.
  public var changes: [QuizChange]

  /// Creates a revision from its parts.
  package init(
    quizId: Quiz.ID, revision: Int, createdAt: Timestamp?, isCurrent: Bool, questionCount: Int, changes: [QuizChange]
  ) {
    (self.quizId, self.revision, self.createdAt) = (quizId, revision, createdAt)
    (self.isCurrent, self.questionCount, self.changes) = (isCurrent, questionCount, changes)
  }
}

/// A change to one question from one revision to the next.
public struct QuizChange: Hashable, Sendable {
  /// The kind of change. A question that was moved and changed has two changes.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case added, removed, changed, moved
  }

  /// A part of a question, by its name in JSON.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    case type, introduction, question, options, correctIndex, correctIndexes, correctAnswer, acceptedAnswers, exact
    case keyConcepts, tolerance, unit, gaps, items, back, explanation, pictures
  }

  /// The kind, the question, its index from 0 (for a removed question its former index), and the former index of a
  /// moved question.
  public var kind: Kind, questionId: Question.ID, index: Int, from: Int?
  /// The text of the question, and the changed parts of a changed question.
  public var prompt: String, parts: [Part]

  /// Creates a change from its parts.
  package init(
    _ kind: Kind, questionId: Question.ID, index: Int, from: Int? = nil, prompt: String, parts: [Part] = []
  ) {
    (self.kind, self.questionId, self.index, self.from) = (kind, questionId, index, from)
    (self.prompt, self.parts) = (prompt, parts)
  }

  /// Returns the changes between two lists of questions, matched by id: removals first, then by index.
  package static func changes(from old: [Question], to new: [Question]) -> [QuizChange] {
    var (removed, added, moved): ([QuizChange], [QuizChange], [QuizChange]) = ([], [], [])
    for change in new.map(\.id).difference(from: old.map(\.id)).inferringMoves() {
      switch change {
      case .remove(let position, let id, nil):
        removed.append(QuizChange(.removed, questionId: id, index: position, prompt: old[position].prompt))
      case .insert(let position, let id, nil):
        added.append(QuizChange(.added, questionId: id, index: position, prompt: new[position].prompt))
      case .insert(let position, let id, let from?):
        moved.append(QuizChange(.moved, questionId: id, index: position, from: from, prompt: new[position].prompt))
      case .remove: break  // the other half of a move
      }
    }
    let before = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
    let changed = new.enumerated().compactMap { position, question -> QuizChange? in
      guard let parts = before[question.id]?.parts(otherThanIn: question), !parts.isEmpty else { return nil }
      return QuizChange(.changed, questionId: question.id, index: position, prompt: question.prompt, parts: parts)
    }
    return removed + (added + moved + changed).sorted { $0.index < $1.index }
  }
}

extension Question {
  fileprivate func parts(otherThanIn other: Question) -> [QuizChange.Part] {
    var parts: [QuizChange.Part] = []
    func compare<Value: Equatable>(_ part: QuizChange.Part, _ one: Value, _ two: Value) {
      if one != two { parts.append(part) }
    }
    compare(.type, body.kind, other.body.kind)
    compare(.question, prompt, other.prompt)
    compare(.introduction, introduction, other.introduction)
    switch (body, other.body) {
    case (.mcq(let options, let correct), .mcq(let others, let otherCorrect)):
      compare(.options, options, others)
      compare(.correctIndex, correct, otherCorrect)
    case (.multi(let options, let correct), .multi(let others, let otherCorrect)):
      compare(.options, options, others)
      compare(.correctIndexes, correct, otherCorrect)
    case (.fillBlank(let answer, let accepted, let isExact), .fillBlank(let otherAnswer, let others, let isOther)):
      compare(.exact, isExact, isOther)
      compare(.correctAnswer, answer, otherAnswer)
      compare(.acceptedAnswers, accepted, others)
    case (.shortAnswer(let answer, let concepts), .shortAnswer(let otherAnswer, let others)):
      compare(.correctAnswer, answer, otherAnswer)
      compare(.keyConcepts, concepts, others)
    case (.numeric(let key), .numeric(let otherKey)):
      compare(.correctAnswer, key.correctAnswer, otherKey.correctAnswer)
      compare(.tolerance, key.tolerance, otherKey.tolerance)
      compare(.unit, key.unit, otherKey.unit)
    case (.gaps(let gaps), .gaps(let others)): compare(.gaps, gaps, others)
    case (.ordering, .ordering): compare(.items, body.itemsInOrder, other.body.itemsInOrder)
    case (.card(let back), .card(let otherBack)): compare(.back, back, otherBack)
    case (.mcq, _), (.multi, _), (.fillBlank, _), (.shortAnswer, _), (.numeric, _), (.gaps, _), (.ordering, _),
      (.card, _):
      break
    }
    compare(.explanation, explanation, other.explanation)
    compare(.pictures, pictures, other.pictures)
    return parts
  }
}
