import HomeworkSystem

/// What waits to be sent to a client.
struct OutputBuffer {
  /// Bytes that a client has to take, or all, to count as reading.
  private static let progress = 65_536

  private var bytes: [UInt8] = []
  private var sent = 0
  /// Where each notification that waits ends, counted in bytes from the first ever.
  private var notificationEnds: ArraySlice<Int> = []
  private var total = 0
  private var stuckSinceNs: UInt64?
  private var takenWhileStuck = 0
  /// There is more than the system takes at this moment.
  private(set) var isWatched = false
  /// Nobody reads any more.
  var isBroken = false
  /// Nothing comes after it.
  var isLast = false
  /// Resumed when nothing waits any more.
  var waiting: [CheckedContinuation<Void, Never>] = []

  var count: Int { bytes.count - sent }
  var notifications: Int { notificationEnds.count }

  mutating func append(_ line: [UInt8], isNotification: Bool = false) {
    guard !isBroken else { return }
    bytes.append(contentsOf: line)
    bytes.append(UInt8(ascii: "\n"))
    total += line.count + 1
    if isNotification { notificationEnds.append(total) }
  }

  mutating func send(to descriptor: Int32) {
    while count > 0, !isBroken {
      let written = bytes.withUnsafeBytes {
        HomeworkSystem.send(descriptor, $0.baseAddress! + sent, count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if written < 0, errno == EINTR { continue }
      if written < 0, errno == EAGAIN {
        if stuckSinceNs == nil { (stuckSinceNs, takenWhileStuck) = (Monotonic.nowNs, 0) }
        break
      }
      guard written > 0 else {
        isBroken = true
        break
      }
      takenWhileStuck += written
      if takenWhileStuck >= Self.progress { stuckSinceNs = nil }
      sent += written
    }
    if isBroken { sent = bytes.count }
    while let end = notificationEnds.first, end <= total - count { notificationEnds.removeFirst() }
    isWatched = count > 0
    if count == 0 { empty() } else if sent > max(1 << 16, bytes.count / 2) { compact() }
  }

  /// The client has taken next to nothing for too long.
  func isStuck(nowNs: UInt64, forMs patienceMs: Int) -> Bool {
    guard let stuckSinceNs else { return false }
    return nowNs > stuckSinceNs + UInt64(patienceMs) * 1_000_000
  }

  mutating func drop() {
    (isBroken, isWatched) = (true, false)
    sent = bytes.count
    notificationEnds = []
    empty()
  }

  /// An idle connection keeps no more than a small buffer.
  private mutating func empty() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= 4096)
    sent = 0
    stuckSinceNs = nil
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  private mutating func compact() {
    bytes.removeFirst(sent)
    sent = 0
  }
}
