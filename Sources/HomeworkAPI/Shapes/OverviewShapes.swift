package import HomeworkModel

extension Shapes {
  package static let overview = Shape<Overview>(
    "Overview", "The progress of all learners in a library.",
    Overview(learners: [], homework: [], cells: [], hardest: [])
  ) {
    Field("learners", \.learners, .array(learner), "The learners, in the order they were added.")
    Field("homework", \.homework, .array(work), "Newest first.")
    Field(
      "cells", \.cells, .array(cell), "A cell for each learner and each homework that they played or marked as done.")
    Field(
      "hardest", \.hardest, .array(hardQuestion), "Up to 20 questions with wrong answers, most wrong answers first.")
  }

  private static let work = Shape<Overview.Work>.object(Overview.Work(id: .blank, title: "", dueOn: nil)) {
    Field("id", \.id, "The homework.")
    Field("title", \.title, "The title.")
    Field("dueOn", \.dueOn, .day, "The day it is due.")
  }

  private static let cell = Shape<Overview.Cell>.object(
    Overview.Cell(
      learnerId: .blank, homeworkId: .blank, progress: HomeworkProgress(), isPlaying: false, completedAt: nil)
  ) {
    Field("learnerId", \.learnerId, "The learner who plays.")
    Field("homeworkId", \.homeworkId, "The homework.")
    Field("progress", \.progress, progress, "The progress in it.")
    Field("isPlaying", \.isPlaying, "Whether an attempt is in progress.")
    Field("completedAt", \.completedAt, "When the learner marked it as done.")
  }

  private static let hardQuestion = Shape<Overview.HardQuestion>.object(
    Overview.HardQuestion(
      questionId: .blank, homeworkId: .blank, prompt: "", correctAnswer: "", settled: 0, wrong: 0, skipped: 0,
      wrongAnswers: [])
  ) {
    Field("questionId", \.questionId, "The question.")
    Field("homeworkId", \.homeworkId, "The homework.")
    Field("prompt", \.prompt, "The text of the question.")
    Field("correctAnswer", \.correctAnswer, "The correct answer.")
    Field("settled", \.settled, "How often it was answered or skipped, without abandoned attempts.")
    Field("wrong", \.wrong, "How often the answer was wrong.")
    Field("skipped", \.skipped, "How often it was skipped.")
    Field("wrongAnswers", \.wrongAnswers, .array(wrongAnswer), "Up to five wrong answers, most frequent first.")
  }

  private static let wrongAnswer = Shape<Overview.WrongAnswer>.object(Overview.WrongAnswer(text: "", count: 0)) {
    Field("text", \.text, "The option or text.")
    Field("count", \.count, "How often it was given.")
  }
}
