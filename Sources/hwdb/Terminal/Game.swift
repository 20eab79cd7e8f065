import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkService

/// A quiz being played: what is on screen, and what a key does to it. It neither draws nor waits.
///
/// Everything goes through a session: an answer is on disk before its cues are known.
struct Game {
  /// What is played: the quiz of an assignment, or what is due of all.
  enum Work {
    case homework(String, AttemptOptions), review(ReviewStarting)
  }

  enum Stage: Equatable {
    case question
    /// Answered: what was right, until the next one.
    case feedback
    case results
    /// Each question again, over the results.
    case reviewing
    /// Whether to leave, over the stage that it was asked on.
    case leaving
    case over
  }

  enum Key: Equatable {
    case character(Character)
    case up, down, enter, escape, backspace
  }

  private let backend: Backend
  private let work: Work
  /// `nil` in a review.
  private var homework: Homework?
  private let environment: SessionOpening
  private let catalogue: Catalogue
  let seed: UInt64
  /// An option's letter answers, rather than choosing it until Enter.
  let isImmediate: Bool
  /// Of its time limit: the moment at which the clock of the whole play began, in milliseconds since 1970.
  private let epochMs: Int64
  private(set) var stage = Stage.question
  private(set) var attempt: AttemptSummary
  /// All stars, including those of this attempt, once it is finished.
  private(set) var starsTotal: Int?
  /// Of its answers those without a response, and the last one.
  private(set) var skippedCount = 0
  private var lastAnswer: Answer?
  private(set) var questions: [Question] = []
  private(set) var sessionId = ""
  /// Of options, from 0; and what is typed so far.
  private(set) var chosen = 0
  private(set) var typed = ""
  /// The question that is shown, from 0.
  private(set) var index = 0
  private(set) var cues: [PlayingCue] = []
  /// What was suppressed by a kill, in one line.
  var notice: String?
  private var stageBefore = Stage.question
  /// When the session began, and when the question on screen came up, on the clock of the whole play.
  private(set) var beganMs = 0, shownMs = 0
  /// The tenth star was reached in this session, and no MCQ has been settled since.
  private(set) var isBarFull = false

  var title: String { homework?.title ?? TextOutput.reviewTitle }
  /// What the homework shows, and its id.
  var picture: (info: PictureInfo, homework: Homework.ID)? {
    homework.flatMap { homework in homework.picture.map { ($0, homework.id) } }
  }
  /// What the key for it does.
  var againWords: String { homework == nil ? "review more" : "play again" }
  /// Whether what was wrong can be practised: in a review it is asked again when it is due.
  var canPractiseWrong: Bool { homework != nil && attempt.score.correct < attempt.questionCount }
  /// Told on the first question, where there is nothing else to tell.
  mutating func tell(_ words: String) { if notice == nil { notice = words } }
  /// `nil` where every question is settled.
  var question: Question? { questions.indices.contains(index) ? questions[index] : nil }
  var options: [String] { question?.options ?? [] }
  var isChoice: Bool { question?.isMCQ ?? false }

  /// Goes on with the attempt in progress, or starts one.
  ///
  /// - Parameters:
  ///   - work: what, and how an attempt is started; one in progress goes on as it was.
  ///   - atMs: on the clock of the whole play, as of every key.
  ///   - epochMs: when that clock began, in milliseconds since 1970.
  init(
    _ backend: Backend, _ work: Work, isImmediate: Bool,
    motion: MotionPreference, width: Double, height: Double, seed: UInt64, atMs: Int = 0, epochMs: Int64 = 0
  ) throws {
    (self.backend, self.work) = (backend, work)
    (self.seed, self.isImmediate, self.epochMs) = (seed, isImmediate, epochMs)
    let profiles: [ProfileName] = [.mcqStreak, .homework]
    catalogue = .designs(profiles)
    environment = SessionOpening(
      attemptId: "", profiles: profiles, motion: motion,
      screen: HomeworkMotion.Screen(width: width, height: height), seed: Int(seed))
    let (attempt, goesOn) = try Self.attempt(work, &homework, backend)
    self.attempt = attempt.summary
    try begin(attempt, goesOn: goesOn, atMs: atMs)
  }

