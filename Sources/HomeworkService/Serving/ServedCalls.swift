package import HomeworkAPI
package import HomeworkModel
import HomeworkPostgres
import HomeworkProcess
import HomeworkStore
import HomeworkSystem

/// The operations, as called by a server. A call runs in one of three ways:
///
/// - at once, on the serving thread: a read of a file, or a call without the database;
/// - by the store's writer, in a group with other clients' writes;
/// - by a pool's thread: `long` for long calls, `waiting` for short ones that wait for the writer or for a database
///   server.
package final class ServedCalls: CallHandler {
  private let service: Service
  private let clients = Guarded<[UInt64: Client]>([:])
  /// The client of calls that keep no state for their client.
  private let statelessClient = Client()
  private let long = WorkerPool(ServedCalls.maximumLong)
  /// As many threads as connections to a database server: calls wait for one here, where they can be cancelled.
  private let waiting = WorkerPool(PostgresPool.usualConnections)

  private static let maximumLong = 8

  /// The number of descriptors needed besides connections: for the server itself and what the system's libraries hold
  /// (32), the database with all its readers and a copy or two (64), the files read (16), and four for each play.
  package static let descriptors = 112 + 4 * maximumLong

  /// The time limits for short and long calls, in milliseconds.
  private static let timeLimitMs = 60_000
  private static let longTimeLimitMs = 600_000

  package init(_ service: Service) {
    self.service = service
    // A killed daemon's plays may have left their files.
    long.enqueue { ScenarioDirectory.sweep() }
  }

  /// Attaches the server that `server.info` and `server.stats` describe.
  package func attach(_ server: SocketServer) {
    service.server.withLock { $0 = server }
  }

  package func isPipelined(_ method: String, _ params: JSONValue) -> Bool {
    guard let operation = Operations.named(method), operation.method.serving == .write else { return false }
    // A pool would run it after the writes that follow it.
    return !operation.takesLong(params)
  }

  package func timeLimitMs(of method: String) -> Int {
    if Operations.named(method)?.method.serving.isLong == true { Self.longTimeLimitMs } else { Self.timeLimitMs }
  }

  package func begin(_ call: Call) {
    do {
      let operation = try Service.operation(call.method)
      let read = try operation.call(call.params)
      let context = Context(
        service: service, learner: read.learner,
        client: operation.method.serving == .session ? client(of: call.connection) : statelessClient,
        isCancelled: { [weak call] in call?.isCancelled ?? true }, afterReply: { [weak call] in call?.afterReply($0) })
      // Calls of a session may wait for the writer, and reads for a database server.
      let waits =
        operation.method.serving == .session
        || service.serverAddress != nil && operation.method.usesDatabase && operation.method.serving != .write
      if let pool = operation.takesLong(call.params) ? long : waits ? waiting : nil {
        start(call, on: pool) { [service] in
          call.finish(
            operation.method.serving == .play
              ? Self.play(call, on: service.serverAddress)
              : Service.answer { try read.handler.run((), in: context) })
        }
      } else if case .write(let prepare) = read.handler {
        write(call, try prepare((), context), in: try context.store)
      } else {
        call.finish(Service.answer { try read.handler.run((), in: context) })
      }
    } catch {
      call.finish(.failure(Service.rpcError(error)))
    }
  }

  private func write(_ call: Call, _ transaction: @escaping Transaction<JSONText>, in store: Store) {
    // Set while the group is written and read afterwards, by one thread after the other.
    nonisolated(unsafe) var make: (@Sendable () throws -> JSONText)?
    let cancel = store.enqueue { tx in
      make = nil
      make = try transaction(tx).make
    } completion: { error in
      call.finish {
        Service.answer {
          guard error == nil, let make else { throw error ?? StoreError.inconsistent("a write without a result") }
          return try make()
        }
      }
    }
    call.onCancel(cancel)
  }

  /// Has a pool finish the call, unless it is cancelled first.
  private func start(_ call: Call, on pool: WorkerPool, _ body: @escaping @Sendable () -> Void) {
    let cancel = pool.enqueue {
      guard !call.isCancelled else { return call.finish(.failure(Self.cancelled)) }
      body()
    }
    call.onCancel { if cancel() { call.finish(.failure(Self.cancelled)) } }
  }

  package func closed(_ connection: ClientConnection) {
    guard let client = clients.withLock({ $0.removeValue(forKey: connection.id) }) else { return }
    let open = client.end()
    // A session may be waiting for the writer.
    guard !open.isEmpty else { return }
    waiting.enqueue { [service] in for session in open { service.sessions.end(session.live) } }
  }

  private func client(of connection: ClientConnection) -> Client {
    let client = clients.withLock { clients in
      if let client = clients[connection.id] { return client }
      let client = Client(connection: connection)
      clients[connection.id] = client
      return client
    }
    // The connection may have closed before the client existed.
    if connection.isClosed { closed(connection) }
    return client
  }

  private static let cancelled = RPCError(
    .cancelled, "the call was cancelled or took too long: try again, or ask for less")

  /// Plays scripts in a separate process, so that a misbehaving script kills only that process. The server's address,
  /// which may contain a password, is passed through its pipe.
  private static func play(_ call: Call, on server: String?) -> Call.Answer {
    var request: [String: JSONValue] = ["method": .string(call.method), "params": call.params]
    request["database"] = server.map { .string($0) }
    let process: LineProcess
    do {
      process = try LineProcess(
        [ThisExecutable.sibling("hwdb"), ServiceWorker.argument], timeLimitMs: longTimeLimitMs)
    } catch {
      return .failure(RPCError(.busy, "scripts cannot be run at the moment: \(error): try again later"))
    }
    nonisolated(unsafe) let running = process  // to kill it uses guarded state only
    call.onCancel { running.kill(SIGKILL) }
    let line: [UInt8]?
    let reason: String
    do {
      line = try process.exchange(JSONValue.object(request).encoded() + [UInt8(ascii: "\n")])
      let death = process.end(with: line == nil ? SIGKILL : 0)
      reason =
        line != nil
        ? "its answer is not JSON"
        : death.signal.map { "it was ended by signal \($0)" } ?? "it ended without an answer"
    } catch {
      (line, reason) = (nil, "\(error)")
    }
    // It could not clean up after itself.
    if line == nil { ScenarioDirectory.sweep(of: process.pid) }
    if let line, let reply = try? JSONValue(parsing: line) {
      return reply["error"].map { .failure(RPCError(json: $0)) } ?? .success(JSONText(reply["result"] ?? .null))
    }
    guard !call.isCancelled else { return .failure(cancelled) }
    return .failure(RPCError(.internal, "the process that ran the script failed: \(reason): try a smaller script"))
  }
}

