import HomeworkProcess
import HomeworkSystem

/// Debian's `strace`, which prints the system calls of a program without changing it.
package enum Strace {
  /// The calls that change files, that move a position in one, or that cannot be recorded.
  private static let calls = [
    "open", "openat", "openat2", "creat", "close", "dup", "dup2", "dup3", "read", "readv", "lseek", "write", "writev",
    "pwrite64", "pwritev",
    "pwritev2", "sendfile", "copy_file_range", "splice", "truncate", "ftruncate", "fallocate", "mkdir", "mkdirat",
    "symlink", "symlinkat", "link", "linkat", "rename", "renameat", "renameat2", "unlink", "unlinkat", "rmdir", "fsync",
    "fdatasync", "sync", "syncfs", "mmap", "execve", "chdir", "fchdir", "io_uring_setup", "io_submit",
  ]

  /// Returns the words of a command that runs another one, with its processes and threads, and prints its calls.
  static func words(_ command: [String], to path: String) -> [String] {
    // The question mark: not every machine has all of them.
    let traced = calls.map { "?\($0)" }.joined(separator: ",")
    return ["/usr/bin/env", "strace", "-f", "--seccomp-bpf", "-qqq", "-xx", "-y", "-s", "16777216"]
      + ["-e", "signal=none", "-e", "trace=\(traced)", "-o", path, "--"] + command
  }

  /// Why no program can be traced here; `nil` if one can.
  package static let problem: String? = {
    guard let path = Surroundings.environment["PATH"],
      path.split(separator: ":").contains(where: { access("\($0)/strace", X_OK) == 0 })
    else { return "needs strace, which is not installed: run sudo apt-get install strace" }
    // A kernel may forbid it, and so does a program that traces this one.
    let said = try? ChildProcess.output(
      of: ["/bin/sh", "-c", "strace -f --seccomp-bpf -qqq -e trace=none -o /dev/null true 2>&1 && echo done"])
    guard let said, !said.hasSuffix("done\n") else { return nil }
    let reason = said.split(separator: "\n").last?.trimmed ?? ""
    return "needs strace, which cannot trace a program here (\(reason)): "
      + "allow ptrace, for example with docker run --cap-add=SYS_PTRACE"
  }()
}
