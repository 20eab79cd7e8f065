import Foundation
import HomeworkModel
import HomeworkTestKit
import Testing

@Suite struct `A daemon on a directory of libraries` {
  private func daemon(_ names: String..., limit: Int = 2) throws -> ServedDaemon {
    let daemon = try ServedDaemon("--max-libraries", "\(limit)", database: "libraries/")
    let client = try daemon.client()
    for name in names { _ = try client.call("library.create", ["name": .string(name)]) }
    return daemon
  }

  private static func titles(_ client: LineClient, _ library: String) throws -> [String] {
    try client.call("homework.list", ["library": .string(library)])["items"]?.array?
      .compactMap { $0["title"]?.string } ?? []
  }

  private func line(_ id: Int, _ method: String, _ params: JSONValue) -> Data {
    let request: JSONValue = ["jsonrpc": "2.0", "id": .int(Int64(id)), "method": .string(method), "params": params]
    return Data(request.encoded()) + Data("\n".utf8)
  }

  /// Two of five libraries are open at a time: nearly every write waits until its library is opened.
  @Test func `executes a connection's requests in order, whichever libraries are open`() throws {
    let names = ["a", "b", "c", "d", "e"]
    let daemon = try daemon("a", "b", "c", "d", "e")
    let client = try daemon.client()
    var bytes = Data()
    for number in 0..<200 {
      let name = JSONValue.string(names[(number / 2 * 3) % 5])
      bytes += line(number, "homework.add", ["title": .string("\(number)"), "library": name])
    }
    client.line.send(bytes)
    for number in 0..<200 {
      let reply = try JSONValue(parsing: Data(try #require(client.line.read()).utf8))
      #expect(reply["id"]?.int == number)
      #expect(reply["result"]?["title"]?.string == "\(number)", "\(reply)")
    }
    for (place, name) in names.enumerated() {
      let added = (0..<200).filter { ($0 / 2 * 3) % 5 == place }.map { "\($0)" }
      let page = try client.call("homework.list", ["library": .string(name), "limit": 500])
      #expect(page["items"]?.array?.reversed().compactMap { $0["title"]?.string } == added)
    }
    let open = try client.call("server.stats")["libraries"]?["open"]?.int
    #expect(open ?? 9 <= 2)
    #expect(daemon.running.stop() == 0)
  }

  @Test func `sends each follower the events of its own library only`() throws {
    let daemon = try daemon("a", "b", "c", limit: 1)
    let (both, one, writer) = (try daemon.client(), try daemon.client(), try daemon.client())
    for name in ["a", "b"] as [JSONValue] { _ = try both.call("events.subscribe", ["library": name]) }
    _ = try one.call("events.subscribe", ["library": "b"])
    for name in ["a", "c", "b", "a", "c", "b"] as [JSONValue] {
      _ = try writer.call("homework.add", ["title": name, "library": name])
    }
    func seen(_ told: [JSONValue], of library: JSONValue) -> [JSONValue?] {
      told.compactMap { $0["params"] }.filter { $0["library"] == library }.map { $0["sequence"] }
    }
    // The first homework ever has an event, too: three events for each library.
    let told = try both.told(6)
    for name in ["a", "b"] as [JSONValue] { #expect(seen(told, of: name) == [1, 2, 3]) }
    #expect(seen(try one.told(3), of: "b") == [1, 2, 3])
    _ = try both.call("events.unsubscribe", ["library": "a"])
    for name in ["a", "b"] as [JSONValue] {
      _ = try writer.call("homework.add", ["title": "more", "library": name])
    }
    #expect(try both.told(7).last?["params"]?["library"] == "b")
    // The follower keeps one library in use; the other is released just after the reply to its writer.
    func inUse() throws -> JSONValue? { try writer.call("server.stats")["libraries"]?["inUse"] }
    for _ in 0..<2000 where try inUse() != 1 { usleep(1000) }
    #expect(try inUse() == 1)
    let refused = #expect(throws: LineClient.Refused.self) {
      try writer.call("library.delete", ["name": "b", "confirm": "b"])
    }
    #expect(refused?.name == "conflict")
  }

  @Test func `keeps every acknowledged change of every library when it is killed`() throws {
    let names = (0..<8).map { "l\($0)" }
    let daemon = try ServedDaemon("--max-libraries", "3", database: "libraries/")
    let client = try daemon.client()
    for name in names { _ = try client.call("library.create", ["name": .string(name)]) }
    var acknowledged: [String: [String]] = [:]
    for round in 0..<3 {
      let client = try daemon.client()
      for number in 0..<40 {
        let name = names[(number * 5 + round) % 8]
        let title = "\(round).\(number)"
        _ = try client.call("homework.add", ["title": .string(title), "library": .string(name)])
        acknowledged[name, default: []].append(title)
      }
      try daemon.killAndRestart()
    }
    let after = try daemon.client()
    for name in names {
      #expect(try Self.titles(after, name).sorted() == acknowledged[name]?.sorted())
      #expect(try after.call("database.check", ["library": .string(name)])["findings"] == [])
    }
  }

  @Test func `merges every log into its file when it is stopped`() throws {
    let daemon = try daemon("a", "b", "c", limit: 3)
    let client = try daemon.client()
    for name in ["a", "b", "c"] as [JSONValue] {
      _ = try client.call("homework.add", ["title": name, "library": name])
    }
    #expect(daemon.running.stop() == 0)
    let files = try FileManager.default.contentsOfDirectory(atPath: daemon.directory.path("libraries"))
    let logs = files.filter { $0.hasSuffix("-wal") }.compactMap {
      try? FileManager.default.attributesOfItem(atPath: daemon.directory.path("libraries/\($0)"))[.size] as? Int
    }
    #expect(logs.allSatisfy { $0 == 0 })
    #expect(files.filter { $0.hasSuffix(".sqlite") }.count == 3)
  }

  @Test func `serves the other libraries while one is damaged and many are being opened`() throws {
    let daemon = try daemon("a", "b", "c", limit: 1)
    let client = try daemon.client()
    for name in ["a", "b", "c"] as [JSONValue] {
      _ = try client.call("homework.add", ["title": name, "library": name])
    }
    try Data("no database".utf8).write(to: URL(fileURLWithPath: daemon.directory.path("libraries/d.sqlite")))
    let socket = daemon.socket
    DispatchQueue.concurrentPerform(iterations: 12) { thread in
      do {
        let client = LineClient(try Line(to: socket))
        for round in 0..<20 {
          let name = ["a", "b", "c", "d"][(thread + round) % 4]
          guard name == "d" else {
            #expect(try Self.titles(client, name) == [name])
            continue
          }
          let refused = #expect(throws: LineClient.Refused.self) { try Self.titles(client, name) }
          #expect(refused?.name == "databaseUnavailable")
          #expect(refused?.data?["library"] == "d")
        }
      } catch {
        Issue.record("\(error)")
      }
    }
    #expect(daemon.running.stop() == 0)
  }
}
