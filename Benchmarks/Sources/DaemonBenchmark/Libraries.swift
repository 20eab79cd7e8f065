import CLoad
import Foundation
import HomeworkModel
import HomeworkStore
import Measure

/// A daemon on a directory of 5,000 libraries.
struct LibraryBench {
  private let place: String
  private let socket: String
  private let daemon: String

  private static let count = 5000, used = 200, clients = 32, attempts = 25

  init(_ daemon: String, in directory: String) throws {
    self.daemon = daemon
    place = "\(directory)/libraries"
    socket = "\(directory)/l"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
  }

  private func name(_ number: Int) -> String { "class-\(number)" }

  private func request(_ method: String, in number: Int, _ params: String) -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"library":"\#(name(number))"\#(params)}}"# + "\n"
  }

  func figures() throws -> [Figure] {
    let small = try fill(1)
    let large = try fill(Self.clients * Self.attempts, from: Self.count - 2 * Self.clients)
    var figures: [Figure] = []
    figures += try run { server in
      // Each library is opened for the first time, most of them in place of an open one.
      let list = try Load(
        socket, scripts: [(0..<1000).map { request("homework.list", in: $0 * 3, "") }], seconds: 60, limit: 1000)
      try require(list)
      let busy = try Load(
        socket,
        scripts: (0..<Self.used).map {
          [request("homework.list", in: $0, ""), request("homework.add", in: $0, #","title":"Page 2""#)]
        }, seconds: 5)
      try require(busy)
      let sessions = try openSessions(on: small[0])
      let memory = server.memory
      for descriptor in sessions { close(descriptor) }
      return [
        Figure("first call to a closed one, median, p99 \(Int(list.p99)) µs", list.p50 / 1000, "ms", goal: .atMost(5)),
        Figure("calls of \(Self.used) clients to one each", busy.perSecond, "op/s"),
        Figure(
          "memory with \(Self.count) libraries, \(Self.used) with a session each", memory, "MB", goal: .atMost(60)),
      ]
    }
    let limit = syncs()
    let (one, many) = try run { _ in
      let first = Self.count - 2 * Self.clients
      let one = try answers {
        (library: first, attempts: Array(large[($0 * Self.attempts)..<(($0 + 1) * Self.attempts)]))
      }
      let many = try answers { (library: first + 1 + $0, attempts: Array(large[..<Self.attempts])) }
      return (one, many)
    }
    figures += [
      Figure("fsyncs of \(Self.clients) files by as many threads", limit, "op/s"),
      Figure(
        "durable answers of \(Self.clients) clients over \(Self.clients) libraries, p99 \(Int(many.p99)) µs",
        many.perSecond, "op/s", against: ("over one library", one.perSecond), goal: .atLeast(0.6)),
    ]
    return figures
  }

  private func run<Result>(_ body: (Server) throws -> Result) throws -> Result {
    let server = try Server([daemon, "--database", "\(place)/", "--socket", socket], socket: socket)
    defer { server.stop() }
    return try body(server)
  }

  private func require(_ load: Load) throws {
    guard load.errors == 0 else { throw Failure(reason: "\(load.errors) calls fail") }
  }

  /// Creates libraries as copies of one that has `count` attempts in progress, starting with the number `first`.
  ///
  /// - Returns: the attempts.
  private func fill(_ count: Int, from first: Int = 0) throws -> [String] {
    let template = "\(place)/../template-\(first).sqlite"
    // The template is closed, so it is entirely in its file, like a library that the daemon has left.
    let ids = try attempts(count, in: template)
    for number in first..<Self.count {
      let path = "\(place)/\(name(number)).sqlite"
      if first > 0 { try FileManager.default.removeItem(atPath: path) }
      try FileManager.default.copyItem(atPath: template, toPath: path)
    }
    return ids
  }

  private func attempts(_ count: Int, in path: String) throws -> [String] {
    try Store.openAndWait(path: path).writeAndWait { tx in
      try (0..<count).map { number in
        let homework = try tx.addHomework(HomeworkDraft(title: "Page \(number)", quiz: quizOfTen))
        return try tx.startAttempt(homework.id).id.text
      }
    }
  }

  /// Opens a session in each of the libraries in use, with an answer.
  private func openSessions(on attempt: String) throws -> [Int32] {
    var descriptors = [Int32](repeating: -1, count: Self.used)
    guard load_open(socket, Int32(Self.used), &descriptors) == 0 else { throw Failure(reason: "connections refused") }
    for (number, descriptor) in descriptors.enumerated() {
      let opened = try answer(to: request("session.open", in: number, #","attemptId":"\#(attempt)""#), on: descriptor)
      guard let key = opened.range(of: #""sessionId":""#) else { throw Failure(reason: opened) }
      let session = opened[key.upperBound...].prefix { $0 != "\"" }
      let event = #","sessionId":"\#(session)","atMs":0,"event":{"type":"answer","response":"A"}"#
      let told = try answer(to: request("session.event", in: number, event), on: descriptor)
      guard told.contains(#""result""#) else { throw Failure(reason: told) }
    }
    return descriptors
  }

  private func answer(to request: String, on descriptor: Int32) throws -> String {
    _ = request.withCString { write(descriptor, $0, strlen($0)) }
    var text: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while text.last != UInt8(ascii: "\n") {
      let count = read(descriptor, &part, part.count)
      guard count > 0 else { throw Failure(reason: "the daemon has closed the connection") }
      text += part.prefix(count)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Plays each client's attempts in its library.
  private func answers(of client: (Int) -> (library: Int, attempts: [String])) throws -> Load {
    let scripts = (0..<Self.clients).map { number in
      let (library, attempts) = client(number)
      return attempts.flatMap { id in
        Array(
          repeating: request("attempt.answer", in: library, #","attemptId":"\#(id)","response":"A""#), count: 10)
      }
    }
    // Open the libraries first: the time to open them is another figure.
    _ = try Load(
      socket, scripts: (0..<Self.clients).map { [request("stats.get", in: client($0).library, "")] }, limit: 3)
    let load = try Load(socket, scripts: scripts, seconds: 60, limit: Self.attempts * 10)
    try require(load)
    return load
  }

  /// Measures appending and syncing as many bytes as an answer writes, each thread in its own file: the limit of the
  /// disk.
  private func syncs() -> Double {
    let each = 250
    let bytes = [UInt8](repeating: 1, count: 2 * 4120)
    let start = ContinuousClock.now
    let done = DispatchGroup()
    for number in 0..<Self.clients {
      done.enter()
      Thread.detachNewThread { [place] in
        let descriptor = open("\(place)/../sync-\(number)", O_RDWR | O_CREAT | O_TRUNC, 0o600)
        for _ in 0..<each {
          _ = write(descriptor, bytes, bytes.count)
          fdatasync(descriptor)
        }
        close(descriptor)
        done.leave()
      }
    }
    done.wait()
    return Double(Self.clients * each) / start.duration(to: .now).seconds
  }
}
