import Foundation
import HomeworkJSON
import HomeworkModel
import HomeworkRPC
import HomeworkScenarios
import HomeworkService
import HomeworkStore
import HomeworkTestKit
import Testing

/// A reply that a daemon knows is the one that it would read.
@Suite struct `A reply that is asked for again` {
  private enum Step: CaseIterable {
    case complete, reopen, otherCompletes, otherReopens
    case add, delete, vacuum, restore
  }

  /// Every pair of steps, of the daemon and of another store on the same file, one after the other.
  @Test func `is what it would be the first time, whoever has written`() throws {
    let bench = try Bench()
    let server = try SocketServer(
      path: bench.directory.path("s"), log: ServerLog(level: .error), handler: ServedCalls(bench.service))
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      server.run()
      ended.signal()
    }
    defer {
      server.stop()
      ended.wait()
    }
    let client = try SocketClient(path: bench.directory.path("s"))
    let id = try bench.call("homework.add", ["title": "x"])["id"] ?? .null
    let learner = try bench.call("learner.add", ["name": "Ada"])["id"] ?? .null
    let other = Service(local: bench.directory.path("hwdb.sqlite"), player: ScriptPlayer(worker: []))
    let backup: JSONValue = ["path": .string(bench.directory.path("backup.sqlite"))]
    _ = try bench.call("database.backup", backup)
    var added: JSONValue?
    var replies: Set<JSONValue> = []
    let steps = Step.allCases
    for length in 1...2 {
      for number in 0..<(0..<length).reduce(1, { result, _ in result * steps.count }) {
        var rest = number
        for _ in 0..<length {
          let step = steps[rest % steps.count]
          rest /= steps.count
          switch step {
          case .complete: _ = try ask(client, "homework.complete", ["homeworkId": id])
          case .reopen: _ = try ask(client, "homework.reopen", ["homeworkId": id])
          case .otherCompletes: _ = try other.call("homework.complete", ["homeworkId": id]).get()
          case .otherReopens: _ = try other.call("homework.reopen", ["homeworkId": id]).get()
          case .add: if added == nil { added = try ask(client, "homework.add", ["title": "y"])["id"] }
          case .delete:
            // A restore may have taken it away already.
            if let gone = added { _ = try client.call("homework.delete", ["homeworkIds": [gone]]) }
          case .vacuum: _ = try ask(client, "database.vacuum", [:])
          case .restore: _ = try ask(client, "database.restore", backup)
          }
          var questions: [JSONValue] = [["homeworkId": id], ["homeworkId": id, "learnerId": learner]]
          if let added { questions.append(["homeworkId": added]) }
          for params in questions {
            let fresh = bench.service.call("homework.get", params)
            for _ in 0..<3 {
              switch fresh {
              case .success(let text):
                let reply = try ask(client, "homework.get", params)
                #expect(try reply == text.value, "\(number)")
                replies.insert(reply)
              case .failure: #expect(throws: RPCError.self) { try ask(client, "homework.get", params) }
              }
            }
          }
          if step == .delete || step == .restore { added = nil }
        }
      }
    }
    #expect(replies.count > 10)
  }

  @Test func `is not kept where something was written while it was made`() throws {
    let directory = try TemporaryDirectory()
    let store = try Store.openAndWait(path: directory.path("x.sqlite"))
    _ = try store.readAndWait { try $0.homeworkList(HomeworkFilter(), limit: 1, after: nil) }
    let replies = KnownReplies()
    func reply(make: () throws -> String) throws -> String {
      try replies.reply(to: "m", [:], in: store) { JSONText(.string(try make())) }.text
    }
    let first = try reply {
      _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "x")) }
      return "before"
    }
    #expect(first == #""before""#)
    #expect(try reply { "after" } == #""after""#)
    #expect(try reply { "never asked for" } == #""after""#)
    // Of another method, or with other parameters, it is another.
    #expect(try replies.reply(to: "n", [:], in: store) { JSONText(.int(1)) }.text == "1")
    #expect(try replies.reply(to: "m", ["a": 1], in: store) { JSONText(.int(2)) }.text == "2")
  }

  private func ask(_ client: SocketClient, _ method: String, _ params: JSONValue) throws -> JSONValue {
    try client.call(method, params).get()
  }
}
