import Foundation

/// The result of running a program.
public struct CommandResult: Sendable {
  public let status: Int32
  public let output: String
  public let errors: String

  /// The lines on standard error but the one that shows how a command is typed.
  public var problems: [Substring] { errors.split(separator: "\n").filter { !$0.hasPrefix("usage: ") } }
}

/// A program that runs until it is stopped.
public final class RunningCommand: @unchecked Sendable {
  // The process is started once; after that it is only signalled and waited for.
  private let process = Process()

  /// - Parameter output: the file that standard output is written to; ours by default.
  public init(
    _ executable: String, _ arguments: [String], environment: [String: String] = [:], output: String? = nil
  ) throws {
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.environment = cleanEnvironment.merging(environment) { $1 }
    process.standardError = FileHandle.nullDevice
    if let output {
      _ = FileManager.default.createFile(atPath: output, contents: nil)
      process.standardOutput = FileHandle(forWritingAtPath: output)
    }
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  public var pid: Int32 { process.processIdentifier }

  /// Waits until it ends by itself, and returns its exit status.
  public func wait() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Sends `signal`, SIGTERM by default, and returns the exit status.
  public func stop(_ signal: Int32 = 15) -> Int32 {
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// Runs a program to its end, for at most `seconds`.
public func run(
  _ executable: String, _ arguments: [String], input: String = "", environment: [String: String] = [:],
  directory: String? = nil, seconds: Double = 60
) throws -> CommandResult {
  let files = TemporaryDirectory()
  try files.write(input, to: "in")
  for name in ["out", "err"] { try files.write("", to: name) }
  let process = Process()
  process.executableURL = URL(fileURLWithPath: executable)
  process.arguments = arguments
  process.environment = cleanEnvironment.merging(environment) { $1 }
  if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
  // Files instead of pipes: no amount of output can block the program.
  process.standardInput = FileHandle(forReadingAtPath: files.path("in"))
  process.standardOutput = FileHandle(forWritingAtPath: files.path("out"))
  process.standardError = FileHandle(forWritingAtPath: files.path("err"))
  try process.run()
  let pid = process.processIdentifier
  let limit = DispatchWorkItem { _ = kill(pid, SIGKILL) }
  DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: limit)
  process.waitUntilExit()
  limit.cancel()
  return CommandResult(
    status: process.terminationStatus, output: try String(contentsOfFile: files.path("out"), encoding: .utf8),
    errors: try String(contentsOfFile: files.path("err"), encoding: .utf8))
}

/// The environment without variables that would lead a test to a user's own data.
private var cleanEnvironment: [String: String] {
  ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("HWDB_") && !$0.key.hasPrefix("XDG_") }
}

/// Waits while `condition` is true, but at most `seconds`; the caller then checks what it waited for.
public func waitWhile(_ seconds: Double = 10, _ condition: () throws -> Bool) rethrows {
  let end = Date(timeIntervalSinceNow: seconds)
  while try condition(), Date() < end { usleep(2_000) }
}
