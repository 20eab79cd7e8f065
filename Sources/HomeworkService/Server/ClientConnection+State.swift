import HomeworkAPI
import HomeworkModel

/// Questions about the work left, and what changes it.
extension ClientConnection.State {
  var isOpen: Bool { if case .open = phase { true } else { false } }
  var isClosed: Bool { if case .closed = phase { true } else { false } }
  /// True if the client reads no more replies.
  var isGone: Bool { if case .gone = phase { true } else { isClosed } }

  /// True if a turn would do anything.
  var canGoOn: Bool {
    guard !isGone else { return false }
    guard calls.isEmpty else { return open == 0 }
    // The rest of a batch continues, so that its replies can be sent.
    guard outputBytes < ClientConnection.maximumWaiting || batch != nil else { return false }
    if case .draining(_?) = phase { return true }
    return !requests.isEmpty || !lines.isEmpty
  }

  /// True if the connection is done once calls in flight are.
  var isDone: Bool {
    switch phase {
    case .gone: open == 0
    case .draining(nil): lines.isEmpty && requests.isEmpty && calls.isEmpty && output.count == 0
    case .open, .draining, .ending, .closed: false
    }
  }

  var wantsInput: Bool {
    isOpen && max(waitingBytes, outputBytes) <= ClientConnection.maximumWaiting
  }

  /// Returns the calls to cancel; a queued request is answered when its turn comes.
  ///
  /// - Parameter bytes: the length of the cancelling line: it counts as queued, so that ids cannot fill the memory.
  mutating func cancel(_ id: JSONValue, _ bytes: Int) -> [Call] {
    let begun = calls.filter { $0.request.id == id }
    if begun.isEmpty, !lines.isEmpty || !requests.isEmpty {
      if cancelled.updateValue(received, forKey: id) == nil { cancelledBytes += bytes }
    }
    return begun
  }

  /// Reads no more; once that is so, only the client's leaving changes it.
  mutating func stopReading(_ next: ClientConnection.Phase) {
    switch phase {
    case .open, .draining: phase = next
    case .ending, .gone, .closed: break
    }
  }

  /// Forgets what was received and has not begun.
  mutating func dropInput() {
    _ = framer.finish()
    (lines, lineBytes, cancelled, cancelledBytes) = ([], 0, [:], 0)
  }

  /// Records that the client is gone: requests that have not begun are dropped.
  mutating func disconnect() {
    if !isClosed { phase = .gone }
    dropInput()
    output.empty()
    (requests, batch, batchBytes) = ([], nil, 0)
  }

  /// Queues replies in the order of their requests; those of a batch once all are there.
  mutating func queue(_ reply: [UInt8]?, _ position: RPCRequest.BatchPosition) {
    guard !isGone else { return }
    guard position != .alone else { return reply.map { output.append($0) } ?? () }
    batch = (batch ?? []) + (reply.map { [$0] } ?? [])
    batchBytes += reply?.count ?? 0
    guard position == .lastOfBatch, let replies = batch else { return }
    if !replies.isEmpty {
      output.append([UInt8(ascii: "[")] + replies.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")])
    }
    (batch, batchBytes) = (nil, 0)
  }
}