  /// The attempt in progress, or another one.
  private static func attempt(
    _ work: Work, _ homework: inout Homework?, _ backend: Backend
  ) throws -> (Attempt, goesOn: Bool) {
    switch work {
    case .homework(let id, let options):
      let found = try backend(Methods.homeworkGet, id)
      homework = found
      guard let open = found.openAttemptId else {
        return (try backend(Methods.attemptStart, AttemptStarting(found.id.text, options)), false)
      }
      guard options == AttemptOptions() else {
        throw CommandFailure.refused(
          RPCError(
            .conflict, "attempt \(open) is already open with other settings: finish or abandon it first",
            attemptId: open))
      }
      return (try backend(Methods.attemptGet, AttemptReading(open.text)).attempt, true)
    case .review(let starting):
      do { return (try backend(Methods.reviewStart, starting), false) } catch CommandFailure.refused(let error)
        where error.name == .conflict
      {
        guard let open = error.attemptId else { throw CommandFailure.refused(error) }
        return (try backend(Methods.attemptGet, AttemptReading(open)).attempt, true)
      }
    }
  }

  private mutating func begin(_ attempt: Attempt, goesOn: Bool, atMs: Int) throws {
    (self.attempt, lastAnswer) = (attempt.summary, attempt.answers.last)
    skippedCount = attempt.answers.count { $0.outcome == .skipped }
    questions = attempt.questions(of: try backend(Methods.quizGet, QuizSearch(attemptId: attempt.id.text)))
    var opening = environment
    opening.attemptId = attempt.id.text
    let opened = try backend(Methods.sessionOpen, opening)
    sessionId = opened.sessionId
    (cues, chosen, typed) = ([], 0, "")
    (beganMs, shownMs, isBarFull) = (atMs, atMs, false)
    index = attempt.questionIndex
    stage = index < questions.count ? .question : .feedback
    notice = nil
    try show("push", atMs: atMs)
    guard goesOn, index > 0 else { return }
    notice =
      "Resuming at question \(min(index + 1, questions.count)): stars stand still, nothing is celebrated twice"
  }

  /// What a key does at a moment of the session's clock.
  mutating func press(_ key: Key, atMs: Int) throws {
    do { try take(key, atMs: atMs) } catch { throw explained(error) }
  }

  /// What is played was there when it began, so whatever cannot be found now was deleted.
  private func explained(_ error: any Error) -> any Error {
    guard case CommandFailure.refused(let refusal) = error, refusal.name == .notFound else { return error }
    let words =
      homework == nil
      ? "homework in this review was deleted while you played: run hwdb review again"
      : "\"\(title)\" was deleted while you played it: choose another quiz with hwdb play"
    return CommandFailure.refused(RPCError(.notFound, words))
  }

  private mutating func take(_ key: Key, atMs: Int) throws {
    guard try !endIfTimeIsUp(atMs: atMs) else { return }
    switch stage {
    case .question: try pressOnQuestion(key, atMs: atMs)
    case .feedback: try pressOnFeedback(key, atMs: atMs)
    case .results: try pressOnResults(key, atMs: atMs)
    case .reviewing: stage = .results
    case .leaving: try pressOnLeaving(key)
    case .over: break
    }
  }

  /// How long answers are still taken, below 0 when they no longer are; `nil` where there is no limit.
  func leftMs(atMs: Int) -> Int? { attempt.terms.deadline.map { Int($0.millisecondsSince1970 - epochMs) - atMs } }

  /// Finishes an attempt whose time is up, and returns whether it did.
  mutating func endIfTimeIsUp(atMs: Int) throws -> Bool {
    let isOpen = stage == .question || stage == .feedback
    guard isOpen, !attempt.isSettled, let leftMs = leftMs(atMs: atMs), leftMs < 0 else { return false }
    do { try end(atMs: atMs) } catch CommandFailure.refused(let error) where error.name == .conflict {
      // Not by the clock of the store, which was set: it says when.
      return false
    } catch { throw explained(error) }
    return true
  }

  private mutating func end(atMs: Int) throws {
    let settled = attempt.questionIndex
    try tell(.finish, atMs: atMs)
    let missed = attempt.questionCount - settled
    skippedCount += missed
    notice = "Time is up" + (missed == 0 ? "" : ": \(missed.counted("question")) counted as skipped")
  }

