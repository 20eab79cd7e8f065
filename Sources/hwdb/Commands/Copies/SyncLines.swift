import HomeworkAPI
import HomeworkModel
import HomeworkProcess
import HomeworkService
import HomeworkSystem

/// A copy at the other end of a pipe: a line of JSON for each request, and one for each answer.
final class SyncLines: SyncPeer, @unchecked Sendable {  // one task at a time uses it
  private let process: LineProcess
  private let command: String
  private var sequence = 0

  /// The time limit for one answer, in milliseconds.
  private static let patienceMs = 60_000

  init(_ command: String) throws {
    self.command = command
    do throws(ProcessFailure) {
      process = try LineProcess(["/bin/sh", "-c", command], timeLimitMs: Self.patienceMs)
    } catch {
      throw CommandFailure.file("\(command) cannot be started (\(error)): check the command", isMissing: false)
    }
  }

  private func ask(_ name: String, _ parameters: JSONValue) throws -> JSONValue {
    let line: [UInt8]?
    do throws(ProcessFailure) {
      line = try process.exchange(JSONValue.object([name: parameters]).encoded() + [UInt8(ascii: "\n")])
    } catch {
      throw CommandFailure.file(
        "\(command) does not answer (\(error)): sync again to continue from here", isMissing: false)
    }
    guard let line, let reply = try? JSONValue(parsing: line), case .object(let members) = reply else {
      throw CommandFailure.file(
        "\(command) did not answer like hwdb sync --stdio: run it alone to see its error", isMissing: false)
    }
    if let failure = members["sync.failed"] { throw CommandFailure.refused(RPCError(json: failure)) }
    return reply
  }

  func hello(_ other: SyncHello?) throws -> SyncHello {
    var parameters: JSONValue = .null
    if let other { parameters = try JSONValue(parsing: Shapes.syncHello.text(of: other).text.utf8) }
    return try Shapes.syncHello.read(ask("sync.hello", parameters)["sync.hello"] ?? .null)
  }

  func give(after known: [SyncCopy.ID: Int64]) throws -> SyncPart? {
    let times = try JSONValue(parsing: Shapes.syncTimes.text(of: known).text.utf8)
    let reply = try ask("sync.give", ["known": times])
    guard reply["sync.done"] == nil else { return nil }
    return try Shapes.syncPart.read(reply["sync.part"] ?? .null)
  }

  func take(_ part: SyncPart) throws -> SyncCounts {
    sequence += 1
    guard case .object(var members) = part.json else { return SyncCounts() }
    members["sequence"] = .int(Int64(sequence))
    let kept = try ask("sync.part", .object(members))["sync.kept"]
    guard kept?["sequence"] == .int(Int64(sequence)) else {
      throw CommandFailure.file(
        "\(command) has not kept part \(sequence): sync again, it goes on from here", isMissing: false)
    }
    return try Shapes.syncCounts.read(kept?["counts"] ?? .null)
  }

  // MARK: The other end

  /// Answers requests until standard input ends.
  static func serve(_ own: BackendPeer) throws {
    while let line = readLine() {
      guard let request = try? JSONValue(parsing: line.utf8), case .object(let members) = request,
        let (name, parameters) = members.first
      else { throw CommandFailure.usage("hwdb sync --stdio reads lines of JSON from another hwdb sync") }
      var reply: JSONValue
      do { reply = try answer(name, parameters, own) } catch let CommandFailure.refused(error) {
        reply = ["sync.failed": error.json]
      }
      Output.write(reply.encoded() + [UInt8(ascii: "\n")])
    }
  }

  private static func answer(_ name: String, _ parameters: JSONValue, _ own: BackendPeer) throws -> JSONValue {
    switch name {
    case "sync.hello":
      let hello = try own.hello(parameters == .null ? nil : Shapes.syncHello.read(parameters))
      return ["sync.hello": try JSONValue(parsing: Shapes.syncHello.text(of: hello).text.utf8)]
    case "sync.give":
      guard let part = try own.give(after: Shapes.syncTimes.read(parameters["known"] ?? .null)) else {
        return ["sync.done": [:]]
      }
      return ["sync.part": part.json]
    case "sync.part":
      let counts = try own.take(Shapes.syncPart.read(parameters))
      return [
        "sync.kept": [
          "sequence": parameters["sequence"] ?? .null,
          "counts": try JSONValue(parsing: Shapes.syncCounts.text(of: counts).text.utf8),
        ]
      ]
    default: throw CommandFailure.refused(RPCError(.invalidParams, "\(name) is not a line of sync: use the same hwdb"))
    }
  }
}

/// A copy behind the methods of the protocol.
struct BackendPeer: SyncPeer, @unchecked Sendable {  // one task at a time uses it
  private let backend: Backend
  /// The file that this sync creates; `nil` if the replica exists.
  private let newFile: String?

  init(_ invocation: Invocation, at library: DefaultPaths.Location) throws {
    backend = try Backend(invocation, at: library, whereMissing: invocation.has("dry-run") ? .takeAsEmpty : .make)
    newFile =
      if case .database(let path) = library, !Service.isURL(path), !Files.exists(path) { path } else { nil }
  }

  /// Reports the replica that the sync has created, since a mistyped path would have created one as well.
  ///
  /// - Parameter isRehearsed: reports the replica that the sync would create.
  func announceCreation(isRehearsed: Bool = false) {
    guard let newFile, isRehearsed || Files.exists(newFile) else { return }
    Output.note("\(isRehearsed ? "would create" : "created") a new replica: \(newFile)")
  }

  func hello(_ other: SyncHello?) throws -> SyncHello { try backend(Methods.syncHello, other) }
  func give(after known: [SyncCopy.ID: Int64]) throws -> SyncPart? { try backend(Methods.syncGive, known) }
  func take(_ part: SyncPart) throws -> SyncCounts { try backend(Methods.syncTake, part) }
  func title(of homework: String) -> String? { try? backend(Methods.homeworkGet, homework).title }
  func close() { backend.close() }
}
