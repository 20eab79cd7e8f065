internal import CHomeworkLinux
import HomeworkSystem

/// epoll(7): which of many descriptors have something to do. Each tells of a change once, to one thread.
struct Epoll: Sendable {
  let descriptor: Int32

  init() throws(SocketError) {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { throw .failed("no epoll", reason: systemReason()) }
  }

  struct Interest: OptionSet {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    init(_ event: epoll_event) { self.init(rawValue: event.events) }

    static let input = Interest(rawValue: EPOLLIN.rawValue)
    static let output = Interest(rawValue: EPOLLOUT.rawValue)
    /// The other side will send no more.
    static let ending = Interest(rawValue: EPOLLRDHUP.rawValue)
    static let hangUp = Interest(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
  }

  /// - Parameter token: by which the descriptor is told of.
  /// - Returns: false where the system has no room for it: nothing will be told of it.
  func add(_ watched: Int32, _ interest: Interest, token: UInt64) -> Bool {
    control(EPOLL_CTL_ADD, watched, interest, token)
  }

  func change(_ watched: Int32, _ interest: Interest, token: UInt64) -> Bool {
    control(EPOLL_CTL_MOD, watched, interest, token)
  }

  /// Waits until some have something to do, or only looks.
  ///
  /// - Returns: how many there are in `events`.
  func wait(_ events: inout [epoll_event], onlyLooks: Bool) -> Int {
    max(0, Int(epoll_wait(descriptor, &events, Int32(events.count), onlyLooks ? 0 : -1)))
  }

  private func control(_ operation: Int32, _ watched: Int32, _ interest: Interest, _ token: UInt64) -> Bool {
    var event = epoll_event()
    event.events = interest.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
    event.data.u64 = token
    return epoll_ctl(descriptor, operation, watched, &event) == 0
  }
}