  /// What was asked, what was said, what is right, and why.
  func review() throws -> ReviewedAttempt {
    try backend(Methods.attemptGet, AttemptReading(attempt.id.text, isReview: true))
  }

  private mutating func pressOnQuestion(_ key: Key, atMs: Int) throws {
    switch key {
    case .escape: try ask(atMs: atMs)
    case .enter: try answer(isChoice ? Question.letter(ofOption: chosen) : typed, atMs: atMs)
    case .up where isChoice: try choose(chosen + options.count - 1, atMs: atMs)
    case .down where isChoice: try choose(chosen + 1, atMs: atMs)
    case .backspace: _ = typed.popLast()
    case .character("\t"): try skip(atMs: atMs)
    case .character(let character):
      guard isChoice else { return typed.type(character, upTo: 500) }
      let letter = String(character).uppercased()
      let place = options.indices.first { Question.letter(ofOption: $0) == letter || String($0 + 1) == letter }
      if let place {
        try choose(place, atMs: atMs)
        if isImmediate { try answer(Question.letter(ofOption: place), atMs: atMs) }
      } else if letter == "S" {
        try skip(atMs: atMs)
      } else if letter == "Q" {
        try ask(atMs: atMs)
      }
    case .up, .down: break
    }
  }

  private mutating func choose(_ place: Int, atMs: Int) throws {
    chosen = place % max(1, options.count)
    try show("select", atMs: atMs)
  }

  /// What is skipped is not dwelt upon: the next question comes up, with what would have been right above it.
  private mutating func skip(atMs: Int) throws {
    do { try tell(.skip, atMs: atMs) } catch CommandFailure.refused(let error) where error.name == .timeUp {
      return try end(atMs: atMs)
    }
    let words = "Skipped. \(TextOutput.ended("The answer is \(correctAnswer)"))"
    try goOn(atMs: atMs)
    notice = words
  }

  private mutating func answer(_ response: String, atMs: Int) throws {
    guard !response.isBlank else { return }
    // Its time may be up by the clock of the store, and a moment later by this one.
    do { try tell(.answer(response), atMs: atMs) } catch CommandFailure.refused(let error) where error.name == .timeUp {
      try end(atMs: atMs)
    }
  }

  private mutating func pressOnFeedback(_ key: Key, atMs: Int) throws {
    switch key {
    case .enter, .character(" "), .character("n"): try goOn(atMs: atMs)
    case .escape, .character("q"): try ask(atMs: atMs)
    default: break
    }
  }

  /// To the next question, or to the results.
  private mutating func goOn(atMs: Int) throws {
    guard index + 1 < questions.count, attempt.questionIndex < questions.count else {
      return try tell(.finish, atMs: atMs)
    }
    index += 1
    (chosen, typed, stage, notice) = (0, "", .question, nil)
    try show("next", atMs: atMs)
    if !isChoice { try show("focus", atMs: atMs) }
  }

  private mutating func pressOnResults(_ key: Key, atMs: Int) throws {
    switch key {
    case .character("p"), .character("P"):
      try playAgain(AttemptOptions(), atMs: atMs)
    case .character("w") where homework != nil, .character("W") where homework != nil:
      try playAgain(AttemptOptions(only: .wrong), atMs: atMs)
    case .character("r"), .character("R"): stage = .reviewing
    case .enter, .escape, .character("d"), .character("D"), .character("q"): stage = .over
    default: break
    }
  }

  private mutating func playAgain(_ options: AttemptOptions, atMs: Int) throws {
    do {
      // With the attempt that was finished.
      let again = homework.map { Work.homework($0.id.text, options) } ?? work
      try begin(try Self.attempt(again, &homework, backend).0, goesOn: false, atMs: atMs)
    } catch let failure as CommandFailure where failure.isNothingToPractise {
      notice = homework == nil ? "No more questions are due" : "Nothing to practise: every answer was correct"
    }
  }

  private mutating func ask(atMs: Int) throws {
    (stageBefore, stage) = (stage, .leaving)
    try show("exit", atMs: atMs)
  }

  private mutating func pressOnLeaving(_ key: Key) throws {
    switch key {
    case .character("e"), .character("E"), .character("y"):
      _ = try backend(Methods.attemptAbandon, attempt.id.text)
      stage = .over
    case .character("k"), .character("K"): stage = .over
    default: stage = stageBefore
    }
  }

