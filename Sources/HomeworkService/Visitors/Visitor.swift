package import HomeworkAPI
package import HomeworkModel
import HomeworkStore

/// The caller of a connection's calls: their role, and what they are confined to.
package struct Visitor: Hashable, Sendable {
  package let role: CallerRole
  /// The learner that a pupil is.
  package var learner: Learner.ID?
  /// The only library that they may use, if there are several.
  package var library: String?
  /// Where they come from; empty on the Unix socket.
  package var address = ""

  /// The user whose daemon it is.
  package static let owner = Visitor(role: .owner)

  package init(role: CallerRole, learner: Learner.ID? = nil, library: String? = nil) {
    (self.role, self.learner, self.library) = (role, learner, library)
  }

  /// Returns a call's parameters with the learner and the library of the visitor.
  ///
  /// - Throws: `forbidden`, if the call is not for their role, or about somebody or something else.
  func params(_ params: JSONValue, for operation: Operation) throws(RPCError) -> JSONValue {
    guard role != .owner else { return params }
    let needed = operation.method.role
    guard role >= needed else {
      throw RPCError(.forbidden, "\(operation.name) is for \(needed.plural) only", data: ["role": needed.json])
    }
    // A malformed call is refused later.
    guard case .object(var members) = params else { return params }
    guard !operation.isGivenFile(params) else {
      throw RPCError(
        .forbidden, "files are for the owner only: send their content", data: ["role": CallerRole.owner.json])
    }
    func confine(_ name: String, to value: String) throws(RPCError) {
      guard [nil, .null, .string(value)].contains(members[name]) else {
        throw RPCError(.forbidden, "\(name) is not yours to choose: leave it out")
      }
      members[name] = .string(value)
    }
    if let library { try confine("library", to: library) }
    if let learner, operation.method.isLearners { try confine("learnerId", to: learner.text) }
    return .object(members)
  }

  /// Refuses another learner's attempt to a pupil, as if there were none.
  ///
  /// - Parameter text: the id of the attempt that the call is about, if it is about one.
  func check(_ text: String?, in tx: ReadTransaction) throws {
    guard role == .pupil, let text else { return }
    guard let id = Attempt.ID(text), try tx.attemptSummary(id).learnerId == learner else {
      throw StoreError.notFound(.attempt, text)
    }
  }
}

extension CallerRole {
  fileprivate var plural: String {
    switch self {
    case .visitor, .pupil, .teacher: "\(rawValue)s"
    case .owner: "the owner"
    }
  }

  fileprivate var json: JSONValue { .string(rawValue) }
}
