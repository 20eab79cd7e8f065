import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkReports
import HomeworkStore
import HomeworkSystem

/// One life of a program that plays, until it dies: a store, and the live attempt of the learner at the screen.
///
/// The same code runs in memory, on a file and in a worker process.
final class SessionHost {
  let store: Store
  private let failpoint: Failpoint
  /// `nil` in memory.
  private let files: PoweredFiles?
  private let world: World
  private let homework: Homework.ID?
  /// The live attempt of the learner at the screen, and those of earlier learners, who may return.
  private var live: LiveAttempt
  private var away: [Learner.ID: LiveAttempt] = [:]
  private(set) var learner: String?

  /// Opens a session on the attempt in progress of a learner, if there is one.
  init(
    on store: Store, _ failpoint: Failpoint, _ files: PoweredFiles? = nil, world: World, learner: String?, atMs: Int
  ) throws {
    (self.store, self.failpoint, self.files) = (store, failpoint, files)
    (self.world, self.learner) = (world, learner)
    failpoint.advance(toMs: atMs)
    homework = try store.readAndWait { try $0.homeworkList(limit: 500) }.items.last { $0.quizId != nil }?.id
    live = try Self.open(store, world, Self.id(of: learner, in: store), homework, atMs: atMs)
  }

  private static func id(of learner: String?, in store: Store) throws -> Learner.ID {
    try store.readAndWait { tx in
      try tx.use(learner)
      return try tx.learner().id
    }
  }

  private static func open(
    _ store: Store, _ world: World, _ learner: Learner.ID, _ homework: Homework.ID?, atMs: Int
  ) throws -> LiveAttempt {
    try LiveAttempt(
      in: store, learner: learner, environment: world.environment, after: nil, clock: .standing(atMs: atMs)
    ) { tx in try homework.flatMap { try tx.openAttempt($0) } }
  }

  var session: Session { live.session }
  /// The cues that its resume report lists as suppressed.
  var suppressed: [Cue] { live.report.suppressed }
  /// Its report as it opens, with the cues on screen.
  var opened: Opened { Opened(reported: suppressed.map(\.id), cues: CueChanges(started: session.cues)) }
  func facts() throws -> Snapshot { try Snapshot(reading: store, of: learner) }

  // MARK: Actions

  /// - Returns: `nil` if the armed kill struck: then nothing is reported, and it is dead.
  func perform(_ action: Action) -> Reply? {
    failpoint.now(atMs: action.atMs, serial: action.serial ?? 0)
    var reply = Reply()
    do { try perform(action, &reply) } catch {
      reply = Reply(refusal: Refusal(error))
      // A session accepts a fact outside attempts at any time from now on.
      if reply.refusal?.name == .invalid, let cues = try? live.showAndWait(.inputRejected, atMs: action.atMs) {
        reply.cues.append(cues)
      }
    }
    reply.session = live.session
    return failpoint.hasTriggered || files?.disk.isDead == true ? nil : reply
  }

  private func perform(_ action: Action, _ reply: inout Reply) throws {
    switch action.kind {
    case .learner:
      if live.attemptId != nil { reply.cues.append(try live.showAndWait(.leave, atMs: action.atMs)) }
      let id = try Self.id(of: action.name, in: store)
      away[live.learnerId] = live
      live = try away[id] ?? Self.open(store, world, id, homework, atMs: action.atMs)
      learner = action.name
    case .take: try takeOver(atMs: action.atMs, &reply)
    default:
      let request = action.request
      if let request, try store.readAndWait({ try $0.reply(to: request, at: store.clock()) }) != nil { return }
      let step = try action.step(on: store, of: live.attemptId, at: homework, by: learner)
      let (done, cues) = try live.keeping(request) { try live.performAndWait(step, of: homework, atMs: action.atMs) }
      reply.note(done)
      reply.cues.append(cues)
    }
  }

