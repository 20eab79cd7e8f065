import HomeworkAPI
import HomeworkModel
import HomeworkRPC
import HomeworkStore

extension Operations {
  static let learners: [Operation] = [
    Operation(writing: Methods.learnerAdd) { name, tx in try tx.addLearner(name) },
    Operation(reading: Methods.learnerList) { _, tx in try tx.learners() },
    Operation(writing: Methods.learnerUpdate) { edit, tx in
      let id = try tx.learnerId(matching: edit.learnerId)
      guard edit.name != nil || edit.becomesDefault else {
        throw RPCError.fault("name", "is needed, unless isDefault is true")
      }
      return try tx.updateLearner(id, name: edit.name, becomesDefault: edit.becomesDefault)
    },
    Operation(long: Methods.learnerErase) { erasing, context, isCancelled in
      let store = try context.store
      let learner = try store.readAndWait { tx in try tx.learner(tx.learnerId(matching: erasing.learnerId)) }
      guard erasing.name == learner.name else {
        throw RPCError(
          .conflict, "the name of this learner is \(learner.name), not \(erasing.name): nothing was erased")
      }
      return try store.eraseLearnerAndWait(learner.id, isCancelled: isCancelled)
    },
  ]
}
