import HomeworkAPI
import HomeworkModel
import HomeworkPlay
import HomeworkStore
import HomeworkSystem

/// The environment of a call: the service's state, the caller's scope, and whether the caller still wants it.
///
/// Holding it keeps its library open, from the first use on.
struct Context: Sendable {
  let service: ServiceState
  let scope: CallScope
  /// Polled by calls that take long.
  let isCancelled: Store.IsCancelled
  private let held = HeldLibrary()

  init(_ service: ServiceState, _ parameters: Parameters, isCancelled: @escaping Store.IsCancelled) {
    (self.service, scope, self.isCancelled) = (service, parameters.scope, isCancelled)
  }

  /// The call's library, opened at its first use: a call that never uses it creates no file.
  var library: Libraries.Loan {
    get throws(StoreError) { try held.loan(from: service.libraries, scope.library) }
  }
  var store: Store {
    get throws(StoreError) { try library.value.store }
  }
  var sessions: LiveSessions {
    get throws(StoreError) { try library.value.sessions }
  }
  /// True if the library is already open, so that using it does not wait.
  var hasOpenLibrary: Bool { !service.libraries.isSeveral || held.takesOpen(from: service.libraries, scope.library) }
  /// The library's name, if there may be several.
  var libraryName: String? {
    get throws(StoreError) { service.libraries.isSeveral ? try library.name : nil }
  }

  var player: any ScriptPlaying {
    get throws(RPCError) { try service.player }
  }
  var database: String { service.libraries.path }
  var server: ServerView? { service.server.withLock { $0 } }
  var onProgress: (@Sendable (String, Double?) -> Void)? { service.onProgress }

  /// Returns the protocol's error; if there are several libraries, it names the unusable one.
  func told(_ error: any Error) -> RPCError {
    let error = Service.rpcError(error)
    guard service.libraries.isSeveral, [.databaseUnavailable, .busy].contains(error.name),
      let name = held.name ?? scope.library
    else { return error }
    return RPCError(
      error.name, "library \(name): \(error.message)", data: error.data.merging(["library": .string(name)]) { $1 })
  }
}

/// The library that a call has opened.
private final class HeldLibrary: Sendable {
  private let held = Guarded<Libraries.Loan?>(nil)

  var name: String? { held.withLock { $0?.name } }

  func loan(from libraries: Libraries, _ named: String?) throws(StoreError) -> Libraries.Loan {
    if let loan = held.withLock({ $0 }) { return loan }
    let loan = try libraries.loan(named)
    held.withLock { $0 = loan }
    return loan
  }

  func takesOpen(from libraries: Libraries, _ named: String?) -> Bool {
    let loan = libraries.loanIfOpen(named)
    held.withLock { $0 = loan }
    return loan != nil
  }
}

/// The state shared by all calls of a service.
final class ServiceState: Sendable {
  let libraries: Libraries
  private let scriptPlayer: (any ScriptPlaying)?
  /// Called with a description of long work, and the share done, if known.
  let onProgress: (@Sendable (String, Double?) -> Void)?
  /// The server of these operations; `nil` in process.
  let server = Guarded<ServerView?>(nil)

  init(
    _ libraries: Libraries, player: (any ScriptPlaying)?, onProgress: (@Sendable (String, Double?) -> Void)? = nil
  ) {
    (self.libraries, scriptPlayer, self.onProgress) = (libraries, player, onProgress)
  }

  /// The script player, if this process has one.
  var player: any ScriptPlaying {
    get throws(RPCError) {
      guard let scriptPlayer else { throw RPCError(.internal, "this process cannot run scripts: use hwdb") }
      return scriptPlayer
    }
  }
}

/// A server's description of itself.
package struct ServerView: Sendable {
  package let limits: SocketServer.Limits
  package let statistics: ServerStatistics

  package init(limits: SocketServer.Limits, statistics: ServerStatistics) {
    (self.limits, self.statistics) = (limits, statistics)
  }
}