  /// Continues the attempt that is played on another copy of the library.
  private func takeOver(atMs: Int, _ reply: inout Reply) throws {
    let found = try store.readAndWait { tx in
      try tx.use(learner)
      return try homework.flatMap { id in
        try tx.attemptList(of: id, state: .inProgress, limit: 500).items.first { try tx.owningCopy(of: $0.id) != nil }
      }
    }
    guard let found else { throw Refusal(name: .notFound, message: "no attempt is played on another copy") }
    if live.attemptId != found.id {
      if live.attemptId != nil { reply.cues.append(try live.showAndWait(.leave, atMs: atMs)) }
      live = try LiveAttempt(
        in: store, learner: live.learnerId, environment: world.environment, after: nil, clock: .standing(atMs: atMs)
      ) { tx in try tx.attempt(found.id) }
    }
    try live.takeOverAndWait()
    reply.cues.append(try live.followAndWait(atMs: atMs))
  }

  /// Takes what another copy of the library has given.
  func take(_ part: SyncPart, serial: Int, atMs: Int) throws -> CueChanges {
    failpoint.now(atMs: atMs, serial: serial)
    _ = try store.writeAndWait { tx in try tx.takeSync(part) }
    return try live.followAndWait(atMs: atMs)
  }

  // MARK: Deaths

  /// Arms a kill in the next action that saves.
  func arm(_ point: KillPoint, bySignal: Bool) {
    let disk = files?.disk
    if case .atWrite(let number) = point { return disk?.arm(bySignal ? .kill : .die, atOperation: number) ?? () }
    failpoint.arm(point) {
      // No handler runs and nothing is flushed: only what is on disk now survives.
      if bySignal { kill(getpid(), SIGKILL) }
      disk?.die()
      throw Failpoint.Triggered()
    }
  }

  /// Ends it like a kill: not a byte more is written. Its owner lets go of it before the power takes anything from the
  /// files that are returned.
  func die() -> PoweredFiles? {
    files?.disk.die()
    failpoint.reset()
    return files
  }
}

extension Action {
  /// Changes the store beside the attempt, as another screen of the app would, or checks what the learner does at the
  /// attempt. Returns the step that is left for that screen.
  func step(
    on store: Store, of attempt: Attempt.ID?, at homework: Homework.ID?, by learner: String? = nil
  ) throws -> ScenarioStep {
    switch kind {
    case .start: return .start(options ?? AttemptOptions())
    case .answer:
      guard let attempt else { throw LiveAttemptError.notStarted }
      guard let question = try store.readAndWait({ try $0.currentQuestion(of: attempt) }) else {
        throw Refusal(name: .conflict, message: "every question of the attempt is settled")
      }
      guard let chosen = response(to: question) else {
        throw Refusal(name: .invalid, message: "\"\(response ?? "")\" is not an option of this question")
      }
      return .answer(chosen)
    case .skip: return .answer(.skip)
    case .accept: return .accept
    case .finish: return .finish
    case .abandon: return .abandon
    case .leave, .revisit:
      guard attempt != nil else { throw LiveAttemptError.notStarted }
      return .screen(kind == .leave ? .leave : .revisit(questionIndex: questionIndex ?? 0))
    case .event: return .screen(.event(ScreenEvent(rawValue: name ?? ""), count: count ?? 1, number: number))
    case .add, .complete, .delete, .generation, .regrade, .extend:
      try store.writeAndWait { tx in
        // The other changes are the library's.
        try tx.use([.add, .complete, .extend].contains(kind) ? learner : nil)
        try tx.keeping(request) { try change(homework, tx) }
      }
      return .follow
    case .take: throw ProgramFailure.skipped(AppProgram.noCopies)
    case .learner: throw ProgramFailure.skipped("an app has one learner: only the built-in session has several")
    }
  }

