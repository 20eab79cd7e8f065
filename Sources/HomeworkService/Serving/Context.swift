import HomeworkAPI
import HomeworkModel
import HomeworkPlay
import HomeworkStore
import HomeworkSystem

/// What one call works with: the service's own, and what the caller says besides its parameters.
///
/// Whoever has it keeps its library open, from its first use on.
struct Context: Sendable {
  let service: ServiceState
  let scope: CallScope
  private let held = HeldLibrary()

  init(_ service: ServiceState, _ scope: CallScope) {
    (self.service, self.scope) = (service, scope)
  }

  /// The library that the call is about, opened at its first use: what never touches it never makes a file.
  var library: Libraries.Loan {
    get throws(StoreError) { try held.loan(from: service.libraries, scope.library) }
  }
  var store: Store {
    get throws(StoreError) { try library.value.store }
  }
  var sessions: LiveSessions {
    get throws(StoreError) { try library.value.sessions }
  }
  /// Whether the library is open already, and whoever asks for it now waits for nothing.
  var hasOpenLibrary: Bool { !service.libraries.isSeveral || held.takesOpen(from: service.libraries, scope.library) }
  /// What the library is called, where there may be several.
  var libraryName: String? {
    get throws(StoreError) { service.libraries.isSeveral ? try library.name : nil }
  }

  var player: any ScriptPlaying {
    get throws(RPCError) { try service.player }
  }
  var database: String { service.libraries.path }
  var server: ServerView? { service.server.withLock { $0 } }
  var onProgress: (@Sendable (String, Double?) -> Void)? { service.onProgress }

  /// The protocol's word for what went wrong. Of several libraries it says which one cannot be used.
  func told(_ error: any Error) -> RPCError {
    let error = Service.rpcError(error)
    guard service.libraries.isSeveral, [.databaseUnavailable, .busy].contains(error.name),
      let name = held.name ?? scope.library
    else { return error }
    return RPCError(
      error.name, "library \(name): \(error.message)", data: error.data.merging(["library": .string(name)]) { $1 })
  }
}

/// The library that one call has opened.
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

/// What all calls of a service have in common.
final class ServiceState: Sendable {
  let libraries: Libraries
  private let scriptPlayer: (any ScriptPlaying)?
  /// Told what long work does, and the share of it that is done where that is known.
  let onProgress: (@Sendable (String, Double?) -> Void)?
  /// The server that these operations are served by; none in process.
  let server = Guarded<ServerView?>(nil)

  init(
    _ libraries: Libraries, player: (any ScriptPlaying)?, onProgress: (@Sendable (String, Double?) -> Void)? = nil
  ) {
    (self.libraries, scriptPlayer, self.onProgress) = (libraries, player, onProgress)
  }

  /// What plays scripts, where this process does.
  var player: any ScriptPlaying {
    get throws(RPCError) {
      guard let scriptPlayer else { throw RPCError(.internal, "this process cannot run scripts: use hwdb") }
      return scriptPlayer
    }
  }
}

/// What a server tells about itself.
package struct ServerView: Sendable {
  package let limits: SocketServer.Limits
  package let statistics: ServerStatistics

  package init(limits: SocketServer.Limits, statistics: ServerStatistics) {
    (self.limits, self.statistics) = (limits, statistics)
  }
}
