package import HomeworkJSON
import HomeworkModel
package import HomeworkRPC

/// The signature of a method: its name, its parameters, its result, and the errors that it may give.
///
/// Service and client both have it from here: what serves a call and what makes it cannot differ.
///
///     let homework = try await client.call(Methods.homeworkGet, "3f2a91bc")
public struct RPCMethod<Parameters: Sendable, Result: Sendable>: Sendable {
  package let description: MethodDescription
  package let parameters: Shape<Parameters>
  package let result: Shape<Result>

  public var name: String { description.name }

  /// - Parameters:
  ///   - isLearners: whether it speaks of one learner, and takes a `learnerId`.
  ///   - isOfLibrary: whether it speaks of a library; what needs a database does, unless told otherwise.
  ///   - fails: errors beside those that every method may give.
  ///   - example: parameters with which it can be called.
  init(
    _ name: String, _ summary: String, _ parameters: Shape<Parameters>, gives result: Shape<Result>,
    isLearners: Bool = false, isOfLibrary: Bool? = nil, fails errors: [RPCError.Name] = [], example: Parameters
  ) {
    self.init(
      name, summary, parameters, result, isLearners, isOfLibrary ?? errors.contains(.databaseUnavailable), errors,
      example, isWrite: false)
  }

  /// One that changes the store. It takes a `requestId`: the same request again is done once.
  init(
    writing name: String, _ summary: String, _ parameters: Shape<Parameters>, gives result: Shape<Result>,
    isLearners: Bool = false, fails errors: [RPCError.Name] = [], example: Parameters
  ) {
    self.init(name, summary, parameters, result, isLearners, true, errors + [.conflict], example, isWrite: true)
  }

  private init(
    _ name: String, _ summary: String, _ parameters: Shape<Parameters>, _ result: Shape<Result>,
    _ isLearners: Bool, _ isOfLibrary: Bool, _ errors: [RPCError.Name], _ example: Parameters, isWrite: Bool
  ) {
    (self.parameters, self.result) = (parameters, result)
    description = MethodDescription(
      name: name, summary: summary,
      parameters: parameters.members + (isLearners ? [MethodDescription.learnerId] : [])
        + (isWrite ? [MethodDescription.requestId] : []) + (isOfLibrary ? [MethodDescription.library] : []),
      result: result.schema,
      errors: RPCError.Name.ofEveryMethod.union(errors).union(isLearners ? [.notFound, .conflict] : [])
        // A library that is not there, or is not named, or wrongly.
        .union(isOfLibrary ? [.notFound, .conflict, .invalid] : []),
      isWrite: isWrite, isLearners: isLearners, isOfLibrary: isOfLibrary, example: parameters.text(of: example))
  }
}

/// What can be told of a method without its types.
package struct MethodDescription: Sendable {
  package let name: String
  package let summary: String
  package let parameters: [Schema.Member]
  package let result: Schema
  package let errors: Set<RPCError.Name>
  /// Whether it changes the store, and takes a `requestId`.
  package let isWrite: Bool
  /// Whether it speaks of one learner, and takes a `learnerId`.
  package let isLearners: Bool
  /// Whether it speaks of a library, and says which by `library`. Of any other method that says nothing, and is no
  /// mistake: a client may name its library in every call.
  package let isOfLibrary: Bool
  /// Parameters with which it can be called, as JSON.
  package let example: JSONText

  static let requestId = Schema.Member(
    name: "requestId", schema: .string(format: "uuid"), isRequired: false,
    summary: "a UUID: the same request again within 24 hours gets the first reply and changes nothing")
}

extension RPCError.Name {
  /// Whatever is called may be called wrongly, be taken back, meet a full queue or a mistake of the program.
  static let ofEveryMethod: Set = [Self.invalidParams, .cancelled, .busy, .internal]
}

/// Every method, by what it is about.
public enum Methods {
  /// In the order of the document.
  package static let all: [MethodDescription] =
    serverMethods + libraryMethods + learnerMethods + homeworkMethods + quizMethods + attemptMethods + reviewMethods
    + sessionMethods + scenarioMethods + motionMethods + databaseMethods
}