/// The process that plays scripts for a daemon, within limits of its own.
package enum ServiceWorker {
  /// The first argument that makes an executable a worker.
  package static let argument = "service-worker"

  /// The worker's limits for memory, in bytes, and processor time, in seconds.
  private static let maximumMemory: rlim_t = 4 << 30
  private static let maximumSeconds: rlim_t = 600

  /// Answers one request from standard input.
  ///
  /// - Parameter player: returns a script player for a database, or one that uses its own files if `nil`.
  package static func serve(_ player: (String?) -> any ScriptPlaying) -> Never {
    ParentProcess.endWithIt()
    ParentProcess.giveWay()
    var memory = rlimit(rlim_cur: maximumMemory, rlim_max: maximumMemory)
    setrlimit(Int32(RLIMIT_AS.rawValue), &memory)
    var time = rlimit(rlim_cur: maximumSeconds, rlim_max: maximumSeconds)
    setrlimit(Int32(RLIMIT_CPU.rawValue), &time)
    guard let line = readLine(), let request = try? JSONValue(parsing: Array(line.utf8)) else { exit(65) }
    ParentProcess.endWithInput()
    // No database: plays create their own.
    let service = Service(database: "", player: player(request["database"]?.string)) {
      throw StoreError.inconsistent("a play needs no database")
    }
    let (key, text) =
      switch service.call(request["method"]?.string ?? "", request["params"] ?? [:]) {
      case .success(let result): ("result", result.text)
      case .failure(let error): ("error", JSONText(error.json).text)
      }
    Files.write("{\"\(key)\":\(text)}\n".utf8, to: STDOUT_FILENO)
    exit(0)
  }
}
