import Foundation

/// Parts of a machine that a container may lack. A test that needs a missing one is skipped by name: it would fail
/// because of the machine, or check nothing and pass.
public enum Machine {
  /// Pseudo-terminals, needed to run a program as if interactively.
  public static let hasTerminals: Bool = {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(terminal) }
    var number: Int32 = 0
    return ioctl(terminal, 0x8004_5430, &number) == 0  // TIOCGPTN
  }()

  /// `/proc`, from which tests read a process's memory, descriptors, children and arguments.
  public static let hasProcesses = FileManager.default.fileExists(atPath: "/proc/self/fd")

  /// Private mount namespaces, in which a test hides a part of the machine.
  public static let hasNamespaces =
    (try? run("/usr/bin/unshare", ["-rm", "/bin/sh", "-c", "mount -t tmpfs none /mnt"]).status) == 0

  /// Network namespaces, from which a test comes as another machine does.
  public static let hasNetworks =
    (try? run("/usr/bin/unshare", ["-rn", "/bin/sh", "-c", "ip link add one type veth peer name two"]).status) == 0

  /// `strace`, and a kernel that lets it trace programs.
  public static let hasTracing =
    (try? run("/bin/sh", ["-c", "strace -f --seccomp-bpf -o /dev/null true"]).status) == 0

  /// Root privileges, needed to create devices and other users' files.
  public static let isRoot = geteuid() == 0
}

/// Processor time, which other processes do not lengthen.
public enum ProcessorTime {
  /// Returns the factor by which the time grows for four times the length: 4 if linear, 16 if quadratic; a test that
  /// allows 10 leaves room for a busy machine.
  public static func growth(from count: Int, _ work: (Int) -> Void) -> Double {
    seconds { work(4 * count) } / max(seconds { work(count) }, 1e-6)
  }

  /// The time of this thread so far, in seconds.
  public static var ofThread: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Returns the time of this thread, as the best of three runs.
  private static func seconds(_ body: () -> Void) -> Double {
    (0..<3).map { _ in
      let start = ofThread
      body()
      return ofThread - start
    }.min() ?? 0
  }
}
