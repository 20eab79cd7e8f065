package import HomeworkModel

/// The details of errors: each has its key in `data` here alone.
extension RPCError {
  private static let faultsKey = "faults", moreKey = "moreFaults", attemptKey = "attemptId",
    nothingKey = "isNothingToPractise"

  /// Creates an error about parameters, with the first of their faults and the number of the others.
  package init(_ name: Name, _ message: String, faults: Faults) {
    let listed = faults.listed
    var data = [Self.faultsKey: listed.json]
    if faults.total > listed.count { data[Self.moreKey] = .int(Int64(faults.total - listed.count)) }
    self.init(name, message, data: data)
  }

  /// Creates an error that names the first of these faults.
  package init(_ name: Name, _ faults: Faults) { self.init(name, faults.text(), faults: faults) }

  /// Creates an error that names the first mistakes in files, one a line.
  package init(_ name: Name, inFiles mistakes: Faults) {
    self.init(name, mistakes.text(separator: "\n"), faults: mistakes)
  }

  /// Creates an error about one parameter.
  package static func fault(_ path: String, _ message: String) -> RPCError {
    RPCError(.invalidParams, [Fault(path: path, message: message)])
  }

  /// Creates an error about an attempt.
  package init(_ name: Name, _ message: String, attemptId: Attempt.ID) {
    self.init(name, message, data: [Self.attemptKey: .string(attemptId.text)])
  }

  /// Creates the error that no questions are left to practise.
  package init(nothingToPractise message: String) {
    self.init(.notFound, message, data: [Self.nothingKey: true])
  }

  /// Rejects a part of a title or name for what deletes: that takes the whole of it, or an id as elsewhere.
  package static func requireWhole<Entity>(
    _ text: String, of title: String, _ id: Identifier<Entity>
  ) throws(RPCError) {
    let wanted = text.lowercased()
    let isId = wanted.utf8.count >= 4 && (id.text.hasPrefix(wanted) || id.text.hasSuffix(wanted))
    guard !isId, title.lowercased() != wanted else { return }
    throw RPCError(
      .notFound,
      "\"\(excerpt(text))\" is only a part of \"\(excerpt(title))\": give all of it, or the id \(id.text.suffix(8))")
  }

  /// The first of the parameters that are wrong.
  package var wrongParameters: [Fault] {
    (try? Shape<[Fault]>.array(Shapes.fault).read(data[Self.faultsKey] ?? [])) ?? []
  }

  /// The attempt that the error is about.
  package var attemptId: String? { data[Self.attemptKey]?.string }

  /// True if no questions are left to practise.
  package var isNothingToPractise: Bool { data[Self.nothingKey] == .bool(true) }
}
