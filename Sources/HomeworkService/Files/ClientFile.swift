import HomeworkAPI
import HomeworkJSON
import HomeworkModel
import HomeworkRPC

/// Files that a client names.
enum ClientFile {
  /// The picture at a path; `nil` where none is named.
  static func picture(at path: String?) throws(RPCError) -> Picture? {
    guard let path, !path.isEmpty else { return nil }
    let bytes = try NamedFile(path, parameter: "imagePath").bytes(limit: Picture.largestByteCount + 1)
    do throws(Fault) { return try Picture(bytes) } catch {
      throw RPCError(
        .invalid, "\(path) \(error.message): give a JPEG, PNG or HEIC of up to 16 MiB",
        data: ["faults": [error].json])
    }
  }
}
