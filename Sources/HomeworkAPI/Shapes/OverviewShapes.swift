package import HomeworkModel

extension Shapes {
  package static let overview = Shape<Overview>(
    "Overview", "A library as a teacher looks at it.",
    Field("learners", .array(learner), \.learners, "In the order in which they were added."),
    Field("homework", .array(work), \.homework, "The newest first."),
    Field("cells", .array(cell), \.cells, "Of each learner at each homework that they played or did."),
    Field("hardest", .array(hardQuestion), \.hardest, "Up to 20 questions answered wrong, the most often first."),
    make: Overview.init)

  private static let work = Shape<Overview.Work>.object(
    Field("id", .id(), \.id, "The homework."), Field("title", .string, \.title, "What it is called."),
    Field(optional: "dueOn", .day, \.dueOn, "The day it is due."), make: Overview.Work.init)

  private static let cell = Shape<Overview.Cell>.object(
    Field("learnerId", .id(), \.learnerId, "Who plays."), Field("homeworkId", .id(), \.homeworkId, "What."),
    Field("progress", progress, \.progress, "Over their finished attempts."),
    Field("isPlaying", .boolean, \.isPlaying, "Whether an attempt is in progress."),
    Field(optional: "completedAt", .time, \.completedAt, "When they marked it done."), make: Overview.Cell.init)

  private static let hardQuestion = Shape<Overview.HardQuestion>.object(
    Field("questionId", .id(), \.questionId, "The question."),
    Field("homeworkId", .id(), \.homeworkId, "Of which homework."),
    Field("prompt", .string, \.prompt, "What it asks."),
    Field("correctAnswer", .string, \.correctAnswer, "What is right."),
    Field("settled", .count, \.settled, "How often it was settled; abandoned attempts do not count."),
    Field("wrong", .count, \.wrong, "How often of that it was wrong."),
    Field("skipped", .count, \.skipped, "How often of that it was skipped."),
    Field("wrongAnswers", .array(wrongAnswer), \.wrongAnswers, "Up to five, the most frequent first."),
    make: Overview.HardQuestion.init)

  private static let wrongAnswer = Shape<Overview.WrongAnswer>.object(
    Field("text", .string, \.text, "The option or the text."), Field("count", .count, \.count, "How often."),
    make: Overview.WrongAnswer.init)
}
