/// A file that is not read, and the reason.
package struct UnreadableFile: Error, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    case missing, directory, pipe
    /// A device or a socket.
    case special
    /// The size is `nil` if only a part of the file was read.
    case tooLarge(bytes: Int?, limit: Int)
    /// The system's error.
    case failed(Int32)
  }

  /// The file's name in messages.
  package var name: String
  package let reason: Reason

  package var description: String {
    let words =
      switch reason {
      case .missing: "does not exist: check the path"
      case .directory: "is a directory: give a file"
      case .pipe: "is a pipe, not a regular file: save its content to a file"
      case .special: "is a device, not a regular file: give another path"
      case .tooLarge(let bytes?, let limit):
        "has \(bytes) bytes, but at most \(limit) are allowed: split it, or make it smaller"
      case .tooLarge(nil, let limit): "has more than \(limit) bytes: split it, or make it smaller"
      case .failed(let code) where Self.shortages.contains(code):
        "cannot be read at the moment (\(systemReason(code))): try again later"
      case .failed(let code): "cannot be read (\(systemReason(code))): check that it is a file, and its permissions"
      }
    return "\(name) \(words)"
  }

  /// True if the file can perhaps be read later.
  package var isBusy: Bool { if case .failed(let code) = reason { Self.shortages.contains(code) } else { false } }

  private static let shortages = [EMFILE, ENFILE, ENOMEM]

  fileprivate init(_ name: String, code: Int32) {
    self.init(name, [ENOENT, ENOTDIR].contains(code) ? .missing : .failed(code))
  }

  package init(_ name: String, _ reason: Reason) { (self.name, self.reason) = (name, reason) }
}

/// The one reader of files that a person or a client names. Whatever a path leads to, reading never waits and never
/// takes more memory than the limit.
extension Files {
  /// Returns a regular file's content.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of bytes; `.max` only for files that no person or client names.
  ///   - name: its name in messages; the path by default.
  package static func bytes(
    of path: String, upTo limit: Int, called name: String? = nil
  ) throws(UnreadableFile) -> [UInt8] {
    let name = name ?? path
    // Opening a pipe would wait for its other end without O_NONBLOCK; a terminal could become ours without O_NOCTTY.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw UnreadableFile(name, code: errno) }
    defer { close(descriptor) }
    // Check the open file: another one may take its path at any time.
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw UnreadableFile(name, code: errno) }
    if let reason = reason(against: status) { throw UnreadableFile(name, reason) }
    guard Int(status.st_size) <= limit else {
      throw UnreadableFile(name, .tooLarge(bytes: Int(status.st_size), limit: limit))
    }
    return try bytes(from: descriptor, upTo: limit, called: name)
  }

  /// Reads a descriptor to the end, waiting for a pipe's writer.
  package static func bytes(
    from descriptor: Int32, upTo limit: Int, called name: String
  ) throws(UnreadableFile) -> [UInt8] {
    var status = stat()
    let expected = fstat(descriptor, &status) == 0 ? min(Int(status.st_size), limit) : 0
    var bytes: [UInt8] = []
    bytes.reserveCapacity(expected)
    var chunk = [UInt8](repeating: 0, count: min(max(4096, expected + 1), 1 << 20))
    while true {
      // One byte more than allowed: a file may have grown since its size was read.
      let count = read(descriptor, &chunk, min(chunk.count - 1, limit - bytes.count) + 1)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw UnreadableFile(name, code: errno) }
      guard count > 0 else { return bytes }
      guard count <= limit - bytes.count else { throw UnreadableFile(name, .tooLarge(bytes: nil, limit: limit)) }
      // An array that grows by itself would end with room for twice the limit.
      if bytes.capacity - bytes.count < count { bytes.reserveCapacity(min(limit, 2 * (bytes.count + count))) }
      bytes += chunk.prefix(count)
    }
  }

  /// Refuses anything but a regular file or a free path, for callers that open it by its path.
  package static func requireRegular(_ path: String) throws(UnreadableFile) {
    var status = stat()
    guard stat(path, &status) == 0, let reason = reason(against: status) else { return }
    throw UnreadableFile(path, reason)
  }

  private static func reason(against status: stat) -> UnreadableFile.Reason? {
    switch status.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: .directory
    case S_IFIFO: .pipe
    default: .special
    }
  }
}
