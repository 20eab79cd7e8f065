import HomeworkSystem

enum ProcessIdentity {
  static var pid: Int32 { getpid() }

  /// The resident memory, by proc_pid_statm(5); 0 if it cannot be read.
  static var residentBytes: Int64 {
    let text = (try? Files.bytes(of: "/proc/self/statm")).map { String(decoding: $0, as: UTF8.self) }
    let pages = text?.split(separator: " ")
    return (pages.flatMap { $0.count > 1 ? Int64($0[1]) : nil } ?? 0) * Int64(sysconf(Int32(_SC_PAGESIZE)))
  }
}
