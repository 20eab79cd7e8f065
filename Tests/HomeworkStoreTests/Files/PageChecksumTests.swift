import Foundation
import HomeworkModel
import HomeworkSQLite
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `Pages of a file` {
  private static let pageSize = 4096

  private func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

  private func filled(_ path: String) throws {
    let store = try makeStore(path: path)
    _ = try store.play([.correct, .wrong, .correct])
    try store.checkpointAndWait()
  }

  /// SQLite itself, which knows nothing of checksums, on the file as it is.
  private func isSound(_ path: String) throws -> Bool {
    try Connection(path: path, access: .readOnly).first("PRAGMA integrity_check") { $0.text(0) } == "ok"
  }

  @Test func `carry checksums from the first on`() throws {
    let directory = try TemporaryDirectory()
    try filled(directory.path("x.sqlite"))
    #expect(try bytes(directory.path("x.sqlite"))[20] == 8)
    #expect(try Connection(path: directory.path("x.sqlite"), access: .readOnly).hasPageChecksums())
  }

  @Test(arguments: [0, 1, 20, 99, 2000, 4090]) func `are refused where one bit has turned`(offset: Int) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("x.sqlite")
    try filled(path)
    let whole = try bytes(path)
    // Of every page in use; the table of what else is there begins on the first.
    for page in 0..<whole.count / Self.pageSize {
      var damaged = whole
      damaged[page * Self.pageSize + offset] ^= 0x04
      try Data(damaged).write(to: URL(fileURLWithPath: path))
      #expect(throws: StoreError.self, "byte \(offset) of page \(page)") {
        let found = try makeStore(path: path).checkAndWait()
        if let first = found.first { throw StoreError.unavailable(.corrupt("\(first)")) }
      }
    }
  }

  @Test func `cannot stand in for one another`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("x.sqlite")
    try filled(path)
    let whole = try bytes(path)
    var swapped = whole
    swapped.replaceSubrange(Self.pageSize..<2 * Self.pageSize, with: whole[(2 * Self.pageSize)..<(3 * Self.pageSize)])
    swapped.replaceSubrange((2 * Self.pageSize)..<(3 * Self.pageSize), with: whole[Self.pageSize..<2 * Self.pageSize])
    try Data(swapped).write(to: URL(fileURLWithPath: path))
    #expect(throws: StoreError.unavailable(.corrupt("a page of the file is not what was written there"))) {
      _ = try makeStore(path: path).readAndWait { try $0.homeworkList() }
    }
  }

  @Test(arguments: [1, 5, 7]) func `of an older file are written anew at once`(version: Int) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let old = ThisPackage.root.appending(path: "Tests/HomeworkStoreTests/Fixtures/schema-\(version).database")
    try FileManager.default.copyItem(atPath: old.path, toPath: path)
    #expect(try bytes(path)[20] == 0)
    let store = try makeStore(path: path)
    // Another connection, which came before the file was moved.
    #expect(try store.readAndWait { try $0.homeworkList() }.items.count == 4)
    try store.checkpointAndWait()
    #expect(try bytes(path)[20] == 8)
    #expect(try store.checkAndWait() == [])
    #expect(try isSound(path))
  }

  /// More than any cache holds, so that pages are written before the first one, which says how they are made.
  @Test func `of a backup and of what is restored from it carry them, too`() throws {
    let directory = try TemporaryDirectory()
    let store = try makeStore(path: directory.path("x.sqlite"))
    let text = String(repeating: "words and more words ", count: 50_000)
    for number in 0..<8 {
      _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "\(number)", text: text)) }
    }
    try store.backupAndWait(to: directory.path("copy.sqlite"))
    #expect(try bytes(directory.path("copy.sqlite"))[20] == 8)
    #expect(try makeStore(path: directory.path("copy.sqlite")).checkAndWait() == [])
    try store.restoreAndWait(from: directory.path("copy.sqlite"))
    try store.vacuumAndWait()
    #expect(try store.checkAndWait() == [])
    let old = ThisPackage.root.appending(path: "Tests/HomeworkStoreTests/Fixtures/schema-1.database").path
    try FileManager.default.copyItem(atPath: old, toPath: directory.path("old.sqlite"))
    try store.restoreAndWait(from: directory.path("old.sqlite"))
    try store.checkpointAndWait()
    #expect(try bytes(directory.path("x.sqlite"))[20] == 8)
    #expect(try store.checkAndWait() == [])
  }
}

@Suite struct `A log's index` {
  /// Zeros, as the program that cut it and one that made it longer again leave them: no signal says so.
  @Test(arguments: [0, 4096, 5000, 16_384, 32_767])
  func `that is cut is an error of whoever writes by it, and made anew`(length: Int) async throws {
    await #expect(processExitsWith: .success) { [length] in
      Store.makeErrorsOfSignals()
      let directory = try TemporaryDirectory()
      let path = directory.path("x.sqlite")
      let store = try makeStore(path: path)
      var titles: [String] = []
      for round in 0..<20 {
        try #require(truncate(path + "-shm", off_t(length)) == 0)
        for number in 0..<6 {
          let title = "\(round).\(number)"
          do {
            // A read that is answered tells all that was acknowledged.
            if number % 2 == 0 {
              #expect(try store.readAndWait { try $0.homeworkList(limit: 500) }.items.count >= titles.count)
            }
            _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: title)) }
            titles.append(title)
          } catch {
            guard case StoreError.unavailable = error else { throw error }
          }
        }
      }
      #expect(titles.count >= 60)
      #expect(try Set(store.readAndWait { try $0.homeworkList(limit: 500) }.items.map(\.title)).isSuperset(of: titles))
      #expect(try store.checkAndWait() == [])
    }
  }

  @Test func `is not the only thing that raises SIGBUS`() async {
    await #expect(processExitsWith: .signal(SIGBUS)) {
      Store.makeErrorsOfSignals()
      raise(SIGBUS)
    }
  }
}
