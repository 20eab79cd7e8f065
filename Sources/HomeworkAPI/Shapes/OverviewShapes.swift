package import HomeworkModel

extension Shapes {
  package static let overview = Shape<Overview>(
    "Overview", "The progress of all learners in a library.",
    Field("learners", .array(learner), \.learners, "The learners, in the order they were added."),
    Field("homework", .array(work), \.homework, "Newest first."),
    Field(
      "cells", .array(cell), \.cells, "A cell for each learner and each homework that they played or marked as done."),
    Field(
      "hardest", .array(hardQuestion), \.hardest, "Up to 20 questions with wrong answers, most wrong answers first."),
    make: Overview.init)

  private static let work = Shape<Overview.Work>.object(
    Field("id", .id(), \.id, "The homework."), Field("title", .string, \.title, "The title."),
    Field(optional: "dueOn", .day, \.dueOn, "The day it is due."), make: Overview.Work.init)

  private static let cell = Shape<Overview.Cell>.object(
    Field("learnerId", .id(), \.learnerId, "The learner who plays."),
    Field("homeworkId", .id(), \.homeworkId, "The homework."),
    Field("progress", progress, \.progress, "The progress in it."),
    Field("isPlaying", .boolean, \.isPlaying, "Whether an attempt is in progress."),
    Field(optional: "completedAt", .time, \.completedAt, "When the learner marked it as done."),
    make: Overview.Cell.init)

  private static let hardQuestion = Shape<Overview.HardQuestion>.object(
    Field("questionId", .id(), \.questionId, "The question."),
    Field("homeworkId", .id(), \.homeworkId, "The homework."),
    Field("prompt", .string, \.prompt, "The text of the question."),
    Field("correctAnswer", .string, \.correctAnswer, "The correct answer."),
    Field("settled", .count, \.settled, "How often it was answered or skipped, without abandoned attempts."),
    Field("wrong", .count, \.wrong, "How often the answer was wrong."),
    Field("skipped", .count, \.skipped, "How often it was skipped."),
    Field("wrongAnswers", .array(wrongAnswer), \.wrongAnswers, "Up to five wrong answers, most frequent first."),
    make: Overview.HardQuestion.init)

  private static let wrongAnswer = Shape<Overview.WrongAnswer>.object(
    Field("text", .string, \.text, "The option or text."), Field("count", .count, \.count, "How often it was given."),
    make: Overview.WrongAnswer.init)
}
