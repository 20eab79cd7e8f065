import Foundation
import HomeworkModel
import HomeworkPostgres
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite(.onPostgres) struct `A lost connection to PostgreSQL` {
  @Test func `has committed nothing if lost before COMMIT`() throws {
    let (connection, other) = try pair()
    try connection.begin(.write)
    try connection.run("INSERT INTO t VALUES (1)")
    _ = try connection.number("SELECT 1")
    try other.terminate(connection)
    let error = #expect(throws: PostgresError.self) { try connection.commit() }
    #expect(error?.kind == .lost)
    #expect(error?.isConnectionLost == true)
    #expect(error?.outcomeUnknown == false)
    #expect(!connection.isUsable)
    #expect(!connection.isInTransaction)
    #expect(try other.number("SELECT count(*) FROM t") == 0)
    // Every later call throws the same, without waiting.
    let later = #expect(throws: PostgresError.self) { try connection.number("SELECT 1") }
    #expect(later?.kind == .lost)
    #expect(throws: PostgresError.self) { try connection.begin(.write) }
    #expect(throws: PostgresError.self) { try connection.execute("SELECT 1") }
    connection.rollback()
  }

  @Test func `is noticed while idle, without a round trip`() throws {
    let (connection, other) = try pair()
    #expect(connection.isUsable)
    try other.terminate(connection)
    #expect(!connection.isUsable)
    let error = #expect(throws: PostgresError.self) { try connection.run("SELECT 1") }
    #expect(error?.message.contains("administrator") == true)
    guard case .unavailable(.unreachable) = StoreError(try #require(error)) else {
      Issue.record("\(StoreError(error!))")
      return
    }
  }

  @Test func `is reported at once during a statement`() throws {
    let (connection, other) = try pair()
    let process = Int(connection.serverProcess)
    Thread.detachNewThread { [url = other.database] in
      usleep(200_000)
      let third = try? PostgresConnection(PostgresURL(url))
      _ = try? third?.number("SELECT pg_terminate_backend(?::int)::int", process)
    }
    let error = #expect(throws: PostgresError.self) { try connection.number("SELECT 1 FROM pg_sleep(60)") }
    #expect(error?.kind == .lost)
    #expect(error?.sqlState == "57P01")
  }

  @Test func `leaves the outcome unknown if lost during COMMIT, and reports that`() throws {
    let (connection, other) = try pair()
    // A deferred trigger makes COMMIT wait for the other connection's lock.
    try other.execute(
      """
      CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION slow();
      SELECT pg_advisory_lock(1)
      """)
    let process = Int(connection.serverProcess)
    Thread.detachNewThread { [url = other.database] in
      guard let third = try? PostgresConnection(PostgresURL(url)) else { return }
      let waits: SQL = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
      while (try? third.number(waits)) == 0 { usleep(1000) }
      _ = try? third.number("SELECT pg_terminate_backend(?::int)::int", process)
    }
    let error = #expect(throws: PostgresError.self) {
      try connection.write { try connection.run("INSERT INTO t VALUES (1)") }
    }
    #expect(error?.kind == .lostInCommit)
    #expect(error?.outcomeUnknown == true)
    #expect(!connection.isUsable)
  }

  @Test func `can be replaced after the server is killed or restarted`() throws {
    let server = try PostgresServer()
    let url = try PostgresURL(server.createDatabase())
    let connection = try PostgresConnection(url, settings: plain)
    try connection.execute("CREATE TABLE t (x bigint)")
    try connection.write { try connection.run("INSERT INTO t VALUES (1)") }
    try connection.begin(.write)
    #expect(try connection.number("INSERT INTO t VALUES (2) RETURNING x") == 2)
    server.kill()
    let error = #expect(throws: PostgresError.self) { try connection.commit() }
    #expect(error?.isConnectionLost == true)
    let refusal = #expect(throws: PostgresError.self) { try PostgresConnection(url, settings: plain) }
    #expect(refusal?.kind == .lost)
    try server.start()
    let second = try PostgresConnection(url, settings: plain)
    #expect(try second.number("SELECT sum(x) FROM t") == 1)
    try server.restart()
    #expect(!second.isUsable)
    #expect(try PostgresConnection(url, settings: plain).number("SELECT sum(x) FROM t") == 1)
  }

  @Test func `acknowledges no commit that its standby has not confirmed`() throws {
    let server = try PostgresServer(settings: ["synchronous_standby_names=absent"])
    let connection = try PostgresConnection(
      PostgresURL(server.url("postgres")), settings: ["synchronous_commit": "local", "search_path": "public"])
    try connection.execute("CREATE TABLE t (x bigint)")
    try connection.execute("SET synchronous_commit = on")
    let process = Int(connection.serverProcess)
    Thread.detachNewThread {
      while true {
        usleep(20_000)
        let waits = try? server.execute(
          "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = \(process) AND wait_event = 'SyncRep'")
        if waits != "" { return }
      }
    }
    let error = #expect(throws: PostgresError.self) {
      try connection.write { try connection.run("INSERT INTO t VALUES (1)") }
    }
    #expect(error?.kind == .standbyWaitCancelled)
    #expect(error?.outcomeUnknown == true)
    #expect(connection.isUsable)
    #expect(try connection.number("SELECT count(*) FROM t") == 1)
  }

  @Test func `is reported after it was closed`() throws {
    let connection = try connection()
    connection.close()
    #expect(!connection.isUsable)
    #expect(throws: PostgresError.self) { try connection.number("SELECT 1") }
  }

  private func pair() throws -> (PostgresConnection, PostgresConnection) {
    let first = try connection()
    try first.execute("CREATE TABLE t (x bigint)")
    return (first, try connection(beside: first))
  }
}

