import HomeworkAPI
import HomeworkService
import HomeworkSystem

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
  /// The port at which the page is served, if it is; 0 for any.
  var http: Int?
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
    Option("http", "PORT", "serve the page to this machine at this port, 0 for any; its address is printed"),
    Option("help", "print this help"),
    Option("version", "print the version"),
  ]

  init(_ arguments: [String]) throws(UsageMistake) {
    let words = try ParsedArguments(arguments, options: Self.known, help: "hwdbd --help")
    if words.options["help"] != nil { answer = Self.help }
    if words.options["version"] != nil { answer = "hwdbd \(Service.versions)\n" }
    guard answer == nil else { return }
    if let word = words.operands.first {
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
    http = try number("http", 0...65_535, "of a port, 0 to 65535")
  }

  private static let help = """
    hwdbd [OPTION]…

      serves the database on a Unix socket until it receives SIGTERM or SIGINT

    \(known.explained)
    Example:
      hwdbd --database school.sqlite --socket school.sock

    """
}
