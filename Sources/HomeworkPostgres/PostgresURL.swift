internal import CHomeworkPostgres
internal import HomeworkModel

/// The address of a PostgreSQL database, `postgresql://USER@HOST:PORT/DATABASE?…`, in libpq's format.
///
/// The parameter `schema` names the schema of a library in it, `hwdb` unless it is given. Supports several hosts,
/// `?target_session_attrs=`, IPv6 addresses in brackets, and directories of Unix sockets as `?host=/directory`, as well
/// as capitals in `postgresql` and white space around the address. Descriptions of a URL never include its password.
package struct PostgresURL: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The address with its password and without `schema`: for libpq, and for other processes of this program.
  package let text: String
  /// The name of the library: the parameter `schema`, which is this program's own.
  package private(set) var schema: String
  /// The secret part that `redacted` omits.
  private let secret: String
  /// The address without its password, for messages.
  package let redacted: String

  /// Returns whether a text is intended as such an address, or as libpq's `host=… password=…`, even if the rest is
  /// wrong. Such a text is never treated as a file's path, which messages would show.
  package static func isOne(_ text: String) -> Bool {
    let text = trimmed(text[...]).lowercased()
    return text.contains("password=")
      || ["postgresql:", "postgres:", "host=", "hostaddr=", "port=", "dbname=", "user=", "service="].contains(
        where: text.hasPrefix)
  }

  /// Returns the reason to refuse an argument, which other users can see in the process list: it is an address, or an
  /// option with one, that contains a password or might; `nil` otherwise.
  package static func refusal(ofArgument argument: String) -> String? {
    let value = argument.hasPrefix("--") ? cut(argument[...], at: "=").1 : argument[...]
    let text = String(trimmed(value))
    guard ["postgresql://", "postgres://"].contains(where: text.lowercased().hasPrefix) else { return nil }
    do throws(PostgresError) {
      guard try !PostgresURL(text).secret.isEmpty else { return nil }
      return "other users can see a password on the command line: leave it out of the address and put it in "
        + "$PGPASSWORD or ~/.pgpass, or put the whole address in $HWDB_DATABASE"
    } catch { return StoreError(error).description }
  }

  /// Parses the address as far as needed to find its password. libpq parses the rest when it connects.
  package init(_ address: String) throws(PostgresError) {
    let text = Self.trimmed(address[...])
    guard let sign = text.firstRange(of: "://"), !text.utf8.contains(0),
      case let scheme = text[..<sign.lowerBound].lowercased(), ["postgresql", "postgres"].contains(scheme)
    else {
      throw Self.unreadable("it does not begin with postgresql://", in: "the address")
    }
    let (rest, hidden) = (text[sign.upperBound...], "\(scheme)://…")
    let (before, query) = Self.cut(rest, at: "?")
    let (authority, path) = Self.cut(before, at: "/")
    // These characters in a password are taken for separators; the end of the password is then a guess, and libpq might
    // take part of it for a host name.
    guard !path.contains("@"), authority.count(where: { $0 == "@" }) <= 1 else {
      throw Self.unreadable("a password must have %40 for @, %2F for / and %3F for ?", in: hidden)
    }
    let (user, hosts) = authority.contains("@") ? Self.cut(authority, at: "@") : ("", authority)
    let isUser = !user.isEmpty || hosts.isEmpty
    guard hosts.split(separator: ",").allSatisfy(Self.isHost), isUser || !query.contains("@") else {
      throw Self.unreadable("a port is not a number, or a password has no host after it", in: hidden)
    }
    var (items, secret): ([Substring], _) = ([], Self.cut(user, at: ":").1)
    var (schema, passedOn): (_, [Substring]) = ("hwdb", [])
    for item in query.split(separator: "&") {
      let (key, value) = Self.cut(item, at: "=")
      guard item.contains("="), let name = Self.decoded(key), let words = Self.decoded(item)?.lowercased() else {
        throw Self.unreadable("what follows the ? is not KEY=VALUE&KEY=VALUE…", in: hidden)
      }
      guard name != "schema" else {
        guard let name = Self.decoded(value), Self.isSchema(name) else {
          throw Self.unreadable(
            "its schema is no name", in: hidden,
            advice: "write schema= and 1 to 63 of a-z, 0-9 and _, no digit first and not pg_")
        }
        schema = name
        items.append(item)
        continue
      }
      passedOn.append(item)
      if ["pass", "pwd", "secret", "token"].contains(where: words.contains) {
        secret += item
      } else {
        items.append(item)
      }
    }
    self.text = "\(scheme)://\(before)" + (passedOn.isEmpty ? "" : "?" + passedOn.joined(separator: "&"))
    (self.schema, self.secret) = (schema, String(secret))
    redacted =
      "\(scheme)://" + (user.isEmpty ? "" : Self.cut(user, at: ":").0 + "@") + hosts
      + (before.contains("/") ? "/" + path : "") + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
  }

  /// The schema's name as it stands in statements.
  var quotedSchema: String { "\"\(schema)\"" }

  /// Returns the address of another library in the same database.
  func with(schema: String) -> PostgresURL {
    var url = self
    url.schema = schema
    return url
  }

  package var description: String { redacted }
  package var customMirror: Mirror { Mirror(self, children: ["redacted": redacted]) }

  /// Returns the values of the address, by libpq's keywords.
  ///
  /// - Throws: `cannotConnect` if libpq is not installed or does not understand the address.
  func parameters() throws(PostgresError) -> [String: String] {
    if let reason = pq.failure {
      throw PostgresError(
        .cannotConnect(advice: "install libpq5, the client library of PostgreSQL"),
        sqlState: PostgresError.State.cannotConnect, message: "libpq cannot be loaded: \(reason)",
        database: redacted)
    }
    var reason: UnsafeMutablePointer<CChar>?
    guard let options = pq.conninfoParse(text, &reason) else {
      let words = reason.map { String(cString: $0) } ?? "out of memory"
      pq.freeMemory(reason)
      throw Self.unreadable(withoutSecrets(words), in: redacted)
    }
    defer { pq.conninfoFree(options) }
    var (found, option): ([String: String], _) = ([:], options)
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { found[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    return found
  }

  /// Returns libpq's message about the address without the parts that it quotes: it may quote all of it.
  private func withoutSecrets(_ words: String) -> String {
    guard !secret.contains("\"") else { return "libpq does not understand it" }
    let quoted = words.split(separator: "\"", omittingEmptySubsequences: false)
    return quoted.enumerated().map { index, part in
      index % 2 == 0 || redacted.contains(String(part)) && !secret.contains(String(part)) ? String(part) : "…"
    }
    .joined(separator: "\"")
  }

  private static func unreadable(
    _ reason: String, in address: String, advice: String = "write postgresql://USER@HOST:PORT/DATABASE"
  ) -> PostgresError {
    PostgresError(
      .cannotConnect(advice: advice), sqlState: PostgresError.State.cannotConnect,
      message: "it cannot be read: \(reason)", database: address)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
  }

  /// Returns whether a host has no port, or a numeric one: `u:secret`, without a host, looks like a host with a port.
  private static func isHost(_ host: Substring) -> Bool {
    let name = host.hasPrefix("[") ? host.firstIndex(of: "]").map { host[$0...] } : host
    guard let name else { return false }
    let port = cut(name, at: ":").1
    return port.isEmpty || UInt16(port) != nil
  }

  /// Returns whether a name needs no quotes as that of a schema, and is not one of PostgreSQL's own.
  private static func isSchema(_ name: String) -> Bool {
    let bytes = name.utf8
    return 1...63 ~= bytes.count && !name.hasPrefix("pg_") && bytes.first.map { !(0x30...0x39).contains($0) } == true
      && bytes.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_") }
  }

  /// Returns the parts before and after the first separator.
  private static func cut(_ text: Substring, at separator: Character) -> (Substring, Substring) {
    guard let index = text.firstIndex(of: separator) else { return (text, "") }
    return (text[..<index], text[text.index(after: index)...])
  }

  /// Returns a text with its %40 and similar escapes decoded; `nil` if one is invalid.
  private static func decoded(_ text: Substring) -> String? {
    text.percentDecoded.map { String(decoding: $0, as: UTF8.self) }
  }
}
