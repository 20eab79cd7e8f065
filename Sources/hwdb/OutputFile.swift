import HomeworkAPI
import HomeworkService
import HomeworkSystem

/// Files that a command writes.
enum OutputFile {
  /// Replaces a file's content with `text`, completely or not at all. A special file, such as a pipe or a device, is
  /// written to directly.
  static func write(_ text: String, to path: String) throws(CommandFailure) { try write(Array(text.utf8), to: path) }

  /// Writes the content of a file to the file that `--output` names, else to standard output: to a terminal without
  /// control characters, which titles may contain.
  static func write(_ text: String, _ invocation: Invocation) throws(CommandFailure) {
    if let path = invocation.value("output") { return try write(text, to: path) }
    Output.write(invocation.outputStyle.isTerminal ? printableLines(text).joined(separator: "\n") : text)
  }

  static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    // Write to the target of a link, so that the link stays.
    let resolved = Paths.resolved(path)
    var found = stat()
    let isThere = stat(resolved, &found) == 0
    // System paths, such as /dev/stdout, may also lead to regular files, and must never be replaced. Files in memory,
    // below /dev/shm, are ordinary files.
    let isSystems =
      path.hasPrefix("/dev/") && !path.hasPrefix("/dev/shm/") || [path, resolved].contains { $0.hasPrefix("/proc/") }
    do throws(StandardOutput.Failure) {
      if isThere, isSystems || found.st_mode & S_IFMT != S_IFREG {
        try put(bytes, into: open(path, O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC))
      } else {
        try replace(resolved, by: bytes, mode: isThere ? found.st_mode & 0o777 : nil)
      }
    } catch {
      let reason =
        switch error {
        case .readerGone: "nothing reads from it"
        case .refused(let reason): reason
        }
      throw .file("\(path) cannot be written (\(reason)): free some space, or give another path", isMissing: false)
    }
  }

  private static func replace(_ path: String, by bytes: [UInt8], mode: mode_t?) throws(StandardOutput.Failure) {
    let partial = "\(path).partial-\(getpid())"
    do throws(StandardOutput.Failure) {
      try put(bytes, into: open(partial, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666), mode: mode)
      guard rename(partial, path) == 0 else { throw .refused(systemReason()) }
    } catch {
      unlink(partial)
      throw error
    }
  }

  private static func put(_ bytes: [UInt8], into descriptor: Int32, mode: mode_t? = nil) throws(StandardOutput.Failure)
  {
    guard descriptor >= 0 else { throw .refused(systemReason()) }
    do throws(StandardOutput.Failure) {
      if let mode, fchmod(descriptor, mode) != 0 { throw .refused(systemReason()) }
      try StandardOutput.write(bytes, to: descriptor)
    } catch {
      // The failure is already reported.
      close(descriptor)
      throw error
    }
    try StandardOutput.close(descriptor)
  }
}

extension Option {
  static let output = Option("output", "FILE", "write to this file, also as -o FILE; standard output by default")
}
