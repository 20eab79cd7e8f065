import Foundation
import HomeworkModel
import HomeworkPostgres
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `The address of a PostgreSQL database` {
  @Test func `is distinguished from a path`() {
    for address in [
      "postgresql://x", "postgres://x", "POSTGRESQL://x", " postgres://x", "\tPostgres://x\n", "postgresql:/x",
      "postgres:x", "host=h dbname=x", "user=u", "dbname=x password=y", "x PASSWORD=y",
    ] {
      #expect(PostgresURL.isOne(address), "\(address)")
    }
    for path in ["postgres.sqlite", "", "http://x", "x postgresql://", "a/postgres:x", "password.sqlite"] {
      #expect(!PostgresURL.isOne(path), "\(path)")
    }
  }

  @Test func `is read in any case and with surrounding white space`() throws {
    for text in ["PostgreSQL://ada@h/db", " postgresql://ada@h/db", "postgresql://ada@h/db\n"] {
      let url = try PostgresURL(text)
      #expect(url.text == "postgresql://ada@h/db" && url.redacted == url.text, "\(text)")
    }
  }

  @Test func `names a library as PostgreSQL names schemas, and does not tell libpq`() throws {
    #expect(try PostgresURL("postgresql://ada@h/db?sslmode=require").schema == "hwdb")
    for (name, schema) in [
      ("year7", "year7"), ("_", "_"), ("%79ear_7", "year_7"), (String(repeating: "a", count: 63), nil),
    ] {
      let url = try PostgresURL("postgresql://ada:S3CRET@h/db?schema=\(name)&sslmode=require")
      #expect(url.schema == schema ?? name)
      #expect(url.text == "postgresql://ada:S3CRET@h/db?sslmode=require")
      #expect(url.redacted == "postgresql://ada@h/db?schema=\(name)&sslmode=require")
    }
    #expect(try PostgresURL("postgresql://ada@h/db?schema=year7").text == "postgresql://ada@h/db")
    for name in ["", "Year7", "7a", "a-b", "a.scenario", "pg_a", "%C3%A9", "a%00", String(repeating: "a", count: 64)] {
      let error = #expect(throws: PostgresError.self) { try PostgresURL("postgresql://ada@h/db?schema=\(name)") }
      let words = "its schema is no name): write schema= and 1 to 63 of a-z, 0-9 and _, no digit first and not pg_"
      #expect(error.map { "\(StoreError($0))" }?.hasSuffix(words) == true, "\(name): \(String(describing: error))")
    }
  }

  /// Every scheme with every possible place of a password.
  @Test func `never shows a password, however it is written`() throws {
    let rests =
      [
        "u:S3CRET/x", "u:S3CRET", "u:S3CRET?sslmode=require", ":S3CRET@h/x", "u:S3CRET@/x", "u:S3CRET@h:1/x",
        "u:S3CRET@h1,h2:2/x", "u:S3CRET@[::1]:1/x", "[u:S3CRET/x", "u:1?x=S3CRET@h/x", "u:S3/CRET@h/x", "u:S3@CRET@h/x",
        "u:S3CRET@h/x?y", "u:%53S3CRET@h/x", "u@h:S3CRET/x", "h:70000S3CRET/x",
      ]
      + [
        "password", "PASSWORD", "Password", "p%61ssword", "%50ASSWORD", "sslpassword", "SSLPASSWORD", "passwd", "pwd",
        "oauth_client_secret", "a=b?password", "token",
      ].flatMap { ["u@h/x?\($0)=S3CRET", "h/x?a=b&\($0)=S3CRET&c=d", "/x?\($0)=S3CRET"] }
    for scheme in ["postgresql://", "postgres://", "POSTGRESQL://", " postgresql://", "postgresql:/", "postgres:"] {
      for rest in rests {
        let text = scheme + rest
        #expect(PostgresURL.isOne(text), "\(text)")
        var shown = ""
        do throws(PostgresError) {
          let url = try PostgresURL(text)
          shown += "\(url) \(String(reflecting: url))"
        } catch { shown += "\(error) \(StoreError(error))" }
        let refusal = PostgresURL.refusal(ofArgument: text)
        #expect(!"\(shown) \(refusal ?? "")".uppercased().contains("CRET"), "\(text): \(shown)")
        for argument in [text, "--database=\(text)"] {
          #expect((PostgresURL.refusal(ofArgument: argument) != nil) == text.contains("://"), "\(argument)")
        }
      }
    }
    for argument in ["--database", "postgresql://u@h:5432/x", "--database=postgresql:///x?host=/run", "a:b@c", "--x"] {
      #expect(PostgresURL.refusal(ofArgument: argument) == nil)
    }
  }

  @Test func `is shown without a password from any part of it`() throws {
    let shown = [
      "postgresql://ada:s3cret@h:5432/db": "postgresql://ada@h:5432/db",
      "postgres://ada:s3%40cret@h": "postgres://ada@h",
      "postgresql://ada@h1,h2:5433/db?password=s3cret&sslmode=require":
        "postgresql://ada@h1,h2:5433/db?sslmode=require",
      "postgresql://ada:s3cret@[::1]:5432/": "postgresql://ada@[::1]:5432/",
      "postgresql:///db?host=/run/x&p%61ssword=s3cret": "postgresql:///db?host=/run/x",
      "postgresql://:s3cret@/db": "postgresql://@/db",
      "postgresql:///db?sslpassword=s3cret&user=a@b": "postgresql:///db?user=a@b",
      "postgresql://h": "postgresql://h",
    ]
    for (text, redacted) in shown {
      let url = try PostgresURL(text)
      #expect("\(url)" == redacted || text.contains("://:"))
      #expect(!"\(url)\(String(reflecting: url))".contains("cret"))
      var dumped = ""
      dump(url, to: &dumped)
      #expect(!dumped.contains("cret"))
      #expect(try url == PostgresURL(text))
    }
    #expect(try PostgresURL("postgresql://h/a") != PostgresURL("postgresql://h/b"))
  }

  @Test func `is refused, without the password, if the password breaks its syntax`() {
    for text in [
      "postgresql://ada:s3/cret@h/db", "postgresql://ada:s3@cret@h/db", "postgresql://ada:s3?cret@h/db",
      "postgresql://ada:s3cret@h/db?%zz=1", "sqlite://ada:s3cret@h",
    ] {
      let error = #expect(throws: PostgresError.self) { try PostgresURL(text) }
      #expect(error?.description.contains("cret") == false)
      #expect(error.map { StoreError($0).description.contains("cret") } == false)
    }
  }

  @Test func `is refused in one line if libpq cannot parse it`() throws {
    for text in [
      "postgresql://ada:s3cret@h:port/db", "postgresql://ada:s3cret@[::1/db", "postgresql://ada:s3cret%zz@h/db",
      "postgresql://ada:s3cret@h/db?absent=1", "postgresql://ada:s3cret@h/db?sslmode=often",
      "postgresql://ada:\"s3cret%zz@h/db", "postgresql://ada:s3cret@h/db?target_session_attrs=best",
    ] {
      let error = #expect(throws: PostgresError.self) { try PostgresConnection(PostgresURL(text)) }
      let message = StoreError(try #require(error)).description
      #expect(!message.contains("s3cret") && !message.contains("\n"), "\(message)")
      guard case .cannotConnect = error?.kind else {
        Issue.record("\(text): \(String(describing: error))")
        continue
      }
    }
  }
}

@Suite struct `A simulated server` {
  @Test func `that is too old is refused with advice`() throws {
    let server = try PlayedServer { $0.greet(version: "14.3 (Debian)") }
    let error = try refusal(PostgresURL(server.url()))
    #expect(
      StoreError(error).description == "postgresql://ada@127.0.0.1:\(server.port)/class cannot be used "
        + "(the server is PostgreSQL 14.3): use PostgreSQL 15 or later")
  }

  @Test func `without TLS is refused with advice`() throws {
    let server = try PlayedServer { $0.greet() }
    let error = try refusal(PostgresURL(server.url(more: "sslmode=require")))
    #expect(error.kind == .cannotConnect(advice: "check sslmode, and the certificates of both sides"))
    let message = StoreError(error).description
    #expect(message.contains("SSL") && !message.contains("secret7") && !message.contains("\n"), "\(message)")
  }

  @Test func `that is read-only is refused to writers`() throws {
    let server = try PlayedServer { $0.greet(isReadOnly: true) }
    let error = try refusal(PostgresURL(server.url()))
    #expect(error.sqlState == "25006")
    #expect(StoreError(error) == .unavailable(.readOnly))
  }

  @Test func `that never answers is given up in time`() throws {
    let server = try PlayedServer { while $0.readMessage() != nil {} }
    let start = Date()
    let error = try refusal(PostgresURL(server.url(more: "connect_timeout=1")))
    #expect(error.kind == .lost)
    #expect(error.message.contains("no answer within 1 s"))
    #expect(Date().timeIntervalSince(start) < 3)
  }

  @Test func `that falls silent later is given up in time`() throws {
    let server = try PlayedServer { connection in
      connection.greet()
      while connection.readMessage() != nil {}
    }
    let url = try PostgresURL(server.url())
    let start = Date()
    let error = #expect(throws: PostgresError.self) { try PostgresConnection(url, deadlineMs: 300) }
    #expect(error?.kind == .lost)
    #expect(error?.message == "the server has not answered for 300 ms")
    #expect(Date().timeIntervalSince(start) < 3)
  }

  @Test func `that sends nonsense is disconnected`() throws {
    let server = try PlayedServer { connection in
      connection.greet()
      _ = connection.readMessage()
      connection.send(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
      while connection.readMessage() != nil {}
    }
    let error = try refusal(PostgresURL(server.url()))
    #expect(error.kind == .lost)
  }

  @Test(arguments: [
    ("28P01", false), ("28000", false), ("3D000", false), ("42501", false), ("53300", true), ("57P03", true),
    ("57P01", true),
  ])
  func `that refuses is retried only if that may help`(state: String, mayPass: Bool) throws {
    let server = try PlayedServer { $0.refuse(state, "nein") }
    let error = try refusal(PostgresURL(server.url()))
    #expect(error.sqlState == state)
    #expect(error.message == "nein")
    #expect((error.kind == .lost) == mayPass)
    let message = StoreError(error).description
    #expect(!message.contains("secret7") && !message.contains("\n"))
    #expect(message.hasPrefix("postgresql://ada@127.0.0.1"))
  }

  @Test func `that is second in the address is used if the first is down`() throws {
    let gone = try PlayedServer { _ in }.port
    let silent = try PlayedServer { while $0.readMessage() != nil {} }
    let readOnly = try PlayedServer { $0.greet(isReadOnly: true) }
    let writer = try PlayedServer { connection in
      connection.greet()
      while connection.readMessage() != nil {}
    }
    func url(_ ports: Int..., more: String = "") throws -> PostgresURL {
      try PostgresURL(
        "postgresql://ada@\(ports.map { "127.0.0.1:\($0)" }.joined(separator: ","))/db?connect_timeout=1\(more)")
    }
    // The server was reached, because the first statement fails.
    let reached = #expect(throws: PostgresError.self) {
      try PostgresConnection(url(gone, silent.port, readOnly.port, writer.port), deadlineMs: 300)
    }
    #expect(reached?.message == "the server has not answered for 300 ms")
    // One of them may soon become the primary.
    let none = try refusal(url(gone, readOnly.port))
    #expect(none.kind == .lost)
    #expect(none.message.contains("is read-only"))
    let wrong = try PlayedServer { $0.refuse("28P01", "wrong password") }
    let help = try refusal(url(gone, wrong.port))
    #expect(help.sqlState == "28P01")
  }

  private func refusal(_ url: PostgresURL) throws -> PostgresError {
    try #require(#expect(throws: PostgresError.self) { try PostgresConnection(url) })
  }
}

