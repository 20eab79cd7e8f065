import Foundation
import HomeworkModel
import HomeworkPostgres
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite(.onPostgres) struct `A server with few connections` {
  @Test func `serves many threads in turn`() throws {
    let server = try PostgresServer(settings: ["max_connections=5", "superuser_reserved_connections=0"])
    let served = try Served(on: server)
    let stores = try (0..<2).map { _ in try served.open() }
    try onThreads(16) { number in
      for count in 0..<10 {
        _ = try stores[number % 2].writeAndWait { try $0.addHomework(HomeworkDraft(title: "\(number) \(count)")) }
        _ = try stores[number % 2].readAndWait { try $0.homeworkList(limit: 2).items }
      }
    }
    #expect(try stores[0].readAndWait { try $0.homeworkList(limit: 500).items.count } == 160)
    #expect(try stores[1].checkAndWait() == [])
  }

  @Test func `prepares each statement once for any number of groups`() throws {
    let served = try Served()
    let store = try served.library.open()
    /// Returns the number of statements prepared on the only connection.
    func prepared(after groups: Int) throws -> Int {
      for count in 0..<groups {
        _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "\(count)")) }
      }
      return try served.library.pool.use { try $0.number("SELECT count(*) FROM pg_prepared_statements") }
    }
    let few = try prepared(after: 4)
    #expect(try prepared(after: 30) - few <= 1)
  }

  @Test func `reports that all connections are taken`() throws {
    let server = try PostgresServer(settings: ["max_connections=5", "superuser_reserved_connections=0"])
    let url = try server.createDatabase()
    // The connection that created the database may still be closing.
    var others: [PostgresConnection] = []
    for _ in 0..<500 where others.count < 5 {
      do { others.append(try PostgresConnection(PostgresURL(url))) } catch { usleep(10_000) }
    }
    try #require(others.count == 5)
    let error = #expect(throws: StoreError.self) { try Store.openAndWait(postgres: url) }
    guard case .unavailable(.unreachable(_, let message)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.contains("too many clients"))
    others.forEach { $0.close() }
  }
}
