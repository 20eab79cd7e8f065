import HomeworkAPI
import HomeworkModel
import HomeworkStore

extension Operations {
  static let edits: [Operation] = [
    Operation(preparing: Methods.homeworkUpdate) { edit, _ in
      let picture: HomeworkChange.Part<Picture>? =
        edit.imagePath == "" ? .clear : try Picture(at: edit.imagePath).map { .set($0) }
      let change = edit.change(picture)
      return { tx in
        let homework = try tx.updateHomework(tx.homeworkId(matching: edit.homeworkId), change)
        return Reply { homework }
      }
    },
    Operation(writing: Methods.generationUpdate) { change, tx in
      let update = try update(change)
      return try tx.updateGeneration(tx.homeworkId(matching: change.homeworkId), update)
    },
    Operation(reading: Methods.collectionList) { _, tx in try tx.collections() },
    Operation(reading: Methods.statistics) { _, tx in try tx.statistics() },
  ]

  private static func update(_ change: GenerationChange) throws(RPCError) -> GenerationUpdate {
    switch change.state {
    case .none: return .none
    case .pending: return .pending
    case .ready: return .ready
    case .failed:
      guard let reason = change.reason else { throw .fault("reason", "is required if the state is failed") }
      return .failed(reason, retryAfterSeconds: change.retryAfterSeconds)
    }
  }
}
