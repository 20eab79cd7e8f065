import HomeworkJSON
import HomeworkModel
import HomeworkMotion
import HomeworkRPC
import HomeworkStore

/// The JSON of the domain, each shape with its schema; keys without a value are left out.
enum Schemas {
  static let all: [String: Schema] = [
    "Homework": homework, "Generation": generation, "Quiz": quiz, "QuizInput": quizInput, "Question": question,
    "QuestionInput": questionInput, "Attempt": attempt, "Answer": answer, "Progress": progress,
    "Statistics": statistics, "DatabaseInfo": databaseInfo, "Cue": cue,
    "Trigger": trigger, "Phase": phase, "Settlement": settlement, "Finish": finish, "Import": imported, "Run": run,
    "ScenarioReport": scenarioReport, "Fault": fault, "Animation": animation, "MotionToken": motionToken,
    "Exploration": exploration, "Event": event, "SessionEvent": sessionEvent, "Field": field,
    "ResumeReport": resumeReport, "ServerStatistics": serverStatistics, "MotionTimeline": motionTimeline,
    "MotionFinding": motionFinding,
  ]

  static let progress = Schema.object(
    [
      "bestScore": .integer, "bestTotal": .integer, "completionPercentage": .integer, "totalAttempts": .integer,
      "lastPlayedAt": .string,
    ], required: ["completionPercentage", "totalAttempts"])

  static let homework = Schema.object(
    [
      "id": .string, "title": .string, "subject": .string, "collections": .array(.string), "text": .string,
      "image": .object(
        ["digest": .string, "mediaType": .oneOf(PictureType.allCases.map(\.rawValue)), "byteCount": .integer],
        required: ["digest", "mediaType", "byteCount"]),
      "createdAt": .string, "dueOn": .string, "completedAt": .string, "generation": .shape("Generation"),
      "quizId": .string,
      "questionCount": .integer, "progress": .shape("Progress"), "openAttemptId": .string,
    ], required: ["id", "title", "collections", "createdAt", "generation", "questionCount", "progress"])

  static let generation = Schema.object(
    [
      "state": .oneOf(["none", "pending", "ready", "failed"]),
      "reason": .oneOf(GenerationFailure.allCases.map(\.rawValue)), "retryAt": .string,
    ], required: ["state"])

  static let question = Schema.object(
    questionMembers.merging(["id": .string]) { $1 }, required: ["id", "type", "question", "explanation"])
  static let quiz = Schema.object(
    quizMembers.merging(["id": .string, "homeworkId": .string, "questions": .array(.shape("Question"))]) { $1 },
    required: ["id", "homeworkId", "questions"])

  /// On the way in ids may be there or not, and a bare array of questions will do.
  static let questionInput = Schema.object(
    questionMembers.merging(["id": .any]) { $1 }, required: ["type", "question"])
  static let quizInput = Schema.either([
    .object(
      quizMembers.merging(["id": .any, "homeworkId": .any, "questions": .array(.shape("QuestionInput"))]) { $1 },
      required: ["questions"]),
    .array(.shape("QuestionInput")),
  ])

  private static let questionMembers: [String: Schema] = [
    "type": .oneOf(["mcq", "fillBlank", "shortAnswer"]), "question": .string, "options": .array(.string),
    "correctIndex": .integer, "correctAnswer": .string, "acceptedAnswers": .array(.string),
    "keyConcepts": .array(.array(.string)), "explanation": .string,
  ]
  private static let quizMembers: [String: Schema] = ["topic": .string, "subtopic": .string, "confidence": .number]

  static let answer = Schema.object(
    [
      "questionId": .string, "index": .integer, "response": .string,
      "outcome": .oneOf(Outcome.allCases.map(\.rawValue)), "streakPosition": .integer, "elapsedMs": .integer,
      "answeredAt": .string, "correctAnswer": .string, "explanation": .string,
    ], required: ["questionId", "index", "outcome", "elapsedMs", "answeredAt"])

  static let attempt = Schema.object(
    [
      "id": .string, "homeworkId": .string, "quizId": .string, "state": .oneOf(Attempt.State.allCases.map(\.rawValue)),
      "questionIndex": .integer, "questionCount": .integer, "score": .integer, "percentage": .integer,
      "grade": .oneOf(Grade.allCases.map(\.rawValue)), "elapsedMs": .integer, "startedAt": .string,
      "finishedAt": .string,
      "streak": .object(
        ["position": .integer, "longest": .integer, "bar": .array(.oneOf(Dot.allCases.map(\.rawValue)))],
        required: ["position", "longest", "bar"]),
      "starsEarned": .integer, "answers": .array(.shape("Answer")),
    ],
    required: [
      "id", "homeworkId", "quizId", "state", "questionIndex", "questionCount", "score", "percentage", "elapsedMs",
      "startedAt", "streak", "starsEarned", "answers",
    ])

  static let cue = Schema.object(
    [
      "animation": .oneOf(AnimationName.allCases.map(\.rawValue)), "variant": .string,
      "trigger": .shape("Trigger"), "startMs": .integer, "durationMs": .integer,
      "disposition": .oneOf(Disposition.allCases.map(\.rawValue)), "reason": .oneOf(Reason.allCases.map(\.rawValue)),
      "endedMs": .integer, "phases": .array(.shape("Phase")), "haptic": .string,
      "hapticAtMs": .integer, "particles": .integer,
    ], required: ["animation", "trigger", "startMs", "disposition", "phases"])

  static let trigger = Schema.object(
    [
      "fact": .oneOf(Fact.allCases.map(\.rawValue)), "attemptId": .string, "questionIndex": .integer,
      "position": .integer, "homeworkId": .string, "collection": .string, "name": .string, "atMs": .integer,
    ], required: ["fact"])

  static let phase = Schema.object(
    [
      "name": .string, "property": .oneOf(Property.allCases.map(\.rawValue)), "startMs": .integer,
      "durationMs": .integer, "curve": .string, "from": .number, "to": .number,
    ], required: ["name", "property", "startMs", "from", "to"])

  static let settlement = Schema.object(
    ["attempt": .shape("Attempt"), "answer": .shape("Answer"), "cues": .array(.shape("Cue"))],
    required: ["attempt", "answer", "cues"])

  static let finish = Schema.object(
    [
      "attempt": .shape("Attempt"), "progress": .shape("Progress"), "starsTotal": .integer,
      "achievements": .array(.string), "milestones": .array(.integer), "cues": .array(.shape("Cue")),
    ], required: ["attempt", "progress", "starsTotal", "achievements", "milestones", "cues"])
}
