import Foundation
import HomeworkTestKit
import Testing

/// The libraries that apps embed are written for Apple's systems, but not built there: the tests inspect Linux builds.
@Suite struct `The libraries for Apple's systems` {
  /// `HomeworkPlay`, `HomeworkMotion`, `HomeworkTesting` and their dependencies.
  private static let targets = [
    "HomeworkPlay", "HomeworkStore", "HomeworkMotion", "HomeworkModel", "HomeworkSystem", "CHomeworkSQLiteShim",
    "CHomeworkEmbedded", "HomeworkTesting", "HomeworkScenarios", "HomeworkReports", "HomeworkProcess", "HomeworkAPI",
    "HomeworkFormats", "CHomeworkFaults", "CHomeworkLinux",
  ]
  /// Functions of the C library and of Dispatch with the same names on Darwin.
  private static let portable: Set<String> = [
    "_Block_copy", "_Block_release", "_NSConcreteStackBlock", "__stack_chk_fail", "_exit", "abort", "access", "bcmp",
    "calloc", "ceil", "chmod", "clock_gettime", "close", "closedir", "connect", "cos", "dlerror", "dlopen", "dlsym",
    "dup2", "environ", "execve", "exit", "exp", "fchmod", "fcntl", "floor", "flock", "free", "fstat", "fsync",
    "ftruncate", "getcwd", "geteuid", "getpid", "getppid", "getpwuid", "getuid", "gmtime_r", "iconv", "iconv_close",
    "iconv_open", "kill", "localtime_r", "log", "lstat", "malloc", "memchr", "memcmp", "memcpy", "memmove", "memset",
    "mkdir", "mkfifo", "open", "opendir", "poll", "pow", "read", "readdir", "readlink", "realloc", "realpath", "recv",
    "rename",
    "rint", "rmdir", "round", "send", "setpgid", "setpriority", "setsockopt", "shutdown", "sigaction", "sigaddset",
    "sigemptyset", "sigfillset", "signal", "sin", "socket", "socketpair", "sqrt", "stat", "strcmp", "strdup",
    "strerror", "strftime", "strlen", "strstr", "symlink", "sysconf", "time", "timegm", "trunc", "unlink", "usleep",
    "vfork",
    "waitid", "waitpid", "write",
  ]
  /// Symbols to which the compiler, not the source, gives another name there: `errno`, and the size of an allocation.
  private static let compilers: Set<String> = ["__errno_location", "malloc_usable_size"]
  /// Functions used only in C, behind a condition with another branch for Darwin.
  private static let withTwin: Set<String> = [
    "accept4", "gnu_dev_makedev", "malloc_trim", "mallopt", "pipe2", "prctl", "renameat2", "statx",
  ]

  @Test func `call only C functions that exist on Darwin or have a counterpart there`() throws {
    var (seen, defined): (Set<String>, Set<String>) = ([], [])
    var called: [(target: String, name: String)] = []
    for target in Self.targets {
      let folder = try ThisPackage.binaries().appendingPathComponent("\(target).build")
      let sources = ThisPackage.root.appendingPathComponent("Sources/\(target.hasPrefix("C") ? "C/" : "")\(target)")
      let names = Set(
        (FileManager.default.enumerator(atPath: sources.path)?.allObjects ?? []).compactMap { $0 as? String }
          .map { ($0 as NSString).lastPathComponent })
      // The build leaves the object of a removed file.
      let objects = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
        $0.hasSuffix(".o") && (names.contains(String($0.dropLast(2))) || $0 == "\(target).o")
      }
      try #require(!objects.isEmpty, "\(target) has no objects in \(folder.path)")
      let result = try run("/usr/bin/nm", ["-g"] + objects.map { folder.appendingPathComponent($0).path })
      try #require(result.status == 0, "\(result.errors)")
      for line in result.output.split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let name = words.last?.prefix(while: { $0 != "@" }).description, words.count > 1 else { continue }
        if words[words.count - 2] == "U" { called.append((target, name)) } else { defined.insert(name) }
      }
    }
    for (target, name) in called where !defined.contains(name) && !Self.isOurs(name) {
      seen.insert(name)
      let isAllowed =
        Self.portable.contains(name) || Self.compilers.contains(name)
        || name.hasPrefix("posix_spawn") || (name.hasPrefix("pthread_") && !name.hasSuffix("_np"))
        || name.hasPrefix("dispatch_") || (target.hasPrefix("C") && Self.withTwin.contains(name))
      #expect(isAllowed, "\(target) calls \(name), which Darwin has not: give it a twin behind canImport(Darwin)")
    }
    #expect(seen.count > 60)
  }

  /// Returns whether a name belongs to Swift, SQLite, Expat, this package or a sanitizer.
  private static func isOurs(_ name: String) -> Bool {
    let prefixes = [
      "$s", "swift_", "_swift", "__swift", "sqlite3_", "XML_", "hwdb_", "homework_", "__asan", "__tsan", "__ubsan",
    ]
    return prefixes.contains(where: name.hasPrefix)
  }
}
