import HomeworkSystem

/// Text for a descriptor, all of it: a full disk is told, never passed over.
package enum StandardOutput {
  package enum Failure: Error {
    /// Whoever read from the other end of a pipe is gone.
    case readerGone
    /// Why not, in the system's words.
    case refused(String)
  }

  /// Writes until all of `text` is taken, waiting where the other end is slow.
  package static func write(_ text: String, to descriptor: Int32) throws(Failure) {
    var text = text
    // In place, however large it is.
    try check(text.withUTF8 { code(writing: UnsafeRawBufferPointer($0), to: descriptor) })
  }

  /// The same for the bytes of a file.
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
        // Whoever started us may have left the descriptor non-blocking.
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// Closes it. A disk of another machine may say only now that it is full.
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
