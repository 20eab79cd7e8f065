import HomeworkJSON
import HomeworkModel
import HomeworkRPC
import HomeworkStore

/// An object from members that may be absent.
func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
  var present = [String: JSONValue](minimumCapacity: members.count)
  for (key, value) in members { if let value { present[key] = value } }
  return .object(present)
}

extension JSONValue {
  init?(_ text: String?) {
    guard let text else { return nil }
    self = .string(text)
  }

  init?(_ number: Int?) {
    guard let number else { return nil }
    self = .int(Int64(number))
  }

  init?(_ time: Timestamp?) {
    guard let time else { return nil }
    self = .string(time.description)
  }

  init(_ texts: [String]) {
    self = .array(texts.map { .string($0) })
  }
}

extension Homework {
  var json: JSONValue {
    object([
      "id": .string(id.text), "title": .string(title), "subject": JSONValue(subject),
      "collections": JSONValue(collections), "text": JSONValue(text),
      "image": picture.map {
        [
          "digest": .string($0.digest), "mediaType": .string($0.type.rawValue), "byteCount": .int(Int64($0.byteCount)),
        ]
      },
      "createdAt": JSONValue(createdAt),
      "dueOn": JSONValue(dueOn), "completedAt": JSONValue(completedAt), "generation": generation.json,
      "quizId": JSONValue(quizId?.text), "questionCount": JSONValue(questionCount), "progress": progress.json,
      "openAttemptId": JSONValue(openAttemptId?.text),
    ])
  }
}

extension Generation {
  var json: JSONValue {
    guard case .failed(let reason, let retryAt) = self else { return ["state": .string(state)] }
    return object(["state": .string(state), "reason": .string(reason.rawValue), "retryAt": JSONValue(retryAt)])
  }
}

extension HomeworkProgress {
  var json: JSONValue {
    object([
      "bestScore": JSONValue(bestScore), "bestTotal": JSONValue(bestTotal),
      "completionPercentage": JSONValue(completionPercentage), "totalAttempts": JSONValue(totalAttempts),
      "lastPlayedAt": JSONValue(lastPlayedAt),
    ])
  }
}

extension Quiz {
  var json: JSONValue {
    object([
      "id": .string(id.text), "homeworkId": .string(homeworkId.text), "topic": JSONValue(topic),
      "subtopic": JSONValue(subtopic), "confidence": confidence.map { .double($0) },
      "questions": .array(questions.map(\.json)),
    ])
  }
}

extension Question {
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(id.text), "question": .string(prompt), "explanation": .string(explanation),
    ]
    switch body {
    case .mcq(let options, let correctIndex):
      members["type"] = "mcq"
      members["options"] = JSONValue(options)
      members["correctIndex"] = JSONValue(correctIndex)
    case .fillBlank(let correctAnswer, let acceptedAnswers):
      members["type"] = "fillBlank"
      members["correctAnswer"] = .string(correctAnswer)
      members["acceptedAnswers"] = JSONValue(acceptedAnswers)
    case .shortAnswer(let correctAnswer, let keyConcepts):
      members["type"] = "shortAnswer"
      members["correctAnswer"] = .string(correctAnswer)
      members["keyConcepts"] = .array(keyConcepts.map { JSONValue($0) })
    }
    return .object(members)
  }
}

extension Attempt {
  var json: JSONValue {
    let streak = streak
    return object([
      "id": .string(id.text), "homeworkId": .string(homeworkId.text), "quizId": .string(quizId.text),
      "state": .string(state.rawValue), "questionIndex": JSONValue(questionIndex),
      "questionCount": JSONValue(questionCount), "score": JSONValue(score.correct),
      "percentage": JSONValue(score.percentage),
      "grade": state == .completed ? .string(score.grade.rawValue) : nil, "elapsedMs": JSONValue(elapsedMs),
      "startedAt": JSONValue(startedAt), "finishedAt": JSONValue(finishedAt),
      "streak": object([
        "position": JSONValue(streak.position), "longest": JSONValue(streak.longest),
        "bar": JSONValue(streak.bar.map(\.rawValue)),
      ]), "starsEarned": JSONValue(streak.stars), "answers": .array(answers.map { $0.json() }),
    ])
  }
}

extension Answer {
  /// - Parameter settlement: adds what is told once, when the answer is settled.
  func json(_ settlement: AnswerResult? = nil) -> JSONValue {
    object([
      "questionId": .string(questionId.text), "index": JSONValue(index), "response": JSONValue(response),
      "outcome": .string(outcome.rawValue), "streakPosition": JSONValue(streakPosition),
      "elapsedMs": JSONValue(elapsedMs), "answeredAt": JSONValue(answeredAt),
      "correctAnswer": JSONValue(settlement?.correctAnswer), "explanation": JSONValue(settlement?.explanation),
    ])
  }
}
