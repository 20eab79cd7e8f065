import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkTestKit
import Testing

/// A daemon that can be killed and started again on the same database and socket.
private final class KillableDaemon: @unchecked Sendable {
  // Used by one test, which kills and starts it from one task.
  let directory = TemporaryDirectory()
  let socket: String
  private var running: RunningCommand

  init() throws {
    socket = directory.path("s")
    running = try Self.start(directory)
  }

  deinit { _ = running.stop(SIGKILL) }

  private static func start(_ directory: TemporaryDirectory) throws -> RunningCommand {
    let running = try RunningCommand(
      ThisPackage.binary("hwdbd"), ["--socket", directory.path("s"), "--database", directory.path("hwdb.sqlite")])
    waitWhile { (try? Line(to: directory.path("s"))) == nil }
    return running
  }

  func killAndRestart() throws {
    _ = running.stop(SIGKILL)
    running = try Self.start(directory)
  }

  func kill() { _ = running.stop(SIGKILL) }
}

@Suite struct `A daemon's client` {
  @Test func `returns values, and errors in the protocol's terms`() async throws {
    let daemon = try KillableDaemon()
    let client = try DaemonClient(socket: daemon.socket)
    let added = try await client.call(
      Methods.homeworkAdd, HomeworkAddition { ($0.title, $0.subject, $0.collections) = ("Page 42", "Maths", ["A"]) })
    #expect(added.title == "Page 42" && added.collections == ["A"])
    #expect(try await client.call(Methods.homeworkGet, added.id.text) == added)
    #expect(try client.callBlocking(Methods.homeworkGet, String(added.id.text.suffix(8))) == added)
    let error = await #expect(throws: DaemonError.self) { try await client.call(Methods.homeworkGet, "nothing") }
    guard case .refused(let refusal)? = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(refusal.name == .notFound)
  }

  /// Two hundred writes, while the daemon is killed five times at arbitrary moments.
  @Test func `loses and duplicates nothing if the daemon is killed and restarted`() async throws {
    let daemon = try KillableDaemon()
    let client = try DaemonClient(socket: daemon.socket)
    let seen = Task {
      var events: [Event] = []
      for try await event in client.events(since: 0) where event.kind == .homeworkAdded {
        events.append(event)
        if events.count == 200 { break }
      }
      return events
    }
    let ids = try await withThrowingTaskGroup(of: Homework.ID.self) { group in
      for number in 0..<200 {
        group.addTask { try await client.call(Methods.homeworkAdd, HomeworkAddition { $0.title = "\(number)" }).id }
      }
      var ids: [Homework.ID] = []
      for try await id in group {
        ids.append(id)
        if ids.count % 40 == 20 { try daemon.killAndRestart() }
      }
      return ids
    }
    #expect(Set(ids).count == 200)
    let page = try await client.call(Methods.homeworkList, ListHomeworkParams { $0.limit = 500 })
    #expect(Set(page.items.map(\.id)) == Set(ids))
    #expect(page.items.count == 200)
    let events = try await seen.value
    #expect(Set(events.compactMap(\.homeworkId)) == Set(ids))
    #expect(events.map(\.sequence) == events.map(\.sequence).sorted())
    #expect(Set(events.map(\.sequence)).count == events.count)
  }

  @Test func `fails calls of a session that ended with its connection, and continues with others`() async throws {
    let daemon = try KillableDaemon()
    let client = try DaemonClient(socket: daemon.socket)
    let quiz = QuizDraft(
      questions: [QuestionDraft(prompt: "q", body: .mcq(options: ["a", "b"], correctIndex: 0), explanation: "")])
    let homework = try await client.call(Methods.homeworkAdd, HomeworkAddition { ($0.title, $0.quiz) = ("t", quiz) })
    let attempt = try await client.call(Methods.attemptStart, StartAttemptParams { $0.homeworkId = homework.id.text })
    let session = try await client.call(Methods.sessionOpen, OpenSessionParams { $0.attemptId = attempt.id.text })
    let answered = try await client.call(
      Methods.sessionEvent,
      SessionEventParams {
        ($0.sessionId, $0.atMs, $0.event) = (session.sessionId, 1000, .answer("A"))
      })
    #expect(answered.attempt.questionIndex == 1)
    #expect(answered.cues.map(\.animation) == [.dotSettle])
    try daemon.killAndRestart()
    #expect(
      try await client.call(Methods.attemptGet, GetAttemptParams { $0.attemptId = attempt.id.text }).attempt.summary
        == answered.attempt)
    let error = await #expect(throws: DaemonError.self) {
      try await client.call(Methods.sessionState, session.sessionId)
    }
    #expect(error != nil)
  }

  @Test func `begins with new events beside a follower of old ones`() async throws {
    let daemon = try KillableDaemon()
    let client = try DaemonClient(socket: daemon.socket)
    for title in ["a", "b"] { _ = try await client.call(Methods.homeworkAdd, HomeworkAddition { $0.title = title }) }
    var old = client.events(since: 0).makeAsyncIterator()
    let first = try #require(try await old.next())
    var new = client.events().makeAsyncIterator()
    let added = try await client.call(Methods.homeworkAdd, HomeworkAddition { $0.title = "c" })
    #expect(try await new.next()?.homeworkId == added.id)
    var sequence = first.sequence
    while let event = try await old.next() {
      #expect(event.sequence == sequence + 1)
      sequence = event.sequence
      if event.homeworkId == added.id { break }
    }
  }

  /// A new follower subscribes from the newest event, which others may not have reached yet.
  @Test func `loses no event of an old follower, however many new ones begin`() async throws {
    let daemon = try KillableDaemon()
    let client = try DaemonClient(socket: daemon.socket)
    var old = client.events(since: 0).makeAsyncIterator()
    var (new, last): ([AsyncThrowingStream<Event, any Error>], Homework.ID?) = ([], nil)
    for number in 0..<200 {
      new.append(client.events())
      last = try await client.call(Methods.homeworkAdd, HomeworkAddition { $0.title = "\(number)" }).id
    }
    var sequence: Int64 = 0
    while let event = try await old.next() {
      #expect(event.sequence == sequence + 1)
      sequence = event.sequence
      if event.homeworkId == last { break }
    }
    #expect(new.count == 200)
  }

  @Test func `reports a missing daemon at once, or when its patience ends`() async throws {
    let daemon = try KillableDaemon()
    #expect(throws: SocketError.self) { try DaemonClient(socket: daemon.directory.path("none")) }
    let client = try DaemonClient(socket: daemon.socket, patience: .milliseconds(50))
    let events = Task { for try await _ in client.events() {} }
    _ = try await client.call(Methods.serverPing)
    daemon.kill()
    await #expect(throws: DaemonError.self) {
      while true { _ = try await client.call(Methods.serverPing) }
    }
    await #expect(throws: DaemonError.self) { try await events.value }
  }

  @Test func `ends pending work when it is closed`() async throws {
    let daemon = try KillableDaemon()
    let client = try DaemonClient(socket: daemon.socket)
    let events = Task { for try await _ in client.events() {} }
    _ = try await client.call(Methods.serverPing)
    client.close()
    try await events.value
    await #expect(throws: DaemonError.self) { try await client.call(Methods.serverPing) }
  }
}
