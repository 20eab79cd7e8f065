import HomeworkPostgres
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite(.onPostgres) struct `A connection to PostgreSQL` {
  @Test func `returns every kind of value as bound`() throws {
    let connection = try connection()
    func read<Value: SQLBindable, Read>(
      _ value: Value, _ make: (PostgresRow) -> Read
    ) throws -> (kind: String, value: Read)? {
      try connection.first("SELECT pg_typeof(v), v FROM (SELECT ?1) AS t (v)", value) { ($0.text(0), make($0)) }.map {
        ($0.0, $0.1)
      }
    }
    for number in [Int64.min, -1, 0, .max] {
      #expect(try #require(try read(number) { $0.isNull(1) ? nil : $0.int64(1) }) == ("bigint", number))
      #expect(try #require(try read(Optional(number)) { $0.isNull(1) ? nil : $0.int64(1) }) == ("bigint", number))
    }
    #expect(try #require(try read(Int64?.none) { $0.optionalInt(1) }) == ("bigint", nil))
    for flag in [false, true] { #expect(try #require(try read(flag) { $0.int(1) }) == ("boolean", flag ? 1 : 0)) }
    for number in [-0.5, 0.1, .infinity, 1e300] {
      #expect(try #require(try read(number) { $0.optionalDouble(1) }) == ("double precision", number))
    }
    for text in ["", "é🎉", "it's \\ \" ?", String(repeating: "x", count: 10_000_000)] {
      #expect(try #require(try read(text) { $0.optionalText(1) }) == ("text", text))
    }
    for bytes in [[], [0], [0, 255, 0], Array(1...9), Array(repeating: 0xAB, count: 10_000_000)] as [[UInt8]] {
      #expect(try #require(try read(bytes) { $0.bytes(1) }) == ("bytea", bytes))
    }
  }

  @Test func `reads every numeric type as an integer`() throws {
    let connection = try connection()
    let numbers = try connection.all(
      """
      SELECT n::text::numeric FROM (VALUES ('12'), ('-12.75'), ('9223372036854775807'), ('-9223372036854775808'),
        ('9223372036854775808'), ('0.4')) AS v (n)
      """
    ) { $0.int64(0) }
    #expect(numbers == [12, -12, .max, .min, .max, 0])
    #expect(try connection.number("SELECT 1e20::double precision") == Int(Int64.max))
    #expect(try connection.number("SELECT 'NaN'::double precision") == 0)
    #expect(try connection.number("SELECT 1 WHERE false") == 0)
    #expect(try connection.first("SELECT 'a\\b'") { $0.bytes(0) } == Array("a\\b".utf8))
    #expect(try connection.first("SELECT NULL, NULL") { $0.text(0) + "\($0.bytes(1)) \($0.int(0))" } == "[] 0")
  }

  @Test func `numbers parameters like SQLite, ignoring quotes and comments`() throws {
    let connection = try connection()
    let answer = try connection.first(
      """
      SELECT ?2::text || ?::text || ?1::text, '?', 'it''s ?', "a'?" FROM (SELECT 1 AS "a'?") AS t
      """, "a", "b", "c"
    ) { row in (0..<4).map { row.text($0) } }
    #expect(answer == ["bca", "?", "it's ?", "1"])
  }

  @Test func `accepts one statement with values of different types`() throws {
    let connection = try connection()
    let sql: SQL = "SELECT ?"
    #expect(try connection.first(sql, 5) { $0.text(0) } == "5")
    #expect(try connection.first(sql, "five") { $0.text(0) } == "five")
    #expect(try connection.first(sql, Int?.none) { $0.isNull(0) } == true)
    #expect(try connection.first(sql, 0.5) { $0.text(0) } == "0.5")
    #expect(try connection.first(sql, 6) { $0.text(0) } == "6")
    #expect(try connection.all(sql, true) { $0.text(0) } == ["t"])
  }

  @Test func `rejects a wrong number of values`() throws {
    let connection = try connection()
    #expect(throws: PostgresError.self) { try connection.run("SELECT ?, ?", 1) }
    let many = SQL("SELECT " + (1...70_000).map { "?\($0)::bigint" }.joined(separator: "+"))
    let error = #expect(throws: PostgresError.self) {
      try connection.run(many, binding: Array(repeating: 1, count: 70_000))
    }
    #expect(error?.sqlState == "54023")
    #expect(try connection.number("SELECT 1") == 1)
  }

  @Test func `refuses text that PostgreSQL cannot store, and reports why`() throws {
    let connection = try connection()
    let error = #expect(throws: PostgresError.self) { try connection.run("SELECT ?", "secret\u{0}") }
    #expect(error?.sqlState == "22021")
    #expect(error?.message.contains("U+0000") == true)
    #expect(error?.description.contains("secret") == false)
    #expect(try connection.number("SELECT 1") == 1)
  }

  @Test func `reports an error on one line, with statement and constraint but no values`() throws {
    let connection = try connection()
    try connection.execute("CREATE TABLE t (x text CONSTRAINT x_once UNIQUE, y bigint)")
    try connection.run("INSERT INTO t (x) VALUES (?)", "secret")
    let error = #expect(throws: PostgresError.self) {
      try connection.run("INSERT INTO t (x)\n  VALUES (?)", "secret")
      _ = try connection.number("SELECT 1")
    }
    #expect(error?.sqlState == "23505")
    #expect(error?.constraint == "x_once")
    #expect(error?.sql == "INSERT INTO t (x)\n  VALUES (?)")
    #expect(error?.description.contains("secret") == false)
    #expect(error?.description.hasSuffix(" in INSERT INTO t (x) VALUES (?)") == true)
    let other = #expect(throws: PostgresError.self) {
      try connection.run("INSERT INTO t (y) VALUES (?)", "secret")
      _ = try connection.changes
    }
    #expect(other?.sqlState == "22P02")
    #expect(other?.description.contains("secret") == false)
  }

  @Test func `counts the rows that a statement changed`() throws {
    let connection = try connection()
    try connection.execute("CREATE TABLE t (x bigint)")
    try connection.run("INSERT INTO t SELECT generate_series(1, 5)")
    #expect(try connection.changes == 5)
    #expect(try connection.all("UPDATE t SET x = x + ? WHERE x > 3 RETURNING x", 1) { $0.int(0) } == [5, 6])
    #expect(try connection.changes == 2)
    try connection.run("DELETE FROM t WHERE x = 99")
    #expect(try connection.changes == 0)
  }

  @Test func `reads a hundred thousand rows in one round trip`() throws {
    let connection = try connection()
    let rows = try connection.all("SELECT i, repeat('x', 100) FROM generate_series(1, 100000) AS i") {
      $0.int(0) + $0.text(1).utf8.count
    }
    #expect(rows.count == 100_000)
    #expect(rows.last == 100_100)
    #expect(connection.roundTrips == 1)
  }

  @Test func `sends another query while it converts rows`() throws {
    let connection = try connection()
    let sums = try connection.all("SELECT generate_series(1, 3)") { (row) throws(PostgresError) in
      try connection.number("SELECT ?::bigint * 10", row.int(0))
    }
    #expect(sums == [10, 20, 30])
  }

  @Test func `prepares a statement once, and again after a table changes`() throws {
    let connection = try connection()
    try connection.execute("CREATE TABLE t (x bigint)")
    let sql: SQL = "SELECT * FROM t"
    for _ in 0..<3 { _ = try connection.all(sql) { $0.int(0) } }
    let prepared: SQL = "SELECT count(*) FROM pg_prepared_statements WHERE statement = 'SELECT * FROM t'"
    #expect(try connection.number(prepared) == 1)
    try connection.execute("ALTER TABLE t ADD COLUMN y text; INSERT INTO t VALUES (1, 'b')")
    #expect(throws: PostgresError.self) { try connection.all(sql) { $0.text(1) } }
    #expect(try connection.all(sql) { $0.text(1) } == ["b"])
  }

  @Test func `keeps the server's notices, and prints nothing`() throws {
    let connection = try connection()
    try connection.execute("DO $$ BEGIN RAISE WARNING 'look'; RAISE NOTICE 'and see'; END $$")
    let notices = connection.takeNotices()
    #expect(notices.map(\.message) == ["look", "and see"])
    #expect(notices.map(\.severity) == ["WARNING", "NOTICE"])
    #expect(connection.takeNotices().isEmpty)
    try connection.execute("DO $$ BEGIN FOR i IN 1..500 LOOP RAISE NOTICE '%', i; END LOOP; END $$")
    #expect(connection.takeNotices().count == 100)
  }

  @Test func `inserts rows of every kind of value`() throws {
    let connection = try connection()
    try connection.execute("CREATE TABLE t (i bigint, t text, d double precision, b bytea, f boolean)")
    let rows: [[any SQLBindable]] = [
      [1, "tab\tline\nreturn\rback\\slash \\N", 0.1, [0, 255] as [UInt8], true],
      [Int?.none, String?.none, Double?.none, [UInt8]?.none, Bool?.none], [-2, "", -1e-300, [] as [UInt8], false],
    ]
    for row in rows { try connection.run("INSERT INTO t VALUES (?, ?, ?, ?, ?)", binding: row) }
    let read = try connection.all("SELECT i, t, d, b, f FROM t ORDER BY i NULLS FIRST") { row in
      (0..<5).map { row.isNull($0) ? "-" : $0 == 3 ? "\(row.bytes($0))" : row.text($0) }
    }
    #expect(
      read == [
        ["-", "-", "-", "-", "-"], ["-2", "", "-1e-300", "[]", "f"],
        ["1", "tab\tline\nreturn\rback\\slash \\N", "0.1", "[0, 255]", "t"],
      ])
  }

  /// Semicolons in quotations, comments and function bodies do not end a statement.
  @Test func `splits a script like the server`() throws {
    let connection = try connection()
    try connection.execute(
      """
      -- a; comment
      CREATE TABLE t (x text); /* another; /* inner; */ ; */ INSERT INTO t VALUES ('a;b'), (E'it\\';s');;
      CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $body$ BEGIN RETURN 'c;'; END $body$;
      INSERT INTO t SELECT f() AS "d;e"; -- the end;
      """)
    #expect(try connection.all("SELECT x FROM t ORDER BY x COLLATE \"C\"") { $0.text(0) } == ["a;b", "c;", "it';s"])
  }
}
