import HomeworkSystem

/// The output queued for a client.
struct OutputBuffer {
  /// The number of bytes that a client must take to count as reading, unless it takes all.
  private static let progress = 65_536

  private var bytes: [UInt8] = []
  private var sent = 0
  /// The end of each queued notification, in bytes since the first output.
  private var notificationEnds: ArraySlice<Int> = []
  private var total = 0
  private var stuckSinceNs: UInt64?
  private var takenWhileStuck = 0
  /// Resumed when the queue is empty.
  var waiting: [CheckedContinuation<Void, Never>] = []

  var count: Int { bytes.count - sent }
  var notifications: Int { notificationEnds.count }

  mutating func append(_ line: [UInt8], isNotification: Bool = false) {
    bytes.append(contentsOf: line)
    bytes.append(UInt8(ascii: "\n"))
    total += line.count + 1
    if isNotification { notificationEnds.append(total) }
  }

  /// Sends what can be sent without waiting; returns false if the client no longer reads.
  mutating func send(to descriptor: Int32) -> Bool {
    while count > 0 {
      let written = bytes.withUnsafeBytes {
        HomeworkSystem.send(descriptor, $0.baseAddress! + sent, count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if written < 0, errno == EINTR { continue }
      if written < 0, errno == EAGAIN {
        if stuckSinceNs == nil { (stuckSinceNs, takenWhileStuck) = (Monotonic.nowNs, 0) }
        break
      }
      guard written > 0 else { return false }
      takenWhileStuck += written
      if takenWhileStuck >= Self.progress { stuckSinceNs = nil }
      sent += written
    }
    while let end = notificationEnds.first, end <= total - count { notificationEnds.removeFirst() }
    if count == 0 {
      empty()
    } else if sent > max(1 << 16, bytes.count / 2) {
      bytes.removeFirst(sent)
      sent = 0
    }
    return true
  }

  /// Returns whether the client has taken almost nothing for too long.
  func isStuck(nowNs: UInt64, forMs patienceMs: Int) -> Bool {
    stuckSinceNs.map { nowNs > $0 + UInt64(patienceMs) * 1_000_000 } ?? false
  }

  /// Drops the queue. An idle connection keeps only a small buffer.
  mutating func empty() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= 4096)
    (sent, stuckSinceNs, notificationEnds) = (0, nil, [])
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
