import Foundation
import HomeworkModel
import HomeworkTestKit
import Testing

/// What each visitor of a page may do.
@Suite struct `A visitor of a page` {
  /// Each method by the least role that may call it, written down once more: whoever moves one must do so here too.
  private static let methods: [String: String] = [
    "visitor": """
    server.ping rpc.discover visitor.show class.learners class.join teacher.login
    """,
    "pupil": """
    homework.list homework.get homework.picture quiz.picture homework.complete homework.reopen collection.list
    progress.get
    stats.get attempt.start attempt.resume attempt.list attempt.get attempt.question attempt.answer attempt.skip
    attempt.accept attempt.finish attempt.abandon settings.get review.due review.start session.open session.event
    session.state session.close motion.list motion.get motion.timeline motion.particles
    """,
    "teacher": """
    class.open class.show class.close learner.add learner.list learner.update overview.get homework.add
    homework.update homework.delete homework.undelete generation.update quiz.set quiz.get quiz.edit quiz.regrade
    quiz.history quiz.import quiz.export attempt.extend attempt.take settings.set events.subscribe events.unsubscribe
    """,
    "owner": """
    server.info server.stats library.list library.create library.delete library.export library.import sync.hello
    sync.give sync.take learner.export learner.import learner.erase teacher.password scenario.run scenario.trace
    scenario.explore scenario.check motion.lint motion.check motion.schema motion.export database.info
    database.check database.repair database.vacuum database.backup database.restore
    """,
  ]
  private static let roles = ["visitor", "pupil", "teacher", "owner"]

  @Test func `may call what their role allows, and nothing else`() throws {
    let page = try ServedPage()
    let table = Dictionary(
      uniqueKeysWithValues: Self.methods.flatMap { role, names in
        names.split(whereSeparator: \.isWhitespace).map { (String($0), role) }
      })
    let document = try page.daemon.client().call("rpc.discover")
    let declared = (document["methods"]?.array ?? []).map { ($0["name"]?.string ?? "", $0["x-role"]?.string ?? "") }
    #expect(Dictionary(uniqueKeysWithValues: declared) == table)

    let cookies = [nil, try page.join("Ada"), try page.login(), try page.owner()]
    for (rank, cookie) in cookies.enumerated() {
      let line = try page.visit(cookie)
      #expect(try line.call("visitor.show")["role"]?.string == Self.roles[rank])
      // What would end the others' lives is tried last.
      for (method, role) in table.sorted(by: { $0.key < $1.key }) {
        let isAllowed = rank >= Self.roles.firstIndex(of: role) ?? .max
        // A wrong parameter is refused as such only to those who may call it.
        let reply = try line.call(method, ["nonsense": 1])
        #expect(reply["error"] == (isAllowed ? "invalidParams" : "forbidden"), "\(Self.roles[rank]) \(method)")
      }
    }
  }

  @Test func `may not name a file, unless they are the owner`() throws {
    let page = try ServedPage()
    let teacher = try page.visit(try page.login())
    let document = try page.daemon.client().call("rpc.discover")
    var tried = 0
    for method in document["methods"]?.array ?? [] where method["x-role"]?.string != "owner" {
      for parameter in method["params"]?.array ?? [] {
        guard let name = parameter["name"]?.string, name.lowercased().contains("path") else { continue }
        tried += 1
        let reply = try teacher.call(method["name"]?.string ?? "", .object([name: "/etc/hostname"]))
        #expect(reply["error"] == "forbidden", "\(method["name"] ?? .null) \(name)")
      }
    }
    #expect(tried >= 3)
  }