@Suite(.onPostgres) struct `A temporary refusal by PostgreSQL` {
  @Test func `is a deadlock, which can be retried`() throws {
    let first = try connection(settings: ["deadlock_timeout": "100ms"])
    let second = try connection(beside: first)
    try first.execute("CREATE TABLE t (x bigint); INSERT INTO t VALUES (1), (2)")
    let update: SQL = "UPDATE t SET x = x WHERE x = ? RETURNING x"
    try second.begin(.write)
    _ = try second.number(update, 2)
    try first.begin(.write)
    _ = try first.number(update, 1)
    // Sent without waiting: the statement waits for the first connection.
    try second.run(update, 1)
    Thread.detachNewThread { [box = Unchecked(second)] in _ = try? box.value.changes }
    usleep(200_000)
    let error = #expect(throws: PostgresError.self) { try first.number(update, 2) }
    #expect(error?.sqlState == "40P01")
    #expect(error?.isWorthAnotherTry == true)
    #expect(StoreError(try #require(error)) == .busy)
    first.rollback()
    #expect(first.isUsable)
  }

  @Test func `is a conflict with another transaction`() throws {
    let first = try connection()
    let second = try connection(beside: first)
    try first.execute("CREATE TABLE t (x bigint); INSERT INTO t VALUES (1)")
    try first.begin(.write)
    try first.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    #expect(try first.number("SELECT x FROM t") == 1)
    try second.write { try second.run("UPDATE t SET x = 2") }
    try first.run("UPDATE t SET x = 3")
    let error = #expect(throws: PostgresError.self) { try first.commit() }
    #expect(error?.sqlState == "40001")
    #expect(error?.isWorthAnotherTry == true)
    #expect(StoreError(try #require(error)) == .busy)
    #expect(try first.number("SELECT x FROM t") == 2)
  }

  @Test func `is a statement that takes too long, or a lock that is taken`() throws {
    let first = try connection(settings: ["statement_timeout": "100ms"])
    let error = #expect(throws: PostgresError.self) { try first.number("SELECT 1 FROM pg_sleep(60)") }
    #expect(error?.sqlState == "57014")
    #expect(error?.kind == .refused)
    #expect(StoreError(try #require(error)) == .busy)
    let second = try connection(beside: first)
    try second.execute("CREATE TABLE t (x bigint); INSERT INTO t VALUES (1)")
    try second.begin(.write)
    _ = try second.number("SELECT x FROM t FOR UPDATE")
    let lock = #expect(throws: PostgresError.self) { try first.number("SELECT x FROM t FOR UPDATE NOWAIT") }
    #expect(StoreError(try #require(lock)) == .busy)
    second.rollback()
  }

  @Test func `is a write to a read-only server`() throws {
    let first = try connection()
    try first.execute("CREATE TABLE t (x bigint); SET default_transaction_read_only = on")
    let error = #expect(throws: PostgresError.self) { try first.number("INSERT INTO t VALUES (1) RETURNING x") }
    #expect(StoreError(try #require(error)) == .unavailable(.readOnly))
  }
}

/// A value that a test passes to another thread, and does not use until that thread is done.
private struct Unchecked<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
