import HomeworkAPI
import HomeworkFaults
import HomeworkJSON
import HomeworkModel
import HomeworkMotion
import HomeworkProcess
import HomeworkReports
import HomeworkSystem

/// Any program that speaks the protocol of programs under test: a process group for each life, on files of its own.
final class AppProgram: ProgramUnderTest {
  private let world: World
  private let app: AppUnderTest
  private let makeLife: AppLifeMaker?
  private let isReference: Bool
  private let directory: ScenarioDirectory
  private let quiz: Quiz?
  private(set) var capabilities: AppCapabilities?

  private var conversation: AppConversation?
  private var lives = 0
  private var armed: KillPoint?
  private var cues: AppCues
  /// Of the present life, asked since it did anything.
  private var known: AppState?
  /// When the scenario's clock stood at 0, where the program has a clock of its own.
  private var beginning: ContinuousClock.Instant?
  private var formerErrors = ""
  /// How long it took at most to acknowledge an action, and to start.
  private(set) var slowestSaveUs = 0
  private(set) var slowestStartUs = 0

  /// How far the times of a program with a clock of its own may be off.
  static let toleranceMs = 100

  /// - Parameters:
  ///   - makeLife: starts a life of it, in place of a process.
  ///   - isReference: whether it is the one that is never killed.
  init(
    _ world: World, app: AppUnderTest, _ makeLife: AppLifeMaker?, isReference: Bool = false
  ) throws(ProgramFailure) {
    (self.world, self.app, self.makeLife, self.isReference) = (world, app, makeLife, isReference)
    let catalogue = world.environment.catalogue
    cues = AppCues(names: (catalogue.files.isEmpty ? Catalogue.all : catalogue).names)
    directory = try ProgramFailure.of(ScenarioDirectory.init)
    quiz = world.quiz.map { Quiz($0) }
    guard mkdir(directory.data, 0o700) == 0 else {
      throw .broken("no directory for the program's data in \(directory.data): \(systemReason())")
    }
  }

  deinit {
    if let conversation { _ = conversation.life.kill() }
    // What it has started and let go of must not write where its directory was.
    if lives > 0 { AppStragglers.end(mark: directory.data) }
  }

  var errors: String? {
    let all = (formerErrors + (conversation?.life.errors ?? "")).trimmed
    return all.isEmpty ? nil : all
  }

  var reported: [CueID] { cues.reported }
  var replayed: CuesTold { cues.retold }
  var isReal: Bool { capabilities?.clock == .real }

  var realNowMs: Int? {
    guard isReal, let beginning else { return nil }
    return Int(beginning.duration(to: .now) / .milliseconds(1))
  }

  // MARK: Lives

  /// The files of animations that the script names, where the program can read them.
  private func animations(_ catalogue: Catalogue) throws(ProgramFailure) -> [String] {
    var paths: [String] = []
    for file in catalogue.files {
      let path = directory.animations(paths.count)
      do throws(SystemFailure) { try Files.write(file.text.utf8, to: path) } catch {
        throw .broken("the animations cannot be put into \(error)")
      }
      paths.append(path)
    }
    return paths
  }

  func open(atMs: Int) throws(ProgramFailure) {
    let life: any AppLife
    if let makeLife {
      life = try makeLife(app, directory.data, isReference)
    } else {
      life = try AppProcess(app.command, mark: directory.data)
    }
    let conversation = AppConversation(life, timeLimitMs: app.timeLimitMs)
    self.conversation = conversation
    lives += 1
    let environment = world.environment
    let start = AppStart(
      life: lives, atMs: atMs, dataDirectory: directory.data, quiz: quiz, motion: environment.motion,
      screen: environment.screen, seed: environment.seed, animations: try animations(environment.catalogue))
    cues.beginLife(atMs: atMs)
    let result = try ask("app.start", start, as: AppShapes.start)
    let greeting = try conversation.read(result, as: AppShapes.greeting)
    if let before = capabilities, before != greeting.capabilities {
      throw .broken("the program declares other capabilities in life \(lives) than before: they must not change")
    }
    capabilities = greeting.capabilities
    if beginning == nil { beginning = .now.advanced(by: .milliseconds(-atMs)) }
    _ = try advance(toMs: atMs)
    cues.restored()
  }

  func kill(_ mode: KillMode) throws(ProgramFailure) -> Death {
    guard let conversation else { throw .broken("no process is alive") }
    return try die(conversation, isSaved: nil)
  }

