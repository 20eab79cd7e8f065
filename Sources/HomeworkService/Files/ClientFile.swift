import HomeworkAPI
import HomeworkModel
import HomeworkSystem

/// Files named by a client.
enum ClientFile {
  /// Writes a new file, accessible to its owner only; it is on disk when this returns.
  static func write(_ text: String, toNew path: String) throws(RPCError) {
    let path = try Operations.absolute(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
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

  /// Returns a file's text; refuses a file that is not UTF-8.
  static func text(at path: String, limit: Int) throws(RPCError) -> String {
    let bytes = try NamedFile(path, parameter: "path").allBytes(limit: limit)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw RPCError(.invalid, "\(path) is not UTF-8: give a file that learner.export made")
    }
    return text
  }

  /// Returns the picture at a path; `nil` if no path is given.
  static func picture(at path: String?) throws(RPCError) -> Picture? {
    guard let path, !path.isEmpty else { return nil }
    let bytes = try NamedFile(path, parameter: "imagePath").bytes(limit: Picture.largestByteCount + 1)
    do throws(Fault) { return try Picture(bytes) } catch {
      throw RPCError(
        .invalid, "\(path) \(error.message): give a \(PictureType.words) of up to 16 MiB",
        faults: [error])
    }
  }
}
