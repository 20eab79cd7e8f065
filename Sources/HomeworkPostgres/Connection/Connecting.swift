internal import CHomeworkPostgres
internal import HomeworkModel
internal import HomeworkSystem

/// Makes a connection: tries one host after the other, each within its time limit.
///
/// libpq's blocking function does not report a refusal's SQLSTATE, without which a wrong password looks like a server
/// that is starting; and its non-blocking functions have no time limit.
struct Connecting {
  typealias State = PostgresError.State

  /// The oldest supported server version.
  private static let oldestVersion = 150_000

  private let url: PostgresURL
  private let target: String
  /// The libpq parameters for each host.
  private let hosts: [[String: String]]
  private let limitMs: Int

  init(_ url: PostgresURL) throws(PostgresError) {
    self.url = url
    var parameters = [
      "fallback_application_name": "hwdb", "connect_timeout": "5", "keepalives_idle": "5", "keepalives_interval": "2",
      "keepalives_count": "3", "tcp_user_timeout": "15000",
    ]
    parameters.merge(try url.parameters()) { $1 }
    parameters["client_encoding"] = "UTF8"
    // Checked here, so that its failure can be distinguished from others.
    target = parameters["target_session_attrs"] ?? "read-write"
    parameters["target_session_attrs"] = "any"
    guard Self.targets.contains(target) else {
      throw PostgresError(
        .cannotConnect(advice: "give one of \(Self.targets.joined(separator: ", "))"), sqlState: State.cannotConnect,
        message: "there is no target_session_attrs=\(target)", database: url.redacted)
    }
    let seconds = Int(parameters["connect_timeout"] ?? "") ?? 5
    // As in libpq, 0 means no limit; here, a day.
    limitMs = (seconds > 0 ? min(seconds, 86_400) : 86_400) * 1000
    hosts = Self.hosts(of: parameters)
  }

  private static let targets = ["any", "read-write", "read-only", "primary", "standby", "prefer-standby"]

  /// Returns the parameters of each of several hosts: its entries of the lists of names, addresses and ports.
  private static func hosts(of parameters: [String: String]) -> [[String: String]] {
    func list(_ key: String) -> [String] {
      parameters[key]?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? []
    }
    let (names, addresses, ports) = (list("host"), list("hostaddr"), list("port"))
    let count = max(names.count, addresses.count)
    let fits = [names.count, addresses.count, ports.count].allSatisfy { [0, 1, count].contains($0) }
    // If the lists do not match, libpq reports it.
    guard count > 1, fits, names.count != 1, addresses.count != 1 else { return [parameters] }
    return (0..<count).map { index in
      var one = parameters
      for (key, values) in [("host", names), ("hostaddr", addresses), ("port", ports)] where !values.isEmpty {
        one[key] = values.count == 1 ? values[0] : values[index]
      }
      return one
    }
  }

  /// Returns a connection to the first reachable host that meets the requirements.
  func connect() throws(PostgresError) -> OpaquePointer {
    var refusals: [PostgresError] = []
    for wanted in target == "prefer-standby" ? ["standby", "any"] : [target] {
      for host in hosts {
        do throws(PostgresError) { return try connect(to: host, wanted) } catch { refusals.append(error) }
      }
    }
    // Report errors that need human action first. A read-only server beside an unreachable one may soon be promoted.
    func needsHelp(_ error: PostgresError) -> Bool { error.kind != .lost && error.sqlState != State.readOnly }
    guard let first = refusals.first(where: needsHelp) ?? refusals.first(where: { $0.kind == .lost }) ?? refusals.first
    else { throw refusal(.lost, State.cannotConnect, "it has no host") }
    guard hosts.count > 1 else { throw first }
    var words: [String] = []
    for refusal in refusals where !words.contains(refusal.message) { words.append(refusal.message) }
    let kind = first.sqlState == State.readOnly ? .lost : first.kind
    throw refusal(kind, first.sqlState, words.joined(separator: "; "))
  }

  private func connect(to host: [String: String], _ target: String) throws(PostgresError) -> OpaquePointer {
    let keys = host.keys.sorted()
    var keywords = keys.map { UnsafePointer(strdup($0)) } + [nil]
    var values = keys.map { UnsafePointer(strdup(host[$0] ?? "")) } + [nil]
    defer { for text in keywords + values { free(UnsafeMutableRawPointer(mutating: text)) } }
    guard let handle = pq.connectStart(&keywords, &values, 0) else {
      throw refusal(.lost, State.cannotConnect, "out of memory")
    }
    do throws(PostgresError) {
      // The only way to get a refusal's SQLSTATE: it is in the verbose message.
      _ = pq.setErrorVerbosity(handle, PQERRORS_VERBOSE)
      try wait(for: handle)
      try check(handle, target)
      return handle
    } catch {
      pq.finish(handle)
      throw error
    }
  }

