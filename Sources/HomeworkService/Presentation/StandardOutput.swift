import HomeworkSystem

/// Writes all of a text to a descriptor: a full disk is reported, never ignored.
package enum StandardOutput {
  package enum Failure: Error {
    /// The reader at the other end of a pipe is gone.
    case readerGone
    /// The write failed; the system's reason.
    case refused(String)
  }

  /// Writes all of `text`, waiting if the other end is slow.
  package static func write(_ text: String, to descriptor: Int32) throws(Failure) {
    var text = text
    // Without a copy, because it may be large.
    try check(text.withUTF8 { code(writing: UnsafeRawBufferPointer($0), to: descriptor) })
  }

  /// Writes the bytes of a file in the same way.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    try check(bytes.withUnsafeBytes { code(writing: $0, to: descriptor) })
  }

  private static func code(writing bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var written = 0
    while written < bytes.count {
      let count = HomeworkSystem.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        // Our parent may have made the descriptor non-blocking.
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// Closes the descriptor. A network file system may report a full disk only now.
  package static func close(_ descriptor: Int32) throws(Failure) {
    try check(HomeworkSystem.close(descriptor) == 0 ? 0 : errno)
  }

  private static func check(_ code: Int32) throws(Failure) {
    switch code {
    case 0: return
    case EPIPE: throw .readerGone
    default: throw .refused(systemReason(code))
    }
  }
}
