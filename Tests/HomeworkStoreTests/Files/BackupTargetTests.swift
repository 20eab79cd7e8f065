import Foundation
import HomeworkModel
import HomeworkScenarios
import HomeworkStore
import HomeworkTestKit
import HomeworkTorture
import Testing

/// Everything that a backup's path may hold, and the outcome.
@Suite struct `A backup's path` {
  /// A store with an assignment, in a directory of its own.
  private struct Bench {
    let directory = TemporaryDirectory()
    let store: Store

    init() throws {
      try FileManager.default.createDirectory(atPath: directory.path("own"), withIntermediateDirectories: false)
      store = try makeStore(path: directory.path("own/x.sqlite"))
      _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "kept")) }
    }

    /// Creates a database of this program that no process has open.
    func closed(_ path: String) throws {
      _ = try makeStore(path: path).writeAndWait { try $0.addHomework(HomeworkDraft(title: "older")) }
    }
  }

  enum Kind: String, CaseIterable {
    case directory, pipe, socket, device, text, empty, foreign, shortHeader, inUse, logOfKilled, journalOfKilled
    case ownDatabase, ownLog, ownIndex, ownHardLink
  }

  /// Creates a file of a kind; returns an object that keeps it so while retained.
  private func make(_ kind: Kind, at path: String, _ bench: Bench) throws -> AnyObject? {
    switch kind {
    case .directory: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case .pipe: #expect(mkfifo(path, 0o600) == 0)
    case .socket: return try ListeningSocket(path)
    case .device: try #require(mknod(path, S_IFCHR | 0o600, 1 << 8 | 3) == 0)
    case .text: try Data("somebody's thesis, all of it\n".utf8).write(to: URL(fileURLWithPath: path))
    case .empty: try Data().write(to: URL(fileURLWithPath: path))
    case .foreign: try Connection(path: path, access: .create).execute("CREATE TABLE t (x)")
    case .shortHeader: try Data("SQLite format 3\0".utf8).write(to: URL(fileURLWithPath: path))
    case .inUse:
      let store = try makeStore(path: path)
      _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "theirs")) }
      return store
    case .logOfKilled:
      try bench.closed(path)
      try Data("frames".utf8).write(to: URL(fileURLWithPath: path + "-wal"))
    case .journalOfKilled: try Data("pages".utf8).write(to: URL(fileURLWithPath: path + "-journal"))
    case .ownDatabase, .ownLog, .ownIndex: break
    case .ownHardLink: #expect(link(bench.directory.path("own/x.sqlite"), path) == 0)
    }
    return nil
  }

  private func path(_ kind: Kind, _ bench: Bench) -> String {
    switch kind {
    case .ownDatabase: bench.directory.path("own/x.sqlite")
    case .ownLog: bench.directory.path("own/x.sqlite-wal")
    case .ownIndex: bench.directory.path("own/x.sqlite-shm")
    default: bench.directory.path("there")
    }
  }

  @Test(.enabled(if: Machine.isRoot, "only root can make a device"))
  func `is rejected unchanged if it is a device, or a link to one`() throws { try expectLeft(.device) }

  @Test(arguments: Kind.allCases.filter { $0 != .device })
  func `is rejected unchanged if anything else is there, directly or by a link`(kind: Kind) throws {
    try expectLeft(kind)
  }

  private func expectLeft(_ kind: Kind) throws {
    let bench = try Bench()
    let path = path(kind, bench)
    let open = try make(kind, at: path, bench)
    let link = bench.directory.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    for target in [path, link] {
      let before = try DirectoryContents(bench.directory)
      let error = #expect(throws: StoreError.self, "\(target)") { try bench.store.backupAndWait(to: target) }
      #expect(try DirectoryContents(bench.directory) == before)
      // The store's own file then has two names, and is unusable.
      if kind == .ownHardLink, target == path { continue }
      guard case .invalid(let faults) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(faults.map(\.path) == ["path"] && faults[0].message.contains("give another path"))
    }
    if kind == .ownHardLink { #expect(unlink(path) == 0) }
    // Acknowledged writes are there for the next process to open the file.
    #expect(
      try makeStore(path: bench.directory.path("own/x.sqlite")).readAndWait { try $0.homeworkList() }.items.map(\.title)
        == ["kept"])
    withExtendedLifetime(open) {}
  }

  @Test(arguments: [
    "own/x.sqlite-journal", "own/x.sqlite.lock", "other-wal", "other-shm", "other-journal", "other.lock", "own/..",
    "own/.",
    "own/", "dangling", "nul\0byte", "a.partial-0123456789abcdef0123456789abcdef",
  ])
  func `is rejected if the name has another meaning`(name: String) throws {
    let bench = try Bench()
    try FileManager.default.createSymbolicLink(
      atPath: bench.directory.path("dangling"), withDestinationPath: bench.directory.path("absent"))
    let before = try DirectoryContents(bench.directory)
    let error = #expect(throws: StoreError.self) {
      try bench.store.backupAndWait(to: bench.directory.url.path + "/" + name)
    }
    guard case .invalid = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try DirectoryContents(bench.directory) == before)
  }

  @Test func `can be free or hold an hwdb database that is not open, of any schema`() throws {
    let bench = try Bench()
    for isThere in [false, true] {
      let path = bench.directory.path("backup \(isThere)")
      if isThere {
        try Fixture.write(to: path)
        chmod(path, 0o640)
      }
      for _ in 0..<2 { try bench.store.backupAndWait(to: path) }
      #expect(try mode(path) == (isThere ? 0o640 : 0o600))
      #expect(try makeStore(path: path).readAndWait { try $0.homeworkList() }.items.map(\.title) == ["kept"])
    }
    #expect(try bench.directory.names.filter { $0.contains("partial") } == [])
  }

  @Test func `is named in the error if nothing can be created there`() async throws {
    let bench = try Bench()
    let locked = bench.directory.path("locked")
    try FileManager.default.createDirectory(atPath: locked, withIntermediateDirectories: false)
    chmod(bench.directory.url.path, 0o755)
    chmod(locked, 0o555)
    await #expect(processExitsWith: .success) { [locked = locked as String] in
      // Root bypasses permissions, so become nobody.
      if geteuid() == 0 { try #require(setegid(65534) == 0 && seteuid(65534) == 0) }
      let path = locked + "/backup"
      let error = #expect(throws: StoreError.self) { try makeStore().backupAndWait(to: path) }
      #expect(error == .unavailable(.cannotOpen(path: path, "Permission denied")))
    }
    let absent = bench.directory.path("absent/backup")
    #expect(throws: StoreError.unavailable(.cannotOpen(path: absent, "No such file or directory"))) {
      try bench.store.backupAndWait(to: absent)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: locked) == [])
  }

  /// Regardless of the umask, no other user can read the backup, unfinished or finished.
  @Test func `gets a file that is private to its owner`() throws {
    let bench = try Bench()
    let path = bench.directory.path("backup")
    var modes: Set<mode_t> = []
    try bench.store.backupAndWait(
      to: path,
      onProgress: { _ in
        for name in (try? bench.directory.names) ?? [] where name.contains(".partial-") {
          if let mode = try? mode(bench.directory.path(name)) { modes.insert(mode) }
        }
      })
    #expect(try mode(path) == 0o600 && modes == [0o600])
  }
}

