import Foundation
import HomeworkSystem
import Testing

/// Compared with Foundation, which this module replaces.
@Suite struct `A path` {
  @Test func `is made absolute like Foundation does`() {
    let paths = [
      "a", "a/", "./a", "../a", "a/../b", "a/./b", "/a/../b", "/a/./b", "/a/b/", "/", "", ".", "..", "a b%20", "/tmp",
      "/../x", "../../../../../../../../../../x", "é/😀",
    ]
    for path in paths {
      #expect(Paths.absolute(path) == URL(fileURLWithPath: path).path, "\(path)")
      let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
      if URL(fileURLWithPath: path).path != "/" { #expect(Paths.directory(of: path) == directory, "\(path)") }
    }
    #expect(Paths.directory(of: "/") == "/" && Paths.directory(of: "/a") == "/" && Paths.directory(of: "/a//b") == "/a")
    #expect(Paths.path(of: "b", in: "/a") == "/a/b" && Paths.path(of: "b", in: "/") == "/b")
  }

  @Test func `follows its links, also to a missing file`() throws {
    let directory = try OwnDirectory()
    try Files.write("x".utf8, to: "\(directory.path)/file")
    symlink("file", "\(directory.path)/link")
    symlink("link", "\(directory.path)/second")
    symlink("later", "\(directory.path)/first")
    #expect(Paths.resolved("\(directory.path)/second") == "\(directory.path)/file")
    #expect(Paths.resolved("\(directory.path)/first") == "\(directory.path)/later")
    #expect(Paths.resolved("\(directory.path)/none") == "\(directory.path)/none")
  }
}

@Suite struct `System files` {
  @Test func `are written, read, listed and removed`() throws {
    let directory = try OwnDirectory()
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try Files.makeDirectory("\(directory.path)/a/b/c")
    try Files.write(bytes, to: "\(directory.path)/a/b/file")
    #expect(try Files.bytes(of: "\(directory.path)/a/b/file", upTo: .max) == bytes)
    #expect(Files.size("\(directory.path)/a/b/file") == 300_000 && Files.size("\(directory.path)/none") == nil)
    symlink("/", "\(directory.path)/a/root")
    #expect(Files.namesBelow(directory.path).sorted() == ["a", "a/b", "a/b/c", "a/b/file", "a/root"])
    #expect(Files.target(of: "\(directory.path)/a/root") == "/" && Files.target(of: directory.path) == nil)
    #expect(Files.isDirectory("\(directory.path)/a/root") && !Files.isDirectory("\(directory.path)/a/b/file"))
    // Includes a folder without permissions.
    chmod("\(directory.path)/a/b", 0)
    Files.remove("\(directory.path)/a")
    #expect(Files.names(in: directory.path).isEmpty && Files.exists("/"))
    #expect(Files.names(in: "\(directory.path)/none").isEmpty)
  }

  @Test func `are read up to a limit, also those that grow meanwhile`() throws {
    let directory = try OwnDirectory()
    let path = "\(directory.path)/file"
    try Files.write([UInt8](repeating: 7, count: 5000), to: path)
    for limit in [5000, 5001, .max] { #expect(try Files.bytes(of: path, upTo: limit).count == 5000) }
    let large = try #require(throws: UnreadableFile.self) { try Files.bytes(of: path, upTo: 4999) }
    #expect(large.reason == .tooLarge(bytes: 5000, limit: 4999))
    // A pipe has no size, like a file that grows once its size was read.
    for (limit, isTaken) in [(0, false), (4999, false), (5000, true), (5001, true)] {
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      #expect(Files.write([UInt8](repeating: 7, count: 5000), to: ends[1]))
      close(ends[1])
      defer { close(ends[0]) }
      do throws(UnreadableFile) {
        #expect(try Files.bytes(from: ends[0], upTo: limit, called: "it").count == 5000 && isTaken)
      } catch { #expect(error.reason == .tooLarge(bytes: nil, limit: limit) && !isTaken) }
    }
  }

  @Test func `report the system's errors`() throws {
    let directory = try OwnDirectory()
    let missing = "\(directory.path)/none"
    #expect(throws: UnreadableFile.self) { try Files.bytes(of: missing, upTo: .max) }
    do { try Files.write([1], to: "\(missing)/x") } catch {
      #expect("\(error)" == "\(missing)/x: No such file or directory")
    }
    try Files.write([1], to: "\(directory.path)/file")
    do { try Files.makeDirectory("\(directory.path)/file/x") } catch {
      #expect("\(error)" == "\(directory.path)/file/x: Not a directory")
    }
  }
}

@Suite struct `The process environment` {
  @Test func `agrees with Foundation`() {
    #expect(Surroundings.environment == ProcessInfo.processInfo.environment)
    #expect(Surroundings.processors == ProcessInfo.processInfo.activeProcessorCount)
    for seconds in [0, 951_782_400, 1_709_210_096, 4_102_444_799] {
      let date = Date(timeIntervalSince1970: Double(seconds))
      #expect(WrittenTime.utc(secondsSince1970: seconds, "%FT%TZ") == date.formatted(.iso8601))
      let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: date)
      let day = String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
      #expect(WrittenTime.local(secondsSince1970: seconds, "%Y-%m-%d") == day)
    }
  }
}

/// A directory deleted with this value.
private final class OwnDirectory {
  let path: String

  init() throws {
    path = Paths.resolved(Paths.path(of: "hwdb-files-\(UInt64.random(in: 0...(.max)))", in: Paths.temporary))
    try Files.makeDirectory(path)
  }

  deinit { Files.remove(path) }
}
