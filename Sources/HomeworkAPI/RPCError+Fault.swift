import HomeworkModel
package import HomeworkRPC

extension RPCError {
  /// One parameter that is wrong.
  package static func fault(_ path: String, _ message: String) -> RPCError {
    RPCError(.invalidParams, "\(path): \(message)", data: ["faults": [Fault(path: path, message: message)].json])
  }
}
