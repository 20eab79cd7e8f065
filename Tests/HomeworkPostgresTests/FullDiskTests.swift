import Foundation
import HomeworkModel
import HomeworkPostgres
import HomeworkStore
import HomeworkSystem
import HomeworkTestKit
import Testing

@Suite(.onPostgres) struct `A server with a full disk` {
  /// Makes the server's calls fail while a file exists, for table files only: a full log would end the server.
  private static let fullDisk = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <fcntl.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/stat.h>
    #include <unistd.h>
    static int is_full(int file, off_t end) {
      char link[64], path[4096];
      struct stat status;
      const char *flag = getenv("FULL_DISK");
      if (!flag || access(flag, F_OK) != 0 || fstat(file, &status) != 0 || end <= status.st_size) return 0;
      snprintf(link, sizeof link, "/proc/self/fd/%d", file);
      ssize_t length = readlink(link, path, sizeof path - 1);
      if (length < 0) return 0;
      path[length] = 0;
      return strstr(path, "/base/") != NULL;
    }
    typedef ssize_t (*writer)(int, const void *, size_t, off_t);
    static ssize_t write_at(const char *name, int file, const void *bytes, size_t count, off_t place) {
      if (is_full(file, place + (off_t)count)) { errno = ENOSPC; return -1; }
      return ((writer)dlsym(RTLD_NEXT, name))(file, bytes, count, place);
    }
    ssize_t pwrite(int f, const void *b, size_t n, off_t o) { return write_at("pwrite", f, b, n, o); }
    ssize_t pwrite64(int f, const void *b, size_t n, off_t o) { return write_at("pwrite64", f, b, n, o); }
    int posix_fallocate(int f, off_t o, off_t n) {
      if (is_full(f, o + n)) return ENOSPC;
      return ((int (*)(int, off_t, off_t))dlsym(RTLD_NEXT, "posix_fallocate"))(f, o, n);
    }
    """

  @Test func `refuses what does not fit, keeps acknowledged writes, and continues once there is room`()
    throws
  {
    let directory = TemporaryDirectory()
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.url.path)
    let (source, library, flag) = (directory.path("full.c"), directory.path("full.so"), directory.path("flag"))
    try Self.fullDisk.write(toFile: source, atomically: true, encoding: .utf8)
    let built = try run("/usr/bin/env", ["clang", "-shared", "-fPIC", "-o", library, source, "-ldl"])
    try #require(built.status == 0, "\(built.errors)")
    // The server runs as another user, and the tests may run with any umask.
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: library)
    let server = try PostgresServer(fsync: false, environment: ["LD_PRELOAD=\(library)", "FULL_DISK=\(flag)"])
    let store = try Served(on: server).open()
    // Too long for a page, and incompressible.
    var random = SystemRandomNumberGenerator()
    func draft(_ title: String) -> HomeworkDraft {
      HomeworkDraft(title: title, text: (0..<2000).map { _ in String(random.next(), radix: 36) }.joined(separator: " "))
    }
    for number in 0..<3 { _ = try store.writeAndWait { try $0.addHomework(draft("before \(number)")) } }
    let newest = try store.readAndWait { try $0.eventRange().newest }

    try Data().write(to: URL(fileURLWithPath: flag))
    for number in 0..<3 {
      let draft = draft("full \(number)")
      #expect(throws: StoreError.unavailable(.diskFull)) { try store.writeAndWait { try $0.addHomework(draft) } }
    }
    // Many concurrent writes, of which those that need no new page are kept.
    let drafts = (0..<8).map { draft("full \($0)") }
    let kept = Guarded(0)
    try onThreads(16) { number in
      guard number < 8 else {
        do {
          _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "short \(number)")) }
          kept.withLock { $0 += 1 }
        } catch StoreError.unavailable(.diskFull) {}
        return
      }
      #expect(throws: StoreError.unavailable(.diskFull)) {
        try store.writeAndWait { try $0.addHomework(drafts[number]) }
      }
    }
    func titles() throws -> [String] { try store.readAndWait { try $0.homeworkList(limit: 100).items.map(\.title) } }
    #expect(try titles().filter { $0.hasPrefix("full") } == [])
    #expect(kept.withLock { $0 } > 0)
    #expect(try titles().count == 3 + kept.withLock { $0 })

    try FileManager.default.removeItem(atPath: flag)
    _ = try store.writeAndWait { try $0.addHomework(drafts[0]) }
    #expect(try titles().first == "full 0")
    let after = try store.readAndWait { try $0.eventRange().newest }
    #expect(after - newest == Int64(try titles().count - 3), "a number without an event")
    #expect(try store.checkAndWait() == [])
  }
}
