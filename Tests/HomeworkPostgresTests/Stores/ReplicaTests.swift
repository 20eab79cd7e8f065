import HomeworkModel
import HomeworkPostgres
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite(.enabled(if: PostgresServer.isInstalled, noServer)) struct `A store with a replica` {
  /// A copy of the database that nothing follows: a replica that lags as long as one likes.
  @Test func `reads there, but nothing older than what it has written or seen`() async throws {
    let server = try PostgresServer.shared()
    let (url, copy) = (try server.createDatabase(), "replica\(UInt32.random(in: 0...(.max)))")
    let name = try LibraryName("class")
    let plain = PostgresLibraries(try PostgresURL(url))
    try plain.create(name, StoreOptions())
    let id = try plain.open(name, StoreOptions()).writeAndWait { try $0.addHomework(HomeworkDraft(title: "Here")).id }
    // A database is copied while nobody uses it.
    plain.pool.close()
    try server.execute("CREATE DATABASE \(copy) TEMPLATE \(databaseName(of: url))")
    try server.execute("UPDATE hwdb.homework SET title = 'There'", database: copy)
    let libraries = PostgresLibraries(try PostgresURL(url), replica: try PostgresURL(server.url(copy)))
    let store = try libraries.open(name, StoreOptions())
    func title() throws -> String { try store.readAndWait { try $0.homework(id).title } }
    #expect(try title() == "There")
    #expect(try await store.read { try $0.homework(id).title } == "There")
    try store.writeAndWait { _ = try $0.addHomework(HomeworkDraft(title: "More")) }
    #expect(try title() == "Here")
    #expect(try await store.read { try $0.homeworkList().items.count } == 2)
  }

  @Test func `reads from the other server where there is none`() throws {
    let server = try PostgresServer.shared()
    let nowhere = try PostgresURL("postgresql://hwdb@/nothing?host=\(server.socketDirectory)")
    let libraries = PostgresLibraries(try PostgresURL(server.createDatabase()), replica: nowhere)
    let name = try LibraryName("class")
    try libraries.create(name, StoreOptions())
    let store = try libraries.open(name, StoreOptions())
    #expect(try store.readAndWait { try $0.homeworkList().items.isEmpty })
  }
}
