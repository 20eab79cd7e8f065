import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkService
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `A file named by a client` {
  private static let unreadable: [(String, RPCError.Name, String)] = [
    ("pipe", .invalid, "not a regular file"), ("", .invalid, "is a directory"),
    ("none", .notFound, "does not exist"),
    ("file/below", .notFound, "does not exist"), ("file\0", .invalidParams, "NUL"),
    ("socket", .invalid, "cannot be read"), ("../../../../dev/zero", .invalid, "not a regular file"),
  ]

  @Test(arguments: unreadable)
  func `must be a regular file, and a call waits for no other kind`(
    name: String, error: RPCError.Name, words: String
  ) throws {
    let bench = try Bench()
    #expect(mkfifo(bench.directory.path("pipe"), 0o600) == 0)
    try bench.directory.write("[]", to: "file")
    let server = try SocketServer(
      path: bench.directory.path("socket"), log: ServerLog(level: .error), handler: ServedCalls(bench.service))
    defer { withExtendedLifetime(server) {} }
    let path: JSONValue = .string(bench.directory.url.path + "/" + name)
    for (method, params) in [
      ("quiz.import", ["path": path]), ("homework.add", ["title": "x", "imagePath": path]),
    ] as [(String, JSONValue)] {
      let refusal = bench.refusal(of: method, params)
      #expect(refusal?.name == error && refusal?.message.contains(words) == true, "\(method): \(refusal as Any)")
    }
    #expect(try bench.titles() == [])
  }

  @Test func `is read up to its limit, and refused above it`() throws {
    let bench = try Bench()
    let path = try bench.file("large.json", [])
    #expect(truncate(path, (64 << 20) + 1) == 0)
    let refusal = bench.refusal(of: "quiz.import", ["path": .string(path)])
    #expect(refusal?.name == .tooLarge)
    #expect(
      refusal?.message == "\(path) has 67108865 bytes, but at most 67108864 are allowed: split it, or make it smaller")
    #expect(refusal?.data["limitBytes"] == 67_108_864)
    #expect(try bench.call("server.info")["limits"]?["importBytes"] == 67_108_864)
    let picture = bench.refusal(of: "homework.add", ["title": "x", "imagePath": .string(path)])
    #expect(picture?.name == .tooLarge && picture?.data["limitBytes"] == 16_777_216)
  }
}

@Suite struct `A worker pool` {
  private final class Kept: Sendable {
    let gone: DispatchSemaphore
    init(_ gone: DispatchSemaphore) { self.gone = gone }
    deinit { gone.signal() }
  }

  /// After this, only the pool holds the value.
  private func hold(_ kept: consuming Kept, _ pool: WorkerPool) {
    pool.enqueue { [kept] in withExtendedLifetime(kept) {} }
  }

  @Test func `releases everything after its work`() {
    let pool = WorkerPool(1)
    for _ in 0..<40 {
      let gone = DispatchSemaphore(value: 0)
      hold(Kept(gone), pool)
      #expect(gone.wait(timeout: .now() + 5) == .success)
    }
  }

  @Test func `runs every task except cancelled ones`() {
    let pool = WorkerPool(2)
    let gate = DispatchSemaphore(value: 0)
    let isBegun = DispatchSemaphore(value: 0)
    let isDone = DispatchSemaphore(value: 0)
    let running = (0..<2).map { _ in
      pool.enqueue {
        isBegun.signal()
        gate.wait()
      }
    }
    for _ in running { isBegun.wait() }
    let waiting = (0..<100).map { number in
      pool.enqueue {
        #expect(number % 2 == 0)
        isDone.signal()
      }
    }
    for (number, cancel) in waiting.enumerated() where number % 2 == 1 { #expect(cancel()) }
    for cancel in running { #expect(!cancel()) }
    for _ in running { gate.signal() }
    for _ in 0..<50 { isDone.wait() }
    #expect(waiting.allSatisfy { !$0() })
  }
}
