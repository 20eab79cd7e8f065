public import Foundation

/// A program in a terminal of its own, as in interactive use.
public final class PseudoTerminal: @unchecked Sendable {
  // Used by one thread of a test: it writes, and then reads until the expected text appears.
  private let primary: Int32
  private var isWaitedFor = false
  private var isClosed = false
  private var status: Int32 = 0
  public let pid: pid_t
  /// All output so far.
  public private(set) var output = ""
  /// The text that the terminal shows.
  public private(set) var screen: TerminalScreen

  /// - Parameter environment: replaces variables that lead to a user's own data; by default `TERM` and a UTF-8 locale.
  public init(
    _ executable: String, _ arguments: [String], columns: UInt16 = 80, rows: UInt16 = 24,
    environment: [String: String] = [:]
  ) throws {
    screen = TerminalScreen(columns: Int(columns), rows: Int(rows))
    primary = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2), which the C library's functions also use, but which Swift cannot import.
    var (locked, number): (Int32, Int32) = (0, 0)
    guard primary >= 0, ioctl(primary, 0x4004_5431, &locked) == 0, ioctl(primary, 0x8004_5430, &number) == 0 else {
      throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO)
    }
    let name = "/dev/pts/\(number)"
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(primary, UInt(TIOCSWINSZ), &size)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // POSIX_SPAWN_SETSID: the first terminal that a session leader opens becomes its controlling terminal.
    posix_spawnattr_setflags(&attributes, 0x80)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    for descriptor in Int32(0)...2 { posix_spawn_file_actions_addopen(&actions, descriptor, name, O_RDWR, 0) }
    defer {
      posix_spawnattr_destroy(&attributes)
      posix_spawn_file_actions_destroy(&actions)
    }
    let base = ["PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "TZ": "UTC"]
    let variables = base.merging(environment) { $1 }.map { strdup("\($0.key)=\($0.value)") }
    let words = ([executable] + arguments).map { strdup($0) }
    defer { (variables + words).forEach { free($0) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, executable, &actions, &attributes, words + [nil], variables + [nil])
    pid = child
    guard code == 0 else { throw POSIXError(POSIXError.Code(rawValue: code) ?? .EIO) }
  }

  deinit {
    if !isWaitedFor {
      kill(pid, SIGKILL)
      waitpid(pid, &status, 0)
    }
    if !isClosed { close(primary) }
  }

  /// Sends text as if typed.
  public func type(_ text: String) { _ = text.withCString { write(primary, $0, strlen($0)) } }

  /// Resizes the window; the program is notified, and draws all of it again.
  public func resize(columns: UInt16, rows: UInt16) {
    screen = TerminalScreen(columns: Int(columns), rows: Int(rows))
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(primary, UInt(TIOCSWINSZ), &size)
  }

  /// Reads until `text` appears; returns `false` if it does not appear in time.
  public func waits(for text: String, seconds: Double = 20) -> Bool {
    let end = Date().addingTimeInterval(seconds)
    while !output.contains(text), Date() < end, read(until: end) {}
    return output.contains(text)
  }

  /// Reads until the screen is as wanted; returns `false` if it is not in time.
  public func shows(seconds: Double = 20, _ isWanted: (TerminalScreen) -> Bool) -> Bool {
    let end = Date().addingTimeInterval(seconds)
    while !isWanted(screen), Date() < end, read(until: end) {}
    return isWanted(screen)
  }

  /// Reads to the end, and returns the exit status; 128 + the signal if a signal ended the program.
  public func finish(seconds: Double = 20) -> Int32 {
    let end = Date().addingTimeInterval(seconds)
    while Date() < end, read(until: end) {}
    if Date() >= end { kill(pid, SIGKILL) }
    return wait()
  }

  /// Closes the terminal, as closing its window does.
  public func hangUp() -> Int32 {
    close(primary)
    isClosed = true
    return wait()
  }

  /// Kills the program with a signal.
  public func end(_ signal: Int32 = SIGKILL) -> Int32 {
    kill(pid, signal)
    return wait()
  }

  private func wait() -> Int32 {
    waitpid(pid, &status, 0)
    isWaitedFor = true
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  /// Returns `false` once the program has closed its side: Linux reports EIO then.
  private func read(until end: Date) -> Bool {
    var descriptor = pollfd(fd: primary, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, Int32(max(0, min(500, end.timeIntervalSinceNow * 1000)))) > 0 else { return true }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = Foundation.read(primary, &buffer, buffer.count)
    guard count > 0 else { return false }
    screen.feed(buffer.prefix(count))
    pending += buffer.prefix(count)
    // The data may end in the middle of a character.
    let whole = String(decoding: pending, as: UTF8.self)
    output = whole.replacing("\r\n", with: "\n")
    return true
  }

  private var pending: [UInt8] = []
}
