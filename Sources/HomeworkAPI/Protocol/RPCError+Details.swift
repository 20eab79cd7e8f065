package import HomeworkModel

/// The details of errors: each has its key in `data` here alone.
extension RPCError {
  private static let faultsKey = "faults", attemptKey = "attemptId", nothingKey = "isNothingToPractise"

  /// Creates an error about parameters.
  package init(_ name: Name, _ message: String, faults: [Fault]) {
    self.init(name, message, data: [Self.faultsKey: faults.json])
  }

  /// Creates an error about one parameter.
  package static func fault(_ path: String, _ message: String) -> RPCError {
    RPCError(.invalidParams, "\(path): \(message)", faults: [Fault(path: path, message: message)])
  }

  /// Creates an error about an attempt.
  package init(_ name: Name, _ message: String, attemptId: Attempt.ID) {
    self.init(name, message, data: [Self.attemptKey: .string(attemptId.text)])
  }

  /// Creates the error that no questions are left to practise.
  package init(nothingToPractise message: String) {
    self.init(.notFound, message, data: [Self.nothingKey: true])
  }

  /// The parameters that are wrong.
  package var wrongParameters: [Fault] {
    (try? Shape<[Fault]>.array(Shapes.fault).read(data[Self.faultsKey] ?? [])) ?? []
  }

  /// The attempt that the error is about.
  package var attemptId: String? { data[Self.attemptKey]?.string }

  /// Whether no questions are left to practise.
  package var isNothingToPractise: Bool { data[Self.nothingKey] == .bool(true) }
}