@Suite struct `The remains of a killed backup` {
  private static let token = "0123456789abcdef0123456789abcdef"

  @Test func `are removed by the next start or backup, which removes nothing else`() throws {
    for sweeps in [
      { (directory: TemporaryDirectory, _: Store) in _ = try makeStore(path: directory.path("y.sqlite")) },
      { (directory: TemporaryDirectory, store: Store) in try store.backupAndWait(to: directory.path("y.sqlite")) },
    ] {
      let directory = TemporaryDirectory()
      let store = try makeStore(path: directory.path("x.sqlite"))
      let own = ["b.partial-", "c.sqlite.partial-", "ü.partial-"].flatMap { name in
        ["", "-journal", "-wal", "-shm"].map { name + Self.token + $0 }
      }
      // The database was removed first, then the power failed.
      let alone = ["z.partial-" + String(Self.token.reversed()) + "-journal"]
      let others = [
        "thesis.partial-", ".partial-" + Self.token, "a.partial-" + Self.token.dropLast(),
        "a.partial-" + Self.token + "0",
        "a.partial-" + Self.token.uppercased(), "a.partial-" + Self.token + "-wol", "a.partial-123", "partial",
        "a.part",
      ]
      for name in own + alone + others { try directory.write("bytes", to: name) }
      // Matching names, but not regular files.
      let folder = directory.path("d.partial-" + Self.token)
      let link = directory.path("e.partial-" + Self.token)
      let pipe = directory.path("f.partial-" + Self.token)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "thesis.partial-")
      #expect(mkfifo(pipe, 0o600) == 0)
      let names = try Set(directory.names)
      try sweeps(directory, store)
      #expect(try Set(directory.names).subtracting(["y.sqlite"]) == names.subtracting(own + alone))
    }
  }

  @Test(.enabled(if: Machine.isRoot, "only root can make a file of another user"))
  func `are kept if another user created them`() throws {
    let directory = TemporaryDirectory()
    let theirs = try directory.write("bytes", to: "b.partial-" + Self.token)
    #expect(chown(theirs, 65_534, 65_534) == 0)
    try makeStore(path: directory.path("x.sqlite")).backupAndWait(to: directory.path("c"))
    #expect(FileManager.default.fileExists(atPath: theirs))
  }

  @Test func `are kept while a process still writes them`() throws {
    let directory = TemporaryDirectory()
    let store = try makeStore(path: directory.path("x.sqlite"))
    let partial = try PartialFile(for: directory.path("a"))
    try store.backupAndWait(to: directory.path("c"))
    #expect(FileManager.default.fileExists(atPath: partial.path))
    try partial.move(replacing: nil)
    #expect(try directory.names.contains("a"))
  }

  /// A backup is killed at each of its writes; the next one sweeps its remains.
  @Test func `are gone after the next backup, wherever the kill occurred`() async throws {
    let directory = TemporaryDirectory()
    let path = directory.path("x.sqlite")
    _ = try await makeStore(path: path).write { try $0.addHomework(HomeworkDraft(title: "t")) }
    for operation in [1, 2, 5, 20] {
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, operation = operation as Int] in
        let disk = FaultyDisk()
        var options = StoreOptions()
        options.disk = disk.vfs
        let store = try Store.openAndWait(path: path, options: options)
        disk.arm(.kill, atOperation: operation)
        try store.backupAndWait(to: path + ".backup")
      }
      #expect(try directory.names.contains { $0.contains(".partial-") })
      try makeStore(path: path).backupAndWait(to: directory.path("other"))
      #expect(try directory.names.filter { $0.contains("partial") } == [])
    }
  }
}

/// The content of a directory: kinds, permissions, identities and bytes.
struct DirectoryContents: Equatable {
  private var entries: [String: [String]] = [:]

  init(_ directory: TemporaryDirectory) throws {
    for name in try FileManager.default.subpathsOfDirectory(atPath: directory.url.path) {
      var status = stat()
      #expect(lstat(directory.path(name), &status) == 0)
      let isFile = status.st_mode & S_IFMT == S_IFREG
      // A shared memory index is not data.
      let content = isFile && !name.hasSuffix("-shm") ? FileManager.default.contents(atPath: directory.path(name)) : nil
      entries[name] = ["\(status.st_mode)", "\(status.st_ino)", content?.base64EncodedString() ?? ""]
    }
  }
}

/// Returns a file's permissions.
func mode(_ path: String) throws -> mode_t {
  var status = stat()
  guard lstat(path, &status) == 0 else { throw POSIXError(.ENOENT) }
  return status.st_mode & 0o7777
}

private final class ListeningSocket {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = try unixSocket(at: path) { bind($0, $1, $2) }
  }

  deinit { close(descriptor) }
}
