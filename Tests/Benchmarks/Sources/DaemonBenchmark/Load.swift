import CLoad
import Foundation
import Measure

/// The result of a load of requests.
struct Load {
  let perSecond: Double
  /// The time of a reply in microseconds.
  let p50: Double, p99: Double
  let errors: Int
  /// The processor time of the server's processes per reply in microseconds; `nil` unless requested.
  let processor: Double?

  /// - Parameters:
  ///   - scripts: the requests of each connection, starting again after the last.
  ///   - newlines: the number of LFs in a reply.
  ///   - limit: the number of requests per connection; by default as many as fit into the time.
  ///   - server: the server whose processor time is measured.
  init(
    _ path: String, scripts: [[String]], pipeline: Int = 1, newlines: Int32 = 1, seconds: Double = 2, limit: Int = 0,
    server: Server? = nil
  ) throws {
    let bytes = scripts.map { strdup($0.joined())! }
    let lengths = scripts.map { script in
      let lengths = UnsafeMutablePointer<UInt32>.allocate(capacity: script.count)
      for (index, request) in script.enumerated() { lengths[index] = UInt32(request.utf8.count) }
      return lengths
    }
    defer {
      for pointer in bytes { free(pointer) }
      for pointer in lengths { pointer.deallocate() }
    }
    let room = 2_000_000
    let latencies = UnsafeMutablePointer<Float>.allocate(capacity: room)
    defer { latencies.deallocate() }
    var result = load_result()
    result.latencies = latencies
    result.latency_room = UInt64(room)
    let loads = scripts.indices.map {
      load_script(bytes: bytes[$0], lengths: lengths[$0], count: UInt32(scripts[$0].count))
    }
    let before = server?.processorSeconds
    let code = load_run(
      path, Int32(scripts.count), Int32(pipeline), loads, newlines, seconds, UInt64(limit), &result)
    guard code == 0 else { throw Failure(reason: "\(path): \(String(cString: strerror(code)))") }
    processor = before.flatMap { before in
      server.map { ($0.processorSeconds - before) * 1e6 / Double(result.replies) }
    }
    perSecond = Double(result.replies) / result.seconds
    let times = Array(UnsafeBufferPointer(start: latencies, count: min(room, Int(result.replies))))
    (p50, p99) = (Double(percentile(0.5, of: times)), Double(percentile(0.99, of: times)))
    errors = Int(result.errors)
  }
}

extension Load {
  /// The `processor` figure as text.
  var cost: String { processor.map { String(format: "%.1f", $0) } ?? "?" }
}

extension [Load] {
  /// The load with the median rate.
  var middle: Load { sorted { $0.perSecond < $1.perSecond }[(count - 1) / 2] }
}

struct Failure: Error {
  let reason: String
}

/// A server on a socket in its own directory, ended when it is released.
final class Server {
  private let process = Process()

  /// Starts the server and waits until its socket exists.
  init(_ words: [String], socket: String) throws {
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    while process.isRunning, !FileManager.default.fileExists(atPath: socket) { usleep(1_000) }
  }

  var pid: Int32 { process.processIdentifier }

  /// The resident memory in megabytes.
  var memory: Double {
    let pages = (try? String(contentsOfFile: "/proc/\(pid)/statm", encoding: .utf8))?.split(separator: " ")
    return Double(pages?[1] ?? "0").map { $0 * 4096 / 1e6 } ?? 0
  }

  /// The processor time in seconds of the server and all its descendants.
  var processorSeconds: Double {
    var clock = clockid_t()
    var time = timespec()
    // For one process this clock is exact; the process table counts hundredths of a second.
    let children = Processes.ticks(below: pid)
    guard children == 0, clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return Double(Processes.ticks(of: pid) + children) / 100
    }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  deinit { stop() }

  func stop() {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }
}

/// The processor time of processes in hundredths of a second, from proc(5).
private enum Processes {
  /// Returns the time of a process, including its children that have ended.
  static func ticks(of pid: Int32) -> Int { fields(pid).map { $0[11...14].reduce(0, +) } ?? 0 }

  /// Returns the time of all descendants.
  static func ticks(below parent: Int32) -> Int {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { Int32($0) }.filter { (fields($0)?[1]).map(Int32.init) == parent }
      .reduce(0) { $0 + ticks(of: $1) + ticks(below: $1) }
  }

  /// Returns the fields from the state on, which is 0 here: earlier fields may contain spaces.
  private static func fields(_ pid: Int32) -> [Int]? {
    guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return nil }
    return text.split(separator: ")").last?.split(separator: " ").map { Int($0) ?? 0 }
  }
}

/// Returns the output of a command; `nil` if it fails or does not exist.
func output(of words: [String]) -> String? {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = words
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return nil }
  let data = (try? pipe.fileHandleForReading.readToEnd()) ?? nil
  process.waitUntilExit()
  return process.terminationStatus == 0 ? String(decoding: data ?? Data(), as: UTF8.self) : nil
}