  private func change(_ homework: Homework.ID?, _ tx: WriteTransaction) throws {
    func quizHomework() throws -> Homework.ID {
      guard let homework else { throw Refusal(name: .notFound, message: "no homework: write quiz mcq 10") }
      return homework
    }
    func titled() throws -> Homework.ID {
      let title = name ?? ""
      guard let found = try tx.homeworkList(limit: 500).items.first(where: { $0.title == title }) else {
        throw Refusal(name: .notFound, message: "no homework titled \"\(title)\"")
      }
      return found.id
    }
    switch kind {
    case .add: _ = try tx.addHomework(HomeworkDraft(title: name ?? "", collections: collection.map { [$0] } ?? []))
    case .complete: _ = try tx.completeHomework(titled())
    case .delete: _ = try tx.deleteHomework([titled()])
    case .generation: _ = try tx.updateGeneration(quizHomework(), generation())
    case .regrade:
      let (homework, index) = (try quizHomework(), questionIndex ?? 0)
      let question = try tx.quiz(for: homework)?.questions.dropFirst(index).first
      guard let draft = question?.corrected(to: response ?? "") else {
        throw Refusal(name: .invalid, message: "question \(index + 1) has no option \(response ?? "")")
      }
      _ = try tx.regrade(homework, KeyCorrection(at: index, to: draft))
    case .extend:
      guard let open = try homework.flatMap({ id in try tx.openAttempt(id) }) else {
        throw Refusal(name: .notFound, message: "no attempt is in progress")
      }
      _ = try tx.extendAttempt(open.id, byMs: milliseconds ?? 0)
    default: break
    }
  }

  /// The request, which is the same when it is repeated at another time.
  fileprivate var request: Request? {
    guard let requestId else { return nil }
    var action = self
    (action.requestId, action.serial, action.atMs) = (nil, nil, 0)
    return Request(id: requestId, parameters: AppShapes.act.text(of: action).text)
  }

  private func generation() throws(Refusal) -> GenerationUpdate {
    switch state {
    case "none": return .none
    case "pending": return .pending
    case "ready": return .ready
    default:
      guard let reason = reason.flatMap(GenerationFailure.init) else {
        throw Refusal(name: .invalid, message: "failed needs a reason: write generation failed because timeout")
      }
      return .failed(reason, retryAfterSeconds: retryAfterSeconds)
    }
  }

  /// Returns the response to a question; `nil` if it has no such option.
  func response(to question: Question) -> Response? {
    isRight.map { $0 ? question.correctResponse : question.wrongResponse } ?? question.response(from: response ?? "")
  }
}

extension Question {
  /// Returns the question with another right answer; `nil` if it has no such option.
  fileprivate func corrected(to key: String) -> QuestionDraft? {
    var draft = QuestionDraft(self)
    switch (body, response(from: key)) {
    case (.mcq(let options, _), .choice(let index)?): draft.body = .mcq(options: options, correctIndex: index)
    case (.multi(let options, _), .choices(let indexes)?):
      draft.body = .multi(options: options, correctIndexes: indexes)
    case (.fillBlank(_, let accepted, let isExact), .text(let text)?):
      draft.body = .fillBlank(correctAnswer: text, acceptedAnswers: accepted, isExact: isExact)
    case (.shortAnswer, .text(let text)?): draft.body = .shortAnswer(correctAnswer: text, keyConcepts: [])
    default: return nil
    }
    return draft
  }
}

/// The files of a database, on a disk of their own, and what they were when a process began, if the power may fail.
struct PoweredFiles {
  let disk: FaultyDisk
  private let path: String
  private var before: [String: [UInt8]] = [:]

  init(_ path: String, on disk: FaultyDisk) {
    (self.path, self.disk) = (path, disk)
    guard disk.records else { return }
    for file in ["", "-wal", "-journal"].map({ path + $0 }) {
      // A missing file stays missing.
      if let bytes = try? Files.bytes(of: file, upTo: .max) { before[file] = bytes }
    }
  }

  /// Leaves what a loss of power does: unsynced operations are kept, dropped or torn at random, and shared memory is
  /// gone. No process may hold the files.
  func losePower(seed: UInt64) throws {
    var random = SplitMix64(seed: seed, skipping: 0)
    let image = DiskImage(disk.operations(on: before), on: before) { .drawn(for: $0, &random) }
    for file in ["", "-wal", "-shm", "-journal"].map({ path + $0 }) {
      if let bytes = image.files[file], !file.hasSuffix("-shm") {
        try Files.write(bytes, to: file)
      } else {
        Files.remove(file)
      }
    }
  }
}
