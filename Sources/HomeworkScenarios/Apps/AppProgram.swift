import HomeworkAPI
import HomeworkModel
package import HomeworkMotion
import HomeworkProcess
import HomeworkReports
package import HomeworkStore
import HomeworkSystem

/// Any program that implements the protocol of programs under test: a process group for each life, on files of its own.
/// One of them is our own worker, whose database can also be read.
package final class AppProgram: ProgramUnderTest {
  let world: World
  let app: AppUnderTest
  private let makeConnection: ConnectionMaker?
  /// The program that is killed, of which this is the reference.
  private let tested: AppProgram?
  let directory: ScenarioDirectory
  private let quiz: Quiz?
  private let database: ScenarioDatabase?
  var reader: Store?
  private let powerFails: Bool
  private(set) var capabilities: AppCapabilities?

  var conversation: AppConversation?
  private(set) var lives = 0
  var armed: (point: KillPoint, mode: KillMode)?
  /// The learner at the screen, and the last action that saves, as it was sent.
  private var done: (learner: String?, request: AppAct?) = (nil, nil)
  var cues: AppCues
  /// The time when the scenario's clock was at 0, if the program has its own clock.
  private var beginning: ContinuousClock.Instant?
  var formerErrors = ""
  var measured = ProgramMeasures()

  /// The tolerance for the times of a program with its own clock.
  static let toleranceMs = 100

  /// - Parameters:
  ///   - makeConnection: starts a life of it, in place of a process.
  ///   - tested: the program that is killed, if this one is its reference.
  ///   - server: the server for our own worker's database; `nil` for a file.
  ///   - powerFails: true if the power may fail.
  init(
    _ world: World, app: AppUnderTest, _ makeConnection: ConnectionMaker?, besides tested: AppProgram? = nil,
    on server: (any DatabaseServer)? = nil, powerFails: Bool = false
  ) throws {
    (self.world, self.app, self.makeConnection, self.tested) = (world, app, makeConnection, tested)
    self.powerFails = powerFails
    let catalogue = world.environment.catalogue
    cues = AppCues(names: (catalogue.files.isEmpty ? Catalogue.all : catalogue).names, isOurs: app.worker != nil)
    directory = try ScenarioDirectory()
    quiz = world.quiz.map { Quiz($0) }
    guard mkdir(directory.data, 0o700) == 0 else {
      throw ProgramFailure.broken("no directory for the program's data in \(directory.data): \(systemReason())")
    }
    guard app.worker != nil else {
      database = nil
      return
    }
    database =
      try server == nil
      ? ScenarioDatabase(path: AppServer.database(in: directory.data), server: nil)
      : ScenarioDatabase(of: world, on: server)
  }

  deinit {
    if let conversation { end(conversation) }
    endOrphans()
  }

  package var errors: String? {
    let all = (formerErrors + (conversation?.process.errors ?? "")).trimmed
    return all.isEmpty ? nil : all
  }

  var isReal: Bool { capabilities?.clock == .real }

  package var realNowMs: Int? {
    guard isReal, let beginning else { return nil }
    return Int(beginning.duration(to: .now) / .milliseconds(1))
  }

  // MARK: Lives

  /// Writes the animation files of the script to paths that the program can read, and returns the paths.
  private func animations(_ catalogue: Catalogue) throws -> [String] {
    var paths: [String] = []
    for file in catalogue.files {
      let path = directory.animations(paths.count)
      try Files.write(file.text.utf8, to: path)
      paths.append(path)
    }
    return paths
  }

  func beginConversation() throws -> AppConversation {
    let process: any ProcessConnection
    let mark = directory.data
    if let makeConnection { process = try makeConnection(app, mark) } else { process = try AppProcess(app, mark: mark) }
    return AppConversation(process, timeLimitMs: app.timeLimitMs)
  }

  package func open(atMs: Int) throws -> Opened {
    let conversation: AppConversation
    if let former = self.conversation { conversation = former } else { conversation = try beginConversation() }
    self.conversation = conversation
    conversation.begin()
    if capabilities == nil, app.worker == nil { try greet(conversation) }
    lives += 1
    if isBridge { conversation.lifeNumber = lives }
    let environment = world.environment
    let files = try animations(environment.catalogue)
    let start = AppStart {
      ($0.life, $0.atMs, $0.dataDirectory) = (lives, atMs, directory.data)
      ($0.quiz, $0.motion, $0.screen, $0.seed) = (quiz, environment.motion, environment.screen, environment.seed)
      ($0.animations, $0.profiles) = (files, environment.catalogue.profiles)
      $0.powerFails = powerFails && app.worker != nil ? true : nil
      ($0.learners, $0.learner) = (world.learners.isEmpty ? nil : world.learners, done.learner)
      if let server = database?.server { ($0.server, $0.library) = (server.address, database?.path) }
    }
    cues.beginLife(lives, atMs: atMs)
    // It may be a bridge that is starting something already.
    if lives == 1, app.worker == nil { conversation.process.stopWhenEnding(true) }
    let result = try ask("app.start", start, as: AppShapes.start)
    let calls = endCounting(conversation)
    if let calls { measured.startPoints.append(calls) }
    if case .atCall(let number)? = armed?.point, let calls {
      throw ProgramFailure.scriptError(
        "the program made \(calls.last ?? 0) calls when it started: kill at call \(number) is too late")
    }
    let greeting = try conversation.read(result, as: AppShapes.startResult)
    if let before = capabilities, before != greeting.capabilities {
      throw ProgramFailure.broken(
        "the program declares other capabilities in life \(lives) than before: they must not change")
    }
    capabilities = greeting.capabilities
    (cues.isReal, cues.isOfBridge) = (isReal, isBridge)
    (measured.isReal, measured.repeatsRequests) = (isReal, greeting.capabilities.repeatsRequests)
    if !isBridge { conversation.process.stopWhenEnding(false) }
    if isBridge, conversation.process.isRecorded {
      throw ProgramFailure.skipped("kill power-loss needs a program whose files are here: this one is a bridge")
    }
    // Find its descendants now, in case it ends by itself.
    conversation.process.findFamily()
    if beginning == nil { beginning = tested?.beginning ?? .now.advanced(by: .milliseconds(-atMs)) }
    _ = try advance(toMs: atMs)
    cues.restored()
    return cues.opened
  }

  /// The conversation with its process, if it is alive with its memory.
  var alive: AppConversation {
    get throws {
      guard let conversation, !conversation.isDropped else { throw ProgramFailure.isDead }
      return conversation
    }
  }

  // MARK: Actions

  package func perform(_ action: Action) throws -> Reply {
    let conversation = try alive
    var act = action
    if action.kind == .answer { act.response = response(action) }
    if action.isRepeated { (act.response, act.questionIndex) = (done.request?.response, done.request?.questionIndex) }
    if capabilities?.repeatsRequests != true { act.requestId = nil }
    if action.saves { done.request = act }
    conversation.known = nil
    cues.begin(action)
    var reply = Reply()
    let acted: Result<JSONValue, Refusal>
    do {
      defer { if let calls = endCounting(conversation) { measured.callPoints.append(calls) } }
      acted = try ask("app.act", act, as: AppShapes.act, action: action)
    }
    switch acted {
    case .failure(let refusal): reply.refusal = refusal
    case .success(let result):
      let acted = try conversation.read(result, as: AppShapes.actResult)
      if acted.isKilled == true {
        let point = armed?.point
        var death = try armed?.mode == .powerLoss ? losePower(conversation) : drop()
        death.isSaved = point?.isAfterCommit
        throw ProgramFailure.died(death)
      }
      (reply.outcome, reply.position) = (acted.outcome, acted.position)
      if action.kind == .learner { done.learner = action.name }
      if !action.isRepeated { cues.note(done: action) }
    }
    (reply.isSaved, reply.cues) = (cues.isSaved, cues.take())
    reply.cues.append(try advance(toMs: action.atMs))
    reply.early = cues.early
    return reply
  }

  /// Returns the numbers of the calls since the request; `nil` if they are not counted.
  private func endCounting(_ conversation: AppConversation) -> [Int]? {
    conversation.process.stopStriking()
    guard let calls = conversation.process.counted?.calls, !isBridge else { return nil }
    conversation.process.count(strikingAt: nil)
    if case .atCall? = armed?.point { conversation.mayEnd = false }
    return calls.indices.filter { calls[$0] != .other || $0 > 0 && calls[$0 - 1] == .saved }.map { $0 + 1 }
  }

  /// Returns whether it was killed before one of its calls, and notes if that was too late. The call may have begun
  /// after the reply was sent and before it was read: then it died in the request that it has answered.
  @discardableResult private func noteStrike(of conversation: AppConversation) -> Bool {
    guard let counter = conversation.process.counted else { return false }
    if counter.isTooLate { measured.isTooLate = true }
    return counter.hasStruck
  }

  package func note(done action: Action, _ cues: CueChanges) {
    self.cues.note(done: action)
    self.cues.note(unreported: cues)
  }

  private func response(_ answer: Action) -> String? {
    guard let questions = quiz?.questions, questions.indices.contains(cues.settled) else {
      return answer.response ?? "?"
    }
    // A number is another name of an option, in the order of the program; it has to reject anything else.
    if answer.isRight == nil, capabilities?.startsWithOptions == true { return answer.response }
    return answer.response(to: questions[cues.settled]).flatMap(Question.text) ?? answer.response
  }

  /// Advances the time. If the program has its own clock, waits for it.
  package func advance(toMs: Int) throws -> CueChanges {
    guard let conversation, !conversation.isDropped else {
      if let beginning, isReal { sleep(until: beginning.advanced(by: .milliseconds(toMs))) }
      return CueChanges()
    }
    conversation.known = nil
    if isReal, let beginning {
      // Lines that have arrived are read in any case.
      let end = max(beginning.advanced(by: .milliseconds(toMs)), .now.advanced(by: .milliseconds(5)))
      repeat {
        guard let message = try conversation.next(until: end) else { continue }
        guard case .notification(let notification) = message else {
          throw ProgramFailure.broken("the program sent a reply without a request")
        }
        try cues.note(notification, nowMs: realNowMs)
      } while ContinuousClock.now < end
    } else {
      return try reportedCues(toMs: toMs) {
        _ = try ask("app.advance", toMs, as: AppShapes.advance)
        // A recording needs the state after each action: a trial may ask for it anywhere.
        if conversation.process.isRecorded, capabilities?.state.isEmpty == false { _ = try state() }
      }
    }
    return cues.take()
  }

  private func sleep(until end: ContinuousClock.Instant) {
    let left = ContinuousClock.now.duration(to: end)
    if left > .zero { Threads.sleep(seconds: Double(left / .microseconds(1)) / 1e6) }
  }

  package func evidence() throws -> Evidence {
    let facts = try sharedStore.map { store in try Snapshot(reading: store, of: done.learner) }
    guard conversation?.isDropped == false else { return facts.map { Evidence($0, nil) } ?? Evidence(state: nil) }
    return Evidence(state: try state(), facts: facts)
  }

  package var sharedStore: Store? {
    get throws {
      guard let database else { return nil }
      if let reader { return reader }
      let store = try database.open(in: world)
      reader = store
      return store
    }
  }

  private func state() throws -> AppState? {
    let conversation = try alive
    if conversation.known == nil {
      var reported = try ask("app.state", (), as: .nothing)
      // Only what it has declared to report.
      let (names, fields) = (capabilities?.state.map(\.rawValue) ?? [], capabilities?.fields.map(\.name) ?? [])
      if case .object(let members) = reported {
        reported = .object(members.filter { $0.key == "fields" || names.contains($0.key) })
      }
      var state = try conversation.read(reported, as: AppShapes.state)
      if let bar = state.bar, bar.count != Streak.cycle {
        throw ProgramFailure.broken("app.state returns a bar of \(bar.count) dots instead of \(Streak.cycle)")
      }
      state.fields = state.fields?.filter { fields.contains($0.key) && !$0.value.isEmpty }
      conversation.known = state
    }
    return conversation.known
  }

  // MARK: Requests

  func ask<P>(_ method: String, _ parameters: P, as shape: Shape<P>) throws -> JSONValue {
    switch try ask(method, parameters, as: shape, action: nil) {
    case .success(let result): return result
    case .failure(let refusal):
      throw ProgramFailure.broken(
        "the program refused \(method) (\(refusal.name.rawValue): \(refusal.message)): only actions may be refused")
    }
  }

  /// True if the action at hand is acknowledged; otherwise it may be done or not.
  private var acknowledged: Bool? { cues.isSaved ? true : nil }

  private func struck(_ conversation: AppConversation) throws -> ProgramFailure {
    .died(try strike(conversation, isSaved: acknowledged))
  }

  /// Sends a request, and processes notifications until the reply; an armed kill strikes meanwhile.
  private func ask<P>(
    _ method: String, _ parameters: P, as shape: Shape<P>, action: Action?
  ) throws -> Result<JSONValue, Refusal> {
    guard let conversation else { throw ProgramFailure.broken("no process is alive") }
    let line = conversation.line(method, parameters, as: shape)
    let isInside = conversation.mayEnd
    let losesPower = conversation.process.losesPower
    if let action, action.saves, !isInside, !losesPower, case .beforeCommit? = armed?.point {
      throw ProgramFailure.died(try strike(conversation, at: .beforeCommit, isSaved: false))
    }
    let (deadline, beginning, isStart) = (conversation.deadline, ContinuousClock.now, method == "app.start")
    var elapsedUs: Int { Int(beginning.duration(to: .now) / .microseconds(1)) }
    let sentMs = realNowMs ?? cues.nowMs
    if action != nil || isStart {
      var number: Int?
      if case .atCall(let wanted)? = armed?.point { (number, conversation.mayEnd) = (wanted, true) }
      conversation.process.count(strikingAt: number)
    }
    try conversation.send(line, until: deadline)
    var struckAt: ContinuousClock.Instant?
    if case .within(let microseconds)? = armed?.point, action != nil || isStart {
      struckAt = .now.advanced(by: .microseconds(microseconds))
    }
    while true {
      guard let message = try conversation.next(until: struckAt.map { min($0, deadline) } ?? deadline) else {
        // The power fails while the time passes: when, is not known.
        if losesPower, method == "app.advance" {
          conversation.unreportedSinceMs = conversation.unreportedSinceMs ?? conversation.askedMs
          return .success([:])
        }
        guard struckAt == nil, !losesPower else { throw try struck(conversation) }
        throw conversation.silence
      }
      switch message {
      case .notification(let notification):
        // Of a life that has ended.
        if conversation.isDropped { continue }
        try cues.note(notification, nowMs: realNowMs)
        guard case .saved = notification, let action else { continue }
        measured.slowestSaveUs = max(measured.slowestSaveUs, elapsedUs)
        if action.saves, !isInside, case .afterCommit? = armed?.point {
          throw ProgramFailure.died(try strike(conversation, at: .afterCommit, isSaved: true))
        }
      case .ended(let death):
        noteStrike(of: conversation)
        throw ProgramFailure.died(try die(conversation, isSaved: armed?.point.isAfterCommit ?? acknowledged, of: death))
      case .skipped(let skipped): throw skipped.failure(of: method)
      case .reply, .refused:
        guard struckAt == nil, !noteStrike(of: conversation) else { throw try struck(conversation) }
        conversation.askedMs = sentMs
        if isStart { measured.slowestStartUs = max(measured.slowestStartUs, elapsedUs) }
        if case .refused(let refusal) = message { return .failure(refusal) }
        if case .reply(let result) = message { return .success(result) }
      }
    }
  }
}

extension AppProgram {
  /// Asks which versions of the protocol it speaks.
  func greet(_ conversation: AppConversation) throws {
    let deadline = conversation.deadline
    let line = conversation.line("app.hello", [AppStart.version], as: AppShapes.hello, id: 0)
    try conversation.send(line, until: deadline)
    guard let message = try conversation.next(until: deadline) else { throw conversation.silence }
    if case .reply(let result) = message,
      try conversation.read(result, as: AppShapes.helloResult).contains(AppStart.version)
    {
      return
    }
    throw ProgramFailure.broken(#"the program does not speak this protocol: answer app.hello with {"protocols":[1]}"#)
  }

  /// Returns the cues that it reports while `body` waits for a reply that is about no action.
  func reportedCues(toMs: Int, _ body: () throws -> Void) throws -> CueChanges {
    conversation?.known = nil
    cues.beginWait(toMs: toMs)
    try body()
    return cues.take()
  }
}
