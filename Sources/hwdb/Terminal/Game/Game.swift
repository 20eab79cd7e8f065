import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkService

/// A quiz being played: the screen's content, and the effects of keys on it. It neither draws nor waits.
///
/// Every action goes through a session: an answer is on disk before its cues are known.
struct Game {
  enum Stage: Equatable {
    case question
    /// The question is answered, and its right answer shows until the next one.
    case feedback
    case results
    /// The review of each question, over the results.
    case reviewing
    /// The request to confirm leaving, over the stage that it interrupts.
    case leaving
    case over
  }

  enum Key: Equatable {
    case character(Character), paste(String)
    case up, down, left, right, home, end, pageUp, pageDown
    case enter, escape, backspace, delete
  }

  private let backend: Backend
  private let work: Work
  /// The homework; `nil` in a review.
  private(set) var homework: Homework?
  private let environment: OpenSessionParams
  private let catalogue: Catalogue
  let seed: UInt64
  /// True if an option's letter answers at once, without Enter.
  let isImmediate: Bool
  /// The start of the play's clock in milliseconds since 1970, for time limits.
  private let epochMs: Int64
  private(set) var stage = Stage.question
  private(set) var attempt: AttemptSummary
  /// All stars, including those of this attempt, once it is finished.
  private(set) var starsTotal: Int?
  /// The number of skipped answers.
  private(set) var skippedCount = 0
  private var lastAnswer: Answer?
  /// True if the library allows it to have a wrong typed answer counted.
  private var acceptsAnswers = false
  /// True if the answer on screen counts because the learner was right.
  private(set) var isAccepted = false
  private(set) var questions: [Question] = []
  private(set) var sessionId = ""
  /// The answer to the question on screen, until it is given.
  private(set) var pending = PendingAnswer(to: nil)
  /// The visible parts of the question, and of its options or the typed text.
  var upper = Scroll(), lower = Scroll()
  /// The index of the question on screen, from 0.
  private(set) var index = 0
  private(set) var cues: [PlayingCue] = []
  /// A one-line notice, such as about cues that a kill suppressed.
  var notice: String?
  private var stageBefore = Stage.question
  /// The start of the session, and of the current question, on the play's clock.
  private(set) var beganMs = 0, shownMs = 0
  /// True after the tenth star in this session, until the next MCQ is settled.
  private(set) var isBarFull = false

  var title: String { homework?.title ?? TextOutput.reviewTitle }
  /// The title, and the name of who is playing if there are several learners; practice is marked.
  var heading: String {
    [title, attempt.terms.isPractice ? "practice" : nil, player].compactMap(\.self).joined(separator: ", ")
  }
  private var player: String?
  /// The homework, if it has a picture.
  var picturedHomework: Homework.ID? { homework?.picture == nil ? nil : homework?.id }
  /// The label of the key that plays again.
  var againWords: String { homework == nil ? "review more" : "play again" }
  /// True if wrong answers can be practised now; a review asks them again when they are due.
  var canPractiseWrong: Bool { homework != nil && attempt.score.correct < attempt.questionCount }
  /// Shows a notice on the first question, below the one that is there.
  mutating func notify(_ words: String) { notice = [notice, words].compactMap(\.self).joined(separator: "\n") }
  /// The current question; `nil` if every question is settled.
  var question: Question? { questions.indices.contains(index) ? questions[index] : nil }
  var options: [String] { question?.options ?? [] }

  /// Continues the attempt in progress, or starts one.
  ///
  /// - Parameters:
  ///   - work: the work, with options for a new attempt; an attempt in progress keeps its own.
  ///   - atMs: the time on the play's clock, as for every key.
  ///   - epochMs: the start of that clock, in milliseconds since 1970.
  init(
    _ backend: Backend, _ work: Work, isImmediate: Bool,
    motion: MotionPreference, width: Double, height: Double, seed: UInt64, atMs: Int = 0, epochMs: Int64 = 0
  ) throws {
    (self.backend, self.work) = (backend, work)
    (self.seed, self.isImmediate, self.epochMs) = (seed, isImmediate, epochMs)
    let profiles: [ProfileName] = [.mcqStreak, .homework]
    catalogue = .designs(profiles)
    environment = OpenSessionParams {
      ($0.attemptId, $0.profiles, $0.motion) = ("", profiles, motion)
      ($0.screen, $0.seed) = (ScreenSize(width: width, height: height), Int(seed))
    }
    let (attempt, goesOn) = try work.attempt(&homework, backend)
    self.attempt = attempt.summary
    let learners = try backend(Methods.learnerList)
    if learners.count > 1 { player = learners.first { $0.id == attempt.learnerId }?.name }
    try begin(attempt, goesOn: goesOn, atMs: atMs)
  }

