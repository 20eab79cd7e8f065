import Foundation
import HomeworkFormats
import HomeworkModel
import HomeworkTestKit
import Testing

@Suite struct `Every example quiz` {
  @Test func `has ten questions of all three types, each with an explanation, and grades itself`() throws {
    let files = try ThisPackage.files(in: "Examples/quizzes", withExtension: "json")
    #expect(files.count >= 4)
    for file in files {
      let quiz = try QuizJSON.quiz(from: Data(contentsOf: file))
      let name = file.lastPathComponent
      #expect(quiz.questions.count == 10, "\(name)")
      var kinds: Set<String> = []
      for draft in quiz.questions {
        let question = Question(id: Question.ID(atMs: 0, random: (0, 0)), prompt: draft.prompt, body: draft.body)
        #expect(!draft.explanation.isEmpty, "\(name): \(draft.prompt)")
        #expect(question.grade(question.correctResponse) == .correct, "\(name): \(draft.prompt)")
        #expect(question.grade(question.wrongResponse) == .wrong, "\(name): \(draft.prompt)")
        switch draft.body {
        case .mcq(let options, _):
          kinds.insert("mcq")
          #expect(Set(options).count == options.count, "\(name): \(draft.prompt)")
        case .fillBlank(_, let accepted, _):
          kinds.insert("fillBlank")
          for answer in accepted { #expect(question.grade(.text(answer)) == .correct, "\(name): \(answer)") }
        case .shortAnswer(let model, _):
          kinds.insert("shortAnswer")
          #expect(question.grade(.text(model)) == .correct, "\(name): \(model)")
        default: kinds.insert(draft.body.kind.rawValue)
        }
      }
      #expect(kinds.count == 3, "\(name)")
    }
  }
}
