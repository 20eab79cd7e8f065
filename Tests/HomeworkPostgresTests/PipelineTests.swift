import Foundation
import HomeworkPostgres
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite(.onPostgres) struct `A pipeline to PostgreSQL` {
  @Test func `takes one round trip per query and one to commit`() throws {
    let connection = try connection()
    try connection.execute("CREATE TABLE t (x bigint)")
    func trips(_ body: () throws -> Void) rethrows -> Int {
      let before = connection.roundTrips
      try body()
      return connection.roundTrips - before
    }
    #expect(try trips { try connection.run("INSERT INTO t VALUES (1)") } == 0)
    #expect(try trips { _ = try connection.number("SELECT count(*) FROM t") } == 1)
    let write = try trips {
      try connection.write {
        let number = try connection.number("SELECT max(x) FROM t")
        for more in 1...10 { try connection.run("INSERT INTO t VALUES (?)", number + more) }
      }
    }
    #expect(write == 2)
    let read = try trips {
      try connection.transaction(.read) {
        _ = try connection.number("SELECT count(*) FROM t")
        _ = try connection.number("SELECT sum(x) FROM t")
      }
    }
    #expect(read == 2)
    #expect(try trips { try connection.write {} } == 1)
    let onlyWrites = try trips {
      try connection.write { try connection.run("INSERT INTO t VALUES (0)") }
    }
    #expect(onlyWrites == 1)
    #expect(try connection.number("SELECT count(*) FROM t") == 12)
  }

  @Test func `holds ten thousand statements without a deadlock`() throws {
    let connection = try connection()
    try connection.execute("CREATE TABLE t (x bigint, y text)")
    let long = String(repeating: "y", count: 3000)
    let before = connection.roundTrips
    // The results are long too, so that both sides send more than the socket holds.
    try connection.write {
      for index in 0..<10_000 { try connection.run("INSERT INTO t VALUES (?, ?) RETURNING x, y", index, long) }
    }
    #expect(connection.roundTrips == before + 1)
    #expect(try connection.number("SELECT count(DISTINCT x) FROM t WHERE length(y) = 3000") == 10_000)
    for index in 0..<2000 { try connection.run("INSERT INTO t VALUES (?, ?)", index, "") }
    #expect(try connection.number("SELECT count(*) FROM t") == 12_000)
  }

  @Test func `throws the first deferred error at the next wait`() throws {
    let connection = try connection()
    try connection.execute("CREATE TABLE t (x bigint CONSTRAINT positive CHECK (x > 0))")
    let error = #expect(throws: PostgresError.self) {
      try connection.write {
        try connection.run("INSERT INTO t VALUES (1)")
        try connection.run("INSERT INTO t VALUES (?)", 0)
        try connection.run("INSERT INTO absent VALUES (1)")
      }
    }
    #expect(error?.constraint == "positive")
    #expect(error?.sql == "INSERT INTO t VALUES (?)")
    #expect(connection.isUsable)
    #expect(try connection.number("SELECT count(*) FROM t") == 0)
    // Outside a transaction, each statement stands alone.
    try connection.run("INSERT INTO t VALUES (?)", 0)
    try connection.run("INSERT INTO t VALUES (?)", 7)
    #expect(throws: PostgresError.self) { try connection.number("SELECT 1") }
    #expect(try connection.number("SELECT x FROM t") == 7)
  }

  @Test func `accepts nothing more in a failed transaction until it is rolled back`() throws {
    let connection = try connection()
    try connection.execute("CREATE TABLE t (x bigint)")
    try connection.begin(.write)
    try connection.run("INSERT INTO t VALUES (1)")
    #expect(throws: PostgresError.self) { try connection.number("SELECT 1 / 0") }
    let error = #expect(throws: PostgresError.self) { try connection.run("INSERT INTO t VALUES (2)") }
    #expect(error?.sqlState == "25P02")
    let commit = #expect(throws: PostgresError.self) { try connection.commit() }
    #expect(commit?.sqlState == "25P02")
    #expect(!connection.isInTransaction)
    #expect(try connection.number("SELECT count(*) FROM t") == 0)
    connection.rollback()
    #expect(connection.isUsable)
  }

  @Test func `ends a read whose last statement failed`() throws {
    let connection = try connection()
    #expect(throws: PostgresError.self) {
      try connection.transaction(.read) {
        _ = try connection.number("SELECT 1")
        try connection.run("SELECT 1 / 0")
      }
    }
    #expect(try connection.write { try connection.number("SELECT 2") } == 2)
  }

  @Test func `commits nothing if an earlier statement failed`() throws {
    let connection = try connection()
    try connection.execute("CREATE TABLE t (x bigint)")
    try connection.run("SELECT 1 / 0")
    #expect(throws: PostgresError.self) {
      try connection.write { try connection.run("INSERT INTO t VALUES (1)") }
    }
    #expect(try connection.number("SELECT count(*) FROM t") == 0)
  }

  @Test func `rolls back a transaction that throws, and continues`() throws {
    struct Refusal: Error {}
    let connection = try connection()
    try connection.execute("CREATE TABLE t (x bigint)")
    #expect(throws: Refusal.self) {
      try connection.transaction(.write) {
        do throws(PostgresError) {
          try connection.run("INSERT INTO t VALUES (1)")
          // Fails, without being reported.
          try connection.run("INSERT INTO absent VALUES (1)")
        } catch { throw Refusal() }
        throw Refusal()
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.number("SELECT count(*) FROM t") == 0)
    #expect(throws: PostgresError.self) {
      try connection.transaction(.read) {
        _ = try connection.number("INSERT INTO t VALUES (1) RETURNING x")
      }
    }
    try connection.write { try connection.run("INSERT INTO t VALUES (2)") }
    #expect(try connection.number("SELECT x FROM t") == 2)
  }

  @Test func `rolls a failure back to its savepoint, and keeps earlier changes`() throws {
    let connection = try connection()
    try connection.execute("CREATE TABLE t (x bigint)")
    try connection.write {
      try connection.run("INSERT INTO t VALUES (1)")
      let error = #expect(throws: PostgresError.self) {
        try connection.savepoint {
          try connection.run("INSERT INTO t VALUES (2)")
          try connection.run("INSERT INTO absent VALUES (2)")
        }
      }
      #expect(error?.sqlState == "42P01")
      #expect(throws: PostgresError.self) {
        try connection.savepoint {
          try connection.run("INSERT INTO t VALUES (3)")
          throw PostgresError(sqlState: "XX001", message: "x")
        }
      }
      try connection.savepoint {
        try connection.run("INSERT INTO t VALUES (4)")
        #expect(throws: PostgresError.self) {
          try connection.savepoint {
            _ = try connection.number("SELECT 1 / 0")
          }
        }
      }
    }
    #expect(try connection.all("SELECT x FROM t ORDER BY x") { $0.int(0) } == [1, 4])
  }

  @Test func `runs scripts inside and outside a transaction`() throws {
    let connection = try connection()
    try connection.execute("CREATE TABLE t (x bigint); INSERT INTO t VALUES (1); SELECT * FROM t")
    #expect(throws: PostgresError.self) { try connection.execute("INSERT INTO t VALUES (2); SELECT 1 / 0") }
    #expect(throws: PostgresError.self) {
      try connection.write {
        try connection.run("INSERT INTO t VALUES (3)")
        try connection.execute("INSERT INTO t VALUES (4); INSERT INTO absent VALUES (4)")
      }
    }
    try connection.write {
      try connection.run("INSERT INTO t VALUES (5)")
      try connection.execute("INSERT INTO t VALUES (6); ")
    }
    #expect(try connection.all("SELECT x FROM t ORDER BY x") { $0.int(0) } == [1, 5, 6])
  }

  @Test func `stops a statement while interruption is requested`() throws {
    let connection = try connection()
    connection.isInterruptionWanted = { true }
    for _ in 0..<3 {
      let start = Date()
      let error = #expect(throws: PostgresError.self) {
        try connection.run("SELECT pg_sleep(60)")
        try connection.run("SELECT 1")
        _ = try connection.changes
      }
      #expect(error?.kind == .cancelled)
      #expect(Date().timeIntervalSince(start) < 10)
    }
    #expect(throws: PostgresError.self) { try connection.execute("SELECT pg_sleep(60)") }
    #expect(throws: PostgresError.self) {
      try connection.write { _ = try connection.number("SELECT 1 FROM pg_sleep(60)") }
    }
    connection.isInterruptionWanted = nil
    #expect(try connection.number("SELECT 5 FROM pg_sleep(0.1)") == 5)
    // A query that ends in time is not stopped.
    connection.isInterruptionWanted = { false }
    #expect(try connection.number("SELECT 6 FROM pg_sleep(0.1)") == 6)
  }
}