  private func wait(for handle: OpaquePointer) throws(PostgresError) {
    var stage = pq.status(handle)
    guard stage != CONNECTION_BAD else { throw failure(of: handle, at: stage) }
    // Behaves as if it had polled already: libpq wants to write first.
    var wanted = Int16(POLLOUT)
    let end = PostgresConnection.Wait.now() + UInt64(limitMs)
    while true {
      var descriptor = pollfd(fd: pq.socket(handle), events: wanted, revents: 0)
      let now = PostgresConnection.Wait.now()
      guard now < end else {
        throw refusal(.lost, State.cannotConnect, "no answer within \(limitMs / 1000) s")
      }
      // 0: nothing yet. -1: a signal, so retry.
      guard poll(&descriptor, 1, Int32(clamping: end - now)) > 0 else { continue }
      switch pq.connectPoll(handle) {
      case PGRES_POLLING_OK: return
      case PGRES_POLLING_READING: wanted = Int16(POLLIN)
      case PGRES_POLLING_WRITING: wanted = Int16(POLLOUT)
      default: throw failure(of: handle, at: stage)
      }
      stage = pq.status(handle)
    }
  }

  /// Returns the reason for a failure: the server's message with its SQLSTATE, or libpq's message.
  private func failure(of handle: OpaquePointer, at stage: ConnStatusType) -> PostgresError {
    let words = String(cString: pq.errorMessage(handle))
    if let (state, message) = Self.refusal(in: words) {
      switch state {
      case State.wrongPassword:
        return refusal(.cannotConnect(advice: "check the user and the password"), state, message)
      case State.invalidAuthorization:
        return refusal(.cannotConnect(advice: "check the user, sslmode and the server's pg_hba.conf"), state, message)
      case State.noDatabase:
        return refusal(.cannotConnect(advice: "make it with createdb, or name another one"), state, message)
      case State.noPrivilege:
        return refusal(.cannotConnect(advice: "grant the user the right to connect"), state, message)
      // Temporary causes: all connections in use (53), a server starting or stopping (57), the network (08).
      case _ where ["53", "57", "08", "58", "XX"].contains(state.prefix(2)):
        return refusal(.lost, state, message)
      default: return refusal(.cannotConnect(advice: "check the URL and the server's configuration"), state, message)
      }
    }
    let line = words.split(separator: "\n").first.map(String.init) ?? "no reason is given"
    if stage == CONNECTION_SSL_STARTUP {
      return refusal(
        .cannotConnect(advice: "check sslmode, and the certificates of both sides"), State.cannotConnect, line)
    }
    if pq.needsPassword(handle) != 0 {
      return refusal(
        .cannotConnect(advice: "give it in ~/.pgpass or PGPASSWORD"), State.wrongPassword, "it wants a password")
    }
    // Nothing was reached yet: an unknown host name may be known later, but an invalid sslmode stays invalid.
    guard stage != CONNECTION_BAD || words.contains("connection to server") || words.contains("translate host") else {
      return refusal(.cannotConnect(advice: "correct the URL"), State.cannotConnect, line)
    }
    return refusal(.lost, State.cannotConnect, line)
  }

  /// Returns the state and the message of `…:  28P01: message`, the format of verbose errors.
  static func refusal(in words: String) -> (state: String, message: String)? {
    for line in words.split(separator: "\n") {
      let bytes = Array(line.utf8)
      var offset = 0
      while offset + 10 <= bytes.count {
        defer { offset += 1 }
        guard bytes[offset..<offset + 3].elementsEqual(":  ".utf8),
          bytes[offset + 8..<offset + 10].elementsEqual(": ".utf8)
        else { continue }
        let state = bytes[offset + 3..<offset + 8]
        let isState = state.allSatisfy {
          $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") || $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z")
        }
        guard isState else { continue }
        return (String(decoding: state, as: UTF8.self), String(decoding: bytes[(offset + 10)...], as: UTF8.self))
      }
    }
    return nil
  }

  /// Checks that the server meets the requirements.
  private func check(_ handle: OpaquePointer, _ target: String) throws(PostgresError) {
    let version = pq.serverVersion(handle)
    guard version >= Self.oldestVersion else {
      let name = pq.parameterStatus(handle, "server_version").map { String(cString: $0) } ?? "\(version)"
      throw refusal(
        .cannotConnect(advice: "use PostgreSQL 15 or later"), State.featureNotSupported,
        "the server is PostgreSQL \(Self.shown(name))")
    }
    func isOn(_ name: String) -> Bool {
      pq.parameterStatus(handle, name).map { String(cString: $0) } == "on"
    }
    let isStandby = isOn("in_hot_standby")
    let isReadOnly = isStandby || isOn("default_transaction_read_only")
    let isWanted =
      switch target {
      case "read-write": !isReadOnly
      case "read-only": isReadOnly
      case "primary": !isStandby
      case "standby": isStandby
      default: true
      }
    guard !isWanted else { return }
    let found = isStandby ? "is a standby" : isReadOnly ? "is read-only" : "is one that writes"
    throw refusal(
      .cannotConnect(advice: "name a server that is \(target)"),
      isReadOnly ? State.readOnly : State.cannotConnect, "the server \(found), and \(target) was asked for")
  }

  /// Returns 14.3 for `14.3 (Debian 14.3-1)`.
  private static func shown(_ version: String) -> Substring { version.prefix { !$0.isWhitespace } }

  private func refusal(_ kind: PostgresError.Kind, _ state: String, _ message: String) -> PostgresError {
    PostgresError(kind, sqlState: state, message: PostgresError.onOneLine(message), database: url.redacted)
  }
}
