import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `A directory of libraries` {
  private let place: TemporaryDirectory
  private let directory: LibraryDirectory

  init() throws {
    place = try TemporaryDirectory()
    directory = LibraryDirectory(place.path("libraries") + "/")
  }

  private func refusal(_ body: () throws -> Void) -> StoreError? {
    do { try body() } catch { return error as? StoreError }
    return nil
  }

  private func add(_ title: String, to name: String) throws {
    let store = try directory.open(LibraryName(name), StoreOptions())
    try store.writeAndWait { tx in _ = try tx.addHomework(HomeworkDraft(title: title)) }
    store.close()
  }

  private func titles(_ name: String) throws -> [String] {
    let store = try directory.open(LibraryName(name), StoreOptions())
    defer { store.close() }
    return try store.readAndWait { try $0.homeworkList().items.map(\.title) }
  }

  private func file(_ name: String) -> String { directory.path + "/" + name }
  private func files() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).sorted()
  }

  @Test func `is created only by creating a library`() throws {
    let missing = StoreError.unavailable(
      .cannotOpen(path: directory.path, "it is not there; hwdb library create makes it"))
    #expect(refusal { _ = try directory.names() } == missing)
    #expect(refusal { _ = try directory.open(LibraryName("a"), StoreOptions()) } == missing)
    #expect(refusal { try directory.delete(LibraryName("a")) } == missing)
    #expect(!FileManager.default.fileExists(atPath: directory.path))
    try directory.create(LibraryName("a"))
    #expect(try directory.names().map(\.text) == ["a"])
    #expect(files() == ["a.sqlite"])
  }

  @Test func `holds independent libraries`() throws {
    for name in ["b", "a"] {
      try directory.create(LibraryName(name))
      try add("of \(name)", to: name)
    }
    #expect(try directory.names().map(\.text) == ["a", "b"])
    #expect(try titles("a") == ["of a"])
    #expect(try titles("b") == ["of b"])
    let entries = directory.entries(of: try directory.names() + [LibraryName("gone")])
    #expect(entries.map(\.name) == ["a", "b"])
    #expect(entries.allSatisfy { $0.fileBytes > 0 && $0.changedAt.millisecondsSince1970 > 0 })
  }

  @Test func `reports which name is taken or missing`() throws {
    try directory.create(LibraryName("a"))
    try add("Page 1", to: "a")
    #expect(refusal { try directory.create(LibraryName("a")) } == .libraryTaken("a"))
    #expect(refusal { try directory.add(copyAt: file("a.sqlite"), as: LibraryName("a")) } == .libraryTaken("a"))
    #expect(refusal { _ = try directory.open(LibraryName("b"), StoreOptions()) } == .notFound(.library, "b"))
    #expect(refusal { try directory.delete(LibraryName("b")) } == .notFound(.library, "b"))
    #expect(try titles("a") == ["Page 1"])
    #expect(files() == ["a.sqlite"])
  }

  @Test func `lists files named like libraries, and nothing else`() throws {
    try directory.create(LibraryName("a"))
    for name in ["A.sqlite", "notes.txt", ".hidden.sqlite", "b.sqlite-wal", "c.sqlite.schema-1.backup", ".sqlite"] {
      try Data("x".utf8).write(to: URL(fileURLWithPath: file(name)))
    }
    try FileManager.default.createDirectory(atPath: file("folder.sqlite"), withIntermediateDirectories: false)
    #expect(try directory.names().map(\.text) == ["a"])
    // Its name may be a library's. An invalid library is reported when used, and stays unchanged.
    try Data("no database".utf8).write(to: URL(fileURLWithPath: file("note.sqlite")))
    #expect(try directory.names().map(\.text) == ["a", "note"])
    #expect(
      refusal { _ = try directory.open(LibraryName("note"), StoreOptions()) }
        == .unavailable(.notADatabase(path: file("note.sqlite"))))
    #expect(
      refusal { try directory.delete(LibraryName("note")) } == .unavailable(.foreign(path: file("note.sqlite"))))
    #expect(try String(contentsOfFile: file("note.sqlite"), encoding: .utf8) == "no database")
    #expect(try directory.names(upTo: 1).count == 1)
  }

  @Test func `refuses links, wherever they point`() throws {
    try directory.create(LibraryName("a"))
    let outside = place.path("outside.sqlite")
    try FileManager.default.copyItem(atPath: file("a.sqlite"), toPath: outside)
    for (name, target) in [("out", outside), ("in", file("a.sqlite")), ("nowhere", place.path("none"))] {
      try FileManager.default.createSymbolicLink(atPath: file("\(name).sqlite"), withDestinationPath: target)
      let link = StoreError.unavailable(
        .cannotOpen(path: file("\(name).sqlite"), "it is a link, and a library is a file of its own"))
      #expect(refusal { _ = try directory.open(LibraryName(name), StoreOptions()) } == link)
      #expect(refusal { try directory.delete(LibraryName(name)) } == link)
      #expect(refusal { try directory.create(LibraryName(name)) } == .libraryTaken(name))
    }
    #expect(try directory.names().map(\.text) == ["a"])
    #expect(FileManager.default.fileExists(atPath: outside))
    #expect(!FileManager.default.fileExists(atPath: place.path("none")))
  }

  /// Simulates a file system that ignores case: the file is found by both names, and listed under one.
  @Test func `does not confuse files whose names differ only in case`() throws {
    try directory.create(LibraryName("math"))
    try FileManager.default.moveItem(atPath: file("math.sqlite"), toPath: file("Math.sqlite"))
    let folded = LibraryDirectory(directory.path, lookUp: { _ in file("Math.sqlite") })
    #expect(
      refusal { _ = try folded.open(LibraryName("math"), StoreOptions()) }
        == .unavailable(
          .cannotOpen(path: file("math.sqlite"), "the file there is called so in other cases: rename it")))
    #expect(refusal { try folded.create(LibraryName("math")) } == .libraryTaken("math"))
    #expect(files() == ["Math.sqlite"])
  }

  @Test func `deletes a library with the files that belong to it, and nothing else`() throws {
    for name in ["a", "ab", "a.sqlite-b"] { try directory.create(LibraryName(name)) }
    for end in ["-wal", "-shm", "-journal", ".schema-1.backup", ".schema-1.backups", ".txt"] {
      try Data().write(to: URL(fileURLWithPath: file("a.sqlite" + end)))
    }
    try directory.delete(LibraryName("a"))
    #expect(files() == ["a.sqlite-b.sqlite", "a.sqlite.schema-1.backups", "a.sqlite.txt", "ab.sqlite"])
    try directory.create(LibraryName("a"))
    #expect(try titles("a") == [])
  }

  @Test func `does not delete a library that is open elsewhere`() throws {
    try directory.create(LibraryName("a"))
    try add("Page 1", to: "a")
    // Another connection counts as use, even in the same process.
    let other = try directory.open(LibraryName("a"), StoreOptions())
    #expect(refusal { try directory.delete(LibraryName("a")) } == .libraryInUse("a"))
    #expect(try other.readAndWait { try $0.homeworkList().items.count } == 1)
    other.close()
    try directory.delete(LibraryName("a"))
    #expect(files() == [])
  }

  @Test func `does not create an empty library after a file was removed`() throws {
    try directory.create(LibraryName("a"))
    let store = try directory.open(LibraryName("a"), StoreOptions())
    unlink(file("a.sqlite"))
    #expect(
      refusal { try store.writeAndWait { tx in _ = try tx.addHomework(HomeworkDraft(title: "Page 2")) } }
        == .unavailable(.displaced(path: file("a.sqlite"))))
    store.close()
    #expect(refusal { _ = try directory.open(LibraryName("a"), StoreOptions()) } != nil)
    #expect(!files().contains("a.sqlite"))
  }

  @Test func `adds a library's copy under any name, with all its content`() throws {
    try directory.create(LibraryName("a"))
    try add("Page 1", to: "a")
    let copy = place.path("copy")
    let store = try directory.open(LibraryName("a"), StoreOptions())
    try store.backupAndWait(to: copy)
    let events = try store.readAndWait { try $0.events(since: 0) }
    try directory.add(copyAt: copy, as: LibraryName("b"))
    let other = try directory.open(LibraryName("b"), StoreOptions())
    #expect(try other.readAndWait { try $0.events(since: 0) } == events)
    #expect(try titles("b") == ["Page 1"])
  }

  @Test func `refuses a damaged, foreign or missing copy, and leaves nothing behind`() throws {
    try directory.create(LibraryName("a"))
    let text = try place.write("no database at all, but long enough to be looked at as if it were one", to: "text")
    #expect(
      refusal { try directory.add(copyAt: text, as: LibraryName("b")) } == .unavailable(.notADatabase(path: text)))
    #expect(refusal { try directory.add(copyAt: place.path("none"), as: LibraryName("b")) } != nil)
    try add("Page 1", to: "a")
    let damaged = place.path("damaged")
    try FileManager.default.copyItem(atPath: file("a.sqlite"), toPath: damaged)
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: damaged))
    try handle.seek(toOffset: 4096 * 3)
    try handle.write(contentsOf: Data(repeating: 0xA5, count: 2000))
    try handle.close()
    guard case .unavailable(.corrupt)? = refusal({ try directory.add(copyAt: damaged, as: LibraryName("b")) }) else {
      Issue.record("a damaged copy was accepted")
      return
    }
    #expect(files() == ["a.sqlite"])
  }

  @Test func `reports which path cannot be written`() throws {
    let file = try place.write("x", to: "file")
    let below = LibraryDirectory(file)
    #expect(
      refusal { try below.create(LibraryName("a")) } == .unavailable(.cannotOpen(path: file, "it is not a directory")))
    let deeper = LibraryDirectory(file + "/libraries")
    guard case .unavailable(.cannotOpen(let path, _))? = refusal({ try deeper.create(LibraryName("a")) }) else {
      Issue.record("a directory was created below a file")
      return
    }
    #expect(path == deeper.path)
  }

  @Test func `refuses a damaged library and opens the others`() throws {
    for name in ["a", "b"] {
      try directory.create(LibraryName(name))
      try add("Page 1", to: name)
    }
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file("a.sqlite")))
    try handle.seek(toOffset: 4096)
    try handle.write(contentsOf: Data(repeating: 0x5A, count: 40_000))
    try handle.close()
    #expect(refusal { _ = try titles("a") } != nil)
    #expect(try titles("b") == ["Page 1"])
  }
}
