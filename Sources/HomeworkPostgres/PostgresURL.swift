internal import CHomeworkPostgres
internal import HomeworkModel

/// The address of a PostgreSQL database, `postgresql://USER@HOST:PORT/DATABASE?…`, as libpq reads it.
///
/// Several hosts, `?target_session_attrs=`, IPv6 addresses in brackets, and directories of Unix sockets as
/// `?host=/directory` are understood. Nothing that describes it shows its password.
package struct PostgresURL: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The address with its password: for libpq, and for other processes of this program.
  package let text: String
  /// What `redacted` lacks.
  private let secret: String
  /// The address without its password, for messages.
  package let redacted: String

  /// Whether a text is meant to be such an address, however wrong the rest of it is.
  package static func isOne(_ text: String) -> Bool {
    ["postgresql://", "postgres://"].contains { text.hasPrefix($0) }
  }

  /// Takes the address apart as far as its password can be told from the rest. libpq looks at the rest when a
  /// connection is made.
  package init(_ text: String) throws(PostgresError) {
    guard Self.isOne(text), let sign = text.firstRange(of: "://"), !text.utf8.contains(0) else {
      throw Self.unreadable("it does not begin with postgresql://", in: "the text")
    }
    let (scheme, rest) = (text[..<sign.lowerBound], text[sign.upperBound...])
    let hidden = "\(scheme)://…"
    let (before, query) = Self.cut(rest, at: "?")
    let (authority, path) = Self.cut(before, at: "/")
    // In a password these stand for what they separate elsewhere; where the password ends is a guess then, and what
    // libpq would take for the name of a host might be a part of it.
    guard !path.contains("@"), authority.count(where: { $0 == "@" }) <= 1 else {
      throw Self.unreadable("a password must have %40 for @, %2F for / and %3F for ?", in: hidden)
    }
    let (user, hosts) = authority.contains("@") ? Self.cut(authority, at: "@") : ("", authority)
    var (items, secret): ([Substring], _) = ([], Self.cut(user, at: ":").1)
    for item in query.split(separator: "&") {
      let (key, _) = Self.cut(item, at: "=")
      guard item.contains("="), let name = Self.decoded(key) else {
        throw Self.unreadable("what follows the ? is not KEY=VALUE&KEY=VALUE…", in: hidden)
      }
      if name.hasSuffix("password") || name.contains("secret") { secret += item } else { items.append(item) }
    }
    (self.text, self.secret) = (text, String(secret))
    redacted =
      "\(scheme)://" + (user.isEmpty ? "" : Self.cut(user, at: ":").0 + "@") + hosts
      + (before.contains("/") ? "/" + path : "") + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
  }

  package var description: String { redacted }
  package var customMirror: Mirror { Mirror(self, children: ["redacted": redacted]) }

  /// Returns what it says, by libpq's keywords, a value for each that it names.
  ///
  /// - Throws: `cannotConnect` where libpq is not installed, or does not understand it.
  func parameters() throws(PostgresError) -> [String: String] {
    if let reason = hwdb_pq_load() {
      throw PostgresError(
        .cannotConnect(advice: "install libpq5, the client library of PostgreSQL"),
        sqlState: PostgresError.State.cannotConnect, message: "libpq cannot be loaded: \(String(cString: reason))",
        database: redacted)
    }
    var reason: UnsafeMutablePointer<CChar>?
    guard let options = hwdb_pq_conninfo_parse(text, &reason) else {
      let words = reason.map { String(cString: $0) } ?? "out of memory"
      hwdb_pq_freemem(reason)
      throw Self.unreadable(withoutSecrets(words), in: redacted)
    }
    defer { hwdb_pq_conninfo_free(options) }
    var (found, option): ([String: String], _) = ([:], options)
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { found[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    return found
  }

  /// Returns what libpq says of the address without what it quotes of it: it may quote the whole.
  private func withoutSecrets(_ words: String) -> String {
    guard !secret.contains("\"") else { return "libpq does not understand it" }
    let quoted = words.split(separator: "\"", omittingEmptySubsequences: false)
    return quoted.enumerated().map { index, part in
      index % 2 == 0 || redacted.contains(String(part)) && !secret.contains(String(part)) ? String(part) : "…"
    }
    .joined(separator: "\"")
  }

  private static func unreadable(_ reason: String, in address: String) -> PostgresError {
    PostgresError(
      .cannotConnect(advice: "write postgresql://USER@HOST:PORT/DATABASE"), sqlState: PostgresError.State.cannotConnect,
      message: "it cannot be read: \(reason)", database: address)
  }

  /// Returns what stands before the first separator, and after it.
  private static func cut(_ text: Substring, at separator: Character) -> (Substring, Substring) {
    guard let place = text.firstIndex(of: separator) else { return (text, "") }
    return (text[..<place], text[text.index(after: place)...])
  }

  /// Returns a text whose %40 and the like are replaced; `nil` where one is none.
  private static func decoded(_ text: Substring) -> String? {
    var (bytes, rest) = ([UInt8](), text.utf8[...])
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(Substring(rest.prefix(2)), radix: 16) else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