  private mutating func begin(_ attempt: Attempt, goesOn: Bool, atMs: Int) throws {
    (self.attempt, lastAnswer) = (attempt.summary, attempt.answers.last)
    skippedCount = attempt.answers.count { $0.outcome == .skipped }
    questions = attempt.questions(of: try backend(Methods.quizGet, QuizSearch { $0.attemptId = attempt.id.text }))
    acceptsAnswers = try questions.contains(where: \.body.isTyped) && backend(Methods.settingsSet, nil).acceptsAnswers
    var opening = environment
    opening.attemptId = attempt.id.text
    let opened = try backend(Methods.sessionOpen, opening)
    sessionId = opened.sessionId
    // Confetti lies above all screens.
    cues.removeAll { $0.confetti == nil }
    (beganMs, shownMs, isBarFull) = (atMs, atMs, false)
    index = attempt.questionIndex
    showAnew()
    stage = index < questions.count ? .question : .feedback
    notice = nil
    try show("push", atMs: atMs)
    guard goesOn, index > 0 else { return }
    notice =
      index < questions.count
      ? "Going on at question \(index + 1) of \(questions.count)" : "All \(questions.count) questions are answered"
  }

  /// Shows the current question from its beginning, with nothing chosen or typed.
  private mutating func showAnew() {
    (pending, upper, lower, isAccepted) = (PendingAnswer(to: question), Scroll(), Scroll(), false)
  }

  /// Handles a key at a moment of the play's clock.
  mutating func press(_ key: Key, atMs: Int) throws {
    do { try take(key, atMs: atMs) } catch { throw explained(error) }
  }

  /// The homework existed when play began, so if it is not found now, it was deleted.
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

  /// Returns the time left for answers, negative once it is up; `nil` if there is no limit.
  func leftMs(atMs: Int) -> Int? { attempt.terms.deadline.map { Int($0.millisecondsSince1970 - epochMs) - atMs } }

  private func isTimeUp(atMs: Int) -> Bool { leftMs(atMs: atMs).map { $0 < 0 } ?? false }

  /// Finishes an attempt whose time is up, and returns whether it did.
  mutating func endIfTimeIsUp(atMs: Int) throws -> Bool {
    let isOpen = stage == .question || stage == .feedback
    guard isOpen, !attempt.isSettled, isTimeUp(atMs: atMs) else { return false }
    // Somebody may have given more time.
    attempt.terms.deadline =
      try backend(Methods.attemptGet, GetAttemptParams { $0.attemptId = attempt.id.text }).attempt.terms.deadline
    guard isTimeUp(atMs: atMs) else { return false }
    do { try end(atMs: atMs) } catch CommandFailure.refused(let error) where error.name == .conflict {
      // The store's clock was set and disagrees; the store decides.
      return false
    } catch { throw explained(error) }
    return true
  }

  private mutating func end(atMs: Int) throws {
    let settled = attempt.questionIndex
    try report(.finish, atMs: atMs)
    let missed = attempt.questionCount - settled
    skippedCount += missed
    notice = "Time is up" + (missed == 0 ? "" : ": \(missed.counted("question")) counted as skipped")
  }

  /// Returns the questions, the responses, the right answers and the explanations.
  func review() throws -> ReviewedAttempt {
    try backend(Methods.attemptGet, GetAttemptParams { ($0.attemptId, $0.isReview) = (attempt.id.text, true) })
  }

  private mutating func pressOnQuestion(_ key: Key, atMs: Int) throws {
    switch key {
    case .escape: try ask(atMs: atMs)
    case .up where !options.isEmpty: try choose((pending.chosen ?? 0) + options.count - 1, atMs: atMs)
    case .down where !options.isEmpty: try choose((pending.chosen ?? -1) + 1, atMs: atMs)
    case .up, .down: _ = upper.press(key)
    case .pageUp: if !lower.press(key) { _ = upper.press(key) }
    case .pageDown: if !upper.press(key) { _ = lower.press(key) }
    // No option has this key, and no text.
    case .character("\t"): try skip(atMs: atMs)
    case .character(let character) where !options.isEmpty && character != " ":
      let letter = String(character).uppercased()
      let option = options.indices.first { Question.letter(ofOption: $0) == letter || String($0 + 1) == letter }
      guard let option else { break }
      try choose(option, atMs: atMs)
      if pending.way == .picking { pending.pick() } else if isImmediate { try answer(pending.response, atMs: atMs) }
    default:
      let response = pending.press(key)
      if pending.way == .typing { lower = Scroll() }
      if let response { try answer(response, atMs: atMs) }
    }
  }

  private mutating func choose(_ option: Int, atMs: Int) throws {
    (pending.chosen, lower) = (option % max(1, options.count), Scroll())
    try show("select", atMs: atMs)
  }

  /// Skips the question and shows the next one at once, with the skipped question's answer above it.
  private mutating func skip(atMs: Int) throws {
    do { try report(.skip, atMs: atMs) } catch CommandFailure.refused(let error) where error.name == .timeUp {
      return try end(atMs: atMs)
    }
    let words = verdict
    try goOn(atMs: atMs)
    notice = words
  }

