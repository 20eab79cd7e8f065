import Foundation

/// Parts of a machine that a container may lack. A test that needs one is left out by name if it is not there: it would
/// fail for the machine's sake, or look at nothing and pass.
public enum Machine {
  /// Pseudo-terminals, without which no program can be run as if before a person.
  public static let hasTerminals: Bool = {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(terminal) }
    var number: Int32 = 0
    return ioctl(terminal, 0x8004_5430, &number) == 0  // TIOCGPTN
  }()

  /// `/proc`, from which tests read what a process holds: memory, descriptors, children, arguments.
  public static let hasProcesses = FileManager.default.fileExists(atPath: "/proc/self/fd")

  /// Mount namespaces of one's own, in which a test takes a part of the machine away.
  public static let hasNamespaces =
    (try? run("/usr/bin/unshare", ["-rm", "/bin/sh", "-c", "mount -t tmpfs none /mnt"]).status) == 0

  /// Root, who alone can make devices and files of other users.
  public static let isRoot = geteuid() == 0
}
