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
