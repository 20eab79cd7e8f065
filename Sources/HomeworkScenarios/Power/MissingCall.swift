import HomeworkModel
import HomeworkReports

/// Names the call whose lack let the power take an operation away.
struct MissingCall {
  let recording: PowerRecording
  let moment: PowerRecording.Moment
  /// The line of the scenario, for what happens before the first action.
  let line: Int

  private var operations: ArraySlice<DiskOperation> { recording.operations.prefix(moment.operations) }

  /// - Parameter index: an operation before the moment, or the one that the moment has prevented.
  func lost(_ index: Int) -> LostOperation {
    let operation = recording.operations[index]
    let origin = recording.origin(of: operation)
    return LostOperation(
      operation: Self.name(operation), path: operation.path, call: operation.call, atMs: origin.atMs,
      line: origin.line ?? line, missing: sentence(operation, index))
  }

  private static func name(_ operation: DiskOperation) -> String {
    switch operation.effect {
    case .write: "write"
    case .resize: "truncate"
    case .create: "create"
    case .link: "link"
    case .rename: "rename"
    case .remove: "remove"
    case .sync, .syncAll: "sync"
    }
  }

  private func sentence(_ operation: DiskOperation, _ index: Int) -> String {
    let path = operation.path
    let isSaved = recording.isSaved(operation, at: moment)
    if operation.directory != nil {
      let parts = path.split(separator: "/").dropLast().joined(separator: "/")
      let directory = parts.isEmpty ? "the data directory" : parts
      let verb = ["rename": "renamed into place", "link": "linked"][Self.name(operation)] ?? "\(Self.name(operation))d"
      return "\(path) was \(verb) before its directory was synced: call fsync on \(directory) after it, "
        + (isSaved ? "and before saved" : "and before the next change")
    }
    let later = operations.dropFirst(index + 1)
    for other in later {
      if case .rename = other.effect, other.node == operation.node {
        return
          "\(other.path) was renamed into place before its bytes were synced: call fsync on \(path) before the rename"
      }
    }
    if isSaved {
      let reply = recording.isAfterSaved(operation) ? "the reply" : "saved"
      return
        "\(path) was written and not synced when \(reply) was sent: call fsync on \(path) before \(reply)"
    }
    if isInPlace(operation, index) {
      return "\(path) is written in place, which may stop half-way: write \(path).new, call fsync on it, and rename it"
    }
    if let other = operations.last(where: { $0.node != operation.node && !$0.isSync && together($0, operation) }) {
      return index < moment.operations
        ? "\(path) was not synced before \(other.path) was changed: call fsync on \(path) between them"
        : "the power may fail between the changes of \(other.path) and \(path): keep both in one file"
    }
    return "the end of \(path) may be missing or torn: when starting, leave out a record that is not complete"
  }

  private func together(_ one: DiskOperation, _ other: DiskOperation) -> Bool { recording.areTogether(one, other) }

  /// Returns whether the operation, or another one of the same action, creates the file or changes what it had before.
  private func isInPlace(_ operation: DiskOperation, _ index: Int) -> Bool {
    var (size, isChanged) = (0, false)
    for earlier in recording.operations.prefix(index + 1) where earlier.node == operation.node {
      let isOfAction = together(earlier, operation)
      switch earlier.effect {
      case .write(let offset, let bytes):
        if isOfAction, offset < size { isChanged = true }
        size = max(size, offset + bytes.count)
      case .resize(let new):
        if isOfAction, new < size { isChanged = true }
        size = new
      case .create: isChanged = isOfAction
      case .link, .rename, .remove, .sync, .syncAll: break
      }
    }
    return isChanged
  }
}
