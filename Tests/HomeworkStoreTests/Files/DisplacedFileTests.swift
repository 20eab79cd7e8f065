import Foundation
import HomeworkModel
import HomeworkScenarios
import HomeworkStore
import HomeworkTestKit
import Testing

/// A store whose files are removed while it is open.
@Suite struct `A database file removed while it is open` {
  enum Strike: String, CaseIterable {
    case deleted, moved, replacedByMove, replacedByLink, directoryMoved, linkTurned
  }

  private struct Bench {
    let directory = TemporaryDirectory()
    var path: String { directory.path("way/x.sqlite") }

    init() throws {
      try FileManager.default.createDirectory(atPath: directory.path("real"), withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(
        atPath: directory.path("way"), withDestinationPath: directory.path("real"))
      // Another database, to replace it.
      _ = try makeStore(path: directory.path("other.sqlite")).writeAndWait {
        try $0.addHomework(HomeworkDraft(title: "other"))
      }
    }

    func strike(_ strike: Strike) throws {
      let real = directory.path("real/x.sqlite")
      switch strike {
      case .deleted: #expect(unlink(real) == 0)
      case .moved: #expect(rename(real, real + ".away") == 0)
      case .replacedByMove:
        #expect(link(real, real + ".away") == 0 && rename(directory.path("other.sqlite"), real) == 0)
      case .replacedByLink:
        #expect(rename(real, real + ".away") == 0 && symlink(directory.path("other.sqlite"), real) == 0)
      case .directoryMoved: #expect(rename(directory.path("real"), directory.path("away")) == 0)
      case .linkTurned:
        try FileManager.default.createDirectory(atPath: directory.path("elsewhere"), withIntermediateDirectories: false)
        #expect(unlink(directory.path("way")) == 0 && symlink(directory.path("elsewhere"), directory.path("way")) == 0)
      }
    }

    func putBack(_ strike: Strike) throws {
      let real = directory.path("real/x.sqlite")
      switch strike {
      case .deleted: break
      case .moved, .replacedByMove, .replacedByLink: #expect(rename(real + ".away", real) == 0)
      case .directoryMoved: #expect(rename(directory.path("away"), directory.path("real")) == 0)
      case .linkTurned:
        #expect(unlink(directory.path("way")) == 0 && symlink(directory.path("real"), directory.path("way")) == 0)
      }
    }
  }

