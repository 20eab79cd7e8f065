import CLoad
import Foundation
import Measure

/// What a load of requests came to.
struct Load {
  let perSecond: Double
  /// Microseconds that a reply took.
  let p50: Double, p99: Double
  let errors: Int

  /// - Parameters:
  ///   - scripts: what each connection sends, request by request; from the first again after the last.
  ///   - newlines: LFs of a reply.
  ///   - limit: requests of each connection; as many as fit into the time unless given.
  init(
    _ path: String, scripts: [[String]], pipeline: Int = 1, newlines: Int32 = 1, seconds: Double = 2, limit: Int = 0
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
    let code = load_run(
      path, Int32(scripts.count), Int32(pipeline), loads, newlines, seconds, UInt64(limit), &result)
    guard code == 0 else { throw Failure(reason: "\(path): \(String(cString: strerror(code)))") }
    perSecond = Double(result.replies) / result.seconds
    let times = Array(UnsafeBufferPointer(start: latencies, count: min(room, Int(result.replies))))
    (p50, p99) = (Double(percentile(0.5, of: times)), Double(percentile(0.99, of: times)))
    errors = Int(result.errors)
  }
}

struct Failure: Error {
  let reason: String
}

/// A server on a socket in a directory of its own, ended when it is let go of.
final class Server {
  private let process = Process()

  /// Starts it and waits until its socket is there.
  init(_ words: [String], socket: String) throws {
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    for _ in 0..<10_000 where !FileManager.default.fileExists(atPath: socket) { usleep(1_000) }
  }

  var pid: Int32 { process.processIdentifier }

  /// Megabytes that are really there.
  var memory: Double {
    let pages = (try? String(contentsOfFile: "/proc/\(pid)/statm", encoding: .utf8))?.split(separator: " ")
    return Double(pages?[1] ?? "0").map { $0 * 4096 / 1e6 } ?? 0
  }

  deinit { stop() }

  func stop() {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }
}

/// What a command prints; `nil` where it fails or is not there.
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
