import HomeworkAPI
import HomeworkModel
import HomeworkScenarios
import HomeworkService

/// Calls a method of the service: in process, where a value goes straight to whoever prints it, or through a daemon.
///
/// Both give the same values: the same handler makes them, and what the shape of a result writes it also reads.
struct Backend {
  private enum Place {
    case inProcess(Service)
    case daemon(DaemonClient)
  }

  private let place: Place
  private var scope: CallScope
  private let ticker: Ticker?

  /// - Parameter isHere: in process in any case, as for what starts a program in the caller's directory.
  init(_ invocation: Invocation, isHere: Bool = false) throws {
    let ticker = Ticker(invocation)
    self.ticker = ticker
    scope = CallScope(
      learner: DefaultPaths.learner(invocation.value("learner")),
      library: DefaultPaths.library(invocation.value("library")))
    if !isHere, let socket = DefaultPaths.daemonSocket(invocation.value("socket")) {
      place = .daemon(try Self.client(at: socket))
    } else {
      let path = DefaultPaths.database(invocation.value("database"))
      place = .inProcess(
        Service(local: path, whereMissing: Self.whereMissing(invocation), player: ScriptPlayer.local(path)) {
          ticker?.say($0, $1)
        })
    }
  }

  /// The same for a library; for the one that is meant anyway, where none is named.
  func of(library: String?) -> Backend {
    var other = self
    other.scope.library = library ?? scope.library
    return other
  }

  /// Only what adds makes a database. One that this command line names is to be there: its path may be mistyped.
  private static func whereMissing(_ invocation: Invocation) -> Service.MissingDatabase {
    if ["add", "import", "learner add", "learner import", "library import", "database restore"].contains(
      invocation.command.name)
    {
      return .make
    }
    return invocation.has("database") || invocation.command.words.first == "database" ? .refuse : .takeAsEmpty
  }

  /// One that does not wait for a daemon that is not there.
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
    switch place {
    case .inProcess(let service):
      do throws(RPCError) { return try service.call(method, parameters, in: scope) } catch { throw .refused(error) }
    case .daemon(let client):
      do throws(DaemonError) { return try client.callBlocking(method, parameters, in: scope) } catch {
        throw CommandFailure(error)
      }
    }
  }

  /// Says how far work is that is made of many calls.
  func say(_ words: String, _ share: Double?) { ticker?.say(words, share) }

  /// Does what calls methods from several threads, and says meanwhile how far it is.
  func during<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let ticker else { return try body() }
    return try ticker.during(body)
  }

  /// Calls a method on a thread of its own, while `during` says how far all is.
  func callQuietly<P, R>(_ method: RPCMethod<P, R>, _ parameters: P) throws(CommandFailure) -> R {
    try call(method, parameters)
  }

  /// Calls a method for each of several things, saying at which it is.
  func each<Element, Result>(
    _ elements: [Element], _ noun: String, _ body: (Element) throws -> Result
  ) throws -> [Result] {
    try elements.enumerated().map { index, element in
      if elements.count > 1 { ticker?.say("\(noun) \(index + 1) of \(elements.count)", nil) }
      return try body(element)
    }
  }

  /// All libraries, page by page.
  func everyLibrary() throws -> [LibraryInfo] {
    try everyItem { try self(Methods.libraryList, LibraryListing(limit: 500, after: $0)) }
  }

  /// All homework, page by page.
  func everyHomework() throws -> [Homework] {
    try everyItem { try self(Methods.homeworkList, HomeworkListing(limit: 500, after: $0)) }
  }

  /// All attempts that a listing gives, page by page.
  func everyAttempt(_ listing: AttemptListing) throws -> [Attempt] {
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
