import HomeworkAPI
import HomeworkService
import HomeworkSystem
import HomeworkWeb

/// The daemon's options.
struct DaemonOptions {
  var database: String?
  var socket: String?
  var logLevel = ServerLog.Level.info
  /// The log file; standard error by default.
  var log: String?
  /// The maximum line length in bytes.
  var maxMessage: Int?
  var maxConnections: Int?
  /// Where the page is served, if it is.
  var http: WebAddress?
  var certificate: WebServer.Certificate?
  /// The address of a proxy that the page's visitors come through.
  var proxy: String?
  /// The text to print instead of serving.
  var answer: String?

  private static let known = [
    Option(
      "database", "PATH",
      "the file or postgresql:// address; $HWDB_DATABASE by default, else in the data directory"),
    Option("socket", "PATH", "the socket to listen on; $HWDB_SOCKET by default, else in the runtime directory"),
    Option("log", "FILE", "the log file, reopened on SIGHUP; standard error by default"),
    Option(
      "log-level", "LEVEL", "debug, info (the default), warning or error",
      choices: ["debug", "info", "warning", "error"]),
    Option("max-message", "BYTES", "the longest line a client may send, at least 1024"),
    Option("max-connections", "N", "how many clients may connect at a time, 1 to 60000"),
    Option("http", "ADDRESS:PORT", "serve the page there too; port 0 for any; its address is printed"),
    Option("tls", "CERT", "encrypt it: a certificate in PEM, followed by the file of its KEY"),
    Option("behind-proxy", "ADDRESS", "serve only a proxy at this address, which encrypts"),
    Option("help", "print this help"),
    Option("version", "print the version"),
  ]

  init(_ arguments: [String]) throws(UsageMistake) {
    let words = try ParsedArguments(arguments, options: Self.known, help: "hwdbd --help")
    if words.options["help"] != nil { answer = Self.help }
    if words.options["version"] != nil { answer = "hwdbd \(Service.versions)\n" }
    guard answer == nil else { return }
    if let word = words.operands.dropFirst(words.options["tls"] == nil ? 0 : 1).first {
      throw UsageMistake("unexpected argument \"\(word)\": see hwdbd --help")
    }
    func value(_ name: String) throws(UsageMistake) -> String? {
      guard let value = words.options[name]?.last else { return nil }
      guard !value.isEmpty else { throw UsageMistake("--\(name) needs a value: see hwdbd --help") }
      return value
    }
    func number(_ name: String, _ range: ClosedRange<Int>, _ advice: String) throws(UsageMistake) -> Int? {
      guard let text = try value(name) else { return nil }
      guard let number = Int(text), range.contains(number) else {
        throw UsageMistake("--\(name) \(text) is not allowed: write a number \(advice)")
      }
      return number
    }
    database = try value("database")
    socket = try value("socket")
    log = try value("log")
    logLevel = try value("log-level").flatMap(ServerLog.Level.init) ?? logLevel
    maxMessage = try number("max-message", 1024...Int.max, "of bytes from 1024")
    maxConnections = try number("max-connections", 1...60_000, "from 1 to 60000")
    try setPage(http: value("http"), certificate: value("tls"), key: words.operands.first, proxy: value("behind-proxy"))
  }

  private mutating func setPage(
    http: String?, certificate: String?, key: String?, proxy: String?
  ) throws(UsageMistake) {
    guard let http else {
      guard certificate == nil, proxy == nil else { throw UsageMistake("--tls and --behind-proxy need --http") }
      return
    }
    guard let address = WebAddress(http) else {
      throw UsageMistake("--http \(http) is not an address: write one like 127.0.0.1:8080, 0.0.0.0:443 or [::1]:0")
    }
    if let certificate {
      guard let key else { throw UsageMistake("--tls needs two files: write --tls CERT KEY") }
      for file in [certificate, key] where access(file, R_OK) != 0 {
        throw UsageMistake("--tls: \(file) cannot be read (\(systemReason()))")
      }
      self.certificate = (certificate, key)
    }
    if let proxy, !WebAddress.isAddress(proxy) {
      throw UsageMistake("--behind-proxy \(proxy) is not an address: write one like 127.0.0.1")
    }
    guard address.isLoopback || certificate != nil || proxy != nil else {
      throw UsageMistake(
        "--http \(http) would send passwords in the clear: add --tls CERT KEY, or serve a proxy that encrypts with "
          + "--behind-proxy ADDRESS")
    }
    (self.http, self.proxy) = (address, proxy)
  }

  private static let help = """
    hwdbd \(known.map(\.synopsis).joined(separator: " "))

      serves the database on a Unix socket until it receives SIGTERM or SIGINT

    \(known.explained)
    Example:
      hwdbd --database school.sqlite --socket school.sock

    """
}
