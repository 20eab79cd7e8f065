import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkScenarios
import HomeworkService
import HomeworkTestKit
import Testing

/// A service with a directory of libraries.
private struct Shelf {
  let directory: TemporaryDirectory
  let service: Service

  /// - Parameter limit: the maximum number of open libraries.
  init(_ names: String..., limit: Int = 3) throws {
    directory = try TemporaryDirectory()
    service = Service(local: directory.url.path + "/libraries/", libraries: limit, player: ScriptPlayer(worker: []))
    for name in names { _ = try call("library.create", ["name": .string(name)]) }
  }

  func file(_ name: String) -> String { directory.path("libraries/\(name)") }

  @discardableResult
  func call(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    try service.call(method, params).get().value
  }

  func refusal(of method: String, _ params: JSONValue = [:]) -> RPCError? {
    if case .failure(let error) = service.call(method, params) { error } else { nil }
  }

  func titles(_ library: String) throws -> [String] {
    try call("homework.list", ["library": .string(library)])["items"]?.array?.compactMap { $0["title"]?.string } ?? []
  }

  func add(_ title: String, to library: String) throws {
    try call("homework.add", ["title": .string(title), "library": .string(library)])
  }

  var open: Int { get throws { try #require(call("server.stats")["libraries"]?["open"]?.int) } }
}

@Suite struct `A service on a directory of libraries` {
  @Test func `needs no library name while one exists, and lists the names otherwise`() throws {
    let shelf = try Shelf()
    let none = shelf.refusal(of: "homework.list")
    #expect(none?.name == .databaseUnavailable)
    #expect(none?.message.contains("hwdb library create makes it") == true)
    try shelf.call("library.create", ["name": "a"])
    try shelf.call("homework.add", ["title": "Page 1"])
    #expect(try shelf.titles("a") == ["Page 1"])
    try shelf.call("library.create", ["name": "b"])
    let several = try #require(shelf.refusal(of: "homework.list"))
    #expect(several.name == .conflict)
    #expect(several.data["candidates"] == ["a", "b"])
    #expect(several.data["others"] == 0)
    for number in 10..<40 { try shelf.call("library.create", ["name": .string("c\(number)")]) }
    let many = try #require(shelf.refusal(of: "homework.list"))
    #expect(many.data["candidates"]?.array?.count == 20)
    #expect(many.data["others"] == 12)
    #expect(many.message.contains("c27 and 12 others"))
    for name in ["a", "b"] + (10..<40).map({ "c\($0)" }) {
      try shelf.call("library.delete", ["name": .string(name), "confirm": .string(name)])
    }
    let empty = shelf.refusal(of: "homework.list")
    #expect(empty?.name == .notFound)
    #expect(empty?.message.contains("library create makes one") == true)
  }

  @Test func `keeps libraries separate`() throws {
    let shelf = try Shelf("a", "b")
    for name in ["a", "b"] { try shelf.add("of \(name)", to: name) }
    #expect(try shelf.titles("a") == ["of a"])
    #expect(try shelf.titles("b") == ["of b"])
    #expect(try shelf.call("database.info", ["library": "b"])["newestEvent"] == 2)
  }

  /// A request id belongs to one library: others do not know it.
  @Test func `executes a request once in each library`() throws {
    let shelf = try Shelf("a", "b")
    let id: JSONValue = "0190a3b2-0000-7000-8000-000000000001"
    for name in ["a", "b", "a", "b"] as [JSONValue] {
      try shelf.call("homework.add", ["title": "Page 1", "library": name, "requestId": id])
    }
    #expect(try shelf.titles("a") == ["Page 1"])
    #expect(try shelf.titles("b") == ["Page 1"])
  }

  @Test(arguments: [
    ("../x", RPCError.Name.invalid, "is no name"), ("Math", .invalid, "write math"), ("", .invalid, "is empty"),
    (String(repeating: "a", count: 65), .invalid, "65 characters"), ("a.sqlite", .invalid, "write a"),
    ("none", .notFound, "library create makes one"),
  ])
  func `rejects an invalid or unknown library name in every method`(
    name: String, error: RPCError.Name, words: String
  ) throws {
    let shelf = try Shelf("a", "b")
    for method in ["homework.list", "database.check", "collection.list", "session.open", "events.subscribe"] {
      var params: JSONValue = ["library": .string(name)]
      if method == "session.open" { params = ["library": .string(name), "attemptId": "abcd1234"] }
      let refusal = try #require(shelf.refusal(of: method, params))
      #expect(refusal.name == error, "\(method): \(refusal.message)")
      #expect(refusal.message.contains(words), "\(method): \(refusal.message)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: shelf.file("")).sorted() == ["a.sqlite", "b.sqlite"])
  }

  @Test func `limits the open libraries, and closes the least recently used`() throws {
    let shelf = try Shelf("a", "b", "c", "d", limit: 2)
    for name in ["a", "b", "c", "d", "a"] {
      try shelf.add("of \(name)", to: name)
      #expect(try shelf.open <= 2)
    }
    let writer = try shelf.call("server.stats")["writer"]
    // The writes of closed libraries count, too.
    #expect(writer?["writes"] == 5)
    #expect(try shelf.call("server.stats", ["library": "a"])["writer"]?["writes"] == 1)
    #expect(try shelf.titles("a") == ["of a", "of a"])
    // A closed library has no log: everything is in its file.
    #expect(!FileManager.default.fileExists(atPath: shelf.file("b.sqlite-wal")))
  }

  @Test func `keeps a library with a session open`() throws {
    let shelf = try Shelf("a", "b", "c", limit: 1)
    let homework = try shelf.call("homework.add", ["title": "Page", "quiz": everyKind, "library": "a"])
    let attempt = try shelf.call("attempt.start", ["homeworkId": try #require(homework["id"]), "library": "a"])
    let opened = try shelf.call("session.open", ["attemptId": try #require(attempt["id"]), "library": "a"])
    let session: JSONValue = ["sessionId": try #require(opened["sessionId"])]
    for name in ["b", "c", "b", "c"] { try shelf.add("of \(name)", to: name) }
    #expect(try shelf.call("server.stats")["libraries"]?["inUse"] == 1)
    #expect(shelf.refusal(of: "library.delete", ["name": "a", "confirm": "a"])?.name == .conflict)
    // The session determines the library.
    let event: JSONValue = ["type": "answer", "response": "A"]
    let told = try shelf.call("session.event", session.with("atMs", 0).with("event", event))
    #expect(told["attempt"]?["questionIndex"] == 1)
    #expect(shelf.refusal(of: "session.state", session.with("library", "b"))?.name == .notFound)
    try shelf.call("session.close", session)
    try shelf.call("library.delete", ["name": "a", "confirm": "a"])
    #expect(!FileManager.default.fileExists(atPath: shelf.file("a.sqlite")))
  }

  /// A library imported from an export has the same ids as the original.
  @Test func `does not confuse sessions on libraries with the same ids`() throws {
    let shelf = try Shelf("a")
    let homework = try shelf.call("homework.add", ["title": "Page", "quiz": everyKind])
    let started = try shelf.call("attempt.start", ["homeworkId": try #require(homework["id"])])
    let attempt: JSONValue = ["attemptId": try #require(started["id"])]
    let copy: JSONValue = ["path": .string(shelf.directory.path("copy.sqlite"))]
    try shelf.call("library.export", copy)
    #expect(try shelf.call("library.import", copy.with("name", "b"))["name"] == "b")
    let one = try shelf.call("session.open", attempt.with("library", "a"))
    let event: JSONValue = ["type": "answer", "response": "A"]
    let answer: JSONValue = ["sessionId": try #require(one["sessionId"]), "atMs": 0, "event": event]
    try shelf.call("session.event", answer)
    let other = try shelf.call("session.open", attempt.with("library", "b"))
    #expect(other["attempt"]?["questionIndex"] == 0)
    // The first session continues: no other session was opened on its attempt.
    let next = try shelf.call("session.event", answer.with("event", ["type": "skip"]).with("atMs", 1))
    #expect(next["attempt"]?["questionIndex"] == 2)
  }

  @Test func `names a damaged library, and serves the others`() throws {
    let shelf = try Shelf("a", "b", "c", limit: 1)
    for name in ["a", "b"] { try shelf.add("of \(name)", to: name) }
    try Data("no database".utf8).write(to: URL(fileURLWithPath: shelf.file("c.sqlite")))
    let refusal = try #require(shelf.refusal(of: "homework.list", ["library": "c"]))
    #expect(refusal.name == .databaseUnavailable)
    #expect(refusal.message.hasPrefix("library c: "))
    #expect(refusal.data["library"] == "c")
    #expect(try shelf.titles("a") == ["of a"])
    #expect(try shelf.titles("b") == ["of b"])
    #expect(try String(contentsOfFile: shelf.file("c.sqlite"), encoding: .utf8) == "no database")
  }

  @Test func `lists libraries by name in pages`() throws {
    let shelf = try Shelf("b", "a", "d", "c", "e")
    var names: [String] = []
    var after: JSONValue?
    repeat {
      let page = try shelf.call("library.list", after.map { ["limit": 2, "after": $0] } ?? ["limit": 2])
      names += page["items"]?.array?.compactMap { $0["name"]?.string } ?? []
      after = page["next"]
    } while after != nil
    #expect(names == ["a", "b", "c", "d", "e"])
  }

  @Test func `deletes a library only if its name is repeated`() throws {
    let shelf = try Shelf("a")
    #expect(shelf.refusal(of: "library.delete", ["name": "a"])?.name == .invalidParams)
    let refusal = shelf.refusal(of: "library.delete", ["name": "a", "confirm": "b"])
    #expect(refusal?.name == .invalid)
    #expect(refusal?.faults == ["confirm: is not a: nothing was deleted"])
    #expect(try shelf.call("library.delete", ["name": "a", "confirm": "a"]) == ["deleted": "a"])
    #expect(shelf.refusal(of: "library.delete", ["name": "a", "confirm": "a"])?.name == .notFound)
  }

  @Test func `imports a copy as a library, under its own or another free name`() throws {
    let shelf = try Shelf("a")
    try shelf.add("Page 1", to: "a")
    let copy: JSONValue = ["path": .string(shelf.directory.path("copied.sqlite"))]
    try shelf.call("library.export", copy.with("library", "a"))
    #expect(try shelf.call("library.import", copy)["name"] == "copied")
    #expect(try shelf.titles("copied") == ["Page 1"])
    #expect(shelf.refusal(of: "library.import", copy)?.name == .conflict)
    #expect(shelf.refusal(of: "library.import", copy.with("name", "a"))?.name == .conflict)
    #expect(
      shelf.refusal(of: "library.import", copy.with("name", "A"))?.faults == [
        "name: \"A\" is not all lower case: write a"
      ])
    #expect(shelf.refusal(of: "library.import", ["path": "/none"])?.message.contains("/none") == true)
    #expect(shelf.refusal(of: "library.import", ["path": "relative"])?.name == .invalidParams)
    let odd = shelf.directory.path("My copy.sqlite")
    try FileManager.default.copyItem(atPath: shelf.directory.path("copied.sqlite"), toPath: odd)
    #expect(
      shelf.refusal(of: "library.import", ["path": .string(odd)])?.faults.first?.hasPrefix("name: is missing") == true)
  }

  @Test func `opens a replaced file once the old one is unused`() throws {
    let shelf = try Shelf("a", "b")
    try shelf.add("old", to: "a")
    try shelf.add("new", to: "b")
    // As if another program put a copy into its place, beside the previous file's log.
    let copy = shelf.directory.path("copy.sqlite")
    try shelf.call("library.export", ["library": "b", "path": .string(copy)])
    rename(shelf.file("a.sqlite"), shelf.file("moved.sqlite"))
    rename(copy, shelf.file("a.sqlite"))
    #expect(try shelf.titles("a") == ["new"])
    // The log's content is in the file to which it belongs.
    #expect(try shelf.titles("moved") == ["old"])
    #expect(try shelf.call("database.check", ["library": "a"])["findings"] == [])
  }

  @Test func `reports a removed library, and serves the others`() throws {
    let shelf = try Shelf("a", "b")
    for name in ["a", "b"] { try shelf.add("of \(name)", to: name) }
    unlink(shelf.file("a.sqlite"))
    let refusal = try #require(shelf.refusal(of: "homework.add", ["title": "lost", "library": "a"]))
    #expect(refusal.name == .databaseUnavailable)
    #expect(refusal.message.hasPrefix("library a: "))
    #expect(refusal.message.contains("was deleted, moved or replaced"))
    // The library's content can still be saved.
    let saved: JSONValue = ["library": "a", "path": .string(shelf.directory.path("saved.sqlite"))]
    try shelf.call("database.backup", saved)
    #expect(try shelf.titles("b") == ["of b"])
    #expect(!FileManager.default.fileExists(atPath: shelf.file("a.sqlite")))
  }

  @Test func `opens each library once for concurrent calls`() throws {
    let names = (0..<6).map { "l\($0)" }
    let shelf = try Shelf(limit: 3)
    for name in names { try shelf.call("library.create", ["name": .string(name)]) }
    DispatchQueue.concurrentPerform(iterations: 16) { thread in
      for round in 0..<30 {
        let name = names[(thread + round) % names.count]
        do { try shelf.add("\(thread).\(round)", to: name) } catch { Issue.record("\(error)") }
      }
    }
    for name in names {
      let page = try shelf.call("homework.list", ["library": .string(name), "limit": 500])
      #expect(page["items"]?.array?.count == 80)
    }
    #expect(try shelf.open <= 3)
  }
}

@Suite struct `A service on one file` {
  @Test func `has one library under a fixed name, which calls need not give`() throws {
    let bench = try Bench()
    #expect(try bench.call("homework.list", ["library": "hwdb"])["items"] == [])
    let refusal = try #require(bench.refusal(of: "homework.list", ["library": "other"]))
    #expect(refusal.name == .invalid)
    #expect(refusal.faults.first?.contains("is a single library, called hwdb") == true)
    #expect(try bench.call("library.list")["items"]?.array?.map { $0["name"] } == ["hwdb"])
    for (method, params) in [
      ("library.create", ["name": "b"]), ("library.delete", ["name": "hwdb", "confirm": "hwdb"]),
    ] as [(String, JSONValue)] {
      #expect(bench.refusal(of: method, params)?.message.contains("give a directory to use several") == true)
    }
  }

  @Test func `imports a copy while it is still empty`() throws {
    let source = try Bench()
    _ = try source.call("homework.add", ["title": "Page 1"])
    let copy: JSONValue = ["path": .string(source.directory.path("copy.sqlite"))]
    _ = try source.call("library.export", copy)
    let target = try Bench()
    _ = try target.call("library.import", copy)
    #expect(try target.titles() == ["Page 1"])
    // Its events with their numbers, too.
    #expect(try target.call("database.info")["newestEvent"] == 2)
    #expect(target.refusal(of: "library.import", copy)?.name == .conflict)
    #expect(target.refusal(of: "library.import", copy.with("name", "x"))?.name == .invalid)
    #expect(try target.titles() == ["Page 1"])
  }
}