  @Test func `sees and changes only their own attempts as a pupil`() throws {
    let page = try ServedPage()
    let homework = try page.quiz()
    let others = try page.daemon.client().call("attempt.start", ["homeworkId": homework])
    let pupil = try page.visit(try page.join("Ada"))
    let own = try pupil.call("attempt.start", ["homeworkId": homework])["id"] ?? .null
    let document = try page.daemon.client().call("rpc.discover")
    var tried: Set<String> = []
    for method in document["methods"]?.array ?? [] where ["visitor", "pupil"].contains(method["x-role"]?.string) {
      let name = method["name"]?.string ?? ""
      let parameters = Set((method["params"]?.array ?? []).compactMap { $0["name"]?.string })
      if parameters.contains("attemptId") {
        tried.insert(name)
        for id in [others["id"], others["id"]?.string.map { .string(String($0.suffix(8))) }] {
          var call: [String: JSONValue] = ["attemptId": id ?? .null]
          if name == "attempt.answer" { call["response"] = "A" }
          #expect(try pupil.call(name, .object(call))["error"] == "notFound", "\(name)")
        }
      }
      if parameters.contains("learnerId") {
        tried.insert(name)
        #expect(try pupil.call(name, ["learnerId": "Learner 1"])["error"] == "forbidden", "\(name)")
      }
    }
    #expect(tried.isSuperset(of: ["attempt.get", "attempt.answer", "session.open", "attempt.list", "stats.get"]))
    let listed = try pupil.call("attempt.list")["items"]?.array ?? []
    #expect(listed.map { $0["id"] } == [own])
    let untouched = try page.daemon.client().call("attempt.get", ["attemptId": others["id"] ?? .null])
    #expect(untouched["state"] == "inProgress" && untouched["answers"]?.array == [])
  }

  @Test func `sees no key before the answer as a pupil`() throws {
    let page = try ServedPage()
    let homework = try page.quiz()
    let line = try page.visit(try page.join("Ada"))
    let attempt: JSONValue = ["attemptId": try line.call("attempt.start", ["homeworkId": homework])["id"] ?? .null]
    let session = try line.call("session.open", attempt)["sessionId"] ?? .null
    let before = try ["attempt.question", "attempt.get", "attempt.resume", "homework.get", "homework.list"].map {
      try line.call(
        $0, $0 == "homework.get" ? ["homeworkId": homework] : $0 == "homework.list" ? [:] : attempt)
    }
    for reply in before {
      let text = String(decoding: reply.encoded(), as: UTF8.self)
      #expect(!text.contains("correctIndex") && !text.contains("correctAnswer") && !text.contains("It is the key"))
    }
    #expect(before[0]["question"] == "Question 1?" && before[0]["options"] == ["right", "wrong"])
    let answer: JSONValue = ["type": "answer", "response": "B"]
    let told = try line.call("session.event", ["sessionId": session, "atMs": 0, "event": answer])
    #expect(told["answer"]?["correctAnswer"] == "right")
    #expect(try line.call("attempt.question", attempt)["index"] == 1)
  }

  @Test func `joins a class while it is open, and stays`() throws {
    let page = try ServedPage()
    let client = try page.daemon.client()
    let visitor = try page.visit()
    #expect(try visitor.call("class.learners", ["code": "ABCDEF"])["error"] == "forbidden")
    let code = try #require(try client.call("class.open")["code"]?.string)
    #expect(code.count == 6 && code.allSatisfy { !"01IO".contains($0) && ($0.isNumber || $0.isUppercase) })
    #expect(try client.call("class.open")["code"]?.string == code)
    let typed = JSONValue.string("\(code.prefix(3).lowercased())-\(code.suffix(3)) ")
    #expect(try visitor.call("class.learners", ["code": typed])["items"]?.array?.count == 1)
    #expect(try visitor.call("class.join", ["code": typed])["error"] == "invalidParams")
    let token = try visitor.call("class.join", ["code": typed, "learner": "Learner 1"])["token"]
    let cookie = try #require(try page.cookie(for: token))
    #expect(try page.cookie(for: token) == nil)  // once only
    _ = try client.call("class.close")
    #expect(try client.call("class.show") == [:])
    #expect(try visitor.call("class.join", ["code": typed, "name": "Ben"])["error"] == "forbidden")
    #expect(try page.visit(cookie).call("visitor.show")["learner"]?["name"] == "Learner 1")
    // Another letter in the name, the time or the signature, and it is nobody's.
    for place in cookie.indices.dropFirst(5) where cookie[place] != "." {
      var forged = cookie
      forged.replaceSubrange(place...place, with: cookie[place] == "0" ? "1" : "0")
      #expect(try page.visit(forged).call("visitor.show") == ["role": "visitor"])
    }
    _ = try client.call("learner.add", ["name": "Ben"])
    _ = try client.call("learner.update", ["learnerId": "Ben", "isDefault": true])
    _ = try client.call("learner.erase", ["learnerId": "Learner 1", "name": "Learner 1"])
    let erased = try page.visit(cookie)
    #expect(try erased.call("visitor.show") == ["role": "visitor"])
    #expect(try erased.call("homework.list")["error"] == "notFound")
  }

