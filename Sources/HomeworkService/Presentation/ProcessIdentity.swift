import Foundation

enum ProcessIdentity {
  static var pid: Int32 { getpid() }

  /// Memory that is really there, by proc_pid_statm(5); 0 where that cannot be read.
  static var residentBytes: Int64 {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    return (pages.flatMap { $0.count > 1 ? Int64($0[1]) : nil } ?? 0) * Int64(sysconf(Int32(_SC_PAGESIZE)))
  }
}
