import HomeworkAPI
import HomeworkFormats
import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkPostgres
import HomeworkReports
import HomeworkScenarios
import HomeworkStore
import HomeworkTesting

// The examples of doc comments, line by line, so that they compile as they do in an app. A test compares them.

private func show<Shown>(_ shown: Shown) {}

func opensOnAServer() async throws {
  let store = try await Store.open(postgres: "postgresql://hwdb@db.example/school?schema=year7")
  show(store)
}

func plays(_ homework: Homework, in store: Store) async throws {
  let live = try await LiveAttempt.open(homework: homework.id, in: store)
  if live.session.stage == .over { try await live.start(homework.id) }
  let settled = try await live.settle(.choice(0))
  show(settled.cues.started)
}

func stores(_ id: Homework.ID, _ store: Store) async throws {
  let (homework, quiz) = try await store.read { tx in (try tx.homework(id), try tx.quiz(for: id)) }
  show((homework, quiz))
  for try await event in try await store.events() { print(event.kind) }
  for try await homework in store.observe({ try $0.homeworkList().items }) { show(homework) }
}

func stores(_ drafts: [HomeworkDraft], for learner: Learner, in store: Store) async throws {
  let homework = try await store.write { tx in
    let homework = try tx.addHomework(HomeworkDraft(title: "Fractions"))
    return try tx.completeHomework(homework.id)
  }
  try await store.write { tx in
    for draft in drafts { _ = try tx.addHomework(draft) }
  }
  _ = try await store.write { tx in
    try tx.use(learner.id)
    return try tx.startAttempt(homework.id)
  }
}

func animates(_ attempt: Attempt, _ text: String, _ answer: SettledAnswer) throws {
  let mine = AnimationFile(name: "my-app.tokens.json", text: text)
  let catalogue = try Catalogue(profiles: [.homework], files: [mine])
  let session = Session(resuming: attempt, environment: SessionEnvironment(catalogue: catalogue), atMs: 0)
  show(session)
}

func receives(_ attempt: Attempt, _ answer: SettledAnswer) throws {
  var session = Session(resuming: attempt, environment: SessionEnvironment(), atMs: 0)
  let changes = try session.receive(.settled(answer), atMs: 1300)
  show(changes.started)
}

func imports(_ bytes: [UInt8]) throws {
  let imported = try QuizImporter.read(bytes)
  for note in imported.notes { print(note.line, note.reason) }
  print(QuizExporter.text(of: imported.quizzes, as: .gift).text)
  let sheets = imported.quizzes.map { Worksheet(title: $0.topic ?? "Quiz", quiz: $0) }
  let page = Worksheet.page(of: sheets)
  show(page)
}

func runs(_ text: String) throws {
  let scenarios = try ScenarioParser.parse(ScenarioSource(name: "a.scenario", text: text))
  let report = ScenarioRunner(worker: []).run(scenarios)
  print(PrettyReport.text(of: report))
}

func calls(_ session: OpenedSession, lastSeen: Int64) async throws {
  let daemon = try DaemonClient(socket: "/run/user/1000/hwdb/hwdb.sock")
  let page = try await daemon.call(Methods.homeworkList, ListHomeworkParams { $0.status = .started })
  let id = page.items[0].id.text
  let attempt = try await daemon.call(Methods.attemptStart, StartAttemptParams { $0.homeworkId = id })
  let homework = try await daemon.call(Methods.homeworkGet, "3f2a91bc")
  show((attempt, homework))
  for try await event in daemon.events(since: lastSeen) { print(event.sequence, event.kind) }
  for await sent in daemon.cues() where sent.sessionId == session.sessionId { show(sent.cue) }
}

func writes() throws {
  let value = try JSONValue(parsing: #"{"title": "Fractions"}"#.utf8)
  print(value["title"]?.string ?? "")  // Fractions
}