  /// Ends it now. Whole lines that it had written by then count.
  private func die(_ conversation: AppConversation, isSaved: Bool?) throws(ProgramFailure) -> Death {
    var death = conversation.life.kill()
    // What it put into groups of its own must not play on in the next life.
    AppStragglers.end(mark: directory.data)
    var hasSaved = isSaved
    self.conversation = nil
    (armed, known) = (nil, nil)
    for message in try conversation.rest() {
      guard case .told(let telling) = message else { continue }
      if case .saved = telling, isSaved == nil { hasSaved = true }
      try cues.note(telling, nowMs: realNowMs, isReal: isReal)
    }
    cues.endLife()
    keepErrors(of: conversation)
    death.isSaved = hasSaved
    let told = cues.take()
    (death.shown, death.changed, death.early) = (told.started, told.changed, told.early)
    if death.signal == nil { throw .broken("the program ended by itself \(death.words) before it was killed") }
    return death
  }

  private func keepErrors(of conversation: AppConversation) {
    formerErrors = String((formerErrors + conversation.life.errors).suffix(8192))
  }

  /// Ends it in good order, and says what is wrong with how it ended.
  func finish() throws(ProgramFailure) {
    guard let conversation else { return }
    _ = try ask("app.stop", (), as: .nothing)
    let death = conversation.life.ended(until: conversation.deadline)
    keepErrors(of: conversation)
    guard let death else {
      throw .broken("the program did not exit within \(app.timeLimitMs) ms of app.stop: exit after the reply")
    }
    self.conversation = nil
    guard death.status == 0 else { throw .broken("the program ended \(death.words) after app.stop: exit with 0") }
  }

  func arm(_ point: KillPoint, mode: KillMode) { armed = point }

  // MARK: Actions

  func perform(_ action: Action, serial: Int, atMs: Int) throws(ProgramFailure) -> Reply {
    guard var act = AppAct(action, atMs: atMs) else {
      throw .skipped("\(action.name) is only for the built-in session, not for programs under test")
    }
    if case .answer(let given) = action { act.response = response(given) }
    known = nil
    cues.begin(action, atMs: atMs)
    var reply = Reply()
    switch try ask("app.act", act, as: AppShapes.act, action: action) {
    case .refused(let refusal): reply.refusal = refusal
    case .result: note(done: action)
    }
    reply.isSaved = cues.isSaved
    var told = cues.take()
    told.append(try advance(toMs: atMs))
    (reply.started, reply.changed, reply.early) = (told.started, told.changed, told.early)
    return reply
  }

  func note(done action: Action) { cues.note(done: action) }

  /// The letter of an option, else the text, for the question that comes next.
  private func response(_ given: GivenAnswer) -> String? {
    guard let questions = quiz?.questions, questions.indices.contains(cues.settled) else {
      if case .typed(let text) = given { return text }
      return "?"
    }
    let question = questions[cues.settled]
    // A number is another name of an option; what is none is the program's to refuse.
    if case .typed(let text) = given { return question.response(from: text).flatMap(Question.text) ?? text }
    return Question.text(of: given == .correct ? question.correctResponse : question.wrongResponse)
  }

  /// Lets time go by. Where the program has a clock of its own, it goes by.
  func advance(toMs: Int) throws(ProgramFailure) -> CuesTold {
    guard let conversation else {
      if let beginning, isReal { sleep(until: beginning.advanced(by: .milliseconds(toMs))) }
      return CuesTold()
    }
    known = nil
    if isReal, let beginning {
      let end = beginning.advanced(by: .milliseconds(toMs))
      repeat {
        guard let message = try conversation.next(until: end) else { continue }
        guard case .told(let telling) = message else { throw .broken("the program sent a reply without a request") }
        try cues.note(telling, nowMs: realNowMs, isReal: true)
      } while ContinuousClock.now < end
    } else {
      cues.beginWait(toMs: toMs)
      _ = try ask("app.advance", toMs, as: AppShapes.advance)
    }
    return cues.take()
  }

  private func sleep(until end: ContinuousClock.Instant) {
    let left = ContinuousClock.now.duration(to: end)
    if left > .zero { Threads.sleep(seconds: Double(left / .microseconds(1)) / 1e6) }
  }

