import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkTestKit
import Testing

@Suite struct `A daemon started by a service manager` {
  /// As under systemd: the socket is open before the daemon starts, as its descriptor 3, and stays open afterwards.
  @Test func `uses the inherited socket, notifies when ready and stopping, and keeps the socket`() throws {
    let directory = TemporaryDirectory()
    let path = directory.path("s")
    let daemon = try ThisPackage.binary("hwdbd")
    let listener = try bound(path, SOCK_STREAM)
    try #require(listen(listener, 8) == 0)
    defer { close(listener) }
    // Each in a place of its own: the first one may say that it is alive after it has said that it stops.
    for notices in [directory.path("notify"), directory.path("again")] {
      let mailbox = try bound(notices, SOCK_DGRAM)
      defer { close(mailbox) }
      // The shell knows the daemon's future process id.
      let pid = try start(
        "LISTEN_PID=$$ WATCHDOG_PID=$$ exec '\(daemon)' --socket '\(path)' --database '\(directory.path("x"))'",
        listener: listener, environment: ["LISTEN_FDS=1", "WATCHDOG_USEC=100000", "NOTIFY_SOCKET=\(notices)"])
      #expect(receive(mailbox) == "READY=1")
      #expect(try run(ThisPackage.binary("hwdb"), ["--socket", path, "list"]).status == 0)
      #expect(receive(mailbox) == "WATCHDOG=1")
      kill(pid, SIGTERM)
      var notice = receive(mailbox)
      while notice == "WATCHDOG=1" { notice = receive(mailbox) }
      #expect(notice == "STOPPING=1")
      var status: Int32 = 0
      waitpid(pid, &status, 0)
      #expect(status == 0)
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func `refuses to start on a descriptor that is no listening socket`() throws {
    let directory = TemporaryDirectory()
    let result = try run(
      "/bin/sh",
      ["-c", "LISTEN_PID=$$ LISTEN_FDS=1 exec '\(ThisPackage.binary("hwdbd"))' --socket s --database x 3< /dev/null"],
      directory: directory.url.path)
    #expect(result.status == 1 && result.errors.contains("is no listening Unix socket"), "\(result)")
  }

  private func bound(_ path: String, _ type: __socket_type) throws -> Int32 {
    let descriptor = try unixSocket(type, at: path) { bind($0, $1, $2) }
    // Wait at most ten seconds for each message.
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    return descriptor
  }

  private func receive(_ mailbox: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = recv(mailbox, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  private func start(_ script: String, listener: Int32, environment: [String]) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, listener, 3)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let inherited = ["PATH", "HOME", "LD_LIBRARY_PATH"].compactMap { name in
      ProcessInfo.processInfo.environment[name].map { "\(name)=\($0)" }
    }
    var words: [UnsafeMutablePointer<CChar>?] = (["sh", "-c", script] as [String]).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = (inherited + environment).map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    var pid: pid_t = 0
    try #require(posix_spawn(&pid, "/bin/sh", &actions, nil, &words, &variables) == 0)
    return pid
  }
}
