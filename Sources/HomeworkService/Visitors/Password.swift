import HomeworkAPI
import HomeworkSystem

/// Passwords, kept as hashes that take 64 MB of memory to try: Argon2id by libsodium, loaded with the first one.
enum Password {
  static func hash(_ password: String) throws(RPCError) -> String {
    try checkLibrary()
    var text = [CChar](repeating: 0, count: largestHash)
    let bytes = Array(password.utf8CString)
    guard hashing(&text, bytes, UInt64(bytes.count - 1), operations, memory) == 0 else {
      throw RPCError(.busy, "there is not enough memory for a password: try again later")
    }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  static func matches(_ password: String, _ hash: String) throws(RPCError) -> Bool {
    try checkLibrary()
    let bytes = Array(password.utf8CString)
    return verifying(hash, bytes, UInt64(bytes.count - 1)) == 0
  }

  private static func checkLibrary() throws(RPCError) {
    if let failure = library.failure {
      throw RPCError(.conflict, "libsodium cannot be used (\(failure)): install libsodium23")
    }
    guard start() >= 0 else { throw RPCError(.internal, "libsodium cannot start") }
  }

  /// The limits that libsodium calls interactive, and the largest hash with its parameters.
  private static let (operations, memory, largestHash) = (2 as UInt64, 64 << 20, 128)

  private static let library = LoadedLibrary("libsodium.so.23")
  private static let start: @convention(c) () -> CInt = library.function("sodium_init")
  private static let hashing:
    @convention(c) (UnsafeMutablePointer<CChar>, UnsafePointer<CChar>, UInt64, UInt64, Int) -> CInt =
      library.function("crypto_pwhash_str")
  private static let verifying: @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UInt64) -> CInt =
    library.function("crypto_pwhash_str_verify")
}
