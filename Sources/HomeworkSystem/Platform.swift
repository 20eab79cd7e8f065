// All of the program's system dependencies: the C library and Dispatch. Foundation is not among them: its language
// tables alone are twice as large as this whole program.
@_exported public import CDispatch
@_exported public import Dispatch

#if canImport(Glibc)
  // Its `environ` is a mutable variable, which nothing here sets.
  @_exported @preconcurrency public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Darwin
#endif

/// A failed system call, with the system's description.
package struct SystemFailure: Error, CustomStringConvertible {
  package let path: String
  package let code: Int32

  /// Creates a failure from the `errno` of this thread's last call.
  package init(_ path: String) {
    (self.path, code) = (path, errno)
  }

  package var reason: String { systemReason(code) }
  package var description: String { "\(path): \(reason)" }
}

/// Returns the system's description of an error, by default this thread's last one.
package func systemReason(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }

/// Returns the nanoseconds of a monotonic clock as of the system's last tick, at most a few milliseconds ago.
package func coarseNanoseconds() -> UInt64 {
  #if canImport(Darwin)
    return clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW_APPROX)
  #else
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  #endif
}

/// The monotonic clock.
package enum Monotonic {
  package static var nowNs: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// The environment of this process.
package enum Surroundings {
  /// The environment variables.
  package static var environment: [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let variable = entry.pointee {
      let parts = String(cString: variable).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      entry += 1
    }
    return variables
  }

  /// The user's home directory, regardless of the environment.
  package static var home: String {
    getpwuid(getuid()).flatMap { $0.pointee.pw_dir }.map { String(cString: $0) } ?? "/"
  }

  /// The number of processors online, at least 1.
  package static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

/// Times formatted by the C library: month names are English unless a program sets a locale.
package enum WrittenTime {
  /// Returns a time in the local time zone, in a format of strftime(3).
  package static func local(secondsSince1970 seconds: time_t, _ format: String) -> String {
    var (seconds, parts) = (seconds, tm())
    localtime_r(&seconds, &parts)
    return text(&parts, format)
  }

  /// Returns the minutes by which the local time zone is ahead of UTC at a time.
  package static func utcOffsetMinutes(secondsSince1970 seconds: time_t) -> Int {
    var (seconds, parts) = (seconds, tm())
    localtime_r(&seconds, &parts)
    return Int(parts.tm_gmtoff) / 60
  }

  /// Returns a time in UTC, in a format of strftime(3).
  package static func utc(secondsSince1970 seconds: time_t, _ format: String) -> String {
    var (seconds, parts) = (seconds, tm())
    gmtime_r(&seconds, &parts)
    return text(&parts, format)
  }

  private static func text(_ parts: inout tm, _ format: String) -> String {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = buffer.withUnsafeMutableBytes {
      strftime($0.bindMemory(to: CChar.self).baseAddress, $0.count, format, &parts)
    }
    return String(decoding: buffer.prefix(count), as: UTF8.self)
  }
}