@Suite(.onPostgres) struct `Connecting to PostgreSQL` {
  @Test func `applies the session settings and the caller's own`() throws {
    let connection = try connection(settings: ["lock_timeout": "7s"])
    func setting(_ name: String) throws -> String? {
      try connection.first("SELECT current_setting(?)", name) { $0.text(0) }
    }
    #expect(try setting("search_path") == #""hwdb""#)
    #expect(try setting("lock_timeout") == "7s")
    #expect(try setting("application_name") == "hwdb")
    #expect(try setting("client_encoding") == "UTF8")
    #expect(connection.serverVersion >= 150_000)
    let error = #expect(throws: PostgresError.self) { try self.connection(settings: ["lock_timeout": "soon"]) }
    #expect(error?.sqlState == "22023")
  }

  private func connection(settings: [String: String]) throws -> PostgresConnection {
    try PostgresConnection(PostgresURL(PostgresServer.shared().createDatabase()), settings: settings)
  }

  @Test func `is refused without the correct password`() throws {
    let server = try PostgresServer()
    try server.execute("CREATE ROLE guarded LOGIN PASSWORD 'right4you'")
    try server.setAccess("local all guarded scram-sha-256")
    let right = try PostgresConnection(PostgresURL(server.url("postgres", user: "guarded:right4you")))
    #expect(try right.number("SELECT 1") == 1)
    let wrong = try refusal(server.url("postgres", user: "guarded:wrong4you"))
    #expect(wrong.sqlState == "28P01")
    #expect(wrong.kind == .cannotConnect(advice: "check the user and the password"))
    #expect(StoreError(wrong).description.contains("guarded@/postgres"))
    let none = try refusal(server.url("postgres", user: "guarded", more: "&passfile=/nowhere"))
    #expect(none.kind == .cannotConnect(advice: "give it in ~/.pgpass or PGPASSWORD"))
    let database = try refusal(server.url("absent", user: "guarded:right4you"))
    #expect(database.sqlState == "3D000")
    let user = try refusal(server.url("postgres", user: "nobody:right4you"))
    #expect(user.sqlState == "28000")
    for error in [wrong, none, database, user] {
      let message = "\(error) \(StoreError(error)) \(String(reflecting: error))"
      #expect(!message.contains("4you"), "\(message)")
      #expect(!StoreError(error).description.contains("\n"))
    }
  }

  @Test func `to a read-only server is for readers only`() throws {
    let server = try PostgresServer(settings: ["default_transaction_read_only=on"])
    let url = server.url("postgres")
    #expect(StoreError(try refusal(url)) == .unavailable(.readOnly))
    for target in ["any", "read-only"] {
      let reader = try PostgresConnection(PostgresURL(url + "&target_session_attrs=\(target)"))
      #expect(try reader.number("SELECT 1") == 1)
    }
  }

  @Test func `without a server may succeed later`() throws {
    let error = try refusal("postgresql:///db?host=/nowhere/at/all")
    #expect(error.kind == .lost)
    guard case .unavailable(.unreachable) = StoreError(error) else {
      Issue.record("\(StoreError(error))")
      return
    }
  }

  private func refusal(_ url: String) throws -> PostgresError {
    try #require(#expect(throws: PostgresError.self) { try PostgresConnection(PostgresURL(url)) })
  }
}
