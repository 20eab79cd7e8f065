package import HomeworkAPI
import HomeworkModel
import HomeworkSystem

/// A file named by a client. Reading never blocks, whatever kind of file it is: only a regular file is read, up to a
/// size limit.
package struct NamedFile {
  private let path: String
  /// Its name in messages.
  private let name: String

  /// - Parameter parameter: the parameter that names the file.
  package init(_ path: String, called name: String? = nil, parameter: String) throws(RPCError) {
    let path = try Operations.absolute(path, of: parameter)
    guard !path.utf8.contains(0) else { throw .fault(parameter, "must not contain a NUL byte") }
    (self.path, self.name) = (path, name ?? path)
  }

  /// Returns the whole content, or its first `limit` bytes.
  package func bytes(limit: Int) throws(RPCError) -> [UInt8] {
    let (descriptor, _) = try open()
    defer { close(descriptor) }
    return try read(descriptor, limit: limit)
  }

  /// Returns the whole content; refuses more than `limit` bytes.
  package func allBytes(limit: Int) throws(RPCError) -> [UInt8] {
    let (descriptor, size) = try open()
    defer { close(descriptor) }
    // The file may have grown since its size was read.
    let bytes = size > limit ? [] : try read(descriptor, limit: limit + 1)
    guard size <= limit, bytes.count <= limit else { throw tooLarge(max(size, bytes.count), limit) }
    return bytes
  }

  /// Writes a new file, accessible to its owner only; it is on disk when this returns.
  static func write(_ text: String, toNew path: String) throws(RPCError) {
    let path = try Operations.absolute(path)
    let descriptor = HomeworkSystem.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw RPCError(.invalid, "\(path) cannot be created (\(systemReason(errno))): give another path")
    }
    defer { close(descriptor) }
    guard Files.write(Array(text.utf8), to: descriptor), fsync(descriptor) == 0,
      Files.syncDirectory(Paths.directory(of: path))
    else {
      let reason = systemReason(errno)
      unlink(path)
      throw RPCError(.invalid, "\(path) cannot be written (\(reason)): free some space, or give another path")
    }
  }

  /// Refuses anything but a regular file or a free path, for callers that open it by its path.
  func check() throws(RPCError) {
    var status = stat()
    guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else { throw irregular }
  }

  private func open() throws(RPCError) -> (descriptor: Int32, size: Int) {
    // Opening a pipe would wait for its other end without O_NONBLOCK; a terminal could become ours without O_NOCTTY.
    let descriptor = HomeworkSystem.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw problem(errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw irregular
    }
    return (descriptor, Int(status.st_size))
  }

  private func read(_ descriptor: Int32, limit: Int) throws(RPCError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(limit, 1 << 20))
    while bytes.count < limit {
      let count = HomeworkSystem.read(descriptor, &chunk, min(chunk.count, limit - bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw problem(errno) }
      if count == 0 { break }
      bytes += chunk.prefix(count)
    }
    return bytes
  }

  private func tooLarge(_ count: Int, _ limit: Int) -> RPCError {
    RPCError(
      .tooLarge, "\(name) has \(count) bytes, but at most \(limit) are allowed: split it",
      data: ["limitBytes": .int(Int64(limit))])
  }

  private var irregular: RPCError {
    RPCError(.invalid, "\(name) cannot be read, because it is not a regular file: give another path")
  }

  private func problem(_ code: Int32) -> RPCError {
    switch code {
    case ENOENT, ENOTDIR: RPCError(.notFound, "\(name) does not exist: check the path")
    case EMFILE, ENFILE, ENOMEM:
      RPCError(.busy, "\(name) cannot be read at the moment (\(systemReason(code))): try again later")
    default:
      RPCError(
        .invalid, "\(name) cannot be read (\(systemReason(code))): check that it is a file, and its permissions")
    }
  }
}

extension Picture {
  /// Reads the picture at a path; `nil` if no path is given.
  init?(at path: String?) throws(RPCError) {
    guard let path, !path.isEmpty else { return nil }
    let bytes = try NamedFile(path, parameter: "imagePath").bytes(limit: Picture.largestByteCount + 1)
    do throws(Fault) { self = try Picture(bytes) } catch {
      throw RPCError(
        .invalid, "\(path) \(error.message): give a \(PictureType.words) of up to 16 MiB", faults: [error])
    }
  }
}