  @Test func `comes in as a teacher until the password changes`() throws {
    let page = try ServedPage()
    let visitor = try page.visit()
    #expect(try visitor.call("teacher.login", ["password": "anything"])["error"] == "forbidden")
    let cookie = try page.login()
    #expect(try page.visit(cookie).call("visitor.show") == ["role": "teacher"])
    let client = try page.daemon.client()
    #expect(throws: LineClient.Refused.self) { try client.call("teacher.password", ["password": "short"]) }
    _ = try client.call("teacher.password", ["password": "another green lamp"])
    #expect(try page.visit(cookie).call("visitor.show") == ["role": "visitor"])
    // Neither the password nor a token is in the file; a code is needed there.
    page.daemon.kill()
    let file = try Data(contentsOf: URL(fileURLWithPath: page.daemon.directory.path("hwdb.sqlite")))
    let log = try Data(contentsOf: URL(fileURLWithPath: page.daemon.directory.path("hwdb.sqlite-wal")))
    #expect((file + log).range(of: Data(ServedPage.password.utf8)) == nil)
    #expect((file + log).range(of: Data("$argon2id$v=19$m=65536,t=2,p=1$".utf8)) != nil)
  }

  @Test func `waits after ten wrong codes`() throws {
    let page = try ServedPage()
    _ = try page.daemon.client().call("class.open")
    let visitor = try page.visit()
    var refusals: [String] = []
    for _ in 0..<25 {
      let reply = try visitor.call("class.learners", ["code": "ZZZZZZ"])
      refusals.append(reply["error"]?.string ?? "")
    }
    // A new minute may begin meanwhile.
    #expect(refusals.prefix(10).allSatisfy { $0 == "forbidden" } && refusals.contains("busy"))
    #expect(refusals.count { $0 == "forbidden" } <= 20)
    let another = try page.visit()
    let password: JSONValue = ["password": "a guess"]
    let last = try another.call("teacher.login", password)["error"]
    #expect(last == "busy" || last == "forbidden")
  }

  @Test func `stays in one library of several`() throws {
    let page = try ServedPage(database: "schools/")
    let client = try page.daemon.client()
    for name in ["blue", "green"] { _ = try client.call("library.create", ["name": .string(name)]) }
    let cookie = try page.join("Ada", in: "blue")
    let pupil = try page.visit(cookie)
    #expect(try pupil.call("visitor.show")["learner"]?["name"] == "Ada")
    #expect(try pupil.call("homework.list") == ["items": []])
    #expect(try pupil.call("homework.list", ["library": "green"])["error"] == "forbidden")
    let green = try client.call("class.open", ["library": "green"])["code"] ?? .null
    #expect(try page.visit().call("class.learners", ["code": green, "library": "blue"])["error"] == "forbidden")
    // The owner's ends with the daemon, since no library is theirs alone.
    let owner = try page.owner()
    #expect(try page.visit(owner).call("library.list")["items"]?.array?.count == 2)
    try page.killAndRestart()
    #expect(try page.visit(owner).call("visitor.show") == ["role": "visitor"])
    #expect(try page.visit(cookie).call("visitor.show")["role"] == "pupil")
  }
}
