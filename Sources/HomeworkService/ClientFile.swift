import HomeworkModel
import HomeworkRPC

extension Parameter {
  static let imagePath = Parameter.optional(
    "imagePath", .string,
    "the absolute path of a JPEG, PNG or HEIC of up to 16 MiB, read by the process that serves the call")
}

extension Parameters {
  /// The picture that `imagePath` names.
  var picture: Picture? {
    get throws(RPCError) {
      guard let path = string("imagePath"), !path.isEmpty else { return nil }
      let bytes = try NamedFile(path, parameter: "imagePath").bytes(limit: Picture.largestByteCount + 1)
      do throws(Fault) { return try Picture(bytes) } catch {
        throw RPCError(
          .invalid, "\(path) \(error.message): give a JPEG, PNG or HEIC of up to 16 MiB",
          data: ["faults": [error].json])
      }
    }
  }
}
