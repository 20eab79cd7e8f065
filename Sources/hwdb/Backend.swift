import HomeworkAPI
import HomeworkModel
import HomeworkScenarios
import HomeworkService

/// A caller of the service's methods: in process, where values are not encoded, or through a daemon.
///
/// Both return the same values: the same handler creates them, and a result's shape reads what it writes.
struct Backend {
  private enum Endpoint {
    case inProcess(Service)
    case daemon(DaemonClient)
  }

  private let endpoint: Endpoint
  /// The learner that the caller names, if any.
  let learner: String?
  private let ticker: Ticker?

  /// - Parameter app: the program under test: scripts are then played in process, which starts it in the caller's
  ///   directory.
  init(_ invocation: Invocation, app: AppUnderTest? = nil) throws {
    let ticker = Ticker(invocation)
    self.ticker = ticker
    learner = DefaultPaths.learner(invocation.value("learner"))
    guard app == nil || !invocation.has("socket") else {
      throw CommandFailure.usage("--app starts programs in this directory, not in a daemon's: leave --socket out")
    }
    let database = invocation.value("database")
    switch app == nil ? invocation.library : .database(DefaultPaths.database(database)) {
    case .daemon(let socket): endpoint = .daemon(try Self.client(at: socket))
    case .database(let path):
      endpoint = .inProcess(
        Service(
          local: path, whereMissing: Self.whereMissing(invocation), player: ScriptPlayer.local(path, app: app),
          onProgress: { ticker?.say($0, $1) }, onUpgrade: Output.note))
    }
  }

  /// Creates a backend for a replica that takes part in a sync.
  init(
    _ invocation: Invocation, at library: DefaultPaths.Location, whereMissing: Service.MissingDatabase
  ) throws {
    (ticker, learner) = (Ticker(invocation), nil)
    switch library {
    case .daemon(let socket): endpoint = .daemon(try Self.client(at: socket))
    case .database(let path):
      endpoint = .inProcess(
        Service(local: path, whereMissing: whereMissing, onUpgrade: Output.note))
    }
  }

  /// Closes a database that was opened in this process.
  func close() {
    if case .inProcess(let service) = endpoint { service.close() }
  }

  /// Works on the caller's database itself, in this process. Where that is a daemon's, it is refused: another database
  /// might be meant.
  static func maintain<Result>(
    _ invocation: Invocation, _ work: (Service) throws -> Result
  ) throws -> Result {
    guard case .database(let path) = invocation.library else {
      throw CommandFailure.usage(
        "\(invocation.command.name) does not go through a daemon: stop the daemon, and name its database with "
          + "--database FILE")
    }
    let ticker = Ticker(invocation)
    let service = Service(
      local: path, whereMissing: whereMissing(invocation), onProgress: { ticker?.say($0, $1) },
      onUpgrade: Output.note)
    do { return try ticker?.during { try work(service) } ?? work(service) } catch let error as RPCError {
      throw CommandFailure.refused(error)
    }
  }

  /// Only commands that add something create a database. A database named on the command line must exist: its path may
  /// be mistyped.
  private static func whereMissing(_ invocation: Invocation) -> Service.MissingDatabase {
    if ["add", "import", "learner add", "learner import", "database restore"].contains(invocation.command.name) {
      return .make
    }
    return invocation.has("database") || invocation.command.words.first == "database" ? .refuse : .takeAsEmpty
  }

  /// Connects to a daemon, without waiting for one to start.
  static func client(at socket: String) throws(CommandFailure) -> DaemonClient {
    do throws(SocketError) { return try DaemonClient(socket: socket, patience: .zero) } catch {
      throw .unreachable(UnixSocket.removed(at: socket) ?? error)
    }
  }

  func callAsFunction<P, R>(_ method: RPCMethod<P, R>, _ parameters: P) throws -> R {
    guard let ticker else { return try call(method, parameters) }
    return try ticker.during { try call(method, parameters) }
  }

  func callAsFunction<R>(_ method: RPCMethod<Void, R>) throws -> R { try self(method, ()) }

  private func call<P, R>(_ method: RPCMethod<P, R>, _ parameters: P) throws(CommandFailure) -> R {
    switch endpoint {
    case .inProcess(let service):
      do throws(RPCError) { return try service.call(method, parameters, as: learner) } catch { throw .refused(error) }
    case .daemon(let client):
      do throws(DaemonError) { return try client.callBlocking(method, parameters, as: learner) } catch {
        throw CommandFailure(error)
      }
    }
  }

  /// Shows the progress of work that consists of many calls.
  func say(_ words: String, _ share: Double?) { ticker?.say(words, share) }

  /// Runs work that calls methods from several threads, and shows its progress.
  func during<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let ticker else { return try body() }
    return try ticker.during(body)
  }

  /// Calls a method without its own progress, while `during` shows the progress of the whole.
  func callQuietly<P, R>(_ method: RPCMethod<P, R>, _ parameters: P) throws(CommandFailure) -> R {
    try call(method, parameters)
  }

  /// Calls a method for each element, and shows which one is next.
  func each<Element, Result>(
    _ elements: [Element], _ noun: String, _ body: (Element) throws -> Result
  ) throws -> [Result] {
    try elements.enumerated().map { index, element in
      if elements.count > 1 { ticker?.say("\(noun) \(index + 1) of \(elements.count)", nil) }
      return try body(element)
    }
  }

  /// Returns all homework, page by page.
  func everyHomework() throws -> [Homework] {
    try everyItem { after in try self(Methods.homeworkList, ListHomeworkParams { ($0.limit, $0.after) = (500, after) })
    }
  }

  /// Returns all attempts that a listing finds, page by page.
  func everyAttempt(_ listing: ListAttemptsParams) throws -> [Attempt] {
    var listing = listing
    listing.limit = 500
    return try everyItem { after in
      listing.after = after ?? listing.after
      return try self(Methods.attemptList, listing)
    }
  }

  private func everyItem<Item>(_ page: (String?) throws -> Page<Item>) throws -> [Item] {
    var items: [Item] = []
    var after: String?
    repeat {
      let next = try page(after)
      items += next.items
      after = next.next
    } while after != nil
    return items
  }
}

extension Invocation {
  /// The library that the command is about.
  var library: DefaultPaths.Location { DefaultPaths.library(socket: value("socket"), database: value("database")) }
}
