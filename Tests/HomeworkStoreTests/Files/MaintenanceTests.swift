import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `A backup` {
  @Test func `contains the store's data, and restores it`() throws {
    let directory = TemporaryDirectory()
    let store = try makeStore(path: directory.path("x.sqlite"))
    let (homework, attempt) = try store.play([.correct, .wrong])
    let backup = directory.path("backup.sqlite")
    try store.backupAndWait(to: backup)
    // A single file, which is a store.
    #expect(try directory.names.filter { $0.hasPrefix("backup") } == ["backup.sqlite"])
    _ = try store.writeAndWait { try $0.deleteHomework([homework.id]) }
    _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "later")) }
    try store.restoreAndWait(from: backup)
    #expect(
      try store.readAndWait { try $0.homeworkList() }.items == [
        try makeStore(path: backup).readAndWait { try $0.homework(homework.id) }
      ])
    #expect(try store.readAndWait { try $0.attempt(attempt.id) } == attempt)
    #expect(try store.checkAndWait() == [])
    _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "after")) }
    #expect(try makeStore(path: directory.path("x.sqlite")).readAndWait { try $0.homeworkList() }.items.count == 2)
  }

  @Test func `is one snapshot during concurrent writes`() throws {
    let directory = TemporaryDirectory()
    let store = try makeStore(path: directory.path("x.sqlite"))
    for number in 0..<50 { _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "\(number)")) } }
    let isOver = DispatchSemaphore(value: 0)
    let done = DispatchGroup()
    done.enter()
    Thread.detachNewThread {
      while isOver.wait(timeout: .now()) == .timedOut {
        _ = try? store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "more")) }
      }
      done.leave()
    }
    for _ in 0..<5 {
      let backup = directory.path("backup.sqlite")
      try store.backupAndWait(to: backup)
      let copy = try makeStore(path: backup)
      #expect(try copy.checkAndWait() == [])
      let events = try copy.readAndWait { tx in try tx.eventRange() }
      // One event for each homework, and one for the first capture.
      #expect(try copy.infoAndWait().homework == Int(events.newest) - 1)
    }
    isOver.signal()
    done.wait()
  }

  @Test func `replaces an earlier backup, but never the store itself`() throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    let store = try makeStore(path: path)
    let backup = directory.path("backup.sqlite")
    for title in ["1", "2"] {
      try store.backupAndWait(to: backup)
      _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: title)) }
    }
    #expect(try makeStore(path: backup).readAndWait { try $0.homeworkList() }.items.map(\.title) == ["1"])
    let itself = directory.path("link.sqlite")
    try FileManager.default.createSymbolicLink(atPath: itself, withDestinationPath: path)
    for target in [path, itself] {
      #expect(throws: StoreError.self) { try store.backupAndWait(to: target) }
      #expect(throws: StoreError.self) { try store.restoreAndWait(from: target) }
    }
    #expect(throws: StoreError.self) { try store.backupAndWait(to: directory.path("absent/backup.sqlite")) }
    #expect(try directory.names.filter { $0.contains("partial") } == [])
  }

  /// If the backup is unusable for any reason, the store stays unchanged.
  @Test func `is refused if damaged, foreign, newer, empty or missing, and nothing changes`() throws {
    let directory = TemporaryDirectory()
    let store = try makeStore(path: directory.path("x.sqlite"))
    _ = try store.play([.correct])
    let before = try store.readAndWait { try $0.homeworkList() }.items
    func file(_ name: String, _ make: (String) throws -> Void) throws -> String {
      let path = directory.path(name)
      try make(path)
      return path
    }
    let bad = [
      directory.path("absent.sqlite"),
      try file("text.sqlite") {
        try Data("text, and more than a hundred bytes of it".utf8).write(to: URL(fileURLWithPath: $0))
      },
      try file("empty.sqlite") { try Data().write(to: URL(fileURLWithPath: $0)) },
      try file("foreign.sqlite") { try Connection(path: $0, access: .create).execute("CREATE TABLE t (x)") },
      try file("newer.sqlite") {
        try store.backupAndWait(to: $0)
        try Connection(path: $0, access: .readWrite).execute("PRAGMA user_version = 99")
      },
      try file("wrong.sqlite") {
        try store.backupAndWait(to: $0)
        try Connection(path: $0, access: .readWrite).executeUnseen(
          "PRAGMA ignore_check_constraints = ON; UPDATE ledger SET stars = 201")
      },
      try file("cut.sqlite") {
        try store.backupAndWait(to: $0)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: $0))
        try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: $0))
      },
    ]
    var named = 0
    for path in bad {
      let error = #expect(throws: StoreError.self, "\(path)") { try store.restoreAndWait(from: path) }
      // Not the store is damaged.
      if case .unavailable(.corrupt(let what)) = error {
        #expect(what.hasPrefix(path))
        named += 1
      }
      #expect(try store.readAndWait { try $0.homeworkList() }.items == before)
      #expect(try store.checkAndWait() == [])
    }
    #expect(named > 0)
    #expect(!FileManager.default.fileExists(atPath: bad[0]))
  }
}

