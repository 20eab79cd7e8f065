/// The ways into a library from other machines.
public struct Entrance: Hashable, Sendable {
  /// The key that signs cookies: 64 hexadecimal digits.
  package var secret: String
  /// The hash of the teacher's password, with its parameters; `nil` if there is none.
  package var password: String?
  /// The code with which pupils join, and when it ends; `nil` while the class is closed.
  package var code: JoinCode?

  package init(secret: String, password: String? = nil, code: JoinCode? = nil) {
    (self.secret, self.password, self.code) = (secret, password, code)
  }

  /// Returns 32 random bytes as 64 hexadecimal digits.
  package static func drawnSecret() -> String { (0..<32).map { _ in UInt8.random(in: 0...255) }.hex }
}

/// The code with which the pupils of a class join for a while.
public struct JoinCode: Hashable, Sendable {
  /// Six characters, none of which looks like another, and the moment when it ends.
  public let text: String, until: Timestamp

  package init(text: String, until: Timestamp) { (self.text, self.until) = (text, until) }

  /// How long a class is open, in milliseconds: 12 hours.
  package static let lifetimeMs: Int64 = 43_200_000

  /// Without 0, O, 1 and I: five random bits a character.
  private static let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")

  /// Returns a new code, drawn by the system's unpredictable generator.
  package static func drawn() -> String { String((0..<6).map { _ in alphabet[Int.random(in: 0..<32)] }) }

  /// Returns a code as it was written down: small letters and spaces are forgiven.
  package static func read(_ text: String) -> String { text.uppercased().filter { !$0.isWhitespace && $0 != "-" } }
}

extension [UInt8] {
  /// The bytes in hexadecimal.
  package var hex: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
