import HomeworkProcess
import HomeworkSystem

/// Debian's `strace`, which prints the system calls of a program without changing it.
package enum Strace {
  /// The calls that change files, that move a position in one, or that cannot be recorded.
  private static let calls =
    changes.sorted() + [
      "open", "openat", "openat2", "close", "dup", "dup2", "dup3", "read", "readv", "lseek", "mmap", "execve", "chdir",
      "fchdir", "io_uring_setup", "io_submit",
    ]

  /// The calls before which a kill can strike. Files are opened far too often for that.
  static let changes: Set = [
    "creat", "write", "writev", "pwrite64", "pwritev", "pwritev2", "sendfile", "copy_file_range", "splice", "truncate",
    "ftruncate", "fallocate", "mkdir", "mkdirat", "symlink", "symlinkat", "link", "linkat", "rename", "renameat",
    "renameat2", "unlink", "unlinkat", "rmdir", "fsync", "fdatasync", "sync", "syncfs",
  ]

  /// Returns the words of a command that runs another one, with its processes and threads, and prints its calls.
  ///
  /// - Parameter delayUs: how long each of `changes` waits before it happens; `nil` to print all calls, without a wait.
  static func words(_ command: [String], to path: String, delayUs: Int? = nil) -> [String] {
    // The question mark: not every machine has all of them.
    let traced = (delayUs == nil ? calls : changes.sorted()).map { "?\($0)" }.joined(separator: ",")
    let delay = delayUs.map { ["-e", "inject=\(traced):delay_enter=\($0)"] } ?? []
    return ["/usr/bin/env", "strace", "-f", "--seccomp-bpf", "-qqq", "-xx", "-y", "-s", "16777216"] + [
      "-e", "signal=none", "-e", "trace=\(traced)",
    ] + delay + ["-o", path, "--"] + command
  }

  /// Makes a named pipe for what it prints, beside a program's data directory.
  static func pipe(beside mark: String) throws -> String {
    let path = Paths.path(of: "trace", in: Paths.directory(of: mark))
    guard mkfifo(path, 0o600) == 0 || errno == EEXIST else {
      throw ProgramFailure.broken("no pipe from strace in \(path): \(systemReason())")
    }
    return path
  }

  /// Why no program can be traced here; `nil` if one can.
  package static let problem: String? = {
    guard let path = Surroundings.environment["PATH"],
      path.split(separator: ":").contains(where: { access("\($0)/strace", X_OK) == 0 })
    else { return "needs strace, which is not installed: run sudo apt-get install strace" }
    // A kernel may forbid it, and so does a program that traces this one.
    let said = try? ChildProcess.output(of: [
      "/bin/sh", "-c", "strace -f --seccomp-bpf -qqq -e trace=none -o /dev/null true 2>&1 && echo done",
    ])
    guard let said, !said.hasSuffix("done\n") else { return nil }
    let reason = said.split(separator: "\n").last?.trimmed ?? ""
    return "needs strace, which cannot trace a program here (\(reason)): "
      + "allow ptrace, for example with docker run --cap-add=SYS_PTRACE"
  }()
}

/// A system call, as `strace -f -xx -y` prints it: `4711 write(3</answers>, "B", 1) = 1`, with every string and every
/// path in hexadecimal.
struct SystemCall {
  /// An argument or a result.
  struct Value {
    /// Its words, without strings and paths.
    var words = ""
    /// The path of a descriptor; the last one, and `deleted`, for a file without a name.
    var path: String?
    /// All of its strings, one after the other.
    var bytes: [UInt8] = []
    /// True if a string was longer than what is printed.
    var isCut = false

    var number: Int? { Int(words) }
    func has(_ flag: String) -> Bool { words.split { "|{}, =".contains($0) }.contains { $0 == flag } }
    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  static let deleted = "(deleted)"

  let process: Int
  let name: String
  let arguments: [Value]
  let result: Value

  /// Returns `nil` for a call that failed, and for a line that reports something else.
  init?(_ line: [UInt8]) {
    var reader = Reader(bytes: line)
    guard let process = reader.number() else { return nil }
    reader.skip(" ")
    let name = reader.word(until: "(")
    guard let name, !name.isEmpty else { return nil }
    // The content of what is read is not needed.
    reader.decodes = !name.hasPrefix("read") && name != "pread64"
    var arguments: [Value] = []
    while let value = reader.value(endingWith: ",", ")") {
      arguments.append(value)
      if reader.take(")") { break }
      guard reader.take(",") else { return nil }
    }
    reader.skip(" ")
    guard reader.take("=") else { return nil }
    reader.skip(" ")
    guard let result = reader.value(endingWith: " ", "\n"), !result.words.hasPrefix("-"), result.words != "?" else {
      return nil
    }
    (self.process, self.name, self.arguments, self.result) = (process, name, arguments, result)
  }

  subscript(index: Int) -> Value { arguments.indices.contains(index) ? arguments[index] : Value() }
}

private struct Reader {
  let bytes: [UInt8]
  var index = 0
  var decodes = true

  init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  mutating func skip(_ character: Unicode.Scalar) { while take(character) {} }

  mutating func number() -> Int? {
    let start = index
    while let digit = next, (48...57).contains(digit) { index += 1 }
    return Int(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  /// Takes a word and what ends it; `nil` if it is not one.
  mutating func word(until end: Unicode.Scalar) -> String? {
    let start = index
    while let character = next, character == 95 || (48...57).contains(character) || (97...122).contains(character) {
      index += 1
    }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    return take(end) ? word : nil
  }

  /// Takes a value up to one of two characters that are not in brackets, which stays.
  mutating func value(endingWith one: Unicode.Scalar, _ other: Unicode.Scalar) -> SystemCall.Value? {
    skip(" ")
    var value = SystemCall.Value()
    var words: [UInt8] = []
    var depth = 0
    while let character = next {
      if depth == 0, character == UInt8(ascii: one) || character == UInt8(ascii: other) { break }
      index += 1
      switch Unicode.Scalar(character) {
      case "\"":
        value.bytes += hexadecimal(until: 34)
        if bytes[index...].starts(with: [46, 46, 46]) {
          value.isCut = true
          index += 3
        }
      case "<" where next == 92:
        value.path = String(decoding: hexadecimal(until: 62, always: true), as: UTF8.self)
        if bytes[index...].starts(with: SystemCall.deleted.utf8) {
          value.path? += SystemCall.deleted
          index += SystemCall.deleted.utf8.count
        }
      case "[", "{", "(":
        depth += 1
        words.append(character)
      case "]", "}", ")":
        depth -= 1
        words.append(character)
      default: words.append(character)
      }
    }
    while words.last == 32 { words.removeLast() }
    value.words = String(decoding: words, as: UTF8.self)
    return value
  }

  /// Takes `\x41\x42` and what ends it.
  private mutating func hexadecimal(until end: UInt8, always: Bool = false) -> [UInt8] {
    guard let last = bytes[index...].firstIndex(of: end) else {
      index = bytes.count
      return []
    }
    defer { index = last + 1 }
    guard decodes || always else { return [] }
    func digit(_ character: UInt8) -> UInt8 { character <= 57 ? character &- 48 : character &- 87 }
    return stride(from: index, to: last - 3, by: 4).map { digit(bytes[$0 + 2]) << 4 | digit(bytes[$0 + 3]) }
  }
}