  private mutating func tell(_ event: ClientEvent, atMs: Int) throws {
    let told = try send(event, atMs: atMs)
    attempt = told.attempt
    notice = nil
    shownMs = atMs
    if let answer = told.answer?.answer {
      lastAnswer = answer
      if answer.outcome == .skipped { skippedCount += 1 }
      if let position = answer.streakPosition { isBarFull = position == Streak.cycle }
    }
    stage = event == .finish ? .results : .feedback
    guard event == .finish else { return }
    let count = try backend(Methods.sessionState, sessionId).fields.first { $0.field == .count }
    if case .number(let total) = count?.value { starsTotal = total }
  }

  /// Tells the session what only the screen knows.
  private mutating func show(_ event: ScreenEvent, atMs: Int) throws {
    _ = try send(.screen(event), atMs: atMs)
  }

  /// A session has a clock of its own, which begins with it.
  private mutating func send(_ event: ClientEvent, atMs: Int) throws -> ToldSession {
    let told = try backend(
      Methods.sessionEvent, SessionTelling(sessionId: sessionId, atMs: atMs - beganMs, event: event))
    for cue in told.cues {
      take(PlayingCue(cue, of: catalogue, environment.motion ?? .full, sessionBeganMs: beganMs))
    }
    return told
  }

  /// The ten dots on screen: full after the tenth star, until the next MCQ is settled.
  var bar: [Dot] { isBarFull ? Streak.bar(at: Streak.cycle) : attempt.streak.bar }

  /// How long has been played: what is saved, and the time since the last answer until all questions are settled.
  func elapsedMs(atMs nowMs: Int) -> Int {
    attempt.elapsedMs + (attempt.isSettled ? 0 : max(0, nowMs - shownMs))
  }

  /// The last cue of an animation, unless it is not to be shown.
  func cue(_ animation: AnimationName) -> PlayingCue? { cues.last { $0.animation == animation && $0.isShown } }

  /// A cue that is told again ends otherwise from now on.
  private mutating func take(_ cue: PlayingCue) {
    if let same = cues.firstIndex(where: cue.isSame) { cues[same] = cue } else { cues.append(cue) }
  }

  /// Whether anything moves, or is still to come.
  func isMoving(atMs nowMs: Double) -> Bool { cues.contains { $0.isShown && nowMs < Double($0.endMs) + 50 } }

  /// Of the answer that was given last.
  var outcome: Outcome? { lastAnswer?.outcome }

  /// Whether the last answer was wrong by one letter.
  var isAlmost: Bool {
    guard let question, let response = lastAnswer?.response else { return false }
    return outcome == .wrong && question.isAlmost(response)
  }

  /// What goes with an exit.
  var lostByExit: String {
    let answers = attempt.questionIndex
    guard answers > 0 else { return "You have not answered a question yet, so nothing is lost." }
    let stars = attempt.streak.stars
    let words = answers.counted("answer") + (stars > 0 ? " and \(stars.counted("star"))" : "")
    return "Your progress in this attempt will be lost: \(words)."
  }

  /// What stays all the same.
  var keptByExit: String {
    let finished = homework?.progress.totalAttempts ?? 0
    return finished == 0 ? "" : "You keep \(finished.counted("finished attempt")) and all stars."
  }

  /// Whether a right answer was typed in other words than those of the quiz, which are then shown.
  var isRightInOtherWords: Bool { !isChoice && outcome == .correct && typed != correctAnswer }

  var correctAnswer: String {
    guard let right = question?.correctIndex else { return question?.correctAnswer ?? "" }
    return "\(Question.letter(ofOption: right)) \(options[right])"
  }
}

extension String {
  /// Takes a key of a line that is typed. Ctrl-U clears the line and Ctrl-W removes its last word, as in a shell; other
  /// control characters are ignored.
  mutating func type(_ character: Character, upTo most: Int) {
    switch character {
    case "\u{15}": self = ""
    case "\u{17}": self = String(trimmedAtEnd.reversed().drop { $0 != " " }.reversed())
    default:
      let isControl = character.unicodeScalars.contains { $0.properties.generalCategory == .control }
      if !isControl, count < most { append(character) }
    }
  }
}