  private func add(_ store: Store, _ title: String) throws {
    _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: title)) }
  }

  @Test(arguments: Strike.allCases) func `accepts no write or read until it is put back`(strike: Strike) throws {
    let bench = try Bench()
    let store = try makeStore(path: bench.path)
    try add(store, "before")
    try bench.strike(strike)
    let refusal = StoreError.unavailable(.displaced(path: bench.path))
    for _ in 0..<3 {
      #expect(throws: refusal) { try add(store, "lost") }
      #expect(throws: refusal) { try store.readAndWait { try $0.homeworkList() } }
      #expect(throws: refusal) { try store.checkpointAndWait() }
    }
    // Nothing recreates the removed file.
    #expect(FileManager.default.fileExists(atPath: bench.path) == [.replacedByMove, .replacedByLink].contains(strike))
    // Acknowledged data is still available.
    try store.backupAndWait(to: bench.directory.path("saved"))
    #expect(
      try makeStore(path: bench.directory.path("saved")).readAndWait { try $0.homeworkList() }.items.contains {
        $0.title == "before"
      })
    guard strike != .deleted else { return }
    try bench.putBack(strike)
    try add(store, "after")
    let titles = try store.readAndWait { try $0.homeworkList() }.items.map(\.title)
    #expect(titles.first == "after" && titles.last == "before")
    #expect(try makeStore(path: bench.path).readAndWait { try $0.homeworkList() }.items.map(\.title) == titles)
    #expect(try store.checkAndWait() == [])
  }

  /// No acknowledged write is lost if the process dies.
  @Test func `receives its log's content if the log is removed`() throws {
    let bench = try Bench()
    let store = try makeStore(path: bench.path)
    for number in 0..<20 { try add(store, "\(number)") }
    let log = bench.directory.path("real/x.sqlite-wal")
    #expect(unlink(log) == 0)
    let refusal = StoreError.unavailable(.displaced(path: log))
    for _ in 0..<3 { #expect(throws: refusal) { try add(store, "lost") } }
    #expect(throws: refusal) { try store.readAndWait { try $0.homeworkList() } }
    // As after a kill: another process sees the file without its log.
    let copy = bench.directory.path("copy.sqlite")
    try FileManager.default.copyItem(atPath: bench.path, toPath: copy)
    let titles = Set(try makeStore(path: copy).readAndWait { try $0.homeworkList(limit: 100) }.items.map(\.title))
    #expect(titles.isSuperset(of: (0..<20).map(String.init)))
  }

  @Test(arguments: ["deleted", "replaced"]) func `accepts no write once its index is gone`(how: String) throws {
    let bench = try Bench()
    let store = try makeStore(path: bench.path)
    try add(store, "before")
    let index = bench.directory.path("real/x.sqlite-shm")
    #expect(unlink(index) == 0)
    if how == "replaced" { try bench.directory.write(String(repeating: "\0", count: 32_768), to: "real/x.sqlite-shm") }
    let refusal = StoreError.unavailable(.displaced(path: index))
    for _ in 0..<3 { #expect(throws: refusal) { try add(store, "lost") } }
    #expect(throws: refusal) { try store.readAndWait { try $0.homeworkList() } }
    try store.backupAndWait(to: bench.directory.path("saved"))
    // The files at these paths may now belong to another process.
    store.close()
    #expect(FileManager.default.fileExists(atPath: bench.directory.path("real/x.sqlite-wal")))
  }

  @Test func `accepts no write while it has another name, and opens under neither`() throws {
    let bench = try Bench()
    let (real, other) = (bench.directory.path("real/x.sqlite"), bench.directory.path("name.sqlite"))
    let store = try makeStore(path: bench.path)
    try add(store, "before")
    #expect(link(real, other) == 0)
    for path in [real, other] {
      #expect(throws: StoreError.unavailable(.severalNames(path: path))) { try makeStore(path: path) }
    }
    #expect(throws: StoreError.unavailable(.severalNames(path: bench.path))) { try add(store, "refused") }
    // A backup may have any number of names.
    let backup = bench.directory.path("backup.sqlite")
    #expect(unlink(other) == 0)
    try store.backupAndWait(to: backup)
    #expect(link(backup, other) == 0)
    try store.restoreAndWait(from: backup)
    try add(store, "after")
    #expect(try store.readAndWait { try $0.homeworkList() }.items.map(\.title) == ["after", "before"])
  }

  /// The content that `cp` writes into a file, whose identity stays the same.
  enum Content: CaseIterable { case backup, text, nothing, half }

  private func content(_ content: Content, of store: Store, in bench: Bench) throws -> Data {
    let path = bench.directory.path("content.sqlite")
    switch content {
    case .backup, .half: try store.backupAndWait(to: path)
    case .text: return Data(String(repeating: "no database ", count: 1000).utf8)
    case .nothing: return Data()
    }
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    return content == .half ? whole.prefix(20) : whole
  }

  private func overwrite(_ path: String, with content: Data) throws {
    // Opened and closed by another process, like `cp`: this process would lose its locks.
    let source = path + ".source"
    try content.write(to: URL(fileURLWithPath: source))
    #expect(try run("/bin/cp", [source, path]).status == 0)
  }

  /// Makes changes in the library's file, and others in its log.
  private func changed(_ store: Store) throws {
    for number in 0..<20 { try add(store, "\(number)") }
    try store.checkpointAndWait()
    let text = String(repeating: "long ", count: 5000)
    _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "long", text: text)) }
  }

  @Test(arguments: Content.allCases) func `accepts no write once its content is replaced`(content: Content) throws {
    let bench = try Bench()
    let store = try makeStore(path: bench.path)
    try changed(store)
    try overwrite(bench.path, with: self.content(content, of: store, in: bench))
    for _ in 0..<3 {
      #expect(throws: StoreError.unavailable(.displaced(path: bench.path))) { try add(store, "lost") }
    }
  }

  /// A process was killed, and a backup was put into its file's place.
  @Test func `does not open beside the log of an earlier file`() throws {
    let bench = try Bench()
    let store = try makeStore(path: bench.path)
    try changed(store)
    let killed = bench.directory.path("killed.sqlite")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: bench.path + suffix, toPath: killed + suffix)
    }
    let there = bench.directory.path("there.sqlite")
    for suffix in ["", "-wal"] { try FileManager.default.copyItem(atPath: killed + suffix, toPath: there + suffix) }
    #expect(try makeStore(path: there).readAndWait { try $0.homeworkList(limit: 50) }.items.count == 21)
    try overwrite(killed, with: content(.backup, of: store, in: bench))
    #expect(throws: StoreError.unavailable(.foreignLog(path: killed))) { try makeStore(path: killed) }
    #expect(unlink(killed + "-wal") == 0)
    #expect(try makeStore(path: killed).checkAndWait() == [])
  }

  @Test func `is noticed by reads alone`() async throws {
    let bench = try Bench()
    let store = try makeStore(path: bench.path)
    try add(store, "t")
    try bench.strike(.moved)
    // A check remains valid for a tenth of a second.
    while (try? await store.read { try $0.homeworkList() }) != nil { await Task.yield() }
    await #expect(throws: StoreError.unavailable(.displaced(path: bench.path))) {
      try await store.read { try $0.homeworkList() }
    }
    try bench.putBack(.moved)
    #expect(try await store.read { try $0.homeworkList() }.items.count == 1)
  }

  @Test func `fails each of many concurrent writers`() async throws {
    let bench = try Bench()
    let store = try makeStore(path: bench.path)
    try add(store, "before")
    try bench.strike(.deleted)
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask { (try? await store.write { try $0.addHomework(HomeworkDraft(title: "\(number)")) }) == nil }
      }
      for await isRefused in group { #expect(isRefused) }
    }
  }

  /// SQLite would discard the log, and the acknowledged writes in it.
  @Test func `is not created again beside its remaining log`() throws {
    let bench = try Bench()
    let store = try makeStore(path: bench.path)
    try add(store, "t")
    let killed = bench.directory.path("killed.sqlite")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: bench.path + suffix, toPath: killed + suffix)
    }
    for isEmpty in [false, true] {
      #expect(rename(killed, killed + ".away") == 0)
      if isEmpty { try bench.directory.write("", to: "killed.sqlite") }
      #expect(throws: StoreError.unavailable(.logAlone(path: killed))) { try makeStore(path: killed) }
      #expect(rename(killed + ".away", killed) == 0)
    }
    #expect(try makeStore(path: killed).readAndWait { try $0.homeworkList() }.items.map(\.title) == ["t"])
  }

  /// The only connection is reopened and creates a new log, which must be recognised as its own.
  @Test func `is not confused with a log that the store recreated after a disk failure`() throws {
    let bench = try Bench()
    let disk = FaultyDisk()
    var options = StoreOptions()
    options.disk = disk.vfs
    let store = try Store.openAndWait(path: bench.path, options: options)
    try add(store, "1")
    // SQLITE_IOERR_FSYNC
    disk.arm(.failOnce(code: 1034), atOperation: 3)
    #expect(throws: StoreError.self) { for number in 2..<9 { try add(store, "\(number)") } }
    for title in ["a", "b"] { try add(store, title) }
    #expect(try store.readAndWait { try $0.homeworkList(limit: 2) }.items.map(\.title) == ["b", "a"])
  }

  /// Tries every way in which a file cannot be opened.
  @Test func `is named in the error if it cannot be opened`() throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    _ = try makeStore(path: path)
    for suffix in ["-wal", "-shm", "-journal"] {
      try FileManager.default.createDirectory(atPath: path + suffix, withIntermediateDirectories: false)
      let error = #expect(throws: StoreError.self) { try add(makeStore(path: path), "t") }
      guard case .unavailable(let reason) = error else {
        Issue.record("\(suffix): \(String(describing: error))")
        continue
      }
      if case .cannotOpen(let named, _) = reason { #expect(named == path, "\(suffix)") }
      #expect(rmdir(path + suffix) == 0)
    }
    for kind in [S_IFDIR, S_IFIFO] {
      let odd = directory.path("odd")
      #expect((kind == S_IFDIR ? mkdir(odd, 0o700) : mkfifo(odd, 0o600)) == 0)
      let store = try makeStore(path: path)
      for body in [{ _ = try makeStore(path: odd) }, { try store.restoreAndWait(from: odd) }] {
        let error = #expect(throws: StoreError.self) { try body() }
        let words = kind == S_IFDIR ? "used (it is a directory)" : "opened (it is not a regular file)"
        #expect(error?.description.hasPrefix("\(odd) cannot be \(words): ") == true)
      }
      #expect((kind == S_IFDIR ? rmdir(odd) : unlink(odd)) == 0)
    }
  }

  /// A log's modification time is the last tick's if it was not queried since, however often it is written. If the
  /// check queried it, a second write in the same tick would get a new time, and its sync would write that, too.
  @Test func `is checked without touching the log's timestamp`() throws {
    let bench = try Bench()
    let store = try makeStore(path: bench.path)
    func tick() -> timespec {
      var now = timespec()
      clock_gettime(CLOCK_REALTIME_COARSE, &now)
      return now
    }
    func isTick() throws -> Bool {
      usleep(20_000)
      let before = tick()
      try add(store, "1")
      try add(store, "2")
      let after = tick()
      var log = stat()
      #expect(stat(bench.path + "-wal", &log) == 0)
      return before.tv_nsec == after.tv_nsec && before.tv_nsec == log.st_mtim.tv_nsec
    }
    var isEver = false
    for _ in 0..<100 where !isEver { isEver = try isTick() }
    #expect(isEver)
  }
}
