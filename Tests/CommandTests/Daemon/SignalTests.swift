import Foundation
import HomeworkJSON
import HomeworkRPC
import HomeworkSQLite
import HomeworkTestKit
import Synchronization
import Testing

/// What ends a program that does not know better.
@Suite struct `A daemon under load` {
  /// Other lengths leave half a page of zeros; both are lengths that no log's index has.
  @Test func `outlives a -shm file that is cut, and keeps what it has acknowledged`() throws {
    let daemon = try ServedDaemon()
    let isOver = Atomic(false)
    let acknowledged = Mutex<[String]>([])
    let answered = Atomic(0)
    let refused = Atomic(0)
    let unexpected = Mutex<[String]>([])
    let group = DispatchGroup()
    for number in 0..<4 {
      let client = try daemon.client()
      nonisolated(unsafe) let own = client
      group.enter()
      Thread.detachNewThread {
        defer { group.leave() }
        var serial = 0
        while !isOver.load(ordering: .relaxed) {
          serial += 1
          let title = "\(number).\(serial)"
          do {
            _ = try own.call("homework.add", ["title": .string(title)])
            acknowledged.withLock { $0.append(title) }
            _ = try own.call("homework.list", ["limit": 5])
            answered.add(1, ordering: .relaxed)
          } catch let refusal as LineClient.Refused where refusal.name == "databaseUnavailable" {
            refused.add(1, ordering: .relaxed)
          } catch {
            return unexpected.withLock { $0.append("\(error)") }
          }
        }
      }
    }
    func awaitAnswers(_ count: Int) {
      let before = answered.load(ordering: .relaxed)
      for _ in 0..<6000 where answered.load(ordering: .relaxed) < before + count { usleep(10_000) }
      #expect(answered.load(ordering: .relaxed) >= before + count, "it does not serve again")
    }
    awaitAnswers(50)
    for length in [0, 16_384, 4096, 0, 5000, 16_384] {
      try #require(truncate(daemon.directory.path("hwdb.sqlite-shm"), off_t(length)) == 0)
      awaitAnswers(50)
    }
    // A cut may meet nobody who reads there: then it is seen by none.
    for _ in 0..<200 where refused.load(ordering: .relaxed) == 0 {
      try #require(truncate(daemon.directory.path("hwdb.sqlite-shm"), 0) == 0)
      awaitAnswers(5)
    }
    isOver.store(true, ordering: .relaxed)
    group.wait()
    #expect(unexpected.withLock { $0 } == [])
    #expect(refused.load(ordering: .relaxed) > 0)
    #expect(daemon.running.stop() == 0)
    let database = daemon.directory.path("hwdb.sqlite")
    let titles = Set(
      try Connection(path: database, access: .readWrite).all("SELECT title FROM homework") { $0.text(0) })
    let missing = acknowledged.withLock { $0 }.filter { !titles.contains($0) }
    #expect(missing.isEmpty, "\(missing.count) of \(titles.count) are gone: \(missing.prefix(5))")
    #expect(try run(ThisPackage.binary("hwdb"), ["database", "check", "--database", database]).status == 0)
  }
}

@Suite struct `A file at the limit that is set for it` {
  /// By the shell's `ulimit`, in blocks of 1024 bytes: SIGXFSZ would end it.
  @Test func `is an error of the write, and what was there is kept`() throws {
    let directory = try TemporaryDirectory()
    let (hwdb, database) = (try ThisPackage.binary("hwdb"), directory.path("x.sqlite"))
    #expect(try run(hwdb, ["add", "kept", "--database", database]).status == 0)
    let text = try directory.write(String(repeating: "more and more words ", count: 40_000), to: "long.txt")
    let result = try run(
      "/bin/bash",
      ["-c", "ulimit -f 300 && exec \"$@\"", "-", hwdb, "add", "large", "--text", text, "--database", database]
    )
    #expect(result.status == 5, "\(result)")
    #expect(result.errors.contains("check the disk"), "\(result)")
    let list = try run(hwdb, ["list", "--database", database])
    #expect(list.output.contains("kept") && !list.output.contains("large"))
    #expect(try run(hwdb, ["add", "again", "--database", database]).status == 0)
  }
}
