/// One change of a quiz: places from 0, in the quiz as the changes before it have left it.
public enum QuizEdit: Hashable, Sendable {
  /// Puts other words, other options or another answer in place of those of a question, which stays the same one.
  case change(at: Int, to: QuestionDraft)
  /// Adds a question at a place, at the end unless given.
  case add(QuestionDraft, at: Int?)
  case remove(at: Int)
  /// Moves a question to the place that it is to have.
  case move(from: Int, to: Int)
}

extension Quiz {
  /// Returns the questions as several changes, one after the other, leave them: each with its id, where it had one.
  ///
  /// - Throws: the faults of the first change that names no question, or of all questions as they would be.
  package func edited(_ edits: [QuizEdit]) throws(QuizEditFailure) -> [(id: Question.ID?, draft: QuestionDraft)] {
    var edited = questions.map { (id: Question.ID?.some($0.id), draft: QuestionDraft($0)) }
    for (number, edit) in edits.enumerated() {
      func place(_ place: Int, upTo end: Int, _ name: String) throws(QuizEditFailure) -> Int {
        guard 0..<end ~= place else {
          let message = "there is no question \(place &+ 1): the quiz has 1 to \(end)"
          throw QuizEditFailure(faults: [Fault(path: "edits[\(number)].\(name)", message: message)])
        }
        return place
      }
      switch edit {
      case .change(let at, let draft): edited[try place(at, upTo: edited.count, "index")].draft = draft
      case .add(let draft, let at):
        edited.insert((nil, draft), at: try place(at ?? edited.count, upTo: edited.count + 1, "index"))
      case .remove(let at): edited.remove(at: try place(at, upTo: edited.count, "index"))
      case .move(let from, let to):
        let moved = edited.remove(at: try place(from, upTo: edited.count, "index"))
        edited.insert(moved, at: try place(to, upTo: edited.count + 1, "to"))
      }
    }
    let faults = QuizDraft(questions: edited.map(\.draft)).faults
    guard faults.isEmpty else { throw QuizEditFailure(faults: faults) }
    return edited
  }
}

/// Why a quiz cannot be edited like that.
package struct QuizEditFailure: Error {
  package let faults: [Fault]
}

extension QuestionDraft {
  /// What a question says, without its id.
  package init(_ question: Question) {
    self.init(prompt: question.prompt, body: question.body, explanation: question.explanation)
  }
}

/// One of the quizzes that a homework has or had: its first, one that was put in its place, or an edited one.
public struct QuizRevision: Hashable, Sendable {
  /// Its id, by which it can still be read, and which revision of its quiz it is, from 1.
  public let quizId: Quiz.ID, revision: Int
  /// When it was made, `nil` where nobody knows any more; whether it is what is played now; and its questions.
  public let createdAt: Timestamp?, isCurrent: Bool, questionCount: Int
  /// What was changed of the revision before; nothing of a first one.
  public let changes: [QuizChange]

  /// With these parts.
  package init(
    quizId: Quiz.ID, revision: Int, createdAt: Timestamp?, isCurrent: Bool, questionCount: Int, changes: [QuizChange]
  ) {
    (self.quizId, self.revision, self.createdAt) = (quizId, revision, createdAt)
    (self.isCurrent, self.questionCount, self.changes) = (isCurrent, questionCount, changes)
  }
}

/// What became of one question from one revision to the next.
public struct QuizChange: Hashable, Sendable {
  /// What happened to it. One that was moved and changed is told twice.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case added, removed, changed, moved
  }

  /// What a question is made of, by the names that these have in JSON.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    case type, question, options, correctIndex, correctAnswer, acceptedAnswers, keyConcepts, explanation
  }

  /// What happened, to which question; its place from 0, of one removed that which it had; and where it was before, of one
  /// moved.
  public let kind: Kind, questionId: Question.ID, index: Int, from: Int?
  /// What is asked, of one removed what was; and, of one changed, in which parts it differs.
  public let prompt: String, parts: [Part]

  /// With these parts.
  package init(
    _ kind: Kind, questionId: Question.ID, index: Int, from: Int? = nil, prompt: String, parts: [Part] = []
  ) {
    (self.kind, self.questionId, self.index, self.from) = (kind, questionId, index, from)
    (self.prompt, self.parts) = (prompt, parts)
  }

  /// Returns what leads from one list of questions to another, each question known by its id: in order of their places, what
  /// was removed first.
  package static func changes(from old: [Question], to new: [Question]) -> [QuizChange] {
    var (removed, added, moved): ([QuizChange], [QuizChange], [QuizChange]) = ([], [], [])
    for change in new.map(\.id).difference(from: old.map(\.id)).inferringMoves() {
      switch change {
      case .remove(let place, let id, nil):
        removed.append(QuizChange(.removed, questionId: id, index: place, prompt: old[place].prompt))
      case .insert(let place, let id, nil):
        added.append(QuizChange(.added, questionId: id, index: place, prompt: new[place].prompt))
      case .insert(let place, let id, let from?):
        moved.append(QuizChange(.moved, questionId: id, index: place, from: from, prompt: new[place].prompt))
      case .remove: break  // the other half of a move
      }
    }
    let before = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
    let changed = new.enumerated().compactMap { place, question -> QuizChange? in
      guard let parts = before[question.id]?.parts(otherThanIn: question), !parts.isEmpty else { return nil }
      return QuizChange(.changed, questionId: question.id, index: place, prompt: question.prompt, parts: parts)
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
    switch (body, other.body) {
    case (.mcq(let options, let correct), .mcq(let others, let otherCorrect)):
      compare(.options, options, others)
      compare(.correctIndex, correct, otherCorrect)
    case (.fillBlank(let answer, let accepted), .fillBlank(let otherAnswer, let others)):
      compare(.correctAnswer, answer, otherAnswer)
      compare(.acceptedAnswers, accepted, others)
    case (.shortAnswer(let answer, let concepts), .shortAnswer(let otherAnswer, let others)):
      compare(.correctAnswer, answer, otherAnswer)
      compare(.keyConcepts, concepts, others)
    case (.mcq, _), (.fillBlank, _), (.shortAnswer, _): break
    }
    compare(.explanation, explanation, other.explanation)
    return parts
  }
}
