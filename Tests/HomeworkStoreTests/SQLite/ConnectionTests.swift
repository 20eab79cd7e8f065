import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `A connection` {
  @Test func `returns every kind of value as bound`() throws {
    let connection = try Connection(path: ":memory:", access: .create)
    func read<Value: SQLBindable, Read>(
      _ value: Value, _ make: (any SQLRow) -> Read
    ) throws -> (kind: String, value: Read)? {
      try connection.first("SELECT typeof(?1), ?1", value) { ($0.text(0), make($0)) }.map { ($0.0, $0.1) }
    }
    for number in [Int64.min, -1, 0, .max] {
      #expect(try #require(try read(number) { $0.isNull(1) ? nil : $0.int64(1) }) == ("integer", number))
      #expect(try #require(try read(Optional(number)) { $0.isNull(1) ? nil : $0.int64(1) }) == ("integer", number))
    }
    #expect(try #require(try read(Int64?.none) { $0.isNull(1) ? nil : $0.int64(1) }) == ("null", nil))
    for flag in [false, true] { #expect(try #require(try read(flag) { $0.int(1) }) == ("integer", flag ? 1 : 0)) }
    for number in [-0.5, 0.1] { #expect(try #require(try read(number) { $0.optionalDouble(1) }) == ("real", number)) }
    for text in ["", "é\u{0}🎉"] {
      #expect(try #require(try read(text) { $0.optionalText(1) }) == ("text", text))
    }
    for bytes in [[], [0], [0, 255, 0], Array(1...9)] as [[UInt8]] {
      #expect(try #require(try read(bytes) { $0.bytes(1) }) == ("blob", bytes))
    }
  }

  /// Short texts are stored beside the statement, up to 256 bytes.
  @Test func `returns texts of every length, one use after the other`() throws {
    let connection = try Connection(path: ":memory:", access: .create)
    let lengths = [0, 1, 85, 86, 128, 255, 256, 257, 300]
    let select: SQL =
      "SELECT ?1, ?2, ?3, typeof(?1) || typeof(?2) || typeof(?3), row_number() OVER () FROM (VALUES (0), (0))"
    for first in lengths {
      for second in lengths {
        for third in lengths {
          let texts = [("a", first), ("b", second), ("c", third)].map { String(repeating: $0, count: $1) }
          let rows = try connection.all(select, texts[0], texts[1], texts[2]) { row in
            // This statement's texts survive the use of another one.
            _ = try? connection.first("SELECT ?", texts[2]) { $0.text(0) }
            return [row.text(0), row.text(1), row.text(2), row.text(3)]
          }
          try #require(rows == Array(repeating: texts + ["texttexttext"], count: 2))
        }
      }
    }
    let rows = try connection.all("SELECT ?, ?", "d", [1, 2] as [UInt8]) { ($0.text(0), $0.bytes(1)) }
    #expect(rows.count == 1 && rows[0] == ("d", [1, 2]))
  }

  @Test func `stops a statement while interruption is requested`() throws {
    let connection = try Connection(path: ":memory:", access: .create)
    // Runs practically forever.
    let endless: SQL = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    connection.setInterruption { true }
    #expect(connection.isInterruptionWanted)
    #expect(throws: StoreError.cancelled) { try connection.run(endless) }
    connection.setInterruption(nil)
    #expect(!connection.isInterruptionWanted)
    let million: SQL =
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000) SELECT max(i) FROM n"
    #expect(try connection.number(million) == 1_000_000)
  }

  @Test func `rolls back a transaction that throws, and continues`() throws {
    let connection = try Connection(path: ":memory:", access: .create)
    try connection.execute("CREATE TABLE t (x INTEGER CONSTRAINT x_positive CHECK (x > 0)) STRICT")
    #expect(throws: StoreError.self) {
      try connection.transaction(.immediate) {
        try connection.run("INSERT INTO t VALUES (1)")
        try connection.run("INSERT INTO t VALUES (0)")
      }
    }
    #expect(try connection.number("SELECT count(*) FROM t") == 0)
    try connection.transaction(.immediate) {
      try connection.run("INSERT INTO t VALUES (?)", 2)
    }
    #expect(try connection.number("SELECT x FROM t") == 2)
  }

  @Test func `names the failed statement on one line, but never its values`() throws {
    let connection = try Connection(path: ":memory:", access: .create)
    try connection.execute("CREATE TABLE t (x TEXT UNIQUE) STRICT")
    try connection.run("INSERT INTO t VALUES (?)", "secret")
    #expect(throws: StoreError.unavailable(.corrupt("no such table: absent"))) {
      try connection.run("SELECT *\n  FROM absent")
    }
    let failure = "SQLite 2067: UNIQUE constraint failed: t.x in INSERT INTO t VALUES (?)"
    #expect(throws: StoreError.inconsistent(failure)) { try connection.run("INSERT INTO t\n  VALUES (?)", "secret") }
  }

  @Test func `rejects a wrong number of values`() throws {
    let connection = try Connection(path: ":memory:", access: .create)
    #expect(throws: StoreError.inconsistent("2 parameters, 1 values in SELECT ?, ?")) {
      try connection.run("SELECT ?, ?", 1)
    }
  }

  @Test func `reports busy if another connection holds the lock for too long`() throws {
    let directory = TemporaryDirectory()
    let one = try Connection(path: directory.path("x.sqlite"), access: .create)
    let other = try Connection(path: directory.path("x.sqlite"), access: .create, busyTimeoutMs: 10)
    try one.run("BEGIN IMMEDIATE")
    #expect(throws: StoreError.busy) { try other.run("BEGIN IMMEDIATE") }
    try one.run("COMMIT")
    try other.run("BEGIN IMMEDIATE")
  }
}