  private mutating func answer(_ response: String, atMs: Int) throws {
    guard !response.isBlank, let question else { return }
    guard question.response(from: response).flatMap(question.grade) != nil else {
      return notice = "That does not fit: give \(question.wantedResponse)"
    }
    // The time may be up by the store's clock slightly before it is by this one.
    do { try report(.answer(response), atMs: atMs) } catch CommandFailure.refused(let error) where error.name == .timeUp
    {
      try end(atMs: atMs)
    }
  }

  private mutating func pressOnFeedback(_ key: Key, atMs: Int) throws {
    switch key {
    case .enter, .character(" "), .character("n"): try goOn(atMs: atMs)
    case .character("r") where canAccept, .character("R") where canAccept:
      do {
        try report(.accept, atMs: atMs)
        isAccepted = true
      } catch CommandFailure.refused(let error) where error.name == .conflict { notice = error.message }
    case .escape: try ask(atMs: atMs)
    default: _ = upper.press(key)
    }
  }

  /// True if the answer on screen is a wrong typed one that the learner may have counted.
  var canAccept: Bool {
    acceptsAnswers && stage == .feedback && outcome == .wrong && question?.body.isTyped == true
  }

  /// Moves on to the next question, or to the results.
  private mutating func goOn(atMs: Int) throws {
    guard index + 1 < questions.count, attempt.questionIndex < questions.count else {
      return try report(.finish, atMs: atMs)
    }
    index += 1
    (stage, notice) = (.question, nil)
    showAnew()
    try show("next", atMs: atMs)
    if pending.way == .typing { try show("focus", atMs: atMs) }
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
      // Play the homework of the finished attempt.
      let again = homework.map { Work.homework($0.id.text, options) } ?? work
      try begin(try again.attempt(&homework, backend).0, goesOn: false, atMs: atMs)
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
    case .character("e"), .character("E"):
      _ = try backend(Methods.attemptAbandon, attempt.id.text)
      stage = .over
    case .character("k"), .character("K"): stage = .over
    default: stage = stageBefore
    }
  }

  private mutating func report(_ event: ClientEvent, atMs: Int) throws {
    let reply = try send(event, atMs: atMs)
    attempt = reply.attempt
    (notice, upper) = (nil, Scroll())
    if event != .accept { shownMs = atMs }
    if let answer = reply.answer?.answer {
      lastAnswer = answer
      if answer.outcome == .skipped { skippedCount += 1 }
      if let position = answer.streakPosition { isBarFull = position == Streak.cycle }
    }
    stage = event == .finish ? .results : .feedback
    guard event == .finish else { return }
    let count = try backend(Methods.sessionState, sessionId).fields.first { $0.field == .count }
    if case .number(let total) = count?.value { starsTotal = total }
  }

  /// Sends the session an event that only the screen knows.
  private mutating func show(_ event: ScreenEvent, atMs: Int) throws {
    _ = try send(.screen(event), atMs: atMs)
  }

  /// Sends an event at the session's own time, which starts with the session.
  private mutating func send(_ event: ClientEvent, atMs: Int) throws -> SessionEventResult {
    let reply = try backend(
      Methods.sessionEvent,
      SessionEventParams { ($0.sessionId, $0.atMs, $0.event) = (sessionId, atMs - beganMs, event) })
    for cue in reply.cues {
      take(PlayingCue(cue, of: catalogue, environment.motion ?? .full, sessionBeganMs: beganMs))
    }
    return reply
  }

  /// The ten dots on screen: full after the tenth star, until the next MCQ is settled.
  var bar: [Dot] { isBarFull ? Streak.bar(at: Streak.cycle) : attempt.streak.bar }

  /// Returns the time played: the saved time, and the time since the last answer until all questions are settled.
  func elapsedMs(atMs nowMs: Int) -> Int {
    attempt.elapsedMs + (attempt.isSettled ? 0 : max(0, nowMs - shownMs))
  }

  /// Returns the last cue of an animation, unless it is not shown.
  func cue(_ animation: AnimationName) -> PlayingCue? { cues.last { $0.animation == animation && $0.isShown } }

  /// Adds a cue, or updates it if it now ends differently.
  private mutating func take(_ cue: PlayingCue) {
    if let same = cues.firstIndex(where: cue.isSame) { cues[same] = cue } else { cues.append(cue) }
  }

  /// The cues on screen, now or later.
  var shownCues: [PlayingCue] { cues.filter(\.isShown) }

  /// Returns whether anything moves now or later.
  func isMoving(atMs nowMs: Double) -> Bool { shownCues.contains { nowMs < Double($0.endMs) + 50 } }

  /// The outcome of the last answer.
  var outcome: Outcome? { lastAnswer?.outcome }

  /// True if the last answer was wrong by one letter.
  var isAlmost: Bool {
    guard let question, let response = lastAnswer?.response else { return false }
    return outcome == .wrong && question.isAlmost(response)
  }
}