  func evidence() throws(ProgramFailure) -> Evidence {
    guard let conversation else { return Evidence(state: nil) }
    if known == nil {
      let state = try conversation.read(
        try ask("app.state", (), as: .nothing), as: AppShapes.state)
      if let bar = state.bar, bar.count != Streak.cycle {
        throw .broken("app.state returns a bar of \(bar.count) dots instead of \(Streak.cycle)")
      }
      known = state
    }
    let state = known.flatMap { state in capabilities.map { state.only($0.state) } }
    return Evidence(state: state)
  }

  // MARK: Requests

  private enum Answer {
    case result(JSONValue)
    case refused(Refusal)
  }

  private func ask<P>(_ method: String, _ parameters: P, as shape: Shape<P>) throws(ProgramFailure) -> JSONValue {
    switch try ask(method, parameters, as: shape, action: nil) {
    case .result(let value): return value
    case .refused(let refusal):
      throw .broken(
        "the program refused \(method) (\(refusal.name.rawValue): \(refusal.message)): only actions may be refused")
    }
  }

  /// Asks, and takes what it tells until the reply; where a kill is armed it strikes on the way.
  private func ask<P>(
    _ method: String, _ parameters: P, as shape: Shape<P>, action: Action?
  ) throws(ProgramFailure) -> Answer {
    guard let conversation else { throw .broken("no process is alive") }
    let line = conversation.line(method, parameters, as: shape)
    if let action, action.saves, armed == .beforeCommit {
      conversation.life.stop(sending: line)
      throw .died(try die(conversation, isSaved: false))
    }
    let deadline = conversation.deadline
    let beginning = ContinuousClock.now
    var elapsedUs: Int { Int(beginning.duration(to: .now) / .microseconds(1)) }
    try conversation.send(line, until: deadline)
    var strike: ContinuousClock.Instant?
    if case .within(let microseconds)? = armed, action != nil || method == "app.start" {
      strike = .now.advanced(by: .microseconds(microseconds))
    }
    while true {
      guard let message = try conversation.next(until: strike.map { min($0, deadline) } ?? deadline) else {
        guard strike == nil else { throw .died(try die(conversation, isSaved: cues.isSaved ? true : nil)) }
        throw conversation.silence
      }
      switch message {
      case .told(let telling):
        try cues.note(telling, nowMs: realNowMs, isReal: isReal)
        if case .saved = telling, action != nil { slowestSaveUs = max(slowestSaveUs, elapsedUs) }
        if case .saved = telling, action?.saves == true, armed == .afterCommit {
          throw .died(try die(conversation, isSaved: true))
        }
      case .skipped(let skipped):
        throw .skipped(skipped.message + (skipped.issueUrl.map { " (\($0))" } ?? ""))
      case .reply, .refused:
        guard strike == nil else { throw .died(try die(conversation, isSaved: cues.isSaved ? true : nil)) }
        if method == "app.start" { slowestStartUs = max(slowestStartUs, elapsedUs) }
        if case .refused(let refusal) = message { return .refused(refusal) }
        if case .reply(let result) = message { return .result(result) }
      }
    }
  }
}

extension AppAct {
  /// `nil` for what no program under test is asked.
  fileprivate init?(_ action: Action, atMs: Int) {
    guard let kind = action.appAction else { return nil }
    self.init(atMs: atMs, action: kind)
    switch action {
    case .revisit(let question): questionIndex = question
    case .screenEvent(let event, let count, let number):
      (name, self.count) = (event.rawValue, count)
      self.number = number
    default: break
    }
  }
}

extension Action {
  /// What a program under test is asked; `nil` for what it never is.
  var appAction: AppAction? {
    switch self {
    case .start: .start
    case .answer: .answer
    case .skip: .skip
    case .finish: .finish
    case .leave: .leave
    case .abandon: .abandon
    case .revisit: .revisit
    case .screenEvent: .event
    case .addHomework, .complete, .delete, .generation, .learner: nil
    }
  }
}

extension Quiz {
  /// With ids made from the places of its questions.
  fileprivate init(_ draft: QuizDraft) {
    func id<Entity>(_ number: UInt64) -> Identifier<Entity> { Identifier(atMs: 1_767_225_600_000, random: (0, number)) }
    self.init(
      id: id(1), homeworkId: id(2), topic: draft.topic, subtopic: draft.subtopic, confidence: draft.confidence,
      questions: draft.questions.enumerated().map { index, question in
        Question(
          id: id(UInt64(index) + 3), prompt: question.prompt, body: question.body, explanation: question.explanation)
      })
  }
}
