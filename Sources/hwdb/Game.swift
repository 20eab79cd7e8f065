import HomeworkJSON
import HomeworkRPC
import HomeworkService

/// A quiz being played: what is on screen, and what a key does to it. It neither draws nor waits.
///
/// Everything goes through a session: an answer is on disk before its cues are known.
struct Game {
  enum Stage: Equatable {
    case question
    /// Answered: what was right, until the next one.
    case feedback
    case results
    /// Whether to leave, over the stage that it was asked on.
    case leaving
    case over
  }

  enum Key: Equatable {
    case character(Character)
    case up, down, enter, escape, backspace
  }

  private let backend: Backend
  private let homework: JSONValue
  private let environment: [String: JSONValue]
  let seed: UInt64
  private(set) var stage = Stage.question
  private(set) var attempt: JSONValue
  private(set) var questions: [JSONValue] = []
  private(set) var sessionId: JSONValue = .null
  /// Of options, from 0; and what is typed so far.
  private(set) var chosen = 0
  private(set) var typed = ""
  /// The question that is shown, from 0.
  private(set) var index = 0
  private(set) var cues: [Presentation.PlayingCue] = []
  /// What was suppressed by a kill, in one line.
  private(set) var notice: String?
  private var stageBefore = Stage.question

  var title: String { homework["title"]?.string ?? "" }
  var question: JSONValue { questions.indices.contains(index) ? questions[index] : .null }
  var options: [String] { question["options"]?.array?.compactMap(\.string) ?? [] }
  var isChoice: Bool { question["type"] == "mcq" }

  /// Goes on with the attempt in progress, or starts one.
  init(
    _ backend: Backend, homework id: String, motion: String, width: Double, height: Double, seed: UInt64
  ) throws {
    self.backend = backend
    self.seed = seed
    environment = [
      "profiles": ["mcq-streak", "homework"], "motion": .string(motion),
      "screen": ["width": JSONValue(width), "height": JSONValue(height)], "seed": .int(Int64(seed)),
    ]
    homework = try backend("homework.get", ["homeworkId": .string(id)])
    attempt = .null
    try begin(goesOn: homework["openAttemptId"])
  }

  private mutating func begin(goesOn open: JSONValue?) throws {
    let homeworkId = homework["id"] ?? .null
    attempt =
      try open.map { try backend("attempt.get", ["attemptId": $0]) }
      ?? backend("attempt.start", ["homeworkId": homeworkId])
    questions = try backend("quiz.get", ["homeworkId": homeworkId])["questions"]?.array ?? []
    var parameters = environment
    parameters["attemptId"] = attempt["id"]
    let opened = try backend("session.open", .object(parameters))
    sessionId = opened["sessionId"] ?? .null
    (cues, chosen, typed) = ([], 0, "")
    index = attempt["questionIndex"]?.int ?? 0
    stage = index < questions.count ? .question : .feedback
    notice = nil
    guard open != nil, index > 0 else { return }
    let suppressed = opened["report"]?["suppressed"]?.array?.compactMap { $0["animation"]?.string } ?? []
    let names = suppressed.isEmpty ? "" : " (\(suppressed.joined(separator: ", ")))"
    notice =
      "Going on at question \(min(index + 1, questions.count)): stars stand still, nothing is celebrated twice\(names)"
  }

  /// What a key does at a moment of the session's clock.
  mutating func press(_ key: Key, atMs: Int) throws {
    switch stage {
    case .question: try pressOnQuestion(key, atMs: atMs)
    case .feedback: try pressOnFeedback(key, atMs: atMs)
    case .results: try pressOnResults(key)
    case .leaving: try pressOnLeaving(key)
    case .over: break
    }
  }

  private mutating func pressOnQuestion(_ key: Key, atMs: Int) throws {
    switch key {
    case .escape: ask()
    case .enter: try answer(isChoice ? Presentation.letter(ofOption: chosen) : typed, atMs: atMs)
    case .up where isChoice: chosen = (chosen + options.count - 1) % max(1, options.count)
    case .down where isChoice: chosen = (chosen + 1) % max(1, options.count)
    case .backspace: _ = typed.popLast()
    case .character("\t"): try tell(["type": "skip"], atMs: atMs)
    case .character(let character):
      guard isChoice else {
        if !character.isNewline, typed.count < 500 { typed.append(character) }
        return
      }
      let letter = String(character).uppercased()
      let place = options.indices.first { Presentation.letter(ofOption: $0) == letter || String($0 + 1) == letter }
      if let place {
        chosen = place
        try answer(Presentation.letter(ofOption: place), atMs: atMs)
      } else if letter == "S" {
        try tell(["type": "skip"], atMs: atMs)
      } else if letter == "Q" {
        ask()
      }
    case .up, .down: break
    }
  }

  private mutating func answer(_ response: String, atMs: Int) throws {
    guard !response.isEmpty else { return }
    try tell(["type": "answer", "response": .string(response)], atMs: atMs)
  }

  private mutating func pressOnFeedback(_ key: Key, atMs: Int) throws {
    switch key {
    case .enter, .character(" "), .character("n"):
      guard index + 1 < questions.count, attempt["questionIndex"]?.int ?? 0 < questions.count else {
        return try tell(["type": "finish"], atMs: atMs)
      }
      index += 1
      (chosen, typed, stage) = (0, "", .question)
    case .escape, .character("q"): ask()
    default: break
    }
  }

  private mutating func pressOnResults(_ key: Key) throws {
    switch key {
    case .character("p"), .character("P"): try begin(goesOn: nil)
    case .enter, .escape, .character("d"), .character("D"), .character("q"): stage = .over
    default: break
    }
  }

  private mutating func ask() {
    (stageBefore, stage) = (stage, .leaving)
  }

  private mutating func pressOnLeaving(_ key: Key) throws {
    switch key {
    case .character("e"), .character("E"), .character("y"):
      _ = try backend("attempt.abandon", ["attemptId": attempt["id"] ?? .null])
      stage = .over
    case .character("k"), .character("K"): stage = .over
    default: stage = stageBefore
    }
  }

  private mutating func tell(_ event: JSONValue, atMs: Int) throws {
    let result = try backend("session.event", ["sessionId": sessionId, "atMs": .int(Int64(atMs)), "event": event])
    attempt = result["attempt"] ?? attempt
    notice = nil
    for cue in result["cues"]?.array ?? [] { take(cue) }
    stage = event["type"] == "finish" ? .results : .feedback
  }

  /// A cue that is told again ends otherwise from now on.
  private mutating func take(_ json: JSONValue) {
    guard let cue = Presentation.PlayingCue(json) else { return }
    if let same = cues.firstIndex(where: cue.isSame) { cues[same] = cue } else { cues.append(cue) }
  }

  /// Whether anything moves, or is still to come.
  func isMoving(atMs nowMs: Double) -> Bool { cues.contains { $0.isShown && nowMs < Double($0.endMs) + 50 } }

  /// Of the answer that was given last.
  var outcome: String { attempt["answers"]?.array?.last?["outcome"]?.string ?? "" }

  var correctAnswer: String {
    guard isChoice, let right = question["correctIndex"]?.int, options.indices.contains(right) else {
      return question["correctAnswer"]?.string ?? ""
    }
    return "\(Presentation.letter(ofOption: right)) \(options[right])"
  }
}
