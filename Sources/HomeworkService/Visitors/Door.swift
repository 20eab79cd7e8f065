import HomeworkAPI
import HomeworkModel
import HomeworkStore
import HomeworkSystem

/// Knows who comes in by a server's page: by a token in its address, and then by the cookie that it was exchanged for.
///
/// A cookie names its role, learner and library, and is signed with the library's secret: so it outlives the daemon,
/// and nothing is kept for it. With several libraries, the owner's cookie is valid only until the daemon ends.
package final class Door: Sendable {
  /// Lets the owner in as long as the daemon lives.
  package let ownersToken = Entrance.drawnSecret()

  fileprivate struct State {
    /// The visitors that tokens stand for, and until when.
    var tokens: [String: (visitor: Visitor, untilNs: UInt64)] = [:]
    /// Wrong codes and passwords, by address, since the minute began.
    var failures: [String: Int] = [:], minute: UInt64 = 0
  }

  private let libraries: Libraries
  private let secret = Entrance.drawnSecret()
  private let state = Guarded(State())

  /// How long a token can be used, in nanoseconds.
  private static let tokenNs: UInt64 = 60_000_000_000
  /// How long a cookie is valid, in milliseconds: half a year, and 12 hours for a teacher.
  private static let (usualMs, teachersMs): (Int64, Int64) = (15_552_000_000, 43_200_000)
  /// The wrong codes and passwords that are answered within a minute: from one address, and from all.
  private static let (mostFailures, mostOfAll) = (10, 100)

  package init(of service: Service) {
    libraries = service.state.libraries
    service.state.door.withLock { $0 = self }
  }
}

// MARK: Tokens and cookies

extension Door {
  /// Returns a token that can be used once, within a minute.
  func token(for visitor: Visitor) -> String {
    let token = Entrance.drawnSecret()
    let now = Monotonic.nowNs
    state.withLock { state in
      state.tokens = state.tokens.filter { $0.value.untilNs > now }
      state.tokens[token] = (visitor, now + Self.tokenNs)
    }
    return token
  }

  /// Returns the cookie that a token is exchanged for; `nil` if it was used before, or is too old.
  package func cookie(for token: String) -> String? {
    let visitor =
      token == ownersToken
      ? .owner
      : state.withLock { state -> Visitor? in
        guard let known = state.tokens.removeValue(forKey: token), known.untilNs > Monotonic.nowNs else { return nil }
        return known.visitor
      }
    guard let visitor else { return nil }
    let lasts = visitor.role == .teacher ? Self.teachersMs : Self.usualMs
    let content = [
      visitor.role.rawValue, visitor.learner?.text ?? "", visitor.library.map { Array($0.utf8).hex } ?? "",
      String(Store.systemClock().millisecondsSince1970 + lasts),
    ].joined(separator: ".")
    return signature(of: content, by: visitor, isFirst: true).map { "\(content).\($0)" }
  }

  /// Returns whom a cookie stands for; a visitor without a role of their own if it is none of ours.
  package func visitor(with cookie: String?, from address: String) -> Visitor {
    var nobody = Visitor(role: .visitor)
    nobody.address = address
    guard let parts = cookie?.split(separator: ".", omittingEmptySubsequences: false).map(String.init),
      parts.count == 5,
      let role = CallerRole(rawValue: parts[0]), let untilMs = Int64(parts[3]),
      untilMs > Store.systemClock().millisecondsSince1970, let library = Self.text(ofHex: parts[2])
    else { return nobody }
    var visitor = Visitor(role: role, learner: Learner.ID(parts[1]), library: library.isEmpty ? nil : library)
    visitor.address = address
    // A pupil's cookie without a learner would be for all of them.
    guard role != .pupil || visitor.learner != nil,
      signature(of: parts.dropLast().joined(separator: "."), by: visitor) == parts[4]
    else { return nobody }
    return visitor
  }

  /// Returns the signature of a cookie; `nil` without its library.
  ///
  /// - Parameter isFirst: whether it may be the library's first one: only then a secret is made for it.
  private func signature(of content: String, by visitor: Visitor, isFirst: Bool = false) -> String? {
    if visitor.role == .owner, libraries.isSeveral { return Self.signature(of: content, with: secret) }
    do {
      let store = try libraries.loan(visitor.library).value.store
      let known = try store.readAndWait { try $0.entrance() }
      guard let entrance = try known ?? (isFirst ? store.writeAndWait { try $0.makeEntrance() } : nil) else {
        return nil
      }
      // A teacher's ends with the password.
      let password = visitor.role == .teacher ? entrance.password ?? "" : ""
      return Self.signature(of: content + password, with: entrance.secret)
    } catch {
      return nil
    }
  }

  /// HMAC with SHA-256 (RFC 2104). The key has 64 bytes, which is a block.
  static func signature(of content: String, with secret: String) -> String {
    func padded(_ byte: UInt8) -> [UInt8] { secret.utf8.map { $0 ^ byte } }
    let inner = SHA256.hexDigest(of: padded(0x36) + content.utf8)
    return SHA256.hexDigest(of: padded(0x5C) + (bytes(ofHex: inner) ?? []))
  }

  private static func text(ofHex hex: String) -> String? {
    bytes(ofHex: hex).flatMap { String(validating: $0, as: UTF8.self) }
  }

  private static func bytes(ofHex hex: String) -> [UInt8]? {
    let digits = hex.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == hex.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}

// MARK: Codes and passwords

extension Door {
  /// Refuses a visitor after too many wrong codes and passwords.
  func checkPatience(with visitor: Visitor) throws(RPCError) {
    let isTooMany = state.withLock { state in
      state.beginMinute()
      return state.failures[visitor.address, default: 0] >= Self.mostFailures
        || state.failures.values.reduce(0, +) >= Self.mostOfAll
    }
    if isTooMany { throw RPCError(.busy, "too many wrong codes or passwords: wait a minute") }
  }

  func hasFailed(_ visitor: Visitor) {
    state.withLock { state in
      state.beginMinute()
      state.failures[visitor.address, default: 0] += 1
    }
  }

  /// Checks a pupil's code.
  func check(_ code: String, in tx: ReadTransaction, of visitor: Visitor) throws {
    guard try tx.joinCode(at: Store.systemClock())?.text == JoinCode.read(code) else {
      hasFailed(visitor)
      throw RPCError(.forbidden, "that is not the code of an open class")
    }
  }
}

extension Door.State {
  fileprivate mutating func beginMinute() {
    let now = Monotonic.nowNs / 60_000_000_000
    if now != minute { (failures, minute) = ([:], now) }
  }
}
