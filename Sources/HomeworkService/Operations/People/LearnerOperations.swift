import HomeworkAPI
import HomeworkModel
import HomeworkStore

extension Operations {
  static let learners: [Operation] = [
    Operation(writing: Methods.learnerAdd) { name, tx in try tx.addLearner(name) },
    Operation(reading: Methods.learnerList) { _, tx in try tx.learners() },
    Operation(writing: Methods.learnerUpdate) { edit, tx in
      let id = try tx.learnerId(matching: edit.learnerId)
      guard edit.name != nil || edit.becomesDefault else {
        throw RPCError.fault("name", "is required unless isDefault is true")
      }
      return try tx.updateLearner(id, name: edit.name, becomesDefault: edit.becomesDefault)
    },
    Operation(Methods.learnerExport) { asked, context in
      let document = try context.store.readAndWait(isCancelled: context.isCancelled) { tx in
        try tx.exportLearner(tx.learnerId(matching: asked.learnerId))
      }
      guard let path = asked.path else { return ExportedLearner { $0.document = document } }
      try NamedFile.write(document, toNew: path)
      return ExportedLearner { $0.path = path }
    },
    Operation(preparing: Methods.learnerImport) { parameters, _ in
      let document: String
      switch (parameters.document, parameters.path) {
      case (let text?, nil): document = text
      case (nil, let path?):
        let bytes = try NamedFile.bytes(of: path, upTo: ImportedFile.largest)
        guard let text = String(validating: bytes, as: UTF8.self) else {
          throw RPCError(.invalid, "\(path) is not UTF-8: give a file that learner.export made")
        }
        document = text
      case (nil, nil), (_?, _?): throw RPCError.fault("document", "give either document or path")
      }
      return { tx in
        let learner = try tx.importLearner(document)
        return Reply { learner }
      }
    },
    Operation(writing: Methods.settingsSet) { acceptsAnswers, tx in
      guard let acceptsAnswers else { return try tx.settings() }
      return try tx.set(LibrarySettings(acceptsAnswers: acceptsAnswers))
    },
    Operation(reading: Methods.overviewGet) { learner, tx in
      if let learner { try tx.use(tx.learnerId(matching: learner)) }
      return try tx.overview()
    },
    Operation(Methods.learnerErase) { erasing, context in
      let store = try context.store
      let learner: Learner
      do {
        learner = try store.readAndWait { tx in try tx.learner(tx.learnerId(matching: erasing.learnerId)) }
      } catch StoreError.notFound(.learner, let text) {
        guard try store.hasPendingErasure else { throw StoreError.notFound(.learner, text) }
        // Probably a repeated request to erase this learner.
        let pending = try store.endErasuresAndWait()
        throw RPCError(
          .notFound,
          "no learner \(text): an earlier erasure is "
            + (pending.isEmpty
              ? "complete now, to the last byte"
              : "done, but \(pending.joined(separator: ", ")) still holds bytes of it: close the programs that read "
                + "it, then run hwdb database vacuum"))
      }
      try RPCError.requireWhole(erasing.learnerId, of: learner.name, learner.id)
      guard erasing.name == learner.name else {
        throw RPCError(
          .conflict, "the learner's name is \(learner.name), not \(excerpt(erasing.name)): nothing was erased")
      }
      return try store.eraseLearnerAndWait(learner.id, isCancelled: context.isCancelled)
    },
  ]
}
