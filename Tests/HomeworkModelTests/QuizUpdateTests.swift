import HomeworkModel
import HomeworkTestKit
import Testing

@Suite struct `The update of a quiz` {
  private static func draft(_ text: Character, _ answer: Character) -> QuestionDraft {
    QuestionDraft(
      prompt: String(text), body: .fillBlank(correctAnswer: String(answer), acceptedAnswers: []))
  }

  private static func quiz(_ drafts: [QuestionDraft]) -> Quiz {
    let questions = drafts.enumerated().map { index, draft in
      Question(id: Identifier(atMs: 1, random: (2, UInt64(index))), prompt: draft.prompt, body: draft.body)
    }
    return Quiz(id: Identifier(atMs: 1, random: (1, 1)), homeworkId: nil, questions: questions)
  }

  /// All lists of up to three questions with one of three texts and one of two answers.
  private static let lists: [[QuestionDraft]] = {
    let all = "abc".flatMap { text in "xy".map { draft(text, $0) } }
    var lists: [[QuestionDraft]] = [[]]
    for count in 0..<3 { lists += lists.filter { $0.count == count }.flatMap { list in all.map { list + [$0] } } }
    return lists.filter { !$0.isEmpty }
  }()

  @Test func `gives the new questions, and keeps each that is equal or has the same text`() throws {
    #expect(Self.lists.count == 6 + 36 + 216)
    for old in Self.lists {
      let quiz = Self.quiz(old)
      for new in Sampling.part(Self.lists, oneIn: 4) {
        let edited = try quiz.edited(quiz.edits(to: new))
        #expect(edited.map(\.draft) == new)
        let kept = edited.compactMap(\.id)
        #expect(Set(kept).count == kept.count)
        for part in [{ (draft: QuestionDraft) in AnyHashable(draft) }, { AnyHashable($0.prompt) }] {
          let wanted = Dictionary(grouping: new, by: part).reduce(0) { sum, group in
            sum + min(group.value.count, old.count { part($0) == group.key })
          }
          let found = zip(edited, new).count { edited, draft in
            edited.id.map { id in quiz.questions.contains { $0.id == id && part(QuestionDraft($0)) == part(draft) } }
              ?? false
          }
          #expect(found >= wanted, "\(old) to \(new)")
        }
      }
    }
  }

  @Test func `of an equal quiz has no edits`() {
    for old in Self.lists {
      let quiz = Self.quiz(old)
      #expect(quiz.edits(to: old).isEmpty)
    }
  }
}
