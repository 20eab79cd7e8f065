import Foundation
import HomeworkModel
import HomeworkTestKit
import Testing

/// The proxy connects from 127.0.0.2, the address that the daemon is given.
@Suite struct `A daemon behind a proxy` {
  private let page: ServedPage
  private let port: Int
  private let proxy: RunningCommand

  private init(appending: Bool) throws {
    page = try ServedPage("--behind-proxy", "127.0.0.2")
    port = try ServedPage.freePort()
    let script = ThisPackage.root.appending(path: "Tests/CommandTests/Clients/proxy.py").path
    proxy = try RunningCommand(
      "/usr/bin/env", ["python3", script, "\(port)", "\(page.port)"] + (appending ? ["append"] : []))
    for _ in 0..<500 where (try? WebLine.get("/healthz", port: port)) == nil { usleep(10_000) }
  }

  init() throws { try self.init(appending: false) }

  /// Comes through the proxy, whose name for visitors is another one.
  private func visit(from address: String = "127.0.0.1", headers: [String: String] = [:]) throws -> WebLine {
    let own = ["Host": "school.example", "Origin": "https://school.example"]
    return try WebLine(port: port, headers: own.merging(headers) { $1 }, from: address)
  }

  /// Returns the refusals of so many wrong codes, each on a connection of its own.
  private func guess(_ count: Int, from address: String, claiming headers: (Int) -> [String: String]) throws -> [String]
  {
    try (0..<count).map { number in
      let visitor = try visit(from: address, headers: headers(number))
      return try visitor.call("class.learners", ["code": "ZZZZZZ"])["error"]?.string ?? "none"
    }
  }

  @Test func `serves those who come through it, under its name`() throws {
    #expect(try WebLine.get("/", port: port, headers: ["Host": "school.example"]).status == 200)
    let password: JSONValue = ["password": .string(ServedPage.password)]
    _ = try page.daemon.client().call("teacher.password", password)
    let token = try visit().call("teacher.login", password)["token"]?.string ?? ""
    let entry = try WebLine.get("/?token=\(token)", port: port, headers: ["Host": "school.example"])
    #expect(entry.headers["set-cookie"]?.contains("Secure") == true)
    #expect(try visit(headers: ["Cookie": entry.cookie ?? ""]).call("visitor.show")["role"] == "teacher")
    for origin in ["http://school.example", "https://other.example", "https://127.0.0.1:\(page.port)"] {
      #expect(throws: (any Error).self) { try visit(headers: ["Origin": origin]) }
    }
  }

  @Test(arguments: ["127.0.0.1", "127.0.0.3"])
  func `refuses everyone else, also those who claim to be it`(address: String) throws {
    for headers in [[:], ["X-Forwarded-For": "127.0.0.2"], ["X-Forwarded-For": "1.2.3.4, 127.0.0.2"]] {
      for path in ["/", "/healthz", "/page/main.js", "/?token=00"] {
        let refusal = try WebLine.get(path, port: page.port, headers: headers, from: address)
        #expect(refusal.status == 403 && refusal.cookie == nil, "\(path) \(headers)")
      }
      #expect(throws: (any Error).self) { try WebLine(port: page.port, headers: headers, from: address) }
    }
    #expect(try WebLine.get("/healthz", port: page.port, from: "127.0.0.2").status == 200)
  }

  /// What a visitor claims comes before what the proxy adds, in the same line or in one of its own.
  @Test(arguments: [false, true])
  func `counts wrong codes by the address that the proxy gives, whatever a visitor claims`(appends: Bool) throws {
    let own = try Self(appending: appends)
    _ = try own.page.daemon.client().call("class.open")
    let refusals = try own.guess(25, from: "127.0.0.5") { ["X-Forwarded-For": "10.0.0.\($0)"] }
    // A new minute may begin meanwhile.
    #expect(refusals.prefix(10).allSatisfy { $0 == "forbidden" } && refusals.contains("busy"), "\(refusals)")
    // Another visitor is not made to wait, although the first one claims to be them.
    _ = try own.guess(15, from: "127.0.0.5") { _ in ["X-Forwarded-For": "127.0.0.6"] }
    #expect(try own.guess(3, from: "127.0.0.6") { _ in [:] } == ["forbidden", "forbidden", "forbidden"])
  }
}
