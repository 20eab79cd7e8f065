package import HomeworkModel

/// The signature of a method: its name, parameters, result and errors.
///
/// Service and client use the same signature, so they cannot differ.
///
///     let homework = try await daemon.call(Methods.homeworkGet, "3f2a91bc")
public struct RPCMethod<Parameters: Sendable, Result: Sendable>: Sendable {
  package let description: MethodDescription
  package let parameters: Shape<Parameters>
  package let result: Shape<Result>

  public var name: String { description.name }

  /// Creates a method that is served at once.
  ///
  /// - Parameters:
  ///   - isLearners: whether it concerns one learner, and takes a `learnerId`.
  ///   - isOfLibrary: whether it concerns a library; by default it does if it needs a database.
  ///   - fails: its errors, besides those of every method.
  ///   - example: example parameters.
  init(
    _ name: String, _ summary: String, _ parameters: Shape<Parameters>, gives result: Shape<Result>,
    isLearners: Bool = false, isOfLibrary: Bool? = nil, fails errors: [RPCError.Name] = [], example: Parameters
  ) {
    self.init(.soon, name, summary, parameters, result, isLearners, isOfLibrary, errors, example)
  }

  /// Creates a method that takes long, and can be cancelled meanwhile.
  init(
    long name: String, _ summary: String, _ parameters: Shape<Parameters>, gives result: Shape<Result>,
    isLearners: Bool = false, isOfLibrary: Bool? = nil, fails errors: [RPCError.Name] = [], example: Parameters
  ) {
    self.init(.long, name, summary, parameters, result, isLearners, isOfLibrary, errors, example)
  }

  /// Creates a method that changes the store. It takes a `requestId`: a repeated request is done only once.
  init(
    writing name: String, _ summary: String, _ parameters: Shape<Parameters>, gives result: Shape<Result>,
    isLearners: Bool = false, fails errors: [RPCError.Name] = [], example: Parameters
  ) {
    self.init(.write, name, summary, parameters, result, isLearners, true, errors + [.conflict], example)
  }

  private init(
    _ serving: Serving, _ name: String, _ summary: String, _ parameters: Shape<Parameters>, _ result: Shape<Result>,
    _ isLearners: Bool, _ isOfLibrary: Bool?, _ errors: [RPCError.Name], _ example: Parameters
  ) {
    (self.parameters, self.result) = (parameters, result)
    let isOfLibrary = isOfLibrary ?? errors.contains(.databaseUnavailable)
    description = MethodDescription(
      name: name, summary: summary, serving: serving,
      parameters: parameters.members + (isLearners ? [MethodDescription.learnerId] : [])
        + (serving == .write ? [MethodDescription.requestId] : [])
        + (isOfLibrary ? [MethodDescription.library] : []),
      result: result.schema,
      errors: RPCError.Name.ofEveryMethod.union(errors).union(isLearners ? [.notFound, .conflict] : [])
        // A library that is not there, or is not named, or wrongly.
        .union(isOfLibrary ? [.notFound, .conflict, .invalid] : []),
      isLearners: isLearners, isOfLibrary: isOfLibrary, example: parameters.text(of: example))
  }

  /// Returns a call's parameters as JSON, with the learner and the library of its scope.
  package func params(_ values: Parameters, in scope: CallScope) -> JSONText {
    var params = parameters.text(of: values)
    if let learner = scope.learner, description.isLearners { params = params.with("learnerId", learner) }
    if let library = scope.library { params = params.with("library", library) }
    return params
  }
}

/// How a server serves a method's calls.
package enum Serving: Sendable {
  /// At once: from memory, from one snapshot of the store, or about the client's own sessions.
  case soon
  /// By the store's writer, in a group with other clients' writes.
  case write
  /// By a thread of its own, until it is done or cancelled.
  case long
}

/// The description of a method, without its types.
package struct MethodDescription: Sendable {
  package let name: String
  package let summary: String
  package let serving: Serving
  package let parameters: [Schema.Member]
  package let result: Schema
  package let errors: Set<RPCError.Name>
  /// Whether it concerns one learner, and takes a `learnerId`.
  package let isLearners: Bool
  /// Whether it concerns a library, named by `library`. Other methods ignore that parameter, so that a client may name
  /// its library in every call.
  package let isOfLibrary: Bool
  /// Example parameters, as JSON.
  package let example: JSONText

  static let requestId = Schema.Member(
    name: "requestId", schema: .string(format: "uuid"), isRequired: false,
    summary: "a UUID: repeating the request within 24 hours returns the first reply and changes nothing")
}

extension RPCError.Name {
  /// The errors of every method: wrong parameters, cancellation, a full queue, and internal errors.
  static let ofEveryMethod: Set = [Self.invalidParams, .cancelled, .busy, .internal]
}

/// All methods, by topic.
public enum Methods {
  /// All methods, in the order of the document.
  package static let all: [MethodDescription] =
    serverMethods + visitorMethods + libraryMethods + syncMethods + learnerMethods + homeworkMethods + quizMethods
    + attemptMethods + settingsMethods
    + reviewMethods
    + sessionMethods + scenarioMethods + motionMethods + databaseMethods
}
