import Foundation
import HomeworkAPI
import HomeworkJSON
import HomeworkModel
import HomeworkRPC

/// Files that a client names.
enum ClientFile {
  /// The picture at a path; `nil` where none is named.
  static func picture(at path: String?) throws(RPCError) -> Picture? {
    guard let path, !path.isEmpty else { return nil }
    let bytes = try file(path, named: path, parameter: "imagePath", limit: Picture.largestByteCount + 1)
    do throws(Fault) { return try Picture(bytes) } catch {
      throw RPCError(
        .invalid, "\(path) \(error.message): give a JPEG, PNG or HEIC of up to 16 MiB",
        data: ["faults": [error].json])
    }
  }

  /// The first `limit` bytes of a file that a client names.
  private static func file(
    _ path: String, named name: String, parameter: String, limit: Int
  ) throws(RPCError) -> [UInt8] {
    guard path.hasPrefix("/") else { throw .fault(parameter, "must be absolute, is \"\(path)\"") }
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw RPCError(.notFound, "\(name) is not there: check the path")
    }
    do {
      guard !isDirectory.boolValue else { throw CocoaError(.fileReadUnknown) }
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? handle.close() }  // nothing was written
      return Array(try handle.read(upToCount: limit) ?? Data())
    } catch {
      throw RPCError(.invalid, "\(name) cannot be read: check that it is a file, and its permissions")
    }
  }
}
