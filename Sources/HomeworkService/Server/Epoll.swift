internal import CHomeworkLinux
import HomeworkAPI
import HomeworkSystem

/// epoll(7): reports descriptors that have events. Each is reported once, to one thread, until it is watched again.
struct Epoll: Sendable {
  let descriptor: Int32

  init() throws(SocketError) {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { throw .failed("no epoll", reason: systemReason()) }
  }

  struct Interest: OptionSet {
    let rawValue: UInt32

    static let input = Interest(rawValue: EPOLLIN.rawValue)
    static let output = Interest(rawValue: EPOLLOUT.rawValue)
    /// The other side is gone; always reported.
    static let hangUp = Interest(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
  }

  /// Watches a descriptor, for the first time or again.
  ///
  /// - Parameters:
  ///   - token: the token that identifies it in reports.
  ///   - isRepeated: whether it is reported again as long as an event persists.
  /// - Returns: false if the system lacks resources for it.
  func watch(_ watched: Int32, _ interest: Interest, token: UInt64, isRepeated: Bool = false) -> Bool {
    var event = epoll_event()
    event.events = interest.rawValue | (isRepeated ? 0 : EPOLLONESHOT.rawValue)
    event.data.u64 = token
    return epoll_ctl(descriptor, EPOLL_CTL_MOD, watched, &event) == 0
      || errno == ENOENT && epoll_ctl(descriptor, EPOLL_CTL_ADD, watched, &event) == 0
  }

  func forget(_ watched: Int32) { _ = epoll_ctl(descriptor, EPOLL_CTL_DEL, watched, nil) }

  /// Waits until a descriptor has an event.
  func wait() -> (token: UInt64, what: Interest)? {
    var event = epoll_event()
    guard epoll_wait(descriptor, &event, 1, -1) == 1 else { return nil }
    return (event.data.u64, Interest(rawValue: event.events))
  }
}