@Suite struct `A vacuum` {
  @Test func `returns the space of deleted rows`() throws {
    let directory = TemporaryDirectory()
    let store = try makeStore(path: directory.path("x.sqlite"))
    let text = String(repeating: "a long text ", count: 1000)
    let ids = try (0..<50).map { number in
      try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "\(number)", text: text)) }.id
    }
    _ = try store.writeAndWait { try $0.deleteHomework(Array(ids.dropFirst())) }
    try Connection(path: directory.path("x.sqlite"), access: .readWrite).execute(
      "PRAGMA foreign_keys = ON; DELETE FROM homework WHERE hidden_at_ms IS NOT NULL")
    let before = try store.infoAndWait()
    #expect(before.freeBytes > 0)
    try store.vacuumAndWait()
    let after = try store.infoAndWait()
    #expect(after.freeBytes == 0 && after.fileBytes < before.fileBytes && after.logBytes == 32 + 24 + 4096)
    #expect(try store.readAndWait { try $0.homeworkList() }.items.map(\.title) == ["0"] && store.checkAndWait() == [])
  }
}

@Suite struct `A repair` {
  /// Derived data is restored after changes behind the store's back.
  @Test(arguments: [
    "UPDATE ledger SET stars = stars + 1", "DELETE FROM ledger", "UPDATE ledger SET score = 9",
    "UPDATE ledger SET longest_run = 9, elapsed_ms = 1", "UPDATE quiz SET question_count = 11",
    "DELETE FROM homework_search", "UPDATE homework_search SET title = 'other'", "DROP INDEX ledger_of_learner",
  ])
  func `matches a recomputation`(sql: String) throws {
    let directory = TemporaryDirectory()
    let store = try makeStore(path: directory.path("x.sqlite"))
    let (homework, attempt) = try store.play(Array(repeating: .correct, count: 10))
    try Connection(path: directory.path("x.sqlite"), access: .readWrite).executeUnseen(sql)
    let report = try store.repairAndWait()
    #expect(!report.found.isEmpty && report.left == [])
    #expect(try store.readAndWait { try $0.attempt(attempt.id) } == attempt)
    #expect(try store.readAndWait { try $0.attemptSummary(attempt.id) } == attempt.summary)
    #expect(try store.readAndWait { try $0.homework(homework.id) }.progress.bestScore == 10)
    #expect(try store.readAndWait { try $0.earned() }.starsTotal == 6)
    #expect(try store.repairAndWait() == store.repairAndWait())
  }

  /// An answer whose question is missing is kept, with its derived data unchanged; the rest is repaired.
  @Test(arguments: 0..<10) func `keeps an answer whose question is missing`(index: Int) throws {
    let directory = TemporaryDirectory()
    let store = try makeStore(path: directory.path("x.sqlite"))
    let (homework, attempt) = try store.play(Array(repeating: .correct, count: 10))
    let (other, _) = try store.play([.correct])
    let connection = try Connection(path: directory.path("x.sqlite"), access: .readWrite)
    try connection.executeUnseen(
      """
      DELETE FROM question WHERE position = \(index) AND quiz = (SELECT min(id) FROM quiz);
      UPDATE ledger SET score = 0 WHERE total = 1
      """)
    let report = try store.repairAndWait()
    #expect(report.left.map(\.kind) == [.reference], "\(report.left)")
    #expect(try connection.number("SELECT count(*) FROM answer WHERE attempt = ?", attempt.id) == 10)
    #expect(try store.readAndWait { try $0.homework(homework.id) }.progress.bestScore == 10)
    #expect(try store.readAndWait { try $0.homework(other.id) }.progress.bestScore == 1)
  }
}

extension TemporaryDirectory {
  /// The names of its entries.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}
