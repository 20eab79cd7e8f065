package import HomeworkAPI
import HomeworkModel
package import HomeworkSystem

/// A file named by a client, by its absolute path.
enum NamedFile {
  /// Returns the whole content.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of bytes.
  ///   - name: its name in messages.
  ///   - parameter: the parameter that names the file.
  static func bytes(
    of path: String, upTo limit: Int, called name: String? = nil, parameter: String = "path"
  ) throws(RPCError) -> [UInt8] {
    let path = try Operations.absolute(path, of: parameter)
    guard !path.utf8.contains(0) else { throw .fault(parameter, "must not contain a NUL byte") }
    do throws(UnreadableFile) { return try Files.bytes(of: path, upTo: limit, called: name) } catch {
      throw RPCError(error)
    }
  }

  /// Refuses anything but a regular file or a free path, for callers that open it by its path.
  static func requireRegular(_ path: String) throws(RPCError) {
    do throws(UnreadableFile) { try Files.requireRegular(path) } catch { throw RPCError(error) }
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
}

extension RPCError {
  /// Creates the protocol's error for a file that is not read.
  package init(_ file: UnreadableFile) {
    var file = file
    file.name = excerpt(file.name, most: 200)
    let message = file.description
    self =
      switch file.reason {
      case .missing: RPCError(.notFound, message)
      case .tooLarge(_, let limit): RPCError(.tooLarge, message, data: ["limitBytes": .int(Int64(limit))])
      case .failed where file.isBusy: RPCError(.busy, message)
      case .directory, .pipe, .special, .failed: RPCError(.invalid, message)
      }
  }
}

extension Picture {
  /// Reads the picture at a path; `nil` if no path is given.
  init?(at path: String?) throws(RPCError) {
    guard let path, !path.isEmpty else { return nil }
    let bytes = try NamedFile.bytes(of: path, upTo: Self.largestByteCount, parameter: "imagePath")
    do throws(Fault) { self = try Picture(bytes) } catch {
      let words = "\(excerpt(path, most: 200)) \(error.message): give a \(PictureType.words)"
      throw RPCError(.invalid, "\(words) of up to 16 MiB", faults: [error])
    }
  }
}
