import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `A file of a development version` {
  private let directory = TemporaryDirectory()
  private var path: String { directory.path("x.sqlite") }

  private func contents() throws -> [String: Data] {
    try Dictionary(
      uniqueKeysWithValues: directory.names.map { ($0, try Data(contentsOf: directory.url.appending(path: $0))) })
  }

  @Test(arguments: DevelopmentFile.versions, ["DELETE", "WAL"])
  func `is refused and left unchanged`(version: Int, mode: String) async throws {
    try Connection(path: path, access: .create)
      .execute(DevelopmentFile.script(version: version) + "PRAGMA journal_mode = \(mode)")
    let before = try contents()
    #expect(before.count == 1)
    let refusal = StoreError.unavailable(.development(database: path))
    #expect(!refusal.description.contains("\n") && refusal.description.contains("hwdb export"))
    let store = try makeStore()
    for _ in 0..<2 {
      #expect(throws: refusal) { try Store.openAndWait(path: path) }
      #expect(throws: refusal) { try store.restoreAndWait(from: path) }
    }
    await #expect(throws: refusal) { _ = try await Store.open(path: path) }
    #expect(try contents() == before)
  }

  /// Its program was killed: the log has what the file has not.
  @Test(arguments: [1, 8])
  func `keeps its log`(version: Int) throws {
    let killed = try Connection(path: directory.path("killed.sqlite"), access: .create)
    try killed.execute(DevelopmentFile.script(version: version) + "PRAGMA journal_mode = WAL; DELETE FROM homework")
    for end in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: directory.path("killed.sqlite") + end, toPath: path + end)
    }
    let before = try ["", "-wal"].map { try Data(contentsOf: URL(filePath: path + $0)) }
    #expect(!before[1].isEmpty)
    #expect(throws: StoreError.unavailable(.development(database: path))) { try Store.openAndWait(path: path) }
    #expect(try ["", "-wal"].map { try Data(contentsOf: URL(filePath: path + $0)) } == before)
  }
}
